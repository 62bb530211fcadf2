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
  return mappings
    .all('group')
    .flatMap(({ name, policies }) => (wanted.includes(name) ? [{ group: name, policies: policies.toSorted() }] : []))
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
  const users = [...mappings.all('user'), ...mappings.all('external')]
  const groups = mappings.all('group')
  const names = [...new Set([...users, ...groups].flatMap(({ policies }) => policies))].sort()
  const attachedTo = (entities: typeof users, policy: string) => {
    const found = entities.filter(({ policies }) => policies.includes(policy)).map(({ name }) => name)
    return found.length === 0 ? null : found.sort()
  }
  return names
    .filter((policy) => wanted.length === 0 || wanted.includes(policy))
    .map((policy) => ({ policy, users: attachedTo(users, policy), groups: attachedTo(groups, policy) }))
}
