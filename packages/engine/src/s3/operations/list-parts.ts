import { MAX_PARTS, parseChecksumAlgorithm, writeListParts } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { parseCount } from '../listing.ts'
import { storageClassOf } from '../storage-class.ts'
import { requireBucket } from '../target.ts'

export const listParts: S3Operation = async ({ engine, bucket, key, query }) => {
  const maxParts = parseCount(query.get('max-parts'), 'Part number must be an integer between 1 and 10000, inclusive')
  const marker = parseCount(query.get('part-number-marker'), 'Argument partNumberMarker must be an integer.') ?? 0
  const uploadId = query.get('uploadId') ?? ''
  requireBucket(engine, bucket)

  const upload = engine.store.getUpload(bucket, key, uploadId)
  const { checksum } = upload
  const algorithm = parseChecksumAlgorithm(checksum?.algorithm ?? '')
  const remaining = engine.store.listParts(bucket, key, uploadId).filter(({ partNumber }) => partNumber > marker)
  const parts = remaining.slice(0, Math.min(maxParts ?? MAX_PARTS, MAX_PARTS))
  const isTruncated = parts.length > 0 && parts.length < remaining.length
  const response = xmlResponse(
    writeListParts(
      {
        bucket,
        key,
        uploadId,
        storageClass: storageClassOf(upload.metadata),
        partNumberMarker: marker,
        nextPartNumberMarker: isTruncated ? (parts.at(-1)?.partNumber ?? 0) : 0,
        maxParts: maxParts ?? MAX_PARTS,
        isTruncated,
        ...(checksum === undefined || algorithm === undefined ? {} : { checksum: { algorithm, type: checksum.type } }),
        parts,
      },
      { urlEncoded: query.get('encoding-type') === 'url' },
    ),
  )
  response.headers = { ...response.headers, ...engine.lifecycle.abortHeaders(upload) }
  return response
}
