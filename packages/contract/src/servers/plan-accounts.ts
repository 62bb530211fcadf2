import { formatBytes } from '../byte-units.ts'
import { isEquivalentPolicy } from '../policies/index.ts'
import {
  type AccountFacts,
  type AccountKind,
  fittingInOneCall,
  MAX_NEW_ACCOUNTS_BYTES,
  type NewAccount,
  newAccount,
} from './accounts.ts'
import { deniesAnything, type PolicyEnd, translatePolicy } from './translate-policy.ts'

/**
 * Why it isn't created:
 * - `noAccounts`: the target has none
 * - `differs`: there is another one of this name, which is left alone
 * - `nameTaken`: another policy gets this name
 * - `unfit`: the target doesn't accept such a name
 * - `tooLong`: its name, description or policy is longer than the console's calls accept
 * - `tooMany`: it has more policies or groups than they accept
 * - `notExpressible`: the target has nothing like it, or not this part of it, so that it would allow more
 * - `withoutDenial`: it couldn't do less, because a policy that denies it something isn't taken along
 * - `policyDiffers`: the target has another policy of the name of one of its policies
 * - `boundary`: it could do more without its permissions boundary, which no other server has
 * - `parentMissing`: its user isn't there, or is created by nobody
 * - `userExists`: the keys of a user who is there already are their own
 * - `parentDisabled`: storage servers create no keys for users who are disabled
 * - `ofConsole`: it belongs to a job or a sync of this console
 * - `expired`
 * - `directory`: it comes from LDAP or OpenID, which has to be connected to the target itself
 */
export type AccountReason =
  | 'noAccounts'
  | 'differs'
  | 'nameTaken'
  | 'unfit'
  | 'tooLong'
  | 'tooMany'
  | 'notExpressible'
  | 'withoutDenial'
  | 'policyDiffers'
  | 'boundary'
  | 'parentMissing'
  | 'userExists'
  | 'parentDisabled'
  | 'ofConsole'
  | 'expired'
  | 'directory'

/**
 * What the target doesn't have of what is created: actions and resources of a policy, policies and groups that aren't taken, the
 * status of what is disabled, its own key, the name or description of a key, or its own name.
 */
export const ACCOUNT_LOSSES = ['actions', 'policies', 'groups', 'disabled', 'accessKey', 'label', 'name'] as const
export type AccountLoss = (typeof ACCOUNT_LOSSES)[number]

/** What becomes of one user, group, policy or access key. */
export interface PlannedAccount {
  kind: AccountKind
  /** At the source. */
  name: string
  /** `same`: it is there already, as it would be created. */
  outcome: 'create' | 'same' | 'skip'
  why: AccountReason | ''
  /** What prevents it, by its name. */
  names: readonly string[]
  lost: readonly { what: AccountLoss; names: readonly string[] }[]
  /** With the names that it gets at the target. */
  make?: NewAccount
}

/** What the console calls the keys that it creates for jobs. */
const OF_CONSOLE = /^cooperage-(job|sync)$/
const IN_IAM = /^[\w+=,.@-]+$/
/** Characters at most. */
const LONGEST_IN_IAM = { policy: 128, group: 128, user: 64 }

/**
 * What becomes of everything at the target, in the order in which it is created. Decided before anything is written. Nothing that
 * is there is changed, and nobody gets more permissions than they had: who has a policy that isn't taken and denies something is
 * left out.
 */
export function planAccounts(given: AccountFacts, target: AccountFacts, now: number): PlannedAccount[] {
  const source = given.api === 'iam' ? { ...given, users: withoutBlocked(given) } : given
  const policies = new PlannedPolicies(source, target)
  const there = {
    groups: new Map(target.groups.map((group) => [group.name, group])),
    users: new Map(target.users.map((user) => [user.name, user])),
    keys: new Map(target.keys.map((key) => [key.accessKey, key])),
  }
  const groupsHere = new Map(source.groups.map((group) => [group.name, group]))
  const groups = source.groups.map((group) => planGroup(group, policies, target, there))
  const taken = new Set(groups.flatMap(({ name, outcome }) => (outcome === 'skip' ? [] : [name])))
  const users = source.users.map((user) => planUser(user, { source, groupsHere, target, there, policies, taken }))
  const byName = new Map(users.map((user) => [user.name, user]))
  const isKeyless = (user: AccountFacts['users'][number]) =>
    target.api === 'iam' ? isSuspendedAtSource(user, groupsHere) : !user.isEnabled
  const disabled = new Set(source.users.filter(isKeyless).map(({ name }) => name))
  const all = [
    ...policies.planned,
    ...groups,
    ...users,
    ...source.keys.map((key) => planKey(key, { target, there, users: byName, disabled, now })),
    ...source.directory.map(({ name, policies: names }) => skipped('directory', name, 'directory', names)),
  ]
  if (target.api !== 'none') return all
  return all.map(({ kind, name }) => skipped(kind, name, 'noAccounts'))
}

