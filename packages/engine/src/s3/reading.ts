import type { ObjectRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'
import { hasOverrides } from './object-headers.ts'
import { existingTags } from './tag-conditions.ts'

/**
 * Finds what a reader asks for. Whether it may read can depend on the object's tags, so it is asked with them, and without
 * when there is nothing: who may not read does not learn what is missing.
 * A link by a stranger must not turn an object that everybody may read into a page: only a signature can ask for headers.
 * @throws WireError AccessDenied, InvalidRequest, and whatever `find` throws
 */
export async function findReadable<Found>(
  { allows, bucket, key, caller, query }: S3Call,
  find: () => Found | Promise<Found>,
  recordOf: (found: Found) => ObjectRecord,
): Promise<Found> {
  if (caller.kind === 'anonymous' && hasOverrides(query)) {
    throw s3Error('InvalidRequest', 'Request specific response headers cannot be used for anonymous GET requests.')
  }
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
