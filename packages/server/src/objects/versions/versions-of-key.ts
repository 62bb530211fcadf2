import { listObjectVersions, type StorageClient } from '@cooperage/storage-client'
import type { ListedVersion } from '@cooperage/wire'
import { withStorageErrors } from '../../shared/storage-errors.ts'

/** The versions and delete markers of exactly one key, the newest first, a page at a time. */
export async function* versionsOfKey(
  storage: StorageClient,
  bucket: string,
  key: string,
  { withMetadata = false } = {},
): AsyncGenerator<ListedVersion[]> {
  const pages = listObjectVersions(storage, bucket, { prefix: key, withMetadata })
  for (;;) {
    const page = await withStorageErrors({ action: 's3:ListBucketVersions', bucket, key }, pages.next())
    if (page.done) return
    // In byte order the key itself comes before all keys that merely start with it.
    const versions = page.value.versions.filter((version) => version.key === key)
    if (versions.length > 0) yield versions
    if (versions.length < page.value.versions.length || page.value.commonPrefixes.length > 0) return
  }
}
