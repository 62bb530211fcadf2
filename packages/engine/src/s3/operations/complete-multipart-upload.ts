import { parseCompleteMultipartUpload, writeCompleteMultipartUploadResult } from '@cooperage/wire'
import { xmlAnswer } from '../../http/answer.ts'
import { asksForLock } from '../../locking/requested-lock.ts'
import type { S3Operation } from '../call.ts'
import { objectChecksumHeaders } from '../checksums.ts'
import { checkAlgorithm, checksumsOfWhole, checkWhole, namedParts } from '../completed-parts.ts'
import { checkUploadEncryption } from '../encryption.ts'
import { s3Error } from '../errors.ts'
import { checkWriteHeaders } from '../upload-rules.ts'
import { versionHeader } from '../versions.ts'
import { writeCondition } from '../write-conditions.ts'

const MAX_BODY_BYTES = 8 * 1024 * 1024

export const completeMultipartUpload: S3Operation = async (call) => {
  const { engine, bucket, key, path, query, headers, document, publish } = call
  checkWriteHeaders(headers)
  // The lock was asked for when the upload was begun.
  if (asksForLock(headers)) throw s3Error('InvalidRequest')
  const uploadId = query.get('uploadId') ?? ''
  const body = await document(MAX_BODY_BYTES, { checksumsOfObject: true })
  if (body === '') throw s3Error('InvalidRequest', 'You must specify at least one part')
  const named = parseCompleteMultipartUpload(body)
  const upload = engine.store.getUpload(bucket, key, uploadId)
  const { checksum } = upload
  checkUploadEncryption(headers, upload)
  checkAlgorithm(headers, checksum)
  const parts = namedParts(named, engine.store.listParts(bucket, key, uploadId), checksum)
  const checksums = checksumsOfWhole(parts, checksum)
  checkWhole(headers, parts, checksums)

  const precondition = writeCondition(headers)
  const record = await engine.store.completeUpload(bucket, key, uploadId, named, {
    ...(checksums === undefined ? {} : { checksums }),
    ...(precondition === undefined ? {} : { precondition }),
  })
  publish('s3:ObjectCreated:CompleteMultipartUpload', record)
  const { etag } = record
  const location = `http://${headers.host ?? engine.endpoint}${path}`
  const values = checksums?.values
  const answer = xmlAnswer(
    writeCompleteMultipartUploadResult({
      location,
      bucket,
      key,
      etag,
      ...(values === undefined ? {} : { checksums: values }),
    }),
  )
  answer.headers = {
    ...answer.headers,
    etag: `"${etag}"`,
    ...versionHeader(record),
    ...engine.lifecycle.headers(record),
    ...objectChecksumHeaders(record.checksums),
  }
  return answer
}
