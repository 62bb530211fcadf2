import { AppError } from '@cooperage/contract'
import { type CopySource, deleteObject, headObject, type StorageClient } from '@cooperage/storage-client'
import { withObjectErrors } from '../../shared/object-errors.ts'

type Head = Record<string, string>

/** What is to be copied, as it is now. @throws AppError NoSuchKey, AccessDenied */
export async function headSource(storage: StorageClient, source: CopySource): Promise<Head> {
  const { bucket, key, versionId } = source
  const reading = { action: versionId ? 's3:GetObjectVersion' : 's3:GetObject', bucket, key }
  return await withObjectErrors(reading, headObject(storage, bucket, key, { versionId }))
}

/** Whatever differs when somebody has written the object anew. */
const IDENTITY = ['etag', 'x-amz-version-id', 'last-modified', 'content-length']

/** A text that is the same as long as the object is. */
export function stateOf(head: Head): string {
  return IDENTITY.map((name) => head[name] ?? '').join(' ')
}

/**
 * Ends a move: deletes what was copied, if that is what is still there. Servers know no condition on a deletion, so between
 * this look and the deletion somebody may be faster; where the bucket keeps versions, nothing is lost by that. What somebody
 * else has deleted meanwhile is as good as deleted here.
 * @throws AppError PreconditionFailed when it has become another; then it stays, beside the copy of what it was
 */
export async function deleteSource(storage: StorageClient, source: CopySource, state: string): Promise<void> {
  const { bucket, key } = source
  try {
    const now = await headSource(storage, source)
    if (stateOf(now) !== state) throw new AppError('PreconditionFailed', { key })
    await withObjectErrors({ action: 's3:DeleteObject', bucket, key }, deleteObject(storage, bucket, key))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NoSuchKey') throw error
  }
}
