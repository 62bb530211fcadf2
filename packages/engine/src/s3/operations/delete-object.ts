import type { S3Operation } from '../call.ts'
import { isOnlyVersion } from '../version-ids.ts'

/** Deleting what is not there succeeds, and so does deleting a version that is not there. */
export const deleteObject: S3Operation = async ({ engine, bucket, key, query }) => {
  if (isOnlyVersion(query.get('versionId'))) await engine.store.deleteObject(bucket, key)
  return { status: 204 }
}
