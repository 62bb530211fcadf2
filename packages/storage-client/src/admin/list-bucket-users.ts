import { decryptAdminPayload } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, send } from '../send.ts'
import { exchangeFailure } from '../storage-error.ts'
import { objectField } from './json-fields.ts'

/**
 * Access keys of the users that have a policy which reaches a bucket, sorted; needs admin:ListUsers. Users whose only
 * policies are those of their groups are not among them: servers do not look there.
 * @throws StorageError
 */
export async function listBucketUsers(client: StorageClient, bucket: string): Promise<string[]> {
  const response = await send(client, { method: 'GET', path: '/minio/admin/v3/list-users', query: { bucket } })
  let sealed: Uint8Array
  try {
    sealed = await response.body.bytes()
  } catch (error) {
    throw exchangeFailure(error, client.signal)
  }
  const text = await decryptAdminPayload(client.credentials.secretKey, sealed)
  return Object.keys(objectField(parsed(() => JSON.parse(text.toString('utf8'))))).sort()
}
