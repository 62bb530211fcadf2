import { type WATCHED, watchCluster } from '@cooperage/contract'
import {
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
}
const RESOURCES: Record<(typeof WATCHED)[number], Watched> = {
  tenants: { resource: TENANTS },
  pods: { resource: PODS, labelSelector: TENANT_LABEL },
  volumes: { resource: PERSISTENT_VOLUME_CLAIMS, labelSelector: TENANT_LABEL },
}

/** A watch is open once for each session, resource and namespace, whatever number of tabs show it. */
export function clusterView({ sockets, services: { settings } }: OperatorRegistry): void {
  const feeds = new SharedFeeds<'changed'>({ repeatsLast: true })
  sockets.withSession(watchCluster, async function* ({ query, session, kube, signal }) {
    const watched = RESOURCES[query.resource]
    const changesIn = (namespace: string | undefined) =>
      feeds.watch(
        JSON.stringify([session.id, query.resource, namespace]),
        (ending) => changesOf(kube.withSignal(ending), watched, namespace, ending),
        signal,
      )
    const changes =
      query.namespace === undefined
        ? visibleChanges(changesIn, namespacesOf(session, settings), signal)
        : changesIn(query.namespace)
    for await (const kind of changes) yield { kind }
  })
}

/** Yields when the watch has begun, then after each group of changes. */
async function* changesOf(
  kube: KubeClient,
  { resource, labelSelector }: Watched,
  namespace: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<'changed'> {
  async function* events() {
    for (;;) {
      // The page has the objects; only the moment matters from which on changes are told.
      const { metadata } = await kube.list(resource, { namespace, labelSelector, limit: 1 })
      yield
      try {
        yield* kube.watch<KubeObject>(resource, metadata.resourceVersion ?? '', { namespace, labelSelector })
      } catch (error) {
        if (!isKubeError(error, 'Expired')) throw error
      }
    }
  }
  yield* grouped([events()], signal)
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

/** Who may list but not watch has to ask again and again. */
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
