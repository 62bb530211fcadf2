import { countObjects } from '@cooperage/contract'
import { listObjectVersions, type StorageClient } from '@cooperage/storage-client'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { isRetriedByNextCall, PART_MS } from '../shared/parts.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { keysBelow, prefixOf, type Selected, walkSelection } from './selection.ts'
import { versionsOfKey } from './versions/versions-of-key.ts'

/** Single objects needn't be asked for: one that is missing is done at once. */
const IN_BATCH = 10_000
/** How many versions an object has is only in their listing. */
const IN_BATCH_OF_VERSIONS = 20

export function countRoute({ routes }: Registry): void {
  routes.withSession(
    countObjects,
    async ({ params, query: { after, all_versions: allVersions }, body, storage, signal }) => {
      const bucket = validBucketName(params.bucket)
      let count = 0
      const work = {
        inBatch: allVersions ? IN_BATCH_OF_VERSIONS : IN_BATCH,
        async onObjects(rows: readonly Selected[]) {
          count += allVersions ? await versionsOf(storage, bucket, rows) : rows.length
        },
        async *below(path: string, from: string) {
          if (allVersions) {
            for await (const page of versionsBelow(storage, bucket, path, from)) {
              count += page.count
              yield page.upTo
            }
            return
          }
          for await (const { keys } of keysBelow(storage, bucket, path, from)) {
            count += keys.length
            yield keys.at(-1) ?? from
          }
        },
        fail() {
          count += 1
        },
      }
      const end = performance.now() + PART_MS
      let next: string | undefined = after
      try {
        for await (next of walkSelection(body, after, work)) if (performance.now() > end) break
        // Nothing is left after the end of the selection.
        if (next === after) next = undefined
      } catch (error) {
        if (next === after || !isRetriedByNextCall(error, signal)) throw error
      }
      return { count, ...(next !== undefined && { next }) }
    },
    { isLong: true },
  )
}

async function versionsOf(storage: StorageClient, bucket: string, objects: readonly Selected[]): Promise<number> {
  let count = 0
  for (const { path } of objects) {
    for await (const versions of versionsOfKey(storage, bucket, path)) count += versions.length
  }
  return count
}

/**
 * How many versions and delete markers are below a folder after the key `after`, page by page, and up to which key. Those of the
 * last key of a page are counted once all of them are known, because a position is a key.
 */
async function* versionsBelow(
  storage: StorageClient,
  bucket: string,
  path: string,
  after: string,
): AsyncGenerator<{ count: number; upTo: string }> {
  const prefix = prefixOf(path)
  const subject = { action: 's3:ListBucketVersions', bucket, key: prefix }
  const pages = listObjectVersions(storage, bucket, { prefix, keyMarker: after || undefined })
  const last = { key: after, versions: 0 }
  let upTo = after
  for (;;) {
    const page = await withStorageErrors(subject, pages.next())
    if (page.done) break
    let count = 0
    for (const { key } of page.value.versions) {
      if (key !== last.key) {
        count += last.versions
        upTo = last.key
        last.key = key
        last.versions = 0
      }
      last.versions += 1
    }
    yield { count, upTo }
  }
  if (last.versions > 0) yield { count: last.versions, upTo: last.key }
}
