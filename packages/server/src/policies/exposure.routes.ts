import {
  AppError,
  type BucketExposures,
  checkBucketExposure,
  listNonExpiringKeys,
  listWidePolicies,
  type NonExpiringKeys,
  type WidePolicy,
} from '@cooperage/contract'
import {
  getBucketPolicy,
  listAccessKeys,
  listAllAccessKeys,
  listCannedPolicies,
  policyEntities,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'
import { fullAccessGrants, publicGrants } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { readable } from './readable-policies.ts'

/** Buckets whose policies are read concurrently. */
const PARALLEL = 8
/** After this time no further bucket is checked, so that the response arrives before the visitor's timeout. */
const BEGIN_WITHIN_MS = 4_000

/** The exposure that the visitor may see; policies that it may not read are listed. */
export function exposureRoutes({ routes, services }: Registry): void {
  const { accounts, closedBuckets, now } = services
  routes.withSession(checkBucketExposure, async ({ body, session, storage }) => {
    const maxAgeMs = body.max_age * 1_000
    const startedAt = now()
    const response: BucketExposures = { buckets: [], unread: [], left: [] }
    await inParallel(new Set(body.buckets), PARALLEL, async (name) => {
      if (closedBuckets.has(session, name, maxAgeMs)) response.buckets.push({ name, openings: [] })
      else if (now() - startedAt > BEGIN_WITHIN_MS) response.left.push(name)
      else if (await isClosed(storage, name, response)) closedBuckets.add(session, name, startedAt)
    })
    for (const list of [response.buckets, response.unread]) list.sort((a, b) => compareText(a.name, b.name))
    return response
  })

  routes.withSession(listWidePolicies, async ({ storage }) => {
    const all = await withStorageErrors({ action: 'admin:ListUserPolicies' }, readable(listCannedPolicies(storage)))
    const policies: WidePolicy[] = []
    const unreadable: string[] = []
    await inParallel(all, PARALLEL, async ({ name, document }) => {
      const openings = fullAccessGrants(document)
      if (openings === undefined) unreadable.push(name)
      else if (openings.length > 0) policies.push({ name, openings, ...(await attachmentsOf(storage, name)) })
    })
    return { policies: policies.sort((a, b) => compareText(a.name, b.name)), unreadable: unreadable.sort() }
  })

  routes.withSession(listNonExpiringKeys, async ({ session, storage }) => {
    const { accountName } = await accounts.of(session, storage)
    const unread: NonExpiringKeys['unread'] = []
    const sources = [
      { of: 'everybody', list: () => listAllAccessKeys(storage), permission: ALL_KEYS },
      { of: 'you', list: () => listAccessKeys(storage, accountName), permission: 'admin:ListServiceAccounts' },
    ] as const
    for (const { of, list, permission } of sources) {
      try {
        const nonExpiring = (await list()).filter(({ expiresAt }) => expiresAt === undefined)
        const keys = nonExpiring.map(({ accessKey, parent, name }) => ({ accessKey, parent, name }))
        return { of, unread, keys: keys.sort((a, b) => compareText(a.parent + a.accessKey, b.parent + b.accessKey)) }
      } catch (error) {
        if (!(error instanceof StorageError) || error.kind !== 'refused') throw error
        const isDenied = error.code === 'AccessDenied'
        unread.push({ whose: of, reason: isDenied ? 'denied' : 'notOffered', permission: isDenied ? permission : '' })
      }
    }
    return { keys: [], of: 'nobody' as const, unread }
  })
}

/** Servers require both permissions. */
const ALL_KEYS = 'admin:ListUsers, admin:ListServiceAccounts'

/** Adds a bucket to the response, and returns whether it is known not to be public. */
async function isClosed(storage: StorageClient, name: string, response: BucketExposures): Promise<boolean> {
  const permission = 's3:GetBucketPolicy'
  try {
    const policy = await withStorageErrors({ action: permission, bucket: name }, getBucketPolicy(storage, name))
    const openings = policy === undefined ? [] : publicGrants(policy, name)
    if (openings === undefined) response.unread.push({ name, reason: 'unreadable', permission: '' })
    else response.buckets.push({ name, openings })
    return openings?.length === 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'AccessDenied') response.unread.push({ name, reason: 'denied', permission })
    // Deleted since it was listed: it can't be public.
    else if (error.code !== 'NoSuchBucket') throw error
    return false
  }
}

async function attachmentsOf(
  storage: StorageClient,
  policy: string,
): Promise<Pick<WidePolicy, 'users' | 'groups' | 'attachmentsPermission'>> {
  const permission = 'admin:ListUserPolicies'
  try {
    return {
      ...(await withStorageErrors({ action: permission, policy }, policyEntities(storage, policy))),
      attachmentsPermission: '',
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AccessDenied') throw error
    return { users: [], groups: [], attachmentsPermission: permission }
  }
}
