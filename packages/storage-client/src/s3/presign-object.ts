import { objectPath, presignUrl } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { requestUrl } from '../send.ts'

export interface PresignObjectOptions {
  versionId?: string
  /** Origin under which whoever gets the link reaches the server: the host is part of what is signed. */
  origin: URL
  /** 1 to 604800. */
  expiresInSeconds: number
  now: Date
}

/**
 * Address of an object that carries the client's signature. Nothing is asked of the server; its region has to be known, so
 * some call about the bucket comes before. @throws StorageError for a key that no address can name
 */
export function presignObject(
  { endpoint, credentials }: StorageClient,
  bucket: string,
  key: string,
  { versionId, origin, expiresInSeconds, now }: PresignObjectOptions,
): URL {
  const { pathname, search } = requestUrl(endpoint, {
    path: objectPath(bucket, key),
    ...(versionId !== undefined && { query: { versionId } }),
  })
  const url = new URL(origin.origin)
  url.pathname = pathname
  url.search = search
  return presignUrl({ method: 'GET', url, credentials, region: endpoint.region, expiresInSeconds, now })
}
