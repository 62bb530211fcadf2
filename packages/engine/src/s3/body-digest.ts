import type { S3Call } from './call.ts'
import { announcedAlgorithm } from './checksums.ts'
import { s3Error } from './errors.ts'

/**
 * S3 requires a digest of documents that delete or lock objects, in a header or a trailer.
 * @throws WireError MissingContentMD5
 */
export function requireDigest(headers: S3Call['headers']): void {
  if (!hasDigest(headers)) throw s3Error('MissingContentMD5')
}

function hasDigest(headers: S3Call['headers']): boolean {
  const md5 = headers['content-md5']
  if (typeof md5 === 'string') return Buffer.from(md5, 'base64').length === 16
  return announcedAlgorithm(headers) !== undefined
}
