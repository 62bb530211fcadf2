import { type JsonObject, listField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForSealed } from './sealed-payload.ts'

const PATH = '/minio/admin/v3'

/** A service account, as lists describe it. */
export interface AccessKey {
  accessKey: string
  /** The user whose permissions it inherits. */
  parent: string
  /** Empty if unset, or if the server doesn't list it. */
  name: string
  /** Empty if unset, or if the server doesn't list it. */
  description: string
  isEnabled: boolean
  /** It has its own policy. Lists of several accounts don't include this. */
  isRestricted: boolean
  /** Milliseconds since the epoch; undefined for a key that never expires. */
  expiresAt: number | undefined
}

/**
 * The service accounts of all built-in users and of root, without names and statuses; needs admin:ListUsers and
 * admin:ListServiceAccounts. Keys of accounts from identity providers aren't listed.
 * @throws StorageError `XMinioAdminVersionMismatch` or the like from servers before 2024
 */
export async function listAllAccessKeys(client: StorageClient): Promise<AccessKey[]> {
  const query = { listType: 'svcacc-only', all: 'true' }
  const response = await sendForSealed(client, { method: 'GET', path: `${PATH}/list-access-keys-bulk`, query })
  return keysInBulk(response, 'serviceAccounts')
}

/** The keys of several accounts, by account. */
export function keysInBulk(response: JsonObject, field: string): AccessKey[] {
  return Object.entries(response).flatMap(([parent, keys]) => keysIn(objectField(keys), field, parent))
}

/**
 * The service accounts of `parent`, the caller's account; with `user`, of that user, which needs admin:ListServiceAccounts.
 * An unknown user has none.
 * @throws StorageError
 */
export async function listAccessKeys(
  client: StorageClient,
  parent: string,
  query: { user?: string } = {},
): Promise<AccessKey[]> {
  const response = await sendForSealed(client, { method: 'GET', path: `${PATH}/list-service-accounts`, query })
  return keysIn(response, 'accounts', parent)
}

const BARE_KEY = { name: '', description: '', isEnabled: true, isRestricted: false, expiresAt: undefined }

export function keysIn(response: JsonObject, field: string, parent: string): AccessKey[] {
  return listField(response, field).map((one) => {
    // Servers from 2021 list only the access keys, which never expire.
    if (typeof one === 'string') return { ...BARE_KEY, accessKey: one, parent }
    const key = objectField(one)
    return {
      accessKey: textField(key, 'accessKey'),
      parent,
      name: textField(key, 'name'),
      description: textField(key, 'description'),
      isEnabled: textField(key, 'accountStatus') !== 'off',
      isRestricted: key.impliedPolicy === false,
      expiresAt: expiryOf(key),
    }
  })
}

/** Undefined for never, which servers write as the Unix epoch. */
export function expiryOf(key: JsonObject): number | undefined {
  const end = Date.parse(textField(key, 'expiration'))
  return end > 0 ? end : undefined
}
