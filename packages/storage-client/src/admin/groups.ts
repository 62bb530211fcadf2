import { listField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'
import { namesIn } from './users.ts'

export interface GroupInfo {
  name: string
  isEnabled: boolean
  members: string[]
  /** Servers list none for a disabled group. */
  policies: string[]
}

/** Needs admin:GetGroup. @throws StorageError `XMinioAdminNoSuchGroup` */
export async function getGroup(client: StorageClient, name: string): Promise<GroupInfo> {
  const text = await sendForText(client, { method: 'GET', path: '/minio/admin/v3/group', query: { group: name } })
  const group = objectField(parsed(() => JSON.parse(text)))
  return {
    name,
    isEnabled: textField(group, 'status') !== 'disabled',
    members: listField(group, 'members').map(String),
    policies: namesIn(textField(group, 'policy')),
  }
}

/** Needs admin:ListGroups. @throws StorageError */
export async function listGroups(client: StorageClient): Promise<string[]> {
  const text = await sendForText(client, { method: 'GET', path: '/minio/admin/v3/groups' })
  const groups: unknown = parsed(() => JSON.parse(text))
  return Array.isArray(groups) ? groups.map(String) : []
}
