import { type EndpointOptions, PRODUCT_NAMES, StorageEndpoint } from '@cooperage/storage-client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { alerts } from './alerts/index.ts'
import { FEATURES } from './features.ts'
import { buildFrame, type Frame, type FrameOptions, type Managed, sessionsInCookies } from './frame.ts'
import { license } from './license/index.ts'
import { auditIngest } from './logs/index.ts'
import { secondFactor } from './second-factor/index.ts'
import { session, sessionOfTenant } from './session/index.ts'
import { shareLinks } from './share-links/index.ts'
import { AccountChoices } from './shared/account-choices.ts'
import { openAuditArchive } from './shared/audit-store/open-archive.ts'
import { basedUrlOf } from './shared/base-path.ts'
import { consoleStoreFile, openConsoleStore } from './shared/console-store/open-store.ts'
import { postgresConsoleStore } from './shared/console-store/postgres-store.ts'
import { directOrigin } from './shared/direct-origin.ts'
import { explainRefusal } from './shared/explain-refusal.ts'
import type { Feature } from './shared/feature.ts'
import { createSocketRegistry } from './shared/live/register-socket.ts'
import type { SocketLimiter } from './shared/live/socket-limiter.ts'
import { createRouteRegistry } from './shared/register-route.ts'
import { SecondFactors } from './shared/second-factor/second-factors.ts'
import type { Services } from './shared/services.ts'
import { AccountCache } from './shared/session/account-cache.ts'
import { ClosedBuckets } from './shared/session/closed-buckets.ts'
import { openKeptKeys } from './shared/session/kept-keys.ts'
import { createSessionSealer, type Session } from './shared/session/sealed-session.ts'
import { createStorageSessions } from './shared/session/storage-sessions.ts'
import type { Visits } from './shared/session/visits.ts'
import type { ServerSettings } from './shared/settings.ts'
import { STORAGE_SILENT, storageProblem } from './shared/storage-address.ts'
import type { OpenTenantConsole } from './shared/tenant-console.ts'
import { visitorOf } from './shared/visitor.ts'

/**
 * The console of a storage server without its listening port: used by `startServer`, and by tests that inject requests. `within`
 * is what the console around it decides, which passes requests on to it.
 */
export function buildApp(
  settings: ServerSettings,
  within?: Required<Pick<FrameOptions<Session>, 'locate' | 'around' | 'place'>>,
): Promise<FastifyInstance> {
  const options = {
    locate: basedUrlOf,
    sessions: sessionsInCookies(settings, createSessionSealer),
    storageOrigin: directOriginOf(settings),
    ...within,
  }
  return buildFrame(settings, options, async (frame) => {
    const { auditArchive, endpoint } = await registerCalls(frame, settings, FEATURES)
    auditIngest(frame.app, auditArchive, frame.now)
    return managed(endpoint, settings)
  })
}

/**
 * Operator mode handles the sign-in, so there are no second factors, and attaches the license to the tenant. Only its users reach this console, so it has no share
 * links. Nobody would notice that alerts stop with the last visit, so it has none (decision 43).
 */
const NOT_OF_TENANT: readonly Feature[] = [session, secondFactor, license, shareLinks, alerts]
const FEATURES_OF_TENANT = [...FEATURES.filter((one) => !NOT_OF_TENANT.includes(one)), sessionOfTenant]

/** The console of a tenant inside operator mode, which passes requests on to it. */
export const buildTenantConsole: OpenTenantConsole = async (settings, gate, endpoint) => {
  const { promise, resolve } = Promise.withResolvers<SocketLimiter>()
  const options = {
    locate: gate.locate,
    sessions: async () => gate.sessions,
    storageOrigin: directOriginOf(settings),
    around: gate,
    place: { ...settings.tenant },
  }
  const app = await buildFrame(settings, options, async (frame) => {
    await registerCalls(frame, settings, FEATURES_OF_TENANT, endpoint)
    resolve(frame.socketLimiter)
    return managed(endpoint, settings)
  })
  await app.ready()
  return { app, socketLimiter: await promise }
}

function directOriginOf(settings: ServerSettings) {
  return (request: FastifyRequest) => directOrigin(request, settings).origin
}

