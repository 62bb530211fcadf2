import { type ListVersionsPage, objectPath, parseListVersions } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

export interface ListVersionsQuery {
  prefix?: string
  /** Without one, the versions of all keys with the prefix are listed. */
  delimiter?: string
  /**
   * Lists versions of keys after this one, which begins with the prefix; with `versionIdMarker` also the versions of this key
   * that come after that version.
   */
  keyMarker?: string | undefined
  versionIdMarker?: string | undefined
  /** At most 1000, the default. */
  maxKeys?: number
  /** On MinIO, includes headers, locks and tags, to the extent that the caller can read them. */
  withMetadata?: boolean
}

/** Versions and delete markers in key order, newest first for each key. @throws StorageError */
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
  const page = parsed(() => parseListVersions(text))
  const { product } = await client.endpoint.profile()
  return product === 'versitygw' ? { ...page, versions: page.versions.map(withCreationTime) } : page
}

/** A ULID: its first ten digits are when it was made, in milliseconds since the epoch. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** versitygw says of an earlier version when it was replaced. Its ID says when it was written, which Rewind needs. */
function withCreationTime<V extends ListVersionsPage['versions'][number]>(version: V): V {
  if (version.isLatest || !ULID.test(version.versionId)) return version
  const made = [...version.versionId.slice(0, 10)].reduce((time, digit) => time * 32 + DIGITS.indexOf(digit), 0)
  return { ...version, lastModified: Math.min(made, version.lastModified) }
}

/** All pages; the next one is requested while the caller processes the current one. @throws StorageError */
export async function* listObjectVersions(
  client: StorageClient,
  bucket: string,
  query: ListVersionsQuery,
): AsyncGenerator<ListVersionsPage> {
  let page = await listObjectVersionsPage(client, bucket, query)
  while (page.isTruncated && page.nextKeyMarker !== undefined) {
    const { nextKeyMarker: keyMarker, nextVersionIdMarker: versionIdMarker } = page
    const next = listObjectVersionsPage(client, bucket, { ...query, keyMarker, versionIdMarker })
    // A failure surfaces at the await below, unless the caller stops before it.
    next.catch(() => {})
    yield page
    page = await next
  }
  yield page
}
