/**
 * The second step of a sign-in (decision 50): the storage server has accepted the keys, and there is no session before the account
 * has given a factor. What it has until then is a cookie that opens nothing, and only names what was begun.
 */
import {
  AppError,
  loginChallenge,
  loginConfirmAuthenticator,
  loginConfirmPasskey,
  loginNewAuthenticator,
  loginNewPasskey,
  loginSecondFactor,
  secondFactorText,
} from '@cooperage/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteForAudit } from '../shared/audit-trail.ts'
import type { Registry } from '../shared/feature.ts'
import { networkOf } from '../shared/network-of.ts'
import { canHaveFactors, factorAccount } from '../shared/second-factor/factor-account.ts'
import { factorPlace } from '../shared/second-factor/factor-place.ts'
import { refusal, type Starter } from '../shared/second-factor/second-factors.ts'
import type { Services } from '../shared/services.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { cookieAttributes, cookiePrefix, isSentTwice } from '../shared/session/session-cookie.ts'
import { findSession } from '../shared/session/session-keeper.ts'
import { visitorOf } from '../shared/visitor.ts'

interface OfCall {
  request: FastifyRequest
  reply: FastifyReply
  signal: AbortSignal
}

/** Consoles on one machine may share it: it names what only one of them has begun. */
const COOKIE = 'cooperage-factor'
const COOKIE_SECONDS = 600
const KIND = 'sign-in'

/** A sign-in whose keys were accepted. The values were sealed here. */
interface Begun {
  session: Session
  replaces: boolean
}

interface Pending extends Begun {
  id: string
  account: string
}

export type SecondSteps = ReturnType<typeof createSecondSteps>

export function createSecondSteps(services: Services) {
  const { secondFactors, sessions, accounts, loginThrottle } = services

  return {
    /**
     * Returns if the sign-in needs no second factor. Otherwise the browser gets the cookie of this sign-in.
     * @throws AppError SecondFactorNeeded, SecondFactorMissing, SecondFactorRefused, ConsoleStoreUnavailable
     */
    async ask(session: Session, { replaces, request, reply, signal }: OfCall & { replaces: boolean }): Promise<void> {
      if (!canHaveFactors(session)) return
      const mode = await secondFactors.mode()
      if (mode === 'off') return
      const account = await factorAccount(session, sessions.storage(session, visitorOf(request), signal), services)
      const needed = await secondFactors.request(account, mode, factorPlace(request, services))
      if (needed === undefined) return
      // The storage server has accepted its keys.
      noteForAudit(request, { account })
      const begun: Begun = { session, replaces }
      // Who has the keys too can't make this browser's sign-in be forgotten from elsewhere.
      const name = await secondFactors.begin(KIND, { account, scope: networkOf(request.ip) }, begun)
      reply.setCookie(cookieName(request), name, { ...cookieAttributes(request), maxAge: COOKIE_SECONDS })
      const isMissing = needed.factors.length === 0
      const reason = secondFactorText(isMissing ? 'missing' : 'needed')
      throw new AppError(isMissing ? 'SecondFactorMissing' : 'SecondFactorNeeded', { reason }, { refusal: needed })
    },

    /** @throws AppError LoginExpired, SessionCookieTwice */
    async of(request: FastifyRequest): Promise<Pending> {
      if (isSentTwice(request, cookieName(request))) throw new AppError('SessionCookieTwice')
      const name = request.cookies[cookieName(request)]
      const step = name === undefined ? undefined : await secondFactors.begun(KIND, name)
      if (step === undefined) throw new AppError('LoginExpired')
      noteForAudit(request, { account: step.account })
      return { ...(step.value as Begun), id: step.id, account: step.account }
    },

    /** The same for an account without factors. @throws AppError LoginExpired, SecondFactorRefused */
    async ofNewcomer(request: FastifyRequest): Promise<Pending> {
      const pending = await this.of(request)
      if (await secondFactors.hasAny(pending.account)) throw refusal('hasFactor')
      return pending
    },

    /** Ends what was begun, so that only one call begins the session. @throws AppError LoginExpired */
    async end({ id, session }: Pending): Promise<void> {
      if (!(await secondFactors.end({ id })) || session.endsAt <= services.now()) throw new AppError('LoginExpired')
    },

    /** Begins the session of a sign-in that was ended. @throws AppError SessionTooLarge */
    async start({ session }: Pending, { request, reply }: OfCall): Promise<void> {
      loginThrottle.completed(session.ldapUsername ?? session.account, request.ip)
      accounts.forget(session)
      await sessions.start(reply, session)
      reply.setCookie(cookieName(request), '', { ...cookieAttributes(request), maxAge: 0 })
    },
  }
}

export function secondStepRoutes(
  routes: Registry['routes'],
  services: Services,
  steps: SecondSteps,
  end: (session: Session, call: OfCall) => Promise<string>,
): void {
  const { secondFactors, sessions } = services
  const placeOf = (request: FastifyRequest) => factorPlace(request, services)

  const starterOf = ({ id, account }: Pending): Starter => ({ account, scope: id })

  /** Begins the session, and ends the one that it replaces. */
  const start = async (pending: Pending, call: OfCall) => {
    const before = pending.replaces ? await findSession(sessions, call.request) : undefined
    await steps.start(pending, call)
    if (before !== undefined && before.revokeType !== pending.session.revokeType) await end(before, call)
    return { sessionId: pending.session.id }
  }

  routes.open(loginSecondFactor, async ({ body: { proof }, ...call }) => {
    const pending = await steps.of(call.request)
    noteForAudit(call.request, { factor: proof.kind })
    await secondFactors.proveSignIn(pending.account, proof, placeOf(call.request))
    await steps.end(pending)
    const started = await start(pending, call)
    // The session has begun: nothing of this fails it.
    return { ...started, wrongFactors: await secondFactors.takeWrong(pending.account) }
  })

  routes.open(loginChallenge, async ({ request }) => {
    return await secondFactors.challenge(starterOf(await steps.of(request)), placeOf(request))
  })

  routes.open(loginNewAuthenticator, async ({ request }) => {
    return await secondFactors.newAuthenticator(starterOf(await steps.ofNewcomer(request)), placeOf(request))
  })

  routes.open(loginConfirmAuthenticator, async ({ body, ...call }) => {
    const pending = await steps.ofNewcomer(call.request)
    noteForAudit(call.request, { factor: 'totp' })
    // First, so that nobody loses the codes of a factor whose sign-in expired.
    const endFirst = () => steps.end(pending)
    const recoveryCodes = await secondFactors.confirmAuthenticator(pending.account, body, endFirst)
    return { ...(await start(pending, call)), recoveryCodes }
  })

  routes.open(loginNewPasskey, async ({ request }) => {
    return await secondFactors.newPasskey(starterOf(await steps.ofNewcomer(request)), placeOf(request))
  })

  routes.open(loginConfirmPasskey, async ({ body, ...call }) => {
    const pending = await steps.ofNewcomer(call.request)
    noteForAudit(call.request, { factor: 'passkey' })
    const endFirst = () => steps.end(pending)
    const recoveryCodes = await secondFactors.confirmPasskey(pending.account, body, placeOf(call.request), endFirst)
    return { ...(await start(pending, call)), recoveryCodes }
  })
}

function cookieName(request: FastifyRequest): string {
  return `${cookiePrefix(request)}${COOKIE}`
}
