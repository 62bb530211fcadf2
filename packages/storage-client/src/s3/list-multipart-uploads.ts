import { type ListMultipartUploadsPage, objectPath, parseListMultipartUploads } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

export interface ListUploadsQuery {
  /** On MinIO, the exact key of one object. */
  prefix?: string
  keyMarker?: string
  uploadIdMarker?: string
  /** At most 1000, the default. */
  maxUploads?: number
}

/** Uploads that were neither completed nor aborted. @throws StorageError */
export async function listMultipartUploads(
  client: StorageClient,
  bucket: string,
  { prefix, keyMarker, uploadIdMarker, maxUploads = 1000 }: ListUploadsQuery = {},
): Promise<ListMultipartUploadsPage> {
  const query = {
    uploads: '',
    'encoding-type': 'url',
    'max-uploads': String(maxUploads),
    ...(prefix && { prefix }),
    ...(keyMarker && { 'key-marker': keyMarker }),
    ...(uploadIdMarker && { 'upload-id-marker': uploadIdMarker }),
  }
  const text = await sendForText(client, { method: 'GET', path: objectPath(bucket), query })
  return parsed(() => parseListMultipartUploads(text))
}
