import { writeLegalHold } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
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
