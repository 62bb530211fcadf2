import { StoreError } from '../../store/store.ts'
import type { S3Call, S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { removeEverything, requestedForce } from '../force-delete.ts'

/** A versioned bucket may look empty, so the error mentions its versions. */
export const deleteBucket: S3Operation = async (call) => {
  const { engine, bucket } = call
  const force = requestedForce(call)
  // As in MinIO, the header requires the permission even if it is false.
  if (force !== undefined && !call.allows('s3:ForceDeleteBucket', bucket)) throw s3Error('AccessDenied')
  if (force) return await forceDelete(call)
  try {
    await engine.store.deleteBucket(bucket)
  } catch (cause) {
    const isVersioned = engine.store.getBucket(bucket)?.versioning !== 'Off'
    if (!(cause instanceof StoreError) || cause.code !== 'BucketNotEmpty' || !isVersioned) throw cause
    const message = 'The bucket you tried to delete is not empty. You must delete all versions in the bucket.'
    throw s3Error('BucketNotEmpty', message, { cause })
  }
  return { status: 204 }
}

/** Succeeds if the bucket doesn't exist, as in MinIO. */
async function forceDelete(call: S3Call): ReturnType<S3Operation> {
  const { engine, bucket } = call
  const record = engine.store.getBucket(bucket)
  if (record?.lock !== undefined) throw s3Error('MethodNotAllowed')
  if (record !== undefined) {
    await removeEverything(call)
    await engine.store.deleteBucket(bucket)
  }
  return { status: 204 }
}
