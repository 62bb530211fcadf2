import { listObjectVersionsPage, type StorageClient } from '@cooperage/storage-client'
import { withStorageErrors } from '../../shared/storage-errors.ts'

/** For most folders the first few versions are enough to decide. */
const FIRST_PAGE = 50

/**
 * The state of a folder at a time: it has objects, all its objects are deleted, or it does not exist yet. Versions are read
 * until the state is known; if the folder is younger, that means all of them.
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
