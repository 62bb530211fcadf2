/** What an upload may ask for: limits of size, and features that would have to be stored or enforced. */
import type { IncomingHttpHeaders } from 'node:http'
import { checkAclHeaders } from './acl.ts'
import { s3Error } from './errors.ts'
import { checkStorageClass } from './storage-class.ts'

/** 5 TiB for an object and, as MinIO has it, for a single upload too. */
const MAX_OBJECT_BYTES = 5 * 1024 ** 4
/** All parts but the last. */
export const MIN_PART_BYTES = 5 * 1024 ** 2

/** @throws WireError EntityTooLarge */
export function checkUploadSize(length: number): void {
  if (length > MAX_OBJECT_BYTES) throw s3Error('EntityTooLarge')
}

/** Headers that ask for something this engine does not do yet, unless their value asks for what it does anyway. */
const UNSUPPORTED_HEADERS: Record<string, readonly string[]> = {
  'x-amz-bucket-object-lock-enabled': ['false'],
  'x-amz-website-redirect-location': [],
}

/**
 * Nothing is accepted and ignored: a header that promises more than is kept refuses the request.
 * @throws WireError NotImplemented, InvalidStorageClass, AccessControlListNotSupported
 */
export function checkWriteHeaders(headers: IncomingHttpHeaders): void {
  checkAclHeaders(headers)
  for (const [name, accepted] of Object.entries(UNSUPPORTED_HEADERS)) {
    const value = headers[name]
    if (value === undefined || accepted.includes(String(value).toLowerCase())) continue
    throw s3Error('NotImplemented', `The header ${name} is not implemented by this server.`)
  }
  checkStorageClass(headers)
}

/**
 * Objects are not kept under keys of customers: a request that brings one is answered as by a server without TLS, whatever
 * it asks for.
 * @throws WireError InvalidRequest
 */
export function checkCustomerKeys(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers)) {
    if (!/^x-amz-(?:copy-source-)?server-side-encryption-customer-(?:algorithm|key|key-md5)$/.test(name)) continue
    throw s3Error(
      'InvalidRequest',
      'Requests specifying Server Side Encryption with Customer provided keys must be made over a secure connection.',
    )
  }
}
