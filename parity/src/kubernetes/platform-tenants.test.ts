/** What the platform does in addition to an API server: it runs tenants, formats drives, and survives a restart. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createKubeClient,
  DIRECTPV_DRIVES,
  DIRECTPV_INIT_REQUESTS,
  DIRECTPV_NODES,
  directCsiDrives,
  EVENTS,
  type KubeClient,
  KubeEndpoint,
  NAMESPACES,
  NODES,
  PERSISTENT_VOLUME_CLAIMS,
  PODS,
  SECRETS,
  SERVICES,
  STORAGE_CLASSES,
  TENANTS,
  type Tenant,
} from '@cooperage/kube-client'
import {
  type Generation,
  type PlatformOptions,
  type RunningPlatform,
  startPlatform,
  type TenantStart,
} from '@cooperage/platform'
import { tempFolder, waitUntil } from '@cooperage/testkit'
import { afterEach, expect, test } from 'vitest'

const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

interface FakeProcess {
  start: TenantStart
  isStopped: boolean
  /** Ends it as a crash would. */
  crash(): void
  usedBytes: number
  isHealthy: boolean
}

interface Started {
  kube: KubeClient
  platform: RunningPlatform
  processes: FakeProcess[]
  stop(): Promise<void>
}

/** A platform whose tenants are fake processes. */
async function startWithTenants(
  folder: string,
  generation: Generation = 'current',
  options: Pick<PlatformOptions, 'stopUnusedAfterMs'> = {},
): Promise<Started> {
  const processes: FakeProcess[] = []
  const platform = await startPlatform({
    folder,
    generation,
    ...options,
    inspectEveryMs: 50,
    log: () => undefined,
    startTenant: async (start) => {
      writeFileSync(join(start.folder, 'engine.log'), `started ${start.rootUser}\n`)
      const { promise: ended, resolve } = Promise.withResolvers<string>()
      const fake: FakeProcess = {
        start,
        isStopped: false,
        crash: () => resolve('crashed'),
        usedBytes: 7,
        isHealthy: true,
      }
      processes.push(fake)
      return {
        url: new URL(`http://127.0.0.1:${9000 + processes.length}`),
        ended,
        async inspect() {
          if (!fake.isHealthy) throw new Error('unhealthy')
          return { usedBytes: fake.usedBytes }
        },
        async stop() {
          fake.isStopped = true
        },
      }
    },
  })
  const endpoint = new KubeEndpoint({ url: platform.url })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await endpoint.close()
    await platform.close()
  }
  cleanups.push(stop)
  return { kube: createKubeClient({ endpoint, token: await platform.adminToken() }), platform, processes, stop }
}

function newFolder(): string {
  const { path, remove } = tempFolder('platform')
  cleanups.push(remove)
  return path
}

async function createTenant(kube: KubeClient, namespace: string, pools = ['pool-0']): Promise<Tenant> {
  await kube.create(NAMESPACES, { metadata: { name: namespace } })
  await kube.create(SECRETS, {
    metadata: { name: 't-env-configuration', namespace },
    stringData: { 'config.env': 'export MINIO_ROOT_USER="rootuser"\nexport MINIO_ROOT_PASSWORD="root password"\n' },
  })
  return await kube.create(TENANTS, tenant(namespace, pools))
}

function tenant(namespace: string, pools: string[]): Tenant {
  return {
    metadata: { name: 't', namespace },
    spec: {
      configuration: { name: 't-env-configuration' },
      pools: pools.map((name) => ({
        name,
        servers: 4,
        volumesPerServer: 2,
        volumeClaimTemplate: {
          metadata: { name: 'data' },
          spec: {
            accessModes: ['ReadWriteOnce'],
            storageClassName: 'standard',
            resources: { requests: { storage: '1Gi' } },
          },
        },
      })),
    },
  }
}

const at = (namespace: string, name = 't') => ({ namespace, name })

/** Waits until the status of the tenant has all these fields. */
async function untilStatus(kube: KubeClient, namespace: string, status: Tenant['status']): Promise<Tenant> {
  return await waitUntil(`the tenant has ${JSON.stringify(status)}`, async () => {
    const found = await kube.get(TENANTS, at(namespace))
    const has = Object.entries(status ?? {}).every(([name, value]) => found.status?.[name] === value)
    return has && found
  })
}

