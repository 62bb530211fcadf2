import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bucketExposureKey } from '../../policies/index.ts'
import layout from '../../shared/layout.module.css'
import { useSettled } from '../../shared/table/use-settled.ts'
import classes from '../buckets.module.css'
import type { ExposureLoader } from './use-exposure-loader.ts'

/** How long the result is cached; a change made on these pages shows immediately. */
const FRESH_MS = 60_000

/** A badge beside the name of a public bucket, with what anonymous users can do. */
export function PublicBadge({ bucket, loader }: { bucket: string; loader: ExposureLoader }) {
  const { t } = useTranslation('buckets')
  const client = useQueryClient()
  const queryKey = bucketExposureKey(bucket)
  // Without a result there is no badge: the list itself reports outages.
  const { data } = useQuery({
    queryKey,
    enabled: useSettled(),
    // Invalidated by the visitor's own change, or with the button that refreshes the list.
    queryFn: ({ signal }) =>
      loader[client.getQueryState(queryKey)?.isInvalidated ? 'fresh' : 'kept'].load(bucket, signal),
    staleTime: FRESH_MS,
  })
  if (data === undefined || data.length === 0) return null
  const what = t('badge.open', { kinds: data.map((kind) => t(`badge.kinds.${kind}`)).join(', ') })
  return (
    <span className={classes.badge} title={what}>
      {t('badge.label')} <span className={layout.hidden}>{what}</span>
    </span>
  )
}
