import { createHash } from 'node:crypto'
import {
  NO_REPLICATION,
  objectPath,
  parseReplication,
  type ReplicationConfiguration,
  writeReplication,
} from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

const QUERY = { replication: '' }

/** The replication rules of a bucket; empty if none were ever set. @throws StorageError */
export async function getBucketReplication(client: StorageClient, bucket: string): Promise<ReplicationConfiguration> {
  const text = await undefinedIfMissing(
    'ReplicationConfigurationNotFoundError',
    sendForText(client, { method: 'GET', path: objectPath(bucket), query: QUERY }),
  )
  return text === undefined ? NO_REPLICATION : parsed(() => parseReplication(text))
}

/**
 * Replaces the whole configuration. One without rules is deleted, as servers don't store it, together with all remote targets
 * of the bucket.
 * @throws StorageError `XMinioAdminRemoteTargetNotFoundError` for a rule whose target isn't a remote target of the bucket
 */
export async function putBucketReplication(
  client: StorageClient,
  bucket: string,
  configuration: ReplicationConfiguration,
): Promise<void> {
  const path = objectPath(bucket)
  if (configuration.rules.length === 0) {
    await sendForNothing(client, { method: 'DELETE', path, query: QUERY })
    return
  }
  const body = writeReplication(configuration)
  // Older servers require a digest here.
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  await sendForNothing(client, { method: 'PUT', path, query: QUERY, headers, body })
}
