import { type JsonObject, listField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForSealed } from './sealed-payload.ts'

const PATH = '/minio/admin/v3'

/** A service account, as lists describe it. */
export interface AccessKey {
  accessKey: string
  /** The user whose rights it has. */
  parent: string
  /** '' for one without, and from servers that do not list it. */
  name: string
  /** '' for one without, and from servers that do not list it. */
  description: string
  isEnabled: boolean
  /** It has a policy of its own. Lists of several accounts do not say so. */
  isRestricted: boolean
  /** Milliseconds since the epoch; undefined for a key that never ends. */
  expiresAt: number | undefined
}

/**
 * The service accounts of every user of the server itself, root's among them; needs admin:ListUsers and
 * admin:ListServiceAccounts. Keys of accounts of identity providers are in none of it.
 * @throws StorageError `XMinioAdminVersionMismatch` or the like from servers before 2024
 */
export async function listAllAccessKeys(client: StorageClient): Promise<AccessKey[]> {
  const query = { listType: 'svcacc-only', all: 'true' }
  const answer = await sendForSealed(client, { method: 'GET', path: `${PATH}/list-access-keys-bulk`, query })
  return Object.entries(answer).flatMap(([parent, keys]) => keysIn(objectField(keys), 'serviceAccounts', parent))
}

/** The service accounts of the own account. @throws StorageError */
export async function listOwnAccessKeys(client: StorageClient, account: string): Promise<AccessKey[]> {
  const answer = await sendForSealed(client, { method: 'GET', path: `${PATH}/list-service-accounts` })
  return keysIn(answer, 'accounts', account)
}

const BARE_KEY = { name: '', description: '', isEnabled: true, isRestricted: false, expiresAt: undefined }

function keysIn(answer: JsonObject, field: string, parent: string): AccessKey[] {
  return listField(answer, field).map((one) => {
    // Servers of 2021 list bare keys, which end never.
    if (typeof one === 'string') return { ...BARE_KEY, accessKey: one, parent }
    const key = objectField(one)
    const end = Date.parse(textField(key, 'expiration'))
    return {
      accessKey: textField(key, 'accessKey'),
      parent,
      name: textField(key, 'name'),
      description: textField(key, 'description'),
      isEnabled: textField(key, 'accountStatus') !== 'off',
      isRestricted: key.impliedPolicy === false,
      // The beginning of the epoch stands for never.
      expiresAt: end > 0 ? end : undefined,
    }
  })
}
