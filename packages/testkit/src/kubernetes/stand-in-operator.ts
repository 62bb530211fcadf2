/**
 * What the operator, the nodes and the drive manager do in a cluster that the console depends on, for the real API server, which
 * has none of them: nodes and drives exist, a tenant gets its services, pods and volumes, and a status. Nothing runs in the pods.
 */
import { setTimeout as delay } from 'node:timers/promises'
import {
  DIRECTPV_INIT_REQUESTS,
  DIRECTPV_NODES,
  type FollowEvent,
  type KubeClient,
  KubeError,
  type KubeObject,
  NODES,
  PERSISTENT_VOLUME_CLAIMS,
  type PersistentVolumeClaim,
  PODS,
  type Pod,
  type Resource,
  SERVICES,
  type Service,
  TENANTS,
  type Tenant,
} from '@cooperage/kube-client'
import { type Generation, type Obj, objectsOf, sampleCluster } from '@cooperage/platform'
import { type RealCluster, startRealCluster } from './real-cluster.ts'

const TENANT_LABEL = 'v1.min.io/tenant'
/** The device that no node can format. */
const FAULTY = 'vde'

/** @param definitions of the custom resources; ours, unless a test brings others */
export async function startOperatedCluster(
  generation: Generation,
  definitions?: readonly object[],
): Promise<RealCluster> {
  const cluster = await startRealCluster(generation, definitions)
  try {
    const stopOperator = await startStandIn(cluster, generation)
    const stop = async () => {
      try {
        await stopOperator()
      } finally {
        await cluster.stop()
      }
    }
    return { ...cluster, stop }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** @returns a function that stops it, and rejects if it has failed */
async function startStandIn(cluster: RealCluster, generation: Generation): Promise<() => Promise<void>> {
  await addSamples(cluster, generation)
  const stopping = new AbortController()
  const kube = cluster.admin.withSignal(stopping.signal)
  const tasks = [followEach(kube, TENANTS, (tenant) => keepTenant(kube, tenant)), keepPods(kube)]
  if (generation === 'current') {
    tasks.push(
      followEach(kube, DIRECTPV_NODES, async ({ metadata: { name }, spec }) => {
        if (spec?.refresh) await kube.patch(DIRECTPV_NODES, { name }, { spec: { refresh: false } })
      }),
      followEach(kube, DIRECTPV_INIT_REQUESTS, async ({ metadata: { name }, spec, status }) => {
        if (status.status !== 'Pending') return
        const results = spec.devices.map((device) => ({
          name: device.name,
          ...(device.name === FAULTY && { error: `mkfs.xfs: cannot write to /dev/${FAULTY}` }),
        }))
        await kube.patch(DIRECTPV_INIT_REQUESTS, { name }, { status: { status: 'Processed', results } })
      }),
    )
  }
  const done = Promise.allSettled(tasks)
  return async () => {
    stopping.abort()
    for (const result of await done) {
      if (result.status === 'rejected' && !isKube(result.reason, 'Aborted')) throw result.reason
    }
  }
}

async function addSamples(cluster: RealCluster, generation: Generation): Promise<void> {
  for (const { type, body, status } of sampleCluster(generation)) {
    const { name } = body.metadata
    if (type.plural === 'nodes') {
      await cluster.startNode(name, (path, _query, response) => response.end(`log of ${path.split('/').at(-1)}\n`))
      // The addresses are those of the stand-in.
      const { addresses: _, ...rest } = status ?? {}
      await cluster.admin.patch(NODES, { name, subresource: 'status' }, { status: rest })
      // A new node is tainted until a kubelet reports that it is ready.
      await cluster.admin.patch(NODES, { name }, { metadata: { labels: body.metadata.labels }, spec: { taints: null } })
      continue
    }
    const { group, version, plural, kind } = type
    const response = await cluster.send('POST', `/apis/${group}/${version}/${plural}`, {
      body: { apiVersion: `${group}/${version}`, kind, ...body, ...(status !== undefined && { status }) },
    })
    if (response.status !== 201)
      throw new Error(`The ${kind} ${name} can't be created: ${JSON.stringify(response.body)}`)
  }
}

async function followEach<T extends KubeObject>(
  kube: KubeClient,
  resource: Resource<T>,
  work: (object: T) => Promise<void>,
): Promise<void> {
  for await (const event of kube.follow(resource)) {
    for (const object of objectsIn(event)) {
      // It can change or disappear in between, which is another event.
      await unless(['NotFound', 'Conflict', 'Forbidden'], work(object))
    }
  }
}

function objectsIn<T extends KubeObject>(event: FollowEvent<T>): T[] {
  if (event.type === 'LISTED') return event.objects
  return event.type === 'DELETED' ? [] : [event.object]
}

async function keepTenant(kube: KubeClient, tenant: Tenant): Promise<void> {
  const { name, namespace = '' } = tenant.metadata
  const wanted = objectsOf(tenant as unknown as Obj)
  const create = async <T extends KubeObject>(resource: Resource<T>, object: unknown): Promise<T | undefined> =>
    await unless(['AlreadyExists'], kube.create(resource, object as T))
  for (const service of wanted.services) await create<Service>(SERVICES, service)
  for (const claim of wanted.claims) {
    const made = await create<PersistentVolumeClaim>(PERSISTENT_VOLUME_CLAIMS, claim)
    if (made === undefined) continue
    const status = { phase: 'Bound', capacity: made.spec?.resources?.requests }
    const place = { namespace, name: made.metadata.name, subresource: 'status' }
    await kube.patch(PERSISTENT_VOLUME_CLAIMS, place, { status })
  }
  for (const pod of wanted.pods) await keepPod(kube, namespace, pod as unknown as Pod)
  if (tenant.status?.healthStatus === 'green' && tenant.status.pools?.length === tenant.spec.pools.length) return
  const status = {
    currentState: 'Initialized',
    availableReplicas: 4,
    revision: 0,
    syncVersion: 'v6.0.0',
    certificates: {},
    pools: tenant.spec.pools.map((pool, index) => ({
      ssName: `${name}-${pool.name ?? `ss-${index}`}`,
      state: 'PoolInitialized',
      legacySecurityContext: false,
    })),
    healthStatus: 'green',
    usage: { capacity: 4_000, rawCapacity: 8_000, usage: 100, rawUsage: 200 },
  }
  await kube.patch(TENANTS, { namespace, name, subresource: 'status' }, { status })
}

async function keepPod(kube: KubeClient, namespace: string, pod: Pod): Promise<void> {
  const { name } = pod.metadata
  const spec = { ...pod.spec, automountServiceAccountToken: false }
  for (let isAdmitted = false; !isAdmitted; ) {
    try {
      await kube.create(PODS, { ...pod, spec })
      isAdmitted = true
    } catch (error) {
      if (isKube(error, 'AlreadyExists')) return
      // A new namespace gets the account of its pods a moment later.
      if (!isKube(error, 'Forbidden') || !String(error).includes('service account')) throw error
      await delay(25)
    }
  }
  const state = { running: { startedAt: '2026-01-02T03:04:05Z' } }
  const containerStatuses = (pod.spec?.containers ?? []).map((container) => ({
    name: container.name,
    image: container.image,
    imageID: '',
    ready: true,
    restartCount: 0,
    state,
  }))
  const status = { phase: 'Running', podIP: '127.0.0.1', containerStatuses }
  await kube.patch(PODS, { namespace, name, subresource: 'status' }, { status })
}

/** Ends deleted pods, as their node does, and replaces them, as the stateful set does. */
async function keepPods(kube: KubeClient): Promise<void> {
  for await (const event of kube.follow(PODS, { labelSelector: TENANT_LABEL })) {
    for (const { metadata } of objectsIn(event)) {
      if (metadata.deletionTimestamp === undefined) continue
      const place = { namespace: metadata.namespace, name: metadata.name }
      await unless(['NotFound'], kube.remove(PODS, place, { gracePeriodSeconds: 0 }))
    }
    if (event.type !== 'DELETED') continue
    const { namespace, labels } = event.object.metadata
    const name = labels?.[TENANT_LABEL] ?? ''
    const tenant = await unless(['NotFound'], kube.get(TENANTS, { namespace, name }))
    if (tenant !== undefined) await unless(['Forbidden', 'NotFound'], keepTenant(kube, tenant))
  }
}

function isKube(error: unknown, ...codes: KubeError['code'][]): boolean {
  return error instanceof KubeError && codes.includes(error.code)
}

async function unless<T>(codes: KubeError['code'][], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isKube(error, ...codes)) return undefined
    throw error
  }
}
