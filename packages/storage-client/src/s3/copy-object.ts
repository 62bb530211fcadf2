import { type CompletedPart, objectPath, parseCopied, WireError } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { readWhole } from '../read-whole.ts'
import { parsed, send, sendForText } from '../send.ts'
import { StorageError } from '../storage-error.ts'
import type { MultipartUpload } from './multipart.ts'
import { type OfVersion, versionQuery } from './of-version.ts'

/** The server reads and writes the whole before it answers. */
const COPY_TIMEOUT_MS = 600_000

export interface CopySource extends OfVersion {
  bucket: string
  key: string
  /** Refuses with `PreconditionFailed` when the source has another one by now. */
  etag?: string | undefined
}

/** Headers of a copy. */
export interface CopyHeaders {
  /** Those that describe the object, instead of the source's. */
  metadata?: Record<string, string> | undefined
  /** What no copy takes over by itself: storage class, encryption, lock. */
  more?: Record<string, string>
}

/** Copies an object of at most 5 GiB with its tags. Returns the new version, '' where there are none. @throws StorageError */
export async function copyObject(
  client: StorageClient,
  source: CopySource,
  target: { bucket: string; key: string },
  { metadata, more }: CopyHeaders = {},
): Promise<string> {
  const response = await send(client, {
    method: 'PUT',
    path: objectPath(target.bucket, target.key),
    headers: {
      ...sourceHeaders(source),
      ...more,
      ...(metadata && { ...metadata, 'x-amz-metadata-directive': 'REPLACE' }),
    },
    headersTimeoutMs: COPY_TIMEOUT_MS,
  })
  const text = await readWhole(response, client.signal, COPY_TIMEOUT_MS, (body) => body.text())
  read('object', text)
  const versionId = response.headers['x-amz-version-id']
  return typeof versionId === 'string' ? versionId : ''
}

/** Makes a part of an upload from the bytes `first` to `last` of an object. @throws StorageError */
export async function uploadPartCopy(
  client: StorageClient,
  upload: MultipartUpload,
  partNumber: number,
  source: CopySource,
  { first, last }: { first: number; last: number },
): Promise<CompletedPart> {
  const text = await sendForText(client, {
    method: 'PUT',
    path: objectPath(upload.bucket, upload.key),
    query: { partNumber: String(partNumber), uploadId: upload.uploadId },
    headers: { ...sourceHeaders(source), 'x-amz-copy-source-range': `bytes=${first}-${last}` },
    headersTimeoutMs: COPY_TIMEOUT_MS,
    documentTimeoutMs: COPY_TIMEOUT_MS,
  })
  return { partNumber, etag: read('part', text).etag }
}

function sourceHeaders({ bucket, key, versionId, etag }: CopySource): Record<string, string> {
  const version = new URLSearchParams(versionQuery({ versionId })).toString()
  return {
    'x-amz-copy-source': objectPath(bucket, key) + (version && `?${version}`),
    ...(etag && { 'x-amz-copy-source-if-match': `"${etag}"` }),
  }
}

/** An error may come after a status of 200. */
function read(kind: 'object' | 'part', text: string) {
  try {
    return parseCopied(kind, text)
  } catch (error) {
    if (error instanceof WireError && error.code !== 'MalformedXML') {
      throw new StorageError('refused', error.message, { code: error.code, status: 500 })
    }
    return parsed(() => parseCopied(kind, text))
  }
}
