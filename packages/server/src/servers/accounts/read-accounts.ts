import { type AccountFacts, AppError, placeText, taskOf } from '@cooperage/contract'
import {
  type AccessKey,
  attachedToGroup,
  getGroup,
  getServiceAccount,
  hasIam,
  listAllAccessKeys,
  listCannedPolicies,
  listGroups,
  listLdapPolicies,
  listUsers,
  permissionsBoundaries,
  type StorageClient,
  StorageError,
  takesUsersFromLdap,
} from '@cooperage/storage-client'
import { isDefaultPolicy } from '../../shared/default-policy.ts'
import { inParallel } from '../../shared/in-parallel.ts'
import { withStorageErrors } from '../../shared/storage-errors.ts'

/** Groups and keys that are read concurrently. */
const PARALLEL = 8

const NONE: Omit<AccountFacts, 'api' | 'product'> = { policies: [], groups: [], users: [], keys: [], directory: [] }

/** All accounts of a server, with the visitor's own permissions. @throws AppError AccessDenied, and other storage errors */
export async function readAccounts(storage: StorageClient): Promise<AccountFacts> {
  const { kind, product } = await withStorageErrors({}, storage.endpoint.profile())
  const isIam = await withStorageErrors({}, hasIam(storage))
  // Keys that may not list users don't show whether there are any.
  if (kind === 's3' && storage.endpoint.hasIam === undefined) {
    throw new AppError('AccessDenied', {
      action: 'iam:ListUsers',
      task: taskOf('iam:ListUsers'),
      resource: placeText('server'),
    })
  }
  if (kind === 's3' && !isIam) return { api: 'none', product, ...NONE }
  const policies = (await withStorageErrors({ action: 'admin:ListUserPolicies' }, listCannedPolicies(storage))).map(
    ({ name, document: json }) => {
      const document = JSON.stringify(json)
      return { name, document, isBuiltIn: isIam ? name.startsWith('aws:') : isDefaultPolicy(name, document) }
    },
  )
  const about = { api: isIam ? ('iam' as const) : ('admin' as const), product, policies }
  if (!isIam && (await takesUsersFromLdap(storage)))
    return { ...NONE, ...about, directory: await mappedInLdap(storage) }
  const boundaries = isIam ? await withStorageErrors({}, permissionsBoundaries(storage)) : new Map<string, string>()
  const users = (await withStorageErrors({ action: 'admin:ListUsers' }, listUsers(storage))).map(
    ({ name, isEnabled, policies: attached, groups }) => {
      return { name, isEnabled, policies: attached, groups, boundary: boundaries.get(name) ?? '' }
    },
  )
  return { ...NONE, ...about, users, groups: await readGroups(storage), keys: await readKeys(storage, isIam) }
}

async function mappedInLdap(storage: StorageClient): Promise<AccountFacts['directory']> {
  const mapped = await withStorageErrors({ action: 'admin:ListUserPolicies' }, listLdapPolicies(storage))
  const policies = new Map<string, string[]>()
  for (const { policy, users, groups } of mapped) {
    for (const name of [...users, ...groups]) policies.set(name, [...(policies.get(name) ?? []), policy])
  }
  return [...policies].map(([name, attached]) => ({ name, policies: attached }))
}

async function readGroups(storage: StorageClient): Promise<AccountFacts['groups']> {
  const groups: AccountFacts['groups'] = []
  const names = await withStorageErrors({ action: 'admin:ListGroups' }, offered(listGroups(storage)))
  await inParallel(names, PARALLEL, async (name) => {
    const group = await withStorageErrors({ action: 'admin:GetGroup', group: name }, getGroup(storage, name))
    // Servers list none for a disabled group.
    const policies = group.isEnabled ? group.policies : await withStorageErrors({}, attachedToGroup(storage, name))
    groups.push({ name, isEnabled: group.isEnabled, policies })
  })
  return groups
}

async function readKeys(storage: StorageClient, isIam: boolean): Promise<AccountFacts['keys']> {
  const keys: AccountFacts['keys'] = []
  const all = await withStorageErrors({ action: 'admin:ListServiceAccounts' }, offered(listAllAccessKeys(storage)))
  await inParallel(all, PARALLEL, async (key) => {
    const whole = isIam ? { ...key, isImplied: true, policy: '' } : await readKey(storage, key)
    if (whole === undefined) return
    const { parent, isEnabled, name, description, expiresAt, isImplied, policy } = whole
    const expiry = expiresAt === undefined ? '' : new Date(expiresAt).toISOString()
    const limits = { expiry, policy: isImplied ? '' : policy }
    keys.push({ accessKey: key.accessKey, parent, isEnabled, name, description, ...limits })
  })
  return keys
}

/** Undefined for one that was deleted since it was listed. */
async function readKey(storage: StorageClient, { accessKey }: AccessKey) {
  try {
    return await getServiceAccount(storage, accessKey)
  } catch (error) {
    if (error instanceof StorageError && error.code === 'XMinioInvalidIAMCredentials') return undefined
    return await withStorageErrors({ action: 'admin:ListServiceAccounts', account: accessKey }, Promise.reject(error))
  }
}

/** Codes for calls that a server doesn't have: then it has none of what they list. */
const NOT_OFFERED = new Set(['NotImplemented', 'InvalidAction', 'XMinioAdminVersionMismatch'])

async function offered<T>(list: Promise<T[]>): Promise<T[]> {
  try {
    return await list
  } catch (error) {
    if (error instanceof StorageError && NOT_OFFERED.has(error.code)) return []
    throw error
  }
}
