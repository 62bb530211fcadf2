import {
  type AccountOwner,
  type AccountResult,
  AppError,
  errorText,
  failureWords,
  isEquivalentPolicy,
  isSameKey,
  type NewAccount,
  neededBy,
  reasonText,
} from '@cooperage/contract'
import {
  addGroupMembers,
  addServiceAccount,
  changeServiceAccount,
  createGroup,
  getCannedPolicy,
  getServiceAccount,
  type NewServiceAccount,
  type Principal,
  putCannedPolicy,
  putUser,
  readPolicyName,
  removeCannedPolicy,
  removeGroup,
  removeServiceAccount,
  removeUser,
  type ServiceAccountInfo,
  type StorageClient,
  setGroupStatus,
  setPrincipalPolicies,
  type UserInfo,
} from '@cooperage/storage-client'
import { type Credentials, newSecretKey } from '@cooperage/wire'
import { withKeyErrors } from '../../access-keys/index.ts'
import { readWholeGroup } from '../../groups/index.ts'
import { withStorageErrors } from '../../shared/storage-errors.ts'
import { findUser, requireNotReplaced, requireUser, withNewUserErrors } from '../../users/index.ts'

/** Secret keys of an archive, by access keys. */
type Secrets = ReadonlyMap<string, string>

type Of<Kind extends NewAccount['kind']> = Extract<NewAccount, { kind: Kind }>

interface Created {
  credentials: Credentials | null
  keepsSecret: boolean
}

const NOTHING_NEW: Created = { credentials: null, keepsSecret: false }

interface Context {
  storage: StorageClient
  isIam: boolean
  secrets: Secrets
}

/** With these codes the others fail in the same way. */
const OF_ALL = new Set(['SessionEnded', 'StorageUnreachable', 'StorageTimeout'])

/** With these, nobody knows whether the server did what it was asked. */
const UNCERTAIN = new Set(['StorageUnreachable', 'StorageTimeout', 'StorageUnreadable'])

/** For all calls of one account, and again for undoing them. */
const ACCOUNT_MS = 60_000

/**
 * Creates the accounts one after the other, with the visitor's own permissions. What is there isn't changed, and of what can't be
 * created as a whole nothing stays: an account that is begun is completed or removed even if the visitor leaves. Who needs what
 * failed isn't created. It fails for none as a whole, because the new keys of the others would be lost.
 * @param forMs after this time it begins no other one, so that an archive is sent for many, and the response arrives in time
 */
export async function createAll(
  context: Context,
  wanted: readonly NewAccount[],
  forMs: number,
): Promise<AccountResult[]> {
  const { signal: left, ...storage } = context.storage
  const until = performance.now() + forMs
  const results: AccountResult[] = []
  const failures = new Map<string, AppError>()
  let problem: AppError | undefined
  for (const one of wanted) {
    if (results.length > 0 && performance.now() >= until) break
    const base = { kind: one.kind, name: one.name, message: '', detail: '', ...NOTHING_NEW }
    try {
      if (left?.aborted) problem ??= new AppError('StorageTimeout')
      const failure = problem ?? neededBy(one).flatMap((needed) => failures.get(needed) ?? [])[0]
      if (failure) throw failure
      const signal = AbortSignal.timeout(ACCOUNT_MS)
      const created = await createOne({ ...context, storage: { ...storage, signal } }, one)
      results.push(created ? { ...base, outcome: 'created', ...created } : { ...base, outcome: 'exists' })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failures.set(`${one.kind} ${one.name}`, error)
      const last = error.code === 'AccountLeft' ? error.cause : error
      if (last instanceof AppError && OF_ALL.has(last.code)) problem = last
      // The words of the storage server say what is wrong with a policy.
      const detail = error.detail === undefined ? error.detailedMessage : ''
      results.push({ ...base, outcome: 'failed', ...failureWords(error), detail })
    }
  }
  return results
}

/** Undefined for one that is there already. */
function createOne(context: Context, wanted: NewAccount): Promise<Created | undefined> {
  switch (wanted.kind) {
    case 'policy':
      return createPolicy(context, wanted)
    case 'group':
      return createWholeGroup(context, wanted)
    case 'user':
      return createUser(context, wanted)
    case 'key':
      return createKey(context, wanted)
  }
}

