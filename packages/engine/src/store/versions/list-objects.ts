import { requireBucket } from '../index/bucket-rows.ts'
import { behind, objectKey, objectsPrefix } from '../index/keys.ts'
import { decodeRow, type ObjectRow } from '../index/rows.ts'
import type { ListEntry, ListPage, ListQuery } from '../store.ts'
import type { StoreContext } from '../store-context.ts'
import { currentVersion, versionRecord } from './versions.ts'

/**
 * One page of a listing, as a scan over a range of the index. At a common prefix the scan seeks past all its keys, so the
 * cost of a folder doesn't depend on its contents.
 */
export function listObjects({ index }: Pick<StoreContext, 'index'>, bucket: string, query: ListQuery): ListPage {
  requireBucket(index, bucket)
  if (query.limit === 0) return { entries: [] }
  const bucketPrefix = objectsPrefix(bucket)
  const end = behind(query.prefix === '' ? bucketPrefix : objectKey(bucket, query.prefix))
  const delimiter = query.delimiter ? Buffer.from(query.delimiter) : undefined
  const prefixEnd = bucketPrefix.length + Buffer.byteLength(query.prefix)

  const entries: ListEntry[] = []
  let last = ''
  let position: Buffer | undefined = firstPosition(bucket, query)
  while (position) {
    const from: Buffer = position
    position = undefined
    for (const entry of index.range(from, end)) {
      const cut = commonPrefixEnd(entry.key, delimiter, prefixEnd)
      const name = entry.key.toString('utf8', bucketPrefix.length, cut)
      if (cut !== undefined && isBefore(name, query.after)) {
        position = behind(entry.key.subarray(0, cut))
        break
      }
      if (entries.length === query.limit) return { entries, next: last }
      last = name
      if (cut === undefined) {
        const version = currentVersion(decodeRow<ObjectRow>(entry.value))
        entries.push({ kind: 'object', record: versionRecord(bucket, name, version, true) })
      } else {
        entries.push({ kind: 'prefix', prefix: name })
        position = behind(entry.key.subarray(0, cut))
        break
      }
    }
  }
  return { entries }
}

/** The first index key to list: the prefix itself, or the key after `after`. */
function firstPosition(bucket: string, { prefix, after }: ListQuery): Buffer {
  const start = objectKey(bucket, prefix)
  if (after === undefined) return start
  // The next greater key is the same key with a zero byte appended.
  const resume = Buffer.concat([objectKey(bucket, after), Buffer.from([0])])
  return Buffer.compare(resume, start) > 0 ? resume : start
}

/** The end of a key's common prefix, including the delimiter; undefined if the key itself is listed. */
export function commonPrefixEnd(key: Buffer, delimiter: Buffer | undefined, from: number): number | undefined {
  if (!delimiter) return undefined
  const found = key.indexOf(delimiter, from)
  return found < 0 ? undefined : found + delimiter.length
}

/** Whether the common prefix is `after` or sorts before it, because a page never repeats the folder it resumes in. */
export function isBefore(prefix: string, after: string | undefined): boolean {
  return after !== undefined && Buffer.compare(Buffer.from(prefix), Buffer.from(after)) <= 0
}
