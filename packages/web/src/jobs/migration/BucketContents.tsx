import type { BucketFacts } from '@cooperage/contract'
import { formatBytes } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import layout from '../../shared/layout.module.css'
import { formatCount } from '../../shared/text/numbers.ts'
import { Timestamp } from '../../shared/text/Timestamp.tsx'

/** How much a bucket has, and when that was counted. */
export function BucketContents({ contents }: Pick<BucketFacts, 'contents'>) {
  const t = useTexts('migration')
  const { objects, noncurrent, deleteMarkers, bytes, isComplete, countedAt } = contents
  const values = {
    objects: formatCount(objects),
    noncurrent: formatCount(noncurrent),
    markers: formatCount(deleteMarkers),
    size: formatBytes(bytes),
  }
  return (
    <p className={layout.note}>
      {t(isComplete ? 'contents' : 'contentsAtLeast', values)} · <Timestamp iso={countedAt} isExact />
    </p>
  )
}
