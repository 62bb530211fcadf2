import { requireBucket } from './bucket-rows.ts'
import { commitBody, deleteContent, writeContent } from './content.ts'
import { checkKeyLength, objectKey } from './keys.ts'
import { openContent } from './open-object.ts'
import type { IndexReader, IndexWriter } from './ordered-index.ts'
import { receiveBody } from './receive-body.ts'
import { decodeRow, encodeRow, metadataRow, type ObjectRow, objectRecord } from './rows.ts'
import { type Body, type ObjectRecord, type OpenObject, type PutOptions, StoreError } from './store.ts'
import type { StoreParts } from './store-parts.ts'
import { countUsage } from './usage.ts'

export async function putObject(
  parts: StoreParts,
  bucket: string,
  key: string,
  body: Body,
  { metadata }: PutOptions,
): Promise<ObjectRecord> {
  const { index, folder, newId, now, inlineBytes } = parts
  checkKeyLength(key)
  requireBucket(index, bucket)
  const received = await receiveBody(folder, newId, body, inlineBytes)
  const { row, replacedFiles } = await commitBody(parts, received, (writer) => {
    requireBucket(writer, bucket)
    const content = writeContent(writer, newId, received)
    const row: ObjectRow = { s: received.size, e: received.md5, m: now(), x: metadataRow(metadata) }
    if (content !== undefined) row.d = content
    return { row, replacedFiles: replaceObject(writer, bucket, key, row) }
  })
  folder.retire(replacedFiles)
  return objectRecord(bucket, key, row)
}

/** Puts the row of an object and counts it; returns the files of the one that it replaces, to be retired. */
export function replaceObject(writer: IndexWriter, bucket: string, key: string, row: ObjectRow): string[] {
  const replaced = findObject(writer, bucket, key)
  writer.put(objectKey(bucket, key), encodeRow(row))
  countUsage(writer, bucket, replaced ? { added: row.s, removed: replaced.s } : { added: row.s })
  return replaced ? deleteContent(writer, replaced.d) : []
}

export function statObject({ index }: StoreParts, bucket: string, key: string): ObjectRecord {
  return objectRecord(bucket, key, requireObject(index, bucket, key))
}

export async function openObject({ index, folder }: StoreParts, bucket: string, key: string): Promise<OpenObject> {
  const row = requireObject(index, bucket, key)
  return await openContent(index, folder, objectRecord(bucket, key, row), row.d)
}

export async function deleteObject({ index, folder }: StoreParts, bucket: string, key: string): Promise<boolean> {
  requireBucket(index, bucket)
  if (!findObject(index, bucket, key)) return false
  const deleted = await index.commit((writer) => {
    requireBucket(writer, bucket)
    const row = findObject(writer, bucket, key)
    if (!row) return undefined
    writer.delete(objectKey(bucket, key))
    countUsage(writer, bucket, { removed: row.s })
    return deleteContent(writer, row.d)
  })
  if (deleted) folder.retire(deleted)
  return deleted !== undefined
}

function findObject(index: IndexReader, bucket: string, key: string): ObjectRow | undefined {
  const value = index.get(objectKey(bucket, key))
  return value && decodeRow<ObjectRow>(value)
}

/** @throws StoreError NoSuchBucket, NoSuchKey */
function requireObject(index: IndexReader, bucket: string, key: string): ObjectRow {
  const row = findObject(index, bucket, key)
  if (row) return row
  requireBucket(index, bucket)
  throw new StoreError('NoSuchKey', `There is no object ${bucket}/${key}.`)
}
