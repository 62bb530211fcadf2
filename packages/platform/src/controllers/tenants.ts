/**
 * What an operator does for tenants. Each tenant is one real process, the first pod of its first pool; its other pods, its
 * services, claims and drives are recorded and marked as simulated. The first few tenants start immediately, any other when its
 * address is requested.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogSoFar, LogSource } from '../api/pod-logs.ts'
import { type Json, listAt, type Obj, recordAt, textAt, timestamp } from '../objects.ts'
import type { Registry } from '../registry/registry.ts'
import { CLAIMS, PODS, SECRETS, SERVICES, TENANTS } from '../resources.ts'
import { recordEvent } from './event-recorder.ts'
import type { PodRunner } from './pods.ts'
import { Queue } from './queue.ts'
import { followLogFile, readLogFile } from './tenant-log.ts'
import { capacityOf, objectsOf, poolsOf, readConfigEnv, realPodName } from './tenant-objects.ts'

export interface TenantStart {
  namespace: string
  name: string
  /** Its data folder. The file `engine.log` in it is the log of its pod. */
  folder: string
  rootUser: string
  rootPassword: string
  /** Users to create, with all permissions. */
  users: { accessKey: string; secretKey: string }[]
}

export interface TenantProcess {
  url: URL
  /** Resolves with a description when the process has ended. */
  ended: Promise<string>
  /** @throws Error if it isn't healthy */
  inspect(): Promise<{ usedBytes: number }>
  stop(): Promise<void>
}

export type StartTenant = (start: TenantStart) => Promise<TenantProcess>

interface Running {
  process: TenantProcess
  podUid: string
  startedAt: string
  /** A change of these settings restarts the process. */
  cause: string
  usedBytes: number
  isHealthy: boolean
}

/** Number of tenants that start with the platform or when they are created. More would be slow on one machine. */
const MAX_AUTOSTARTED = 6
/** Any other tenant stops when its address wasn't needed for this long. Its console, while visited, requests it every few seconds. */
const STOP_UNUSED_AFTER_MS = 15 * 60_000
const INSPECT_EVERY_MS = 3_000
/** A process that ends sooner than this after its start is restarted with backoff. */
const SHORT_RUN_MS = 10_000
const FIRST_RESTART_MS = 250
const LONGEST_RESTART_MS = 60_000
const LOG_FILE = 'engine.log'
const PREVIOUS_LOG_FILE = 'engine.previous.log'

interface TenantControllerOptions {
  registry: Registry
  folder: string
  startTenant: StartTenant | undefined
  inspectEveryMs: number | undefined
  stopUnusedAfterMs: number | undefined
  onError: (what: string, error: unknown) => void
}

