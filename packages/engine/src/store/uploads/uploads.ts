/**
 * Multipart uploads: a row for the upload, a file and a row for each part. Completion moves no bytes: in one commit, which
 * also ends the upload, the part files become the files of the object. Unnamed parts, replaced parts and aborted uploads
 * lose their rows in a commit and their files after it.
 */

import { createHash } from 'node:crypto'
import { commitBody, writeFileMark, writePieces } from '../files/content.ts'
import { receiveBody } from '../files/receive-body.ts'
import { requireBucket } from '../index/bucket-rows.ts'
import { checkKeyLength, partKey, uploadKey } from '../index/keys.ts'
import {
  decodeRow,
  encodeRow,
  type FilePiece,
  isFilled,
  metadataRow,
  type ObjectRow,
  type PartRow,
  partRecord,
  type UploadRow,
} from '../index/rows.ts'
import {
  type Body,
  type ObjectChecksums,
  type ObjectRecord,
  type PartRecord,
  type Precondition,
  StoreError,
  type UploadRecord,
} from '../store.ts'
import type { StoreContext } from '../store-context.ts'
import { commitKey } from '../versions/commit-key.ts'
import { checkLockable, lockOfNew, withLock } from '../versions/lock-rules.ts'
import { asVersion } from '../versions/objects.ts'
import { versionRecord } from '../versions/versions.ts'
import { deleteParts, dropPartFiles, partsOf, requireUpload, uploadRecord } from './upload-rows.ts'

export async function createUpload(
  { index, keyring, newOrder, now }: StoreContext,
  bucket: string,
  key: string,
  { metadata, tags, lock, checksum, encryption }: Omit<UploadRecord, 'bucket' | 'key' | 'uploadId' | 'startedAt'>,
): Promise<UploadRecord> {
  checkKeyLength(key)
  if (encryption) await keyring.ready()
  return await index.commit((writer) => {
    const bucketRow = requireBucket(writer, bucket)
    const uploadId = newOrder()
    const row: UploadRow = { startedAt: now(), x: metadataRow(metadata) }
    checkLockable(bucket, bucketRow, lock)
    // The bucket's default retention applies to the version, which doesn't exist until completion.
    if (lock) row.l = lock
    if (isFilled(tags)) row.t = tags
    if (checksum) row.checksum = checksum
    if (encryption) row.y = 1
    writer.put(uploadKey(bucket, key, uploadId), encodeRow(row))
    return uploadRecord(bucket, key, uploadId, row)
  })
}

export function getUpload({ index }: StoreContext, bucket: string, key: string, uploadId: string): UploadRecord {
  return uploadRecord(bucket, key, uploadId, requireUpload(index, bucket, key, uploadId))
}

export async function putPart(
  context: StoreContext,
  bucket: string,
  key: string,
  uploadId: string,
  partNumber: number,
  body: Body,
  { checksums }: { checksums?: () => Record<string, string> } = {},
): Promise<PartRecord> {
  const { index, folder, keyring, newId, now } = context
  const { y: isEncrypted } = requireUpload(index, bucket, key, uploadId)
  const content = isEncrypted && (await keyring.newContent())
  const received = await receiveBody(folder, newId, body, TO_A_FILE, content)
  const { fileId } = received
  if (fileId === undefined) throw new Error('The part was not written to a file.')
  const { row, replacedFiles } = await commitBody(context, received, (writer) => {
    requireUpload(writer, bucket, key, uploadId)
    const position = partKey(uploadId, partNumber)
    const replaced = writer.get(position)
    const row: PartRow = { s: received.size, e: received.md5, m: now(), id: fileId }
    const kept = checksums?.()
    if (isFilled(kept)) row.c = kept
    if (received.key !== undefined) row.k = received.key
    writer.put(position, encodeRow(row))
    writeFileMark(writer, fileId)
    return { row, replacedFiles: replaced ? dropPartFiles(writer, [decodeRow<PartRow>(replaced)]) : [] }
  })
  folder.retire(replacedFiles)
  return partRecord(partNumber, row)
}

/** For `receiveBody`: every part is written to a file. */
const TO_A_FILE = -1

export function listParts({ index }: StoreContext, bucket: string, key: string, uploadId: string): PartRecord[] {
  requireUpload(index, bucket, key, uploadId)
  return Array.from(partsOf(index, uploadId), ([partNumber, row]) => partRecord(partNumber, row))
}

export async function completeUpload(
  context: StoreContext,
  bucket: string,
  key: string,
  uploadId: string,
  named: { partNumber: number; etag: string }[],
  { checksums, precondition }: { checksums?: ObjectChecksums; precondition?: Precondition } = {},
): Promise<ObjectRecord> {
  const { folder, newId, newOrder, now } = context
  // Also checked outside the commit, so that a missing upload is reported before a missing bucket.
  requireUpload(context.index, bucket, key, uploadId)
  const { record, unnamedFiles } = await commitKey(
    context,
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
      const row: ObjectRow = {
        s: size,
        e: multipartEtag(pieces.map(({ e }) => e)),
        m: now(),
        d: content,
        x: upload.x,
        u: uploadId,
      }
      if (upload.t) row.t = upload.t
      if (checksums) row.c = checksums
      if (upload.y) row.y = 1
      const locked = withLock(row, lockOfNew(bucket, bucketRow, upload.l, row.m))
      const version = versions.add(asVersion(locked, bucketRow.versioning), newOrder)
      return {
        record: versionRecord(bucket, key, version, true),
        unnamedFiles: deleteParts(writer, uploadId, stored),
      }
    },
  )
  folder.retire(unnamedFiles)
  return record
}

/** S3's ETag of a multipart object, from the hexadecimal ETags of its parts. */
export function multipartEtag(parts: readonly string[]): string {
  const md5 = createHash('md5')
  for (const etag of parts) md5.update(Buffer.from(etag, 'hex'))
  return `${md5.digest('hex')}-${parts.length}`
}
