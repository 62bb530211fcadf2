import { listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed } from '../send.ts'
import { sendAdminForText } from './send-admin.ts'

/**
 * A bucket that the account can list. `size` in bytes and `objects` as last counted by the server, 0 if it doesn't count;
 * `createdAt` in milliseconds.
 */
export interface AccountBucket {
  name: string
  createdAt: number
  size: number
  objects: number
}

export interface AccountInfo {
  /** For temporary keys and service accounts, the name of their parent user. */
  accountName: string
  /** The account's effective policy, merged from user and groups, as the server sends it. */
  policy: unknown
  /** Whether the account has any policy statement; without one it has no permissions, although its keys are valid. */
  hasPolicy: boolean
  /** Erasure-coded, even on a single drive; false on the file-system servers from 2021. */
  isErasure: boolean
  /** Erasure-coded over several drives, so that it can heal data. */
  hasSeveralDrives: boolean
  /** Up to a few seconds old: a bucket created just now may be missing. */
  buckets: AccountBucket[]
}

const ERASURE = 2

/** Requires no permission, so it also shows whether keys are valid. @throws StorageError */
export async function accountInfo(client: StorageClient): Promise<AccountInfo> {
  const text = await sendAdminForText(client, { method: 'GET', path: '/minio/admin/v3/accountinfo' })
  const info = objectField(parsed(() => asOfMinio(JSON.parse(text))))
  const policy = objectField(info, 'Policy')
  return {
    accountName: textField(info, 'AccountName'),
    policy,
    hasPolicy: listField(policy, 'Statement').length > 0,
    isErasure: isErasure(info),
    hasSeveralDrives: isErasure(info) && drivesPerSet(info).some((drives) => drives > 1),
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

/** The response of RustFS under MinIO's names: there, the policy is text, and `expiration` is when a bucket was created. */
function asOfMinio(value: unknown): unknown {
  const { account_name: AccountName, server, policy, buckets, ...info } = objectField(value)
  if (typeof policy !== 'string') return value
  const { BackendType, DrivesPerSet } = objectField(server)
  return {
    ...info,
    AccountName,
    Server: { Type: BackendType, DrivesPerSet },
    Policy: JSON.parse(policy),
    Buckets: listField({ buckets }, 'buckets').map((bucket) => ({
      ...objectField(bucket),
      created: objectField(bucket).expiration,
    })),
  }
}

/** Older servers don't send it; their erasure coding needs at least four drives. */
function drivesPerSet(info: Record<string, unknown>): number[] {
  const server = objectField(info, 'Server')
  return 'DrivesPerSet' in server ? listField(server, 'DrivesPerSet').map(Number) : [4]
}

/** Older servers send the type as a word. */
function isErasure(info: Record<string, unknown>): boolean {
  const server = objectField(info, 'Server')
  const type = server.Type ?? server.backendType
  return type === ERASURE || type === 'Erasure'
}
