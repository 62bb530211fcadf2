import { AppError, type CopyFailure, type ExistingTarget } from '@cooperage/contract'
import type { CopySource, StorageClient } from '@cooperage/storage-client'
import { etagOf } from '../object-headers.ts'
import { type CopyTarget, copyWhole } from './copy-whole.ts'
import { freeKey, isThere } from './free-key.ts'
import { deleteSource, headSource, stateOf } from './source-of-copy.ts'

export interface CopyOne {
  source: CopySource
  target: CopyTarget
  /** Deletes the source once the copy is there. */
  move: boolean
  existing: ExistingTarget
  /** Of an earlier failure: what `target` is a copy of already; '' where there was none. */
  sourceState: string
}

export interface Copied {
  key: string
  /** '' where there are none. */
  version: string
  /** Why the source of a move is still there. */
  failure: CopyFailure | undefined
}

/** Undefined where it was left out. @throws AppError ObjectExists, and what the storage says */
export async function copyOne(storage: StorageClient, asked: CopyOne): Promise<Copied | undefined> {
  const { source, target, move, existing, sourceState } = asked
  if (sourceState !== '' && (await isThere(storage, target))) {
    const failure = await endMove(storage, source, target.key, sourceState)
    return { key: target.key, version: '', failure }
  }
  const head = await headSource(storage, source)
  const state = stateOf(head)
  // All that the marker of a folder says is said by the one that is there.
  const isMarker = source.key.endsWith('/') && head['content-length'] === '0'
  const isSaid = isMarker && existing !== 'overwrite' && (await isThere(storage, target))
  const key = isSaid ? target.key : await freeKey(storage, target, existing)
  if (key === undefined) return undefined
  // What is deleted later has to be what is copied now.
  const copied = move ? { ...source, etag: source.etag ?? etagOf(head) } : source
  const version = isSaid ? '' : await copyWhole(storage, copied, head, { ...target, key })
  return { key, version, failure: move ? await endMove(storage, source, key, state) : undefined }
}

/** The copy is there: what fails now must not make another when it is tried again. */
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
    // What has become another is no longer what was copied.
    if (!(error instanceof AppError) || error.code === 'PreconditionFailed') throw error
    return { path: source.key, message: error.message, target, source_state: state }
  }
}
