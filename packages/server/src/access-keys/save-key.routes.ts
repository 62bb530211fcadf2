import {
  AppError,
  createServiceAccount,
  isAccessKey,
  reasonText,
  secretKeyProblem,
  updateAccessKey,
} from '@cooperage/contract'
import { addServiceAccount, changeServiceAccount, type StorageClient } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { readUser } from '../users/index.ts'
import { expiryTime, readKey, withKeyErrors } from './access-keys.ts'
import { policyDocument } from './key-policy.ts'

export function saveKeyRoutes({ routes, services: { now } }: Registry): void {
  routes.withSession(createServiceAccount, async ({ body, storage }) => {
    const { targetUser, name = '', description = '', expiry = '', accessKey = '', secretKey = '' } = body
    const wanted = {
      targetUser,
      keys: chosenKeys(accessKey, secretKey),
      policy: policyDocument(body.policy ?? ''),
      name,
      description,
      expiresAt: expiryTime(expiry, now()) ?? undefined,
    }
    const subject = { action: 'admin:CreateServiceAccount', user: targetUser ?? '' }
    try {
      return await withStorageErrors(subject, withKeyErrors(accessKey, addServiceAccount(storage, wanted)))
    } catch (error) {
      // Storage servers report root's access key as if a key were missing.
      if (isCode(error, 'NoSuchServiceAccount')) throw new AppError('AccessKeyTaken', { account: accessKey })
      if (targetUser !== undefined && isCode(error, 'NoSuchUser')) await refuseDisabled(storage, targetUser)
      throw error
    }
  })

  routes.withSession(updateAccessKey, async ({ params: { accessKey }, body, storage }) => {
    const { name, description, expiry, status, secretKey } = body
    const key = await readKey(storage, accessKey)
    if (secretKey !== undefined) requireSecretKey(secretKey)
    requireKept('name', name, key.name)
    requireKept('description', description, key.description)
    const current = key.isImplied ? undefined : policyDocument(key.policy)
    const change = {
      policy: body.policy === undefined ? current : policyDocument(body.policy),
      ...(secretKey !== undefined && { secretKey }),
      ...(status !== undefined && { isEnabled: status === 'enabled' }),
      ...(name && { name }),
      ...(description && { description }),
      ...(expiry !== undefined && { expiresAt: expiryTime(expiry, now()) }),
    }
    await withStorageErrors(
      { action: 'admin:UpdateServiceAccount', account: accessKey },
      withKeyErrors('', changeServiceAccount(storage, accessKey, change)),
    )
  })
}

/** @throws AppError InvalidAccessKey, InvalidSecretKey */
function chosenKeys(accessKey: string, secretKey: string): { accessKey: string; secretKey: string } | undefined {
  if (accessKey === '' && secretKey === '') return undefined
  if (accessKey === '') throw new AppError('InvalidAccessKey', { reason: reasonText('accessKeyNeeded') })
  if (!isAccessKey(accessKey)) {
    throw new AppError('InvalidAccessKey', { reason: reasonText('accessKeyLength') })
  }
  requireSecretKey(secretKey)
  return { accessKey, secretKey }
}

function requireSecretKey(secretKey: string): void {
  if (secretKeyProblem(secretKey) === undefined) return
  throw new AppError('InvalidSecretKey', { reason: reasonText('secretKey8To40') })
}

/** Storage servers take an empty text for one that isn't given. */
function requireKept(field: string, wanted: string | undefined, stored: string): void {
  if (wanted !== '' || stored === '') return
  throw new AppError('InvalidInput', { reason: reasonText('fieldCantBeRemoved', { field }) })
}

/** Storage servers report a disabled user as an unknown one. */
async function refuseDisabled(storage: StorageClient, user: string): Promise<void> {
  const { isEnabled } = await readUser(storage, user)
  if (!isEnabled) throw new AppError('UserDisabled', { user })
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof AppError && error.code === code
}
