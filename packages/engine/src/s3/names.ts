/** What buckets and objects may be called: MinIO's rules, which are those of S3 narrowed to what a file system holds. */
import { s3Error } from './errors.ts'

/** Paths of the server itself (`/minio/admin`, …) live under these names. */
const RESERVED_BUCKETS: ReadonlySet<string> = new Set(['minio', '.minio.sys'])
const MAX_KEY_BYTES = 1024
const MAX_SEGMENT_BYTES = 255

/** @throws WireError InvalidBucketName, AllAccessDisabled */
export function checkBucketName(name: string): void {
  if (RESERVED_BUCKETS.has(name)) throw s3Error('AllAccessDisabled')
  const isWellFormed =
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) &&
    !/\.\.|\.-|-\./.test(name) &&
    !/^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name)
  if (!isWellFormed) throw s3Error('InvalidBucketName')
}

/** A segment `.` or `..` in a path, a prefix or a marker. @throws WireError XMinioInvalidResourceName */
export function checkPathSegments(path: string): void {
  if (hasDotSegment(path)) throw s3Error('XMinioInvalidResourceName')
}

function hasDotSegment(path: string): boolean {
  return /(?:^|\/)\s*\.\.?\s*(?:\/|$)/.test(path)
}

/** @throws WireError XMinioInvalidObjectName, XMinioInvalidResourceName */
export function checkObjectName(key: string): void {
  checkPathSegments(key)
  if (!isObjectName(key)) throw s3Error('XMinioInvalidObjectName')
}

export function isObjectName(key: string): boolean {
  return (
    key !== '' &&
    !hasDotSegment(key) &&
    !key.startsWith('/') &&
    !key.includes('//') &&
    !key.includes('\0') &&
    key.isWellFormed() &&
    key.split('/').every((segment) => Buffer.byteLength(segment) <= MAX_SEGMENT_BYTES)
  )
}

/** The length counts only where a key is made: reading one that is too long finds nothing. @throws WireError KeyTooLongError */
export function checkKeyLength(key: string): void {
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw s3Error('KeyTooLongError')
}
