/** Calls of operator mode while the API server of the cluster fails, in every possible way. */
import { NAMESPACES } from '@cooperage/kube-client'
import {
  type ConsoleCall,
  FAULTS,
  startFaultProxy,
  startOperatorConsole,
  startPlatformCluster,
} from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'

const TENANT = '/api/v1/namespaces/team/tenants/photos'
const pool = { name: '', servers: 4, volumes_per_server: 1, volume_configuration: { size: 1024 ** 3 } }
const newTenant = { name: 'photos', namespace: 'team', pools: [pool] }

const CALLS: Record<string, (call: ConsoleCall) => ReturnType<ConsoleCall>> = {
  session: (call) => call('GET', '/api/v1/session'),
  'list of tenants': (call) => call('GET', '/api/v1/tenants'),
  'tenants of a namespace': (call) => call('GET', '/api/v1/namespaces/team/tenants'),
  'details of a tenant': (call) => call('GET', TENANT),
  'creation of a tenant': (call) => call('POST', '/api/v1/tenants', newTenant),
  'update of a tenant': (call) => call('PUT', TENANT, { image: '', console_image: '', enable_prometheus: true }),
  'deletion of a tenant': (call) => call('DELETE', TENANT),
  'another pool': (call) => call('POST', `${TENANT}/pools`, pool),
  YAML: (call) => call('GET', `${TENANT}/yaml`),
  certificates: (call) => call('GET', `${TENANT}/security`),
  'list of pods': (call) => call('GET', `${TENANT}/pods`),
  'log of a pod': (call) => call('GET', `${TENANT}/pods/photos-pool-0-0`),
  volumes: (call) => call('GET', '/api/v1/list-pvcs'),
  drives: (call) => call('GET', '/api/v1/direct-csi/drives'),
  'memory of nodes': (call) => call('GET', '/api/v1/cluster/max-allocatable-memory?num_nodes=4'),
  quota: (call) => call('GET', '/api/v1/namespaces/team/resourcequotas/team-storagequota'),
  'creation of a namespace': (call) => call('POST', '/api/v1/namespace', { name: 'another' }),
}

const UNREACHABLE = 'ClusterUnreachable'
const TIMEOUT = 'ClusterTimeout'
const EXPECTED: Record<(typeof FAULTS)[number], string> = {
  stopped: UNREACHABLE,
  // The API server behind the proxy closes idle connections before the console times out.
  silent: `${UNREACHABLE} ${TIMEOUT}`,
  slow: TIMEOUT,
  'slow to finish': TIMEOUT,
  'half a head': UNREACHABLE,
  'half a body': UNREACHABLE,
}

const cluster = await startPlatformCluster()
await cluster.admin.create(NAMESPACES, { metadata: { name: 'team' } })
afterAll(() => cluster.stop())

// The tests wait for deadlines, so they run concurrently.
test.concurrent.for(FAULTS)(
  "every call returns within ten seconds, and doesn't sign users out: %s",
  { timeout: 60_000 },
  async (fault, { onTestFinished }) => {
    const proxy = await startFaultProxy(cluster.server.url.href)
    const operatorConsole = await startOperatorConsole({ server: { url: new URL(proxy.url) } })
    onTestFinished(async () => {
      await operatorConsole.stop()
      await proxy.close()
    })
    const call = await operatorConsole.signIn(cluster.adminToken)
    await proxy.fail(fault)
    const responses = Object.entries(CALLS).map(async ([name, send]) => {
      const began = performance.now()
      const reply = await send(call)
      const seconds = (performance.now() - began) / 1000
      const { code } = reply.body as { code: string }
      expect([name, EXPECTED[fault]]).toEqual([name, expect.stringContaining(code)])
      expect(reply.status, name).toBe(code === UNREACHABLE ? 503 : 504)
      // The deadline is nine; the rest is for a busy machine.
      expect(seconds, name).toBeLessThan(13)
    })
    for (const outcome of await Promise.allSettled(responses)) {
      if (outcome.status === 'rejected') throw outcome.reason
    }
    await proxy.fail('none')
    expect((await call('GET', '/api/v1/session')).status, 'the same session').toBe(200)
  },
)
