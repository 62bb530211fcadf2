import { AppError, objectNameProblem } from '@cooperage/contract'
import { type ListedObject, listObjectsPage, type StorageClient } from '@cooperage/storage-client'
import { inParallel } from '../../shared/in-parallel.ts'
import { about, isOfTheWhole } from '../../shared/storage-refusals.ts'
import type { FailureList } from '../failure-list.ts'
import { type CopyOne, copyOne } from './copy-one.ts'

const AT_ONCE = 8
/** Objects between two looks at the clock. */
const IN_BATCH = 32
/** How long a part may take, so that progress shows. */
const PART_MS = 2_000

export interface CopyFolder extends CopyOne {
  after: string
}

/** Copies what lies below a folder for some seconds, and tells the last key that it dealt with; undefined at the end. */
export async function copyFolder(
  storage: StorageClient,
  asked: CopyFolder,
  outcome: { copied: number; skipped: number; failures: FailureList },
): Promise<string | undefined> {
  const { source, target } = asked
  const end = performance.now() + PART_MS
  let after = asked.after

  // A numbered name that is free for one could be the own name of another.
  const atOnce = asked.existing === 'keep_both' ? 1 : AT_ONCE

  const copy = async ({ key }: ListedObject) => {
    const name = target.key + key.slice(source.key.length)
    try {
      const reason = objectNameProblem(name)
      if (reason !== undefined) throw new AppError('InvalidObjectName', { reason })
      if (target.bucket === source.bucket && name.startsWith(source.key)) {
        throw new AppError('InvalidInput', { reason: 'its copy would lie in the folder that is being copied' })
      }
      const wish = { ...asked, source: { ...source, key }, target: { ...target, key: name } }
      const isCopied = (await copyOne(storage, wish)) !== undefined
      outcome[isCopied ? 'copied' : 'skipped'] += 1
    } catch (error) {
      if (!(error instanceof AppError) || isOfTheWhole(error)) throw error
      outcome.failures.add({ path: key, message: error.message })
    }
  }

  for (;;) {
    const { objects, isTruncated } = await about(
      { action: 's3:ListBucket', bucket: source.bucket, key: source.key },
      listObjectsPage(storage, source.bucket, { prefix: source.key, startAfter: after }),
    )
    for (let at = 0; at < objects.length; at += IN_BATCH) {
      const batch = objects.slice(at, at + IN_BATCH)
      await inParallel(batch, atOnce, copy)
      after = batch.at(-1)?.key ?? after
      const isLast = !isTruncated && at + IN_BATCH >= objects.length
      if (!isLast && performance.now() > end) return after
    }
    if (!isTruncated) return undefined
  }
}
