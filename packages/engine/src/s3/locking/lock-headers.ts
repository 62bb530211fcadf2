import type { ObjectRecord } from '../../store/store.ts'
import type { S3Call } from '../call.ts'
import { LOCK_HEADERS } from './requested-lock.ts'

/** Response headers with the lock of a version: the parts that the caller may read. Includes expired retention. */
export function lockHeaders(
  { allows }: Pick<S3Call, 'allows'>,
  { bucket, key, lock }: ObjectRecord,
): Record<string, string> {
  if (lock === undefined) return {}
  const { retention, legalHold } = lock
  return {
    ...(retention !== undefined && allows('s3:GetObjectRetention', bucket, key)
      ? { [LOCK_HEADERS.mode]: retention.mode, [LOCK_HEADERS.until]: new Date(retention.until).toISOString() }
      : {}),
    ...(legalHold !== undefined && allows('s3:GetObjectLegalHold', bucket, key)
      ? { [LOCK_HEADERS.legalHold]: legalHold ? 'ON' : 'OFF' }
      : {}),
  }
}
