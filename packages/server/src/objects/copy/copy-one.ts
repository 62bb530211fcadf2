import type { ExistingTarget } from '@cooperage/contract'
import type { CopySource, StorageClient } from '@cooperage/storage-client'
import { type CopyTarget, copyWhole } from './copy-whole.ts'
import { freeKey } from './free-key.ts'
import { deleteCopied, etagOf, headOfSource } from './source-of-copy.ts'

export interface CopyOne {
  source: CopySource
  target: CopyTarget
  /** Deletes the source once the copy is there. */
  move: boolean
  existing: ExistingTarget
}

export interface Copied {
  key: string
  /** '' where there are none. */
  version: string
}

/** Undefined where it was left out. @throws AppError ObjectExists, and what the storage says */
export async function copyOne(storage: StorageClient, asked: CopyOne): Promise<Copied | undefined> {
  const { source, target, move, existing } = asked
  const head = await headOfSource(storage, source)
  const key = await freeKey(storage, target, existing)
  if (key === undefined) return undefined
  // What is deleted later has to be what is copied now.
  const copied = move ? { ...source, etag: source.etag ?? etagOf(head) } : source
  const version = await copyWhole(storage, copied, head, { ...target, key })
  if (move) await deleteCopied(storage, source, head)
  return { key, version }
}
