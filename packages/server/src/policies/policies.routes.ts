import {
  AppError,
  deletePolicy,
  detailText,
  formatPolicy,
  getPolicy,
  isInlinePolicy,
  isPolicyOfAws,
  isSamePolicy,
  listPolicies,
  listPoliciesOfAws,
  listPolicyGroups,
  listPolicySaves,
  listPolicyUsers,
  MAX_POLICY_BYTES,
  type PolicyDetails,
  type PolicySave,
  type PolicySummary,
  reasonText,
  savePolicy,
  summarizePolicies,
  type Text,
} from '@cooperage/contract'
import {
  getCannedPolicy,
  listCannedPolicies,
  listPoliciesOfAws as namesOfAws,
  policyEntities,
  putCannedPolicy,
  removeCannedPolicy,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'
import { BUILT_IN_POLICIES, grantPolicyOwner } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { partOf } from '../shared/part-of.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { readable } from './readable-policies.ts'

/** Policies whose attachments are read concurrently. */
const PARALLEL = 8

export function policyRoutes({ routes, services }: Registry): void {
  routes.withSession(listPolicies, async ({ query, storage }) => {
    const all = await withStorageErrors({ action: 'admin:ListUserPolicies' }, readable(listCannedPolicies(storage)))
    const policies = all
      .map(({ name, document }) => ({ name, policy: formatPolicy(JSON.stringify(document)) }))
      .sort((a, b) => compareText(a.name, b.name))
    return { policies: policies.slice(0, query.limit), total: policies.length }
  })

  routes.withSession(summarizePolicies, async ({ body, storage }) => {
    const policies: PolicySummary[] = []
    await inParallel(new Set(body.names), PARALLEL, async (name) => {
      const { users, groups } = await entities(storage, name)
      policies.push({ name, kind: kindOf(name), users: users.length, groups: groups.length })
    })
    return { policies: policies.sort((a, b) => compareText(a.name, b.name)) }
  })

  routes.withSession(listPolicySaves, async ({ body, storage }) => {
    const policies: PolicySave[] = []
    await inParallel(new Set(body.names), PARALLEL, async (name) => {
      const [policy, unread] = await partOf(readPolicy(storage, name))
      policies.push({ name, time: policy?.updatedAt ?? '', unread })
    })
    return { policies: policies.sort((a, b) => compareText(a.name, b.name)) }
  })

  routes.withSession(listPoliciesOfAws, async ({ storage }) => {
    const subject = { action: 'admin:ListUserPolicies', feature: 'policies of AWS' as const }
    return (await withStorageErrors(subject, namesOfAws(storage))).sort(compareText)
  })

  routes.withSession(getPolicy, ({ query, storage }) => readPolicy(storage, query.name))

  routes.withSession(savePolicy, async ({ body, session, storage }) => {
    const { name, policy, replaces } = body
    if (name.trim() === '') throw new AppError('InvalidPolicyName', { reason: reasonText('isEmpty') })
    if (replaces !== undefined) await expectStored(storage, name, replaces)
    await writePolicy(storage, name, policy)
    services.accounts.forget(session)
    return { name, policy: formatPolicy(policy) }
  })

  routes.withSession(deletePolicy, async ({ query, session, storage }) => {
    const { name } = query
    await withStorageErrors({ action: 'admin:DeletePolicy', policy: name }, removal(storage, name))
    services.accounts.forget(session)
  })

  routes.withSession(listPolicyUsers, async ({ params, storage }) => (await entities(storage, params.name)).users)
  routes.withSession(listPolicyGroups, async ({ params, storage }) => (await entities(storage, params.name)).groups)
}

function kindOf(name: string): PolicySummary['kind'] {
  if (isPolicyOfAws(name)) return 'ofAws'
  if (isInlinePolicy(name)) return 'inline'
  if (grantPolicyOwner(name) !== undefined) return 'granted'
  return BUILT_IN_POLICIES.has(name) ? 'builtIn' : 'own'
}

async function readPolicy(storage: StorageClient, name: string): Promise<PolicyDetails> {
  const subject = { action: 'admin:GetPolicy', policy: name }
  const { document, updatedAt, isBuiltIn } = await withStorageErrors(subject, readable(getCannedPolicy(storage, name)))
  return {
    name,
    policy: formatPolicy(JSON.stringify(document)),
    isBuiltIn,
    updatedAt,
  }
}

/** Refuses to replace a version that the visitor hasn't seen. Another write may still slip in: servers have no condition. */
async function expectStored(storage: StorageClient, name: string, expected: string): Promise<void> {
  const stored = await storedText(storage, name)
  if (stored === undefined) {
    if (expected !== '') throw new AppError('NoSuchPolicy', { policy: name })
  } else if (expected === '') throw new AppError('PolicyExists', { policy: name })
  else if (!isSamePolicy(stored, expected)) throw new AppError('PolicyChanged', { policy: name })
}

/** The policy as indented JSON; undefined if there is none. */
export async function storedText(storage: StorageClient, name: string): Promise<string | undefined> {
  try {
    return (await readPolicy(storage, name)).policy
  } catch (error) {
    if (error instanceof AppError && error.code === 'NoSuchPolicy') return undefined
    throw error
  }
}

/** Creates or replaces a policy. @throws AppError InvalidPolicy, InvalidPolicyName */
export async function writePolicy(storage: StorageClient, name: string, policy: string): Promise<void> {
  const size = Buffer.byteLength(policy)
  if (size > MAX_POLICY_BYTES) throw refusedText(detailText('policyTooLarge', { size, limit: MAX_POLICY_BYTES }))
  await withStorageErrors(
    { action: 'admin:CreatePolicy', policy: name },
    withPolicyErrors(putCannedPolicy(storage, name, policy)),
  )
}

/** The code for a policy without statements can mean anything in other calls. */
async function withPolicyErrors(saving: Promise<void>): Promise<void> {
  try {
    await saving
  } catch (error) {
    const isAboutText =
      error instanceof StorageError && ['XMinioAdminInvalidArgument', 'EntityTooLarge'].includes(error.code)
    throw isAboutText ? refusedText(error.message, error) : error
  }
}

function refusedText(words: string | Text, cause?: unknown): AppError {
  return new AppError('InvalidPolicy', {}, { detailedMessage: words, cause })
}

/** MinIO reports its refusal to delete a built-in policy as an internal error. */
async function removal(storage: StorageClient, name: string): Promise<void> {
  try {
    await removeCannedPolicy(storage, name)
  } catch (error) {
    const isOwn = error instanceof StorageError && error.code === 'InternalError' && BUILT_IN_POLICIES.has(name)
    throw isOwn ? new AppError('BuiltInPolicy', { policy: name }, { cause: error }) : error
  }
}

async function entities(storage: StorageClient, name: string) {
  return await withStorageErrors({ action: 'admin:ListUserPolicies', policy: name }, policyEntities(storage, name))
}
