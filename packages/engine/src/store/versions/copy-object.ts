import { requireBucket } from '../index/bucket-rows.ts'
import { checkKeyLength } from '../index/keys.ts'
import { isFilled, metadataRow, type ObjectRow } from '../index/rows.ts'
import type { CopyOptions, ObjectRecord } from '../store.ts'
import type { StoreContext } from '../store-context.ts'
import { commitKey } from './commit-key.ts'
import { lockOfNew, withLock } from './lock-rules.ts'
import { asVersion, missing, requireVersion } from './objects.ts'
import { isObject, versionRecord } from './versions.ts'

/** The source is looked up in the commit that creates the copy, so its bytes can't be removed in between. */
export async function copyObject(
  context: StoreContext,
  source: { bucket: string; key: string; versionId?: string },
  bucket: string,
  key: string,
  options: CopyOptions,
): Promise<ObjectRecord> {
  const { now, newOrder } = context
  checkKeyLength(key)
  const { precondition } = options
  return await commitKey(context, { bucket, key, precondition }, ({ writer, bucketRow, contents, versions }) => {
    requireBucket(writer, source.bucket)
    const original = requireVersion(writer, source.bucket, source.key, source.versionId)
    if (!isObject(original)) throw missing(source.bucket, source.key, source.versionId)
    contents.share(original.row.d)
    const copied = copyOf(original.row, now(), options)
    const lock = lockOfNew(bucket, bucketRow, options.lock, copied.m)
    const row = asVersion(withLock(copied, lock), bucketRow.versioning)
    return versionRecord(bucket, key, versions.add(row, newOrder), true)
  })
}

function copyOf(original: ObjectRow, now: number, { metadata, tags, checksums, etag }: CopyOptions): ObjectRow {
  const { s, e, d, x, t, c, y, k } = original
  const row: ObjectRow = { s, e: etag ?? e, m: now, x: metadata ? metadataRow(metadata) : x }
  if (d !== undefined) row.d = d
  if (y) row.y = y
  if (k !== undefined) row.k = k
  const keptTags = tags ?? t
  if (isFilled(keptTags)) row.t = keptTags
  const keptChecksums = checksums ?? c
  if (keptChecksums) row.c = keptChecksums
  return row
}
