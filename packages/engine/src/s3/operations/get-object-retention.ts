import { writeRetention } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
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
