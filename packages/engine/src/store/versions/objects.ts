import { readPieces, writeContent } from '../files/content.ts'
import { receiveBody } from '../files/receive-body.ts'
import { requireBucket } from '../index/bucket-rows.ts'
import { checkKeyLength, ROW } from '../index/keys.ts'
import type { IndexReader } from '../index/ordered-index.ts'
import { isFilled, metadataRow, type ObjectRow, partRecord } from '../index/rows.ts'
import {
  type Body,
  type ObjectRecord,
  type OpenObject,
  type PartRecord,
  type PutOptions,
  StoreError,
  type Versioning,
} from '../store.ts'
import type { StoreContext } from '../store-context.ts'
import { commitKey, type KeyCommit } from './commit-key.ts'
import { lockOfNew, withLock } from './lock-rules.ts'
import { openContent } from './open-object.ts'
import { findVersion, isLatest, isMarker, isObject, type Version, versionRecord } from './versions.ts'

export async function putObject(
  context: StoreContext,
  bucket: string,
  key: string,
  body: Body,
  { metadata, tags, lock, checksums, encryption, precondition }: PutOptions,
): Promise<ObjectRecord> {
  const { index, folder, keyring, newId, now, newOrder, inlineBytes } = context
  checkKeyLength(key)
  requireBucket(index, bucket)
  const content = encryption && (await keyring.newContent())
  const received = await receiveBody(folder, newId, body, inlineBytes, content)
  return await commitKey(context, { bucket, key, received, precondition }, ({ writer, bucketRow, versions }) => {
    const content = writeContent(writer, newId, received)
    const row: ObjectRow = { s: received.size, e: received.md5, m: now(), x: metadataRow(metadata) }
    if (content !== undefined) row.d = content
    if (isFilled(tags)) row.t = tags
    const kept = checksums?.()
    if (kept) row.c = kept
    if (encryption) row.y = 1
    if (received.key !== undefined) row.k = received.key
    const locked = withLock(row, lockOfNew(bucket, bucketRow, lock, row.m))
    return versionRecord(bucket, key, versions.add(asVersion(locked, bucketRow.versioning), newOrder), true)
  })
}

/** While versioning isn't enabled, every write is the null version. */
export function asVersion<Row extends { z?: 1 }>(row: Row, versioning: Versioning): Row {
  return versioning === 'Enabled' ? row : { ...row, z: 1 }
}

export function statObject({ index }: StoreContext, bucket: string, key: string, versionId?: string): ObjectRecord {
  const version = requireVersion(index, bucket, key, versionId)
  const latest = versionId === undefined || isLatest(index, bucket, key, version)
  return versionRecord(bucket, key, version, latest)
}

export async function openObject(
  { index, folder, keyring }: StoreContext,
  bucket: string,
  key: string,
  versionId?: string,
): Promise<OpenObject> {
  const version = requireVersion(index, bucket, key, versionId)
  const latest = versionId === undefined || isLatest(index, bucket, key, version)
  const { d: content, k: sealedKey }: Partial<ObjectRow> = isMarker(version.row) ? {} : version.row
  const record = versionRecord(bucket, key, version, latest)
  return await openContent({ index, folder, keyring }, record, { content, sealedKey })
}

const MULTIPART_ETAG = /-\d+$/

export function partsOfObject({ index }: StoreContext, bucket: string, key: string, versionId?: string): PartRecord[] {
  const { row } = requireVersion(index, bucket, key, versionId)
  // A copy can share the files of a multipart upload and still have the ETag of a single-part object.
  if (isMarker(row) || !row.d?.startsWith(ROW.pieces) || !MULTIPART_ETAG.test(row.e)) return []
  return readPieces(index, row.d).map((piece) => partRecord(piece.n, piece))
}

export async function setObjectTags(
  context: StoreContext,
  bucket: string,
  key: string,
  versionId: string | undefined,
  tags: Record<string, string>,
): Promise<ObjectRecord> {
  return await commitKey(context, { bucket, key }, ({ writer, versions }: KeyCommit) => {
    const version = requireVersion(writer, bucket, key, versionId)
    if (!isObject(version)) throw missing(bucket, key, versionId)
    const { t: _, ...row } = version.row
    const changed = versions.replace(version, isFilled(tags) ? { ...row, t: tags } : row)
    return versionRecord(bucket, key, changed, version.order === versions.latest?.order)
  })
}

/** @throws StoreError NoSuchBucket, NoSuchKey, NoSuchVersion */
export function requireVersion(
  index: IndexReader,
  bucket: string,
  key: string,
  versionId: string | undefined,
): Version {
  const version = findVersion(index, bucket, key, versionId)
  if (version) return version
  requireBucket(index, bucket)
  throw missing(bucket, key, versionId)
}

export function missing(bucket: string, key: string, versionId: string | undefined): StoreError {
  if (versionId === undefined) return new StoreError('NoSuchKey', `There is no object ${bucket}/${key}.`)
  return new StoreError('NoSuchVersion', `There is no version ${versionId} of ${bucket}/${key}.`)
}
