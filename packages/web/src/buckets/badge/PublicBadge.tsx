import { useTexts } from '../../messages/use-texts.ts'
import layout from '../../shared/layout.module.css'
import { comma } from '../../shared/text/punctuation.ts'
import classes from '../buckets.module.css'
import { useExposure } from './use-exposure.ts'
import type { ExposureLoader } from './use-exposure-loader.ts'

/** A badge beside the name of a public bucket, with what anonymous users can do. */
export function PublicBadge({ bucket, loader }: { bucket: string; loader: ExposureLoader }) {
  const t = useTexts('buckets')
  // A badge shows only what is known, and the list itself reports outages.
  const { data } = useExposure(bucket, loader)
  if (data === undefined || data.kinds.length === 0) return null
  const what = t('badge.open', { kinds: data.kinds.map((kind) => t(`badge.kinds.${kind}`)).join(comma()) })
  return (
    <span className={classes.badge} title={what}>
      {t('badge.label')} <span className={layout.hidden}>{what}</span>
    </span>
  )
}
