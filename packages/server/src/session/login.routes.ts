import { AppError, getLoginStrategy, type LoginStrategy, login, loginOperator, logout } from '@cooperage/contract'
import { revokeOwnTokens, type StorageClient, StorageError } from '@cooperage/storage-client'
import type { FastifyRequest } from 'fastify'
import type { Registry } from '../shared/feature.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { newSession, newSessionId } from '../shared/session/session-keeper.ts'
import { type LoginMode, SESSION_HOURS, TRANSFER_GRACE_SECONDS } from '../shared/settings.ts'
import { LoginThrottle } from './login-throttle.ts'
import { signIn } from './sign-in.ts'

const STRATEGIES: Record<LoginMode, LoginStrategy> = { form: 'form', sso: 'redirect', operator: 'service-account' }

export function loginRoutes({ routes, services }: Registry): void {
  const { settings, sessions, accounts, socketLimiter, endpoint, now } = services
  const mode = settings.login ?? 'form'
  const sessionSeconds = (settings.sessionHours ?? SESSION_HOURS.default) * 3600
  const throttle = new LoginThrottle(now)

  routes.open(getLoginStrategy, async () => ({ loginStrategy: STRATEGIES[mode], redirect: '' }))

  routes.open(login, async ({ body, request, reply, signal }) => {
    if (mode !== 'form') throw new AppError('LoginNotOffered')
    const attempt = throttle.begin(body.accessKey, request.ip)
    if ('waitSeconds' in attempt) throw new AppError('TooManyRequests', { seconds: attempt.waitSeconds })
    const id = newSessionId()
    try {
      const before = await sessionOf(request)
      // In place of a session of the same account: its links live as long as the new one, and end with it at the sign-out.
      const revokeType = before?.account === body.accessKey ? before.revokeType : id
      const typed = { endpoint, credentials: body, signal }
      const keys = await signIn(typed, revokeType, sessionSeconds + TRANSFER_GRACE_SECONDS)
      const names = { id, revokeType, account: body.accessKey }
      await sessions.start(reply, newSession(names, keys, sessionSeconds, now()))
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'InvalidLogin')) attempt.undecided()
      throw error
    }
    attempt.succeeded()
    return { sessionId: id }
  })

  // The form shows where COOPERAGE_LOGIN says so; a token is of use only to a console that has a Kubernetes cluster.
  routes.open(loginOperator, async () => {
    throw new AppError('LoginNotOffered')
  })

  /** The cookie goes in any case. Keys that cannot be revoked now are refused by this console until they end. */
  routes.open(logout, async ({ request, reply, signal }) => {
    sessions.forget(reply)
    const session = await sessionOf(request)
    if (session === undefined) return
    accounts.forget(session)
    // Behind the answer: the tab that signs out leaves by itself, the others are told.
    reply.raw.once('close', () => socketLimiter.signOut(session, new AppError('SessionEnded')))
    if (!(await isRevoked(sessions.storage(session, signal)))) await sessions.refuse(session)
  })

  function sessionOf(request: FastifyRequest): Promise<Session | undefined> {
    return sessions.of(request).catch((error) => {
      if (error instanceof AppError) return undefined
      throw error
    })
  }
}

/** Whether the storage refuses the keys from now on. */
async function isRevoked(storage: StorageClient): Promise<boolean> {
  try {
    await revokeOwnTokens(storage)
    return true
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return error.code === 'InvalidAccessKeyId' || error.code === 'InvalidTokenId'
  }
}
