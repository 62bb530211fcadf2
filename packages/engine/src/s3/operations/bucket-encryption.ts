import { parseBucketEncryption, writeBucketEncryption } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { ENCRYPTION_DOCUMENT, kmsNotSupported } from '../encryption.ts'
import { s3Error } from '../errors.ts'
import type { S3Services } from '../services.ts'
import { requireBucket } from '../target.ts'

export const getBucketEncryption: S3Operation = async ({ engine, bucket }) => {
  const document = engine.store.getBucketDocument(bucket, ENCRYPTION_DOCUMENT)
  if (document === undefined) throw s3Error('ServerSideEncryptionConfigurationNotFoundError')
  return xmlResponse(document.text)
}

const MAX_DOCUMENT_BYTES = 64 * 1024

/** Applies to new objects only. */
export const putBucketEncryption: S3Operation = async ({ engine, bucket, document }) => {
  requireBucket(engine, bucket)
  await setBucketEncryption(engine, bucket, await document(MAX_DOCUMENT_BYTES))
  return { status: 200 }
}

/** @throws WireError, StoreError NoSuchBucket, EncryptionKeyMissing */
export async function setBucketEncryption({ store }: S3Services, bucket: string, text: string): Promise<void> {
  const encryption = parseBucketEncryption(text)
  if (encryption.algorithm === 'aws:kms') throw kmsNotSupported('The SSEAlgorithm aws:kms')
  await store.readyToEncrypt()
  await store.setBucketDocument(bucket, ENCRYPTION_DOCUMENT, writeBucketEncryption(encryption))
}

/** Encrypted objects stay encrypted. Succeeds if the bucket has no configuration. */
export const deleteBucketEncryption: S3Operation = async ({ engine, bucket }) => {
  await engine.store.setBucketDocument(bucket, ENCRYPTION_DOCUMENT, undefined)
  return { status: 204 }
}
