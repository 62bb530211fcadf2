import { objectPath } from '@cooperage/wire'
import type { JsonPolicy } from '@cooperage/wire/policy'
import { inPartition } from '../aws-partition.ts'
import type { StorageClient } from '../client.ts'
import { sendForNothing, sendForText } from '../send.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

const QUERY = { policy: '' }

/** The bucket's policy as JSON text; undefined without one. @throws StorageError */
export async function getBucketPolicy(client: StorageClient, bucket: string): Promise<string | undefined> {
  return await undefinedIfMissing(
    'NoSuchBucketPolicy',
    sendForText(client, { method: 'GET', path: objectPath(bucket), query: QUERY }),
  )
}

/** @throws StorageError `MalformedPolicy`, with the reason in its message */
export async function putBucketPolicy(
  client: StorageClient,
  bucket: string,
  policy: string | JsonPolicy,
): Promise<void> {
  const body = inPartition(client.endpoint.url, typeof policy === 'string' ? policy : JSON.stringify(policy))
  await sendForNothing(client, { method: 'PUT', path: objectPath(bucket), query: QUERY, body })
}

/** Succeeds even if there is none. @throws StorageError */
export async function deleteBucketPolicy(client: StorageClient, bucket: string): Promise<void> {
  await undefinedIfMissing(
    'NoSuchBucketPolicy',
    sendForNothing(client, { method: 'DELETE', path: objectPath(bucket), query: QUERY }),
  )
}
