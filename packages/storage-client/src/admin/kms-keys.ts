import { objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

/** Names of the keys that the server's key management holds; needs kms:ListKeys. @throws StorageError `NotImplemented` without one */
export async function listKmsKeys(client: StorageClient): Promise<string[]> {
  const text = await sendForText(client, { method: 'GET', path: '/minio/kms/v1/key/list', query: { pattern: '*' } })
  const keys: unknown = parsed(() => JSON.parse(text))
  return (Array.isArray(keys) ? keys : [])
    .map((key) => textField(objectField(key), 'name'))
    .filter((name) => name !== '')
}

/** The key that the server takes where none is named, '' where it does not say; needs kms:Status. @throws StorageError */
export async function defaultKmsKey(client: StorageClient): Promise<string> {
  const text = await sendForText(client, { method: 'GET', path: '/minio/kms/v1/status' })
  return textField(objectField(parsed(() => JSON.parse(text))), 'default-key-id')
}
