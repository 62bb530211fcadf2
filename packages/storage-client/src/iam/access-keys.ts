import { type Credentials, objectField, textField } from '@cooperage/wire'
import type { AccessKey } from '../admin/access-keys.ts'
import type { NewServiceAccount, ServiceAccountChange, ServiceAccountInfo } from '../admin/service-accounts.ts'
import type { StorageClient } from '../client.ts'
import { inParallel } from '../in-parallel.ts'
import { StorageError } from '../storage-error.ts'
import { principalNames, whereMissing } from './account-details.ts'
import { IamError, listIam, NotInIam, objectsIn, sendIam } from './send-iam.ts'

const NO_KEY = 'XMinioInvalidIAMCredentials'

/** What keys of IAM don't have: they can do what their user can, and never expire. */
const PLAIN = { name: '', description: '', expiresAt: undefined }

/** The keys of all users, which are read user by user. Needs iam:ListUsers and iam:ListAccessKeys. @throws StorageError */
export async function listAllAccessKeys(client: StorageClient): Promise<AccessKey[]> {
  const keys = await inParallel(await principalNames(client, 'user'), async (name) => {
    try {
      return await keysOfUser(client, name)
    } catch (error) {
      // Deleted since it was listed.
      if (error instanceof IamError && error.code === 'NoSuchEntity') return []
      throw error
    }
  })
  return keys.flat()
}

/** Those of the caller's own account, or of another user. Needs iam:ListAccessKeys. An unknown user has none. @throws StorageError */
export async function listAccessKeys(
  client: StorageClient,
  parent: string,
  { user }: { user?: string } = {},
): Promise<AccessKey[]> {
  try {
    return await keysOfUser(client, user ?? parent, user === undefined ? {} : { UserName: user })
  } catch (error) {
    if (error instanceof IamError && error.code === 'NoSuchEntity') return []
    throw error
  }
}

export async function keysOfUser(
  client: StorageClient,
  parent: string,
  parameters: Record<string, string> = { UserName: parent },
): Promise<AccessKey[]> {
  const keys = objectsIn(await listIam(client, 'ListAccessKeys', 'AccessKeyMetadata', parameters))
  return keys.map((key) => ({
    accessKey: textField(key, 'AccessKeyId'),
    parent: textField(key, 'UserName') || parent,
    isEnabled: textField(key, 'Status') !== 'Inactive',
    isRestricted: false,
    ...PLAIN,
  }))
}

/** Needs iam:GetAccessKeyLastUsed and iam:ListAccessKeys. @throws StorageError `XMinioInvalidIAMCredentials` */
export async function getServiceAccount(client: StorageClient, accessKey: string): Promise<ServiceAccountInfo> {
  const { parent, isEnabled } = await findKey(client, accessKey)
  return { parent, isEnabled, isImplied: true, policy: '', ...PLAIN }
}

/** Calls about a key need the name of its user, which only some servers return for a key. */
async function findKey(client: StorageClient, accessKey: string): Promise<AccessKey> {
  const owner = await ownerOf(client, accessKey)
  const keys = owner === '' ? await listAllAccessKeys(client) : await whereMissing(NO_KEY, keysOfUser(client, owner))
  const key = keys.find((one) => one.accessKey === accessKey)
  if (key) return key
  throw new StorageError('refused', 'There is no such access key', { code: NO_KEY, status: 404 })
}

/** '' where the server doesn't say it. */
async function ownerOf(client: StorageClient, accessKey: string): Promise<string> {
  try {
    return textField(await sendIam(client, 'GetAccessKeyLastUsed', { AccessKeyId: accessKey }), 'UserName')
  } catch (error) {
    if (error instanceof IamError) return ''
    throw error
  }
}

/**
 * Creates a key for the caller, or for another user. The server chooses it. Needs iam:CreateAccessKey.
 * @throws StorageError `XMinioAdminNoSuchUser`, `LimitExceeded`; `NotImplemented` for anything that IAM can't restrict or name
 */
export async function addServiceAccount(client: StorageClient, wanted: NewServiceAccount): Promise<Credentials> {
  const { targetUser, keys, policy, name, description, expiresAt } = wanted
  if (keys) throw new NotInIam('chosen access keys')
  if (policy !== undefined) throw new NotInIam('policies of access keys')
  if (name !== '' || description !== '') throw new NotInIam('names of access keys')
  if (expiresAt !== undefined) throw new NotInIam('access keys that expire')
  const parameters = targetUser === undefined ? {} : { UserName: targetUser }
  const created = await whereMissing('XMinioAdminNoSuchUser', sendIam(client, 'CreateAccessKey', parameters))
  const key = objectField(created, 'AccessKey')
  return { accessKey: textField(key, 'AccessKeyId'), secretKey: textField(key, 'SecretAccessKey') }
}

/** Activates or deactivates a key; nothing else of it can change. Needs iam:UpdateAccessKey. @throws StorageError `NotImplemented` */
export async function changeServiceAccount(
  client: StorageClient,
  accessKey: string,
  { policy, secretKey, isEnabled, name, description, expiresAt }: ServiceAccountChange,
): Promise<void> {
  if (policy !== undefined) throw new NotInIam('policies of access keys')
  if (secretKey !== undefined) throw new NotInIam('new secret keys of access keys')
  if (name !== undefined || description !== undefined) throw new NotInIam('names of access keys')
  if (expiresAt !== undefined && expiresAt !== null) throw new NotInIam('access keys that expire')
  if (isEnabled === undefined) return
  const { parent } = await findKey(client, accessKey)
  const status = isEnabled ? 'Active' : 'Inactive'
  const key = { UserName: parent, AccessKeyId: accessKey, Status: status }
  await whereMissing(NO_KEY, sendIam(client, 'UpdateAccessKey', key))
}

/** Needs iam:DeleteAccessKey. @throws StorageError `XMinioInvalidIAMCredentials` */
export async function removeServiceAccount(client: StorageClient, accessKey: string): Promise<void> {
  const { parent } = await findKey(client, accessKey)
  await removeKey(client, parent, accessKey)
}

export async function removeKey(client: StorageClient, user: string, accessKey: string): Promise<void> {
  await whereMissing(NO_KEY, sendIam(client, 'DeleteAccessKey', { UserName: user, AccessKeyId: accessKey }))
}
