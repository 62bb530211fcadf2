import { tempFolder, uniqueName, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { startOperatorServer } from '../../src/index.ts'
import { builtWeb, consoleAt, withConsole } from '../running-console.ts'
import { scriptedStorage } from '../scripted-storage.ts'
import { openSocket } from '../socket-visitor.ts'
import { type Visitor, visitor } from '../visitor.ts'
import { sumOf } from './metrics.ts'

const PATH = '/metrics-console'
const given = await withConsole({ allowedHosts: ['nas.lan'] })

const metrics = async (url = given.server.url) => (await visitor(url).get(PATH)).text

/** After the end of what was counted, which its client may see first. */
async function counted(name: string, ...labels: string[]): Promise<(expected: number) => Promise<void>> {
  const before = sumOf(await metrics(), name, ...labels)
  return async (expected) => {
    await waitUntil(`${name} ${labels.join()} increases by ${expected}`, async () => {
      return sumOf(await metrics(), name, ...labels) - before === expected
    })
  }
}

test('counts requests by pattern and status, and their durations', async () => {
  const user = await given.user()
  const labels = ['method="GET"', 'route="/api/v1/buckets/:bucket/versioning"']
  const missing = await counted('cooperage_http_requests_total', ...labels, 'status="404"')
  const durations = await counted('cooperage_http_request_duration_seconds_count', ...labels)
  const nowhere = await counted('cooperage_http_requests_total', 'status="404"', 'route="none"')
  const bucket = uniqueName('missing')
  await user.get(`/api/v1/buckets/${bucket}/versioning`)
  await user.get('/api/v1/nowhere')
  await missing(1)
  await durations(1)
  await nowhere(1)
})

test('counts sign-ins by outcome', async () => {
  const done = await counted('cooperage_sign_ins_total', 'outcome="done"')
  const refused = await counted('cooperage_sign_ins_total', 'outcome="refused"')
  await given.user()
  await given.stranger().signIn({ accessKey: 'nobody', secretKey: 'wrong-secret' })
  await done(1)
  await refused(1)
})

test('counts transfers and their bytes', async () => {
  const { user, objects } = await given.userWithBucket()
  const uploads = await counted('cooperage_transfers_total', 'direction="upload"', 'outcome="done"')
  const downloads = await counted('cooperage_transfers_total', 'direction="download"', 'outcome="done"')
  const bytes = async (direction: string) =>
    sumOf(await metrics(), 'cooperage_transfer_bytes_total', `direction="${direction}"`)
  const before = [await bytes('upload'), await bytes('download')] as const
  const size = 300_000
  const content = Buffer.alloc(size, 'x')
  await user.call('POST', `${objects}/upload`, { form: [{ name: `${size}`, fileName: 'large', content }] })
  expect((await user.get(`${objects}/download?prefix=large&version_id=`)).bytes).toHaveLength(size)
  await uploads(1)
  await downloads(1)
  // With the heads of the requests and the borders of the form.
  for (const [at, direction] of (['upload', 'download'] as const).entries()) {
    const more = (await bytes(direction)) - (before[at] ?? 0)
    expect(more).toBeGreaterThanOrEqual(size)
    expect(more).toBeLessThan(size + 4_000)
  }
})

test('counts calls to the storage server, with those of the fast paths', async () => {
  const { user, objects } = await given.userWithBucket()
  await user.call('POST', `${objects}/upload`, { form: [{ name: '4', fileName: 'small', content: 'body' }] })
  const gets = await counted('cooperage_storage_calls_total', 'api="s3"', 'method="GET"', 'outcome="ok"')
  await user.get(`${objects}/download?prefix=small&version_id=`)
  await gets(1)
  const refused = await counted('cooperage_storage_calls_total', 'outcome="refused"', 'api="s3"')
  await user.get(`${objects}/download?prefix=missing&version_id=`)
  await refused(1)
  const text = await metrics()
  expect(sumOf(text, 'cooperage_storage_calls_total', 'api="sts"')).toBeGreaterThan(0)
  expect(sumOf(text, 'cooperage_storage_call_duration_seconds_count', 'api="admin"')).toBeGreaterThan(0)
})

test('shows live views and jobs while they are there', async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  const views = await counted('cooperage_live_views')
  const socket = await openSocket(user, '/ws/session')
  await views(1)
  socket.socket.close()
  await views(0)

  await user.call('POST', `${objects}/upload`, { form: [{ name: '4', fileName: 'a', content: 'body' }] })
  const jobs = await counted('cooperage_jobs', 'status="done"')
  const spec = { kind: 'delete', bucket, paths: [{ path: 'a' }] }
  expect((await user.call('POST', '/api/v1/jobs', { json: spec })).status).toBe(201)
  await jobs(1)
})

