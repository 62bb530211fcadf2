import { type JsonObject, listField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'
import { sendForSealed } from './sealed-payload.ts'

export interface UserInfo {
  name: string
  isEnabled: boolean
  /** Directly attached policies, without those of its groups. */
  policies: string[]
  groups: string[]
}

/** Needs admin:GetUser, unless it is the caller's account. @throws StorageError `XMinioAdminNoSuchUser`, also for root */
export async function getUser(client: StorageClient, name: string): Promise<UserInfo> {
  const request = { method: 'GET', path: '/minio/admin/v3/user-info', query: { accessKey: name } } as const
  const text = await sendForText(client, request)
  return toUser(name, objectField(parsed(() => JSON.parse(text))))
}

/** All but root; needs admin:ListUsers. @throws StorageError */
export async function listUsers(client: StorageClient): Promise<UserInfo[]> {
  const users = await sendForSealed(client, { method: 'GET', path: '/minio/admin/v3/list-users' })
  return Object.entries(users).map(([name, user]) => toUser(name, objectField(user)))
}

function toUser(name: string, user: JsonObject): UserInfo {
  return {
    name,
    isEnabled: textField(user, 'status') !== 'disabled',
    policies: namesIn(textField(user, 'policyName')),
    groups: listField(user, 'memberOf').map(String),
  }
}

/** Splits policy names, which servers join with commas. */
export function namesIn(joined: string): string[] {
  return joined
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
