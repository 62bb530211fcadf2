import { type Credentials, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { expiryOf } from './access-keys.ts'
import { sealedBody, sendForSealed } from './sealed-payload.ts'
import { sendAdminForNothing } from './send-admin.ts'

export interface ServiceAccountInfo {
  /** The account whose permissions it inherits. */
  parent: string
  /** '' for none. */
  name: string
  /** '' for none. */
  description: string
  /** Milliseconds since the epoch; undefined for a key that never expires. */
  expiresAt: number | undefined
  isEnabled: boolean
  /** It has no own policy; `policy` is then its parent's, as merged by the server. */
  isImplied: boolean
  /** JSON text. */
  policy: string
}

/** Needs admin:ListServiceAccounts, unless it belongs to the caller's account. @throws StorageError */
export async function getServiceAccount(client: StorageClient, accessKey: string): Promise<ServiceAccountInfo> {
  const path = '/minio/admin/v3/info-service-account'
  const info = await sendForSealed(client, { method: 'GET', path, query: { accessKey } })
  return {
    parent: textField(info, 'parentUser'),
    name: textField(info, 'name'),
    description: textField(info, 'description'),
    expiresAt: expiryOf(info),
    isEnabled: textField(info, 'accountStatus') !== 'off',
    isImplied: info.impliedPolicy === true,
    policy: textField(info, 'policy'),
  }
}

export interface NewServiceAccount {
  /** The user that it is for; undefined for the signing account. */
  targetUser: string | undefined
  /** Undefined for generated keys. */
  keys: Credentials | undefined
  /** Policy document that restricts it; undefined gives it all permissions of its account. */
  policy: unknown
  /** At most 32 letters, digits, `_` and `-`; empty for none. */
  name: string
  /** At most 256 bytes; empty for none. */
  description: string
  /** Milliseconds since the epoch; undefined for never. */
  expiresAt: number | undefined
}

/**
 * Creates one for the signing account, which needs a policy but no specific permission in it, or for another user with
 * admin:CreateServiceAccount.
 * @throws StorageError `XMinioAdminNoSuchUser`, `XMinioMalformedIAMPolicy`, or `XMinioInvalidResource` for any other field that the server rejects
 */
export async function addServiceAccount(client: StorageClient, wanted: NewServiceAccount): Promise<Credentials> {
  const { targetUser, keys, policy, name, description, expiresAt } = wanted
  const fields = {
    ...(targetUser !== undefined && { targetUser }),
    ...(keys && { accessKey: keys.accessKey, secretKey: keys.secretKey }),
    ...(policy !== undefined && { policy }),
    ...(name !== '' && { name }),
    ...(description !== '' && { description }),
    ...(expiresAt !== undefined && { expiration: new Date(expiresAt).toISOString() }),
  }
  const response = await sendForSealed(client, {
    method: 'PUT',
    path: '/minio/admin/v3/add-service-account',
    ...(await sealedBody(client, JSON.stringify(fields))),
  })
  const credentials = objectField(response.credentials)
  return { accessKey: textField(credentials, 'accessKey'), secretKey: textField(credentials, 'secretKey') }
}

export interface ServiceAccountChange {
  /**
   * Policy document that restricts it; undefined for none. It is always sent, because MinIO drops the policy that an update
   * leaves out, which would give the key all permissions of its account.
   */
  policy: unknown
  secretKey?: string
  isEnabled?: boolean
  /** Not empty: servers can't remove it. */
  name?: string
  /** Not empty: servers can't remove it. */
  description?: string
  /** Milliseconds since the epoch; null for never. */
  expiresAt?: number | null
}

/**
 * Needs admin:UpdateServiceAccount, even for the caller's own.
 * @throws StorageError `XMinioInvalidIAMCredentials` for an unknown key, and what {@link addServiceAccount} throws
 */
export async function changeServiceAccount(
  client: StorageClient,
  accessKey: string,
  change: ServiceAccountChange,
): Promise<void> {
  const { policy, secretKey, isEnabled, name, description, expiresAt } = change
  const fields = {
    newPolicy: policy ?? {},
    ...(secretKey !== undefined && { newSecretKey: secretKey }),
    ...(isEnabled !== undefined && { newStatus: isEnabled ? 'on' : 'off' }),
    ...(name !== undefined && { newName: name }),
    ...(description !== undefined && { newDescription: description }),
    ...(expiresAt !== undefined && { newExpiration: new Date(expiresAt ?? 0).toISOString() }),
  }
  await sendAdminForNothing(client, {
    method: 'POST',
    path: '/minio/admin/v3/update-service-account',
    query: { accessKey },
    ...(await sealedBody(client, JSON.stringify(fields))),
  })
}

/** Needs admin:RemoveServiceAccount for another account's. @throws StorageError `XMinioInvalidIAMCredentials` for an unknown key */
export async function removeServiceAccount(client: StorageClient, accessKey: string): Promise<void> {
  const path = '/minio/admin/v3/delete-service-account'
  await sendAdminForNothing(client, { method: 'DELETE', path, query: { accessKey } })
}