test('describes the process and the build, and names no bucket, object or account', async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  await user.call('POST', `${objects}/upload`, { form: [{ name: '4', fileName: 'private-name', content: 'body' }] })
  await user.get(`/api/v1/buckets/${bucket}/versioning`)
  const text = await metrics()
  expect(text).toContain(`cooperage_build_info{version="${packageJson.version}",node_version="${process.version}"} 1`)
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
  ]) {
    expect(sumOf(text, name)).toBeGreaterThan(0)
  }
  for (const secret of [bucket, 'private-name', given.storage.root.accessKey]) expect(text).not.toContain(secret)
})

test('serves the metrics to this machine only, and to nobody through a proxy', async () => {
  const status = async (headers: Record<string, string>, url = given.server.url) =>
    (await visitor(url).call('GET', PATH, { headers })).status
  expect(await status({})).toBe(200)
  expect(await status({ host: 'localhost:9090' })).toBe(200)
  for (const headers of [
    { host: 'nas.lan' },
    { host: '192.168.1.7' },
    { 'x-forwarded-for': '192.168.1.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ]) {
    expect([headers, await status(headers)]).toEqual([headers, 403])
  }
  const behindProxy = await consoleAt(given.storage.url, { trustedProxies: ['loopback'] })
  expect(await status({}, behindProxy.url)).toBe(403)
})

test('serves the metrics to whoever has the token, and then to nobody else', async () => {
  const server = await consoleAt(given.storage.url, { consoleMetricsToken: 'a-token-of-prometheus' })
  const call = (headers: Record<string, string>) => visitor(server.url).call('GET', PATH, { headers })
  for (const authorization of ['', 'Bearer', 'Bearer a-token-of-prometheu', 'Basic a-token-of-prometheus']) {
    const { status, headers } = await call({ authorization })
    expect([authorization, status, headers['www-authenticate']]).toEqual([authorization, 401, 'Bearer'])
  }
  const forwarded = { authorization: 'Bearer a-token-of-prometheus', 'x-forwarded-for': '192.168.1.7' }
  const { status, headers } = await call(forwarded)
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(server.log.join('')).not.toContain('a-token-of-prometheus')
})

test('is ready while the storage server responds, and says why it is not, with few questions', async () => {
  let asked = 0
  let isDown = false
  const storage = await scriptedStorage((_request, response) => {
    asked++
    response.writeHead(isDown ? 502 : 200).end()
  })
  let now = Date.now()
  const server = await consoleAt(storage.url, { now: () => now })
  const ready = async (one: Visitor = visitor(server.url)) => {
    const { status, json } = await one.get('/readyz')
    return { status, ...(json as object) }
  }
  const begun = asked
  expect(await Promise.all(Array.from({ length: 20 }, () => ready()))).toEqual(
    Array.from({ length: 20 }, () => ({ status: 'ready' })),
  )
  expect(asked - begun).toBe(1)
  expect(sumOf(await metrics(server.url), 'cooperage_ready')).toBe(1)

  isDown = true
  expect(await ready()).toEqual({ status: 'ready' })
  now += 6_000
  const reason = expect.stringContaining('502')
  expect(await ready()).toMatchObject({ status: 'not ready', reason })
  expect(sumOf(await metrics(server.url), 'cooperage_ready')).toBe(0)
  expect((await visitor(server.url).get('/readyz')).status).toBe(503)
  expect((await visitor(server.url).get('/healthz')).status).toBe(200)
  await storage.stop()
  now += 6_000
  const gone = await ready()
  expect(gone).toMatchObject({ reason: 'Can’t reach the storage server: nothing listens there.' })
  expect(JSON.stringify(gone)).not.toContain(new URL(storage.url).port)
})

test('reports within seconds that the storage server is silent', async () => {
  const storage = await scriptedStorage(() => undefined)
  const server = await consoleAt(storage.url)
  const began = performance.now()
  const { status, json } = await visitor(server.url).get('/readyz')
  expect([status, json]).toEqual([
    503,
    { status: 'not ready', reason: 'Can’t reach the storage server: it doesn’t respond.' },
  ])
  expect(performance.now() - began).toBeLessThan(4_000)
})

test('in operator mode, reports that the API server of the cluster is down', async () => {
  const folder = tempFolder('operator')
  const server = await startOperatorServer({
    kubernetesUrl: new URL('https://127.0.0.1:1'),
    ownNamespace: 'cooperage',
    host: '127.0.0.1',
    port: 0,
    dataDir: folder.path,
    webRoot: builtWeb(folder.path),
    log: 'silent',
  })
  const { status, json } = await visitor(server.url).get('/readyz')
  const reason = 'Can’t reach the API server of the cluster: ECONNREFUSED.'
  expect([status, json]).toEqual([503, { status: 'not ready', reason }])
  await server.close()
  folder.remove()
})
