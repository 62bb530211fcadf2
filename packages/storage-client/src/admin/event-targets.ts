import { listField, objectField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

/** ARNs of the notification targets for bucket events; needs admin:ServerInfo. @throws StorageError */
export async function listEventTargets(client: StorageClient): Promise<string[]> {
  const text = await sendForText(client, { method: 'GET', path: '/minio/admin/v3/info' })
  return listField(objectField(parsed(() => JSON.parse(text))), 'sqsARN').filter((arn) => typeof arn === 'string')
}
