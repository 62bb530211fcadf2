import { AppError, detailText, reasonText, type Text } from '@cooperage/contract'
import { getServiceAccount, type ServiceAccountInfo, type StorageClient, StorageError } from '@cooperage/storage-client'
import { withStorageErrors } from '../shared/storage-errors.ts'

/** @throws AppError NoSuchServiceAccount, AccessDenied */
export function readKey(storage: StorageClient, accessKey: string): Promise<ServiceAccountInfo> {
  return withStorageErrors(
    { action: 'admin:ListServiceAccounts', account: accessKey },
    getServiceAccount(storage, accessKey),
  )
}

const NO_RIGHT_LIFE = reasonText('lifetime')

/** For most fields that they reject, storage servers return codes that mean something else in other calls. */
export async function withKeyErrors<T>(accessKey: string, saving: Promise<T>): Promise<T> {
  try {
    return await saving
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw keyError(error, accessKey) ?? error
  }
}

function keyError(cause: StorageError, accessKey: string): AppError | undefined {
  const invalid = (code: 'InvalidInput' | 'InvalidAccessKey' | 'InvalidSecretKey' | 'InvalidExpiry', why: Text) =>
    new AppError(code, { reason: why }, { cause })
  switch (cause.code) {
    case 'XMinioIAMServiceAccountNotAllowed':
    case 'XMinioIAMActionNotAllowed':
      // Without a chosen key it's about the account, which is itself a service account.
      return accessKey === '' ? undefined : new AppError('AccessKeyTaken', { account: accessKey }, { cause })
    case 'XMinioAdminInvalidAccessKey':
      return invalid('InvalidAccessKey', reasonText('accessKey3To20'))
    case 'XMinioAdminInvalidSecretKey':
      return invalid('InvalidSecretKey', reasonText('secretKey8To40'))
    case 'XMinioIAMServiceAccountSessionPolicyTooLarge': {
      const detailedMessage = detailText('policyTooLongForKey')
      return new AppError('InvalidPolicy', {}, { cause, detailedMessage })
    }
    case 'XMinioInvalidResource':
      return invalid('InvalidInput', reasonText('keyFieldsRefused'))
    case 'InternalError':
      return cause.message.includes('expiration') ? invalid('InvalidExpiry', NO_RIGHT_LIFE) : undefined
    default:
      return undefined
  }
}

/** Milliseconds since the epoch; null for never. @throws AppError InvalidExpiry */
export function expiryTime(expiry: string, now: number): number | null {
  if (expiry === '') return null
  const time = Date.parse(expiry)
  // The message of the storage server would be about spaces in names.
  if (time <= now) throw new AppError('InvalidExpiry', { reason: reasonText('notInFuture') })
  return time
}
