import {
  AppError,
  getLoginStrategy,
  login,
  loginOpenId,
  loginOperator,
  logout,
  renewSession,
} from '@cooperage/contract'
import { createOpenIdLogins, signOutEverywhere } from '../session/index.ts'
import { actorAt, noteForAudit } from '../shared/audit-trail.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { findSession } from '../shared/session/session-keeper.ts'
import { createClusterSessions } from './cluster-sessions.ts'

/** With a token of the cluster, or at a provider whose ID tokens the API server accepts. All calls use the visitor's rights. */
export function loginRoutes({ routes, services }: OperatorRegistry): void {
  const { settings, sessions, loginThrottle, socketLimiter, signOuts } = services
  const { openId: providers = [] } = settings
  const openId =
    settings.login !== 'operator' && providers.length > 0 ? createOpenIdLogins(services, providers) : undefined
  const acceptsClusterToken = settings.login !== 'sso'
  const clusterSessions = createClusterSessions(services)

  routes.open(getLoginStrategy, async ({ request, reply }) => {
    const offers = (await (await openId)?.offers(request, reply)) ?? []
    return {
      loginStrategy: openId || !acceptsClusterToken ? ('redirect' as const) : ('service-account' as const),
      redirect: offers.find(({ redirect }) => redirect !== '')?.redirect ?? '',
      providers: offers,
      acceptsAccessKey: false,
      acceptsClusterToken,
      customToken: '',
      acceptsGarageToken: false,
      acceptsLdap: false,
      server: '',
    }
  })

  routes.open(loginOperator, async ({ body: { jwt }, request, reply, signal }) => {
    if (!acceptsClusterToken) throw new AppError('LoginNotOffered')
    // Tokens can't be guessed, but checking them loads the API server.
    const attempt = loginThrottle.begin('', request.ip)
    if ('waitSeconds' in attempt) throw new AppError('TooManyRequests', { seconds: attempt.waitSeconds })
    try {
      const { id } = await clusterSessions.start(reply, jwt, signal)
      attempt.succeeded()
      return { sessionId: id }
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'InvalidToken')) attempt.undecided()
      throw error
    }
  })

  routes.open(loginOpenId, async ({ body, request, reply, signal }) => {
    if (openId === undefined) throw new AppError('LoginNotOffered')
    const signedIn = await (await openId).redeem(body, request)
    const { name, subject } = signedIn.tokens
    noteForAudit(request, { account: actorAt({ account: name, subject }) })
    const { id } = await clusterSessions.startAtProvider(reply, signedIn, signal)
    return { sessionId: id }
  })

  routes.open(login, async () => {
    throw new AppError('LoginNotOffered')
  })

  /** Only the issuer of a token can renew it. */
  routes.withSession(renewSession, async ({ session, request, reply, signal }) => {
    if (openId === undefined || session.provider?.refreshToken === undefined) return { renewed: false }
    try {
      const refresh = async () => await (await openId).refresh(session)
      await clusterSessions.renew(reply, session, refresh, signal)
      return { renewed: true }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      request.log.warn({ err: error }, 'the session was not renewed')
      return { renewed: false }
    }
  })

  /** The token stays valid in the cluster; this console refuses the session from now on. */
  routes.open(logout, async ({ request, reply }) => {
    sessions.forget(reply)
    const session = await findSession(sessions, request)
    if (session === undefined) {
      noteForAudit(request, { isLeftOut: true })
      return { redirect: '' }
    }
    request.session = session
    reply.raw.once('close', () => socketLimiter.signOut(session, new AppError('SessionEnded')))
    signOuts.emit('signedOut', session)
    const redirect = await signOutEverywhere(request.log, {
      here: () => clusterSessions.end(session),
      atProvider: async () => (await openId)?.signOut(session, request),
    })
    return { redirect }
  })
}
