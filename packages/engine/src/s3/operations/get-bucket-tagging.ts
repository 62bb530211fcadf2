import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

/** An empty tag list is still a tag set. */
export const getBucketTagging: S3Operation = async ({ engine, bucket }) => {
  const document = engine.store.getBucketDocument(bucket, 'tagging')
  if (document === undefined) throw s3Error('NoSuchTagSet')
  return xmlResponse(document.text)
}
