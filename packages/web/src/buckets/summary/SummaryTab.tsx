import type { BucketTabProps } from '../detail/tab-props.ts'

/** What is set on a bucket; each setting is read for itself, so that one that cannot be read takes nothing else away. */
export function SummaryTab(_: BucketTabProps) {
  return null
}
