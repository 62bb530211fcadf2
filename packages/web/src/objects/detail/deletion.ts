import { plainName } from '../../shared/text/visible-name.ts'

/** What to delete: the object of an unversioned bucket, its view (by a delete marker), one version, or all of them. */
export type Deletion = 'object' | 'marker' | 'version' | 'all'

/** The lock of a version, or the part of it that could be read. */
export interface Kept {
  isHeld: boolean
  mode: '' | 'governance' | 'compliance'
  /** ISO 8601. */
  until: string
}

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

/** Longer names are too long to type. */
const LONGEST_TYPED = 64
const WORD = 'delete'

/** The text to type before a permanent loss: the name, or a word if the name can't be typed as it is displayed. */
export function confirmWord(name: string): string {
  return name.length <= LONGEST_TYPED && plainName(name) === name && /^[\x20-\x7e]+$/.test(name) ? name : WORD
}
