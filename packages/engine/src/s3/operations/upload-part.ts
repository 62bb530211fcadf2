import { MAX_PARTS } from '@cooperage/wire'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { checkUploadSize } from '../upload-rules.ts'
import { verifiedChecksums } from './put-object.ts'

export const uploadPart: S3Operation = async ({ engine, bucket, key, query, headers, payload }) => {
  const partNumber = parsePartNumber(query.get('partNumber') ?? '')
  const { length, body } = payload()
  checkUploadSize(length)
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  const { etag } = await engine.store.putPart(bucket, key, query.get('uploadId') ?? '', partNumber, body)
  return { status: 200, headers: { etag: `"${etag}"`, ...verifiedChecksums(headers) } }
}

/** The two refusals are MinIO's: what is no part number at all cannot be found, one too great is out of bounds. */
function parsePartNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw s3Error('InvalidPart')
  const partNumber = Number(text)
  if (partNumber > MAX_PARTS) {
    throw s3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive')
  }
  return partNumber
}