function managed(endpoint: StorageEndpoint, settings: ServerSettings): Managed {
  return { findProblem: () => storageProblem(endpoint, settings), silence: STORAGE_SILENT }
}

async function registerCalls(
  frame: Frame<Session>,
  settings: ServerSettings,
  features: readonly Feature[],
  endpoint = new StorageEndpoint({
    url: settings.storageUrl,
    ...(settings.storageCa !== undefined && { ca: settings.storageCa }),
    ...(settings.storageLookup !== undefined && { lookup: settings.storageLookup }),
    ...(settings.virtualHosts && { isVirtualHosted: true }),
    ...(settings.consoleToken !== undefined && { consoleToken: settings.consoleToken }),
    ...profileOf(settings),
  }),
): Promise<Services> {
  const { app } = frame
  const services = await createServices(frame, settings, endpoint)
  // Runs after those of the features: the last hook is the first to run.
  app.addHook('onClose', async () => {
    const { endpoint: storage, auditArchive, store, sharedStore } = services
    await Promise.all([
      storage.close(),
      auditArchive?.close(),
      store.close(),
      sharedStore !== store && sharedStore.close(),
    ])
  })
  const visits: Visits<Session, { storage: ReturnType<Services['sessions']['storage']> }> = {
    sessionOf: (request) => services.sessions.of(request),
    clientOf: (session, signal, request) => ({
      storage: services.sessions.storage(session, visitorOf(request), signal),
    }),
    explain: (error, session, { storage }) => explainRefusal(error, services, session, storage),
  }
  const registry = {
    routes: createRouteRegistry(app, visits),
    sockets: createSocketRegistry(frame, visits),
    services,
    log: app.log,
    onClose: (close: () => Promise<void>) => void app.addHook('onClose', close),
  }
  for (const register of features.flat()) register(registry)
  return services
}

async function createServices(
  frame: Frame<Session>,
  settings: ServerSettings,
  endpoint: StorageEndpoint,
): Promise<Services> {
  const { app, now, sessions, sealerFor, loginThrottle, socketLimiter, computations, metrics, others } = frame
  const { auditStore, dataDir } = settings
  endpoint.onCall = metrics.countStorageCall
  endpoint.iam.onCall = metrics.countStorageCall
  if (endpoint.garage) endpoint.garage.onCall = metrics.countStorageCall
  const store = openConsoleStore(consoleStoreFile(dataDir), app.log)
  // Only several replicas need that database.
  const sharedStore = auditStore instanceof URL ? postgresConsoleStore(auditStore) : store
  const keptKeys = openKeptKeys({ sharedStore, sealerFor, now })
  return {
    settings,
    now,
    endpoint,
    auditArchive: await openAuditArchive(settings, now, app.log),
    store,
    sharedStore,
    sealerFor,
    choices: new AccountChoices(sharedStore, now, app.log),
    secondFactors: new SecondFactors({ settings, sharedStore, sealerFor, now }, app.log),
    sessions: createStorageSessions(sessions, endpoint, keptKeys, now),
    accounts: new AccountCache(now),
    closedBuckets: new ClosedBuckets(now),
    loginThrottle,
    socketLimiter,
    computations,
    metrics,
    others,
    uploads: { running: 0 },
  }
}

/** The embedded engine is known, and so is what the settings say of another server. */
function profileOf({
  consoleToken,
  storageKind,
  iamUrl,
  garageAdminUrl,
}: ServerSettings): Pick<EndpointOptions, 'profile' | 'iam' | 'garageUrl'> {
  if (consoleToken !== undefined) return { profile: { kind: 'minio', product: 'Cooperage' } }
  if (garageAdminUrl !== undefined || storageKind === 'garage') {
    const profile = { kind: 's3', product: 'Garage' } as const
    return { profile, iam: { isThere: false }, ...(garageAdminUrl && { garageUrl: garageAdminUrl }) }
  }
  const iam = {
    ...(iamUrl && { url: iamUrl }),
    ...((storageKind === 'iam' || storageKind === 's3') && { isThere: storageKind === 'iam' }),
  }
  if (storageKind === undefined) return { iam }
  const kind = storageKind === 'iam' ? 's3' : storageKind
  return { profile: { kind, product: PRODUCT_NAMES[kind] }, iam }
}
