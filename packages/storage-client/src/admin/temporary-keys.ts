import { listField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed } from '../send.ts'
import { StorageError } from '../storage-error.ts'
import { type AccessKey, keysIn, keysInBulk } from './access-keys.ts'
import { takesUsersFromLdap } from './ldap.ts'
import { sendForSealedText } from './sealed-payload.ts'

const STS_KEYS = 'stsKeys'

/** What manages an account: the storage server itself, or an identity provider. */
export type AccountSource = 'builtIn' | 'ldap' | 'openId'

/** Temporary credentials (STS) of a session or a program. */
export interface TemporaryKey extends Pick<AccessKey, 'accessKey' | 'parent' | 'expiresAt'> {
  source: AccountSource
  /** A readable name of the account: accounts of OpenID have an unreadable name on the server. */
  owner: string
}

type Query = Record<string, string>

/**
 * The temporary credentials of all users and of root; needs admin:ListUsers and admin:ListServiceAccounts.
 * @throws StorageError `XMinioAdminVersionMismatch` or the like from servers before 2024
 */
export async function listAllTemporaryKeys(client: StorageClient): Promise<TemporaryKey[]> {
  const all = { all: 'true' }
  const isLdap = await takesUsersFromLdap(client)
  const lists = await Promise.all([
    builtInKeys(client, all),
    isLdap ? ldapKeys(client, all) : [],
    openIdKeys(client, all).catch((error) => {
      // Servers before 2025 don't have this call.
      if (error instanceof StorageError && error.code === 'XMinioAdminVersionMismatch') return []
      throw error
    }),
  ])
  return lists.flat()
}

/**
 * The temporary credentials of the caller's account. Needs no permission, but can be denied (admin:ListServiceAccounts).
 * @throws StorageError `XMinioAdminVersionMismatch` or the like from servers before 2024, for OpenID before 2025
 */
export function listOwnTemporaryKeys(client: StorageClient, source: AccountSource): Promise<TemporaryKey[]> {
  return { builtIn: builtInKeys, ldap: ldapKeys, openId: openIdKeys }[source](client, {})
}

async function builtInKeys(client: StorageClient, query: Query): Promise<TemporaryKey[]> {
  return ownedKeys(await readKeys(client, 'list-access-keys-bulk', query), 'builtIn')
}

async function ldapKeys(client: StorageClient, query: Query): Promise<TemporaryKey[]> {
  return ownedKeys(await readKeys(client, 'idp/ldap/list-access-keys-bulk', query), 'ldap')
}

/** Listed by provider. */
async function openIdKeys(client: StorageClient, query: Query): Promise<TemporaryKey[]> {
  const response = await readKeys(client, 'idp/openid/list-access-keys-bulk', { ...query, allConfigs: 'true' })
  return listField({ response }, 'response')
    .flatMap((provider) => listField(objectField(provider), 'users'))
    .flatMap((entry) => {
      const user = objectField(entry)
      const parent = textField(user, 'minioAccessKey')
      const owner = textField(user, 'readableName') || textField(user, 'ID') || parent
      return keysIn(user, STS_KEYS, parent).map((key) => ({ ...key, source: 'openId' as const, owner }))
    })
}

async function readKeys(client: StorageClient, call: string, query: Query): Promise<unknown> {
  const request = { method: 'GET', path: `/minio/admin/v3/${call}`, query: { ...query, listType: 'sts-only' } } as const
  const text = await sendForSealedText(client, request)
  return parsed(() => JSON.parse(text))
}

function ownedKeys(response: unknown, source: AccountSource): TemporaryKey[] {
  return keysInBulk(objectField(response), STS_KEYS).map((key) => ({ ...key, source, owner: key.parent }))
}
