import {
  AppError,
  deletePod,
  getPodLog,
  LOG_LINES,
  listPodEvents,
  listPods,
  type Pod,
  type PodEvent,
} from '@cooperage/contract'
import { EVENTS, type Event, type KubeClient, type Pod as KubePod, PODS } from '@cooperage/kube-client'
import { compareNumbered } from '@cooperage/wire'
import { isKubeError, replacing } from '../shared/operator/cluster-errors.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { isSimulated } from '../shared/operator/simulated.ts'
import { TENANT_LABEL } from './build-tenant.ts'

/** The log of a pod is held in memory while it is sent. */
const LOG_BYTES = 4 * 1024 * 1024
/** The container of the storage server; others are helpers. */
const SERVER = 'minio'

interface PodPlace {
  namespace: string
  tenant: string
  pod: string
}

export function podRoutes({ routes }: OperatorRegistry): void {
  routes.withSession(listPods, async ({ params: { namespace, tenant }, kube }) => {
    const labelSelector = `${TENANT_LABEL}=${tenant}`
    const pods = await Array.fromAsync(kube.listAll(PODS, { namespace, labelSelector }))
    return pods.map(describePod).sort((a, b) => compareNumbered(a.name, b.name))
  })

  routes.withSession(deletePod, async ({ params, kube }) => {
    const { metadata } = await readPod(kube, params)
    await kube.remove(PODS, { namespace: params.namespace, name: params.pod }, { uid: metadata.uid ?? '' })
  })

  routes.withSession(getPodLog, async ({ params, query, kube }) => {
    const { containers } = describePod(await readPod(kube, params))
    const container = query.container || containers[0]
    try {
      const log = await kube.logs({
        namespace: params.namespace,
        name: params.pod,
        container,
        previous: query.previous,
        tailLines: LOG_LINES,
        limitBytes: LOG_BYTES,
      })
      return log
    } catch (error) {
      if (!isKubeError(error, 'BadRequest', 'ServerError')) throw error
      throw new AppError('NoPodLog', { reason: error.message }, { cause: error })
    }
  })

  routes.withSession(listPodEvents, async ({ params, kube }) => {
    const { metadata } = await readPod(kube, params)
    const fieldSelector = `involvedObject.uid=${metadata.uid}`
    const events = await Array.fromAsync(kube.listAll(EVENTS, { namespace: params.namespace, fieldSelector }))
    return events.map(describeEvent).sort((a, b) => a.last_seen - b.last_seen)
  })
}

/** @throws AppError NoSuchPod also for pods of others in the namespace */
async function readPod(kube: KubeClient, { namespace, tenant, pod: name }: PodPlace): Promise<KubePod> {
  const missing = { tenant, pod: name }
  const pod = await replacing('NotFound', 'NoSuchPod', missing, kube.get(PODS, { namespace, name }))
  if (pod.metadata.labels?.[TENANT_LABEL] !== tenant) throw new AppError('NoSuchPod', missing)
  return pod
}

function describePod(pod: KubePod): Pod {
  const { metadata, spec, status } = pod
  const statuses = status?.containerStatuses ?? []
  const server = statuses.find(({ name }) => name === SERVER)
  const names = (spec?.containers ?? []).map(({ name }) => name)
  const total = statuses.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0)
  return {
    name: metadata.name,
    status: metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
    timeCreated: epochSeconds(metadata.creationTimestamp),
    podIP: status?.podIP ?? '',
    restarts: server?.restartCount ?? total,
    node: spec?.nodeName ?? '',
    containers: [...names.filter((name) => name === SERVER), ...names.filter((name) => name !== SERVER)],
    simulated: isSimulated(pod),
  }
}

function describeEvent(event: Event): PodEvent {
  const { metadata, lastTimestamp, series, eventTime, firstTimestamp } = event
  return {
    namespace: metadata.namespace ?? '',
    last_seen: epochSeconds(lastTimestamp ?? series?.lastObservedTime ?? eventTime ?? firstTimestamp),
    message: event.message ?? '',
    event_type: event.type ?? '',
    reason: event.reason ?? '',
  }
}

/** 0 for an unknown time. */
function epochSeconds(time: string | null | undefined): number {
  const seconds = Math.floor(Date.parse(time ?? '') / 1000)
  return Number.isNaN(seconds) ? 0 : seconds
}
