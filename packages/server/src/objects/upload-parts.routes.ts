import {
  AppError,
  beginUpload,
  completeUpload,
  type ErrorCode,
  listUploadParts,
  type RouteBody,
  reasonText,
  uploadPart,
} from '@cooperage/contract'
import {
  type CompletedUpload,
  completeMultipartUpload,
  createMultipartUpload,
  headObject,
  listParts,
  type MultipartUpload,
  type StorageClient,
  StorageError,
  uploadPart as storePart,
} from '@cooperage/storage-client'
import { checksumHeader, compositeChecksum } from '@cooperage/wire'
import type { FastifyRequest } from 'fastify'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { stayingOpen, whileReceiving } from '../shared/incoming-body.ts'
import { type Subject, withStorageErrors } from '../shared/storage-errors.ts'
import { usableKey } from './usable-key.ts'

/** Uploads of one object in parts, which the page sends and resumes. Parts are streamed to the storage server. */
export function uploadPartsRoutes({ routes, services: { uploads } }: Registry): void {
  routes.withSession(beginUpload, async ({ params, query, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    const key = usableKey(query.prefix)
    const creating = createMultipartUpload(storage, bucket, key, body.content_type, {
      'x-amz-checksum-algorithm': 'CRC32C',
    })
    const { uploadId } = await withStorageErrors({ action: 's3:PutObject', bucket, key }, creating)
    return { upload_id: uploadId }
  })

  routes.withSession(
    uploadPart,
    async ({ params, query, request, reply, storage, signal }) => {
      const upload = uploadOf(params.bucket, query)
      const size = lengthOf(request)
      return await whileReceiving({ reply, storage, signal }, uploads, async (client) => {
        const part = { size, bytes: stayingOpen(request.raw) }
        const storing = storePart(client, upload, query.part_number, part, query.crc32c)
        const { etag } = await withUploadErrors({ action: 's3:PutObject', ...upload }, storing)
        return { etag }
      })
    },
    { isLong: true },
  )

  routes.withSession(listUploadParts, async ({ params, query, storage }) => {
    const upload = uploadOf(params.bucket, query)
    const listing = listParts(storage, upload, query.after)
    const page = await withUploadErrors({ action: 's3:ListMultipartUploadParts', ...upload }, listing)
    return {
      parts: page.parts.map(({ partNumber, size, etag, checksums }) => ({
        part_number: partNumber,
        size,
        etag,
        crc32c: checksums?.crc32c ?? '',
      })),
      ...(page.isTruncated && { next: page.nextPartNumberMarker }),
    }
  })

  routes.withSession(
    completeUpload,
    async ({ params, query, body, storage }) => {
      const upload = uploadOf(params.bucket, query)
      const completing = complete(storage, upload, body.parts)
      const { etag, checksums } = await withUploadErrors({ action: 's3:PutObject', ...upload }, completing)
      return { name: upload.key, etag, crc32c: checksums?.crc32c ?? '' }
    },
    { isLong: true },
  )
}

type Parts = RouteBody<typeof completeUpload>['parts']

/** Repeats the outcome for a client that didn't get the response: MinIO no longer has an upload that it has completed. */
async function complete(
  storage: StorageClient,
  upload: MultipartUpload,
  parts: Parts,
): Promise<Pick<CompletedUpload, 'etag' | 'checksums'>> {
  const named = parts.map(({ part_number, etag, crc32c }) => ({
    partNumber: part_number,
    etag,
    checksums: { crc32c },
  }))
  try {
    return await completeMultipartUpload(storage, upload, named)
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'NoSuchUpload') throw error
    const headers = await headObject(storage, upload.bucket, upload.key).catch((failure: unknown) => {
      throw failure instanceof StorageError && failure.kind === 'refused' ? error : failure
    })
    const crc32c = compositeChecksum(
      'crc32c',
      parts.map((part) => part.crc32c),
    )
    if (headers[checksumHeader('crc32c')] !== crc32c) throw error
    return { etag: (headers.etag ?? '').replace(/^"|"$/g, ''), checksums: { crc32c } }
  }
}

function uploadOf(bucket: string, query: { prefix: string; upload_id: string }): MultipartUpload {
  return { bucket: validBucketName(bucket), key: usableKey(query.prefix), uploadId: query.upload_id }
}

/** S3 requires the length of a part before its first byte. @throws AppError UnsupportedMediaType, InvalidInput */
function lengthOf({ headers }: FastifyRequest): number {
  if (headers['content-type'] !== 'application/octet-stream') {
    throw new AppError('UnsupportedMediaType', { expected: 'application/octet-stream' })
  }
  const length = Number(headers['content-length'] ?? 0)
  if (length === 0) throw new AppError('InvalidInput', { reason: reasonText('partNeedsLength') })
  return length
}

/** Errors that only uploads in parts return. */
const CODES: Record<string, ErrorCode> = {
  NoSuchUpload: 'NoSuchUpload',
  EntityTooSmall: 'PartTooSmall',
  InvalidPart: 'PartsChanged',
  BadDigest: 'ChecksumMismatch',
  // MinIO's code.
  XAmzContentChecksumMismatch: 'ChecksumMismatch',
}

function withUploadErrors<T>(subject: Subject & { key: string }, call: Promise<T>): Promise<T> {
  const named = call.catch((error: unknown) => {
    const code = error instanceof StorageError ? CODES[error.code] : undefined
    throw code === undefined ? error : new AppError(code, { key: subject.key }, { cause: error })
  })
  return withStorageErrors(subject, named)
}
