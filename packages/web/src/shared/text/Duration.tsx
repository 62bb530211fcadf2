import { formatDuration } from './durations.ts'
import { formatCount } from './numbers.ts'

/** A duration in words, exact on hover. */
export function Duration({ seconds }: { seconds: number }) {
  return <span title={`${formatCount(seconds)} s`}>{formatDuration(seconds)}</span>
}
