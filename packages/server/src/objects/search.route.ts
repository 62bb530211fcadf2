import { LIST_PAGE_LIMIT, type ObjectEntry, searchObjects } from '@cooperage/contract'
import { listObjectsPage } from '@cooperage/storage-client'
import type { ListObjectsV2Page } from '@cooperage/wire'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { folderEntry, objectEntry } from './list-entries.ts'
import { nameSearch } from './search/name-search.ts'

/** How long one call searches before it returns how far it got: matches appear soon, and leaving the page stops the search. */
const CALL_MS = 700

/** Scans every key below a folder and keeps only the matches, however many keys there are. */
export function searchRoute({ routes }: Registry): void {
  routes.withSession(
    searchObjects,
    async ({ params, query, storage }) => {
      const bucket = validBucketName(params.bucket)
      const { prefix, text, limit, after, continuation } = query
      const look = nameSearch(prefix, text, after)
      const end = performance.now() + CALL_MS
      const objects: ObjectEntry[] = []
      let looked = 0
      let last = after
      // The listing resumes with the storage server's own token: MinIO needs five times as long to find a key again.
      let from: { startAfter: string } | { continuationToken: string } =
        continuation === undefined ? { startAfter: after } : { continuationToken: continuation }
      for (;;) {
        const options = { prefix, maxKeys: LIST_PAGE_LIMIT, ...from }
        const page: ListObjectsV2Page = await withStorageErrors(
          { action: 's3:ListBucket', bucket, key: prefix },
          listObjectsPage(storage, bucket, options),
        )
        for (const object of page.objects) {
          const { key } = object
          looked += 1
          last = key
          const { folders, isObject } = look(key)
          objects.push(...folders.map(folderEntry))
          if (isObject) objects.push(objectEntry(object))
          if (objects.length >= limit) return { objects, looked, next: key }
        }
        const { isTruncated, nextContinuationToken: continuationToken } = page
        if (!isTruncated || continuationToken === undefined) return { objects, looked }
        if (performance.now() > end) return { objects, looked, next: last, continuation: continuationToken }
        from = { continuationToken }
      }
    },
    { isLong: true },
  )
}
