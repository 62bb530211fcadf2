import { AppError, reasonText, restoreObject } from '@cooperage/contract'
import { deleteObject, type StorageClient } from '@cooperage/storage-client'
import type { ListedVersion } from '@cooperage/wire'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { withObjectErrors } from '../shared/object-errors.ts'
import { copyWhole } from './copy/copy-whole.ts'
import { headSource } from './copy/source-of-copy.ts'
import { versionsOfKey } from './versions/versions-of-key.ts'

export function restoreRoute({ routes }: Registry): void {
  routes.withSession(
    restoreObject,
    async ({ params, query, storage }) => {
      const bucket = validBucketName(params.bucket)
      const { prefix: key, version_id: requestedId } = query
      const { wanted, above } = await find(storage, bucket, key, requestedId)
      if (wanted.isDeleteMarker) {
        throw new AppError('InvalidInput', {
          reason: reasonText('isDeleteMarker'),
        })
      }
      if (above.length === 0) return { how: 'unchanged' as const, version_id: wanted.versionId }
      if (above.every(({ isDeleteMarker }) => isDeleteMarker) && (await removed(storage, bucket, above))) {
        return { how: 'marker' as const, version_id: wanted.versionId }
      }
      const { key: name, versionId } = wanted
      const source = { bucket, key: name, versionId }
      const version_id = await copyWhole(storage, source, await headSource(storage, source), { bucket, key })
      return { how: 'copy' as const, version_id }
    },
    { isLong: true },
  )
}

/** The wanted version, or the newest that isn't a delete marker, and all versions that are newer. */
async function find(
  storage: StorageClient,
  bucket: string,
  key: string,
  versionId: string | undefined,
): Promise<{ wanted: ListedVersion; above: ListedVersion[] }> {
  const above: ListedVersion[] = []
  for await (const versions of versionsOfKey(storage, bucket, key)) {
    for (const version of versions) {
      if (versionId ? version.versionId === versionId : !version.isDeleteMarker) return { wanted: version, above }
      above.push(version)
    }
  }
  throw new AppError('NoSuchKey', { key })
}

/** Removes delete markers, the newest last so that no older version shows in between; false if the first may not be removed. */
async function removed(storage: StorageClient, bucket: string, markers: readonly ListedVersion[]): Promise<boolean> {
  for (const [index, { key, versionId }] of markers.toReversed().entries()) {
    const subject = { action: 's3:DeleteObjectVersion', bucket, key }
    try {
      await withObjectErrors(subject, deleteObject(storage, bucket, key, { versionId }))
    } catch (error) {
      if (index === 0 && error instanceof AppError && error.code === 'AccessDenied') return false
      throw error
    }
  }
  return true
}
