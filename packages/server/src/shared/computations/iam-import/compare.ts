/**
 * What an import changes. The console sends only the entries to add or change, so that the rules here, not
 * those of a server that stops at the first wrong entry, decide what is imported.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  formatPolicy,
  IAM_KINDS,
  type IamDifference,
  type IamKind,
  type IamPlanEntry,
  isSamePolicy,
} from '@cooperage/contract'
import { compareText, WireError } from '@cooperage/wire'
import { checkPolicy, type PolicyUse } from '@cooperage/wire/policy'
import type { IamEntities, IamEntity } from './iam-entities.ts'

type Field = IamDifference['field']
type Skip = readonly [reason: IamPlanEntry['skipReason'], details?: readonly string[]]

/** The changes that make the server's entry equal to that of the backup. */
const DIFFERENCES: {
  [K in IamKind]: (wanted: IamEntity<K>, present: IamEntity<K>) => (IamDifference | undefined)[]
} = {
  policies: (wanted, present) => [ofPolicy(wanted, present)],
  users: (wanted, present) => [
    ofSecretKey(wanted.secretKey, present.secretKey),
    ofStatus(wanted.isEnabled, present.isEnabled),
  ],
  // Existing members are kept.
  groups: (wanted, present) => [
    ofNames('members', union(present.members, wanted.members), present.members),
    ofStatus(wanted.isEnabled, present.isEnabled),
  ],
  serviceAccounts: (wanted, present) => [
    ofText('parent', wanted.parent, present.parent),
    ofSecretKey(wanted.secretKey, present.secretKey),
    ofStatus(wanted.isEnabled, present.isEnabled),
    ofText('name', wanted.name, present.name),
    ofText('description', wanted.description, present.description),
    ofText('expiry', timeText(wanted.expiresAt), timeText(present.expiresAt)),
    ofPolicy(wanted.policy, present.policy),
    isDeepStrictEqual(wanted.claims, present.claims) ? undefined : { field: 'claims', before: [], after: [] },
  ],
  userPolicies: (wanted, present) => [ofNames('policies', wanted, present)],
  groupPolicies: (wanted, present) => [ofNames('policies', wanted, present)],
  stsPolicies: (wanted, present) => [ofNames('policies', wanted, present)],
}

/** Empty if an import changes nothing; undefined if the server has no such entry. */
export function differencesOf<K extends IamKind>(
  kind: K,
  name: string,
  backup: IamEntities,
  present: IamEntities,
): IamDifference[] | undefined {
  const wanted = (backup[kind] as ReadonlyMap<string, IamEntity<K>>).get(name)
  const stored = (present[kind] as ReadonlyMap<string, IamEntity<K>>).get(name)
  if (wanted === undefined || stored === undefined) return undefined
  return DIFFERENCES[kind](wanted, stored).filter((one) => one !== undefined)
}

/** The account of the session: its name, the time by which keys have expired, and whether the server has an LDAP directory. */
export interface PlanContext {
  account: string
  hasLdap: boolean
  now: number
}

/** Every entry of the backup and of the server, by kind in the order of an import, then by name. */
export function planImport(
  backup: IamEntities,
  present: IamEntities,
  { account, hasLdap, now }: PlanContext,
): IamPlanEntry[] {
  const accepted: Record<IamKind, Set<string>> = {
    policies: new Set(present.policies.keys()),
    users: new Set(present.users.keys()),
    groups: new Set(present.groups.keys()),
    serviceAccounts: new Set(present.serviceAccounts.keys()),
    userPolicies: new Set(),
    groupPolicies: new Set(),
    stsPolicies: new Set(),
  }
  const parents = new Set([account, ...[...present.serviceAccounts.values()].map(({ parent }) => parent)])
  const missing = (names: readonly string[], kind: 'users' | 'policies') =>
    names.filter((name) => !accepted[kind].has(name))

  /** Entries that servers reject, or would store although they can't work. */
  const skipOf: { [K in IamKind]: (name: string, entity: IamEntity<K>) => Skip | undefined } = {
    policies: (name, document) => {
      if (name.includes(',') || !isUsableName(name)) return ['name']
      // Servers delete a policy for an entry without statements.
      if (isEmptyList(Reflect.get(Object(document), 'Statement'))) return ['empty']
      return policyFault(document, 'canned')
    },
    users: (name, { secretKey }) => {
      if (name === account && !present.users.has(name)) return ['root']
      if (present.serviceAccounts.has(name) || backup.serviceAccounts.has(name)) return ['accessKeyTaken']
      if (!present.users.has(name) && (isReserved(name) || !isUsableName(name) || bytes(name) < 3)) return ['name']
      return bytes(secretKey) < 8 ? ['secretKey'] : undefined
    },
    groups: (name, { members }) => {
      if (isReserved(name) || !isUsableName(name)) return ['name']
      const unknown = missing(members, 'users')
      return unknown.length > 0 ? ['unknownUser', unknown] : undefined
    },
    serviceAccounts: (name, { parent, secretKey, expiresAt, policy, claims }) => {
      if (accepted.users.has(name) || name === parent) return ['accessKeyTaken']
      if (bytes(name) < 3 || bytes(name) > 20 || !isUsableName(name)) return ['name']
      if (bytes(secretKey) < 8 || bytes(secretKey) > 40) return ['secretKey']
      if (expiresAt !== 0 && expiresAt <= now) return ['expired']
      // Without its user, the key would belong to the next user with that name.
      if (isOfNoDirectory(parent)) return ['noLdap']
      const isKnown = accepted.users.has(parent) || parents.has(parent) || isExternal(parent, claims)
      if (!isKnown) return ['unknownUser', [parent]]
      return policy === null ? undefined : policyFault(policy, 'service-account')
    },
    userPolicies: (name, policies) => {
      if (isOfNoDirectory(name)) return ['noLdap']
      return accepted.users.has(name) || isExternal(name) ? attachmentFault(policies) : ['unknownUser', [name]]
    },
    groupPolicies: (name, policies) => {
      if (isOfNoDirectory(name)) return ['noLdap']
      return accepted.groups.has(name) || isExternal(name) ? attachmentFault(policies) : ['unknownGroup', [name]]
    },
    stsPolicies: (name, policies) => (isOfNoDirectory(name) ? ['noLdap'] : attachmentFault(policies)),
  }
  function isOfNoDirectory(name: string): boolean {
    return !hasLdap && name.includes('=')
  }
  function attachmentFault(policies: readonly string[]): Skip | undefined {
    if (policies.length === 0) return ['empty']
    const unknown = missing(policies, 'policies')
    return unknown.length > 0 ? ['unknownPolicy', unknown] : undefined
  }

  const isOwn = ownership(backup, present, account)
  const planOf = <K extends IamKind>(kind: K, name: string, entity: IamEntity<K>): IamPlanEntry => {
    const differences = differencesOf(kind, name, backup, present)
    if (differences?.length === 0) return unchanged(kind, name, 'same')
    const skip = skipOf[kind](name, entity)
    if (skip !== undefined) {
      const [skipReason, details = []] = skip
      return { ...unchanged(kind, name, 'skip'), skipReason, skipDetails: [...details] }
    }
    accepted[kind].add(name)
    const change = differences === undefined ? 'add' : 'change'
    return { ...unchanged(kind, name, change), differences: differences ?? [], isOwn: isOwn(kind, name) }
  }
  const planKind = <K extends IamKind>(kind: K): IamPlanEntry[] => {
    const wanted = backup[kind] as ReadonlyMap<string, IamEntity<K>>
    const kept = [...present[kind].keys()].filter((name) => !wanted.has(name))
    const plan = [
      ...[...wanted].map(([name, entity]) => planOf(kind, name, entity)),
      ...kept.map((name) => unchanged(kind, name, 'keep')),
    ]
    return plan.sort((a, b) => compareText(a.name, b.name))
  }
  return IAM_KINDS.flatMap((kind) => planKind(kind))
}

