import { parseLegalHold, writeLegalHold } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import { requireDigest } from '../body-digest.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { holdContext } from '../locking/lock-conditions.ts'
import { lockableVersion } from '../locking/lockable-version.ts'
import { rejectDeleteMarker, requestedVersion } from '../versions.ts'

export const getObjectLegalHold: S3Operation = async (call) => {
  const version = lockableVersion(call, 's3:GetObjectLegalHold')
  rejectDeleteMarker(version, requestedVersion(call.query))
  const legalHold = version.lock?.legalHold
  if (legalHold === undefined) throw s3Error('NoSuchObjectLockConfiguration')
  call.publish('s3:ObjectAccessed:GetLegalHold', version)
  return xmlResponse(writeLegalHold(legalHold))
}

const MAX_BODY_BYTES = 64 * 1024

export const putObjectLegalHold: S3Operation = async (call) => {
  const { engine, bucket, key, headers, publish } = call
  requireDigest(headers)
  const isOn = parseLegalHold(await call.document(MAX_BODY_BYTES))
  const version = lockableVersion(call, 's3:PutObjectLegalHold', holdContext(isOn))
  if (version.isDeleteMarker) throw s3Error('MethodNotAllowed')
  publish('s3:ObjectCreated:PutLegalHold', await engine.store.setLegalHold(bucket, key, version.versionId, isOn))
  return { status: 200 }
}
