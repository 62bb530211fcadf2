import {
  type AccessKeyEntry,
  AppError,
  deleteServiceAccount,
  formatPolicy,
  getAccessKey,
  listAllKeys,
  listOwnKeys,
  listServiceAccounts,
  listUserKeys,
  listUserServiceAccounts,
  revokeTemporaryKeys,
} from '@cooperage/contract'
import {
  type AccessKey,
  listAccessKeys,
  listAllAccessKeys,
  listAllTemporaryKeys,
  removeServiceAccount,
  revokeTokensOf,
  type ServiceAccountInfo,
  type StorageClient,
} from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { readUser } from '../users/index.ts'
import { readKey } from './access-keys.ts'

export function accessKeyRoutes({ routes, services: { accounts } }: Registry): void {
  const ownKeys = async (session: Session, storage: StorageClient) => {
    const { accountName } = await accounts.of(session, storage)
    return await keysOf(storage, accountName)
  }
  const userKeys = async (session: Session, storage: StorageClient, user: string) => {
    const { accountName } = await accounts.of(session, storage)
    if (user === accountName) return await keysOf(storage, accountName)
    const keys = await keysOf(storage, user, { user })
    // Storage servers report an unknown user as one without keys.
    if (keys.length === 0) await requireUser(storage, user)
    return keys
  }

  routes.withSession(listServiceAccounts, async ({ session, storage }) =>
    (await ownKeys(session, storage)).map(({ accessKey }) => accessKey),
  )

  routes.withSession(listOwnKeys, async ({ session, storage }) => (await ownKeys(session, storage)).map(toEntry))

  routes.withSession(listUserServiceAccounts, async ({ query: { name }, session, storage }) =>
    (await userKeys(session, storage, name)).map(({ accessKey }) => accessKey),
  )

  routes.withSession(listUserKeys, async ({ query: { name }, session, storage }) =>
    (await userKeys(session, storage, name)).map(toEntry),
  )

  routes.withSession(listAllKeys, async ({ query: { kind }, storage }) => {
    const subject = { action: 'admin:ListServiceAccounts', feature: 'listing the access keys of all users' as const }
    const listing = kind === 'temporary' ? listAllTemporaryKeys(storage) : listBuiltInKeys(storage)
    const keys = await withStorageErrors(subject, listing)
    return keys
      .map(({ accessKey, parent, owner, source, expiresAt }) => ({
        accessKey,
        owner: parent,
        ownerName: owner,
        source,
        expiry: isoTime(expiresAt),
      }))
      .sort((a, b) => compareText(a.owner, b.owner) || compareText(a.accessKey, b.accessKey))
  })

  routes.withSession(getAccessKey, async ({ params: { accessKey }, storage }) => {
    const key = await readKey(storage, accessKey)
    return {
      ...toEntry({ ...key, accessKey, isRestricted: !key.isImplied }),
      owner: key.parent,
      policy: key.isImplied ? '' : formatPolicy(key.policy),
    }
  })

  routes.withSession(deleteServiceAccount, async ({ params: { accessKey }, storage }) => {
    await withStorageErrors(
      { action: 'admin:RemoveServiceAccount', account: accessKey },
      removeServiceAccount(storage, accessKey),
    )
  })

  routes.withSession(revokeTemporaryKeys, async ({ body: { user, source }, storage }) => {
    const subject = { action: 'admin:RemoveServiceAccount', user, feature: 'revoking temporary credentials' as const }
    await withStorageErrors(subject, revokeTokensOf(storage, user, source))
  })
}

async function listBuiltInKeys(storage: StorageClient) {
  const keys = await listAllAccessKeys(storage)
  return keys.map((key) => ({ ...key, source: 'builtIn' as const, owner: key.parent }))
}

/** The keys of an account, sorted. `options.user` names an account other than the visitor's. */
async function keysOf(storage: StorageClient, parent: string, options: { user?: string } = {}): Promise<AccessKey[]> {
  const listing = listAccessKeys(storage, parent, options)
  const keys = await withStorageErrors({ action: 'admin:ListServiceAccounts' }, listing)
  return keys.sort((a, b) => compareText(a.accessKey, b.accessKey))
}

/** @throws AppError NoSuchUser; passes where the visitor may not read users */
async function requireUser(storage: StorageClient, name: string): Promise<void> {
  try {
    await readUser(storage, name)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AccessDenied') throw error
  }
}

type Listed = Pick<AccessKey, 'accessKey' | 'isRestricted'> &
  Pick<ServiceAccountInfo, 'name' | 'description' | 'isEnabled' | 'expiresAt'>

function toEntry({ accessKey, name, description, isEnabled, isRestricted, expiresAt }: Listed): AccessKeyEntry {
  return {
    accessKey,
    name,
    description,
    enabled: isEnabled,
    expiry: isoTime(expiresAt),
    restricted: isRestricted,
  }
}

/** '' for never. */
function isoTime(time: number | undefined): string {
  return time === undefined ? '' : new Date(time).toISOString()
}
