import { listObjectVersionsPage, type StorageClient } from '@cooperage/storage-client'
import { withStorageErrors } from '../../shared/storage-errors.ts'

/** Most folders show what they were with their first few versions. */
const FIRST_PAGE = 50

/**
 * What a folder was at a moment: there with something in it, there with all that was ever in it deleted, or not there yet.
 * Versions are read until that is known, which for a folder that is younger takes all of them.
 */
export async function folderAt(
  storage: StorageClient,
  bucket: string,
  folder: string,
  at: number,
): Promise<'live' | 'deleted' | 'absent'> {
  let isDeleted = false
  let decided: string | undefined
  let keyMarker: string | undefined
  let versionIdMarker: string | undefined
  for (let maxKeys = FIRST_PAGE; ; maxKeys = 1000) {
    const page = await withStorageErrors(
      { action: 's3:ListBucketVersions', bucket, key: folder },
      listObjectVersionsPage(storage, bucket, { prefix: folder, keyMarker, versionIdMarker, maxKeys }),
    )
    for (const { key, lastModified, isDeleteMarker } of page.versions) {
      if (key === decided || lastModified > at) continue
      if (!isDeleteMarker) return 'live'
      decided = key
      isDeleted = true
    }
    if (!page.isTruncated || page.nextKeyMarker === undefined) return isDeleted ? 'deleted' : 'absent'
    keyMarker = page.nextKeyMarker
    versionIdMarker = page.nextVersionIdMarker
  }
}
