import type { PoolDrives } from '@cooperage/contract'
import { compareNames } from '../shared/text/intl.ts'

/** How many of the nodes that respond run each version, the most common one first. */
export function versionsOf(nodes: PoolDrives['nodes']): { version: string; count: number }[] {
  const known = nodes.filter(({ version }) => version !== '')
  return [...Map.groupBy(known, ({ version }) => version)]
    .map(([version, of]) => ({ version, count: of.length }))
    .sort((one, other) => other.count - one.count || compareNames(one.version, other.version))
}
