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
export function listAllAccessKeys(client: StorageClient): Promise<AccessKey[]> {
  return listInBulk(client, { listType: 'svcacc-only', all: 'true' }, 'serviceAccounts')
}

/** The temporary credentials of the same accounts. @throws StorageError as {@link listAllAccessKeys} does */
export function listAllTemporaryKeys(client: StorageClient): Promise<AccessKey[]> {
  return listInBulk(client, { listType: 'sts-only', all: 'true' }, 'stsKeys')
}

/**
 * The temporary credentials of the caller's account, if it is a built-in user or root. Needs no permission, but can be denied
 * (admin:ListServiceAccounts).
 * @throws StorageError `XMinioAdminVersionMismatch` or the like from servers before 2024
 */
export function listOwnTemporaryKeys(client: StorageClient): Promise<AccessKey[]> {
  return listInBulk(client, { listType: 'sts-only' }, 'stsKeys')
}

async function listInBulk(client: StorageClient, query: Record<string, string>, field: string): Promise<AccessKey[]> {
  const answer = await sendForSealed(client, { method: 'GET', path: `${PATH}/list-access-keys-bulk`, query })
  return Object.entries(answer).flatMap(([parent, keys]) => keysIn(objectField(keys), field, parent))
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
  const answer = await sendForSealed(client, { method: 'GET', path: `${PATH}/list-service-accounts`, query })
  return keysIn(answer, 'accounts', parent)
}

const BARE_KEY = { name: '', description: '', isEnabled: true, isRestricted: false, expiresAt: undefined }

function keysIn(answer: JsonObject, field: string, parent: string): AccessKey[] {
  return listField(answer, field).map((one) => {
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
