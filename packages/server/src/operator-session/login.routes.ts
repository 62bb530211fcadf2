import { AppError, getLoginStrategy, login, loginOpenId, loginOperator, logout } from '@cooperage/contract'
import { createKubeClient, type UserInfo } from '@cooperage/kube-client'
import { clusterError, isKubeError } from '../shared/operator/cluster-errors.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { endingOf, newSessionId } from '../shared/session/session-keeper.ts'
import { SESSION_HOURS } from '../shared/settings.ts'
import { tokenExpiry } from './token-expiry.ts'

export function loginRoutes({ routes, services }: OperatorRegistry): void {
  const { settings, now, cluster, sessions, loginThrottle, socketLimiter, signOuts } = services

  routes.open(getLoginStrategy, async () => ({
    loginStrategy: 'service-account' as const,
    redirect: '',
    providers: [],
    acceptsAccessKey: false,
    customToken: '',
    acceptsLdap: false,
  }))

  routes.open(loginOperator, async ({ body: { jwt: token }, request, reply, signal }) => {
    // Tokens can't be guessed, but checking them loads the API server.
    const attempt = loginThrottle.begin('', request.ip)
    if ('waitSeconds' in attempt) throw new AppError('TooManyRequests', { seconds: attempt.waitSeconds })
    let user: UserInfo
    try {
      user = await createKubeClient({ endpoint: cluster, token, signal }).reviewSelf()
    } catch (error) {
      if (isKubeError(error, 'Unauthorized', 'Forbidden')) {
        throw new AppError('InvalidToken', {}, { cause: error, detailedMessage: 'invalid Login' })
      }
      attempt.undecided()
      throw clusterError(error)
    }
    attempt.succeeded()
    const id = newSessionId()
    const longest = now() + (settings.sessionHours ?? SESSION_HOURS.default) * 3_600_000
    const endsAt = Math.min(longest, tokenExpiry(token) ?? longest)
    const endingAt = endingOf(endsAt, now())
    await sessions.start(reply, { id, revokeType: id, account: user.username, token, endsAt, endingAt })
    return { sessionId: id }
  })

  routes.open(login, async () => {
    throw new AppError('LoginNotOffered')
  })
  routes.open(loginOpenId, async () => {
    throw new AppError('LoginNotOffered')
  })

  /** The token stays valid in the cluster; this console refuses the session from now on. */
  routes.open(logout, async ({ request, reply }) => {
    sessions.forget(reply)
    try {
      const session = await sessions.of(request)
      reply.raw.once('close', () => socketLimiter.signOut(session, new AppError('SessionEnded')))
      await sessions.refuse(session)
      signOuts.emit('signedOut', session)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
    return { redirect: '' }
  })
}
