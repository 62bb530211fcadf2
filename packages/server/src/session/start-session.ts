import type { StorageClient } from '@cooperage/storage-client'
import type { TemporaryCredentials } from '@cooperage/wire'
import type { FastifyReply } from 'fastify'
import type { Services } from '../shared/services.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { newSession } from '../shared/session/session-keeper.ts'
import { SESSION_HOURS, TRANSFER_GRACE_SECONDS } from '../shared/settings.ts'
import type { ProviderLogin } from './openid/openid-logins.ts'
import { signIn, signInWithIdentity } from './sign-in.ts'

type SessionServices = Pick<Services, 'settings' | 'endpoint' | 'sessions' | 'now'>
type Names = Pick<Session, 'id' | 'revokeType'>

interface TypedKeys extends Names {
  /** The keys that the visitor typed. */
  typed: { accessKey: string; secretKey: string }
  signal: AbortSignal
}

/**
 * Signs in and puts the new session into the visitor's cookie.
 * @throws AppError InvalidLogin, ServiceAccountLogin, NoPolicy
 */
export async function startSession(
  services: SessionServices,
  reply: FastifyReply,
  { typed, signal, ...names }: TypedKeys,
): Promise<void> {
  const client: StorageClient = { endpoint: services.endpoint, credentials: typed, signal }
  const keys = await signIn(client, names.revokeType, keySeconds(services))
  await keepSession(services, reply, { ...names, account: typed.accessKey }, keys)
}

/**
 * Puts a new session for the user of an identity provider into the visitor's cookie.
 * @throws AppError IdentityRejected, NoPolicyForIdentity, NoPolicy
 */
export async function startProviderSession(
  services: SessionServices,
  reply: FastifyReply,
  { provider, tokens, signal, ...names }: Names & ProviderLogin & { signal: AbortSignal },
): Promise<void> {
  const { id, name, roleArn } = provider.settings
  const keys = await signInWithIdentity(
    { endpoint: services.endpoint, signal },
    {
      provider: name,
      token: tokens.idToken,
      durationSeconds: keySeconds(services),
      tokenRevokeType: names.revokeType,
      ...(roleArn !== undefined && { roleArn }),
    },
  )
  await keepSession(services, reply, { ...names, account: '', provider: { id, account: tokens.name } }, keys)
}

async function keepSession(
  { settings, sessions, now }: SessionServices,
  reply: FastifyReply,
  names: Names & Pick<Session, 'account' | 'provider'>,
  keys: TemporaryCredentials,
): Promise<void> {
  await sessions.start(reply, newSession(names, keys, sessionSeconds(settings), now()))
}

function sessionSeconds({ sessionHours }: Services['settings']): number {
  return (sessionHours ?? SESSION_HOURS.default) * 3600
}

function keySeconds({ settings }: SessionServices): number {
  return sessionSeconds(settings) + TRANSFER_GRACE_SECONDS
}
