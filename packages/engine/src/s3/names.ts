/** MinIO's rules for bucket and object names, which are stricter than those of S3. */
import { s3Error } from './errors.ts'

/** Names of the server's own paths, such as `/minio/admin`. */
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

/** Rejects `.` and `..` segments in a path, prefix or marker. @throws WireError XMinioInvalidResourceName */
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

/** Checked only by writes: reads of longer keys find nothing. @throws WireError KeyTooLongError */
export function checkKeyLength(key: string): void {
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw s3Error('KeyTooLongError')
}
