import {
  AppError,
  getLoginStrategy,
  type LoginStrategy,
  login,
  loginCustomToken,
  loginGarage,
  loginOpenId,
  loginOperator,
  logout,
  renewSession,
} from '@cooperage/contract'
import { deleteGarageKey, revokeOwnTokens, type StorageClient, StorageError } from '@cooperage/storage-client'
import type { Credentials } from '@cooperage/wire'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { actorAt, noteForAudit } from '../shared/audit-trail.ts'
import type { Registry } from '../shared/feature.ts'
import type { Services } from '../shared/services.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { findSession, newSessionId } from '../shared/session/session-keeper.ts'
import type { LoginMode } from '../shared/settings.ts'
import { storageAddressError } from '../shared/storage-address.ts'
import { visitorOf } from '../shared/visitor.ts'
import { createLdapOffer } from './ldap-offer.ts'
import { createOpenIdLogins } from './openid/openid-logins.ts'
import { createSecondSteps, secondStepRoutes } from './second-step.ts'
import { signOutEverywhere } from './sign-out.ts'
import {
  renewedSession,
  startGarageSession,
  startProviderSession,
  startTokenSession,
  typedSession,
} from './start-session.ts'

const STRATEGIES: Record<LoginMode, LoginStrategy> = { form: 'form', sso: 'redirect' }

/** Sign-ins with wrong keys, and those that wait for a second factor until they are completed. */
const COUNTED: ReadonlySet<string> = new Set([
  'InvalidLogin',
  'InvalidLdapLogin',
  'SecondFactorNeeded',
  'SecondFactorMissing',
])

interface OfCall {
  request: FastifyRequest
  reply: FastifyReply
  signal: AbortSignal
}

