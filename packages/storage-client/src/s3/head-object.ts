import { objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { type StorageResponse, sendForNothing } from '../send.ts'
import { type OfVersion, versionQuery } from './of-version.ts'

/**
 * The headers of an object, including its checksums, or those of one of its parts.
 * @throws StorageError `NoSuchKey`, `NoSuchBucket`, `AccessDenied`; with `deleteMarker` if the newest version is a delete marker
 */
export async function headObject(
  client: StorageClient,
  bucket: string,
  key: string,
  { partNumber, ...version }: OfVersion & { partNumber?: number } = {},
): Promise<Record<string, string>> {
  const response = await sendForNothing(client, {
    method: 'HEAD',
    path: objectPath(bucket, key),
    query: { ...versionQuery(version), ...(partNumber !== undefined && { partNumber: String(partNumber) }) },
    headers: { 'x-amz-checksum-mode': 'ENABLED' },
  })
  return headersOf(response)
}

export function headersOf(response: StorageResponse): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}
