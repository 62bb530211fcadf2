import { jsonResponse } from '../../../http/response.ts'
import { itemError } from '../../../s3/errors.ts'
import { checkBucketName } from '../../../s3/names.ts'
import { archiveBody } from '../../archive.ts'
import type { AdminOperation } from '../../call.ts'
import type { AdminServices } from '../../services.ts'
import { BUCKET_FILES, type BucketFile, OBJECT_LOCK_FILE } from './bucket-files.ts'

/** Size of the largest document that a separate call accepts. */
const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024

/** Part of every MinIO export. Not imported, as in MinIO, because it only matters for replication. */
const TARGETS_FILE = 'bucket-targets.json'

/** The result for each document of a bucket and for the bucket itself. */
type BucketStatus = Partial<Record<BucketFile['status'], { isSet: true; error?: string }>> & { error?: string }

/**
 * Imports the bucket settings of a MinIO or engine export: of all its buckets, or of the one in the query, which MinIO ignores.
 * Creates missing buckets. Reports what can't be set and continues with the rest.
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
  engine: AdminServices,
  bucket: string,
  documents: ReadonlyMap<string, Buffer>,
): Promise<BucketStatus> {
  const rejection = await rejectionOf(async () => {
    checkBucketName(bucket)
    if (engine.store.getBucket(bucket) !== undefined) return
    await engine.store.createBucket(bucket, { lock: documents.has(OBJECT_LOCK_FILE) })
  })
  if (rejection !== undefined) return { error: rejection }
  const status: BucketStatus = {}
  for (const { name, status: field, write } of BUCKET_FILES) {
    const bytes = documents.get(name)
    if (bytes === undefined) continue
    const error =
      bytes.length > MAX_DOCUMENT_BYTES
        ? `${name} is larger than ${MAX_DOCUMENT_BYTES} bytes.`
        : await rejectionOf(() => write(engine, bucket, bytes.toString()))
    status[field] = { isSet: true, ...(error === undefined ? {} : { error }) }
  }
  const known = new Set([...BUCKET_FILES.map(({ name }) => name), TARGETS_FILE])
  const unknown = [...documents.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) status.error = `This server doesn't import ${unknown.join(', ')}.`
  return status
}

/** The message of the error with which `run` was rejected. Server faults still fail the whole request. */
async function rejectionOf(run: () => Promise<void>): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    return itemError(error).message
  }
}
