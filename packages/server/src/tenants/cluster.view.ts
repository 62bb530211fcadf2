import { AppError, type WATCHED, watchCluster } from '@cooperage/contract'
import {
  DIRECTPV_DRIVES,
  DIRECTPV_NODES,
  directCsiDrives,
  EVENTS,
  type KubeClient,
  type KubeError,
  type KubeObject,
  PERSISTENT_VOLUME_CLAIMS,
  PODS,
  type Resource,
  TENANTS,
} from '@cooperage/kube-client'
import { pause } from '../shared/live/pause.ts'
import { SharedFeeds } from '../shared/live/shared-feeds.ts'
import { isKubeError } from '../shared/operator/cluster-errors.ts'
import { namespacesOf } from '../shared/operator/namespaces.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { TENANT_LABEL } from './build-tenant.ts'

/** Changes come in groups: a page that repeats its call for each of them would never finish. */
const GROUP_MS = 250

interface Watched {
  resource: Resource
  labelSelector?: string
  fieldSelector?: string
}
const IN_NAMESPACES: Record<Exclude<(typeof WATCHED)[number], 'drives'>, Watched> = {
  tenants: { resource: TENANTS },
  pods: { resource: PODS, labelSelector: TENANT_LABEL },
  events: { resource: EVENTS, fieldSelector: 'involvedObject.kind=Pod' },
  volumes: { resource: PERSISTENT_VOLUME_CLAIMS, labelSelector: TENANT_LABEL },
}

/** A watch is open once for each session, resource and namespace, whatever number of tabs show it. */
export function clusterView({ sockets, services: { settings } }: OperatorRegistry): void {
  const feeds = new SharedFeeds<'changed'>({ repeatsLast: true })
  sockets.withSession(watchCluster, async function* ({ query, session, kube, signal }) {
    const { resource } = query
    const watched = resource === 'drives' ? await resourcesOfDrives(kube) : [IN_NAMESPACES[resource]]
    const changesIn = (namespace: string | undefined) =>
      feeds.watch(
        JSON.stringify([session.id, resource, namespace]),
        (ending) => changesOf(kube.withSignal(ending), watched, namespace, ending),
        signal,
      )
    const changes =
      resource === 'drives'
        ? changesIn(undefined)
        : query.namespace === undefined
          ? visibleChanges(changesIn, namespacesOf(session, settings), signal)
          : changesIn(query.namespace)
    for await (const kind of changes) yield { kind }
  })
}

/** DirectPV lists the devices of a node that aren't drives yet in the node. @throws AppError DrivesNotManaged */
async function resourcesOfDrives(kube: KubeClient): Promise<Watched[]> {
  const { drives } = await kube.capabilities()
  if (drives.kind === 'none') throw new AppError('DrivesNotManaged')
  if (drives.kind === 'direct-csi') return [{ resource: directCsiDrives(drives.version) }]
  return [{ resource: DIRECTPV_DRIVES }, { resource: DIRECTPV_NODES }]
}

/** Yields when the watch has begun, then after each group of changes, and when the API server can't be reached. */
async function* changesOf(
  kube: KubeClient,
  watched: readonly Watched[],
  namespace: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<'changed'> {
  let outage = Promise.withResolvers<void>()
  async function* events({ resource, ...selectors }: Watched) {
    for (;;) {
      // The page has the objects; all that matters is when notifications of changes start.
      const { metadata } = await kube.list(resource, { namespace, ...selectors, limit: 1 })
      yield
      try {
        const options = { namespace, ...selectors, onOutage: () => outage.resolve() }
        yield* kube.watch<KubeObject>(resource, metadata.resourceVersion ?? '', options)
      } catch (error) {
        if (!isKubeError(error, 'Expired')) throw error
      }
    }
  }
  /** Then the page's call fails, which shows what is wrong. */
  async function* outages() {
    for (;;) {
      await outage.promise
      outage = Promise.withResolvers()
      yield
    }
  }
  yield* grouped([...watched.map(events), outages()], signal)
}

/** Changes of the cluster, or else of those namespaces whose objects the visitor may list. @throws KubeError */
async function* visibleChanges(
  changesIn: (namespace: string | undefined) => AsyncGenerator<'changed'>,
  namespaces: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<'changed'> {
  try {
    return yield* changesIn(undefined)
  } catch (error) {
    if (!mayNotList(error) || namespaces.length === 0) throw error
  }
  let visible = namespaces.length
  async function* ifVisible(namespace: string) {
    try {
      yield* changesIn(namespace)
    } catch (error) {
      visible -= 1
      if (!mayNotList(error) || visible === 0) throw error
    }
  }
  yield* grouped(namespaces.map(ifVisible), signal)
}

/** Whether the user may not list. Users who may list but not watch poll instead. */
function mayNotList(error: unknown): error is KubeError {
  return isKubeError(error, 'Forbidden') && error.denied?.verb === 'list'
}

/** Yields once for everything that any of the sources yields in a moment; fails with the first that fails. */
async function* grouped(sources: readonly AsyncIterable<unknown>[], signal: AbortSignal): AsyncGenerator<'changed'> {
  let next = Promise.withResolvers<void>()
  const failure = new Promise<never>((_, reject) => {
    for (const source of sources) read(source).catch(reject)
  })
  async function read(source: AsyncIterable<unknown>): Promise<void> {
    for await (const _ of source) next.resolve()
  }
  for (;;) {
    await Promise.race([next.promise, failure])
    next = Promise.withResolvers()
    yield 'changed'
    await Promise.race([pause(GROUP_MS, signal), failure])
  }
}
