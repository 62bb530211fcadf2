import { objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { type StorageResponse, sendForNothing } from '../send.ts'
import { type UploadBody, uploadParts } from './upload-body.ts'

/** The server may sync a large object to slow drives before it responds. */
export const COMMIT_TIMEOUT_MS = 120_000

/**
 * Stores an object. If `bytes` throws or ends early, the request is aborted, nothing is stored, and that error is thrown.
 * Returns the ETag without quotes.
 * @throws StorageError `NoSuchBucket`, `AccessDenied`, `XMinioAdminBucketQuotaExceeded`, `XMinioStorageFull`
 */
export async function putObject(
  client: StorageClient,
  bucket: string,
  key: string,
  body: UploadBody,
  contentType: string,
  /** More headers: metadata, conditions. */
  more: Record<string, string> = {},
): Promise<string> {
  const { headers, stream } = await uploadParts(client, body)
  // The framing of the request is named beside the encoding of the object, and removed from it by the server.
  const encodings = [headers['content-encoding'], more['content-encoding']].filter((one) => one !== undefined)
  const response = await sendForNothing(client, {
    method: 'PUT',
    path: objectPath(bucket, key),
    headers: {
      ...more,
      ...headers,
      ...(encodings.length > 0 && { 'content-encoding': encodings.join(',') }),
      'content-type': contentType,
    },
    stream,
    headersTimeoutMs: COMMIT_TIMEOUT_MS,
  })
  return etagOf(response)
}

export function etagOf(response: StorageResponse): string {
  const { etag } = response.headers
  return typeof etag === 'string' ? etag.replace(/^"|"$/g, '') : ''
}
