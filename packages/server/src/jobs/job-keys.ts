/** The access key of a job: a service account of the visitor, which outlives the session. */
import { AppError, JOB_KEY_DAYS } from '@cooperage/contract'
import {
  addServiceAccount,
  removeServiceAccount,
  type StorageClient,
  StorageError,
  type Visitor,
} from '@cooperage/storage-client'
import type { Credentials } from '@cooperage/wire'
import type { JobSide } from '../shared/other-servers.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import type { Statement } from './job-kind.ts'

/**
 * Older storage servers let every key create keys for its own account, and change it, unless a policy denies it: the new key
 * could do everything that the account can.
 */
const NO_FURTHER_KEYS = {
  Effect: 'Deny',
  Action: ['admin:CreateServiceAccount', 'admin:UpdateServiceAccount', 'admin:CreateUser'],
}
/** Codes for keys that storage servers no longer have. */
const GONE = new Set(['InvalidAccessKeyId', 'XMinioInvalidIAMCredentials', 'InvalidTokenId', 'ExpiredToken'])
/** Codes with which storage servers refuse a service account to an account that must not have any. */
const NOT_ALLOWED = new Set([
  'AccessDenied',
  'XMinioIAMServiceAccountNotAllowed',
  'XMinioIAMActionNotAllowed',
  'NotImplemented',
])

/** What the list of access keys shows of a key, and when it expires. */
interface KeyLabel {
  name: string
  description: string
  /** Milliseconds since the epoch; undefined for never. */
  expiresAt: number | undefined
}

/** Creates the key of a job, for the account that `storage` belongs to. @throws AppError JobKeyRefused, and storage errors */
export async function createJobKey(
  storage: StorageClient,
  keys: Credentials,
  { id, statements, now }: { id: string; statements: readonly Statement[]; now: number },
): Promise<void> {
  await createLimitedKey(storage, keys, statements, {
    name: 'cooperage-job',
    description: `Job ${id} of the console. Removed when the job ends.`,
    expiresAt: now + JOB_KEY_DAYS * 24 * 3600_000,
  })
}

/** Creates a key that can do no more than this. @throws AppError JobKeyRefused, and storage errors */
export async function createLimitedKey(
  storage: StorageClient,
  keys: Credentials,
  statements: readonly Statement[],
  label: KeyLabel,
): Promise<void> {
  const policy = { Version: '2012-10-17', Statement: [...statements, NO_FURTHER_KEYS] }
  const creating = addServiceAccount(storage, { targetUser: undefined, keys, policy, ...label })
  try {
    await withStorageErrors({ action: 'admin:CreateServiceAccount' }, creating)
  } catch (error) {
    const code = error instanceof AppError && error.cause instanceof StorageError ? error.cause.code : ''
    throw NOT_ALLOWED.has(code) ? new AppError('JobKeyRefused', {}, { cause: error }) : error
  }
}

/**
 * Removes the key that a side has sealed, unless it is that of a session, which is the visitor's. Returns whether it could be
 * read. @throws StorageError
 */
export async function removeSealedKey(
  side: JobSide | undefined,
  sealed: string,
  visitor: Visitor | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const access = await side?.open(sealed)
  if (side === undefined || access === undefined) return false
  if (access.session === undefined) await removeJobKey(await side.clientOf(access, visitor, signal))
  return true
}

/** Signs with the key to remove, since the visitor's session may be over. A missing key counts as removed. @throws StorageError */
export async function removeJobKey(storage: StorageClient): Promise<void> {
  try {
    await removeServiceAccount(storage, storage.credentials.accessKey)
  } catch (error) {
    if (!(error instanceof StorageError) || !GONE.has(error.code)) throw error
    // MinIO's code for a key that exists, but is disabled, is the same.
    if (/disabled/i.test(error.message)) throw error
  }
}
