import { requireBucket } from '../index/bucket-rows.ts'
import { behind, uploadKey, uploadsPrefix } from '../index/keys.ts'
import { decodeRow, type UploadRow } from '../index/rows.ts'
import type { ListUploadsPage, ListUploadsQuery } from '../store.ts'
import type { StoreContext } from '../store-context.ts'
import { commonPrefixEnd, isBefore } from '../versions/list-objects.ts'
import { uploadRecord } from './upload-rows.ts'

/** One page of incomplete uploads; scans like `listObjects`. */
export function listUploads(
  { index }: Pick<StoreContext, 'index'>,
  bucket: string,
  query: ListUploadsQuery,
): ListUploadsPage {
  requireBucket(index, bucket)
  // A zero byte ends a key in the index, so no key contains one.
  if (query.limit === 0 || query.prefix.includes('\0')) return { entries: [] }
  const namesFrom = uploadsPrefix(bucket).length
  const beginningWith = (prefix: string) => Buffer.concat([uploadsPrefix(bucket), Buffer.from(prefix)])
  const delimiter = query.delimiter ? Buffer.from(query.delimiter) : undefined
  const prefixEnd = Buffer.byteLength(query.prefix)

  const entries: ListUploadsPage['entries'] = []
  let next: ListUploadsPage['next']
  let position: Buffer | undefined = firstPosition(bucket, query, beginningWith(query.prefix))
  while (position) {
    const from: Buffer = position
    position = undefined
    for (const { key: rowKey, value } of index.range(from, behind(beginningWith(query.prefix)))) {
      const keyEnd = rowKey.lastIndexOf(0)
      const cut = commonPrefixEnd(rowKey.subarray(namesFrom, keyEnd), delimiter, prefixEnd)
      const name = rowKey.toString('utf8', namesFrom, cut === undefined ? keyEnd : namesFrom + cut)
      if (cut !== undefined && isBefore(name, query.after?.key)) {
        position = behind(beginningWith(name))
        break
      }
      if (next && entries.length === query.limit) return { entries, next }
      if (cut !== undefined) {
        entries.push({ kind: 'prefix', prefix: name })
        next = { key: name }
        position = behind(beginningWith(name))
        break
      }
      const uploadId = rowKey.toString('utf8', keyEnd + 1)
      entries.push({ kind: 'upload', record: uploadRecord(bucket, name, uploadId, decodeRow<UploadRow>(value)) })
      next = { key: name, uploadId }
    }
  }
  return { entries }
}

function firstPosition(bucket: string, { after }: ListUploadsQuery, start: Buffer): Buffer {
  if (!after) return start
  const resume =
    after.uploadId === undefined
      ? behind(uploadKey(bucket, after.key, ''))
      : Buffer.concat([uploadKey(bucket, after.key, after.uploadId), Buffer.from([0])])
  return Buffer.compare(resume, start) > 0 ? resume : start
}
