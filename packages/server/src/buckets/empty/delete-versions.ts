import { deleteObjects, listObjectVersionsPage, type StorageClient } from '@cooperage/storage-client'
import { about } from '../../shared/storage-refusals.ts'
import { FewAtOnce } from './few-at-once.ts'
import type { EmptyingOutcome } from './outcome.ts'

/** Requests of a thousand deletions each that are under way together. */
const AT_ONCE = 4
/** How long a part may take, so that progress shows. */
const PART_MS = 2_000

type Page = Awaited<ReturnType<typeof listObjectVersionsPage>>

/**
 * Deletes versions and delete markers behind the key `after` for some seconds, and tells the last key that it dealt with;
 * undefined at the end of the bucket.
 *
 * A page is deleted only once the next one is there: servers differ in where they go on behind a version that is gone. For the
 * same reason a part never ends between two versions of a key.
 */
export async function deleteVersions(
  storage: StorageClient,
  bucket: string,
  after: string,
  outcome: EmptyingOutcome,
): Promise<string | undefined> {
  const list = (page: Pick<Page, 'nextKeyMarker' | 'nextVersionIdMarker'>) =>
    about(
      { action: 's3:ListBucketVersions', bucket },
      listObjectVersionsPage(storage, bucket, {
        keyMarker: page.nextKeyMarker,
        versionIdMarker: page.nextVersionIdMarker,
      }),
    )
  const requests = new FewAtOnce(AT_ONCE)
  const end = performance.now() + PART_MS
  try {
    let page = await list({ nextKeyMarker: after })
    for (;;) {
      const { versions } = page
      const following = page.isTruncated && page.nextKeyMarker !== undefined ? await list(page) : undefined
      if (versions.length > 0) {
        await requests.begin(async () => {
          const failures = await about(
            { action: 's3:DeleteObject', bucket },
            deleteObjects(
              storage,
              bucket,
              versions.map(({ key, versionId }) => ({ key, versionId })),
            ),
          )
          outcome.addVersions(bucket, versions.length, failures)
        })
      }
      const last = versions.at(-1)?.key
      const isWhole = last !== undefined && following?.versions[0]?.key !== last
      if (following === undefined || (isWhole && performance.now() > end)) {
        await requests.end()
        return following === undefined ? undefined : last
      }
      page = following
    }
  } finally {
    // What is under way counts, even where the next page could not be had.
    await requests.settle()
  }
}
