import { LIFECYCLE_KINDS, type LifecycleKind, type ScannerActivity } from '@cooperage/contract'
import type { ScannerCount, ScannerReport } from '@cooperage/storage-client'

/**
 * How long the last complete cycle took. Servers have the start of one cycle only, so it is known until the next one begins.
 */
export function lastSeconds({ cycle, startedAt, endedAt }: Pick<ScannerReport, 'cycle' | 'startedAt' | 'endedAt'>) {
  const end = endedAt.at(-1) ?? 0
  const isKnown = cycle === 0 && startedAt > 0 && end >= startedAt
  return isKnown ? (end - startedAt) / 1000 : null
}

/** From the end of a cycle to the end of the next, on average. */
export function betweenSeconds(endedAt: readonly number[]): number | null {
  const [first, last] = [endedAt[0], endedAt.at(-1)]
  if (first === undefined || last === undefined || endedAt.length < 2) return null
  return (last - first) / 1000 / (endedAt.length - 1)
}

/** By the names that servers give to what a rule does, without `Action` at the end. */
const KINDS: Readonly<Record<string, LifecycleKind>> = {
  Delete: 'expired',
  DeleteVersion: 'expired',
  DeleteAllVersions: 'expired',
  DelMarkerDeleteAllVersions: 'expired',
  Transition: 'transitioned',
  TransitionVersion: 'transitioned',
  DeleteRestored: 'restored',
  DeleteRestoredVersion: 'restored',
}

export function lifecycleCounts(applied: ReadonlyMap<string, ScannerCount>): ScannerActivity['lifecycle'] {
  const sums = Object.fromEntries(
    LIFECYCLE_KINDS.map((kind) => [kind, { total: 0, isRecent: false }]),
  ) as ScannerActivity['lifecycle']
  for (const [name, { total, lastMinute }] of applied) {
    const action = name.replace(/Action$/, '')
    const sum = sums[(Object.hasOwn(KINDS, action) && KINDS[action]) || 'other']
    sum.total += total
    sum.isRecent ||= lastMinute > 0
  }
  return sums
}
