import { deleteBucketDocuments } from './bucket-documents.ts'
import { requireBucket } from './index/bucket-rows.ts'
import { behind, bucketKey, objectsPrefix, usageKey, versionsPrefix } from './index/keys.ts'
import type { IndexReader } from './index/ordered-index.ts'
import { type BucketRow, encodeRow } from './index/rows.ts'
import { emptyUsage } from './space/usage.ts'
import { type BucketLock, type BucketRecord, StoreError, type Versioning } from './store.ts'
import type { StoreContext } from './store-context.ts'
import { deleteUploadsOf } from './uploads/abort-uploads.ts'
import { lockingOff } from './versions/lock-rules.ts'

export function createBucket(
  { index, now }: StoreContext,
  name: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<BucketRecord> {
  return index.commit((writer) => {
    if (writer.get(bucketKey(name))) throw new StoreError('BucketExists', `The bucket ${name} already exists.`)
    const row: BucketRow = { createdAt: now(), ...(lock ? { versioning: 'Enabled', lock: {} } : { versioning: 'Off' }) }
    writer.put(bucketKey(name), encodeRow(row))
    writer.put(usageKey(name), encodeRow(emptyUsage()))
    return { name, ...row }
  })
}

/** Emptiness is checked in the commit that deletes the bucket, so no acknowledged object is lost. */
export async function deleteBucket({ index, folder }: StoreContext, name: string): Promise<void> {
  const fileIds = await index.commit((writer) => {
    requireBucket(writer, name)
    if (!isEmpty(writer, name))
      throw new StoreError('BucketNotEmpty', `The bucket ${name} contains objects or versions.`)
    writer.delete(bucketKey(name))
    writer.delete(usageKey(name))
    deleteBucketDocuments(writer, name)
    return deleteUploadsOf(writer, name)
  })
  folder.retire(fileIds)
}

function isEmpty(index: IndexReader, bucket: string): boolean {
  for (const prefix of [objectsPrefix(bucket), versionsPrefix(bucket)]) {
    for (const _ of index.range(prefix, behind(prefix))) return false
  }
  return true
}

export function setVersioning(
  { index }: StoreContext,
  name: string,
  versioning: Exclude<Versioning, 'Off'>,
): Promise<void> {
  return index.commit((writer) => {
    const row = requireBucket(writer, name)
    if (row.lock && versioning !== 'Enabled') {
      throw new StoreError('LockingOn', `The bucket ${name} has object lock enabled, which requires versioning.`)
    }
    writer.put(bucketKey(name), encodeRow({ ...row, versioning }))
  })
}

export function setBucketLock({ index }: StoreContext, name: string, lock: BucketLock): Promise<void> {
  return index.commit((writer) => {
    const row = requireBucket(writer, name)
    if (!row.lock) throw lockingOff(name)
    writer.put(bucketKey(name), encodeRow({ ...row, lock }))
  })
}
