import { type ListedUpload, writeListMultipartUploads } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { parseCount, parseEncoding } from '../listing.ts'
import { requireBucket } from '../target.ts'

const MAX_UPLOADS = 10_000

/** Lists by prefix and delimiter, as in AWS; MinIO lists the uploads of one key. */
export const listMultipartUploads: S3Operation = async ({ engine, bucket, query }) => {
  const urlEncoded = parseEncoding(query)
  const message = 'Argument max-uploads must be an integer between 0 and 2147483647'
  const maxUploads = parseCount(query.get('max-uploads'), message) ?? MAX_UPLOADS
  const [prefix = '', delimiter = '', keyMarker = '', uploadIdMarker = ''] = [
    'prefix',
    'delimiter',
    'key-marker',
    'upload-id-marker',
  ].map((name) => query.get(name) ?? '')
  requireBucket(engine, bucket)

  const { entries, next } = engine.store.listUploads(bucket, {
    prefix,
    limit: Math.min(maxUploads, MAX_UPLOADS),
    ...(delimiter === '' ? {} : { delimiter }),
    // As in AWS, an upload id without a key is ignored.
    ...(keyMarker === ''
      ? {}
      : { after: { key: keyMarker, ...(uploadIdMarker === '' ? {} : { uploadId: uploadIdMarker }) } }),
  })
  const uploads: ListedUpload[] = []
  const commonPrefixes: string[] = []
  for (const entry of entries) {
    if (entry.kind === 'prefix') commonPrefixes.push(entry.prefix)
    else uploads.push({ ...entry.record, initiatedAt: entry.record.startedAt })
  }
  const isTruncated = next !== undefined && entries.length > 0
  return xmlResponse(
    writeListMultipartUploads(
      {
        bucket,
        prefix,
        delimiter,
        keyMarker,
        uploadIdMarker,
        nextKeyMarker: isTruncated ? next.key : '',
        nextUploadIdMarker: isTruncated ? (next.uploadId ?? '') : '',
        maxUploads,
        isTruncated,
        uploads,
        commonPrefixes,
      },
      { urlEncoded },
    ),
  )
}
