import type { ObjectRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'
import { hasOverrides } from './object-headers.ts'
import { existingTags } from './tag-conditions.ts'

/**
 * Finds an object and checks the read permission, which may depend on the object's tags. Callers without permission don't learn
 * whether the object exists.
 * Anonymous callers can't override response headers, so that nobody can serve a public object as a web page with a plain link.
 * `discard` closes what was found if the caller doesn't get it.
 * @throws WireError AccessDenied, InvalidRequest, and the errors of `find`
 */
export async function findReadable<Found>(
  { allows, bucket, key, caller, query }: S3Call,
  find: () => Found | Promise<Found>,
  recordOf: (found: Found) => ObjectRecord,
  discard?: (found: Found) => unknown,
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
  try {
    if (!allows('s3:GetObject', bucket, key, existingTags(recordOf(found)))) throw s3Error('AccessDenied')
  } catch (error) {
    await discard?.(found)
    throw error
  }
  return found
}
