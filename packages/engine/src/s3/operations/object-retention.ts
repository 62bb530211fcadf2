import { parseRetention, WireError, writeRetention } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import { requireDigest } from '../body-digest.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { governanceBypass } from '../locking/governance-bypass.ts'
import { retentionContext } from '../locking/lock-conditions.ts'
import { lockableVersion } from '../locking/lockable-version.ts'
import { rejectDeleteMarker, requestedVersion } from '../versions.ts'

export const getObjectRetention: S3Operation = async (call) => {
  const version = lockableVersion(call, 's3:GetObjectRetention')
  rejectDeleteMarker(version, requestedVersion(call.query))
  const retention = version.lock?.retention
  if (retention === undefined) throw s3Error('NoSuchObjectLockConfiguration')
  call.publish('s3:ObjectAccessed:GetRetention', version)
  return xmlResponse(writeRetention(retention))
}

const MAX_BODY_BYTES = 64 * 1024

/**
 * An empty document removes the retention. Shortening governance retention requires the permission to bypass it. MinIO does
 * not check it here, so that callers could shorten a retention and then delete the version.
 */
export const putObjectRetention: S3Operation = async (call) => {
  const { engine, bucket, key, headers, publish } = call
  requireDigest(headers)
  const retention = parseRetention(await call.document(MAX_BODY_BYTES))
  const now = Date.now()
  if (retention !== undefined && retention.until <= now) {
    throw new WireError('MalformedXML', 400, 'the retain until date must be in the future')
  }
  const version = lockableVersion(call, 's3:PutObjectRetention', retentionContext(retention, now))
  if (version.isDeleteMarker) throw s3Error('MethodNotAllowed')
  const bypass = governanceBypass(call)
  publish(
    's3:ObjectCreated:PutRetention',
    await engine.store.setRetention(bucket, key, version.versionId, retention, bypass),
  )
  return { status: 200 }
}
