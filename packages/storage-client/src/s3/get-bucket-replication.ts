import { objectPath, parseReplication, type ReplicationRule } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'
import { orNone } from './or-none.ts'

/** The rules of a bucket, none where replication was never set. @throws StorageError */
export async function getBucketReplication(client: StorageClient, bucket: string): Promise<ReplicationRule[]> {
  const text = await orNone(
    'ReplicationConfigurationNotFoundError',
    sendForText(client, { method: 'GET', path: objectPath(bucket), query: { replication: '' } }),
  )
  return text === undefined ? [] : parsed(() => parseReplication(text))
}
