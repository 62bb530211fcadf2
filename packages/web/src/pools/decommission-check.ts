import type { Pool, Rebalance } from '@cooperage/contract'

/** What has to be true before a pool is decommissioned, in the order in which it is shown. */
export const CONDITIONS = ['other', 'decommission', 'rebalance', 'space'] as const
export type Condition = (typeof CONDITIONS)[number]

interface DecommissionCheck {
  /** undefined: not known, and left to the storage server. */
  met: Record<Condition, boolean | undefined>
  /** Bytes in the pool, and free in the pools that would get them. */
  usedBytes: number
  freeBytes: number
}

export function usedBytesOf({ totalBytes, freeBytes }: Pick<Pool, 'totalBytes' | 'freeBytes'>): number {
  return Math.max(0, totalBytes - freeBytes)
}

/** Pools that get new objects: all that were never decommissioned. */
function takesObjects({ decommission }: Pool): boolean {
  return decommission.state === 'none'
}

/** @param rebalance undefined if the account can't see it */
export function checkDecommission(
  pool: Pool,
  pools: readonly Pool[],
  rebalance: Pick<Rebalance, 'state'> | undefined,
): DecommissionCheck {
  const others = pools.filter((other) => other.id !== pool.id && takesObjects(other))
  const usedBytes = usedBytesOf(pool)
  const freeBytes = others.reduce((sum, other) => sum + other.freeBytes, 0)
  return {
    met: {
      other: others.length > 0,
      decommission: !pools.some(({ decommission }) => decommission.state === 'running'),
      rebalance: rebalance && rebalance.state !== 'running',
      space: usedBytes <= freeBytes,
    },
    usedBytes,
    freeBytes,
  }
}

/** The first condition that no confirmation replaces; the server itself doesn't check the space. */
export function obstacleOf({ met }: DecommissionCheck): Exclude<Condition, 'space'> | undefined {
  return (['other', 'decommission', 'rebalance'] as const).find((condition) => met[condition] === false)
}

/** Share of the data that is moved or failed, 0 to 1, and the seconds left at this speed; null if unknown. */
export function decommissionProgress(
  { decommission: { startBytes, startedAt, movedBytes, failedBytes } }: Pool,
  now: number,
): { share: number; leftSeconds: number | null } {
  const done = movedBytes + failedBytes
  const share = startBytes > 0 ? Math.min(1, done / startBytes) : 0
  const elapsed = (now - Date.parse(startedAt)) / 1000
  const isKnown = done > 0 && share > 0 && elapsed > 0
  return { share, leftSeconds: isKnown ? Math.round((elapsed * (1 - share)) / share) : null }
}
