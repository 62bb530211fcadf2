import { listField, textField } from '@cooperage/wire'
import type { PolicyEntities } from '../admin/policy-entities.ts'
import type { StorageClient } from '../client.ts'
import { inParallel } from '../in-parallel.ts'
import { isNotOffered, principalNames, readPolicies } from './account-details.ts'
import { arnOf } from './policies.ts'
import { isManaged, readPolicyName } from './policy-names.ts'
import { IamError, iamPages, objectsIn } from './send-iam.ts'
import { listUsers } from './users.ts'

/**
 * The users and groups that have a policy; an inline policy has one. Needs iam:ListEntitiesForPolicy, or the permissions to read
 * the policies of all users and groups.
 * @throws StorageError `XMinioAdminNoSuchPolicy`
 */
export async function policyEntities(client: StorageClient, name: string): Promise<PolicyEntities> {
  const policy = readPolicyName(name)
  if (!isManaged(policy)) {
    const owner = [policy.owner]
    return policy.kind === 'user' ? { users: owner, groups: [] } : { users: [], groups: owner }
  }
  try {
    const pages = await iamPages(client, 'ListEntitiesForPolicy', { PolicyArn: await arnOf(client, policy) })
    const names = (list: string, field: string) =>
      pages.flatMap((page) => objectsIn(listField(page, list)).map((one) => textField(one, field))).sort()
    return { users: names('PolicyUsers', 'UserName'), groups: names('PolicyGroups', 'GroupName') }
  } catch (error) {
    // A server that only reads refuses calls that it doesn't know.
    const isDenied = error instanceof IamError && error.code === 'AccessDenied'
    if (!isDenied && !isNotOffered(error)) throw error
    return await entitiesOneByOne(client, name)
  }
}

async function entitiesOneByOne(client: StorageClient, policy: string): Promise<PolicyEntities> {
  const users = (await listUsers(client)).filter(({ policies }) => policies.includes(policy))
  const groups = await inParallel(await principalNames(client, 'group'), async (name) =>
    (await readPolicies(client, 'group', name)).includes(policy) ? [name] : [],
  )
  return { users: users.map(({ name }) => name).sort(), groups: groups.flat().sort() }
}
