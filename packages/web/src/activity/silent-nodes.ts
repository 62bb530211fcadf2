import type { BackgroundHeal, LifecycleQueue, ScannerActivity } from '@cooperage/contract'

type Answers<T, Key extends keyof T> = Pick<T, Key> | undefined

/** The nodes whose part is missing somewhere. A part that isn’t loaded, or that this server doesn’t have, says nothing. */
export function silentNodes(
  scanner: Answers<ScannerActivity, 'nodes' | 'silentNodes'>,
  queue: Answers<LifecycleQueue, 'nodes'>,
  healing: Answers<BackgroundHeal, 'offlineNodes'>,
): string[] {
  const silent = new Set([...(scanner?.silentNodes ?? []), ...(healing?.offlineNodes ?? [])])
  // The queue names only those that answered.
  if (queue !== undefined && queue.nodes.length > 0) {
    for (const node of scanner?.nodes ?? []) if (!queue.nodes.includes(node)) silent.add(node)
  }
  return [...silent].sort()
}
