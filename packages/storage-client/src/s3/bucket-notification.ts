import { type BucketNotifications, objectPath, parseSubscriptions, writeSubscriptions } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'

const QUERY = { notification: '' }

/** The event subscriptions of a bucket; an empty document if there are none. @throws StorageError */
export async function getBucketNotification(client: StorageClient, bucket: string): Promise<BucketNotifications> {
  const text = await sendForText(client, { method: 'GET', path: objectPath(bucket), query: QUERY })
  return parsed(() => parseSubscriptions(text))
}

/** Replaces the whole document. @throws StorageError `InvalidArgument` for a target that the server does not have */
export async function putBucketNotification(
  client: StorageClient,
  bucket: string,
  notifications: BucketNotifications,
): Promise<void> {
  const body = writeSubscriptions(notifications)
  await sendForNothing(client, { method: 'PUT', path: objectPath(bucket), query: QUERY, body })
}
