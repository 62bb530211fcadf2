import { type Credentials, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'
import { sealedBody, sendForSealed } from './sealed-payload.ts'

export interface ServiceAccountInfo {
  /** The account whose permissions it inherits. */
  parent: string
  isEnabled: boolean
  /** It has no policy of its own; `policy` is then its parent's, as merged by the server. */
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
    isEnabled: textField(info, 'accountStatus') !== 'off',
    isImplied: info.impliedPolicy === true,
    policy: textField(info, 'policy'),
  }
}

export interface NewServiceAccount {
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
 * Creates one for the signing account. The account needs a policy, but no specific permission in it.
 * @throws StorageError `XMinioMalformedIAMPolicy`, or `XMinioInvalidResource` for any other field that the server rejects
 */
export async function addServiceAccount(client: StorageClient, wanted: NewServiceAccount): Promise<Credentials> {
  const { policy, name, description, expiresAt } = wanted
  const fields = {
    ...(policy !== undefined && { policy }),
    ...(name !== '' && { name }),
    ...(description !== '' && { description }),
    ...(expiresAt !== undefined && { expiration: new Date(expiresAt).toISOString() }),
  }
  const answer = await sendForSealed(client, {
    method: 'PUT',
    path: '/minio/admin/v3/add-service-account',
    ...(await sealedBody(client, JSON.stringify(fields))),
  })
  const credentials = objectField(answer.credentials)
  return { accessKey: textField(credentials, 'accessKey'), secretKey: textField(credentials, 'secretKey') }
}

/** Needs admin:RemoveServiceAccount for another account's. @throws StorageError `XMinioInvalidIAMCredentials` for an unknown key */
export async function removeServiceAccount(client: StorageClient, accessKey: string): Promise<void> {
  const path = '/minio/admin/v3/delete-service-account'
  await sendForNothing(client, { method: 'DELETE', path, query: { accessKey } })
}
