/**
 * The life of a multipart upload: a row for the upload, a file and a row for each part. Completing it moves no bytes: the
 * part files, in order, become the pieces of the object, in one commit that also ends the upload. Parts that are not
 * named, parts sent again and aborted uploads lose their rows in a commit and their files after it.
 */
import { createHash } from 'node:crypto'
import { requireBucket } from './bucket-rows.ts'
import { commitKey } from './commit-key.ts'
import { commitBody, writeFileMark, writePieces } from './content.ts'
import { behind, checkKeyLength, fileKey, partKey, partsPrefix, ROW, uploadKey, uploadsPrefix } from './keys.ts'
import { asVersion } from './objects.ts'
import type { IndexReader, IndexWriter } from './ordered-index.ts'
import { receiveBody } from './receive-body.ts'
import {
  decodeRow,
  encodeRow,
  type FilePiece,
  isFilled,
  metadataOf,
  metadataRow,
  type ObjectRow,
  type PartRow,
  partRecord,
  type UploadRow,
} from './rows.ts'
import {
  type Body,
  type ObjectChecksums,
  type ObjectRecord,
  type PartRecord,
  type Precondition,
  StoreError,
  type UploadRecord,
} from './store.ts'
import type { StoreParts } from './store-parts.ts'
import { versionRecord } from './versions.ts'

export async function createUpload(
  { index, newOrder, now }: StoreParts,
  bucket: string,
  key: string,
  { metadata, tags, checksum }: Pick<UploadRecord, 'metadata' | 'tags' | 'checksum'>,
): Promise<UploadRecord> {
  checkKeyLength(key)
  return await index.commit((writer) => {
    requireBucket(writer, bucket)
    const uploadId = newOrder()
    const row: UploadRow = { startedAt: now(), x: metadataRow(metadata) }
    if (isFilled(tags)) row.t = tags
    if (checksum) row.checksum = checksum
    writer.put(uploadKey(bucket, key, uploadId), encodeRow(row))
    return uploadRecord(bucket, key, uploadId, row)
  })
}

export function getUpload({ index }: StoreParts, bucket: string, key: string, uploadId: string): UploadRecord {
  return uploadRecord(bucket, key, uploadId, requireUpload(index, bucket, key, uploadId))
}

export async function putPart(
  parts: StoreParts,
  bucket: string,
  key: string,
  uploadId: string,
  partNumber: number,
  body: Body,
  { checksums }: { checksums?: () => Record<string, string> } = {},
): Promise<PartRecord> {
  const { index, folder, newId, now } = parts
  requireUpload(index, bucket, key, uploadId)
  const received = await receiveBody(folder, newId, body, TO_A_FILE)
  const { fileId } = received
  if (fileId === undefined) throw new Error('A part was not received to a file.')
  const { row, replacedFiles } = await commitBody(parts, received, (writer) => {
    requireUpload(writer, bucket, key, uploadId)
    const position = partKey(uploadId, partNumber)
    const replaced = writer.get(position)
    const row: PartRow = { s: received.size, e: received.md5, m: now(), id: fileId }
    const kept = checksums?.()
    if (isFilled(kept)) row.c = kept
    writer.put(position, encodeRow(row))
    writeFileMark(writer, fileId)
    return { row, replacedFiles: replaced ? dropPartFiles(writer, [decodeRow<PartRow>(replaced)]) : [] }
  })
  folder.retire(replacedFiles)
  return partRecord(partNumber, row)
}

/** For `receiveBody`: no body is so small that it stays in memory. */
const TO_A_FILE = -1

export function listParts({ index }: StoreParts, bucket: string, key: string, uploadId: string): PartRecord[] {
  requireUpload(index, bucket, key, uploadId)
  return Array.from(partsOf(index, uploadId), ([partNumber, row]) => partRecord(partNumber, row))
}

export async function completeUpload(
  parts: StoreParts,
  bucket: string,
  key: string,
  uploadId: string,
  named: { partNumber: number; etag: string }[],
  { checksums, precondition }: { checksums?: ObjectChecksums; precondition?: Precondition } = {},
): Promise<ObjectRecord> {
  const { folder, newId, newOrder, now } = parts
  // Outside of the commit too, as the upload is missed before its bucket.
  requireUpload(parts.index, bucket, key, uploadId)
  const { record, unnamedFiles } = await commitKey(
    parts,
    { bucket, key, precondition },
    ({ writer, bucketRow, versions }) => {
      const upload = requireUpload(writer, bucket, key, uploadId)
      const stored = new Map(partsOf(writer, uploadId))
      const pieces = named.map(({ partNumber, etag }): FilePiece => {
        const part = stored.get(partNumber)
        if (part?.e !== etag) throw new StoreError('InvalidPart', `Part ${partNumber} is missing or differs.`)
        stored.delete(partNumber)
        return { ...part, n: partNumber }
      })
      for (const { n } of pieces) writer.delete(partKey(uploadId, n))
      writer.delete(uploadKey(bucket, key, uploadId))
      const size = pieces.reduce((sum, { s }) => sum + s, 0)
      const content = writePieces(writer, newId, pieces)
      const row: ObjectRow = { s: size, e: multipartEtag(pieces), m: now(), d: content, x: upload.x }
      if (upload.t) row.t = upload.t
      if (checksums) row.c = checksums
      const version = versions.add(asVersion(row, bucketRow.versioning), newOrder)
      return {
        record: versionRecord(bucket, key, version, true),
        unnamedFiles: deleteParts(writer, uploadId, stored),
      }
    },
  )
  folder.retire(unnamedFiles)
  return record
}

