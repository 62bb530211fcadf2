import { parseCreateBucketConfiguration } from '@cooperage/wire'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { checkWriteHeaders } from '../upload-rules.ts'

const MAX_BODY_BYTES = 64 * 1024
const LOCK_ENABLED = 'x-amz-bucket-object-lock-enabled'
const LOCK_ACTIONS = ['s3:PutBucketObjectLockConfiguration', 's3:PutBucketVersioning']

/**
 * A region in the body must match the server's region, if it has one. Object lock also enables versioning and requires the
 * permissions for both.
 */
export const createBucket: S3Operation = async ({ engine, bucket, headers, document, allows }) => {
  const { [LOCK_ENABLED]: locking = '', ...others } = headers
  checkWriteHeaders(engine, others)
  const lock = parseLocking(String(locking))
  if (lock && !LOCK_ACTIONS.every((action) => allows(action, bucket))) throw s3Error('AccessDenied')
  // Most clients send no body, and some no length either.
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  const region = hasBody ? parseCreateBucketConfiguration(await document(MAX_BODY_BYTES)) : ''
  if (engine.region !== '' && region !== '' && region !== engine.region) throw s3Error('InvalidRegion')
  await engine.store.createBucket(bucket, { lock })
  return { status: 200, headers: { location: `/${bucket}` } }
}

/** @throws WireError InvalidRequest */
function parseLocking(text: string): boolean {
  const value = text.toLowerCase()
  if (value !== 'true' && value !== 'false' && value !== '') throw s3Error('InvalidRequest')
  return value === 'true'
}
