import type { RequestContext } from '@cooperage/wire'
import type { ObjectRecord } from '../../store/store.ts'
import type { S3Call } from '../call.ts'
import { s3Error } from '../errors.ts'
import { requestedVersion } from '../versions.ts'
import { lockNotEnabled } from './requested-lock.ts'

/**
 * The version whose lock is asked for or changed, which may be a delete marker. Who may not does not learn what is missing.
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
