import type { KmsMetrics } from '@cooperage/contract'

/** How many requests took a time of each range that has any; servers count all that were faster, too. */
export function requestsByTime(latencies: KmsMetrics['latencies']): KmsMetrics['latencies'] {
  const sorted = latencies.toSorted((a, b) => a.upToMs - b.upToMs)
  return sorted.flatMap(({ upToMs, count }, index) => {
    const inRange = count - (sorted[index - 1]?.count ?? 0)
    return inRange > 0 ? [{ upToMs, count: inRange }] : []
  })
}
