import type { S3Operation } from '../call.ts'
import { announcedAlgorithm, checksumHeaders, verifiedChecksum } from '../checksums.ts'
import { checkUploadEncryption, encryptionHeader } from '../encryption.ts'
import { s3Error } from '../errors.ts'
import { parsePartNumber } from '../part-numbers.ts'
import { requireBucket } from '../target.ts'
import { checkPartSize } from '../upload-rules.ts'

export const uploadPart: S3Operation = async ({ engine, bucket, key, query, headers, payload }) => {
  const partNumber = parsePartNumber(query.get('partNumber') ?? '')
  const received = payload()
  checkPartSize(received.length)
  requireBucket(engine, bucket)
  engine.store.checkQuota(bucket, received.length)
  const uploadId = query.get('uploadId') ?? ''
  const upload = engine.store.getUpload(bucket, key, uploadId)
  const { checksum } = upload
  checkUploadEncryption(headers, upload)
  const announced = announcedAlgorithm(headers)
  if (checksum !== undefined && announced !== checksum.algorithm) {
    const [expected, actual] = [checksum.algorithm, announced ?? ''].map((name) => `"${name.toUpperCase()}"`)
    throw s3Error('InvalidArgument', `checksum missing, want ${expected}, got ${actual}`)
  }
  const part = await engine.store.putPart(bucket, key, uploadId, partNumber, received.body, {
    checksums: () => verifiedChecksum(received),
  })
  return {
    status: 200,
    headers: { etag: `"${part.etag}"`, ...encryptionHeader(upload), ...checksumHeaders(part.checksums) },
  }
}
