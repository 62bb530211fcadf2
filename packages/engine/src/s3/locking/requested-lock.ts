import type { IncomingHttpHeaders } from 'node:http'
import { isRetentionMode, readTime, type WireError } from '@cooperage/wire'
import type { ObjectLock, Retention } from '../../store/store.ts'
import type { S3Call } from '../call.ts'
import { s3Error } from '../errors.ts'
import { holdContext, retentionContext } from './lock-conditions.ts'

export const LOCK_HEADERS = {
  mode: 'x-amz-object-lock-mode',
  until: 'x-amz-object-lock-retain-until-date',
  legalHold: 'x-amz-object-lock-legal-hold',
} as const

export function requestsLock(headers: IncomingHttpHeaders): boolean {
  return Object.values(LOCK_HEADERS).some((name) => headers[name] !== undefined)
}

/**
 * The lock requested by the headers of a write or the fields of a form, after a permission check.
 * @throws WireError InvalidRequest, AccessDenied
 */
export function requestedLock(
  { engine, bucket, allows }: S3Call,
  key: string,
  headers: IncomingHttpHeaders,
): { lock?: ObjectLock } {
  if (!requestsLock(headers)) return {}
  if (engine.store.getBucket(bucket)?.lock === undefined) throw lockNotEnabled()
  const now = Date.now()
  const hold = headers[LOCK_HEADERS.legalHold]
  const legalHold = hold === undefined ? undefined : parseLegalHoldHeader(String(hold))
  const retention = parseRetention(headers, now)
  const mayRetain = () => allows('s3:PutObjectRetention', bucket, key, retentionContext(retention, now))
  if (retention !== undefined && !mayRetain()) throw s3Error('AccessDenied')
  if (legalHold !== undefined && !allows('s3:PutObjectLegalHold', bucket, key, holdContext(legalHold))) {
    throw s3Error('AccessDenied')
  }
  return { lock: { ...(retention && { retention }), ...(legalHold !== undefined && { legalHold }) } }
}

/** The error for buckets without object lock. */
export function lockNotEnabled(): WireError {
  return s3Error('InvalidRequest', 'Bucket is missing ObjectLockConfiguration')
}

function parseLegalHoldHeader(text: string): boolean {
  const status = text.toUpperCase()
  if (status !== 'ON' && status !== 'OFF') throw s3Error('InvalidRequest', 'unknown wormMode directive')
  return status === 'ON'
}

function parseRetention(headers: IncomingHttpHeaders, now: number): Retention | undefined {
  const { [LOCK_HEADERS.mode]: modeText, [LOCK_HEADERS.until]: untilText } = headers
  if (modeText === undefined && untilText === undefined) return undefined
  if (!modeText || !untilText) {
    throw s3Error('InvalidRequest', `${LOCK_HEADERS.until} and ${LOCK_HEADERS.mode} must both be supplied`)
  }
  const mode = String(modeText).toUpperCase()
  if (!isRetentionMode(mode)) throw s3Error('InvalidRequest', 'unknown wormMode directive')
  const until = readTime(String(untilText))
  if (until === undefined) throw s3Error('InvalidRequest', 'Date must be provided in ISO 8601 format')
  if (until <= now) throw s3Error('InvalidRequest', 'the retain until date must be in the future')
  return { mode, until }
}
