/**
 * Operations on unsupported features. Reads respond as for a bucket without the feature, so that clients that probe for it
 * work. Writes are rejected by name, so that nothing is accepted and ignored.
 */
import { xmlResponse } from '../http/response.ts'
import type { S3Operation } from './call.ts'
import { type S3ErrorCode, s3Error } from './errors.ts'
import { requireBucket } from './target.ts'

/** @throws WireError NotImplemented */
export const unsupported: S3Operation = async ({ operation }) => {
  throw s3Error('NotImplemented', `${operation} is not implemented by this server.`)
}

/** Responds with the error for a bucket without the feature. @throws WireError NoSuchBucket, or the given code */
export function bucketHasNone(code: S3ErrorCode): S3Operation {
  return async ({ engine, bucket }) => {
    throw s3Error(engine.store.getBucket(bucket) === undefined ? 'NoSuchBucket' : code)
  }
}

/** Responds with the document of a bucket without the feature. */
export function bucketDocument(xml: string): S3Operation {
  const document = `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`
  return async ({ engine, bucket }) => {
    requireBucket(engine, bucket)
    return xmlResponse(document)
  }
}
