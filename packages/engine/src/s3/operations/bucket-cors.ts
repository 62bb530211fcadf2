import { parseCors, writeCors } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import type { S3Services } from '../services.ts'
import { requireBucket } from '../target.ts'

export const getBucketCors: S3Operation = async ({ engine, bucket }) => {
  const document = engine.store.getBucketDocument(bucket, 'cors')
  if (document === undefined) throw s3Error('NoSuchCORSConfiguration')
  return xmlResponse(document.text)
}

const MAX_DOCUMENT_BYTES = 64 * 1024

export const putBucketCors: S3Operation = async ({ engine, bucket, document }) => {
  requireBucket(engine, bucket)
  await setBucketCors(engine, bucket, await document(MAX_DOCUMENT_BYTES))
  return { status: 200 }
}

/** @throws WireError, StoreError NoSuchBucket */
export async function setBucketCors({ store }: S3Services, bucket: string, text: string): Promise<void> {
  await store.setBucketDocument(bucket, 'cors', writeCors(parseCors(text)))
}

/** Succeeds if the bucket has no configuration. */
export const deleteBucketCors: S3Operation = async ({ engine, bucket }) => {
  await engine.store.setBucketDocument(bucket, 'cors', undefined)
  return { status: 204 }
}
