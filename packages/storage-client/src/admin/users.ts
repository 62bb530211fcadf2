import { type JsonObject, listField, namesIn, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sealedBody, sendForSealed } from './sealed-payload.ts'
import { sendAdminForNothing, sendAdminForObject } from './send-admin.ts'

const PATH = '/minio/admin/v3'

export interface UserInfo {
  name: string
  isEnabled: boolean
  /** Directly attached policies, without those of its groups. */
  policies: string[]
  groups: string[]
  /** When its policies were last attached or detached, ISO 8601; empty if they never were. Servers don't report other changes. */
  updatedAt: string
}

/** Needs admin:GetUser, unless it is the caller's account. @throws StorageError `XMinioAdminNoSuchUser`, also for root */
export async function getUser(client: StorageClient, name: string): Promise<UserInfo> {
  const request = { method: 'GET', path: `${PATH}/user-info`, query: { accessKey: name } } as const
  return toUser(name, await sendAdminForObject(client, request))
}

/** All but root; needs admin:ListUsers. @throws StorageError */
export async function listUsers(client: StorageClient): Promise<UserInfo[]> {
  const users = await sendForSealed(client, { method: 'GET', path: `${PATH}/list-users` })
  return Object.entries(users).map(([name, user]) => toUser(name, objectField(user)))
}

function toUser(name: string, user: JsonObject): UserInfo {
  return {
    name,
    isEnabled: textField(user, 'status') !== 'disabled',
    policies: namesIn(textField(user, 'policyName')),
    groups: listField(user, 'memberOf').map(String),
    updatedAt: isoTime(textField(user, 'updatedAt')),
  }
}

/**
 * Creates a user, or replaces the secret key and the status of an existing one, which keeps its policies and groups. Needs
 * admin:CreateUser, or no permission for the caller's own secret key.
 * @throws StorageError `XMinioAdminInvalidAccessKey`, `XMinioAdminInvalidSecretKey`, `XMinioInvalidIAMCredentials` for root's
 * access key
 */
export async function putUser(
  client: StorageClient,
  { name, secretKey, isEnabled }: { name: string; secretKey: string; isEnabled: boolean },
): Promise<void> {
  const fields = JSON.stringify({ secretKey, status: isEnabled ? 'enabled' : 'disabled' })
  const body = await sealedBody(client, fields)
  await sendAdminForNothing(client, { method: 'PUT', path: `${PATH}/add-user`, query: { accessKey: name }, ...body })
}

/** Needs admin:EnableUser, also to disable a user. @throws StorageError `XMinioAdminNoSuchUser` */
export async function setUserStatus(client: StorageClient, name: string, isEnabled: boolean): Promise<void> {
  const query = { accessKey: name, status: isEnabled ? 'enabled' : 'disabled' }
  await sendAdminForNothing(client, { method: 'PUT', path: `${PATH}/set-user-status`, query })
}

/** Deletes the user with its access keys; needs admin:DeleteUser. @throws StorageError `XMinioAdminNoSuchUser` */
export async function removeUser(client: StorageClient, name: string): Promise<void> {
  await sendAdminForNothing(client, { method: 'DELETE', path: `${PATH}/remove-user`, query: { accessKey: name } })
}

const UTC = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/

/** Servers send nanoseconds, and year 1 for "unknown". */
export function isoTime(text: string): string {
  const utc = UTC.exec(text)
  // Reading and writing the time as a Date takes a third of the time in which a list of 10,000 users is served.
  if (utc) return text < '1970-01-01T00:00:01' ? '' : `${utc[1]}.${(utc[2] ?? '').slice(0, 3).padEnd(3, '0')}Z`
  const time = Date.parse(text)
  return time > 0 ? new Date(time).toISOString() : ''
}