test('a tenant runs as one process, and the rest of it is recorded as simulated', async () => {
  const { kube, processes, platform } = await startWithTenants(newFolder())
  await createTenant(kube, 'a')
  const { status } = await untilStatus(kube, 'a', { currentState: 'Initialized', healthStatus: 'green' })
  expect(processes.map(({ start }) => [start.rootUser, start.rootPassword])).toEqual([['rootuser', 'root password']])
  expect(status).toMatchObject({ drivesOnline: 8, writeQuorum: 5, usage: { rawCapacity: 8 * 2 ** 30, usage: 7 } })

  const pods = (await kube.list(PODS, { namespace: 'a', labelSelector: 'v1.min.io/tenant=t' })).items
  expect(pods.map(({ metadata, status: { phase } = {} }) => [metadata.name, phase])).toEqual([
    ['t-pool-0-0', 'Running'],
    ['t-pool-0-1', 'Running'],
    ['t-pool-0-2', 'Running'],
    ['t-pool-0-3', 'Running'],
  ])
  const simulated = (objects: { metadata: { annotations?: Record<string, string> } }[]) =>
    objects.map(({ metadata }) => metadata.annotations?.['platform.cooperage/simulated'] ?? 'real')
  expect(simulated(pods)).toEqual(['real', 'true', 'true', 'true'])
  const claims = (await kube.list(PERSISTENT_VOLUME_CLAIMS, { namespace: 'a' })).items
  expect(claims).toHaveLength(8)
  expect(claims[0]).toMatchObject({
    metadata: { name: 'data0-t-pool-0-0', labels: { 'v1.min.io/tenant': 't' } },
    status: { phase: 'Bound', capacity: { storage: '1Gi' } },
  })
  expect(new Set(simulated(claims))).toEqual(new Set(['true']))
  for (const type of [NODES, STORAGE_CLASSES]) {
    const { items } = await kube.list(type)
    expect(new Set(simulated(items))).toEqual(new Set(['true']))
  }
  expect((await kube.list(SERVICES, { namespace: 'a' })).items.map(({ metadata }) => metadata.name)).toEqual([
    'minio',
    't-console',
    't-hl',
  ])
  expect((await platform.tenantUrl('a', 't'))?.port).toBe('9001')
  expect(await platform.tenantUrl('a', 'none')).toBeUndefined()
})

test('a pod has the log and events of its process, and the log of a simulated pod says that it is simulated', async () => {
  const { kube, processes } = await startWithTenants(newFolder())
  await createTenant(kube, 'a')
  await untilStatus(kube, 'a', { healthStatus: 'green' })
  const container = 'minio'
  expect(await kube.logs({ namespace: 'a', name: 't-pool-0-0', container })).toBe('started rootuser\n')
  expect(await kube.logs({ namespace: 'a', name: 't-pool-0-1', container })).toContain('simulated')
  const folder = processes[0]?.start.folder ?? ''
  const following = kube.followLogs({ namespace: 'a', name: 't-pool-0-0', container })
  expect((await following.next()).value).toBe('started rootuser')
  writeFileSync(join(folder, 'engine.log'), 'a new line\n', { flag: 'a' })
  expect((await following.next()).value).toBe('a new line')
  await following.return(undefined)
  const place = { namespace: 'a', name: 't-pool-0-0', container }
  expect(await kube.logs({ ...place, tailLines: 1 })).toBe('a new line\n')
  expect(await kube.logs({ ...place, limitBytes: 7 })).toBe('started')
  expect(await kube.logs({ ...place, tailLines: 1, timestamps: true })).toMatch(/^\d{4}-\d\d-\d\dT\S+Z a new line\n$/)

  const pod = await kube.get(PODS, at('a', 't-pool-0-0'))
  const fieldSelector = `involvedObject.uid=${pod.metadata.uid}`
  const { items } = await kube.list(EVENTS, { namespace: 'a', fieldSelector })
  expect(items.map(({ reason }) => reason).toSorted()).toEqual(['Scheduled', 'Started', 'Starting'])
})

