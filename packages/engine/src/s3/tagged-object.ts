import type { ObjectRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'
import { askedVersion } from './versions.ts'

/**
 * The version whose tags are asked for or changed.
 * @throws WireError NoSuchKey, MethodNotAllowed for a delete marker that was named; StoreError
 */
export function taggedVersion({ engine, bucket, key, query }: S3Call): ObjectRecord {
  const versionId = askedVersion(query)
  const record = engine.store.statObject(bucket, key, versionId)
  if (record.isDeleteMarker) throw s3Error(versionId === undefined ? 'NoSuchKey' : 'MethodNotAllowed')
  return record
}
