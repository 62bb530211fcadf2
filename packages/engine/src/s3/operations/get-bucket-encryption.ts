import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { ENCRYPTION_DOCUMENT } from '../encryption.ts'
import { s3Error } from '../errors.ts'

export const getBucketEncryption: S3Operation = async ({ engine, bucket }) => {
  const document = engine.store.getBucketDocument(bucket, ENCRYPTION_DOCUMENT)
  if (document === undefined) throw s3Error('ServerSideEncryptionConfigurationNotFoundError')
  return xmlResponse(document.text)
}
