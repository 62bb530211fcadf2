import { xmlAnswer } from '../../http/answer.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

export const getBucketCors: S3Operation = async ({ engine, bucket }) => {
  const document = engine.store.getBucketDocument(bucket, 'cors')
  if (document === undefined) throw s3Error('NoSuchCORSConfiguration')
  return xmlAnswer(document.text)
}