test('a deleted pod is replaced with a new process, and a crashed process is restarted', async () => {
  const { kube, processes } = await startWithTenants(newFolder())
  await createTenant(kube, 'a')
  await untilStatus(kube, 'a', { healthStatus: 'green' })
  const before = await kube.get(PODS, at('a', 't-pool-0-0'))
  await kube.remove(PODS, at('a', 't-pool-0-0'))
  const after = await waitUntil('the pod is back', async () => {
    const pod = await kube.get(PODS, at('a', 't-pool-0-0'))
    return pod.metadata.uid !== before.metadata.uid && pod.status?.phase === 'Running' && pod
  })
  expect(processes.map(({ isStopped }) => isStopped)).toEqual([true, false])
  processes[1]?.crash()
  await waitUntil('the restart is counted', async () => {
    const pod = await kube.get(PODS, at('a', 't-pool-0-0'))
    return pod.metadata.uid === after.metadata.uid && pod.status?.containerStatuses?.[0]?.restartCount === 1
  })
  expect(processes).toHaveLength(3)
  const previous = await kube.logs({ ...at('a', 't-pool-0-0'), container: 'minio', previous: true })
  expect(previous).toBe('started rootuser\n')
})

test('a new image, certificate or root key restarts the process, but a new pool doesn’t', async () => {
  const { kube, processes } = await startWithTenants(newFolder())
  await createTenant(kube, 'a')
  await untilStatus(kube, 'a', { healthStatus: 'green' })
  const running = (count: number) => waitUntil(`${count} processes were started`, () => processes.length === count)
  await kube.patch(TENANTS, at('a'), { spec: { image: 'minio/minio:NEW' } })
  await running(2)
  await kube.patch(TENANTS, at('a'), { spec: { externalCertSecret: [{ name: 'c', type: 'kubernetes.io/tls' }] } })
  await running(3)
  const config = 'export MINIO_ROOT_USER=another\nexport MINIO_ROOT_PASSWORD=password'
  await kube.patch(SECRETS, at('a', 't-env-configuration'), { stringData: { 'config.env': config } })
  await running(4)
  expect(processes[3]?.start.rootUser).toBe('another')
  const { pools } = tenant('a', ['pool-0', 'pool-1']).spec
  await kube.patch(TENANTS, at('a'), { spec: { pools } })
  await untilStatus(kube, 'a', { drivesOnline: 16, healthStatus: 'green' })
  expect(processes).toHaveLength(4)
})

test('reports the usage and health of the process', async () => {
  const { kube, processes } = await startWithTenants(newFolder())
  await createTenant(kube, 'a')
  await untilStatus(kube, 'a', { healthStatus: 'green' })
  if (processes[0] === undefined) throw new Error('no process')
  processes[0].usedBytes = 1234
  processes[0].isHealthy = false
  await untilStatus(kube, 'a', { healthStatus: 'red', healthMessage: 'Service Unavailable' })
  processes[0].isHealthy = true
  const { status } = await untilStatus(kube, 'a', { healthStatus: 'green' })
  expect(status?.usage?.usage).toBe(1234)
})

test('deleting a tenant keeps its claims and secrets, and its data until the last claim is deleted', async () => {
  const { kube, processes } = await startWithTenants(newFolder())
  await createTenant(kube, 'a')
  await untilStatus(kube, 'a', { healthStatus: 'green' })
  const folder = processes[0]?.start.folder ?? ''
  await kube.remove(TENANTS, at('a'))
  await waitUntil('the pods are gone', async () => (await kube.list(PODS, { namespace: 'a' })).items.length === 0)
  expect(processes[0]?.isStopped).toBe(true)
  expect((await kube.list(SERVICES, { namespace: 'a' })).items).toEqual([])
  expect((await kube.list(SECRETS, { namespace: 'a' })).items).toHaveLength(1)
  const { items: claims } = await kube.list(PERSISTENT_VOLUME_CLAIMS, { namespace: 'a' })
  expect(claims).toHaveLength(8)
  for (const { metadata } of claims) await kube.remove(PERSISTENT_VOLUME_CLAIMS, at('a', metadata.name))
  await waitUntil('the data is gone', async () => {
    try {
      mkdirSync(folder)
      rmSync(folder, { recursive: true })
      return true
    } catch {
      return false
    }
  })
})

