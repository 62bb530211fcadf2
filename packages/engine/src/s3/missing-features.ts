/**
 * Answers for features that buckets of this engine do not have. Reading one gives what a bucket without it gives, so that
 * clients which look around carry on; writing one is refused by name, so that nothing is accepted and ignored.
 */
import { xmlResponse } from '../http/response.ts'
import type { S3Operation } from './call.ts'
import { type S3ErrorCode, s3Error } from './errors.ts'

/** @throws WireError NotImplemented */
export const unsupported: S3Operation = async ({ operation }) => {
  throw s3Error('NotImplemented', `${operation} is not implemented by this server.`)
}

/** @throws WireError NoSuchBucket or the error that stands for "none" */
export function bucketHasNone(code: S3ErrorCode): S3Operation {
  return async ({ engine, bucket }) => {
    throw s3Error(engine.store.getBucket(bucket) === undefined ? 'NoSuchBucket' : code)
  }
}

/** The document of a bucket in which the feature was never set. */
export function bucketDocument(xml: string): S3Operation {
  const document = `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`
  return async ({ engine, bucket }) => {
    if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
    return xmlResponse(document)
  }
}
