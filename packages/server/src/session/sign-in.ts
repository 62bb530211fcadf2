import { AppError } from '@cooperage/contract'
import { accountInfo, assumeRole, type StorageClient, StorageError } from '@cooperage/storage-client'
import type { TemporaryCredentials } from '@cooperage/wire'

/** What a server gives that does not give as long as asked for. */
const FALLBACK_SECONDS = 3600
/** MinIO's STS says AccessDenied for everything that is wrong with keys; the others are what its S3 side would say. */
const WRONG_KEYS = new Set(['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch'])

/**
 * Exchanges typed keys for keys of limited life that carry `revokeType` as their TokenRevokeType. `durationSeconds` is what is
 * wanted; a server that gives less is asked for an hour.
 * @throws AppError InvalidLogin, ServiceAccountLogin, NoPolicy
 */
export async function signIn(
  typed: StorageClient,
  revokeType: string,
  durationSeconds: number,
): Promise<TemporaryCredentials> {
  // No header can carry these, and so no account has them in its name.
  if (/\p{Cc}/u.test(typed.credentials.accessKey)) throw new AppError('InvalidLogin')
  const keys = await temporaryKeys(typed, revokeType, durationSeconds)
  const account = await accountInfo({ ...typed, credentials: keys })
  if (!account.hasPolicy) throw new AppError('NoPolicy')
  return keys
}

async function temporaryKeys(
  typed: StorageClient,
  tokenRevokeType: string,
  durationSeconds: number,
): Promise<TemporaryCredentials> {
  try {
    return await assumeRole(typed, { durationSeconds, tokenRevokeType })
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.code === 'InvalidParameterValue' && durationSeconds > FALLBACK_SECONDS) {
      return await temporaryKeys(typed, tokenRevokeType, FALLBACK_SECONDS)
    }
    if (!WRONG_KEYS.has(error.code)) throw error
    throw new AppError((await isServiceAccount(typed)) ? 'ServiceAccountLogin' : 'InvalidLogin', {}, { cause: error })
  }
}

/** STS refuses service accounts in the words for a wrong secret; only these keys themselves tell, by opening something else. */
async function isServiceAccount(typed: StorageClient): Promise<boolean> {
  try {
    await accountInfo(typed)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

function isRefusal(error: unknown): error is StorageError {
  return error instanceof StorageError && error.kind === 'refused'
}
