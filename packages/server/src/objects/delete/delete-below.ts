import { listObjects } from '@cooperage/storage-client'
import { deleteVersions } from '../../buckets/index.ts'
import { inParallel } from '../../shared/in-parallel.ts'
import { about } from '../../shared/storage-refusals.ts'
import { versionsOfKey } from '../versions/versions-of-key.ts'
import type { Deletion } from './deletion.ts'

/** Requests of a thousand deletions each that are under way together. */
const AT_ONCE = 4

/**
 * Deletes what lies below a folder behind the key `after`, for `partMs` at most, and tells the last key that it dealt with;
 * undefined at the end. The path is a folder with or without its final slash, so that `a` never takes `ab` along.
 */
export async function deleteBelow(
  deletion: Deletion,
  path: string,
  after: string,
  partMs: number,
): Promise<string | undefined> {
  const { storage, bucket, allVersions, bypassGovernance } = deletion
  const prefix = path.endsWith('/') ? path : `${path}/`
  if (allVersions) return await deleteVersions(storage, bucket, after, deletion, { prefix, bypassGovernance, partMs })
  const end = performance.now() + partMs
  let last: string | undefined

  async function* pages(): AsyncGenerator<string[]> {
    const listed = listObjects(storage, bucket, { prefix, startAfter: after })
    for (;;) {
      const page = await about({ action: 's3:ListBucket', bucket, key: prefix }, listed.next())
      if (page.done) return
      const keys = page.value.objects.map(({ key }) => key)
      if (keys.length > 0) yield keys
      if (page.value.isTruncated && performance.now() > end) {
        last = keys.at(-1)
        return
      }
    }
  }

  await inParallel(pages(), AT_ONCE, (keys) => deletion.delete(keys.map((key) => ({ key }))))
  return last
}

/** All versions and delete markers of exactly one key. */
export async function deleteAllVersions(deletion: Deletion, key: string): Promise<void> {
  const { storage, bucket } = deletion
  const found: { key: string; versionId: string }[] = []
  // Read whole before the first goes: servers differ in where they go on behind a version that is gone.
  for await (const versions of versionsOfKey(storage, bucket, key)) {
    found.push(...versions.map(({ versionId }) => ({ key, versionId })))
  }
  await deletion.delete(found)
}
