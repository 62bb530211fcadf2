import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AppError } from '@cooperage/contract'
import { nameHttp, readCertificate, type TrustsProxy, trustedProxies } from '@cooperage/listener'
import cookie from '@fastify/cookie'
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'
import { healthRoutes, monitoringRoutes } from './health/health.routes.ts'
import { type FindProblem, Readiness } from './health/readiness.ts'
import { openApi } from './openapi/openapi.ts'
import { acceptBodies } from './shared/accepted-bodies.ts'
import { hostCheck } from './shared/allowed-hosts.ts'
import { keepAuditTrail } from './shared/audit-trail.ts'
import type { BasedUrl } from './shared/base-path.ts'
import { checkOrigins } from './shared/check-origin.ts'
import { compressResponses } from './shared/compress-responses.ts'
import { Computations } from './shared/computations/computations.ts'
import { ConsoleMetrics } from './shared/console-metrics/console-metrics.ts'
import { consoleSecret } from './shared/data-folder.ts'
import { handleErrors } from './shared/error-responses.ts'
import { validateInput } from './shared/input-problems.ts'
import type { SocketFrame } from './shared/live/register-socket.ts'
import { SocketLimiter } from './shared/live/socket-limiter.ts'
import type { OtherServers } from './shared/other-servers.ts'
import { PageLanguages } from './shared/page-languages.ts'
import {
  CONNECTION_LIMITS,
  limitBodies,
  limitConnections,
  refuseBrokenRequest,
  TLS_LIMITS,
} from './shared/request-limits.ts'
import { createLogger, logRequests } from './shared/request-log.ts'
import { sendSecurityHeaders } from './shared/security-headers.ts'
import { LoginThrottle } from './shared/session/login-throttle.ts'
import { type AnySession, sessionCookieName } from './shared/session/sealed-session.ts'
import { createSealer, deriveSecret, type Sealer } from './shared/session/sealer.ts'
import { SessionCookie } from './shared/session/session-cookie.ts'
import { createSessionKeeper, type SessionKeeper } from './shared/session/session-keeper.ts'
import { openSignedOutSessions } from './shared/session/signed-out-sessions.ts'
import type { ConsoleSettings } from './shared/settings.ts'
import { webFiles } from './shell/web-files.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the visitor's browser sees this console: `/`, or a prefix that ends in a slash. */
    basePath: string
    /** Set for calls that require a session. */
    session: AnySession | null
    /** Error code of the response; '' if there was none. */
    failure: string
  }
}

/** What every console has, whatever it manages. Created once per server, so that tests can start several in one process. */
export interface Frame<S extends AnySession> extends SocketFrame {
  /** Milliseconds since the epoch. */
  now: () => number
  sessions: SessionKeeper<S>
  /** Encrypts values of one kind with the console's secret. */
  sealerFor: <Value>(purpose: string, schema: z.ZodMiniType<Value>) => Promise<Sealer<Value>>
  /** A secret for a console inside this one, which can open nothing that this one or another one sealed. */
  secretFor: (purpose: string) => string
  loginThrottle: LoginThrottle
  computations: Computations
  metrics: ConsoleMetrics
  /** Of one of several storage servers. */
  others: OtherServers | undefined
}

/** How the consoles differ. */
export interface FrameOptions<S extends AnySession> {
  /** Where the visitor's browser sees a request. */
  locate: (request: IncomingMessage, trusts: TrustsProxy) => BasedUrl
  sessions: (secret: string, now: () => number) => Promise<SessionKeeper<S>>
  /** Origin of the storage server that pages may exchange objects with; '' for none, and by default. */
  storageOrigin?: (request: FastifyRequest) => string
  /** The addresses of its pages, if it has only these: all others lead to the first. */
  onlyPages?: readonly string[]
  /** Named by every record of the audit trail: the tenant, or which of several storage servers. */
  place?: Record<string, string>
  /** Those of the console around this one, which has the routes for monitoring. */
  around?: { computations: Computations; metrics: ConsoleMetrics; stopping: AbortSignal; others?: OtherServers }
}

/** Sessions in cookies. */
export function sessionsInCookies<S extends AnySession>(
  { dataDir }: ConsoleSettings,
  sessionSealer: (secret: string, now: () => number) => Promise<Sealer<S>>,
): FrameOptions<S>['sessions'] {
  return async (secret, now) =>
    createSessionKeeper({
      sealer: await sessionSealer(secret, now),
      cookie: new SessionCookie(sessionCookieName(secret)),
      signedOut: await openSignedOutSessions(dataDir, now),
      now,
    })
}

