import { type CompletedPart, parseCompleteMultipartUpload, writeCompleteMultipartUploadResult } from '@cooperage/wire'
import { xmlAnswer } from '../../http/answer.ts'
import type { PartRecord } from '../../store/store.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { checkWriteHeaders, MIN_PART_BYTES } from '../upload-rules.ts'

const MAX_BODY_BYTES = 8 * 1024 * 1024

export const completeMultipartUpload: S3Operation = async ({ engine, bucket, key, path, query, headers, document }) => {
  checkWriteHeaders(headers)
  const uploadId = query.get('uploadId') ?? ''
  const body = await document(MAX_BODY_BYTES, { checksumsOfObject: true })
  if (body === '') throw s3Error('InvalidRequest', 'You must specify at least one part')
  const parts = parseCompleteMultipartUpload(body)
  checkParts(parts, engine.store.listParts(bucket, key, uploadId))
  const { etag } = await engine.store.completeUpload(bucket, key, uploadId, parts)
  const location = `http://${headers.host ?? engine.endpoint}${path}`
  return xmlAnswer(writeCompleteMultipartUploadResult({ location, bucket, key, etag }))
}

/** @throws WireError InvalidPart, EntityTooSmall */
function checkParts(parts: readonly CompletedPart[], stored: readonly PartRecord[]): void {
  const byNumber = new Map(stored.map((part) => [part.partNumber, part]))
  parts.forEach(({ partNumber, etag }, at) => {
    const part = byNumber.get(partNumber)
    if (part === undefined || part.etag !== etag) throw s3Error('InvalidPart')
    if (part.size < MIN_PART_BYTES && at < parts.length - 1) throw s3Error('EntityTooSmall')
  })
}
