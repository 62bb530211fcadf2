import {
  type CompletedPart,
  type CompletedUpload,
  type ListPartsPage,
  objectPath,
  parseCompleteMultipartUploadResult,
  parseInitiateMultipartUpload,
  parseListParts,
  parseS3Error,
  writeCompleteMultipartUpload,
} from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'
import { StorageError } from '../storage-error.ts'
import { COMMIT_TIMEOUT_MS, etagOf } from './put-object.ts'
import { checkedBody, type UploadBody, uploadParts } from './upload-body.ts'

export type { CompletedUpload }

/** An upload in parts, from its creation until it is completed or aborted. */
export interface MultipartUpload {
  bucket: string
  key: string
  uploadId: string
}

/** @throws StorageError */
export async function createMultipartUpload(
  client: StorageClient,
  bucket: string,
  key: string,
  contentType: string,
  /** More headers of the object: metadata, tags. */
  more: Record<string, string> = {},
): Promise<MultipartUpload> {
  const text = await sendForText(client, {
    method: 'POST',
    path: objectPath(bucket, key),
    query: { uploads: '' },
    headers: { ...more, 'content-type': contentType },
  })
  return { bucket, key, uploadId: parsed(() => parseInitiateMultipartUpload(text)).uploadId }
}

/**
 * `partNumber` from 1 to 10,000; every part but the last has at least 5 MiB. With `crc32c`, the server verifies the part.
 * @throws StorageError `NoSuchUpload`, `BadDigest`, or MinIO's `XAmzContentChecksumMismatch`
 */
export async function uploadPart(
  client: StorageClient,
  upload: MultipartUpload,
  partNumber: number,
  body: UploadBody,
  crc32c?: string,
): Promise<CompletedPart> {
  const response = await sendForNothing(client, {
    method: 'PUT',
    path: objectPath(upload.bucket, upload.key),
    query: { partNumber: String(partNumber), uploadId: upload.uploadId },
    ...(crc32c === undefined ? await uploadParts(client, body) : checkedBody(body, crc32c)),
    headersTimeoutMs: COMMIT_TIMEOUT_MS,
  })
  return { partNumber, etag: etagOf(response) }
}

/** At most 1,000 parts, after the part `after`. @throws StorageError `NoSuchUpload` */
export async function listParts(client: StorageClient, upload: MultipartUpload, after: number): Promise<ListPartsPage> {
  const text = await sendForText(client, {
    method: 'GET',
    path: objectPath(upload.bucket, upload.key),
    query: { uploadId: upload.uploadId, 'max-parts': '1000', 'part-number-marker': String(after) },
  })
  return parsed(() => parseListParts(text))
}

/**
 * Assembles the object from its parts.
 * @throws StorageError `NoSuchUpload`, `InvalidPart`, `EntityTooSmall`, also for an error after status 200
 */
export async function completeMultipartUpload(
  client: StorageClient,
  upload: MultipartUpload,
  parts: readonly CompletedPart[],
): Promise<CompletedUpload> {
  const text = await sendForText(client, {
    method: 'POST',
    path: objectPath(upload.bucket, upload.key),
    query: { uploadId: upload.uploadId },
    body: writeCompleteMultipartUpload(parts),
    headersTimeoutMs: COMMIT_TIMEOUT_MS,
    documentTimeoutMs: COMMIT_TIMEOUT_MS,
  })
  const late = parseS3Error(text)
  if (late !== undefined) throw new StorageError('refused', late.message, { code: late.code, status: 500 })
  return parsed(() => parseCompleteMultipartUploadResult(text))
}

/** Discards the upload and its parts. @throws StorageError */
export async function abortMultipartUpload(client: StorageClient, upload: MultipartUpload): Promise<void> {
  await sendForNothing(client, {
    method: 'DELETE',
    path: objectPath(upload.bucket, upload.key),
    query: { uploadId: upload.uploadId },
  })
}
