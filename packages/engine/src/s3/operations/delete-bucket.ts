import { StoreError } from '../../store/store.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

/** A bucket with versions may look empty, so the refusal says what is still there. */
export const deleteBucket: S3Operation = async ({ engine, bucket }) => {
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
