import {
  type Credentials,
  parseRemoteTargets,
  type RemoteTarget,
  type RemoteTargetSettings,
  writeRemoteTarget,
} from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed } from '../send.ts'
import { StorageError } from '../storage-error.ts'
import { sealedBody } from './sealed-payload.ts'
import { sendAdminForNothing, sendAdminForText } from './send-admin.ts'

/** The replication targets of a bucket; needs admin:GetBucketTarget. @throws StorageError */
export async function listRemoteTargets(client: StorageClient, bucket: string): Promise<RemoteTarget[]> {
  const query = { bucket, type: 'replication' }
  const text = await sendAdminForText(client, { method: 'GET', path: '/minio/admin/v3/list-remote-targets', query })
  return parsed(() => parseRemoteTargets(text))
}

/**
 * Creates a remote target of a bucket and returns its ARN. The server first connects to it with `keys`. An existing target
 * with the same access key is left unchanged. Needs admin:SetBucketTarget.
 * @throws StorageError `ReplicationSourceNotVersionedError`, `RemoteTargetNotVersionedError` and others
 */
export async function setRemoteTarget(
  client: StorageClient,
  bucket: string,
  settings: RemoteTargetSettings,
  keys: Credentials,
): Promise<string> {
  return await sendTarget(client, { bucket }, writeRemoteTarget(bucket, settings, keys))
}

/** Replaces the keys of a remote target. The server first connects to it with them. @throws StorageError as `setRemoteTarget` */
export async function setRemoteTargetKeys(
  client: StorageClient,
  bucket: string,
  target: RemoteTarget,
  keys: Credentials,
): Promise<void> {
  const query = { bucket, update: 'true', creds: 'true' }
  await sendTarget(client, query, writeRemoteTarget(bucket, target, keys, target.arn))
}

async function sendTarget(client: StorageClient, query: Record<string, string>, payload: string): Promise<string> {
  const path = '/minio/admin/v3/set-remote-target'
  const text = await sendAdminForText(client, { method: 'PUT', path, query, ...(await sealedBody(client, payload)) })
  const arn: unknown = parsed(() => JSON.parse(text))
  if (typeof arn === 'string') return arn
  throw new StorageError('unreadable', 'The storage server returned no ARN for the remote target')
}

/** Needs admin:SetBucketTarget. @throws StorageError `XMinioAdminRemoteTargetNotFoundError`, `XMinioAdminRemoteRemoveDisallowed` while a rule uses it */
export async function removeRemoteTarget(client: StorageClient, bucket: string, arn: string): Promise<void> {
  const query = { bucket, arn }
  await sendAdminForNothing(client, { method: 'DELETE', path: '/minio/admin/v3/remove-remote-target', query })
}
