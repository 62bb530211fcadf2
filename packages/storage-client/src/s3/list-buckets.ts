import { type ListedBucket, parseListBuckets } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

/** The buckets that the account can list, without sizes; always up to date. @throws StorageError */
export async function listBuckets(client: StorageClient): Promise<ListedBucket[]> {
  const text = await sendForText(client, { method: 'GET', path: '/' })
  return parsed(() => parseListBuckets(text))
}
