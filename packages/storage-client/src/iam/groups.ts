import { listField, textField } from '@cooperage/wire'
import type { GroupInfo } from '../admin/groups.ts'
import type { StorageClient } from '../client.ts'
import { inParallel } from '../in-parallel.ts'
import { StorageError } from '../storage-error.ts'
import { principalNames, readPolicies, whereMissing } from './account-details.ts'
import { detachAll } from './policies.ts'
import { iamPages, NotInIam, objectsIn, sendIam } from './send-iam.ts'

const NO_GROUP = 'XMinioAdminNoSuchGroup'

/** Needs iam:GetGroup and the permissions to list its policies. @throws StorageError `XMinioAdminNoSuchGroup` */
export async function getGroup(client: StorageClient, name: string): Promise<GroupInfo> {
  const members = await membersOf(client, name)
  const policies = await readPolicies(client, 'group', name)
  return { name, isEnabled: true, members, policies, updatedAt: '' }
}

async function membersOf(client: StorageClient, name: string): Promise<string[]> {
  const pages = await whereMissing(NO_GROUP, iamPages(client, 'GetGroup', { GroupName: name }))
  return pages.flatMap((page) => objectsIn(listField(page, 'Users')).map((user) => textField(user, 'UserName')))
}

/** Needs iam:ListGroups. @throws StorageError */
export function listGroups(client: StorageClient): Promise<string[]> {
  return principalNames(client, 'group')
}

/** The policies of a group, of which IAM can't disable any. @throws StorageError */
export function attachedToGroup(client: StorageClient, group: string): Promise<string[]> {
  return readPolicies(client, 'group', group)
}

/** Needs iam:CreateGroup, and iam:AddUserToGroup with members. @throws StorageError `XMinioAdminNoSuchUser`; then there is no group */
export async function createGroup(client: StorageClient, group: string, members: string[]): Promise<void> {
  await requireUsers(client, members)
  await sendIam(client, 'CreateGroup', { GroupName: group })
  await addMembers(client, group, members)
}

/**
 * Needs iam:AddUserToGroup and iam:GetUser.
 * @throws StorageError `XMinioAdminNoSuchUser`; then nothing was added
 */
export async function addGroupMembers(client: StorageClient, group: string, members: string[]): Promise<void> {
  await requireUsers(client, members)
  await addMembers(client, group, members)
}

async function addMembers(client: StorageClient, group: string, members: string[]): Promise<void> {
  await inParallel(members, (user) =>
    whereMissing(NO_GROUP, sendIam(client, 'AddUserToGroup', { GroupName: group, UserName: user })),
  )
}

/** IAM adds users one by one, so those of a wrong list would be added until the wrong one. */
async function requireUsers(client: StorageClient, names: readonly string[]): Promise<void> {
  await inParallel(names, (name) =>
    whereMissing('XMinioAdminNoSuchUser', sendIam(client, 'GetUser', { UserName: name })),
  )
}

/** Needs iam:RemoveUserFromGroup. @throws StorageError `XMinioAdminNoSuchGroup`, also for a user that doesn't exist */
export async function removeGroupMembers(client: StorageClient, group: string, members: string[]): Promise<void> {
  await inParallel(members, (user) =>
    whereMissing(NO_GROUP, sendIam(client, 'RemoveUserFromGroup', { GroupName: group, UserName: user })),
  )
}

/** Detaches its policies first, which IAM expects of callers. @throws StorageError `XMinioAdminNoSuchGroup`, `XMinioAdminGroupNotEmpty` */
export async function removeGroup(client: StorageClient, group: string): Promise<void> {
  if ((await membersOf(client, group)).length > 0) {
    throw new StorageError('refused', 'The group has members', { code: 'XMinioAdminGroupNotEmpty', status: 409 })
  }
  await detachAll(client, { kind: 'group', name: group })
  await sendIam(client, 'DeleteGroup', { GroupName: group })
}

/** @throws StorageError `NotImplemented` */
export async function setGroupStatus(_client: StorageClient, _group: string, _isEnabled: boolean): Promise<void> {
  throw new NotInIam('disabled groups')
}