test('reports why a tenant without root keys, or a second one in a namespace, doesn’t run', async () => {
  const { kube, processes } = await startWithTenants(newFolder())
  await kube.create(NAMESPACES, { metadata: { name: 'a' } })
  await kube.create(TENANTS, tenant('a', ['pool-0']))
  await untilStatus(kube, 'a', { currentState: 'Tenant credentials are not set properly' })
  const second = tenant('a', ['pool-0'])
  await kube.create(TENANTS, { ...second, metadata: { ...second.metadata, name: 'u' } })
  await waitUntil('the second one says why', async () => {
    const { status } = await kube.get(TENANTS, at('a', 'u'))
    return status?.currentState === 'Another MinIO Tenant already exists in the namespace'
  })
  expect(processes).toEqual([])
})

test('objects survive a restart, but watches from before it expire', async () => {
  const folder = newFolder()
  const first = await startWithTenants(folder)
  const created = await createTenant(first.kube, 'a')
  await untilStatus(first.kube, 'a', { healthStatus: 'green' })
  const { metadata } = await first.kube.list(TENANTS)
  await first.stop()
  const second = await startWithTenants(folder)
  const found = await second.kube.get(TENANTS, at('a'))
  expect(found.metadata).toMatchObject({ uid: created.metadata.uid, generation: 1 })
  expect((await second.kube.list(PERSISTENT_VOLUME_CLAIMS)).items).toHaveLength(8)
  const old = String(Number(metadata.resourceVersion) - 3)
  await expect(second.kube.watch(TENANTS, old).next()).rejects.toMatchObject({ code: 'Expired', status: 410 })
  expect((await second.platform.tenantUrl('a', 't'))?.port).toBe('9001')
  await untilStatus(second.kube, 'a', { healthStatus: 'green' })
  expect(second.processes).toHaveLength(1)
})

test('only six tenants run all the time; any other starts on demand, and stops when it is no longer needed', async () => {
  const { kube, platform, processes } = await startWithTenants(newFolder(), 'current', { stopUnusedAfterMs: 200 })
  const namespaces = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  for (const namespace of namespaces) await createTenant(kube, namespace)
  await waitUntil('six tenants run', () => processes.length === 6)
  const phase = async () => (await kube.get(PODS, at('g', 't-pool-0-0'))).status?.phase
  const startsAndStops = async (count: number) => {
    expect(await platform.tenantUrl('g', 't')).toBeDefined()
    expect([processes.length, await phase()]).toEqual([count, 'Running'])
    await waitUntil('it stops', () => processes.at(-1)?.isStopped)
    await waitUntil('its pod waits', async () => (await phase()) === 'Pending')
  }
  await startsAndStops(7)
  await startsAndStops(8)
  const reasons = (await kube.list(EVENTS, { namespace: 'g' })).items.map(({ reason }) => reason)
  expect(reasons.filter((reason) => reason === 'Stopped')).toHaveLength(2)
  for (const namespace of namespaces.slice(0, 6)) await platform.tenantUrl(namespace, 't')
  expect(processes.filter(({ isStopped }) => !isStopped)).toHaveLength(6)
})

test('500 tenants are objects without processes, listed in pages whose continuation expires', async () => {
  const { kube, platform, processes } = await startWithTenants(newFolder())
  const create = async (index: number) => {
    const namespace = `tenant-${index}`
    await kube.create(NAMESPACES, { metadata: { name: namespace } })
    await kube.create(TENANTS, tenant(namespace, ['pool-0']))
  }
  for (let index = 0; index < 500; index += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, each) => create(index + each)))
  }
  const page = await kube.list(TENANTS, { limit: 100 })
  expect(page.metadata.remainingItemCount).toBe(400)
  expect((await Array.fromAsync(kube.listAll(TENANTS, { limit: 100 }))).length).toBe(500)
  expect(processes).toEqual([])
  await create(500)
  platform.compact()
  const next = page.metadata.continue
  await expect(kube.list(TENANTS, { limit: 100, continue: next })).rejects.toMatchObject({ code: 'Expired' })
})

