import {
  AppError,
  compactPolicy,
  formatPolicy,
  type GrantOwnerKind,
  isSamePolicy,
  listAccessGrants,
  type PrincipalKind,
  previewAccessGrants,
  reasonText,
  type StoredGrant,
  saveAccessGrants,
} from '@cooperage/contract'
import {
  changeServiceAccount,
  getServiceAccount,
  listAccessKeys,
  listCannedPolicies,
  type PolicyEntities,
  policyEntities,
  removeCannedPolicy,
  removeServiceAccount,
  type StorageClient,
} from '@cooperage/storage-client'
import { compareNumbered, compareText } from '@cooperage/wire'
import {
  type AccessGrant,
  type AttachedPolicy,
  accessGrantsIn,
  grantPolicyName,
  grantPolicyOwner,
  isGrantable,
  withAccessGrants,
} from '@cooperage/wire/policy'
import { validBucketName, validPolicyPrefix } from '../buckets/index.ts'
import { readWholeGroup } from '../groups/index.ts'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { storedText, writePolicy } from './policies.routes.ts'
import { readable } from './readable-policies.ts'
import { attach, attachedTo } from './set-policy.routes.ts'
import { policiesOf } from './subject-policies.ts'

/** Policies whose attachments are read concurrently. */
const PARALLEL = 8

interface Owner {
  entityName: string
  entityType: GrantOwnerKind
}

interface Change extends Owner {
  grants: readonly AccessGrant[]
  removes: readonly number[]
}

/**
 * Access that is granted by place instead of by policy. Each user or group has one policy for it, which nobody else needs, and
 * an access key its own.
 */
