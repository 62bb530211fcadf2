import type { RequestContext } from '@cooperage/wire/policy'
import type { ObjectRecord } from '../../store/store.ts'
import type { S3Call } from '../call.ts'
import { s3Error } from '../errors.ts'
import { requestedVersion } from '../versions.ts'
import { lockNotEnabled } from './requested-lock.ts'

/**
 * The version whose lock is read or changed, which may be a delete marker. Checks the permission first, so that callers without
 * it don't learn what exists.
 * @throws WireError AccessDenied, NoSuchBucket, InvalidRequest, InvalidArgument; StoreError
 */
export function lockableVersion(call: S3Call, action: string, context?: RequestContext): ObjectRecord {
  const { engine, bucket, key, query, allows } = call
  if (!allows(action, bucket, key, context)) throw s3Error('AccessDenied')
  const found = engine.store.getBucket(bucket)
  if (found === undefined) throw s3Error('NoSuchBucket')
  if (found.lock === undefined) throw lockNotEnabled()
  return engine.store.statObject(bucket, key, requestedVersion(query))
}
