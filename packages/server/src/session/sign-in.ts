import { AppError } from '@cooperage/contract'
import {
  accountInfo,
  accountOf,
  actionsOf,
  assumeRole,
  assumeRoleWithCustomToken,
  assumeRoleWithLdapIdentity,
  assumeRoleWithWebIdentity,
  createSessionKey,
  garageToken,
  opensObjects,
  type StorageClient,
  StorageEndpoint,
  StorageError,
  type UnsignedClient,
} from '@cooperage/storage-client'
import type { CustomTokenRequest, LdapIdentityRequest, TemporaryCredentials, WebIdentityRequest } from '@cooperage/wire'
import type { ServerSettings } from '../shared/settings.ts'

/** The duration on servers that refuse the requested one. */
const FALLBACK_SECONDS = 3600
/** Of AssumeRoleWithWebIdentity, for tokens and for durations. */
const IDENTITY_REFUSALS = new Set(['InvalidParameterValue', 'AccessDenied'])
/** Of AssumeRoleWithCustomToken: by the plugin, because of the role or a plugin that is down, and on a server without one. */
const TOKEN_REFUSALS = new Set(['InternalError', 'InvalidParameterValue', 'STSNotInitialized'])
/** MinIO's STS returns AccessDenied for any problem with the keys; the others are S3 error codes. */
const WRONG_KEYS = new Set(['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch'])

/** What STS of AWS says about the keys themselves; AccessDenied is about the role. */
const UNKNOWN_KEYS = new Set(['InvalidClientTokenId', 'InvalidAccessKeyId', 'SignatureDoesNotMatch'])

/**
 * Exchanges access keys for temporary keys with `revokeType` as their TokenRevokeType. If a server refuses
 * `durationSeconds`, one hour is requested instead.
 * @throws AppError InvalidLogin, ServiceAccountLogin, NoPolicy
 */
export async function signIn(
  typed: StorageClient,
  revokeType: string,
  durationSeconds: number,
): Promise<TemporaryCredentials> {
  rejectUnsendable(typed)
  return await withPolicy(typed, await temporaryKeys(typed, revokeType, durationSeconds))
}

/**
 * Exchanges access keys for temporary keys of a role, at a storage server without an admin API.
 * @throws AppError InvalidLogin, RoleRefused
 */
export async function signInWithRole(
  typed: StorageClient,
  { arn, url = typed.endpoint.url }: NonNullable<ServerSettings['stsRole']>,
  durationSeconds: number,
): Promise<TemporaryCredentials> {
  rejectUnsendable(typed)
  const endpoint = new StorageEndpoint({ url })
  try {
    // Roles may allow an hour only, which is what servers choose without a duration.
    const role = { roleArn: arn, sessionName: 'cooperage' }
    const keys = await assumeRole({ ...typed, endpoint }, { ...role, durationSeconds }).catch((error: unknown) => {
      if (!isRefusal(error) || error.code !== 'ValidationError') throw error
      return assumeRole({ ...typed, endpoint }, role)
    })
    await accountOf({ ...typed, credentials: keys })
    return keys
  } catch (error) {
    if (!isRefusal(error) || error.status >= 500) throw error
    if (UNKNOWN_KEYS.has(error.code)) throw new AppError('InvalidLogin', {}, { cause: error })
    throw new AppError('RoleRefused', { role: arn, reason: `“${error.message}”.` }, { cause: error })
  } finally {
    await endpoint.close()
  }
}

/** The last moment that a date can express. */
const NEVER = 8.64e15

/**
 * Signs in to a storage server without temporary keys: the session has the typed ones.
 * @throws AppError InvalidLogin, KeysNotKept
 */
export async function signInWithOwnKeys(
  typed: StorageClient,
  { keepsKeys = true }: Pick<ServerSettings, 'keepsKeys'>,
): Promise<TemporaryCredentials> {
  rejectUnsendable(typed)
  if (!keepsKeys) throw new AppError('KeysNotKept', { product: (await typed.endpoint.profile()).product })
  try {
    await accountOf(typed)
  } catch (error) {
    if (!isRefusal(error) || !WRONG_KEYS.has(error.code)) throw error
    throw new AppError('InvalidLogin', {}, { cause: error })
  }
  const { accessKey, secretKey } = typed.credentials
  return { accessKey, secretKey, sessionToken: '', expiration: NEVER }
}

/**
 * Signs in with an admin token of Garage. If its scope allows that, the session has a key for objects, which expires with it;
 * otherwise its keys are ''.
 * @throws AppError GarageTokenRejected, GarageScopeEmpty, GarageUnreachable, KeysNotKept
 */
export async function signInToGarage(
  client: StorageClient,
  { keepsKeys = true }: Pick<ServerSettings, 'keepsKeys'>,
  sessionEnd: number,
): Promise<{ account: string; keys: TemporaryCredentials }> {
  const { product } = await client.endpoint.profile()
  if (!keepsKeys) throw new AppError('KeysNotKept', { product })
  // Headers can't contain anything else.
  if (!/^[\x21-\x7e]+$/.test(client.garage?.token ?? '')) throw new AppError('GarageTokenRejected')
  try {
    const token = await garageToken(client)
    if (actionsOf(token).length === 0) throw new AppError('GarageScopeEmpty')
    const expiration = Math.min(sessionEnd, token.expiresAt ?? sessionEnd)
    const none = { accessKey: '', secretKey: '' }
    const keys = opensObjects(token) ? await createSessionKey(client, expiration) : none
    return { account: token.name, keys: { ...keys, sessionToken: '', expiration } }
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind === 'aborted') throw error
    if (error.code === 'AccessDenied') throw new AppError('GarageTokenRejected', {}, { cause: error })
    if (error.kind === 'refused' && !error.isGuess) throw error
    throw new AppError('GarageUnreachable', {}, { cause: error })
  }
}

