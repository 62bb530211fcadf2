import { objectPath, Presigner, presignUrl } from '@cooperage/wire'
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

/** One body: its length and headers are part of the signature. */
export interface PresignedBody {
  key: string
  size: number
  headers: Record<string, string>
  /** It is a part of this upload. */
  part?: { uploadId: string; partNumber: number } | undefined
}

/** URLs that share an origin and most of their query: each is the origin, its path with a query of its own, `&` and the query. */
export interface PresignedUrls {
  origin: string
  query: string
  /** In the order of what was to be signed; '' for a key that no URL can represent. */
  paths: string[]
}

/**
 * Presigned URLs for one body each. The length is what a client sends by itself. Sends a request only if the server's region isn't
 * known.
 */
export async function presignUploads(
  client: StorageClient,
  bucket: string,
  bodies: readonly PresignedBody[],
  options: PresignOptions,
): Promise<PresignedUrls> {
  await learnRegion(client, objectPath(bucket))
  const { endpoint, credentials } = client
  const presigner = new Presigner({ ...options, credentials, region: endpoint.region })
  const paths = bodies.map(({ key, size, headers, part }) => {
    const path = objectPath(bucket, key)
    if (new URL(path, presigner.origin).pathname !== path) return ''
    const query = part && { partNumber: String(part.partNumber), uploadId: part.uploadId }
    return presigner.sign({ method: 'PUT', path, query, headers: { ...headers, 'content-length': String(size) } })
  })
  return { origin: presigner.origin, query: presigner.query, paths }
}

function presign(
  { endpoint, credentials }: StorageClient,
  { method, path, query = {}, headers = {} }: Pick<StorageRequest, 'method' | 'path' | 'query' | 'headers'>,
  { origin, expiresInSeconds, now }: PresignOptions,
): URL {
  const url = requestUrl(endpoint, { path, query }, origin)
  return presignUrl({ method, url, credentials, region: endpoint.region, expiresInSeconds, now, headers })
}
