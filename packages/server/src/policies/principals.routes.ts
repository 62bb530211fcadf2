import { AppError, type BucketPrincipals, listBucketPrincipals } from '@cooperage/contract'
import {
  getBucketPolicy,
  getCannedPolicy,
  getGroup,
  listCannedPolicies,
  listGroups,
  listLdapPolicies,
  listUsers,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import { validBucketName } from '../buckets/index.ts'
import type { PrincipalsInput } from '../shared/computations/bucket-principals.ts'
import { sendWritten } from '../shared/computations/written-response.ts'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { readUserSource } from '../shared/user-source.ts'
import { readable, UnreadablePolicy } from './readable-policies.ts'

/** Groups, or policies by name, that are read concurrently. */
const PARALLEL = 8

type Unread = BucketPrincipals['unread'][number]
type UnreadList = BucketPrincipals['unreadLists'][number]
type Found = Pick<PrincipalsInput, 'users' | 'groups' | 'documents' | 'source' | 'unread' | 'unreadLists'>

/** Adds up the policies of all accounts that the visitor may read, for one bucket or folder. */
export function principalRoutes({ routes, services: { accounts, computations } }: Registry): void {
  routes.withSession(listBucketPrincipals, async ({ params, query, reply, session, storage }) => {
    const bucket = validBucketName(params.bucket)
    const { prefix, filter, search, limit } = query
    const ofBucket = await readBucketPolicy(storage, bucket)
    const found = await readAccounts(storage)
    const usersReason = found.unreadLists.find(({ list }) => list === 'users')?.reason
    const own = usersReason === 'denied' ? await accounts.of(session, storage) : undefined
    const result = await computations.run(session.id, 'bucketPrincipals', {
      ...{ place: { bucket, prefix }, filter, search, limit },
      ...found,
      unread: [...ofBucket.unread, ...found.unread],
      bucketPolicy: ofBucket.policy,
      hasRoot: usersReason !== 'notOffered',
      own: own && { name: own.accountName, document: own.policy },
    })
    return sendWritten(reply, result)
  })
}

async function readBucketPolicy(
  storage: StorageClient,
  bucket: string,
): Promise<{ policy: string | undefined; unread: Unread[] }> {
  const permission = 's3:GetBucketPolicy'
  try {
    const reading = getBucketPolicy(storage, bucket)
    return { policy: await withStorageErrors({ action: permission, bucket }, reading), unread: [] }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AccessDenied') throw error
    const source = { kind: 'bucket', policy: '', attachedTo: bucket } as const
    return { policy: undefined, unread: [{ source, reason: 'denied', permission }] }
  }
}

async function readAccounts(storage: StorageClient): Promise<Found> {
  const unread: Unread[] = []
  const unreadLists: UnreadList[] = []
  const readList = async <T>(list: UnreadList['list'], permission: string, reading: Promise<T[]>) => {
    try {
      return await reading
    } catch (error) {
      if (!(error instanceof StorageError) || error.kind !== 'refused') throw error
      const isDenied = error.code === 'AccessDenied'
      unreadLists.push({ list, reason: isDenied ? 'denied' : 'notOffered', permission: isDenied ? permission : '' })
      return []
    }
  }
  const source = await readUserSource(storage)
  const users = await readList('users', 'admin:ListUsers', listUsers(storage))
  const groups =
    source === 'ldap'
      ? await readList('groups', 'admin:ListGroups', ldapGroups(storage))
      : await readGroups(
          storage,
          new Set([
            ...(await readList('groups', 'admin:ListGroups', listGroups(storage))),
            ...users.flatMap((user) => user.groups),
          ]),
          unread,
        )
  const attached = new Set([...users, ...groups].flatMap(({ policies }) => policies))
  const documents = await readPolicies(storage, attached, unread)
  return { users, groups, documents, source, unread, unreadLists }
}

/** The groups of the directory that have policies. */
async function ldapGroups(storage: StorageClient): Promise<Found['groups'][number][]> {
  const policiesOf = new Map<string, string[]>()
  for (const { policy, groups } of await listLdapPolicies(storage)) {
    for (const group of groups) policiesOf.set(group, [...(policiesOf.get(group) ?? []), policy])
  }
  return [...policiesOf].map(([name, policies]) => ({ name, isEnabled: true, policies }))
}

async function readGroups(
  storage: StorageClient,
  names: ReadonlySet<string>,
  unread: Unread[],
): Promise<Found['groups'][number][]> {
  const found: Found['groups'][number][] = []
  const read = readerOf(unread, 'admin:GetGroup', (name) => ({ kind: 'group', policy: '', attachedTo: name }))
  await inParallel(names, PARALLEL, async (group) => {
    const one = await read(group, () =>
      withStorageErrors({ action: 'admin:GetGroup', group }, getGroup(storage, group)),
    )
    if (one !== undefined) found.push({ name: group, isEnabled: one.isEnabled, policies: one.policies })
  })
  return found
}

/** One call for all of them if possible, because there can be hundreds. */
async function readPolicies(
  storage: StorageClient,
  names: ReadonlySet<string>,
  unread: Unread[],
): Promise<Found['documents'][number][]> {
  if (names.size === 0) return []
  try {
    const all = await withStorageErrors({ action: 'admin:ListUserPolicies' }, readable(listCannedPolicies(storage)))
    const attached = all.filter(({ name }) => names.has(name))
    const missing = names.difference(new Set(attached.map(({ name }) => name)))
    for (const policy of missing) unread.push({ source: sourceOf(policy), reason: 'missing', permission: '' })
    return attached
  } catch (error) {
    if (!(error instanceof UnreadablePolicy) && !(error instanceof AppError && error.code === 'AccessDenied'))
      throw error
  }
  const found: Found['documents'][number][] = []
  const read = readerOf(unread, 'admin:GetPolicy', sourceOf)
  await inParallel(names, PARALLEL, async (policy) => {
    const one = await read(policy, () => withStorageErrors({ policy }, readable(getCannedPolicy(storage, policy))))
    if (one !== undefined) found.push({ name: policy, document: one.document })
  })
  return found
}

function sourceOf(policy: string): Unread['source'] {
  return { kind: 'identity', policy, attachedTo: '' }
}

/** Reads by name and lists what can't be read. After the first denial nothing is requested: the permission is one for all. */
function readerOf(unread: Unread[], permission: string, sourceOf: (name: string) => Unread['source']) {
  let isDenied = false
  return async <T>(name: string, reading: () => Promise<T>): Promise<T | undefined> => {
    try {
      if (!isDenied) return await reading()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error instanceof UnreadablePolicy) {
        unread.push({ source: sourceOf(name), reason: 'unreadable', permission: '' })
        return undefined
      }
      if (error.code === 'NoSuchGroup' || error.code === 'NoSuchPolicy') {
        unread.push({ source: sourceOf(name), reason: 'missing', permission: '' })
        return undefined
      }
      if (error.code !== 'AccessDenied') throw error
      isDenied = true
    }
    unread.push({ source: sourceOf(name), reason: 'denied', permission })
    return undefined
  }
}