export function accessGrantRoutes({ routes, services: { accounts, computations, now } }: Registry): void {
  routes.withSession(listAccessGrants, async ({ query, session, storage }) => {
    if (query.bucket === '' && query.entityName === '')
      throw new AppError('InvalidInput', { reason: reasonText('grantsOfNobody') })
    const bucket = query.bucket === '' ? '' : validBucketName(query.bucket)
    const grants: StoredGrant[] = []
    const add = async (owner: Owner, document: unknown, readAttached: () => Promise<boolean>) => {
      const isWanted = (one: AccessGrant) => one.bucket === bucket && concerns(one.prefix, query.prefix)
      const found = accessGrantsIn(document).filter((one) => bucket === '' || isWanted(one))
      if (found.length === 0) return
      const isAttached = await readAttached()
      grants.push(...found.map((one) => ({ ...one, ...owner, isAttached })))
    }
    const addFrom = async (policy: string, document: unknown) => {
      const owner = grantPolicyOwner(policy)
      if (owner === undefined) return
      const { kind, name } = owner
      const readAttached = async () => isHeldBy(await holdersOf(storage, policy), kind, name)
      await add({ entityType: kind, entityName: name }, document, readAttached)
    }

    if (query.entityName === '') {
      const all = await withStorageErrors({ action: 'admin:ListUserPolicies' }, readable(listCannedPolicies(storage)))
      await inParallel(all, PARALLEL, ({ name, document }) => addFrom(name, document))
      const keys = await ownRestrictedKeys(storage, (await accounts.of(session, storage)).accountName)
      await inParallel(keys, PARALLEL, async (entityName) => {
        const policy = parsed(await keyPolicy(storage, entityName))
        await add({ entityType: 'accessKey', entityName }, policy, async () => true)
      })
    } else {
      const policy = grantPolicyName({ kind: query.entityType, name: query.entityName })
      await addFrom(policy, parsed((await storedText(storage, policy)) ?? ''))
    }
    return { grants: grants.sort(inOrder) }
  })

  routes.withSession(previewAccessGrants, async ({ body, session, storage }) => {
    const own = await accounts.of(session, storage)
    const { entityType: kind, entityName: name, isNew } = body
    const compare = async (
      before: readonly AttachedPolicy[],
      after: readonly AttachedPolicy[],
      caller: { account: string; groups: readonly string[] },
    ) => await computations.run(session.id, 'changedPermissions', before, after, caller)
    if (kind === 'accessKey') {
      const before = isNew ? '' : await keyPolicy(storage, name)
      const { after } = changed(before, body, true, now())
      const policies = (text: string): AttachedPolicy[] =>
        text === '' ? [] : [{ kind: 'identity', name: '', attachedTo: name, document: parsed(text) }]
      const caller = { account: own.accountName, groups: [] }
      const change = await compare(policies(before), policies(after), caller)
      return {
        ...{ policy: '', before, after, dropped: 0, members: [], others: [] },
        change: { ...change, isDisabled: false, unread: [] },
      }
    }
    const policy = grantPolicyName({ kind, name })
    const before = (await storedText(storage, policy)) ?? ''
    const holders = before === '' ? NOBODY : await holdersOf(storage, policy)
    const isAttached = isHeldBy(holders, kind, name)
    const { after, dropped } = changed(before, body, isAttached, now())
    const found = isNew ? undefined : await policiesOf(storage, { kind, name }, own, '')
    const attachedAs = kind === 'user' ? 'identity' : 'group'
    const others = (found?.policies ?? []).filter(
      (one) => one.kind !== attachedAs || one.name !== policy || one.attachedTo !== name,
    )
    const isThen = after !== '' && (isAttached || body.grants.length > 0)
    const wanted: AttachedPolicy[] = isThen
      ? [{ kind: attachedAs, name: policy, attachedTo: name, document: parsed(after) }]
      : []
    const caller = { account: found?.account ?? name, groups: found?.groups ?? [] }
    const change = await compare(found?.policies ?? [], [...others, ...wanted], caller)
    return {
      policy,
      before,
      after,
      dropped,
      change: { ...change, isDisabled: (found?.disabled ?? '') !== '', unread: found?.unread ?? [] },
      members: kind === 'group' && !isNew ? (await readWholeGroup(storage, name)).members : [],
      others: othersThan(holders, kind, name),
    }
  })

  routes.withSession(saveAccessGrants, async ({ body, session, storage }) => {
    const { entityType: kind, entityName: name, previous } = body
    if (kind === 'accessKey') return await saveToKey(storage, body, now())
    const policy = grantPolicyName({ kind, name })
    const before = (await storedText(storage, policy)) ?? ''
    const attached = await attachedTo(storage, kind, name)
    const isAttached = attached.includes(policy)
    const { after } = changed(before, body, isAttached, now())
    if (!isSamePolicy(before, previous)) throw new AppError('PolicyChanged', { policy })
    if (after !== '') {
      await writePolicy(storage, policy, compactPolicy(after))
      // A failure leaves a policy without effect; the next attempt finds it, and attaches it.
      if (!isAttached && body.grants.length > 0) await attach(storage, kind, name, [...attached, policy])
    } else if (before !== '') {
      const others = othersThan(await holdersOf(storage, policy), kind, name)
      if (others.length > 0) throw new AppError('PolicyInUse', { policy })
      if (isAttached) {
        const left = attached.filter((one) => one !== policy)
        await attach(storage, kind, name, left)
      }
      await withStorageErrors({ action: 'admin:DeletePolicy', policy }, removeCannedPolicy(storage, policy))
    }
    accounts.forget(session)
  })
}

/** Access keys of the account that have a policy of their own. Servers without an admin API don't know such keys. */
async function ownRestrictedKeys(storage: StorageClient, account: string): Promise<string[]> {
  try {
    const keys = await withStorageErrors({ action: 'admin:ListServiceAccounts' }, listAccessKeys(storage, account))
    return keys.flatMap(({ accessKey, isRestricted }) => (isRestricted ? [accessKey] : []))
  } catch (error) {
    if (!(error instanceof AppError) || !['AccessDenied', 'NotSupported'].includes(error.code)) throw error
    return []
  }
}

/** The policy of an access key as indented JSON. @throws AppError NoSuchServiceAccount, also for one without a policy of its own */
async function keyPolicy(storage: StorageClient, account: string): Promise<string> {
  const subject = { action: 'admin:ListServiceAccounts', account }
  const { isImplied, policy } = await withStorageErrors(subject, getServiceAccount(storage, account))
  // A grant would restrict a key that may do what its account may do.
  if (isImplied) throw new AppError('NoSuchServiceAccount', { account })
  return formatPolicy(policy)
}

