import { checksumHeader, objectPath, presignUrl } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { learnRegion, requestUrl, type StorageRequest } from '../send.ts'
import { versionQuery } from './of-version.ts'

export interface PresignOptions {
  /** Origin at which the users of the URL reach the server: the host is part of the signature. */
  origin: URL
  /** 1 to 604800. */
  expiresInSeconds: number
  now: Date
}

export interface PresignObjectOptions extends PresignOptions {
  versionId?: string
  /** Headers of the response that replace those of the object: `content-disposition`, `content-type`. */
  response?: Record<string, string>
}

/**
 * Presigned URL of an object. Sends no request; the server's region has to be known, so call something on the bucket first.
 * @throws StorageError for a key that no URL can represent
 */
export function presignObject(
  client: StorageClient,
  bucket: string,
  key: string,
  { versionId, response = {}, ...options }: PresignObjectOptions,
): URL {
  const overrides = Object.entries(response).map(([name, value]) => [`response-${name}`, value])
  const query = { ...versionQuery({ versionId }), ...Object.fromEntries(overrides) }
  return presign(client, { method: 'GET', path: objectPath(bucket, key), query }, options)
}

/** Presigned URL that finds out where a bucket is: what needs the least permission on it. Learns the server's region. */
export async function presignLocation(client: StorageClient, bucket: string, options: PresignOptions): Promise<URL> {
  const path = objectPath(bucket)
  await learnRegion(client, path)
  return presign(client, { method: 'GET', path, query: { location: '' } }, options)
}

export interface PresignUploadOptions extends PresignOptions {
  size: number
  crc32c: string
  /** More headers of the request: content type, condition. */
  headers?: Record<string, string>
  /** The body is a part of this upload. */
  part?: { uploadId: string; partNumber: number }
}

/**
 * Presigned URL for one body, and the headers that its user must send; the length is what a client sends by itself. Sends a request
 * only if the server's region isn't known.
 * @throws StorageError for a key that no URL can represent
 */
export async function presignUpload(
  client: StorageClient,
  bucket: string,
  key: string,
  { size, crc32c, headers = {}, part, ...options }: PresignUploadOptions,
): Promise<{ url: URL; headers: Record<string, string> }> {
  const path = objectPath(bucket, key)
  await learnRegion(client, path)
  const query = part && { partNumber: String(part.partNumber), uploadId: part.uploadId }
  const sent = { ...headers, [checksumHeader('crc32c')]: crc32c }
  const signed = { ...sent, 'content-length': String(size) }
  return {
    url: presign(client, { method: 'PUT', path, ...(query && { query }), headers: signed }, options),
    headers: sent,
  }
}

function presign(
  { endpoint, credentials }: StorageClient,
  { method, path, query = {}, headers = {} }: Pick<StorageRequest, 'method' | 'path' | 'query' | 'headers'>,
  { origin, expiresInSeconds, now }: PresignOptions,
): URL {
  const url = requestUrl(endpoint, { path, query }, origin)
  return presignUrl({ method, url, credentials, region: endpoint.region, expiresInSeconds, now, headers })
}
