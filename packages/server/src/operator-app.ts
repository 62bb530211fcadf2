import { EventEmitter } from 'node:events'
import { createKubeClient, KubeEndpoint } from '@cooperage/kube-client'
import type { FastifyInstance } from 'fastify'
import { buildTenantConsole } from './app.ts'
import { buildFrame, type Frame, sessionsInCookies } from './frame.ts'
import { operatorSession } from './operator-session/index.ts'
import { AccountChoices } from './shared/account-choices.ts'
import { forwardedUrlOf } from './shared/base-path.ts'
import { consoleStoreFile, openConsoleStore } from './shared/console-store/open-store.ts'
import { createSocketRegistry } from './shared/live/register-socket.ts'
import { CLUSTER_SILENT, clusterError, clusterProblem } from './shared/operator/cluster-errors.ts'
import type { OperatorFeature, OperatorServices } from './shared/operator/operator-feature.ts'
import { createRouteRegistry } from './shared/register-route.ts'
import { createOperatorSealer, type OperatorSession } from './shared/session/sealed-session.ts'
import type { Visits } from './shared/session/visits.ts'
import type { OperatorSettings } from './shared/settings.ts'
import { storage } from './storage/index.ts'
import { passRequests, TenantVisits, tenantProxy } from './tenant-proxy/index.ts'
import { tenants } from './tenants/index.ts'

/** All handlers of operator mode, which has none of those for a storage server. */
const FEATURES: readonly OperatorFeature[] = [operatorSession, tenants, storage]

/** The console of the tenants in a Kubernetes cluster without its listening port. */
export function buildOperatorApp(settings: OperatorSettings): Promise<FastifyInstance> {
  const options = { locate: forwardedUrlOf, sessions: sessionsInCookies(settings, createOperatorSealer) }
  return buildFrame(settings, options, async (frame) => {
    const cluster = registerCalls(frame, settings)
    return { findProblem: () => clusterProblem(cluster), silence: CLUSTER_SILENT }
  })
}

function registerCalls(frame: Frame<OperatorSession>, settings: OperatorSettings): KubeEndpoint {
  const { app, now, sessions, sealerFor, secretFor, loginThrottle, socketLimiter, computations, auditTrail, metrics } =
    frame
  const { kubernetesUrl: url, kubernetesCa: ca } = settings
  const cluster = new KubeEndpoint({ url, ...(ca !== undefined && { ca }) })
  const store = openConsoleStore(consoleStoreFile(settings.dataDir), app.log)
  const signOuts: OperatorServices['signOuts'] = new EventEmitter()
  const services: OperatorServices = {
    settings,
    now,
    cluster,
    choices: new AccountChoices(store, now, app.log),
    sessions,
    sealerFor,
    loginThrottle,
    socketLimiter,
    computations,
    metrics,
    signOuts,
  }
  const tenantVisits = new TenantVisits({
    services,
    openConsole: buildTenantConsole,
    secretFor,
    auditTrail,
    stopping: frame.stopping,
    log: app.log,
  })
  signOuts.on('signedOut', (session) => tenantVisits.signOut(session))
  app.addHook('onClose', async () => {
    await tenantVisits.close()
    await Promise.all([cluster.close(), store.close()])
  })
  const visits: Visits<OperatorSession, { kube: ReturnType<typeof createKubeClient> }> = {
    sessionOf: (request) => sessions.of(request),
    clientOf: ({ token }, signal) => ({ kube: createKubeClient({ endpoint: cluster, token, signal }) }),
    explain: async (error) => clusterError(error),
  }
  const registry = {
    routes: createRouteRegistry(app, visits),
    sockets: createSocketRegistry(frame, visits),
    services,
    log: app.log,
  }
  for (const register of [...FEATURES, tenantProxy(tenantVisits)].flat()) register(registry)
  passRequests(app, sessions, tenantVisits)
  return cluster
}
