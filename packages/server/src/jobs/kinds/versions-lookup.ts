import { listObjectVersionsPage, type StorageClient } from '@cooperage/storage-client'
import type { ListedVersion } from '@cooperage/wire'
import { prefixOf, versionsOfKey } from '../../objects/index.ts'
import { withStorageErrors } from '../../shared/storage-errors.ts'
import type { Lookup } from './plan-selection.ts'

/** Turns versions, in the order of a listing, into items. */
interface VersionReader<Item> {
  add(version: ListedVersion): Item[]
  end(): Item[]
}

/**
 * Looks up what a reader makes of versions and delete markers. A page has all versions of its keys, because servers differ in
 * where they continue after a deleted one. The path '' is the whole bucket.
 */
export function versionsLookup<Item>(
  storage: StorageClient,
  bucket: string,
  readerOf: () => VersionReader<Item>,
  { withMetadata = false } = {},
): Lookup<Item> {
  const ofObject = async (key: string) => {
    const reader = readerOf()
    const items: Item[] = []
    for await (const versions of versionsOfKey(storage, bucket, key, { withMetadata })) {
      items.push(...versions.flatMap((version) => reader.add(version)))
    }
    return [...items, ...reader.end()]
  }
  const read = (versions: readonly ListedVersion[]) => {
    const reader = readerOf()
    return [...versions.flatMap((version) => reader.add(version)), ...reader.end()]
  }
  return {
    ofObject,
    async below(path, after) {
      const prefix = prefixOf(path)
      const { versions, isTruncated } = await withStorageErrors(
        { action: 's3:ListBucketVersions', bucket, key: prefix },
        listObjectVersionsPage(storage, bucket, { prefix, keyMarker: after || undefined, withMetadata }),
      )
      if (!isTruncated) return { items: read(versions), last: undefined }
      const last = versions.at(-1)?.key ?? ''
      const whole = versions.filter(({ key }) => key !== last)
      if (whole.length === 0) return { items: await ofObject(last), last }
      return { items: read(whole), last: whole.at(-1)?.key }
    },
  }
}