/** What a console is useless without. */
export interface Managed {
  /** Why it doesn't respond; undefined if it does. */
  findProblem: FindProblem
  /** The problem if there is no answer at all. */
  silence: string
}

/**
 * A console without calls: connections, security, sessions, errors, pages. `register` adds the calls, after everything that
 * applies to them, and returns what the console manages.
 */
export async function buildFrame<S extends AnySession>(
  settings: ConsoleSettings,
  { locate, sessions: openSessions, storageOrigin = () => '', onlyPages = [], around, place = {} }: FrameOptions<S>,
  register: (frame: Frame<S>) => Promise<Managed>,
): Promise<FastifyInstance> {
  const now = settings.now ?? Date.now
  const trusts = trustedProxies(settings.trustedProxies ?? [])
  const basePaths = new WeakMap<object, string>()
  const framing = settings.tenant === undefined ? 'none' : 'self'

  const app = fastify({
    loggerInstance: createLogger(settings.log, settings),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: (address) => trusts(address),
    rewriteUrl: (raw) => {
      // Before anything reads the protocol.
      nameHttp(raw.headers)
      const { basePath, url } = locate(raw, trusts)
      basePaths.set(raw, basePath)
      return url
    },
    clientErrorHandler: refuseBrokenRequest,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    ...CONNECTION_LIMITS,
    ...(settings.tls && { https: { ...CONNECTION_LIMITS.http, ...TLS_LIMITS, ...readCertificate(settings.tls) } }),
  })
  const secret = await consoleSecret(settings.dataDir, settings.secret)
  const sessions = await openSessions(secret, now)
  app.setValidatorCompiler(validateInput)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('basePath', '/')
  app.decorateRequest('session', null)
  app.decorateRequest('failure', '')
  app.addHook('onRequest', (request, _reply, done) => {
    request.basePath = basePaths.get(request.raw) ?? '/'
    done()
  })

  const computations = around?.computations ?? new Computations()
  app.addHook('onClose', async () => {
    if (around === undefined) await computations.close()
  })
  const metrics = around?.metrics ?? new ConsoleMetrics()
  const stop = new AbortController()
  app.addHook('preClose', (done) => {
    stop.abort()
    done()
  })
  metrics.watch(app)
  logRequests(app)
  const auditTrail = await keepAuditTrail(app, settings.audit ?? 'log', now, place)
  sendSecurityHeaders(app, settings.hstsSeconds ?? 0, framing)
  checkOrigins(app, hostCheck(settings.allowedHosts ?? []))
  acceptBodies(app)
  limitConnections(app.server, trusts, settings.maxConnections)
  limitBodies(app)
  compressResponses(app)
  await app.register(cookie)
  app.addHook('onRequest', async (request) => sessions.refuseAmbiguous(request))
  app.decorate('pageLanguages', new PageLanguages(settings.webRoot))
  handleErrors(app, sessions.forget)
  openApi(app, () => sessionCookieName(secret))
  const { findProblem, silence } = await register({
    app,
    now,
    sessions,
    sealerFor: (purpose, schema) => createSealer(secret, purpose, schema),
    secretFor: (purpose) => deriveSecret(secret, purpose),
    loginThrottle: new LoginThrottle(now),
    socketLimiter: new SocketLimiter(now),
    computations,
    auditTrail,
    metrics,
    stopping: around?.stopping ?? stop.signal,
    others: around?.others,
  })
  healthRoutes(app, (request) =>
    sessions.of(request).then(
      (session) => session !== undefined,
      (error: unknown) => {
        if (error instanceof AppError) return false
        throw error
      },
    ),
  )
  if (around === undefined) {
    const readiness = new Readiness(findProblem, silence, now)
    monitoringRoutes(app, { metrics, readiness, token: settings.consoleMetricsToken, trusts })
  }
  const isWithin = around !== undefined
  webFiles(app, settings.webRoot, { framing, isSignedIn: sessions.isIn, storageOrigin, onlyPages, isWithin })
  return app
}

/** Replaces Fastify's own schema compilers, which it would load, a tenth of all modules, although ours are set. */
function noCompiler(): never {
  throw new Error('The schema compilers are set on the application')
}
