/**
 * Server-side encryption with the server's keys (SSE-S3) in requests and responses. Encryption with a key management service
 * is rejected by name, customer keys already by `checkCustomerKeys`.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Encryption, ObjectRecord, UploadRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'

const HEADER = 'x-amz-server-side-encryption'
const KMS_HEADERS = [`${HEADER}-aws-kms-key-id`, `${HEADER}-context`] as const

/** The bucket document with the default encryption. */
export const ENCRYPTION_DOCUMENT = 'encryption'

export function kmsNotSupported(what: string) {
  return s3Error('NotImplemented', `${what} is not implemented by this server: it encrypts with AES256.`)
}

/** The encryption requested by the headers, if any. @throws WireError InvalidArgument, NotImplemented */
export function requestedEncryption(headers: IncomingHttpHeaders): Encryption | undefined {
  const value = headers[HEADER]
  const method = value === undefined ? undefined : String(value).toLowerCase()
  if (method === 'aws:kms') throw kmsNotSupported(`The header ${HEADER}: aws:kms`)
  const hasKmsHeader = KMS_HEADERS.some((name) => headers[name] !== undefined)
  if (hasKmsHeader || (method !== undefined && method !== 'aes256')) {
    throw s3Error('InvalidArgument', 'The encryption method is not supported')
  }
  return method && 'AES256'
}

/**
 * The encryption of a write: as requested, otherwise the default of the bucket.
 * @throws WireError InvalidArgument, NotImplemented; StoreError NoSuchBucket
 */
export function encryptionFor({ engine, bucket }: S3Call, headers: IncomingHttpHeaders): { encryption?: Encryption } {
  const requested = requestedEncryption(headers)
  const isDefault = () => engine.store.getBucketDocument(bucket, ENCRYPTION_DOCUMENT) !== undefined
  return requested || isDefault() ? { encryption: 'AES256' } : {}
}

/** Encryption can't be requested after an upload was created without it. @throws WireError InvalidRequest */
export function checkUploadEncryption(
  headers: IncomingHttpHeaders,
  { encryption }: Pick<UploadRecord, 'encryption'>,
): void {
  if (requestedEncryption(headers) === undefined || encryption !== undefined) return
  throw s3Error('InvalidRequest', 'Request encryption when you create the upload, not with its parts.')
}

/** Reads can't request encryption. @throws WireError BadRequest */
export function rejectEncryptionHeader(headers: IncomingHttpHeaders): void {
  if (headers[HEADER] === undefined) return
  throw s3Error('BadRequest', `The header ${HEADER} is only valid in requests that write an object.`)
}

/** The response header of an encrypted object or upload. */
export function encryptionHeader({ encryption }: Pick<ObjectRecord, 'encryption'>): Record<string, string> {
  return encryption === undefined ? {} : { [HEADER]: encryption }
}
