/**
 * Encryption with keys of the server (SSE-S3), as requests ask for it and answers tell of it. Keys of a key management
 * service are refused by name; those of customers are refused before (`checkCustomerKeys`).
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Encryption, ObjectRecord, UploadRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'

const HEADER = 'x-amz-server-side-encryption'
const KMS_HEADERS = [`${HEADER}-aws-kms-key-id`, `${HEADER}-context`] as const

/** The name of the document that a bucket has when it encrypts by default. */
export const ENCRYPTION_DOCUMENT = 'encryption'

export function kmsNotSupported(what: string) {
  return s3Error('NotImplemented', `${what} is not implemented by this server: it encrypts with AES256.`)
}

/** What the headers ask for; undefined when they do not. @throws WireError InvalidArgument, NotImplemented */
export function requestedEncryption(headers: IncomingHttpHeaders): Encryption | undefined {
  const value = headers[HEADER]
  const method = value === undefined ? undefined : String(value).toLowerCase()
  if (method === 'aws:kms') throw kmsNotSupported(`The header ${HEADER}: aws:kms`)
  const isOfService = KMS_HEADERS.some((name) => headers[name] !== undefined)
  if (isOfService || (method !== undefined && method !== 'aes256')) {
    throw s3Error('InvalidArgument', 'The encryption method is not supported')
  }
  return method && 'AES256'
}

/**
 * How a request writes: as it asks, else as its bucket does by default.
 * @throws WireError InvalidArgument, NotImplemented; StoreError NoSuchBucket
 */
export function encryptionFor({ engine, bucket }: S3Call, headers: IncomingHttpHeaders): { encryption?: Encryption } {
  const asked = requestedEncryption(headers)
  const isDefault = () => engine.store.getBucketDocument(bucket, ENCRYPTION_DOCUMENT) !== undefined
  return asked || isDefault() ? { encryption: 'AES256' } : {}
}

/** What was decided when an upload was begun is not to be asked for later. @throws WireError InvalidRequest */
export function checkUploadEncryption(
  headers: IncomingHttpHeaders,
  { encryption }: Pick<UploadRecord, 'encryption'>,
): void {
  if (requestedEncryption(headers) === undefined || encryption !== undefined) return
  throw s3Error('InvalidRequest', 'Whether parts are encrypted is decided when their upload is begun.')
}

/** Who reads has nothing to ask for. @throws WireError BadRequest */
export function rejectEncryptionHeader(headers: IncomingHttpHeaders): void {
  if (headers[HEADER] === undefined) return
  throw s3Error('BadRequest', `The header ${HEADER} is for requests that write an object.`)
}

/** Tells that something is encrypted. */
export function encryptionHeader({ encryption }: Pick<ObjectRecord, 'encryption'>): Record<string, string> {
  return encryption === undefined ? {} : { [HEADER]: encryption }
}
