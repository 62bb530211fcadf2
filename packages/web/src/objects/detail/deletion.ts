/** What a deletion takes: the object of a bucket without versions, its view (a delete marker), one version, or all of them. */
export type Deletion = 'object' | 'marker' | 'version' | 'all'

/** What keeps a version from being deleted, as far as it could be read. */
export interface Kept {
  isHeld: boolean
  mode: '' | 'governance' | 'compliance'
  /** ISO 8601. */
  until: string
}

export const NOT_KEPT: Kept = { isHeld: false, mode: '', until: '' }

/**
 * Why the storage would refuse to delete the version; undefined when it would not, as far as is known. Only a version that is
 * named is asked about: a delete marker takes nothing away, and of all versions the storage says itself which stay.
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
