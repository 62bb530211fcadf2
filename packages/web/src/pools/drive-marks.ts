import type { PoolDrive } from '@cooperage/contract'

/** The most important thing to know about a drive, worst first. */
export const DRIVE_MARKS = ['bad', 'healing', 'full', 'slow', 'ok'] as const
export type DriveMark = (typeof DRIVE_MARKS)[number]

/** Servers write nothing anymore to a drive that is almost full; from here on somebody should add space. */
const FULL_SHARE = 0.9
/** A drive is slow if its calls take so many times as long as those of the other drives of its erasure set, and long at all. */
const SLOW_FACTOR = 3
const SLOW_MS = 20
/** Fewer calls in the last minute say little about a drive. */
const MIN_CALLS = 10

export interface MarkedDrive extends PoolDrive {
  mark: DriveMark
}

/** Share of the drive's space that is in use, 0 to 1; 0 if it doesn't report its size. */
export function usedShare({ usedBytes, totalBytes }: Pick<PoolDrive, 'usedBytes' | 'totalBytes'>): number {
  return totalBytes > 0 ? Math.min(1, Math.max(0, usedBytes / totalBytes)) : 0
}

export function markDrives(drives: readonly PoolDrive[]): MarkedDrive[] {
  const latencies = new Map<string, number[]>()
  for (const drive of drives) {
    const measured = measuredLatency(drive)
    if (measured === undefined) continue
    const ofSet = latencies.get(setKey(drive)) ?? []
    ofSet.push(measured)
    latencies.set(setKey(drive), ofSet)
  }
  const medians = new Map([...latencies].map(([key, values]) => [key, medianOf(values)]))
  return drives.map((drive) => ({ ...drive, mark: markOf(drive, medians.get(setKey(drive)) ?? 0) }))
}

function markOf(drive: PoolDrive, median: number): DriveMark {
  if (drive.state !== 'ok') return 'bad'
  if (drive.isHealing) return 'healing'
  if (usedShare(drive) >= FULL_SHARE) return 'full'
  const latency = measuredLatency(drive) ?? 0
  return latency >= SLOW_MS && latency >= SLOW_FACTOR * median ? 'slow' : 'ok'
}

const setKey = ({ pool, set }: PoolDrive) => `${pool}/${set}`

function measuredLatency({ latencyMs, calls }: PoolDrive): number | undefined {
  return latencyMs !== null && calls >= MIN_CALLS ? latencyMs : undefined
}

/** Of an even number the lower one, so that one slow drive of two is found. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
}

export function countMarks(drives: readonly MarkedDrive[]): Record<DriveMark, number> {
  const counts = { bad: 0, healing: 0, full: 0, slow: 0, ok: 0 }
  for (const { mark } of drives) counts[mark]++
  return counts
}

/** Drives by pool, each in the order of its erasure sets. */
export function drivesByPool(drives: readonly MarkedDrive[]): Map<number, MarkedDrive[]> {
  const pools = new Map<number, MarkedDrive[]>()
  for (const drive of drives.toSorted((a, b) => a.pool - b.pool || a.set - b.set)) {
    const ofPool = pools.get(drive.pool) ?? []
    ofPool.push(drive)
    pools.set(drive.pool, ofPool)
  }
  return pools
}

export type Grouping = 'set' | 'node'

/** The drives of a pool by erasure set or by node. The name of a group is the set's index or the node's address. */
export function groupDrives(drives: readonly MarkedDrive[], by: Grouping): [name: string, drives: MarkedDrive[]][] {
  const groups = new Map<string, MarkedDrive[]>()
  for (const drive of drives) {
    const name = by === 'set' ? String(drive.set) : drive.node
    const ofGroup = groups.get(name) ?? []
    ofGroup.push(drive)
    groups.set(name, ofGroup)
  }
  return [...groups]
}
