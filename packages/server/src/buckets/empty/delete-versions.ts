import {
  deleteObjects,
  listObjectVersionsPage,
  type RefusedDeletion,
  type StorageClient,
} from '@cooperage/storage-client'
import { inParallel } from '../../shared/in-parallel.ts'
import { PART_MS } from '../../shared/parts.ts'
import { withStorageErrors } from '../../shared/storage-errors.ts'

/** Concurrent requests, each of a thousand deletions. */
const AT_ONCE = 4

/** Called after every batch of a thousand deletions. */
interface VersionsOutcome {
  addVersions(bucket: string, requested: number, failures: readonly RefusedDeletion[]): void
}

interface WhichVersions {
  /** Only versions of keys that start with it. */
  prefix?: string
  bypassGovernance?: boolean
  partMs?: number
}

type Page = Awaited<ReturnType<typeof listObjectVersionsPage>>

/**
 * Deletes versions and delete markers after the key `after` for some seconds, and returns the last key that was handled;
 * undefined at the end of the bucket. Running deletions count, even if the next page could not be listed.
 */
export async function deleteVersions(
  storage: StorageClient,
  bucket: string,
  after: string,
  outcome: VersionsOutcome,
  { prefix = '', bypassGovernance = false, partMs = PART_MS }: WhichVersions = {},
): Promise<string | undefined> {
  const list = (page: Pick<Page, 'nextKeyMarker' | 'nextVersionIdMarker'>) =>
    withStorageErrors(
      { action: 's3:ListBucketVersions', bucket, key: prefix },
      listObjectVersionsPage(storage, bucket, {
        prefix,
        keyMarker: page.nextKeyMarker,
        versionIdMarker: page.nextVersionIdMarker,
      }),
    )
  const end = performance.now() + partMs
  let last: string | undefined

  /**
   * Yields a page only after the next one has arrived: servers differ in where they continue after a deleted version. For the
   * same reason a call never ends between two versions of a key.
   */
  async function* pages(): AsyncGenerator<Page['versions']> {
    let page = await list({ nextKeyMarker: after })
    for (;;) {
      const following = page.isTruncated && page.nextKeyMarker !== undefined ? await list(page) : undefined
      if (page.versions.length > 0) yield page.versions
      if (following === undefined) return
      const lastHere = page.versions.at(-1)?.key
      if (lastHere !== undefined && following.versions[0]?.key !== lastHere && performance.now() > end) {
        last = lastHere
        return
      }
      page = following
    }
  }

  await inParallel(pages(), AT_ONCE, async (versions) => {
    const targets = versions.map(({ key, versionId }) => ({ key, versionId }))
    const failures = await withStorageErrors(
      { action: 's3:DeleteObject', bucket },
      deleteObjects(storage, bucket, targets, { bypassGovernance }),
    )
    outcome.addVersions(bucket, versions.length, failures)
  })
  return last
}
