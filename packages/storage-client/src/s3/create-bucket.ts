import { objectPath, writeCreateBucketConfiguration } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'

/**
 * `locking` enables object lock and versioning; object lock can't be enabled later.
 * @throws StorageError `BucketAlreadyOwnedByYou`, `BucketAlreadyExists`, `InvalidBucketName`
 */
export async function createBucket(
  client: StorageClient,
  bucket: string,
  options: { locking?: boolean } = {},
): Promise<void> {
  const { region } = client.endpoint
  const body = region === 'us-east-1' ? {} : { body: writeCreateBucketConfiguration(region) }
  const headers = options.locking ? { headers: { 'x-amz-bucket-object-lock-enabled': 'true' } } : {}
  await sendForNothing(client, { method: 'PUT', path: objectPath(bucket), ...headers, ...body })
}
