import { AppError, type PrincipalKind, setPolicies, setPolicy } from '@cooperage/contract'
import {
  getUser,
  listCannedPolicies,
  type StorageClient,
  StorageError,
  setPrincipalPolicies,
} from '@cooperage/storage-client'
import { namesIn } from '@cooperage/wire'
import { readWholeGroup } from '../groups/index.ts'
import type { Registry } from '../shared/feature.ts'
import { toAppError } from '../shared/storage-errors.ts'
import { readUser } from '../users/index.ts'

/** Replaces the policies of users and groups. */
export function setPolicyRoutes({ routes, services: { accounts } }: Registry): void {
  routes.withSession(setPolicy, async ({ params, body, session, storage }) => {
    await attach(storage, body.entityType, body.entityName, namesIn(params.policies))
    accounts.forget(session)
  })

  routes.withSession(setPolicies, async ({ body, session, storage }) => {
    const { entityType: kind, entityName: name, policies, replaces } = body
    const attached = await attachedTo(storage, kind, name)
    if (!isSameSet(attached, replaces)) throw new AppError('AttachmentsChanged', { principal: name })
    await attach(storage, kind, name, policies)
    accounts.forget(session)
  })
}

/** @throws AppError GroupPoliciesUnknown if they can't be read, because a change could then detach some unseen */
export async function attachedTo(storage: StorageClient, kind: PrincipalKind, name: string): Promise<string[]> {
  if (kind === 'user') return (await readUser(storage, name)).policies
  const { policy, isPolicyKnown } = await readWholeGroup(storage, name)
  if (!isPolicyKnown) throw new AppError('GroupPoliciesUnknown', { group: name })
  return namesIn(policy)
}

/** Replaces what is attached. @throws AppError NoSuchPolicy, NoSuchUser, NoSuchGroup, NotAUser, UserDisabled */
export async function attach(
  storage: StorageClient,
  kind: PrincipalKind,
  name: string,
  policies: readonly string[],
): Promise<void> {
  try {
    await setPrincipalPolicies(storage, { kind, name }, policies)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    // MinIO reports a disabled user as unknown.
    if (error.code === 'XMinioAdminNoSuchUser' && (await isDisabledUser(storage, name))) {
      throw new AppError('UserDisabled', { user: name }, { cause: error })
    }
    const isUnknown = error.code === 'XMinioAdminNoSuchPolicy'
    const policy = isUnknown ? await missingOf(storage, policies) : ''
    throw toAppError(error, { action: 'admin:AttachUserOrGroupPolicy', policy, [kind]: name })
  }
}

/** Whether the visitor may read that it is. */
async function isDisabledUser(storage: StorageClient, name: string): Promise<boolean> {
  try {
    return !(await getUser(storage, name)).isEnabled
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return false
  }
}

/** The policies that don't exist, joined; all of them if the visitor may not list policies. */
async function missingOf(storage: StorageClient, policies: readonly string[]): Promise<string> {
  try {
    const existing = new Set((await listCannedPolicies(storage)).map(({ name }) => name))
    return policies.filter((policy) => !existing.has(policy)).join(', ')
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return policies.join(', ')
  }
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return new Set(a).symmetricDifference(new Set(b)).size === 0
}
