import { parseChecksumAlgorithm, writeCopied } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { findCopySource, parseCopySource, sourceVersionHeader } from '../copy-source.ts'
import { checkUploadEncryption } from '../encryption.ts'
import { s3Error } from '../errors.ts'
import { parsePartNumber } from '../part-numbers.ts'
import type { ByteRange } from '../ranges.ts'
import { requireBucket } from '../target.ts'
import { checkPartSize } from '../upload-rules.ts'
import { withChecksum } from '../with-checksum.ts'

/** Copies a part from another object. Computes the checksum if the upload requires one, since the request has none. */
export const uploadPartCopy: S3Operation = async (call) => {
  const { engine, bucket, key, query, headers } = call
  const source = parseCopySource(String(headers['x-amz-copy-source'] ?? ''))
  const partNumber = parsePartNumber(query.get('partNumber') ?? '')
  const found = findCopySource(call, source)
  const range = copiedRange(headers['x-amz-copy-source-range'], found.size)
  const size = range === undefined ? found.size : range.end - range.start + 1
  checkPartSize(size)
  requireBucket(engine, bucket)
  engine.store.checkQuota(bucket, size)

  const uploadId = query.get('uploadId') ?? ''
  const upload = engine.store.getUpload(bucket, key, uploadId)
  checkUploadEncryption(headers, upload)
  const object = await engine.store.openObject(source.bucket, source.key, found.versionId)
  try {
    const { body, checksums } = withChecksum(
      object.read(range),
      parseChecksumAlgorithm(upload.checksum?.algorithm ?? ''),
    )
    const part = await engine.store.putPart(bucket, key, uploadId, partNumber, body, { checksums })
    const response = xmlResponse(writeCopied('part', part))
    response.headers = { ...response.headers, ...sourceVersionHeader(source, found) }
    return response
  } finally {
    await object.close()
  }
}

/**
 * Unlike the range of a read, a copied range has both ends and lies within its source.
 * @throws WireError InvalidArgument, InvalidRange
 */
function copiedRange(header: string | string[] | undefined, size: number): ByteRange | undefined {
  if (header === undefined) return undefined
  const text = String(header)
  if (text !== '' && !text.startsWith('bytes=')) {
    throw s3Error('InvalidArgument', `'${text}' does not start with 'bytes='`)
  }
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  const range = { start: Number(first), end: Number(last) }
  if (first === undefined || last === undefined || range.end < range.start) {
    throw s3Error(
      'InvalidArgument',
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy',
    )
  }
  if (range.start >= size) throw s3Error('InvalidRange', `The requested range '${text}' is not satisfiable`)
  if (range.end >= size) throw s3Error('InvalidArgument', 'Range specified is not valid for source object')
  return range
}
