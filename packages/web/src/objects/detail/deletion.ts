/** What to delete: the object of an unversioned bucket, its view (by a delete marker), one version, or all of them. */
export type Deletion = 'object' | 'marker' | 'version' | 'all'

/** The lock of a version, or the part of it that could be read. */
export interface Kept {
  isHeld: boolean
  mode: '' | 'governance' | 'compliance'
  /** ISO 8601. */
  until: string
}

export const NOT_KEPT: Kept = { isHeld: false, mode: '', until: '' }

/**
 * Why the storage server would refuse to delete the version; undefined if no reason is known. Only for a named
 * version: a delete marker removes nothing, and for all versions the storage server reports itself which ones stay.
 */
export function deletionProblem(
  deletion: Deletion,
  { isHeld, mode, until }: Kept,
  bypass: boolean,
  now: number,
): 'held' | 'compliance' | 'governance' | undefined {
  if (deletion !== 'version') return undefined
  if (isHeld) return 'held'
  if (mode === '' || !(Date.parse(until) > now)) return undefined
  return mode === 'governance' && bypass ? undefined : mode
}
