import {
  type AccountKey,
  AppError,
  createServiceAccount,
  deleteServiceAccount,
  listAccountKeys,
  listServiceAccounts,
} from '@cooperage/contract'
import {
  type AccessKey,
  addServiceAccount,
  listOwnAccessKeys,
  removeServiceAccount,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

export function serviceAccountRoutes({ routes, services: { accounts, now } }: Registry): void {
  const ownKeys = async (session: Session, storage: StorageClient) => {
    const { accountName } = await accounts.of(session, storage)
    const keys = await withStorageErrors(
      { action: 'admin:ListServiceAccounts' },
      listOwnAccessKeys(storage, accountName),
    )
    return keys.sort((a, b) => (a.accessKey < b.accessKey ? -1 : 1))
  }

  routes.withSession(listServiceAccounts, async ({ session, storage }) =>
    (await ownKeys(session, storage)).map(({ accessKey }) => accessKey),
  )

  routes.withSession(listAccountKeys, async ({ session, storage }) =>
    (await ownKeys(session, storage)).map(toAccountKey),
  )

  routes.withSession(createServiceAccount, async ({ body, storage }) => {
    const { name = '', description = '', expiry = '' } = body
    const expiresAt = expiry === '' ? undefined : Date.parse(expiry)
    // The storage server would answer with a sentence about spaces in names.
    if (expiresAt !== undefined && expiresAt <= now()) {
      throw new AppError('InvalidInput', { reason: 'expiry is not in the future' })
    }
    const wanted = { policy: policyDocument(body.policy ?? ''), name, description, expiresAt }
    return await withStorageErrors(
      { action: 'admin:CreateServiceAccount' },
      addServiceAccount(storage, wanted).catch(explained),
    )
  })

  routes.withSession(deleteServiceAccount, async ({ params, storage }) => {
    const { accessKey } = params
    await withStorageErrors(
      { action: 'admin:RemoveServiceAccount', account: accessKey },
      removeServiceAccount(storage, accessKey),
    )
  })
}

function toAccountKey({ accessKey, name, description, isEnabled, isRestricted, expiresAt }: AccessKey): AccountKey {
  return {
    accessKey,
    name,
    description,
    enabled: isEnabled,
    expiry: expiresAt === undefined ? '' : new Date(expiresAt).toISOString(),
    restricted: isRestricted,
  }
}

/** The document of a policy text; undefined for none. @throws AppError InvalidPolicy */
function policyDocument(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('InvalidPolicy', {}, { detailedMessage: 'The policy is not valid JSON.', cause })
  }
}

/** Servers refuse every field but the policy with one code, which elsewhere is about the names of policies. */
function explained(error: unknown): never {
  if (!(error instanceof StorageError) || error.code !== 'XMinioInvalidResource') throw error
  const reason = 'the storage server refuses the name, the description or the expiry'
  throw new AppError('InvalidInput', { reason }, { cause: error })
}
