import { AppError, objectTagsProblem } from '@cooperage/contract'
import { putObjectTags, type StorageClient } from '@cooperage/storage-client'
import { withObjectErrors } from '../../shared/object-errors.ts'
import type { Version } from './version.ts'

export type Tags = Record<string, string>

/** @throws AppError InvalidInput for tags that no object can have */
export function checkTags(tags: Tags): void {
  const reason = objectTagsProblem(tags)
  if (reason !== undefined) throw new AppError('InvalidInput', { reason })
}

/** Replaces all tags. */
export async function writeTags(storage: StorageClient, version: Version, tags: Tags): Promise<void> {
  const { bucket, key, versionId } = version
  const action = versionId ? 's3:PutObjectVersionTagging' : 's3:PutObjectTagging'
  await withObjectErrors({ action, bucket, key }, putObjectTags(storage, bucket, key, tags, { versionId }))
}
