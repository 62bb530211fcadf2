import type { StorageClient } from '../client.ts'
import { listField, objectField, textField } from './json-fields.ts'
import { sendForSealed } from './sealed-answer.ts'

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

/** Access keys of the own account's. @throws StorageError */
export async function listOwnServiceAccounts(client: StorageClient): Promise<string[]> {
  const answer = await sendForSealed(client, {
    method: 'GET',
    path: '/minio/admin/v3/list-service-accounts',
  })
  // Servers of 2021 list bare keys.
  return listField(answer, 'accounts').map((account) =>
    typeof account === 'string' ? account : textField(objectField(account), 'accessKey'),
  )
}
