import { deleteObjects, listObjectVersionsPage, type StorageClient } from '@cooperage/storage-client'
import type { DeleteFailure } from '@cooperage/wire'
import { inParallel } from '../../shared/in-parallel.ts'
import { PART_MS } from '../../shared/parts.ts'
import { withStorageErrors } from '../../shared/storage-errors.ts'

/** Requests of a thousand deletions each that are under way together. */
const AT_ONCE = 4

/** Called after every batch of a thousand deletions. */
export interface VersionsOutcome {
  addVersions(bucket: string, asked: number, failures: readonly DeleteFailure[]): void
}

export interface WhichVersions {
  /** Only versions of keys that begin so. */
  prefix?: string
  bypassGovernance?: boolean
  partMs?: number
}

type Page = Awaited<ReturnType<typeof listObjectVersionsPage>>

/**
 * Deletes versions and delete markers behind the key `after` for some seconds, and tells the last key that it dealt with;
 * undefined at the end of the bucket. What is under way counts, even where the next page could not be had.
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
   * A page comes only once the next one is there: servers differ in where they go on behind a version that is gone. For the
   * same reason a part never ends between two versions of a key.
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
