import { type ListMultipartUploadsPage, objectPath, parseListMultipartUploads } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

/** The uploads of a bucket that were neither completed nor aborted, a thousand at most. @throws StorageError */
export async function listMultipartUploads(client: StorageClient, bucket: string): Promise<ListMultipartUploadsPage> {
  const query = { uploads: '', 'encoding-type': 'url', 'max-uploads': '1000' }
  const text = await sendForText(client, { method: 'GET', path: objectPath(bucket), query })
  return parsed(() => parseListMultipartUploads(text))
}
