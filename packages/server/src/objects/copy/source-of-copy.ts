import { AppError } from '@cooperage/contract'
import { type CopySource, deleteObject, headObject, type StorageClient } from '@cooperage/storage-client'
import { withObjectErrors } from '../../shared/object-errors.ts'

type Head = Record<string, string>

/** The current state of the source, or of one of its parts. @throws AppError NoSuchKey, AccessDenied */
export async function headSource(storage: StorageClient, source: CopySource, partNumber?: number): Promise<Head> {
  const { bucket, key, versionId } = source
  const reading = { action: versionId ? 's3:GetObjectVersion' : 's3:GetObject', bucket, key }
  return await withObjectErrors(
    reading,
    headObject(storage, bucket, key, { versionId, ...(partNumber !== undefined && { partNumber }) }),
  )
}

/** Everything that differs after the object is overwritten. */
const IDENTITY = ['etag', 'x-amz-version-id', 'last-modified', 'content-length']

/** A string that is equal as long as the object is. */
export function stateOf(head: Head): string {
  return IDENTITY.map((name) => head[name] ?? '').join(' ')
}

/**
 * Completes a move: deletes the source if it is still what was copied. Servers have no conditional delete, so another client
 * may overwrite it between this check and the deletion; in a versioned bucket nothing is lost by that. A source that someone
 * else has deleted counts as deleted.
 * @throws AppError PreconditionFailed if the source has changed; then it stays, beside the copy of its earlier state
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
