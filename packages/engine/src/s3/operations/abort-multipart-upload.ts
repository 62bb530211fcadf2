import { StoreError } from '../../store/store.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

/** Aborting an upload that is not there succeeds, as at MinIO (AWS answers NoSuchUpload). */
export const abortMultipartUpload: S3Operation = async ({ engine, bucket, key, query }) => {
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  try {
    await engine.store.abortUpload(bucket, key, query.get('uploadId') ?? '')
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'NoSuchUpload') throw error
  }
  return { status: 204 }
}