async function createPolicy({ storage, isIam }: Context, { name, document }: Of<'policy'>) {
  const subject = { policy: name }
  if (isIam) requireOwnPolicies([name])
  const reading = { ...subject, action: 'admin:GetPolicy' }
  const there = await ifThere(withStorageErrors(reading, getCannedPolicy(storage, name)))
  if (there) {
    if (!isEquivalentPolicy(JSON.stringify(there.document), document)) throw new AppError('PolicyExists', subject)
    return undefined
  }
  return await asWhole(storage, {
    create: () =>
      withStorageErrors({ ...subject, action: 'admin:CreatePolicy' }, putCannedPolicy(storage, name, document)),
    rest: async () => {
      // Servers of IAM accept what they don't keep, such as conditions.
      const kept = isIam ? await withStorageErrors(reading, getCannedPolicy(storage, name)) : undefined
      if (kept && !isEquivalentPolicy(JSON.stringify(kept.document), document)) throw new AppError('PolicyNotKept')
      return NOTHING_NEW
    },
    undo: (client) => removeCannedPolicy(client, name),
  })
}

/**
 * Elsewhere the console's names of IAM's other policies are names like any: these would be an inline policy of somebody there, or
 * one of AWS.
 * @throws AppError InvalidPolicyName
 */
function requireOwnPolicies(names: readonly string[]): void {
  if (names.every((name) => readPolicyName(name).kind === 'managed')) return
  throw new AppError('InvalidPolicyName', { reason: reasonText('iamNameCharacters') })
}

async function createWholeGroup({ storage, isIam }: Context, { name, isEnabled, policies }: Of<'group'>) {
  if (isIam) requireOwnPolicies(policies)
  const there = await ifThere(readWholeGroup(storage, name))
  if (there) {
    const attached = there.policy.split(',').filter((policy) => policy !== '')
    const isSame = there.isPolicyKnown && (there.status === 'enabled') === isEnabled && isSameSet(attached, policies)
    if (!isSame) throw new AppError('GroupExists', { group: name })
    return undefined
  }
  const subject = { action: 'admin:AddUserToGroup', group: name }
  return await asWhole(storage, {
    create: () => withStorageErrors(subject, createGroup(storage, name, [])),
    rest: async () => {
      await attach(storage, { kind: 'group', name }, policies)
      const disabling = { action: 'admin:EnableGroup', group: name }
      if (!isEnabled) await withStorageErrors(disabling, setGroupStatus(storage, name, false))
      return NOTHING_NEW
    },
    undo: (client) => removeGroup(client, name),
  })
}

async function createUser({ storage, isIam, secrets }: Context, { name, ...wanted }: Of<'user'>) {
  const { isEnabled, policies, groups, getsKey } = wanted
  if (isIam) requireOwnPolicies(policies)
  // Servers would create a group that is missing, without the policies that may deny something.
  for (const group of groups) await readWholeGroup(storage, group)
  const there = await findUser(storage, name)
  if (there) {
    requireSameUser(there, wanted)
    return undefined
  }
  const archived = secrets.get(name)
  const secretKey = isIam ? '' : (archived ?? newSecretKey())
  const put = (secret: string, enabled: boolean) =>
    withNewUserErrors(name, putUser(storage, { name, secretKey: secret, isEnabled: enabled }))
  const created = await asWhole(storage, {
    // Nobody knows its first secret key, so it can't be used before it is as it should be, even if this console ends before that.
    // MinIO attaches no policies to users who are disabled.
    create: () => put(isIam ? '' : newSecretKey(), true),
    rest: async () => {
      // First what may deny something.
      for (const group of groups) {
        const subject = { action: 'admin:AddUserToGroup', user: name, group }
        await withStorageErrors(subject, addGroupMembers(storage, group, [name]))
      }
      await attach(storage, { kind: 'user', name }, policies)
      if (!isIam) {
        await put(secretKey, isEnabled)
        return archived === undefined
          ? { credentials: { accessKey: name, secretKey }, keepsSecret: false }
          : { credentials: null, keepsSecret: true }
      }
      return getsKey ? { credentials: await addKey(storage, { targetUser: name }), keepsSecret: false } : NOTHING_NEW
    },
    undo: (client) => removeUser(client, name),
  })
  if (!isIam) await requireNotReplaced(storage, name, secretKey)
  return created
}

/** @throws AppError UserExists */
function requireSameUser(there: UserInfo, { isEnabled, policies, groups }: AccountOwner): void {
  const isSame = there.isEnabled === isEnabled && isSameSet(there.policies, policies) && isSameSet(there.groups, groups)
  if (!isSame) throw new AppError('UserExists', { user: there.name })
}

