import type { ObjectRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'
import { isVersionId } from './version-ids.ts'

/** The version that `versionId` asks for; undefined for the latest. @throws WireError InvalidArgument */
export function askedVersion(query: URLSearchParams): string | undefined {
  const versionId = query.get('versionId')
  if (!isVersionId(versionId)) throw s3Error('InvalidArgument', 'Invalid version id specified')
  return versionId || undefined
}

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

/** Answers name a version only where there can be several. */
export function versionHeader({ versionId }: Pick<ObjectRecord, 'versionId'>): Record<string, string> {
  return versionId === 'null' ? {} : { 'x-amz-version-id': versionId }
}
