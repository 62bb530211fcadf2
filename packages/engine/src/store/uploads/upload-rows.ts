import { behind, fileKey, partKey, partsPrefix, uploadKey } from '../index/keys.ts'
import type { IndexReader, IndexWriter } from '../index/ordered-index.ts'
import { decodeRow, metadataOf, type PartRow, type UploadRow } from '../index/rows.ts'
import { StoreError, type UploadRecord } from '../store.ts'

/** @throws StoreError NoSuchUpload */
export function requireUpload(index: IndexReader, bucket: string, key: string, uploadId: string): UploadRow {
  const value = index.get(uploadKey(bucket, key, uploadId))
  if (!value) throw new StoreError('NoSuchUpload', `There is no upload ${uploadId} of ${bucket}/${key}.`)
  return decodeRow<UploadRow>(value)
}

export function* partsOf(index: IndexReader, uploadId: string): Iterable<[number, PartRow]> {
  const prefix = partsPrefix(uploadId)
  for (const { key, value } of index.range(prefix, behind(prefix))) {
    yield [Number(key.toString('utf8', prefix.length)), decodeRow<PartRow>(value)]
  }
}

/** Deletes rows of parts. Returns their files, to retire. */
export function deleteParts(writer: IndexWriter, uploadId: string, parts: Iterable<[number, PartRow]>): string[] {
  const dropped = Array.from(parts)
  for (const [partNumber] of dropped) writer.delete(partKey(uploadId, partNumber))
  return dropPartFiles(
    writer,
    dropped.map(([, row]) => row),
  )
}

export function dropPartFiles(writer: IndexWriter, parts: PartRow[]): string[] {
  for (const { id } of parts) writer.delete(fileKey(id))
  return parts.map(({ id }) => id)
}

export function uploadRecord(bucket: string, key: string, uploadId: string, row: UploadRow): UploadRecord {
  const { startedAt, x, l, t, checksum, y } = row
  return {
    bucket,
    key,
    uploadId,
    startedAt,
    metadata: metadataOf(x),
    tags: t ?? {},
    ...(l ? { lock: l } : {}),
    ...(checksum ? { checksum } : {}),
    ...(y ? { encryption: 'AES256' } : {}),
  }
}
