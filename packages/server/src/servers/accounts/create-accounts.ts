import { type AccountResult, AppError, failureWords, isSamePolicy, type NewAccount } from '@cooperage/contract'
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
  removeCannedPolicy,
  removeGroup,
  removeServiceAccount,
  removeUser,
  type StorageClient,
  StorageError,
  setGroupStatus,
  setPrincipalPolicies,
} from '@cooperage/storage-client'
import { type Credentials, newSecretKey } from '@cooperage/wire'
import { withKeyErrors } from '../../access-keys/index.ts'
import { readWholeGroup } from '../../groups/index.ts'
import { withStorageErrors } from '../../shared/storage-errors.ts'
import { findUser, requireNotReplaced, withNewUserErrors } from '../../users/index.ts'

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

/**
 * Creates the accounts one after the other, with the visitor's own permissions. What is there isn't changed, and of what can't be
 * created as a whole nothing stays. It fails for none as a whole, because the new keys of the others would be lost.
 * @param forMs after this time it begins no other one, so that an archive is sent for many, and the response arrives in time
 */
export async function createAll(
  context: Context,
  wanted: readonly NewAccount[],
  forMs: number,
): Promise<AccountResult[]> {
  const until = performance.now() + forMs
  const results: AccountResult[] = []
  let problem: AppError | undefined
  for (const one of wanted) {
    if (results.length > 0 && performance.now() >= until) break
    const base = { kind: one.kind, name: one.name, message: '', detail: '', ...NOTHING_NEW }
    try {
      if (problem) throw problem
      const created = await createOne(context, one)
      results.push(created ? { ...base, outcome: 'created', ...created } : { ...base, outcome: 'exists' })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (OF_ALL.has(error.code)) problem = error
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
  if (await isThere(withStorageErrors({ ...subject, action: 'admin:GetPolicy' }, getCannedPolicy(storage, name)))) {
    return undefined
  }
  await withStorageErrors({ ...subject, action: 'admin:CreatePolicy' }, putCannedPolicy(storage, name, document))
  // Servers of IAM accept what they don't keep, such as conditions.
  if (isIam) {
    const kept = await withStorageErrors(subject, getCannedPolicy(storage, name))
    if (!isSamePolicy(plain(JSON.stringify(kept.document)), plain(document))) {
      await withStorageErrors({ ...subject, action: 'admin:DeletePolicy' }, removeCannedPolicy(storage, name))
      throw new AppError('PolicyNotKept')
    }
  }
  return NOTHING_NEW
}

/** ARNs have the partition of AWS in which the server is. */
function plain(document: string): string {
  return document.replace(/\barn:aws[a-z-]*:/g, 'arn:aws:')
}

async function createWholeGroup({ storage }: Context, { name, isEnabled, policies }: Of<'group'>) {
  if (await isThere(readWholeGroup(storage, name))) return undefined
  const subject = { action: 'admin:AddUserToGroup', group: name }
  await withStorageErrors(subject, createGroup(storage, name, []))
  await orUndone(
    () => removeGroup(storage, name),
    async () => {
      await attach(storage, { kind: 'group', name }, policies)
      const disabling = { action: 'admin:EnableGroup', group: name }
      if (!isEnabled) await withStorageErrors(disabling, setGroupStatus(storage, name, false))
    },
  )
  return NOTHING_NEW
}

async function createUser({ storage, isIam, secrets }: Context, { name, ...wanted }: Of<'user'>) {
  const { isEnabled, policies, groups, getsKey } = wanted
  if (await findUser(storage, name)) return undefined
  const archived = secrets.get(name)
  const secretKey = isIam ? '' : (archived ?? newSecretKey())
  await withNewUserErrors(name, putUser(storage, { name, secretKey, isEnabled }))
  if (!isIam) await requireNotReplaced(storage, name, secretKey)
  return await orUndone(
    () => removeUser(storage, name),
    async () => {
      // First what may deny something.
      for (const group of groups) {
        await withStorageErrors(
          { action: 'admin:AddUserToGroup', user: name, group },
          addGroupMembers(storage, group, [name]),
        )
      }
      await attach(storage, { kind: 'user', name }, policies)
      if (!isIam) {
        return archived === undefined
          ? { credentials: { accessKey: name, secretKey }, keepsSecret: false }
          : { credentials: null, keepsSecret: true }
      }
      return getsKey ? { credentials: await addKey(storage, { targetUser: name }), keepsSecret: false } : NOTHING_NEW
    },
  )
}

async function createKey({ storage, isIam, secrets }: Context, { name: accessKey, ...wanted }: Of<'key'>) {
  const { parent, isEnabled, label, description, expiry, policy } = wanted
  const isChosen = !isIam
  if (isChosen && (await isThere(readKeyOf(storage, accessKey)))) return undefined
  const archived = isChosen ? secrets.get(accessKey) : undefined
  const document: unknown = policy === '' ? undefined : policyOf(policy)
  const credentials = await addKey(storage, {
    targetUser: parent,
    ...(isChosen && { keys: { accessKey, secretKey: archived ?? newSecretKey() } }),
    policy: document,
    name: label,
    description,
    ...(expiry !== '' && { expiresAt: Date.parse(expiry) }),
  })
  const subject = { action: 'admin:UpdateServiceAccount', account: credentials.accessKey }
  if (!isEnabled) {
    await orUndone(
      () => removeServiceAccount(storage, credentials.accessKey),
      () =>
        withStorageErrors(
          subject,
          changeServiceAccount(storage, credentials.accessKey, { policy: document, isEnabled }),
        ),
    )
  }
  return archived === undefined ? { credentials, keepsSecret: false } : { credentials: null, keepsSecret: true }
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

const MISSING = new Set(['NoSuchPolicy', 'NoSuchGroup', 'NoSuchServiceAccount'])

/** @throws AppError for any other error: what may be there isn't replaced */
async function isThere(reading: Promise<unknown>): Promise<boolean> {
  try {
    await reading
    return true
  } catch (error) {
    if (error instanceof AppError && MISSING.has(error.code)) return false
    throw error
  }
}

/** Undoes what was created if the rest of it fails, so that the next attempt finds nothing half done. */
async function orUndone<T>(undo: () => Promise<void>, rest: () => Promise<T>): Promise<T> {
  try {
    return await rest()
  } catch (error) {
    // The first error is the reason.
    await undo().catch((second: unknown) => {
      if (!(second instanceof StorageError)) throw second
    })
    throw error
  }
}
