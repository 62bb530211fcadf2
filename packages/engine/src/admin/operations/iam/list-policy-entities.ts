import type { Iam } from '../../../iam/iam.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { timeText } from '../../times.ts'

interface GroupPolicies {
  group: string
  policies: string[]
}

interface UserPolicies {
  user: string
  policies: string[] | null
  memberOfMappings?: GroupPolicies[]
}

interface PolicyEntities {
  policy: string
  users: string[] | null
  groups: string[] | null
}

/** Lists policy attachments: of the named users, groups and policies, or of all policies. */
export const listPolicyEntities: AdminOperation = async ({ engine: { iam }, query, allows, encryptedResponse }) => {
  const permissions = ['admin:ListGroups', 'admin:ListUsers', 'admin:ListUserPolicies']
  if (!permissions.some((permission) => allows(permission))) throw s3Error('AccessDenied')
  const [users, groups, policies] = [query.getAll('user'), query.getAll('group'), query.getAll('policy')]
  const isAll = users.length + groups.length + policies.length === 0
  const result = {
    userMappings: userMappings(iam, users),
    groupMappings: groups.length === 0 ? [] : groupMappings(iam, groups),
    policyMappings: policies.length > 0 || isAll ? policyMappings(iam, policies) : [],
  }
  const found = Object.entries(result).filter(([, mappings]) => mappings.length > 0)
  return encryptedResponse({ timestamp: timeText(Date.now()), ...Object.fromEntries(found) })
}

function groupMappings({ mappings }: Iam, wanted: readonly string[]): GroupPolicies[] {
  return [...new Set(wanted)].sort().flatMap((group) => {
    const mapping = mappings.of('group', group)
    return mapping === undefined ? [] : [{ group, policies: mapping.policies.toSorted() }]
  })
}

function userMappings(iam: Iam, wanted: readonly string[]): UserPolicies[] {
  return [...new Set(wanted)].sort().flatMap((user) => {
    const groups = iam.users.get(user) === undefined ? [] : iam.users.describe(user).groups
    const memberOf = groups.length === 0 ? [] : groupMappings(iam, groups)
    const mapping = iam.mappings.of('user', user) ?? iam.mappings.of('external', user)
    if (mapping === undefined && memberOf.length === 0) return []
    const policies = mapping?.policies.toSorted() ?? null
    return [{ user, policies, ...(memberOf.length === 0 ? {} : { memberOfMappings: memberOf }) }]
  })
}

function policyMappings({ mappings }: Iam, wanted: readonly string[]): PolicyEntities[] {
  const users = byPolicy([...mappings.all('user'), ...mappings.all('external')])
  const groups = byPolicy(mappings.all('group'))
  const attached = new Set([...users.keys(), ...groups.keys()])
  const named = wanted.length === 0 ? attached : attached.intersection(new Set(wanted))
  return [...named]
    .sort()
    .map((policy) => ({ policy, users: users.get(policy) ?? null, groups: groups.get(policy) ?? null }))
}

/** The sorted names of entities by attached policy, in one pass over all entities. */
function byPolicy(entities: { name: string; policies: string[] }[]): ReadonlyMap<string, string[]> {
  const names = new Map<string, string[]>()
  for (const { name, policies } of entities.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    for (const policy of policies) {
      const known = names.get(policy)
      if (known === undefined) names.set(policy, [name])
      else known.push(name)
    }
  }
  return names
}
