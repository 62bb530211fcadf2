import { parseTagging, readXml, WireError, writeTagging } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import type { S3Services } from '../services.ts'
import { requireBucket } from '../target.ts'

/** An empty tag list is still a tag set. */
export const getBucketTagging: S3Operation = async ({ engine, bucket }) => {
  const document = engine.store.getBucketDocument(bucket, 'tagging')
  if (document === undefined) throw s3Error('NoSuchTagSet')
  return xmlResponse(document.text)
}

const MAX_DOCUMENT_BYTES = 1024 * 1024

export const putBucketTagging: S3Operation = async ({ engine, bucket, document }) => {
  requireBucket(engine, bucket)
  await setBucketTagging(engine, bucket, await document(MAX_DOCUMENT_BYTES))
  return { status: 200 }
}

/** @throws WireError MalformedXML, InvalidTag, StoreError NoSuchBucket */
export async function setBucketTagging({ store }: S3Services, bucket: string, text: string): Promise<void> {
  await store.setBucketDocument(bucket, 'tagging', writeTagging(await parseTags(text)))
}

/** As AWS documents; MinIO reports all invalid tags of buckets as MalformedXML. */
async function parseTags(text: string): Promise<Record<string, string>> {
  try {
    return parseTagging(await readXml(text), 'bucket')
  } catch (error) {
    if (error instanceof WireError && error.code !== 'InvalidTag')
      throw s3Error('MalformedXML', error.message, { cause: error })
    throw error
  }
}

export const deleteBucketTagging: S3Operation = async ({ engine, bucket }) => {
  await engine.store.setBucketDocument(bucket, 'tagging', undefined)
  return { status: 204 }
}
