import { listField, namesIn, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { StorageError } from '../storage-error.ts'
import { sendAdminForJson, sendAdminForNothing, sendAdminForObject } from './send-admin.ts'
import { isoTime } from './users.ts'

const PATH = '/minio/admin/v3'

export interface GroupInfo {
  name: string
  isEnabled: boolean
  members: string[]
  /** Servers list none for a disabled group. */
  policies: string[]
  /** When it last changed, ISO 8601; empty if the server doesn't report it. */
  updatedAt: string
}

/** Needs admin:GetGroup. @throws StorageError `XMinioAdminNoSuchGroup`; `XMinioIAMActionNotAllowed` with LDAP */
export async function getGroup(client: StorageClient, name: string): Promise<GroupInfo> {
  const group = await sendAdminForObject(client, { method: 'GET', path: `${PATH}/group`, query: { group: name } })
  const status = textField(group, 'status')
  if (status === '') {
    // A server with LDAP describes every name, without a status.
    throw new StorageError('refused', 'This is no built-in group', { code: 'XMinioIAMActionNotAllowed', status: 403 })
  }
  return {
    name,
    isEnabled: status !== 'disabled',
    // MinIO keeps a member twice that was added twice in one call.
    members: [...new Set(listField(group, 'members').map(String))],
    policies: namesIn(textField(group, 'policy')),
    updatedAt: isoTime(textField(group, 'updatedAt')),
  }
}

/** Needs admin:ListGroups. @throws StorageError */
export async function listGroups(client: StorageClient): Promise<string[]> {
  const groups = await sendAdminForJson(client, { method: 'GET', path: `${PATH}/groups` })
  return Array.isArray(groups) ? groups.map(String) : []
}

/**
 * Creates the group if it doesn't exist; `members` may be empty. Needs admin:AddUserToGroup.
 * @throws StorageError `XMinioAdminNoSuchUser`; then nothing was added
 */
export async function addGroupMembers(client: StorageClient, group: string, members: string[]): Promise<void> {
  await updateMembers(client, { group, members, isRemove: false })
}

/**
 * Needs admin:AddUserToGroup. Does nothing for an empty list, because servers delete the group then.
 * @throws StorageError `XMinioAdminNoSuchGroup`, `XMinioAdminNoSuchUser`
 */
export async function removeGroupMembers(client: StorageClient, group: string, members: string[]): Promise<void> {
  if (members.length > 0) await updateMembers(client, { group, members, isRemove: true })
}

/** Needs admin:AddUserToGroup. @throws StorageError `XMinioAdminNoSuchGroup`, `XMinioAdminGroupNotEmpty` */
export async function removeGroup(client: StorageClient, group: string): Promise<void> {
  await updateMembers(client, { group, members: [], isRemove: true })
}

async function updateMembers(
  client: StorageClient,
  change: { group: string; members: string[]; isRemove: boolean },
): Promise<void> {
  const body = JSON.stringify({ ...change, groupStatus: 'enabled' })
  await sendAdminForNothing(client, { method: 'PUT', path: `${PATH}/update-group-members`, body })
}

/** Needs admin:EnableGroup, also to disable it. @throws StorageError `XMinioAdminNoSuchGroup` */
export async function setGroupStatus(client: StorageClient, group: string, isEnabled: boolean): Promise<void> {
  const query = { group, status: isEnabled ? 'enabled' : 'disabled' }
  await sendAdminForNothing(client, { method: 'PUT', path: `${PATH}/set-group-status`, query })
}
