import { listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

/** What the account may see of a bucket. `size` in bytes and `objects` as last counted by the server; `createdAt` in milliseconds. */
export interface AccountBucket {
  name: string
  createdAt: number
  size: number
  objects: number
}

export interface AccountInfo {
  /** For temporary keys and service accounts the name of the user behind them. */
  accountName: string
  /** The policy that counts for the account, merged from user and groups; a document as the server sends it. */
  policy: unknown
  /** Whether the account has any policy statement; without one it may do nothing, though its keys are good. */
  hasPolicy: boolean
  /** Erasure-coded, also on a single drive; false on the file-system servers of 2021. */
  isErasure: boolean
  /** A few seconds old at worst: a bucket just made may be missing. */
  buckets: AccountBucket[]
}

const ERASURE = 2

/** Needs no permission, so it also tells whether keys are good. @throws StorageError */
export async function accountInfo(client: StorageClient): Promise<AccountInfo> {
  const text = await sendForText(client, { method: 'GET', path: '/minio/admin/v3/accountinfo' })
  const info = objectField(parsed(() => JSON.parse(text)))
  const policy = objectField(info, 'Policy')
  return {
    accountName: textField(info, 'AccountName'),
    policy,
    hasPolicy: listField(policy, 'Statement').length > 0,
    isErasure: isErasure(info),
    buckets: listField(info, 'Buckets').map((entry) => {
      const bucket = objectField(entry)
      return {
        name: textField(bucket, 'name'),
        createdAt: Date.parse(textField(bucket, 'created')) || 0,
        size: numberField(bucket, 'size'),
        objects: numberField(bucket, 'objects'),
      }
    }),
  }
}

/** Older servers spell the type as a word. */
function isErasure(info: Record<string, unknown>): boolean {
  const server = objectField(info, 'Server')
  const type = server.Type ?? server.backendType
  return type === ERASURE || type === 'Erasure'
}
