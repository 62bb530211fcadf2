import type { StorageClient, Visitor } from '@cooperage/storage-client'
import type { TemporaryCredentials } from '@cooperage/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../shared/services.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { newSession, newSessionId, type SessionNames } from '../shared/session/session-keeper.ts'
import { SESSION_HOURS, TRANSFER_GRACE_SECONDS } from '../shared/settings.ts'
import { visitorOf } from '../shared/visitor.ts'
import type { ProviderLogin } from './openid/openid-logins.ts'
import {
  signIn,
  signInToGarage,
  signInWithIdentity,
  signInWithLdap,
  signInWithOwnKeys,
  signInWithRole,
  signInWithToken,
} from './sign-in.ts'

/** A longer one doesn't fit in the cookies, so its session can't be renewed. */
const LONGEST_REFRESH_TOKEN = 4096

type SessionServices = Pick<Services, 'settings' | 'endpoint' | 'sessions' | 'now'>
type Names = Pick<Session, 'id' | 'revokeType'>

interface TypedKeys extends Names {
  /** What the visitor typed: keys, or a user name and password of the LDAP directory. */
  typed: { accessKey: string; secretKey: string; way: 'accessKey' | 'ldap' }
  signal: AbortSignal
}

/**
 * Signs in and puts the new session into the visitor's cookie.
 * @throws AppError as {@link typedSession}
 */
export async function startSession(services: SessionServices, reply: FastifyReply, login: TypedKeys): Promise<void> {
  await services.sessions.start(reply, await typedSession(services, reply.request, login))
}

/**
 * Signs in, and returns the session, which nobody has yet.
 * @throws AppError InvalidLogin, ServiceAccountLogin, NoPolicy, KeysNotKept; those of `signInWithLdap`
 */
export async function typedSession(
  services: SessionServices,
  request: FastifyRequest,
  { typed, signal, ...names }: TypedKeys,
): Promise<Session> {
  const { endpoint } = services
  const visitor = visitorOf(request)
  const { accessKey, secretKey, way } = typed
  const durationSeconds = keySeconds(services)
  if (way === 'ldap') {
    const login = { username: accessKey, password: secretKey, tokenRevokeType: names.revokeType, durationSeconds }
    const keys = await signInWithLdap({ endpoint, visitor, signal }, login)
    return sessionOf(services, { ...names, account: '', ldapUsername: accessKey, way }, keys)
  }
  const client: StorageClient = { endpoint, credentials: { accessKey, secretKey }, visitor, signal }
  endpoint.forgetProfile()
  if ((await endpoint.profile()).kind === 's3') {
    const { stsRole } = services.settings
    const keys = stsRole
      ? await signInWithRole(client, stsRole, durationSeconds)
      : await signInWithOwnKeys(client, services.settings)
    const session = sessionOf(services, { ...names, account: accessKey, way }, keys)
    return stsRole ? session : { ...session, keepsKeys: true }
  }
  const keys = await signIn(client, names.revokeType, durationSeconds)
  return sessionOf(services, { ...names, account: accessKey, way }, keys)
}

/**
 * Puts a new session for the holder of a token into the visitor's cookie.
 * @throws AppError TokenRejected, NoPolicy
 */
export async function startTokenSession(
  services: SessionServices,
  reply: FastifyReply,
  { token, roleArn, signal, ...names }: Names & { token: string; roleArn: string; signal: AbortSignal },
): Promise<void> {
  const keys = await signInWithToken(
    { endpoint: services.endpoint, visitor: visitorOf(reply.request), signal },
    { token, roleArn, durationSeconds: keySeconds(services), tokenRevokeType: names.revokeType },
  )
  await services.sessions.start(reply, sessionOf(services, { ...names, account: '', way: 'customToken' }, keys))
}

/**
 * Puts a new session for the holder of an admin token of Garage into the visitor's cookie.
 * @throws AppError GarageTokenRejected, GarageScopeEmpty, GarageUnreachable, KeysNotKept
 */
export async function startGarageSession(
  services: SessionServices,
  reply: FastifyReply,
  { token, signal, ...names }: Names & { token: string; signal: AbortSignal },
): Promise<void> {
  const { endpoint, settings, now } = services
  const client = {
    endpoint,
    credentials: { accessKey: '', secretKey: '' },
    garage: { token, hasKey: false },
    visitor: visitorOf(reply.request),
    signal,
  }
  const { account, keys } = await signInToGarage(client, settings, now() + sessionSeconds(settings) * 1000)
  const session = sessionOf(services, { ...names, account, way: 'garageToken' }, keys)
  await services.sessions.start(reply, { ...session, keepsKeys: true, garageToken: token })
}

/**
 * Puts a new session for the user of an identity provider into the visitor's cookie.
 * @throws AppError IdentityRejected, NoPolicyForIdentity, NoPolicy
 */
export async function startProviderSession(
  services: SessionServices,
  reply: FastifyReply,
  { signal, ...login }: Names & ProviderLogin & { signal: AbortSignal },
): Promise<void> {
  await services.sessions.start(reply, await providerSession(services, login, visitorOf(reply.request), signal))
}

/**
 * A session that replaces one of an identity provider, with new tokens of the same person.
 * @throws AppError IdentityRejected, NoPolicyForIdentity, NoPolicy
 */
export async function renewedSession(
  services: SessionServices,
  session: Session,
  login: ProviderLogin,
  visitor: Visitor,
  signal: AbortSignal,
): Promise<Session> {
  const names = { id: newSessionId(), revokeType: session.revokeType }
  return await providerSession(services, { ...names, ...login }, visitor, signal)
}

async function providerSession(
  services: SessionServices,
  { provider, tokens, ...names }: Names & ProviderLogin,
  visitor: Visitor,
  signal: AbortSignal,
): Promise<Session> {
  const { id, name, roleArn } = provider.settings
  const keys = await signInWithIdentity(
    { endpoint: services.endpoint, visitor, signal },
    {
      provider: name,
      token: tokens.idToken,
      durationSeconds: keySeconds(services),
      tokenRevokeType: names.revokeType,
      ...(roleArn !== undefined && { roleArn }),
    },
  )
  const { subject, refreshToken } = tokens
  const kept = refreshToken !== undefined && refreshToken.length <= LONGEST_REFRESH_TOKEN ? { refreshToken } : {}
  const of = { id, account: tokens.name, subject, ...kept }
  return sessionOf(services, { ...names, account: '', way: 'openId', provider: of }, keys)
}

function sessionOf({ settings, now }: SessionServices, names: SessionNames, keys: TemporaryCredentials): Session {
  return newSession(names, keys, sessionSeconds(settings), now())
}

function sessionSeconds({ sessionHours }: Services['settings']): number {
  return (sessionHours ?? SESSION_HOURS.default) * 3600
}

function keySeconds({ settings }: SessionServices): number {
  return sessionSeconds(settings) + TRANSFER_GRACE_SECONDS
}
