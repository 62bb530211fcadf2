import { AppError } from '@cooperage/contract'
import { createKubeClient, type UserInfo } from '@cooperage/kube-client'
import type { FastifyReply } from 'fastify'
import type { ProviderLogin } from '../session/index.ts'
import { clusterError, isKubeError } from '../shared/operator/cluster-errors.ts'
import type { OperatorServices } from '../shared/operator/operator-feature.ts'
import { RenewedSessions } from '../shared/session/renewed-sessions.ts'
import type { OperatorSession } from '../shared/session/sealed-session.ts'
import { endingOf, newSessionId } from '../shared/session/session-keeper.ts'
import { SESSION_HOURS } from '../shared/settings.ts'
import { tokenExpiry } from './token-claims.ts'

/** What fits into cookies: the token, and if there is room the refresh token of a provider, without which it isn't renewed. */
const LONGEST_TOKENS = 10_500

/** Sessions around tokens that the API server accepts. */
interface ClusterSessions {
  /** Puts a new session into the visitor's cookie. @throws AppError InvalidToken, SessionTooLarge; those of `clusterError` */
  start(reply: FastifyReply, token: string, signal: AbortSignal): Promise<OperatorSession>
  /** The same with the ID token of a provider. @throws AppError IssuerNotAccepted, SessionTooLarge; those of `clusterError` */
  startAtProvider(reply: FastifyReply, login: ProviderLogin, signal: AbortSignal): Promise<OperatorSession>
  /** Replaces a session by one with a new token of the same person. @throws AppError like `startAtProvider` */
  renew(
    reply: FastifyReply,
    session: OperatorSession,
    login: () => Promise<ProviderLogin>,
    signal: AbortSignal,
  ): Promise<void>
  /** Refuses the session, and those that replaced it, on this console. Their tokens stay valid in the cluster. */
  end(session: OperatorSession): Promise<void>
}

type Names = Pick<OperatorSession, 'id' | 'revokeType'>

export function createClusterSessions({ settings, now, cluster, sessions }: OperatorServices): ClusterSessions {
  const renewed = new RenewedSessions<OperatorSession>(now, ({ endsAt }) => endsAt)
  const longestEnd = () => now() + (settings.sessionHours ?? SESSION_HOURS.default) * 3_600_000

  return {
    async start(reply, token, signal) {
      const user = await userOf(token, signal)
      if (user === undefined) throw new AppError('InvalidToken', {}, { detailedMessage: 'invalid Login' })
      const id = newSessionId()
      const session = sessionOf({ id, revokeType: id }, user, token)
      await sessions.start(reply, session)
      return session
    },
    async startAtProvider(reply, login, signal) {
      const id = newSessionId()
      const session = await sessionAtProvider({ id, revokeType: id }, login, signal)
      await sessions.start(reply, session)
      return session
    },
    async renew(reply, session, login, signal) {
      const names = { id: newSessionId(), revokeType: session.revokeType }
      const newer = await renewed.renew(session, async () => sessionAtProvider(names, await login(), signal))
      await sessions.start(reply, newer)
      renewed.add(newer)
    },
    async end(session) {
      await renewed.settle(session)
      await sessions.refuse({ ...session, endsAt: longestEnd() })
    },
  }

  async function sessionAtProvider(
    names: Names,
    { provider: { settings: provider }, tokens }: ProviderLogin,
    signal: AbortSignal,
  ): Promise<OperatorSession> {
    const { idToken, name, subject, refreshToken } = tokens
    const user = await userOf(idToken, signal)
    if (user === undefined) {
      const [issuer = ''] = subject.split(' ')
      throw new AppError('IssuerNotAccepted', { provider: provider.name, issuer, clientId: provider.clientId })
    }
    const isKept = refreshToken !== undefined && idToken.length + refreshToken.length <= LONGEST_TOKENS
    const kept = isKept ? { refreshToken } : {}
    return { ...sessionOf(names, user, idToken), provider: { id: provider.id, account: name, subject, ...kept } }
  }

  /** Who the API server says that it is; undefined if it doesn't accept the token. */
  async function userOf(token: string, signal: AbortSignal): Promise<UserInfo | undefined> {
    if (token.length > LONGEST_TOKENS) throw new AppError('SessionTooLarge')
    try {
      return await createKubeClient({ endpoint: cluster, token, signal }).reviewSelf()
    } catch (error) {
      if (isKubeError(error, 'Unauthorized', 'Forbidden')) return undefined
      throw clusterError(error)
    }
  }

  function sessionOf(names: Names, user: UserInfo, token: string): OperatorSession {
    const endsAt = Math.min(longestEnd(), tokenExpiry(token) ?? Number.POSITIVE_INFINITY)
    return { ...names, account: user.username, token, endsAt, endingAt: endingOf(endsAt, now()) }
  }
}