/** What the target has, by its names. */
interface There {
  groups: ReadonlyMap<string, AccountFacts['groups'][number]>
  users: ReadonlyMap<string, AccountFacts['users'][number]>
  keys: ReadonlyMap<string, AccountFacts['keys'][number]>
}

class PlannedPolicies {
  readonly planned: PlannedAccount[]
  readonly #documents: ReadonlyMap<string, string>
  /** The names of those that the target has or gets. */
  readonly #names: ReadonlyMap<string, string>
  readonly #differing: ReadonlySet<string>

  constructor(source: AccountFacts, target: AccountFacts) {
    this.#documents = new Map(source.policies.map(({ name, document }) => [name, document]))
    const attached = new Set([...source.users, ...source.groups].flatMap((one) => one.policies))
    const wanted = source.policies.filter(({ name, isBuiltIn }) => !isBuiltIn || attached.has(name))
    const there = new Map(target.policies.map((policy) => [policy.name, policy]))
    const names = new Map<string, string>()
    const used = new Set<string>()
    this.planned = wanted.map((policy) => {
      const { name } = policy
      const wantedName = nameAt(name, source.api, target.api)
      const one = planPolicy({ ...policy, wantedName }, source, target, there.get(wantedName))
      if (one.outcome === 'skip') return one
      if (used.has(wantedName)) return skipped('policy', name, 'nameTaken', [wantedName])
      used.add(wantedName)
      names.set(name, wantedName)
      return one
    })
    this.#names = names
    this.#differing = new Set(this.planned.flatMap(({ name, why }) => (why === 'differs' ? [name] : [])))
  }

