import { type ListVersionsPage, objectPath, parseListVersions } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

export interface ListVersionsQuery {
  /** Versions of the keys behind this one; with `versionIdMarker` also those of the key itself that come behind that version. */
  keyMarker?: string | undefined
  versionIdMarker?: string | undefined
}

/** A thousand versions and delete markers at most, in the order of their keys. @throws StorageError */
export async function listObjectVersionsPage(
  client: StorageClient,
  bucket: string,
  { keyMarker = '', versionIdMarker = '' }: ListVersionsQuery,
): Promise<ListVersionsPage> {
  const text = await sendForText(client, {
    method: 'GET',
    path: objectPath(bucket),
    query: {
      versions: '',
      'encoding-type': 'url',
      ...(keyMarker !== '' && { 'key-marker': keyMarker }),
      ...(versionIdMarker !== '' && { 'version-id-marker': versionIdMarker }),
    },
  })
  return parsed(() => parseListVersions(text))
}