test('an idle watch gets a bookmark before it ends', async () => {
  const { platform } = await startWithTenants(newFolder())
  const query = 'watch=true&allowWatchBookmarks=true&timeoutSeconds=1&labelSelector=none'
  const response = await fetch(new URL(`/api/v1/secrets?${query}`, platform.url), {
    headers: { authorization: `Bearer ${await platform.adminToken()}` },
  })
  expect(JSON.parse(await response.text())).toMatchObject({
    type: 'BOOKMARK',
    object: { kind: 'Secret', metadata: { resourceVersion: expect.stringMatching(/^\d+$/) } },
  })
})

test('drives are formatted on request, each with its own result', async () => {
  const { kube } = await startWithTenants(newFolder())
  const node = await kube.get(DIRECTPV_NODES, { name: 'node-1' })
  await kube.patch(DIRECTPV_NODES, { name: 'node-1' }, { spec: { refresh: true } })
  await waitUntil('the node has looked', async () => {
    return (await kube.get(DIRECTPV_NODES, { name: 'node-1' })).spec?.refresh === false
  })
  const idOf = (name: string) => node.status.devices?.find((each) => each.name === name)?.id ?? ''
  const order = (name: string, force = false, id = idOf(name)) => ({ id, name, force })
  const devices = [order('vda'), order('vdc'), order('vdd'), order('vde'), order('vdx', true, 'x'), order('vdb')]
  await kube.create(DIRECTPV_INIT_REQUESTS, {
    metadata: { name: 'order-1', labels: { 'directpv.min.io/node': 'node-1' } },
    spec: { devices },
    status: { status: 'Pending', results: [] },
  })
  const { status } = await waitUntil('the order is processed', async () => {
    const request = await kube.get(DIRECTPV_INIT_REQUESTS, { name: 'order-1' })
    return request.status.status !== 'Pending' && request
  })
  expect(status).toEqual({
    status: 'Error',
    results: [
      { name: 'vda', error: 'device init not permitted; Mounted' },
      { name: 'vdc' },
      { name: 'vdd', error: '/dev/vdd contains a file system; use force to overwrite' },
      { name: 'vde', error: 'simulated fault: mkfs.xfs: cannot write to /dev/vde' },
      { name: 'vdx', error: 'device not found' },
      { name: 'vdb', error: 'device init not permitted; Used by DirectPV' },
    ],
  })
  const drives = await Array.fromAsync(
    kube.listAll(DIRECTPV_DRIVES, { labelSelector: 'directpv.min.io/node=node-1,directpv.min.io/drive-name=vdc' }),
  )
  expect(drives).toMatchObject([{ status: { status: 'Ready', allocatedCapacity: 0 } }])
  const changed = await kube.get(DIRECTPV_NODES, { name: 'node-1' })
  const vdc = changed.status.devices?.find(({ name }) => name === 'vdc')
  expect(vdc?.deniedReason).toBe('Used by DirectPV')
  expect(vdc?.id).not.toBe(idOf('vdc'))
})

test('drives of 2021 are formatted through their own spec', async () => {
  const { kube } = await startWithTenants(newFolder(), '2021')
  const { drives } = await kube.capabilities()
  if (drives.kind !== 'direct-csi') throw new Error('direct-csi is not installed')
  const type = directCsiDrives(drives.version)
  const { items } = await kube.list(type)
  const available = items.find(({ status }) => status.driveStatus === 'Available')
  if (available === undefined) throw new Error('no drive is available')
  const spec = { directCSIOwned: true, requestedFormat: { filesystem: 'xfs', force: false } }
  await kube.replace(type, { ...available, spec })
  await waitUntil('the drive is ready', async () => {
    const { status } = await kube.get(type, { name: available.metadata.name })
    return status.driveStatus === 'Ready'
  })
})
