import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bucketExposureKey } from '../../policies/index.ts'
import classes from './PublicBadge.module.css'
import type { ExposureBatch } from './use-exposure-batch.ts'

/** How long it is believed; a change made on these pages shows at once. */
const FRESH_MS = 60_000

/** Says beside a bucket's name that its policy lets everybody in, and to do what. */
export function PublicBadge({ bucket, batch }: { bucket: string; batch: ExposureBatch }) {
  const { t } = useTranslation('buckets')
  // Where it cannot be asked there is no badge: the list itself says what is out.
  const { data } = useQuery({
    queryKey: bucketExposureKey(bucket),
    queryFn: ({ signal }) => batch.ask(bucket, signal),
    staleTime: FRESH_MS,
  })
  if (data === undefined || data.length === 0) return null
  const what = t('badge.open', { kinds: data.map((kind) => t(`badge.kinds.${kind}`)).join(', ') })
  return (
    <span className={classes.badge} title={what}>
      {t('badge.label')} <span className={classes.heard}>{what}</span>
    </span>
  )
}