export function loginRoutes({ routes, services }: Registry): void {
  const { settings, sessions, accounts, loginThrottle, socketLimiter } = services
  const { openId: providers = [] } = settings
  const openId = providers.length > 0 ? createOpenIdLogins(services, providers) : undefined
  const mode = settings.login ?? (openId ? 'sso' : 'form')
  const customToken = settings.login === undefined ? settings.customToken : undefined
  const acceptsAccessKey = settings.login === undefined || settings.login === 'form'

  const offersLdap = createLdapOffer(services)

  /**
   * Ends a session, and returns where the browser ends it at its provider, or ''. If the keys can't be revoked now, this console
   * rejects them until they expire.
   */
  const end = async (session: Session, { request, reply, signal }: OfCall): Promise<string> => {
    accounts.forget(session)
    // After the response: the tab that signs out leaves the page itself, the others are notified.
    reply.raw.once('close', () => socketLimiter.signOut(session, new AppError('SessionEnded')))
    return await signOutEverywhere(request.log, {
      async here() {
        const kept = await sessions.settle(session)
        const storage = sessions.storage(session, visitorOf(request), signal)
        if (session.garageToken !== undefined) return await deleteSessionKeys(storage, kept, request.log)
        // Keys that aren't temporary were deleted here, and stay valid at the storage server.
        if (session.keepsKeys) return
        // RustFS ignores which token is meant, and would end all sessions of the account.
        const isRevocable = (await services.endpoint.profile()).kind === 'minio'
        const isRevoked = isRevocable && (await revokes(storage, request.log))
        if (!isRevoked) await sessions.refuse(session)
      },
      atProvider: async () => (await openId)?.signOut(session, request),
    })
  }

  const secondSteps = createSecondSteps(services)
  secondStepRoutes(routes, services, secondSteps, end)

  routes.open(getLoginStrategy, async ({ request, reply }) => {
    const logins = mode === 'sso' ? await openId : undefined
    const [offers, acceptsLdap] = await Promise.all([
      logins === undefined ? [] : logins.offers(request, reply),
      acceptsAccessKey && offersLdap(),
    ])
    return {
      loginStrategy: STRATEGIES[mode],
      redirect: offers.find(({ redirect }) => redirect !== '')?.redirect ?? '',
      providers: offers,
      acceptsAccessKey,
      acceptsClusterToken: false,
      customToken: customToken?.name ?? '',
      acceptsGarageToken: services.endpoint.garage !== undefined && acceptsAccessKey,
      acceptsLdap,
      server: settings.server?.title ?? '',
    }
  })

  routes.open(login, async ({ body, request, reply, signal }) => {
    if (!acceptsAccessKey) throw new AppError('LoginNotOffered')
    const attempt = loginThrottle.begin(body.accessKey, request.ip)
    if ('waitSeconds' in attempt) throw new AppError('TooManyRequests', { seconds: attempt.waitSeconds })
    const id = newSessionId()
    try {
      const before = await findSession(sessions, request)
      // Replaces a session of the same account: its links work as long as the new session, and signing out revokes both.
      const isSame = before?.way === body.way && (before.ldapUsername ?? before.account) === body.accessKey
      const revokeType = isSame ? before.revokeType : id
      const signingIn = typedSession(services, request, { id, revokeType, typed: body, signal })
      const session = await withDiagnosis(signingIn, services, signal)
      await secondSteps.ask(session, { replaces: body.replaces, request, reply, signal })
      await sessions.start(reply, session)
      if (body.replaces && before !== undefined && !isSame) await end(before, { request, reply, signal })
    } catch (error) {
      if (!(error instanceof AppError && COUNTED.has(error.code))) attempt.undecided()
      const isOfEngine = settings.runsEngine === true && error instanceof AppError && error.code === 'InvalidLogin'
      throw isOfEngine ? new AppError('InvalidEngineLogin', {}, { cause: error }) : error
    }
    attempt.succeeded()
    return { sessionId: id }
  })

  routes.open(loginOpenId, async ({ body, request, reply, signal }) => {
    if (mode !== 'sso' || openId === undefined) throw new AppError('LoginNotOffered')
    const { provider, tokens } = await (await openId).redeem(body, request)
    noteForAudit(request, { account: actorAt({ account: tokens.name, subject: tokens.subject }) })
    const id = newSessionId()
    const before = await findSession(sessions, request)
    const isSame = before?.provider?.id === provider.settings.id && before.provider.subject === tokens.subject
    const revokeType = isSame ? before.revokeType : id
    const started = startProviderSession(services, reply, { id, revokeType, provider, tokens, signal })
    await withDiagnosis(started, services, signal)
    return { sessionId: id }
  })

  routes.open(loginCustomToken, async ({ body, request, reply, signal }) => {
    if (customToken === undefined) throw new AppError('LoginNotOffered')
    // The user is unknown until the token is accepted, so all tokens share the counter of the address.
    const attempt = loginThrottle.begin('', request.ip)
    if ('waitSeconds' in attempt) throw new AppError('TooManyRequests', { seconds: attempt.waitSeconds })
    const id = newSessionId()
    try {
      const { token } = body
      const names = { id, revokeType: id }
      const started = startTokenSession(services, reply, { ...names, token, roleArn: customToken.roleArn, signal })
      await withDiagnosis(started, services, signal)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'TokenRejected')) attempt.undecided()
      throw error
    }
    attempt.succeeded()
    return { sessionId: id }
  })

  routes.open(loginGarage, async ({ body, request, reply, signal }) => {
    if (services.endpoint.garage === undefined || !acceptsAccessKey) throw new AppError('LoginNotOffered')
    // The token says who it is only once it is accepted, so all tokens share the counter of the address.
    const attempt = loginThrottle.begin('', request.ip)
    if ('waitSeconds' in attempt) throw new AppError('TooManyRequests', { seconds: attempt.waitSeconds })
    const id = newSessionId()
    try {
      const before = await findSession(sessions, request)
      // Signing out deletes the keys of both.
      const revokeType = before?.garageToken === body.token ? before.revokeType : id
      await startGarageSession(services, reply, { id, revokeType, token: body.token, signal })
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'GarageTokenRejected')) attempt.undecided()
      throw error
    }
    attempt.succeeded()
    return { sessionId: id }
  })

  routes.withSession(renewSession, async ({ session, storage, request, reply, signal }) => {
    if (openId === undefined || session.provider?.refreshToken === undefined) return { renewed: false }
    // A copy of the cookie must not outlive the sign-out, which revoked these keys.
    await accounts.refresh(session, storage)
    const make = async () =>
      renewedSession(services, session, await (await openId).refresh(session), visitorOf(request), signal)
    try {
      await sessions.renew(reply, session, make)
      return { renewed: true }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      request.log.warn({ err: error }, 'the session was not renewed')
      return { renewed: false }
    }
  })

  // Only a console in operator mode has a cluster that accepts such tokens.
  routes.open(loginOperator, async () => {
    throw new AppError('LoginNotOffered')
  })

  /** Always removes the cookie. */
  routes.open(logout, async (call) => {
    const { request, reply } = call
    sessions.forget(reply)
    const session = await findSession(sessions, request)
    if (session === undefined) {
      noteForAudit(request, { isLeftOut: true })
      return { redirect: '' }
    }
    request.session = session
    return { redirect: await end(session, call) }
  })
}

/** If a sign-in fails for a reason that storage servers don't give, finds out what is wrong with the address. */
async function withDiagnosis<T>(signIn: Promise<T>, { settings }: Services, signal: AbortSignal): Promise<T> {
  try {
    return await signIn
  } catch (error) {
    // After a timeout, the visitor has waited long enough.
    if (!(error instanceof StorageError) || error.kind === 'timeout' || error.kind === 'aborted') throw error
    throw (await storageAddressError(settings, signal)) ?? error
  }
}

/** Deletes the keys that Garage created for a session. One that can't be deleted expires when the session would have. */
async function deleteSessionKeys(
  storage: StorageClient,
  keys: readonly Credentials[],
  log: FastifyBaseLogger,
): Promise<void> {
  for (const { accessKey } of keys.filter((key) => key.accessKey !== '')) {
    try {
      await deleteGarageKey(storage, accessKey)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      log.warn({ err: error, accessKey }, 'the key of a signed-out session is not deleted at Garage, where it expires')
    }
  }
}

/** Whether the storage server rejects the keys from now on. */
async function revokes(storage: StorageClient, log: FastifyBaseLogger): Promise<boolean> {
  try {
    await revokeOwnTokens(storage)
    return true
  } catch (error) {
    if (error instanceof StorageError && ['InvalidAccessKeyId', 'InvalidTokenId'].includes(error.code)) return true
    log.warn({ err: error }, 'the keys of a signed-out session are not revoked; this console rejects the session')
    return false
  }
}
