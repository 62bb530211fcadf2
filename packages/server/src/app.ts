import { StorageEndpoint } from '@cooperage/storage-client'
import type { FastifyInstance } from 'fastify'
import { FEATURES } from './features.ts'
import { buildFrame, type Frame } from './frame.ts'
import { auditIngest } from './logs/index.ts'
import { openAuditArchive } from './shared/audit-store/open-archive.ts'
import { explainRefusal } from './shared/explain-refusal.ts'
import { createSocketRegistry } from './shared/live/register-socket.ts'
import { createRouteRegistry } from './shared/register-route.ts'
import type { Services } from './shared/services.ts'
import { AccountCache } from './shared/session/account-cache.ts'
import { createSessionSealer, type Session } from './shared/session/sealed-session.ts'
import { createStorageSessions } from './shared/session/storage-sessions.ts'
import type { Visits } from './shared/session/visits.ts'
import type { ServerSettings } from './shared/settings.ts'

/** The console of a storage server without its listening port: used by `startServer`, and by tests that inject requests. */
export function buildApp(settings: ServerSettings): Promise<FastifyInstance> {
  return buildFrame(settings, createSessionSealer, (frame) => registerCalls(frame, settings))
}

async function registerCalls(frame: Frame<Session>, settings: ServerSettings): Promise<void> {
  const { app, now, socketLimiter } = frame
  const services = await createServices(frame, settings)
  // Runs after those of the features: the last hook is the first to run.
  app.addHook('onClose', async () => {
    await Promise.all([services.endpoint.close(), services.auditArchive?.close()])
  })
  const visits: Visits<Session, { storage: ReturnType<Services['sessions']['storage']> }> = {
    sessionOf: (request) => services.sessions.of(request),
    clientOf: (session, signal) => ({ storage: services.sessions.storage(session, signal) }),
    explain: (error, session, { storage }) => explainRefusal(error, services, session, storage),
  }
  const registry = {
    routes: createRouteRegistry(app, visits),
    sockets: createSocketRegistry(app, visits, socketLimiter),
    services,
    log: app.log,
    onClose: (close: () => Promise<void>) => void app.addHook('onClose', close),
  }
  for (const register of FEATURES.flat()) register(registry)
  auditIngest(app, services.auditArchive, now)
}

async function createServices(frame: Frame<Session>, settings: ServerSettings): Promise<Services> {
  const { app, now, sessions, sealerFor, loginThrottle, socketLimiter } = frame
  const endpoint = new StorageEndpoint({ url: settings.storageUrl })
  return {
    settings,
    now,
    endpoint,
    auditArchive: await openAuditArchive(settings, now, app.log),
    sealerFor,
    sessions: createStorageSessions(sessions, endpoint, now),
    accounts: new AccountCache(now),
    loginThrottle,
    socketLimiter,
    uploads: { running: 0 },
  }
}
