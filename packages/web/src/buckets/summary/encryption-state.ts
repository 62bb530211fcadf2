import type { ApiError } from '../../shared/api/api-error.ts'

export type EncryptionKind = 'none' | 's3' | 'kms'

/** This error isn't a failure: the bucket isn't encrypted (spec core-console 8). */
const NOT_SET = 'The server side encryption configuration was not found'

export function isNotSet(error: Pick<ApiError, 'message'> | null): boolean {
  return error?.message === NOT_SET
}

/** `AES256` means SSE-S3, anything else SSE-KMS (spec core-console 3). */
export function encryptionKind(algorithm: string): EncryptionKind {
  if (algorithm === '') return 'none'
  return algorithm === 'AES256' ? 's3' : 'kms'
}

/** The name of a key in the KMS; buckets may name it by an ARN. */
export function keyName(id: string): string {
  return id.startsWith(ARN) ? id.slice(ARN.length) : id
}

const ARN = 'arn:aws:kms:'
