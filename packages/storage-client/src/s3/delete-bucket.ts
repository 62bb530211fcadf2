import { objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'

/** @throws StorageError `NoSuchBucket`, `BucketNotEmpty` */
export async function deleteBucket(client: StorageClient, bucket: string): Promise<void> {
  await sendForNothing(client, { method: 'DELETE', path: objectPath(bucket) })
}
