import { objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendAdminForJson, sendAdminForObject } from './send-admin.ts'

/** Names of the keys in the server's KMS; needs kms:ListKeys. @throws StorageError `NotImplemented` without one */
export async function listKmsKeys(client: StorageClient): Promise<string[]> {
  const keys = await sendAdminForJson(client, {
    method: 'GET',
    path: '/minio/kms/v1/key/list',
    query: { pattern: '*' },
  })
  return (Array.isArray(keys) ? keys : [])
    .map((key) => textField(objectField(key), 'name'))
    .filter((name) => name !== '')
}

/** The key that the server uses by default, empty if it doesn't report one; needs kms:Status. @throws StorageError */
export async function defaultKmsKey(client: StorageClient): Promise<string> {
  return textField(await sendAdminForObject(client, { method: 'GET', path: '/minio/kms/v1/status' }), 'default-key-id')
}