async function saveToKey(storage: StorageClient, change: Change & { previous: string }, now: number): Promise<void> {
  const { entityName: account, previous } = change
  const before = await keyPolicy(storage, account)
  const { after } = changed(before, change, true, now)
  if (!isSamePolicy(before, previous)) throw new AppError('PolicyChanged', { policy: account })
  if (after === '') {
    const removal = removeServiceAccount(storage, account)
    return await withStorageErrors({ action: 'admin:RemoveServiceAccount', account }, removal)
  }
  const saving = changeServiceAccount(storage, account, { policy: parsed(after) })
  await withStorageErrors({ action: 'admin:UpdateServiceAccount', account }, saving)
}

function parsed(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text)
}

const NOBODY: PolicyEntities = { users: [], groups: [] }

/** Whether a grant for a prefix gives access to another one, or to a part of it. */
function concerns(granted: string, prefix: string): boolean {
  return granted.startsWith(prefix) || prefix.startsWith(granted)
}

/** By whom they are for, then by when they were made. */
function inOrder(a: StoredGrant, b: StoredGrant): number {
  return (
    compareNumbered(a.entityType, b.entityType) ||
    compareNumbered(a.entityName, b.entityName) ||
    compareText(a.entityName, b.entityName) ||
    a.number - b.number
  )
}

/**
 * The policy after the change, '' if nothing is left. A policy that isn't attached will be once access is added. Its other grants
 * go then: they have no effect, and may be those of a deleted user, which a new one of that name must not get. `dropped` counts
 * them.
 * @throws AppError InvalidBucketName, InvalidInput, InvalidPolicyName, PolicyChanged
 */
function changed(
  before: string,
  { grants, removes, entityName, entityType }: Change,
  isAttached: boolean,
  now: number,
): { after: string; dropped: number } {
  // Policies are attached as a list with commas.
  if (entityType !== 'accessKey' && grants.length > 0 && entityName.includes(','))
    throw new AppError('InvalidPolicyName', { reason: reasonText('grantComma') })
  const document = parsed(before)
  const known = accessGrantsIn(document)
  const removed = new Set(removes)
  if (!removed.isSubsetOf(new Set(known.map(({ number }) => number)))) {
    const policy = entityType === 'accessKey' ? entityName : grantPolicyName({ kind: entityType, name: entityName })
    throw new AppError('PolicyChanged', { policy })
  }
  const added = grants.map((grant) => {
    const { bucket, prefix, access, until } = grant
    if (until !== '' && Date.parse(until) <= now)
      throw new AppError('InvalidInput', { reason: reasonText('grantEndPast') })
    const actions = access === 'custom' ? [...new Set(grant.actions)].sort() : []
    const isWrong = access === 'custom' && (actions.length === 0 || !actions.every((one) => isGrantable(one, prefix)))
    if (isWrong) throw new AppError('InvalidInput', { reason: reasonText('grantActions') })
    const isObject = grant.isObject && prefix !== ''
    return { bucket: validBucketName(bucket), prefix: validPolicyPrefix(prefix), isObject, access, actions, until }
  })
  const dropped = isAttached || added.length === 0 ? [] : known.filter(({ number }) => !removed.has(number))
  const after = withAccessGrants(document, added, removed.union(new Set(dropped.map(({ number }) => number))))
  return { after: after === undefined ? '' : formatPolicy(JSON.stringify(after)), dropped: dropped.length }
}

function holdersOf(storage: StorageClient, policy: string): Promise<PolicyEntities> {
  return withStorageErrors({ action: 'admin:ListUserPolicies', policy }, policyEntities(storage, policy))
}

function isHeldBy({ users, groups }: PolicyEntities, kind: PrincipalKind, name: string): boolean {
  return (kind === 'user' ? users : groups).includes(name)
}

function othersThan({ users, groups }: PolicyEntities, kind: PrincipalKind, name: string): string[] {
  return [
    ...users.filter((user) => kind !== 'user' || user !== name),
    ...groups.filter((group) => kind !== 'group' || group !== name),
  ]
}