function unchanged(kind: IamKind, name: string, change: IamPlanEntry['change']): IamPlanEntry {
  return { kind, name, change, skipReason: '', skipDetails: [], differences: [], isOwn: false }
}

/** Whether an entry decides what the account of the session may do: its keys, groups and policies. */
function ownership(
  backup: IamEntities,
  present: IamEntities,
  account: string,
): (kind: IamKind, name: string) => boolean {
  const groups = new Set(
    [...present.groups, ...backup.groups].filter(([, { members }]) => members.includes(account)).map(([name]) => name),
  )
  const attached = [
    present.userPolicies.get(account) ?? [],
    ...[...groups].map((group) => present.groupPolicies.get(group) ?? []),
  ]
  const policies = new Set(attached.flat())
  return (kind, name) => {
    if (kind === 'policies') return policies.has(name)
    if (kind === 'groups' || kind === 'groupPolicies') return groups.has(name)
    return kind !== 'serviceAccounts' && name === account
  }
}

function ofText(field: Field, wanted: string, present: string): IamDifference | undefined {
  return wanted === present ? undefined : { field, before: listOf(present), after: listOf(wanted) }
}

function ofNames(field: Field, wanted: readonly string[], present: readonly string[]): IamDifference | undefined {
  const isSame = new Set(wanted).symmetricDifference(new Set(present)).size === 0
  return isSame ? undefined : { field, before: [...present], after: [...wanted] }
}

function ofStatus(wanted: boolean, present: boolean): IamDifference | undefined {
  const text = (isEnabled: boolean) => (isEnabled ? 'enabled' : 'disabled')
  return ofText('status', text(wanted), text(present))
}

/** Neither is shown, nor anything derived from them. */
function ofSecretKey(wanted: string, present: string): IamDifference | undefined {
  return wanted === present ? undefined : { field: 'secretKey', before: [], after: [] }
}

function ofPolicy(wanted: unknown, present: unknown): IamDifference | undefined {
  const [after, before] = [policyText(wanted), policyText(present)]
  return isSamePolicy(after, before) ? undefined : { field: 'policy', before: listOf(before), after: listOf(after) }
}

function policyText(document: unknown): string {
  return document === null ? '' : formatPolicy(JSON.stringify(document))
}

function policyFault(document: unknown, use: PolicyUse): Skip | undefined {
  try {
    checkPolicy(JSON.stringify(document), use)
    return undefined
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return ['invalidPolicy', [error.message]]
  }
}

function timeText(time: number): string {
  return time === 0 ? '' : new Date(time).toISOString()
}

function listOf(text: string): string[] {
  return text === '' ? [] : [text]
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])].sort()
}

function bytes(text: string): number {
  return Buffer.byteLength(text)
}

function isEmptyList(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

/** Servers use names as folder names, and trim them in other places. */
function isUsableName(name: string): boolean {
  return name !== '' && name.trim() === name && name.split('/').every((part) => bytes(part) <= 255)
}

/** The characters of LDAP names, which names of built-in users and groups can't have. */
function isReserved(name: string): boolean {
  return /[=,]/.test(name)
}

/** Accounts and groups of LDAP or OpenID aren’t among those of the server. */
function isExternal(name: string, claims: object = {}): boolean {
  return name.includes('=') || Object.keys(claims).length > 0
}
