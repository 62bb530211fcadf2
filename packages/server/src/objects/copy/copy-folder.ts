import { AppError, type CopyFailure, objectNameProblem } from '@cooperage/contract'
import { listObjectsPage, type StorageClient } from '@cooperage/storage-client'
import type { ListedObject } from '@cooperage/wire'
import { inParallel } from '../../shared/in-parallel.ts'
import { isRetriedByNextCall, PART_MS } from '../../shared/parts.ts'
import { affectsAllObjects, withStorageErrors } from '../../shared/storage-errors.ts'
import type { FailureList } from '../failure-list.ts'
import { type CopyOne, copyOne } from './copy-one.ts'

const AT_ONCE = 8
/** Objects between two looks at the clock. */
const IN_BATCH = 32

export interface CopyFolder extends CopyOne {
  after: string
}

export interface CopyOutcome {
  copied: number
  skipped: number
  failures: FailureList<CopyFailure>
}

/**
 * Copies what lies below a folder for some seconds, and tells the last key that it dealt with; undefined at the end. What
 * ends it early is left to the following call once something is done, so that nothing is done twice.
 */
export async function copyFolder(
  storage: StorageClient,
  asked: CopyFolder,
  outcome: CopyOutcome,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { source } = asked
  const end = performance.now() + PART_MS
  // A numbered name that is free for one could be the own name of another.
  const isOneByOne = asked.existing === 'keep_both'
  const inBatch = isOneByOne ? 1 : IN_BATCH
  let after = asked.after

  const copyBatch = async (batch: readonly ListedObject[]) => {
    const dealtWith = new Set<string>()
    try {
      await inParallel(batch, isOneByOne ? 1 : AT_ONCE, async ({ key }) => {
        await copyBelow(storage, asked, key, outcome)
        dealtWith.add(key)
      })
      after = batch.at(-1)?.key ?? after
    } catch (error) {
      if (!isRetriedByNextCall(error, signal)) throw error
      const last = batch.findLastIndex(({ key }) => dealtWith.has(key))
      after = batch[last]?.key ?? after
      // The following call begins behind all that is done: what others have overtaken is tried again by name.
      for (const { key: path } of batch.slice(0, Math.max(last, 0))) {
        if (!dealtWith.has(path)) outcome.failures.add({ path, message: error.message, target: '', source_state: '' })
      }
      throw error
    }
  }

  try {
    for (;;) {
      const { objects, isTruncated } = await withStorageErrors(
        { action: 's3:ListBucket', bucket: source.bucket, key: source.key },
        listObjectsPage(storage, source.bucket, { prefix: source.key, startAfter: after }),
      )
      for (let at = 0; at < objects.length; at += inBatch) {
        await copyBatch(objects.slice(at, at + inBatch))
        const isLast = !isTruncated && at + inBatch >= objects.length
        if (!isLast && performance.now() > end) return after
      }
      if (!isTruncated) return undefined
    }
  } catch (error) {
    if (after === asked.after || !isRetriedByNextCall(error, signal)) throw error
    return after
  }
}

async function copyBelow(storage: StorageClient, asked: CopyOne, key: string, outcome: CopyOutcome): Promise<void> {
  const { source, target, move } = asked
  const name = target.key + key.slice(source.key.length)
  try {
    const reason = objectNameProblem(name)
    if (reason !== undefined) throw new AppError('InvalidObjectName', { reason })
    if (target.bucket === source.bucket && name.startsWith(source.key)) {
      throw new AppError('InvalidInput', { reason: 'its copy would lie in the folder that is being copied' })
    }
    const request = { ...asked, source: { ...source, key }, target: { ...target, key: name } }
    const copied = await copyOne(storage, request)
    if (copied === undefined) outcome.skipped += 1
    else if (copied.failure) outcome.failures.add(copied.failure)
    else outcome.copied += 1
  } catch (error) {
    if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
    // Somebody else has moved or deleted it since it was listed.
    if (move && error.code === 'NoSuchKey') return
    outcome.failures.add({ path: key, message: error.message, target: '', source_state: '' })
  }
}
