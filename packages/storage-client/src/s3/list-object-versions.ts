import { type ListVersionsPage, objectPath, parseListVersions } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

export interface ListVersionsQuery {
  prefix?: string
  /** Without one the versions of every key below the prefix are listed. */
  delimiter?: string
  /**
   * Versions of the keys behind this one, which begins with the prefix; with `versionIdMarker` also those of the key itself
   * that come behind that version.
   */
  keyMarker?: string | undefined
  versionIdMarker?: string | undefined
  /** A thousand at most and by default. */
  maxKeys?: number
  /** MinIO: headers, locks and tags come along, as far as the caller may read them. */
  withMetadata?: boolean
}

/** Versions and delete markers in the order of their keys, those of a key from the newest on. @throws StorageError */
export async function listObjectVersionsPage(
  client: StorageClient,
  bucket: string,
  { prefix, delimiter, keyMarker, versionIdMarker, maxKeys, withMetadata }: ListVersionsQuery,
): Promise<ListVersionsPage> {
  const text = await sendForText(client, {
    method: 'GET',
    path: objectPath(bucket),
    query: {
      versions: '',
      'encoding-type': 'url',
      ...(prefix && { prefix }),
      ...(delimiter && { delimiter }),
      ...(keyMarker && { 'key-marker': keyMarker }),
      ...(versionIdMarker && { 'version-id-marker': versionIdMarker }),
      ...(maxKeys !== undefined && { 'max-keys': String(maxKeys) }),
      ...(withMetadata && { metadata: 'true' }),
    },
  })
  return parsed(() => parseListVersions(text))
}

/** Every page; the next one is asked for while the caller still works on the one before. @throws StorageError */
export async function* listObjectVersions(
  client: StorageClient,
  bucket: string,
  query: ListVersionsQuery,
): AsyncGenerator<ListVersionsPage> {
  let page = await listObjectVersionsPage(client, bucket, query)
  while (page.isTruncated && page.nextKeyMarker !== undefined) {
    const { nextKeyMarker: keyMarker, nextVersionIdMarker: versionIdMarker } = page
    const next = listObjectVersionsPage(client, bucket, { ...query, keyMarker, versionIdMarker })
    // Its failure is met at the await below; a caller that stops here has no use for it.
    next.catch(() => {})
    yield page
    page = await next
  }
  yield page
}