/** Headers can't contain control characters, so no account name has them. @throws AppError InvalidLogin */
function rejectUnsendable({ credentials }: StorageClient): void {
  if (/\p{Cc}/u.test(credentials.accessKey)) throw new AppError('InvalidLogin')
}

type LdapLogin = Required<Omit<LdapIdentityRequest, 'policy'>>

/**
 * Exchanges a user name and password of the storage server's LDAP directory for temporary keys. If a server refuses
 * `durationSeconds`, one hour is requested instead.
 * @throws AppError InvalidLdapLogin, NoPolicyInLdap, NoPolicy, LdapUnavailable, LoginNotOffered
 */
export async function signInWithLdap(client: UnsignedClient, login: LdapLogin): Promise<TemporaryCredentials> {
  return await withPolicy(client, await ldapKeys(client, login))
}

async function ldapKeys(client: UnsignedClient, login: LdapLogin): Promise<TemporaryCredentials> {
  try {
    return await assumeRoleWithLdapIdentity(client, login)
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'InvalidParameterValue') throw error
    if (/token expiry/.test(error.message) && login.durationSeconds > FALLBACK_SECONDS) {
      return await ldapKeys(client, { ...login, durationSeconds: FALLBACK_SECONDS })
    }
    throw new AppError(ldapFailure(error.message), {}, { cause: error })
  }
}

/** Every reason has the same code; only the messages differ. */
function ldapFailure(message: string): 'InvalidLdapLogin' | 'NoPolicyInLdap' | 'LdapUnavailable' | 'LoginNotOffered' {
  if (/LDAP auth failed|DN not found for/i.test(message)) return 'InvalidLdapLogin'
  if (message.startsWith('expecting a policy')) return 'NoPolicyInLdap'
  return /not configured/i.test(message) ? 'LoginNotOffered' : 'LdapUnavailable'
}

interface Identity extends WebIdentityRequest {
  durationSeconds: number
  /** Name of the identity provider, for error messages. */
  provider: string
}

/**
 * Exchanges the ID token of an identity provider for temporary keys. If a server or a policy refuses the duration, the keys
 * expire with the token.
 * @throws AppError IdentityRejected, NoPolicyForIdentity, NoPolicy
 */
export async function signInWithIdentity(
  client: UnsignedClient,
  { provider, ...request }: Identity,
): Promise<TemporaryCredentials> {
  try {
    return await withPolicy(client, await identityKeys(client, request))
  } catch (error) {
    if (!isRefusal(error) || !IDENTITY_REFUSALS.has(error.code)) throw error
    const reason = `“${error.message}”.`
    const code = /claim missing|None of the given policies/.test(error.message)
      ? 'NoPolicyForIdentity'
      : 'IdentityRejected'
    throw new AppError(code, { provider, reason }, { cause: error })
  }
}

/**
 * Exchanges a token that the identity plugin of the storage server accepts for temporary keys.
 * @throws AppError TokenRejected, NoPolicy
 */
export async function signInWithToken(
  client: UnsignedClient,
  request: CustomTokenRequest,
): Promise<TemporaryCredentials> {
  try {
    return await withPolicy(client, await assumeRoleWithCustomToken(client, request))
  } catch (error) {
    if (!isRefusal(error) || !TOKEN_REFUSALS.has(error.code)) throw error
    // Without the cause: the message about a plugin that is down quotes its address, with the token in it.
    const isDown = error.message.includes('?token=') || error.message.includes('&token=')
    const reason = isDown ? 'its identity plugin doesn’t respond.' : `“${error.message}”.`
    throw new AppError('TokenRejected', { reason })
  }
}

async function identityKeys(
  client: UnsignedClient,
  request: Omit<Identity, 'provider'>,
): Promise<TemporaryCredentials> {
  try {
    return await assumeRoleWithWebIdentity(client, request)
  } catch (error) {
    if (!isRefusal(error) || !IDENTITY_REFUSALS.has(error.code)) throw error
    const { durationSeconds, ...withoutDuration } = request
    return await assumeRoleWithWebIdentity(client, withoutDuration)
  }
}

async function withPolicy(client: UnsignedClient, keys: TemporaryCredentials): Promise<TemporaryCredentials> {
  const account = await accountInfo({ ...client, credentials: keys })
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

/** STS rejects service accounts like a wrong secret; only a call with these keys shows the difference. */
async function isServiceAccount(typed: StorageClient): Promise<boolean> {
  try {
    await accountInfo(typed)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** By a storage server, not by a website or a proxy in its place. */
function isRefusal(error: unknown): error is StorageError {
  return error instanceof StorageError && error.kind === 'refused' && !error.isGuess
}
