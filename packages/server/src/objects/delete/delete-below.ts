import { deleteVersions } from '../../buckets/index.ts'
import { inParallel } from '../../shared/in-parallel.ts'
import { keysBelow, prefixOf } from '../selection.ts'
import { versionsOfKey } from '../versions/versions-of-key.ts'
import type { Deletion } from './deletion.ts'

/** Concurrent requests, each of a thousand deletions. */
const AT_ONCE = 4

/**
 * Deletes the objects below a folder after the key `after`, for `partMs` at most, and returns the last key that was handled;
 * undefined at the end.
 */
export async function deleteBelow(
  deletion: Deletion,
  path: string,
  after: string,
  partMs: number,
): Promise<string | undefined> {
  const { storage, bucket, allVersions, bypassGovernance } = deletion
  if (allVersions) {
    const which = { prefix: prefixOf(path), bypassGovernance, partMs }
    return await deleteVersions(storage, bucket, after, deletion, which)
  }
  const end = performance.now() + partMs
  let last: string | undefined

  async function* pages(): AsyncGenerator<string[]> {
    for await (const { keys, isTruncated } of keysBelow(storage, bucket, path, after)) {
      if (keys.length > 0) yield keys
      if (isTruncated && performance.now() > end) {
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
  // Read completely before the first deletion: servers differ in where they continue after a deleted version.
  for await (const versions of versionsOfKey(storage, bucket, key)) {
    found.push(...versions.map(({ versionId }) => ({ key, versionId })))
  }
  await deletion.delete(found)
}
