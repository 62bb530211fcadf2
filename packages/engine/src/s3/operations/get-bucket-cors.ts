import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

export const getBucketCors: S3Operation = async ({ engine, bucket }) => {
  const document = engine.store.getBucketDocument(bucket, 'cors')
  if (document === undefined) throw s3Error('NoSuchCORSConfiguration')
  return xmlResponse(document.text)
}
