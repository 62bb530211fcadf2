import { listField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { StorageError } from '../storage-error.ts'
import { getGroup, listGroups } from './groups.ts'
import { sendForSealed } from './sealed-payload.ts'
import { listUsers } from './users.ts'

/** The users and groups that a policy is directly attached to, sorted. */
export interface PolicyEntities {
  users: string[]
  groups: string[]
}

const PATH = '/minio/admin/v3/idp/builtin/policy-entities'

/**
 * Needs one of admin:ListUserPolicies, admin:ListUsers, admin:ListGroups; servers before December 2022, which are queried
 * account by account, require the last two and admin:GetGroup. A policy that is unattached or missing has no entities.
 * @throws StorageError
 */
export async function policyEntities(client: StorageClient, policy: string): Promise<PolicyEntities> {
  try {
    const response = await sendForSealed(client, { method: 'GET', path: PATH, query: { policy } })
    const mapping = listField(response, 'policyMappings').map((one) => objectField(one))
    const own = mapping.find((one) => textField(one, 'policy') === policy) ?? {}
    return { users: listField(own, 'users').map(String).sort(), groups: listField(own, 'groups').map(String).sort() }
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'XMinioAdminVersionMismatch') throw error
    return await entitiesOneByOne(client, policy)
  }
}

/**
 * The policies attached to a group, even while it's disabled; empty for a missing group. Needs one of admin:ListUserPolicies,
 * admin:ListUsers, admin:ListGroups.
 * @throws StorageError `XMinioAdminVersionMismatch` on servers before December 2022
 */
export async function attachedToGroup(client: StorageClient, group: string): Promise<string[]> {
  const response = await sendForSealed(client, { method: 'GET', path: PATH, query: { group } })
  const mapping = listField(response, 'groupMappings').map((one) => objectField(one))
  const own = mapping.find((one) => textField(one, 'group') === group) ?? {}
  return listField(own, 'policies').map(String)
}

async function entitiesOneByOne(client: StorageClient, policy: string): Promise<PolicyEntities> {
  const users = (await listUsers(client)).filter(({ policies }) => policies.includes(policy))
  const groups: string[] = []
  for (const name of await listGroups(client)) {
    if ((await getGroup(client, name)).policies.includes(policy)) groups.push(name)
  }
  return { users: users.map(({ name }) => name).sort(), groups: groups.sort() }
}
