/** The target of a copy: the folder that a typed path means, and why it can be invalid. */
import { objectNameProblem, sentence } from '@cooperage/contract'
import type { CopyUnit } from './copy-work.ts'

export interface Destination {
  bucket: string
  /** As typed. */
  path: string
}

/** The prefix that a typed path means: '' for the bucket itself. Spaces are kept, since folder names can have them. */
export function folderOfPath(path: string): string {
  const trimmed = path.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '' : `${trimmed}/`
}

/** The folder whose sub-folders complete a typed path, and the start of their names. */
export function completionOf(path: string): { parent: string; start: string } {
  const typed = path.replace(/^\/+/, '')
  const at = typed.lastIndexOf('/') + 1
  return { parent: typed.slice(0, at), start: typed.slice(at) }
}

/** Each key with its name below `prefix`, in another folder. */
export function unitsInto(keys: readonly string[], prefix: string, folder: string): CopyUnit[] {
  return keys.map((source) => ({ source, target: folder + source.slice(prefix.length) }))
}

type DestinationProblem = { kind: 'same' } | { kind: 'within' } | { kind: 'name'; reason: string }

/** Why the target is invalid. */
export function destinationProblem(
  units: readonly CopyUnit[],
  isSameBucket: boolean,
  folder: string,
): DestinationProblem | undefined {
  const reason = folder === '' ? undefined : sentence(objectNameProblem(folder))
  if (reason !== undefined) return { kind: 'name', reason }
  if (!isSameBucket) return undefined
  if (units.some(({ source, target }) => source === target)) return { kind: 'same' }
  if (units.some(({ source, target }) => source.endsWith('/') && target.startsWith(source))) return { kind: 'within' }
  return undefined
}
