import { randomUUID } from 'node:crypto'
import { StorageEndpoint } from '@cooperage/storage-client'
import cookie from '@fastify/cookie'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { FEATURES } from './features.ts'
import { healthRoutes } from './health/health.routes.ts'
import { auditIngest } from './logs/index.ts'
import { openApi } from './openapi/openapi.ts'
import { acceptBodies } from './shared/accepted-bodies.ts'
import { hostCheck } from './shared/allowed-hosts.ts'
import { openAuditArchive } from './shared/audit-store/open-archive.ts'
import { keepAuditTrail } from './shared/audit-trail.ts'
import { basedUrlOf } from './shared/base-path.ts'
import { checkOrigins } from './shared/check-origin.ts'
import { compressResponses } from './shared/compress-responses.ts'
import { consoleSecret } from './shared/data-folder.ts'
import { handleErrors } from './shared/error-responses.ts'
import { validateInput } from './shared/input-problems.ts'
import { createSocketRegistry } from './shared/live/register-socket.ts'
import { SocketLimiter } from './shared/live/socket-limiter.ts'
import { createRouteRegistry } from './shared/register-route.ts'
import { CONNECTION_LIMITS, limitBodies, refuseBrokenRequest } from './shared/request-limits.ts'
import { createLogger, logRequests } from './shared/request-log.ts'
import { sendSecurityHeaders } from './shared/security-headers.ts'
import type { Services } from './shared/services.ts'
import { AccountCache } from './shared/session/account-cache.ts'
import { LoginThrottle } from './shared/session/login-throttle.ts'
import { createSessionSealer, type Session, sessionCookieName } from './shared/session/sealed-session.ts'
import { createSealer } from './shared/session/sealer.ts'
import { SessionCookie } from './shared/session/session-cookie.ts'
import { createSessionKeeper } from './shared/session/session-keeper.ts'
import { openSignedOutSessions } from './shared/session/signed-out-sessions.ts'
import type { ServerSettings } from './shared/settings.ts'
import { trustedProxies } from './shared/trusted-proxies.ts'
import { webFiles } from './shell/web-files.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the visitor's browser sees this console: `/`, or a prefix that ends in a slash. */
    basePath: string
    /** Set for calls that require a session. */
    session: Session | null
    /** Error code of the response; '' if there was none. */
    failure: string
  }
}

/** The console without its listening port: used by `startServer`, and by tests that inject requests. */
export async function buildApp(settings: ServerSettings): Promise<FastifyInstance> {
  const now = settings.now ?? Date.now
  const trusts = trustedProxies(settings.trustedProxies ?? [])
  const basePaths = new WeakMap<object, string>()

  const app = fastify({
    loggerInstance: createLogger(settings.log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: (address) => trusts(address),
    rewriteUrl: (raw) => {
      const { basePath, url } = basedUrlOf(raw, trusts)
      basePaths.set(raw, basePath)
      return url
    },
    clientErrorHandler: refuseBrokenRequest,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    ...CONNECTION_LIMITS,
  })
  const services = await createServices(settings, now, app.log)
  app.setValidatorCompiler(validateInput)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('basePath', '/')
  app.decorateRequest('session', null)
  app.decorateRequest('failure', '')
  app.addHook('onRequest', (request, _reply, done) => {
    request.basePath = basePaths.get(request.raw) ?? '/'
    done()
  })

  logRequests(app)
  await keepAuditTrail(app, settings.audit ?? 'log', now)
  sendSecurityHeaders(app, settings.hstsSeconds ?? 0)
  checkOrigins(app, hostCheck(settings.allowedHosts ?? []))
  acceptBodies(app)
  limitBodies(app, settings.maxConnections)
  compressResponses(app)
  await app.register(cookie)
  app.addHook('onRequest', async (request) => services.sessions.refuseAmbiguous(request))
  handleErrors(app, services.sessions.forget)

  // Runs after those of the features: the last hook is the first to run.
  app.addHook('onClose', async () => {
    await Promise.all([services.endpoint.close(), services.auditArchive?.close()])
  })

  openApi(app)
  const registry = {
    routes: createRouteRegistry(app, services),
    sockets: createSocketRegistry(app, services),
    services,
    log: app.log,
    onClose: (close: () => Promise<void>) => void app.addHook('onClose', close),
  }
  for (const register of FEATURES.flat()) register(registry)
  auditIngest(app, services.auditArchive, now)
  healthRoutes(app)
  webFiles(app, settings.webRoot)

  return app
}

/** Replaces Fastify's own schema compilers, which it would load, a tenth of all modules, although ours are set. */
function noCompiler(): never {
  throw new Error('The schema compilers are set on the application')
}

async function createServices(settings: ServerSettings, now: () => number, log: FastifyBaseLogger): Promise<Services> {
  const endpoint = new StorageEndpoint({ url: settings.storageUrl })
  const secret = await consoleSecret(settings.dataDir, settings.secret)
  const sessions = createSessionKeeper({
    sealer: await createSessionSealer(secret, now),
    cookie: new SessionCookie(sessionCookieName(secret)),
    signedOut: await openSignedOutSessions(settings.dataDir, now),
    endpoint,
    now,
  })
  return {
    settings,
    now,
    endpoint,
    auditArchive: await openAuditArchive(settings, now, log),
    sealerFor: (purpose, schema) => createSealer(secret, purpose, schema),
    sessions,
    accounts: new AccountCache(now),
    loginThrottle: new LoginThrottle(now),
    socketLimiter: new SocketLimiter(now),
  }
}