  /** Whether it denies something. */
  denies(name: string): boolean {
    return deniesAnything(this.#documents.get(name) ?? '')
  }

  /**
   * The policies that the target has or gets, by their names there; the others; and of these, those that deny something, and those
   * that are others there.
   */
  of(names: readonly string[]): Record<'taken' | 'missing' | 'denying' | 'differing', string[]> {
    const missing = names.filter((name) => !this.#names.has(name))
    return {
      taken: names.flatMap((name) => this.#names.get(name) ?? []),
      missing,
      denying: missing.filter((name) => this.denies(name)),
      differing: missing.filter((name) => this.#differing.has(name)),
    }
  }
}

function planPolicy(
  { name, document, wantedName }: AccountFacts['policies'][number] & { wantedName: string },
  from: PolicyEnd,
  to: PolicyEnd,
  there: AccountFacts['policies'][number] | undefined,
): PlannedAccount {
  if (!isFit('policy', wantedName, to.api)) return skipped('policy', name, 'unfit')
  const { document: wanted, dropped, problem } = translatePolicy(document, from, to)
  if (problem.length > 0) return skipped('policy', name, 'notExpressible', problem)
  if (wanted === '') return skipped('policy', name, 'notExpressible', dropped)
  const lost = losses({ actions: dropped, name: wantedName === name ? [] : [wantedName] })
  if (there !== undefined && !isEquivalentPolicy(there.document, wanted)) return skipped('policy', name, 'differs')
  if (there !== undefined) return { kind: 'policy', name, outcome: 'same', why: '', names: [], lost }
  return created('policy', name, lost, { kind: 'policy', name: wantedName, document: wanted })
}

/** Inline policies and those of AWS become policies of their own, and MinIO has no paths. */
function nameAt(name: string, from: AccountFacts['api'], to: AccountFacts['api']): string {
  if (from !== 'iam') return name
  const own = name.replace(/^aws:/, '').replace(/^(user|group):(.*?)\//s, '$1-$2-')
  return to === 'iam' ? own : own.replaceAll('/', '-')
}

function planGroup(
  { name, isEnabled, policies: attached }: AccountFacts['groups'][number],
  policies: PlannedPolicies,
  target: AccountFacts,
  { groups }: There,
): PlannedAccount {
  if (!isFit('group', name, target.api)) return skipped('group', name, 'unfit')
  // IAM can't disable a group, nor its members through it: they get nothing.
  const isPlain = !isEnabled && target.api === 'iam'
  const { taken, missing, denying, differing } = policies.of(attached)
  if (!isPlain && denying.length > 0) return skipped('group', name, 'withoutDenial', denying)
  const wanted = isPlain ? [] : taken
  const lost = losses({ policies: isPlain ? attached : missing, disabled: isPlain ? [] : undefined })
  const there = groups.get(name)
  if (there !== undefined) {
    const isSame = isSameSet(there.policies, wanted) && (there.isEnabled === isEnabled || isPlain)
    return isSame
      ? { kind: 'group', name, outcome: 'same', why: '', names: [], lost }
      : skipped('group', name, 'differs')
  }
  if (!isPlain && differing.length > 0) return skipped('group', name, 'policyDiffers', differing)
  return created('group', name, lost, { kind: 'group', name, isEnabled: isEnabled || isPlain, policies: wanted })
}

interface UserContext {
  source: AccountFacts
  groupsHere: There['groups']
  target: AccountFacts
  there: There
  policies: PlannedPolicies
  /** Groups that the target has or gets. */
  taken: ReadonlySet<string>
}

function planUser(
  user: AccountFacts['users'][number],
  { source, groupsHere, target, there: { users }, policies, taken: takenGroups }: UserContext,
): PlannedAccount {
  const { name, isEnabled, policies: attached, groups, boundary } = user
  if (!isFit('user', name, target.api)) return skipped('user', name, 'unfit')
  if (boundary !== '') return skipped('user', name, 'boundary', [boundary])
  const isIam = target.api === 'iam'
  const isSuspended = isIam && isSuspendedAtSource(user, groupsHere)
  const left = groups.filter((group) => !takenGroups.has(group))
  const ofLeft = left.flatMap((group) => groupsHere.get(group) ?? [])
  const { taken, missing, denying, differing } = policies.of(attached)
  const denials = [...denying, ...ofLeft.filter((group) => deniesMembers(group, policies)).map((group) => group.name)]
  // Without any policy, there is nothing to deny.
  if (!isSuspended && denials.length > 0) return skipped('user', name, 'withoutDenial', denials)
  const lost = losses({
    policies: isSuspended ? attached : missing,
    groups: isSuspended ? groups : left,
    disabled: isSuspended ? [] : undefined,
    accessKey: isIam && !isSuspended && source.api === 'admin' ? [] : undefined,
  })
  const make = isSuspended
    ? { isEnabled: true, policies: [], groups: [] }
    : { isEnabled, policies: taken, groups: groups.filter((group) => takenGroups.has(group)) }
  const there = users.get(name)
  if (there !== undefined) {
    const isSame =
      isSameSet(there.policies, make.policies) &&
      isSameSet(there.groups, make.groups) &&
      there.isEnabled === make.isEnabled
    return isSame ? { kind: 'user', name, outcome: 'same', why: '', names: [], lost } : skipped('user', name, 'differs')
  }
  if (!isSuspended && differing.length > 0) return skipped('user', name, 'policyDiffers', differing)
  return created('user', name, lost, {
    kind: 'user',
    name,
    ...make,
    getsKey: !isSuspended && isEnabled && source.api === 'admin',
  })
}

/** Whether a user can do less because of this group: members of a disabled group can't do anything. */
function deniesMembers(group: AccountFacts['groups'][number], policies: PlannedPolicies): boolean {
  return !group.isEnabled || group.policies.some((one) => policies.denies(one))
}

/** IAM has no disabled users: who is to be kept out has no access key that is active. */
function withoutBlocked({ users, keys }: AccountFacts): AccountFacts['users'] {
  const active = new Set(keys.filter(({ isEnabled }) => isEnabled).map(({ parent }) => parent))
  const blocked = new Set(keys.map(({ parent }) => parent).filter((parent) => !active.has(parent)))
  return users.map((user) => ({ ...user, isEnabled: user.isEnabled && !blocked.has(user.name) }))
}

/** Whether a user can't do anything, although policies allow it. IAM has no such users. */
function isSuspendedAtSource(
  { isEnabled, groups }: AccountFacts['users'][number],
  groupsHere: There['groups'],
): boolean {
  return !isEnabled || groups.some((group) => groupsHere.get(group)?.isEnabled === false)
}

interface KeyContext {
  target: AccountFacts
  there: There
  users: ReadonlyMap<string, PlannedAccount>
  /** The users who get no keys, because they are disabled. */
  disabled: ReadonlySet<string>
  now: number
}

function planKey(
  key: AccountFacts['keys'][number],
  { target, there: { keys, users: usersThere }, users, disabled, now }: KeyContext,
): PlannedAccount {
  const { accessKey, parent, isEnabled, name, description, expiry, policy } = key
  const skip = (why: AccountReason, names: readonly string[] = []) => skipped('key', accessKey, why, names)
  if (OF_CONSOLE.test(name)) return skip('ofConsole')
  if (expiry !== '' && Date.parse(expiry) <= now) return skip('expired')
  const there = keys.get(accessKey)
  if (there !== undefined && isSameKey(there, key))
    return { kind: 'key', name: accessKey, outcome: 'same', why: '', names: [], lost: [] }
  if (there !== undefined || usersThere.has(accessKey)) return skip('differs')
  const user = users.get(parent)
  if (user === undefined || user.outcome === 'skip') return skip('parentMissing', [parent])
  const isIam = target.api === 'iam'
  if (isIam && user.outcome === 'same') return skip('userExists', [parent])
  if (disabled.has(parent)) return skip('parentDisabled', [parent])
  // Keys of IAM can always do what their user can, for ever.
  if (isIam && (policy !== '' || expiry !== '')) {
    return skip('notExpressible', [...(policy === '' ? [] : ['policy']), ...(expiry === '' ? [] : [expiry])])
  }
  const lost = losses({
    accessKey: isIam ? [] : undefined,
    label: isIam ? [name, description].filter((text) => text !== '') : [],
  })
  const label = isIam ? { label: '', description: '' } : { label: name, description }
  const {
    isEnabled: isOwnerEnabled = true,
    policies = [],
    groups = [],
  } = user.make?.kind === 'user' ? user.make : (usersThere.get(parent) ?? {})
  const owner = { isEnabled: isOwnerEnabled, policies, groups }
  const make = { kind: 'key', name: accessKey, parent, owner, isEnabled, ...label, expiry, policy } as const
  return created('key', accessKey, lost, make)
}

type KeyLimits = Pick<AccountFacts['keys'][number], 'parent' | 'isEnabled' | 'expiry' | 'policy'>

/** Whether a key can do the same, for the same time. Servers keep no parts of a second. */
export function isSameKey(a: KeyLimits, b: KeyLimits): boolean {
  const [one, other] = [a, b].map(({ expiry }) => (expiry === '' ? 0 : Math.floor(Date.parse(expiry) / 1000)))
  const isAlike = a.parent === b.parent && a.isEnabled === b.isEnabled && one === other
  return isAlike && isEquivalentPolicy(a.policy, b.policy)
}

function isFit(kind: keyof typeof LONGEST_IN_IAM, name: string, api: AccountFacts['api']): boolean {
  if (api === 'iam') {
    // With a colon it would be an inline policy of somebody there, or one of AWS.
    const parts = kind === 'policy' ? name.split('/') : [name]
    return parts.every((part) => IN_IAM.test(part)) && (parts.at(-1) ?? '').length <= LONGEST_IN_IAM[kind]
  }
  return (
    !/[,\p{Cc}]/u.test(name) &&
    name.trim() === name &&
    (kind === 'policy' || !name.includes('=')) &&
    (kind !== 'user' || name.length >= 3)
  )
}

/** Lists that are empty or undefined are no loss, except those whose loss has no names. */
function losses(lost: Partial<Record<AccountLoss, readonly string[] | undefined>>): PlannedAccount['lost'] {
  return ACCOUNT_LOSSES.flatMap((what) => {
    const names = lost[what]
    const isLost = names !== undefined && (names.length > 0 || what === 'disabled' || what === 'accessKey')
    return isLost ? [{ what, names }] : []
  })
}

/** Unless no call accepts it, which would fail for all others of the call too. */
function created(kind: AccountKind, name: string, lost: PlannedAccount['lost'], make: NewAccount): PlannedAccount {
  const issue = newAccount.safeParse(make).error?.issues[0]
  if (issue?.code === 'too_big' && issue.origin === 'array')
    return skipped(kind, name, 'tooMany', [String(issue.maximum)])
  if (issue?.code === 'too_big') return skipped(kind, name, 'tooLong', [formatBytes(Number(issue.maximum))])
  if (issue !== undefined) return skipped(kind, name, 'unfit')
  if (fittingInOneCall([make]) === 0) return skipped(kind, name, 'tooLong', [formatBytes(MAX_NEW_ACCOUNTS_BYTES)])
  return { kind, name, outcome: 'create', why: '', names: [], lost, make }
}

function skipped(kind: AccountKind, name: string, why: AccountReason, names: readonly string[] = []): PlannedAccount {
  return { kind, name, outcome: 'skip', why, names, lost: [] }
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(a)
  return set.size === new Set(b).size && b.every((one) => set.has(one))
}
