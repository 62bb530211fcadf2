/** Limits on uploads: sizes and unsupported features. */
import type { IncomingHttpHeaders } from 'node:http'
import { checkAclHeaders } from './acl.ts'
import { s3Error } from './errors.ts'
import type { S3Services } from './services.ts'
import { checkStorageClass } from './storage-class.ts'

/** As in MinIO, because `mc cp --disable-multipart` sends files of any size in one request; AWS has 5 GiB. */
const MAX_REQUEST_BYTES = 5 * 1024 ** 4
/** With at most 10,000 parts, the largest object has 48.8 TiB, as in AWS. */
const MAX_PART_BYTES = 5 * 1024 ** 3
/** Minimum size of all parts except the last. */
export const MIN_PART_BYTES = 5 * 1024 ** 2

/** For an object that is written by one request. @throws WireError EntityTooLarge */
export function checkUploadSize(length: number): void {
  if (length > MAX_REQUEST_BYTES) throw s3Error('EntityTooLarge')
}

/** @throws WireError EntityTooLarge */
export function checkPartSize(length: number): void {
  if (length > MAX_PART_BYTES) throw s3Error('EntityTooLarge')
}

/** Headers for unsupported features, with the values that request the default behavior. */
const UNSUPPORTED_HEADERS: Record<string, readonly string[]> = {
  'x-amz-bucket-object-lock-enabled': ['false'],
  'x-amz-website-redirect-location': [],
}

/**
 * Rejects headers for unsupported features, so that nothing is accepted and ignored, except ACLs by default.
 * @throws WireError NotImplemented, InvalidStorageClass, AccessControlListNotSupported
 */
export function checkWriteHeaders({ cannedAcls }: Pick<S3Services, 'cannedAcls'>, headers: IncomingHttpHeaders): void {
  if (cannedAcls === 'refuse') checkAclHeaders(headers)
  for (const [name, accepted] of Object.entries(UNSUPPORTED_HEADERS)) {
    const value = headers[name]
    if (value === undefined || accepted.includes(String(value).toLowerCase())) continue
    throw s3Error('NotImplemented', `The header ${name} is not implemented by this server.`)
  }
  checkStorageClass(headers)
}

/**
 * Customer keys are not supported, over TLS neither.
 * @throws WireError NotImplemented
 */
export function checkCustomerKeys(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers)) {
    if (!/^x-amz-(?:copy-source-)?server-side-encryption-customer-(?:algorithm|key|key-md5)$/.test(name)) continue
    throw s3Error(
      'NotImplemented',
      'This server does not support encryption with customer-provided keys (SSE-C). Send the request without them, or use encryption with keys of the server (SSE-S3).',
    )
  }
}