export class TenantController implements LogSource, PodRunner {
  readonly #registry: Registry
  readonly #folder: string
  readonly #startTenant: StartTenant | undefined
  readonly #inspectEveryMs: number
  readonly #stopUnusedAfterMs: number
  readonly #queue: Queue
  readonly #running = new Map<string, Running>()
  /** The tenants that should run. */
  readonly #wanted = new Set<string>()
  /** When each tenant that was started on demand was last needed. */
  readonly #neededAt = new Map<string, number>()
  readonly #restarts = new Map<string, number>()
  readonly #stops: (() => void)[] = []
  #inspection: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: TenantControllerOptions) {
    this.#registry = options.registry
    this.#folder = options.folder
    this.#startTenant = options.startTenant
    this.#inspectEveryMs = options.inspectEveryMs ?? INSPECT_EVERY_MS
    this.#stopUnusedAfterMs = options.stopUnusedAfterMs ?? STOP_UNUSED_AFTER_MS
    this.#queue = new Queue((key) => this.#reconcile(key), options.onError)
  }

  start(): void {
    const { store } = this.#registry
    this.#stops.push(
      store.subscribe(TENANTS, ({ type, object }) => {
        const key = keyOf(object)
        const isNew = type === 'ADDED'
        if (isNew && this.#startTenant !== undefined && this.#wanted.size < MAX_AUTOSTARTED) this.#wanted.add(key)
        if (type === 'DELETED') this.#unwant(key)
        this.#queue.add(key)
      }),
      store.subscribe(PODS, ({ type, object }) => {
        const tenant = object.metadata.labels?.['v1.min.io/tenant']
        if (type === 'DELETED' && tenant !== undefined) this.#queue.add(`${object.metadata.namespace}/${tenant}`)
      }),
      store.subscribe(SECRETS, ({ object }) => {
        for (const tenant of store.list(TENANTS, object.metadata.namespace)) {
          if (configurationOf(tenant) === object.metadata.name) this.#queue.add(keyOf(tenant))
        }
      }),
      store.subscribe(CLAIMS, ({ type, object }) => {
        const tenant = object.metadata.labels?.['v1.min.io/tenant']
        if (type === 'DELETED' && tenant !== undefined) this.#removeData(object.metadata.namespace ?? '', tenant)
      }),
    )
    const tenants = store.list(TENANTS)
    if (this.#startTenant !== undefined) {
      for (const tenant of tenants.slice(0, MAX_AUTOSTARTED)) this.#wanted.add(keyOf(tenant))
    }
    for (const tenant of tenants) this.#queue.add(keyOf(tenant))
    this.#inspection = setInterval(() => void this.#inspectAll(), this.#inspectEveryMs)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#inspection)
    for (const stop of this.#stops) stop()
    await this.#queue.close()
    await Promise.all([...this.#running.keys()].map((key) => this.#stop(key)))
  }

  async urlOf(namespace: string, name: string): Promise<URL | undefined> {
    const key = `${namespace}/${name}`
    if (this.#registry.store.get(TENANTS, namespace, name) === undefined) return undefined
    if (!this.#wanted.has(key) || this.#neededAt.has(key)) this.#neededAt.set(key, Date.now())
    this.#wanted.add(key)
    const running = this.#running.get(key)
    if (running !== undefined) return running.process.url
    await this.#queue.done(key)
    return this.#running.get(key)?.process.url
  }

  async stopPod(pod: Obj): Promise<void> {
    for (const [key, { podUid }] of this.#running) if (podUid === pod.metadata.uid) await this.#stop(key)
  }

  async read(pod: Obj, container: string, isPrevious: boolean): Promise<LogSoFar | undefined> {
    const folder = this.#folderOfReal(pod)
    if (container === 'minio' && folder !== undefined) {
      return await readLogFile(join(folder, isPrevious ? PREVIOUS_LOG_FILE : LOG_FILE))
    }
    if (isPrevious) return undefined
    const note = 'This container is simulated. Only the container minio in the first pod of a tenant runs.'
    return { lines: [note], bytes: 0 }
  }

  follow(pod: Obj, container: string, from: number, onLine: (line: string) => void): () => void {
    const folder = this.#folderOfReal(pod)
    return container === 'minio' && folder !== undefined
      ? followLogFile(join(folder, LOG_FILE), from, onLine)
      : () => undefined
  }

  #folderOfReal(pod: Obj): string | undefined {
    const { namespace = '', labels, name } = pod.metadata
    const tenant = this.#registry.store.get(TENANTS, namespace, labels?.['v1.min.io/tenant'] ?? '')
    if (tenant === undefined || realPodName(tenant) !== name) return undefined
    return this.#folderOf(keyOf(tenant))
  }

  #folderOf(key: string): string {
    return join(this.#folder, ...key.split('/'))
  }

  async #reconcile(key: string): Promise<void> {
    const [namespace = '', name = ''] = key.split('/')
    const tenant = this.#registry.store.get(TENANTS, namespace, name)
    if (tenant === undefined || tenant.metadata.deletionTimestamp !== undefined) return await this.#stop(key)
    const problem = this.#problemOf(tenant)
    if (problem !== undefined) {
      await this.#stop(key)
      this.#writeStatus(tenant, { currentState: problem })
      return
    }
    this.#ensureObjects(tenant)
    if (this.#startTenant !== undefined && this.#wanted.has(key)) await this.#ensureProcess(key, tenant)
    else if (this.#running.has(key)) await this.#stopUnused(key, tenant)
    this.#showRunning(key)
  }

  /** Why the tenant can't run, as the operator words it. */
  #problemOf(tenant: Obj): string | undefined {
    const { namespace, creationTimestamp, name } = tenant.metadata
    const others = this.#registry.store.list(TENANTS, namespace).filter((other) => other.metadata.name !== name)
    const isSecond = others.some(
      (other) =>
        other.metadata.creationTimestamp < creationTimestamp ||
        (other.metadata.creationTimestamp === creationTimestamp && other.metadata.name < name),
    )
    if (isSecond) return 'Another MinIO Tenant already exists in the namespace'
    return this.#keysOf(tenant) === undefined ? 'Tenant credentials are not set properly' : undefined
  }

  #keysOf(tenant: Obj): { rootUser: string; rootPassword: string } | undefined {
    const { namespace } = tenant.metadata
    const secret = (name: string | undefined) =>
      name === undefined ? {} : recordAt(this.#registry.store.get(SECRETS, namespace, name), 'data')
    const config = readConfigEnv(decode(secret(configurationOf(tenant))['config.env']))
    const credentials = secret(textAt(tenant, 'spec', 'credsSecret', 'name'))
    const rootUser = config.get('MINIO_ROOT_USER') ?? config.get('MINIO_ACCESS_KEY') ?? decode(credentials.accesskey)
    const rootPassword =
      config.get('MINIO_ROOT_PASSWORD') ?? config.get('MINIO_SECRET_KEY') ?? decode(credentials.secretkey)
    return rootUser.length >= 3 && rootPassword.length >= 8 ? { rootUser, rootPassword } : undefined
  }

  #usersOf(tenant: Obj): TenantStart['users'] {
    return listAt(tenant, 'spec', 'users').flatMap((user) => {
      const secret = this.#registry.store.get(SECRETS, tenant.metadata.namespace, textAt(user, 'name') ?? '')
      const data = recordAt(secret, 'data')
      const accessKey = decode(data.CONSOLE_ACCESS_KEY)
      const secretKey = decode(data.CONSOLE_SECRET_KEY)
      return accessKey === '' || secretKey === '' ? [] : [{ accessKey, secretKey }]
    })
  }

  #ensureObjects(tenant: Obj): void {
    const registry = this.#registry
    const { namespace } = tenant.metadata
    const wanted = objectsOf(tenant)
    for (const [type, bodies] of [
      [SERVICES, wanted.services],
      [CLAIMS, wanted.claims],
      [PODS, wanted.pods],
    ] as const) {
      for (const body of bodies) {
        const name = textAt(body, 'metadata', 'name') ?? ''
        if (registry.store.get(type, namespace, name) !== undefined) continue
        const { object } = registry.create(type, namespace, body)
        if (type === CLAIMS) this.#bind(object)
        if (type === PODS) this.#admitPod(object)
      }
    }
  }

  #bind(claim: Obj): void {
    const capacity = recordAt(claim, 'spec', 'resources', 'requests')
    const spec = { ...recordAt(claim, 'spec'), volumeName: `pvc-${claim.metadata.uid}` }
    this.#registry.set(CLAIMS, { ...claim, spec, status: { phase: 'Bound', capacity, accessModes: ['ReadWriteOnce'] } })
  }

  /** A simulated pod counts as running immediately, the real one once its process runs. */
  #admitPod(pod: Obj): void {
    const node = textAt(pod, 'spec', 'nodeName')
    const { namespace, name } = pod.metadata
    recordEvent(this.#registry, pod, 'Normal', 'Scheduled', `Successfully assigned ${namespace}/${name} to ${node}`)
    const isReal = pod.metadata.annotations === undefined
    const now = timestamp()
    this.#registry.set(PODS, {
      ...pod,
      status: {
        phase: isReal ? 'Pending' : 'Running',
        startTime: now,
        podIP: isReal ? '127.0.0.1' : simulatedAddress(pod.metadata.uid),
        containerStatuses: containers(isReal ? ON_DEMAND : { running: { startedAt: now } }, 0),
      },
    })
    if (!isReal) recordEvent(this.#registry, pod, 'Normal', 'Started', 'Recorded as started: this pod is simulated')
  }

  async #ensureProcess(key: string, tenant: Obj): Promise<void> {
    const { namespace = '' } = tenant.metadata
    const keys = this.#keysOf(tenant)
    const pod = this.#registry.store.get(PODS, namespace, realPodName(tenant))
    if (keys === undefined || pod === undefined || pod.metadata.deletionTimestamp !== undefined) return
    const users = this.#usersOf(tenant)
    const cause = JSON.stringify([keys, users, certificatesOf(tenant), textAt(tenant, 'spec', 'image')])
    const running = this.#running.get(key)
    if (running?.cause === cause && running.podUid === pod.metadata.uid) return
    if (running !== undefined) {
      this.#writeStatus(tenant, { currentState: 'Restarting MinIO' })
      await this.#stop(key)
      this.#restarts.set(key, (this.#restarts.get(key) ?? 0) + 1)
    } else {
      this.#writeStatus(tenant, { currentState: 'Provisioning MinIO Statefulset' })
    }
    if (this.#isClosed) return
    await this.#startProcess(key, tenant, pod, cause, { ...keys, users })
  }

  async #startProcess(
    key: string,
    tenant: Obj,
    pod: Obj,
    cause: string,
    keys: Pick<TenantStart, 'rootUser' | 'rootPassword' | 'users'>,
  ): Promise<void> {
    const { namespace = '', name } = tenant.metadata
    const folder = this.#folderOf(key)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (existsSync(join(folder, LOG_FILE))) renameSync(join(folder, LOG_FILE), join(folder, PREVIOUS_LOG_FILE))
    recordEvent(this.#registry, pod, 'Normal', 'Starting', 'Starting the storage engine of this tenant')
    let process: TenantProcess
    try {
      process = await (this.#startTenant as StartTenant)({ namespace, name, folder, ...keys })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      recordEvent(this.#registry, pod, 'Warning', 'Failed', reason)
      this.#writeStatus(tenant, {
        currentState: 'Waiting for Tenant to be healthy',
        healthStatus: 'red',
        healthMessage: 'Service Unavailable',
      })
      throw error
    }
    const running: Running = {
      process,
      podUid: pod.metadata.uid,
      startedAt: timestamp(),
      cause,
      usedBytes: 0,
      isHealthy: true,
    }
    this.#running.set(key, running)
    recordEvent(this.#registry, pod, 'Normal', 'Started', 'Started the storage engine of this tenant')
    void process.ended.then((how) => {
      if (this.#running.get(key) !== running) return
      // It ended without being stopped.
      this.#running.delete(key)
      const restarts = this.#restarts.get(key) ?? 0
      this.#restarts.set(key, restarts + 1)
      recordEvent(this.#registry, pod, 'Warning', 'BackOff', `The storage engine ended: ${how}. It will be restarted.`)
      const isShortRun = Date.now() - Date.parse(running.startedAt) < SHORT_RUN_MS
      this.#queue.add(key, isShortRun ? Math.min(FIRST_RESTART_MS * 2 ** restarts, LONGEST_RESTART_MS) : 0)
    })
    await this.#inspect(key, running)
  }

  #unwant(key: string): void {
    this.#wanted.delete(key)
    this.#neededAt.delete(key)
  }

  async #stopUnused(key: string, tenant: Obj): Promise<void> {
    await this.#stop(key)
    const pod = this.#registry.store.get(PODS, tenant.metadata.namespace, realPodName(tenant))
    if (pod === undefined) return
    recordEvent(this.#registry, pod, 'Normal', 'Stopped', 'Stopped the storage engine of this tenant: it was unused')
    const containerStatuses = containers(ON_DEMAND, this.#restarts.get(key) ?? 0)
    this.#registry.set(PODS, { ...pod, status: { ...recordAt(pod, 'status'), phase: 'Pending', containerStatuses } })
  }

  async #stop(key: string): Promise<void> {
    const running = this.#running.get(key)
    if (running === undefined) return
    this.#running.delete(key)
    await running.process.stop()
  }

  async #inspectAll(): Promise<void> {
    for (const [key, neededAt] of this.#neededAt) {
      if (Date.now() - neededAt < this.#stopUnusedAfterMs) continue
      this.#unwant(key)
      this.#queue.add(key)
    }
    for (const [key, running] of this.#running) {
      const { usedBytes, isHealthy } = running
      await this.#inspect(key, running)
      if (running.usedBytes !== usedBytes || running.isHealthy !== isHealthy) this.#showRunning(key)
    }
  }

  async #inspect(key: string, running: Running): Promise<void> {
    try {
      const { usedBytes } = await running.process.inspect()
      running.usedBytes = usedBytes
      running.isHealthy = true
    } catch {
      // A process that was stopped during the inspection isn't unhealthy.
      running.isHealthy = this.#running.get(key) !== running
    }
  }

  /** Writes what is known of the process into the tenant's status and the status of its pod. */
  #showRunning(key: string): void {
    const [namespace = '', name = ''] = key.split('/')
    const tenant = this.#registry.store.get(TENANTS, namespace, name)
    if (tenant === undefined) return
    const running = this.#running.get(key)
    const pod = this.#registry.store.get(PODS, namespace, realPodName(tenant))
    if (pod !== undefined && running?.podUid === pod.metadata.uid) {
      const status = {
        ...recordAt(pod, 'status'),
        phase: 'Running',
        podIP: '127.0.0.1',
        containerStatuses: containers({ running: { startedAt: running.startedAt } }, this.#restarts.get(key) ?? 0),
      }
      this.#registry.set(PODS, { ...pod, status })
    }
    const { drives, parity, raw, usable } = capacityOf(tenant)
    this.#writeStatus(tenant, {
      currentState: 'Initialized',
      availableReplicas: poolsOf(tenant).reduce((sum, { servers }) => sum + servers, 0),
      revision: 0,
      syncVersion: 'v6.0.0',
      certificates: {},
      pools: poolsOf(tenant).map(({ name: pool }) => ({
        ssName: `${name}-${pool}`,
        state: 'PoolInitialized',
        legacySecurityContext: false,
      })),
      drivesOnline: drives,
      writeQuorum: drives - parity + (parity * 2 === drives ? 1 : 0),
      ...(running !== undefined && {
        healthStatus: running.isHealthy ? 'green' : 'red',
        ...(!running.isHealthy && { healthMessage: 'Service Unavailable' }),
        usage: { capacity: usable, rawCapacity: raw, usage: running.usedBytes, rawUsage: running.usedBytes },
      }),
      ...(this.#usersOf(tenant).length > 0 && running !== undefined && { provisionedUsers: true }),
    })
  }

  #writeStatus({ metadata }: Obj, status: Json): void {
    const current = this.#registry.store.get(TENANTS, metadata.namespace, metadata.name)
    if (current?.metadata.uid === metadata.uid) this.#registry.set(TENANTS, { ...current, status })
  }

  /** The data of a tenant is deleted with the last of its claims. */
  #removeData(namespace: string, tenant: string): void {
    const isLeft = this.#registry.store
      .list(CLAIMS, namespace)
      .some(({ metadata }) => metadata.labels?.['v1.min.io/tenant'] === tenant)
    const key = `${namespace}/${tenant}`
    if (isLeft || this.#running.has(key)) return
    rmSync(this.#folderOf(key), { recursive: true, force: true })
  }
}

function keyOf({ metadata }: Obj): string {
  return `${metadata.namespace}/${metadata.name}`
}

function configurationOf(tenant: Obj): string | undefined {
  return textAt(tenant, 'spec', 'configuration', 'name')
}

function certificatesOf(tenant: Obj): unknown {
  const { requestAutoCert, externalCertSecret, externalCaCertSecret } = recordAt(tenant, 'spec')
  return [requestAutoCert, externalCertSecret, externalCaCertSecret]
}

function decode(base64: unknown): string {
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64').toString('utf8') : ''
}

const ON_DEMAND = { waiting: { reason: 'StartsOnDemand' } }

function containers(state: Json, restartCount: number): Json[] {
  const isRunning = state.running !== undefined
  return [
    { name: 'minio', ready: isRunning, started: isRunning, restartCount, state },
    { name: 'sidecar', ready: isRunning, started: isRunning, restartCount: 0, state },
  ]
}

function simulatedAddress(uid: string): string {
  const hex = uid.replaceAll('-', '')
  return `10.${parseInt(hex.slice(0, 2), 16)}.${parseInt(hex.slice(2, 4), 16)}.${parseInt(hex.slice(4, 6), 16)}`
}
