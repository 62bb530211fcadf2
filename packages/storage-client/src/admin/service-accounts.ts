import { type Credentials, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'
import { sealedBody, sendForSealed } from './sealed-payload.ts'

export interface ServiceAccountInfo {
  /** The account whose rights it has. */
  parent: string
  isEnabled: boolean
  /** It has no policy of its own; `policy` is then that of its parent, as the server puts it together. */
  isImplied: boolean
  /** JSON text. */
  policy: string
}

/** Needs admin:ListServiceAccounts, unless it is of the own account. @throws StorageError */
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
  /** Policy document that narrows it; undefined: it may do what its account may do. */
  policy: unknown
  /** At most 32 letters, digits, `_` and `-`; '' for none. */
  name: string
  /** At most 256 bytes; '' for none. */
  description: string
  /** Milliseconds since the epoch; undefined: never. */
  expiresAt: number | undefined
}

/**
 * Creates one for the account that signs. Needs a policy of the account, but no permission in it.
 * @throws StorageError `XMinioMalformedIAMPolicy`, or `XMinioInvalidResource` for any other field that the server refuses
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
