/** Figures of the store in the shapes of the admin API, which several calls repeat. */
import type { BucketUsage } from '../store/store.ts'

/** Objects by how many versions they have: none here is versioned. */
export function versionsHistogram({ objects }: Pick<BucketUsage, 'objects'>): Record<string, number> {
  return {
    BETWEEN_1000_AND_10000: 0,
    BETWEEN_100_AND_1000: 0,
    BETWEEN_10_AND_100: 0,
    BETWEEN_2_AND_10: 0,
    GREATER_THAN_10000: 0,
    SINGLE_VERSION: 0,
    UNVERSIONED: objects,
  }
}

export function totals(usages: readonly BucketUsage[]): { objects: number; bytes: number } {
  return {
    objects: usages.reduce((sum, { objects }) => sum + objects, 0),
    bytes: usages.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
