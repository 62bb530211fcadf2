import {
  type ChecksumAlgorithm,
  type ChecksumType,
  isCombinable,
  parseChecksumAlgorithm,
  parseChecksumType,
  writeInitiateMultipartUpload,
} from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Call, S3Operation } from '../call.ts'
import { encryptionFor, encryptionHeader } from '../encryption.ts'
import { s3Error } from '../errors.ts'
import { requestedLock } from '../locking/requested-lock.ts'
import { metadataFrom, tagsFrom } from '../metadata.ts'
import { checkKeyLength } from '../names.ts'
import { checkWriteHeaders } from '../upload-rules.ts'

export const createMultipartUpload: S3Operation = async (call) => {
  const { engine, bucket, key, headers } = call
  checkKeyLength(key)
  checkWriteHeaders(engine, headers)
  const lock = requestedLock(call, key, headers)
  const checksum = checksumOf(headers)
  const upload = await engine.store.createUpload(bucket, key, {
    metadata: metadataFrom(headers),
    tags: tagsFrom(headers),
    ...encryptionFor(call, headers),
    ...lock,
    ...(checksum === undefined ? {} : { checksum }),
  })
  const response = xmlResponse(writeInitiateMultipartUpload({ bucket, key, uploadId: upload.uploadId }))
  response.headers = {
    ...response.headers,
    ...engine.lifecycle.abortHeaders(upload),
    ...encryptionHeader(upload),
    ...(checksum === undefined
      ? {}
      : { 'x-amz-checksum-algorithm': checksum.algorithm.toUpperCase(), 'x-amz-checksum-type': checksum.type }),
  }
  return response
}

/**
 * The checksum algorithm and type of the upload. Digests of parts can't be combined into one of the object, and CRC64NVME is
 * always a full-object checksum.
 * @throws WireError InvalidArgument, InvalidRequest
 */
function checksumOf(headers: S3Call['headers']): { algorithm: ChecksumAlgorithm; type: ChecksumType } | undefined {
  const name = String(headers['x-amz-checksum-algorithm'] ?? '')
  const typeName = String(headers['x-amz-checksum-type'] ?? '')
  if (name === '' && typeName === '') return undefined
  const algorithm = parseChecksumAlgorithm(name)
  const isFull = algorithm === 'crc64nvme'
  const type = typeName === '' ? (isFull ? 'FULL_OBJECT' : 'COMPOSITE') : parseChecksumType(typeName)
  if (algorithm === undefined || type === undefined || (type === 'FULL_OBJECT' && !isCombinable(algorithm))) {
    throw s3Error('InvalidArgument', 'Invalid checksum provided.')
  }
  if (isFull && type === 'COMPOSITE') {
    throw s3Error('InvalidRequest', 'CRC64NVME is always the checksum of the full object. Use the type FULL_OBJECT.')
  }
  return { algorithm, type }
}
