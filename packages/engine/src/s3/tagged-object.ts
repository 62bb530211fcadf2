import type { RequestContext } from '@cooperage/wire/policy'
import type { ObjectRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'
import { existingTags } from './tag-conditions.ts'
import { requestedVersion } from './versions.ts'

/**
 * The version whose tags are read or changed. Checks the permission, which may depend on the tags themselves. Callers without
 * it don't learn what exists.
 * @throws WireError AccessDenied, NoSuchKey, MethodNotAllowed for a requested delete marker; StoreError
 */
export function taggedVersion(call: S3Call, action: string, requested: RequestContext = {}): ObjectRecord {
  const { engine, bucket, key, query, allows } = call
  const versionId = requestedVersion(query)
  let record: ObjectRecord
  try {
    record = engine.store.statObject(bucket, key, versionId)
  } catch (cause) {
    if (!allows(action, bucket, key, requested)) throw s3Error('AccessDenied', undefined, { cause })
    throw cause
  }
  if (!allows(action, bucket, key, { ...existingTags(record), ...requested })) throw s3Error('AccessDenied')
  if (record.isDeleteMarker) throw s3Error(versionId === undefined ? 'NoSuchKey' : 'MethodNotAllowed')
  return record
}