/** S3's ETag of an object made of parts. */
function multipartEtag(pieces: FilePiece[]): string {
  const md5 = createHash('md5')
  for (const { e } of pieces) md5.update(e, 'hex')
  return `${md5.digest('hex')}-${pieces.length}`
}

export async function abortUpload(
  { index, folder }: StoreParts,
  bucket: string,
  key: string,
  uploadId: string,
): Promise<void> {
  const fileIds = await index.commit((writer) => {
    requireUpload(writer, bucket, key, uploadId)
    return deleteUpload(writer, uploadKey(bucket, key, uploadId))
  })
  folder.retire(fileIds)
}

const ABORTED_AT_ONCE = 100

export async function abortUploadsBefore({ index, folder }: StoreParts, time: number): Promise<number> {
  const start = Buffer.from(ROW.upload)
  let aborted = 0
  let from = start
  while (true) {
    const found = staleUploads(index, from, behind(start), time)
    const last = found.at(-1)
    if (!last) return aborted
    const fileIds = await index.commit((writer) => {
      // A part may have come meanwhile, or the upload be gone.
      const stale = found.filter((key) => isStale(writer, key, time))
      aborted += stale.length
      return stale.flatMap((key) => deleteUpload(writer, key))
    })
    folder.retire(fileIds)
    from = Buffer.concat([last, Buffer.from([0])])
  }
}

/** Index keys of some uploads that may be aborted, from `from` on. */
function staleUploads(index: IndexReader, from: Buffer, end: Buffer, time: number): Buffer[] {
  const found: Buffer[] = []
  for (const { key, value } of index.range(from, end)) {
    if (decodeRow<UploadRow>(value).startedAt >= time || !isStale(index, key, time)) continue
    found.push(key)
    if (found.length === ABORTED_AT_ONCE) break
  }
  return found
}

function isStale(index: IndexReader, key: Buffer, time: number): boolean {
  if (!index.get(key)) return false
  for (const [, { m }] of partsOf(index, uploadIdOf(key))) if (m >= time) return false
  return true
}

function deleteUpload(writer: IndexWriter, key: Buffer): string[] {
  const uploadId = uploadIdOf(key)
  writer.delete(key)
  return deleteParts(writer, uploadId, partsOf(writer, uploadId))
}

function uploadIdOf(key: Buffer): string {
  return key.toString('utf8', key.lastIndexOf(0) + 1)
}

/** Deletes the rows of every unfinished upload of a bucket; returns the files of their parts, to be retired. */
export function deleteUploadsOf(writer: IndexWriter, bucket: string): string[] {
  const prefix = uploadsPrefix(bucket)
  const fileIds: string[] = []
  for (const { key } of writer.range(prefix, behind(prefix))) fileIds.push(...deleteUpload(writer, key))
  return fileIds
}

/** @throws StoreError NoSuchUpload */
function requireUpload(index: IndexReader, bucket: string, key: string, uploadId: string): UploadRow {
  const value = index.get(uploadKey(bucket, key, uploadId))
  if (!value) throw new StoreError('NoSuchUpload', `There is no upload ${uploadId} of ${bucket}/${key}.`)
  return decodeRow<UploadRow>(value)
}

function* partsOf(index: IndexReader, uploadId: string): Iterable<[number, PartRow]> {
  const prefix = partsPrefix(uploadId)
  for (const { key, value } of index.range(prefix, behind(prefix))) {
    yield [Number(key.toString('utf8', prefix.length)), decodeRow<PartRow>(value)]
  }
}

function deleteParts(writer: IndexWriter, uploadId: string, parts: Iterable<[number, PartRow]>): string[] {
  const dropped = Array.from(parts)
  for (const [partNumber] of dropped) writer.delete(partKey(uploadId, partNumber))
  return dropPartFiles(
    writer,
    dropped.map(([, row]) => row),
  )
}

function dropPartFiles(writer: IndexWriter, parts: PartRow[]): string[] {
  for (const { id } of parts) writer.delete(fileKey(id))
  return parts.map(({ id }) => id)
}

export function uploadRecord(bucket: string, key: string, uploadId: string, row: UploadRow): UploadRecord {
  const { startedAt, x, t, checksum } = row
  return { bucket, key, uploadId, startedAt, metadata: metadataOf(x), tags: t ?? {}, ...(checksum ? { checksum } : {}) }
}
