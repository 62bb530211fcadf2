import { objectPath, presignUrl } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { requestUrl } from '../send.ts'
import { versionQuery } from './of-version.ts'

export interface PresignObjectOptions {
  versionId?: string
  /** Origin at which recipients of the link reach the server: the host is part of the signature. */
  origin: URL
  /** 1 to 604800. */
  expiresInSeconds: number
  now: Date
}

/**
 * Presigned URL of an object. Sends no request; the server's region has to be known, so call something on the bucket first.
 * @throws StorageError for a key that no URL can represent
 */
export function presignObject(
  { endpoint, credentials }: StorageClient,
  bucket: string,
  key: string,
  { versionId, origin, expiresInSeconds, now }: PresignObjectOptions,
): URL {
  const { pathname, search } = requestUrl(endpoint, {
    path: objectPath(bucket, key),
    query: versionQuery({ versionId }),
  })
  const url = new URL(origin.origin)
  url.pathname = pathname
  url.search = search
  return presignUrl({ method: 'GET', url, credentials, region: endpoint.region, expiresInSeconds, now })
}
