import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'
import { objectField } from './json-fields.ts'

/**
 * The policies of accounts that reach a bucket, by name, as the server's documents; needs admin:ListUserPolicies.
 * @throws StorageError
 */
export async function listBucketPolicies(
  client: StorageClient,
  bucket: string,
): Promise<{ name: string; policy: unknown }[]> {
  const text = await sendForText(client, {
    method: 'GET',
    path: '/minio/admin/v3/list-canned-policies',
    query: { bucket },
  })
  const policies = objectField(parsed(() => JSON.parse(text)))
  return Object.entries(policies).map(([name, policy]) => ({ name, policy }))
}
