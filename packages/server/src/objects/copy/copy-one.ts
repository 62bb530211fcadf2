import { AppError, type CopyFailure, type ExistingTarget } from '@cooperage/contract'
import type { CopySource, StorageClient } from '@cooperage/storage-client'
import { objectFailureOf } from '../../shared/object-errors.ts'
import { etagOf } from '../object-headers.ts'
import { type CopyTarget, copyWhole } from './copy-whole.ts'
import { freeKey, isThere } from './free-key.ts'
import { deleteSource, headSource, stateOf } from './source-of-copy.ts'

export interface CopyOne {
  source: CopySource
  target: CopyTarget
  /** Deletes the source after the copy. */
  move: boolean
  existing: ExistingTarget
  /** From an earlier failure: the state of the source that `target` is already a copy of; '' if there was none. */
  sourceState: string
}

export interface Copied {
  key: string
  /** '' if the bucket isn't versioned. */
  version: string
  /** Why the source of a move still exists. */
  failure: CopyFailure | undefined
}

/** Undefined if the object was skipped. @throws AppError ObjectExists, and storage errors */
export async function copyOne(storage: StorageClient, job: CopyOne): Promise<Copied | undefined> {
  const { source, target, move, existing, sourceState } = job
  if (sourceState !== '' && (await isThere(storage, target))) {
    const failure = await endMove(storage, source, target.key, sourceState)
    return { key: target.key, version: '', failure }
  }
  const head = await headSource(storage, source)
  const state = stateOf(head)
  // An existing folder placeholder is as good as a copy of this one.
  const isMarker = source.key.endsWith('/') && head['content-length'] === '0'
  const isRedundant = isMarker && existing !== 'overwrite' && (await isThere(storage, target))
  const key = isRedundant ? target.key : await freeKey(storage, target, existing)
  if (key === undefined) return undefined
  // What is deleted later must be what is copied now.
  const copied = move ? { ...source, etag: source.etag ?? etagOf(head) } : source
  const version = isRedundant ? '' : await copyWhole(storage, copied, head, { ...target, key })
  return { key, version, failure: move ? await endMove(storage, source, key, state) : undefined }
}

/** The copy exists: a failure from here on must not create another copy when it is retried. */
async function endMove(
  storage: StorageClient,
  source: CopySource,
  target: string,
  state: string,
): Promise<CopyFailure | undefined> {
  try {
    await deleteSource(storage, source, state)
    return undefined
  } catch (error) {
    // A source that has changed is no longer what was copied.
    if (!(error instanceof AppError) || error.code === 'PreconditionFailed') throw error
    return { ...objectFailureOf(source.key, error), target, source_state: state }
  }
}
