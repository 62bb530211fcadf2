/**
 * The life of a multipart upload: a row for the upload, a file and a row for each part. Completing it moves no bytes: the
 * part files, in order, become the pieces of the object, in one commit that also ends the upload. Parts that are not
 * named, parts sent again and aborted uploads lose their rows in a commit and their files after it.
 */
import { createHash } from 'node:crypto'
import { requireBucket } from './bucket-rows.ts'
import { commitBody, writeFileMark, writePieces } from './content.ts'
import { behind, checkKeyLength, fileKey, partKey, partsPrefix, uploadKey, uploadsPrefix } from './keys.ts'
import { replaceObject } from './objects.ts'
import type { IndexReader, IndexWriter } from './ordered-index.ts'
import { receiveBody } from './receive-body.ts'
import {
  decodeRow,
  encodeRow,
  type FilePiece,
  metadataRow,
  type ObjectRow,
  objectRecord,
  type PartRow,
  type UploadRow,
} from './rows.ts'
import { type Body, type ObjectRecord, type PartRecord, StoreError, type UploadRecord } from './store.ts'
import type { StoreParts } from './store-parts.ts'

export async function createUpload(
  { index, newId, now }: StoreParts,
  bucket: string,
  key: string,
  { metadata, tags, checksum }: Pick<UploadRecord, 'metadata' | 'tags' | 'checksum'>,
): Promise<UploadRecord> {
  checkKeyLength(key)
  return await index.commit((writer) => {
    requireBucket(writer, bucket)
    const uploadId = newId()
    const row: UploadRow = { startedAt: now(), x: metadataRow(metadata) }
    writer.put(uploadKey(bucket, key, uploadId), encodeRow(row))
    return { bucket, key, uploadId, startedAt: row.startedAt, metadata, tags, ...(checksum ? { checksum } : {}) }
  })
}

export async function putPart(
  parts: StoreParts,
  bucket: string,
  key: string,
  uploadId: string,
  partNumber: number,
  body: Body,
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
  { index, folder, newId, now }: StoreParts,
  bucket: string,
  key: string,
  uploadId: string,
  named: { partNumber: number; etag: string }[],
): Promise<ObjectRecord> {
  const { row, unusedFiles } = await index.commit((writer) => {
    const upload = requireUpload(writer, bucket, key, uploadId)
    const stored = new Map(partsOf(writer, uploadId))
    const parts = named.map(({ partNumber, etag }) => {
      const part = stored.get(partNumber)
      if (part?.e !== etag) throw new StoreError('InvalidPart', `Part ${partNumber} is missing or differs.`)
      stored.delete(partNumber)
      return { partNumber, ...part }
    })
    const pieces = parts.map(({ id, s, e }): FilePiece => ({ id, s, e }))
    const size = pieces.reduce((sum, { s }) => sum + s, 0)
    const row: ObjectRow = {
      s: size,
      e: multipartEtag(pieces),
      m: now(),
      d: writePieces(writer, newId, pieces),
      x: upload.x,
    }
    for (const { partNumber } of parts) writer.delete(partKey(uploadId, partNumber))
    const unnamed = deleteParts(writer, uploadId, stored)
    writer.delete(uploadKey(bucket, key, uploadId))
    return { row, unusedFiles: [...unnamed, ...replaceObject(writer, bucket, key, row)] }
  })
  folder.retire(unusedFiles)
  return objectRecord(bucket, key, row)
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
    writer.delete(uploadKey(bucket, key, uploadId))
    return deleteParts(writer, uploadId, partsOf(writer, uploadId))
  })
  folder.retire(fileIds)
}

/** Deletes the rows of every unfinished upload of a bucket; returns the files of their parts, to be retired. */
export function deleteUploadsOf(writer: IndexWriter, bucket: string): string[] {
  const prefix = uploadsPrefix(bucket)
  const fileIds: string[] = []
  for (const { key } of writer.range(prefix, behind(prefix))) {
    const uploadId = key.toString('utf8', key.lastIndexOf(0) + 1)
    writer.delete(key)
    fileIds.push(...deleteParts(writer, uploadId, partsOf(writer, uploadId)))
  }
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

function partRecord(partNumber: number, row: PartRow): PartRecord {
  return { partNumber, size: row.s, etag: row.e, lastModified: row.m }
}
