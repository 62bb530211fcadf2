import '../../messages/en/exposure.ts'
import { listNonExpiringKeys, listWidePolicies } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import layout from '../../shared/layout.module.css'
import classes from './exposure.module.css'
import { NonExpiringKeys } from './NonExpiringKeys.tsx'
import { PublicBuckets } from './PublicBuckets.tsx'
import { ScanBar } from './ScanBar.tsx'
import { UnreadableBuckets } from './UnreadableBuckets.tsx'
import { useScan } from './use-scan.ts'
import { WidePolicies } from './WidePolicies.tsx'

/** Lists that are loaded once and then on demand, like the scan. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY }

/** Public access: public buckets, policies that allow everything, access keys that never expire. */
export function ExposurePage() {
  const t = useTexts('exposure')
  const scan = useScan()
  const policies = useApiQuery(listWidePolicies, {}, ONCE)
  const keys = useApiQuery(listNonExpiringKeys, {}, ONCE)
  const again = () => {
    scan.again()
    void policies.refetch()
    void keys.refetch()
  }
  return (
    <div className={classes.page}>
      <p className={layout.muted}>{t('intro')}</p>
      <ScanBar scan={scan} isBusy={scan.isRunning || policies.isFetching || keys.isFetching} onAgain={again} />
      {scan.shown && <PublicBuckets scan={scan.shown} isWhole={scan.isWhole} />}
      <WidePolicies query={policies} />
      <NonExpiringKeys query={keys} />
      {scan.shown && <UnreadableBuckets unread={scan.shown.unread} />}
    </div>
  )
}
