import { type JsonObject, listField, objectField, textField } from '@cooperage/wire'
import type { UserInfo } from '../admin/users.ts'
import type { StorageClient } from '../client.ts'
import { inParallel } from '../in-parallel.ts'
import { StorageError } from '../storage-error.ts'
import { keysOfUser, removeKey } from './access-keys.ts'
import {
  accountDetails,
  isNotOffered,
  offered,
  policiesIn,
  principalNames,
  readPolicies,
  whereMissing,
} from './account-details.ts'
import { detachAll } from './policies.ts'
import { IamError, listIam, NotInIam, objectsIn, sendIam } from './send-iam.ts'

const NO_USER = 'XMinioAdminNoSuchUser'

/** Of a user who is enabled as all are, and whose changes IAM doesn't report. */
const ALWAYS = { isEnabled: true, updatedAt: '' }

/** Needs iam:GetUser and the permissions to list its policies and groups. @throws StorageError `XMinioAdminNoSuchUser` */
export async function getUser(client: StorageClient, name: string): Promise<UserInfo> {
  await whereMissing(NO_USER, sendIam(client, 'GetUser', { UserName: name }))
  const [policies, groups] = await Promise.all([readPolicies(client, 'user', name), groupsOf(client, name)])
  return { name, policies, groups, ...ALWAYS }
}

/** Needs iam:ListUsers and iam:GetAccountAuthorizationDetails, or what `getUser` needs. @throws StorageError */
export async function listUsers(client: StorageClient): Promise<UserInfo[]> {
  const details = await accountDetails(client, 'User')
  if (details) {
    return details.map((user) => {
      const name = textField(user, 'UserName')
      return {
        name,
        policies: policiesIn(user, 'user', name),
        groups: listField(user, 'GroupList').map(String),
        ...ALWAYS,
      }
    })
  }
  return await inParallel(await principalNames(client, 'user'), async (name) => {
    const [policies, groups] = await Promise.all([readPolicies(client, 'user', name), groupsOf(client, name)])
    return { name, policies, groups, ...ALWAYS }
  })
}

/**
 * The ARNs of the permissions boundaries of users, by their names. Needs iam:GetAccountAuthorizationDetails, or iam:ListUsers and
 * iam:GetUser.
 * @throws StorageError
 */
export async function permissionsBoundaries(client: StorageClient): Promise<Map<string, string>> {
  const users = (await accountDetails(client, 'User')) ?? (await usersOneByOne(client))
  return new Map(
    users.flatMap((user) => {
      const arn = textField(objectField(user.PermissionsBoundary), 'PermissionsBoundaryArn')
      return arn === '' ? [] : [[textField(user, 'UserName'), arn] as const]
    }),
  )
}

/** Lists of users don't have their boundaries. */
async function usersOneByOne(client: StorageClient): Promise<JsonObject[]> {
  return await inParallel(await principalNames(client, 'user'), async (name) => {
    try {
      return objectField((await sendIam(client, 'GetUser', { UserName: name })).User)
    } catch (error) {
      // Deleted since it was listed, or of a server that has nothing more than names.
      const isNoMore = error instanceof IamError && error.code === 'NoSuchEntity'
      if (!isNoMore && !isNotOffered(error)) throw error
      return {}
    }
  })
}

/** The user of the client's keys; undefined for others, such as roles, or if it may not be read. @throws StorageError */
export async function ownUser(client: StorageClient): Promise<string | undefined> {
  try {
    return textField(objectField(await sendIam(client, 'GetUser'), 'User'), 'UserName') || undefined
  } catch (error) {
    if (error instanceof IamError) return undefined
    throw error
  }
}

async function groupsOf(client: StorageClient, name: string): Promise<string[]> {
  const groups = await offered(listIam(client, 'ListGroupsForUser', 'Groups', { UserName: name }))
  return objectsIn(groups).map((group) => textField(group, 'GroupName'))
}

/**
 * Creates a user. It has no secret key itself, but access keys. Needs iam:CreateUser.
 * @throws StorageError `EntityAlreadyExists`, `NotImplemented` with a secret key
 */
export async function putUser(
  client: StorageClient,
  { name, secretKey }: { name: string; secretKey: string; isEnabled: boolean },
): Promise<void> {
  if (secretKey !== '') throw new NotInIam('secret keys of users')
  await sendIam(client, 'CreateUser', { UserName: name })
}

/** @throws StorageError `NotImplemented` */
export async function setUserStatus(_client: StorageClient, _name: string, _isEnabled: boolean): Promise<void> {
  throw new NotInIam('disabled users')
}

/**
 * Deletes a user with its access keys and inline policies, after detaching its policies and leaving its groups, which IAM
 * expects of callers. What the console doesn't know, such as a password of the AWS console, makes it fail before anything is
 * deleted.
 * @throws StorageError `XMinioAdminNoSuchUser`, `DeleteConflict`
 */
export async function removeUser(client: StorageClient, name: string): Promise<void> {
  const user = { UserName: name }
  await whereMissing(NO_USER, sendIam(client, 'GetUser', user))
  await refuseLoginProfile(client, name)
  const [keys, groups] = await Promise.all([keysOfUser(client, name), groupsOf(client, name)])
  await inParallel(keys, ({ accessKey }) => removeKey(client, name, accessKey))
  await inParallel(groups, (group) => sendIam(client, 'RemoveUserFromGroup', { ...user, GroupName: group }))
  await detachAll(client, { kind: 'user', name })
  await sendIam(client, 'DeleteUser', user)
}

/** A password of the AWS console: its user isn't one of storage only. */
async function refuseLoginProfile(client: StorageClient, name: string): Promise<void> {
  try {
    await sendIam(client, 'GetLoginProfile', { UserName: name })
  } catch (error) {
    // There is none, it may not be read, or the server has nothing like it.
    if (error instanceof IamError) return
    throw error
  }
  throw new StorageError('refused', `${name} has a password for the AWS console`, {
    code: 'DeleteConflict',
    status: 409,
  })
}
