import { type BucketEncryption, objectPath, parseBucketEncryption, writeBucketEncryption } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

const QUERY = { encryption: '' }

/** How new objects of a bucket are encrypted; undefined if they aren't. @throws StorageError */
export async function getBucketEncryption(
  client: StorageClient,
  bucket: string,
): Promise<BucketEncryption | undefined> {
  const text = await undefinedIfMissing(
    'ServerSideEncryptionConfigurationNotFoundError',
    sendForText(client, { method: 'GET', path: objectPath(bucket), query: QUERY }),
  )
  return text === undefined ? undefined : parsed(() => parseBucketEncryption(text))
}

/** @throws StorageError `NotImplemented` if a KMS is needed and there is none, `kms:KeyNotFound` */
export async function putBucketEncryption(
  client: StorageClient,
  bucket: string,
  encryption: BucketEncryption,
): Promise<void> {
  const body = writeBucketEncryption(encryption)
  await sendForNothing(client, { method: 'PUT', path: objectPath(bucket), query: QUERY, body })
}

/** Existing objects stay encrypted. Succeeds even if nothing was set. @throws StorageError */
export async function deleteBucketEncryption(client: StorageClient, bucket: string): Promise<void> {
  await sendForNothing(client, { method: 'DELETE', path: objectPath(bucket), query: QUERY })
}
