import { type CompletedPart, objectPath, parseCopied, WireError } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { readText } from '../read-whole.ts'
import { parsed, send, sendForText } from '../send.ts'
import { StorageError } from '../storage-error.ts'
import type { MultipartUpload } from './multipart.ts'
import { type OfVersion, versionQuery } from './of-version.ts'

/** The server copies the whole object before it responds. */
const COPY_TIMEOUT_MS = 600_000

export interface CopySource extends OfVersion {
  bucket: string
  key: string
  /** Fails with `PreconditionFailed` if the source has changed. */
  etag?: string | undefined
}

export interface CopyHeaders {
  /** Metadata headers that replace the source's. */
  metadata?: Record<string, string> | undefined
  /** Headers for what isn't copied automatically: storage class, encryption, lock. */
  more?: Record<string, string>
}

/** Copies an object of at most 5 GiB with its tags. Returns the new version ID, empty without versioning. @throws StorageError */
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
  const text = await readText(response, client.signal, { documentTimeoutMs: COPY_TIMEOUT_MS })
  read('object', text)
  const versionId = response.headers['x-amz-version-id']
  return typeof versionId === 'string' ? versionId : ''
}

/** Uploads the bytes `first` to `last` of an object as a part. @throws StorageError */
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

/** Servers can send an error after status 200. */
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
