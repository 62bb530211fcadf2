import { WireError } from '@cooperage/wire'
import type { Engine } from '../../../engine.ts'
import { jsonResponse } from '../../../http/response.ts'
import { storeError } from '../../../s3/errors.ts'
import { checkBucketName } from '../../../s3/names.ts'
import { StoreError } from '../../../store/store.ts'
import { archiveBody } from '../../archive.ts'
import type { AdminOperation } from '../../call.ts'
import { BUCKET_FILES, type BucketFile, OBJECT_LOCK_FILE } from './bucket-files.ts'

/** Of the longest document that can be set by a call of its own. */
const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024

/** In every export of MinIO. Like there it isn't imported: it says nothing without a replication. */
const TARGETS_FILE = 'bucket-targets.json'

/** What became of each document of a bucket, and of the bucket as a whole. */
type BucketStatus = Partial<Record<BucketFile['status'], { isSet: true; error?: string }>> & { error?: string }

/**
 * Sets what an export of MinIO or the engine says of its buckets, or of the one in the query; MinIO always sets all. A
 * bucket that doesn't exist is created. What can't be set is reported, and the rest is set all the same.
 */
export const importBucketMetadata: AdminOperation = async (call) => {
  const { engine, query } = call
  const wanted = query.get('bucket') ?? ''
  const files = await archiveBody(call)
  const report = new Map<string, BucketStatus>()
  const byBucket = Map.groupBy(files, ([path]) => /^([^/]+)\/[^/]+$/.exec(path)?.[1])
  for (const [path] of byBucket.get(undefined) ?? []) report.set(path, { error: 'The path must be bucket/file.' })
  byBucket.delete(undefined)
  for (const [bucket = '', entries] of byBucket) {
    if (wanted !== '' && bucket !== wanted) continue
    const documents = new Map(entries.map(([path, bytes]) => [path.slice(bucket.length + 1), bytes]))
    report.set(bucket, await importBucket(engine, bucket, documents))
  }
  return jsonResponse({ buckets: Object.fromEntries(report) })
}

async function importBucket(
  engine: Engine,
  bucket: string,
  documents: ReadonlyMap<string, Buffer>,
): Promise<BucketStatus> {
  const refusal = await refusalOf(async () => {
    checkBucketName(bucket)
    if (engine.store.getBucket(bucket) !== undefined) return
    await engine.store.createBucket(bucket, { lock: documents.has(OBJECT_LOCK_FILE) })
  })
  if (refusal !== undefined) return { error: refusal }
  const status: BucketStatus = {}
  for (const { name, status: field, write } of BUCKET_FILES) {
    const bytes = documents.get(name)
    if (bytes === undefined) continue
    const error =
      bytes.length > MAX_DOCUMENT_BYTES
        ? `${name} is larger than ${MAX_DOCUMENT_BYTES} bytes.`
        : await refusalOf(() => write(engine, bucket, bytes.toString()))
    status[field] = { isSet: true, ...(error === undefined ? {} : { error }) }
  }
  const known = new Set([...BUCKET_FILES.map(({ name }) => name), TARGETS_FILE])
  const unknown = [...documents.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) status.error = `This server doesn't import ${unknown.join(', ')}.`
  return status
}

/** Why something couldn't be done. A fault of the server still fails the whole request. */
async function refusalOf(run: () => Promise<void>): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    if (error instanceof WireError) return error.message
    if (error instanceof StoreError && error.code !== 'StorageFailed') return storeError(error).message
    throw error
  }
}
