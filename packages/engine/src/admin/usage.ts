/** Totals over all buckets, which several calls report. */
import type { BucketUsage } from '../store/store.ts'

interface Totals {
  objects: number
  versions: number
  deleteMarkers: number
  bytes: number
}

export function totals(usages: readonly BucketUsage[]): Totals {
  const sum = (of: (usage: BucketUsage) => number) => usages.reduce((total, usage) => total + of(usage), 0)
  return {
    objects: sum(({ objects }) => objects),
    versions: sum(({ versions }) => versions),
    deleteMarkers: sum(({ deleteMarkers }) => deleteMarkers),
    bytes: sum(({ bytes }) => bytes),
  }
}
