import type { ObjectRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'
import { existingTags } from './tag-conditions.ts'

/**
 * Finds what a reader asks for. Whether it may read can depend on the object's tags, so it is asked with them, and without
 * when there is nothing: who may not read does not learn what is missing.
 * @throws WireError AccessDenied, and whatever `find` throws
 */
export async function findReadable<Found>(
  { allows, bucket, key }: S3Call,
  find: () => Found | Promise<Found>,
  recordOf: (found: Found) => ObjectRecord,
): Promise<Found> {
  let found: Found
  try {
    found = await find()
  } catch (error) {
    if (!allows('s3:GetObject', bucket, key)) throw s3Error('AccessDenied', undefined, { cause: error })
    throw error
  }
  if (!allows('s3:GetObject', bucket, key, existingTags(recordOf(found)))) throw s3Error('AccessDenied')
  return found
}
