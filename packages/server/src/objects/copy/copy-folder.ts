import { AppError, type CopyFailure, objectNameProblem, reasonText } from '@cooperage/contract'
import { listObjectsPage, type StorageClient } from '@cooperage/storage-client'
import type { ListedObject } from '@cooperage/wire'
import { inParallel } from '../../shared/in-parallel.ts'
import { objectFailureOf } from '../../shared/object-errors.ts'
import { isRetriedByNextCall, PART_MS } from '../../shared/parts.ts'
import { affectsAllObjects, withStorageErrors } from '../../shared/storage-errors.ts'
import type { FailureList } from '../failure-list.ts'
import { type CopyOne, copyOne } from './copy-one.ts'

const AT_ONCE = 8
/** Objects between two checks of the time limit. */
const IN_BATCH = 32

interface CopyFolder extends CopyOne {
  after: string
}

interface CopyOutcome {
  copied: number
  skipped: number
  failures: FailureList<CopyFailure>
}

/**
 * Copies the objects below a folder for some seconds, and returns the last key that was handled; undefined at the end. If an
 * error ends the call early after some progress, the next call meets it again, so that nothing is copied twice.
 */
export async function copyFolder(
  storage: StorageClient,
  job: CopyFolder,
  outcome: CopyOutcome,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { source } = job
  const end = performance.now() + PART_MS
  // A number that is free for one object could be part of the name of another.
  const isOneByOne = job.existing === 'keep_both'
  const inBatch = isOneByOne ? 1 : IN_BATCH
  let after = job.after

  const copyBatch = async (batch: readonly ListedObject[]) => {
    const dealtWith = new Set<string>()
    try {
      await inParallel(batch, isOneByOne ? 1 : AT_ONCE, async ({ key }) => {
        await copyBelow(storage, job, key, outcome)
        dealtWith.add(key)
      })
      after = batch.at(-1)?.key ?? after
    } catch (error) {
      if (!isRetriedByNextCall(error, signal)) throw error
      const last = batch.findLastIndex(({ key }) => dealtWith.has(key))
      after = batch[last]?.key ?? after
      // The next call starts after everything that is done; unfinished keys before that are reported, to be retried by name.
      for (const { key: path } of batch.slice(0, Math.max(last, 0))) {
        if (!dealtWith.has(path))
          outcome.failures.add({ ...objectFailureOf(path, error), target: '', source_state: '' })
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
    if (after === job.after || !isRetriedByNextCall(error, signal)) throw error
    return after
  }
}

async function copyBelow(storage: StorageClient, job: CopyOne, key: string, outcome: CopyOutcome): Promise<void> {
  const { source, target, move } = job
  const name = target.key + key.slice(source.key.length)
  try {
    const problem = objectNameProblem(name)
    if (problem !== undefined) throw new AppError('InvalidObjectName', { reason: problem })
    if (target.bucket === source.bucket && name.startsWith(source.key)) {
      throw new AppError('InvalidInput', { reason: reasonText('copyIntoItself') })
    }
    const request = { ...job, source: { ...source, key }, target: { ...target, key: name } }
    const copied = await copyOne(storage, request)
    if (copied === undefined) outcome.skipped += 1
    else if (copied.failure) outcome.failures.add(copied.failure)
    else outcome.copied += 1
  } catch (error) {
    if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
    // Moved or deleted by someone else since it was listed.
    if (move && error.code === 'NoSuchKey') return
    outcome.failures.add({ ...objectFailureOf(key, error), target: '', source_state: '' })
  }
}
