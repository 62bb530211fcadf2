import { type Directory, readableDn } from '@cooperage/directory'
import { compareText } from '@cooperage/wire'
import type { HttpResponse } from '../../../http/response.ts'
import { iamError } from '../../../iam/errors.ts'
import type { Iam } from '../../../iam/iam.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
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
export const listPolicyEntities: AdminOperation = async (call) => {
  checkMayListEntities(call)
  const { iam, ldap } = call.engine
  const [users, groups, policies] = requestedEntities(call)
  const isAll = users.length + groups.length + policies.length === 0
  return mappingsResponse(call, {
    userMappings: userMappings(iam, users),
    groupMappings: groups.length === 0 ? [] : groupMappings(iam, groups),
    policyMappings:
      policies.length > 0 || isAll
        ? policyMappings(iam, policies, {
            user: (name) => !ldap?.isUserDn(name),
            group: (name) => !ldap?.isGroupDn(name),
          })
        : [],
  })
}

/** Like `listPolicyEntities`, for users and groups of the directory. */
export const listLdapPolicyEntities: AdminOperation = async (call) => {
  checkMayListEntities(call)
  const { iam, ldap } = call.engine
  if (ldap === undefined) throw iamError('ActionNotAllowed')
  const [users, groups, policies] = requestedEntities(call)
  const isAll = users.length + groups.length + policies.length === 0
  const named = await Promise.all(groups.map(async (name) => (await ldap.group(name))?.dn ?? name))
  return mappingsResponse(call, {
    userMappings: (await Promise.all(users.map((name) => ldapUserMappings(iam, ldap, name)))).flat(),
    groupMappings: named.length === 0 ? [] : groupMappings(iam, named).map(readable),
    policyMappings:
      policies.length > 0 || isAll
        ? policyMappings(iam, policies, {
            user: (name) => ldap.isUserDn(name),
            group: (name) => ldap.isGroupDn(name),
          })
        : [],
  })
}

function checkMayListEntities({ allows }: AdminCall): void {
  const permissions = ['admin:ListGroups', 'admin:ListUsers', 'admin:ListUserPolicies']
  if (!permissions.some((permission) => allows(permission))) throw s3Error('AccessDenied')
}

function requestedEntities({ query }: AdminCall): [users: string[], groups: string[], policies: string[]] {
  return [query.getAll('user'), query.getAll('group'), query.getAll('policy')]
}

function mappingsResponse({ encryptedResponse }: AdminCall, result: Record<string, object[]>): Promise<HttpResponse> {
  const found = Object.entries(result).filter(([, mappings]) => mappings.length > 0)
  return encryptedResponse({ timestamp: timeText(Date.now()), ...Object.fromEntries(found) })
}

function readable({ group, policies }: GroupPolicies): GroupPolicies {
  return { group: readableDn(group), policies }
}

async function ldapUserMappings(iam: Iam, ldap: Directory, name: string): Promise<UserPolicies[]> {
  const user = await ldap.userWithGroups(name)
  if (user === undefined) return []
  const memberOf = user.groups.length === 0 ? [] : groupMappings(iam, user.groups).map(readable)
  const policies = iam.mappings.of('external', user.dn)?.policies.toSorted() ?? null
  if (policies === null && memberOf.length === 0) return []
  return [{ user: readableDn(user.dn), policies, ...(memberOf.length === 0 ? {} : { memberOfMappings: memberOf }) }]
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

function policyMappings(
  { mappings }: Iam,
  wanted: readonly string[],
  includes: { user(name: string): boolean; group(name: string): boolean },
): PolicyEntities[] {
  const allUsers = [...mappings.all('user'), ...mappings.all('external')]
  const users = byPolicy(allUsers.filter(({ name }) => includes.user(name)))
  const groups = byPolicy(mappings.all('group').filter(({ name }) => includes.group(name)))
  const attached = new Set([...users.keys(), ...groups.keys()])
  const named = wanted.length === 0 ? attached : attached.intersection(new Set(wanted))
  return [...named]
    .sort()
    .map((policy) => ({ policy, users: users.get(policy) ?? null, groups: groups.get(policy) ?? null }))
}

/** The sorted names of entities by attached policy, in one pass over all entities. */
function byPolicy(entities: { name: string; policies: string[] }[]): ReadonlyMap<string, string[]> {
  const names = new Map<string, string[]>()
  for (const { name: stored, policies } of entities.toSorted((one, other) => compareText(one.name, other.name))) {
    const name = readableDn(stored)
    for (const policy of policies) {
      const known = names.get(policy)
      if (known === undefined) names.set(policy, [name])
      else known.push(name)
    }
  }
  return names
}
