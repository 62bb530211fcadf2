import { listObjectVersions, listObjectVersionsPage, type StorageClient } from '@cooperage/storage-client'
import type { ListedVersion } from '@cooperage/wire'
import { withStorageErrors } from '../../shared/storage-errors.ts'

/** Most keys have fewer versions, and thousands of other keys may start with the same characters. */
const FEW = 16

/** The versions and delete markers of exactly one key, the newest first, a page at a time. */
export async function* versionsOfKey(
  storage: StorageClient,
  bucket: string,
  key: string,
  { withMetadata = false } = {},
): AsyncGenerator<ListedVersion[]> {
  const subject = { action: 's3:ListBucketVersions', bucket, key, feature: 'versions of objects' } as const
  const query = { prefix: key, withMetadata }
  const first = await withStorageErrors(subject, listObjectVersionsPage(storage, bucket, { ...query, maxKeys: FEW }))
  // In byte order the key itself comes before all keys that merely start with it.
  const few = first.versions.filter((version) => version.key === key)
  if (!first.isTruncated || few.length < first.versions.length) {
    if (few.length > 0) yield few
    return
  }
  // From the beginning: servers differ in where they continue after a deleted version.
  const pages = listObjectVersions(storage, bucket, query)
  for (;;) {
    const page = await withStorageErrors(subject, pages.next())
    if (page.done) return
    const versions = page.value.versions.filter((version) => version.key === key)
    if (versions.length > 0) yield versions
    if (versions.length < page.value.versions.length || page.value.commonPrefixes.length > 0) return
  }
}
