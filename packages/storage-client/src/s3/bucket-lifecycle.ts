import { createHash } from 'node:crypto'
import { type LifecycleConfiguration, objectPath, parseLifecycle, writeLifecycle } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

const QUERY = { lifecycle: '' }

/** The lifecycle rules of a bucket; empty if none were ever set. @throws StorageError */
export async function getBucketLifecycle(client: StorageClient, bucket: string): Promise<LifecycleConfiguration> {
  const text = await undefinedIfMissing(
    'NoSuchLifecycleConfiguration',
    sendForText(client, { method: 'GET', path: objectPath(bucket), query: QUERY }),
  )
  return text === undefined ? { rules: [], others: [] } : parsed(() => parseLifecycle(text))
}

/** Replaces the whole configuration; one without rules is deleted, as servers don't store it. @throws StorageError `InvalidStorageClass` */
export async function putBucketLifecycle(
  client: StorageClient,
  bucket: string,
  configuration: LifecycleConfiguration,
): Promise<void> {
  const path = objectPath(bucket)
  if (configuration.rules.length === 0) {
    await sendForNothing(client, { method: 'DELETE', path, query: QUERY })
    return
  }
  const body = writeLifecycle(configuration)
  // Servers require a digest here.
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  await sendForNothing(client, { method: 'PUT', path, query: QUERY, headers, body })
}
