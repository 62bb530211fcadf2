import { AppError } from '@cooperage/contract'
import { abortMultipartUpload, listMultipartUploads, type StorageClient } from '@cooperage/storage-client'
import { inParallel } from '../../shared/in-parallel.ts'
import { objectFailureOf } from '../../shared/object-errors.ts'
import { withStorageErrors } from '../../shared/storage-errors.ts'
import { type EmptyingOutcome, isAlreadyDeleted } from './outcome.ts'

const AT_ONCE = 8

/** Aborts up to a thousand incomplete uploads, and returns whether more may be left that can be aborted. */
export async function abortUploads(storage: StorageClient, bucket: string, outcome: EmptyingOutcome): Promise<boolean> {
  const listed = await uploadsOf(storage, bucket, outcome)
  if (listed === undefined) return false
  await inParallel(listed.uploads, AT_ONCE, async ({ key, uploadId }) => {
    const subject = { action: 's3:AbortMultipartUpload', bucket, key }
    try {
      await withStorageErrors(subject, aborted(storage, { bucket, key, uploadId }))
      outcome.uploads += 1
    } catch (error) {
      if (!isRefusal(error)) throw error
      outcome.fail({ ...objectFailureOf(key, error), version: '' })
    }
  })
  return listed.isTruncated && outcome.uploads > 0
}

/** The objects are deleted by now, so uploads that may not be listed are one failure among others. */
async function uploadsOf(storage: StorageClient, bucket: string, outcome: EmptyingOutcome) {
  try {
    return await withStorageErrors(
      { action: 's3:ListBucketMultipartUploads', bucket },
      listMultipartUploads(storage, bucket),
    )
  } catch (error) {
    if (!isRefusal(error)) throw error
    outcome.fail({ ...objectFailureOf('', error), version: '' })
    return undefined
  }
}

async function aborted(storage: StorageClient, upload: Parameters<typeof abortMultipartUpload>[1]): Promise<void> {
  try {
    await abortMultipartUpload(storage, upload)
  } catch (error) {
    if (!isAlreadyDeleted(error)) throw error
  }
}

/** A denial of this call only; an outage or an ended session affects the whole. */
function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'AccessDenied' || error.code === 'StorageError')
}