async function createKey({ storage, isIam, secrets }: Context, { name: accessKey, ...wanted }: Of<'key'>) {
  const { parent, owner, isEnabled, label, description, expiry, policy } = wanted
  const isChosen = !isIam
  const document: unknown = policy === '' ? undefined : policyOf(policy)
  const there = isChosen ? await ifThere(readKeyOf(storage, accessKey)) : undefined
  if (there) {
    requireSameKey(there, accessKey, wanted)
    return undefined
  }
  // Keys can do what their user can.
  requireSameUser(await requireUser(storage, parent), owner)
  const archived = isChosen ? secrets.get(accessKey) : undefined
  const secretKey = archived ?? newSecretKey()
  // Servers enable every new key, so one that is to be disabled first has a secret key that nobody knows.
  const first = isEnabled ? secretKey : newSecretKey()
  /** Undefined until IAM has chosen one. */
  let credentials: Credentials | undefined = isChosen ? { accessKey, secretKey } : undefined
  await asWhole(storage, {
    create: async () => {
      const keys = isChosen ? { accessKey, secretKey: first } : undefined
      const expiresAt = expiry === '' ? undefined : Date.parse(expiry)
      const wantedKey = { targetUser: parent, keys, policy: document, name: label, description, expiresAt }
      const result = await addKey(storage, wantedKey)
      credentials ??= result
    },
    rest: async () => {
      if (isEnabled) return
      const account = credentials?.accessKey ?? ''
      const subject = { action: 'admin:UpdateServiceAccount', account }
      const change = { policy: document, isEnabled, ...(isChosen && { secretKey }) }
      await withStorageErrors(subject, changeServiceAccount(storage, account, change))
    },
    undo: async (client) => {
      if (credentials) await removeServiceAccount(client, credentials.accessKey)
    },
  })
  return archived === undefined
    ? { credentials: credentials ?? null, keepsSecret: false }
    : { credentials: null, keepsSecret: true }
}

/** @throws AppError AccessKeyTaken */
function requireSameKey(there: ServiceAccountInfo, account: string, wanted: Omit<Of<'key'>, 'name'>): void {
  const { parent, isEnabled, expiresAt, isImplied, policy } = there
  const expiry = expiresAt === undefined ? '' : new Date(expiresAt).toISOString()
  const found = { parent, isEnabled, expiry, policy: isImplied ? '' : policy }
  if (!isSameKey(found, wanted)) throw new AppError('AccessKeyTaken', { account })
}

function readKeyOf(storage: StorageClient, accessKey: string) {
  const subject = { action: 'admin:ListServiceAccounts', account: accessKey }
  return withStorageErrors(subject, getServiceAccount(storage, accessKey))
}

/** @throws AppError InvalidPolicy */
function policyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('InvalidPolicy', {}, { cause })
  }
}

const PLAIN = { keys: undefined, policy: undefined, name: '', description: '', expiresAt: undefined }

function addKey(
  storage: StorageClient,
  wanted: Partial<NewServiceAccount> & { targetUser: string },
): Promise<Credentials> {
  const subject = { action: 'admin:CreateServiceAccount', user: wanted.targetUser }
  const adding = addServiceAccount(storage, { ...PLAIN, ...wanted })
  return withStorageErrors(subject, withKeyErrors(wanted.keys?.accessKey ?? '', adding))
}

async function attach(storage: StorageClient, principal: Principal, policies: readonly string[]): Promise<void> {
  if (policies.length === 0) return
  const subject = {
    action: 'admin:AttachUserOrGroupPolicy',
    [principal.kind]: principal.name,
    policy: policies.join(', '),
  }
  await withStorageErrors(subject, setPrincipalPolicies(storage, principal, policies))
}

const MISSING = new Set(['NoSuchPolicy', 'NoSuchGroup', 'NoSuchUser', 'NoSuchServiceAccount'])

/** @throws AppError for any other error: what may be there isn't replaced */
async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && MISSING.has(error.code)) return undefined
    throw error
  }
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return new Set(a).symmetricDifference(new Set(b)).size === 0
}

interface Steps<T> {
  create: () => Promise<void>
  rest: () => Promise<T>
  /** With a client of its own, because the time of the other one may be over. */
  undo: (storage: StorageClient) => Promise<void>
}

/**
 * Undoes what was created if the rest of it fails, so that the next attempt finds nothing half done. If creating it was refused,
 * what is there now is somebody else's.
 * @throws AppError AccountLeft if that fails too
 */
async function asWhole<T>(storage: StorageClient, { create, rest, undo }: Steps<T>): Promise<T> {
  let isCreated = false
  try {
    await create()
    isCreated = true
    return await rest()
  } catch (error) {
    if (error instanceof AppError && !isCreated && !UNCERTAIN.has(error.code)) throw error
    const undoing = undo({ ...storage, signal: AbortSignal.timeout(ACCOUNT_MS) })
    await ifThere(withStorageErrors({}, undoing)).catch((second: unknown) => {
      if (!(error instanceof AppError && second instanceof AppError)) throw second
      if (isCreated) throw new AppError('AccountLeft', { reason: errorText(error) }, { cause: second })
    })
    throw error
  }
}
