import { objectPath, writeCreateBucketConfiguration } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'

/** @throws StorageError `BucketAlreadyOwnedByYou`, `BucketAlreadyExists`, `InvalidBucketName` */
export async function createBucket(client: StorageClient, bucket: string): Promise<void> {
  const { region } = client.endpoint
  const body = region === 'us-east-1' ? {} : { body: writeCreateBucketConfiguration(region) }
  await sendForNothing(client, { method: 'PUT', path: objectPath(bucket), ...body })
}
