/** The console of a tenant inside operator mode: who may enter it, and that nothing leads out of it. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { type ServerInfo, WIDGETS, type Widget } from '@cooperage/contract'
import { NAMESPACES, SECRETS, SERVICES, TENANTS } from '@cooperage/kube-client'
import {
  expectDeclaredErrors,
  freePort,
  type Rights,
  startTarget,
  startTestEngine,
  TEST_CERTIFICATES,
  tempFolder,
  uniqueName,
  waitUntil,
} from '@cooperage/testkit'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { sumOf } from '../monitoring/metrics.ts'
import { auditedIn } from '../running-console.ts'
import { closeSocket, openSocket } from '../socket-visitor.ts'
import type { Reply, Visitor } from '../visitor.ts'
import { startOperator, withOperator } from './running-operator.ts'

const ADMINISTRATOR_ROLE = '../../../../deploy/helm/cooperage/roles/tenant-administrator.yaml'
const CHECK_MS = 300
/** The id of a widget. */
const SERVERS_ONLINE = 53
const METRICS_TOKEN = 'a-token-of-prometheus'
/** What the operator measures of every tenant. */
const MEASURED = 7
/** Where each tenant is; the cluster of these tests runs none. */
const urls = new Map<string, URL>()
const log: string[] = []
const given = await withOperator(
  {
    tenantCheckMs: CHECK_MS,
    tenantScrapeSeconds: 1,
    consoleMetricsToken: METRICS_TOKEN,
    trustedProxies: ['loopback'],
    // Tenants aren't restricted by it.
    outboundAllow: ['hooks.example', '10.9.0.0/16'],
    tenantUrl: async (namespace, tenant) => urls.get(`${namespace}/${tenant}`),
    log: (line) => void log.push(line),
  },
  'current',
  {
    startTenant: async () => ({
      url: new URL('http://127.0.0.1:9'),
      ended: new Promise<string>(() => undefined),
      inspect: async () => ({ usedBytes: MEASURED }),
      stop: async () => undefined,
    }),
  },
)

const storage = await startTarget()
const otherStorage = await startTestEngine()
afterAll(async () => {
  await storage.stop()
  await otherStorage.stop()
  expectDeclaredErrors(log.join(''))
})

interface TenantOptions {
  at?: string
  config?: string
  certificate?: string
}

/** A tenant in its own namespace; `proxy` is the path of its console. */
async function newTenant({ at = storage.url, certificate, ...options }: TenantOptions = {}) {
  const { admin } = given.cluster
  const { accessKey, secretKey } = storage.root
  const config = options.config ?? `export MINIO_ROOT_USER="${accessKey}"\nexport MINIO_ROOT_PASSWORD="${secretKey}"\n`
  const namespace = (await admin.create(NAMESPACES, { metadata: { name: uniqueName('team') } })).metadata.name
  const secret = { metadata: { name: 'photos-env', namespace }, stringData: { 'config.env': config } }
  await admin.create(SECRETS, secret)
  if (certificate !== undefined) {
    await admin.create(SECRETS, {
      metadata: { name: 'photos-tls', namespace },
      stringData: { 'public.crt': certificate },
    })
  }
  const volumeClaimTemplate = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }
  await admin.create(TENANTS, {
    metadata: { name: 'photos', namespace },
    spec: {
      configuration: { name: 'photos-env' },
      pools: [{ name: 'pool-0', servers: 4, volumesPerServer: 1, volumeClaimTemplate }],
    },
  })
  urls.set(`${namespace}/photos`, new URL(at))
  return { namespace, proxy: `/api/proxy/${namespace}/photos`, call: `/api/v1/namespaces/${namespace}/tenants/photos` }
}

const SEES_TENANTS: Omit<Rights, 'namespace'> = {
  groups: ['minio.min.io'],
  resources: ['tenants'],
  verbs: ['get', 'list'],
}
const READS_SECRETS: Omit<Rights, 'namespace'> = { groups: [''], resources: ['secrets'], verbs: ['get'] }
const READS_SERVICES: Omit<Rights, 'namespace'> = { groups: [''], resources: ['services'], verbs: ['get'] }
/** All that opening the console of a tenant needs. */
const OPENS_TENANTS = [SEES_TENANTS, READS_SECRETS, READS_SERVICES]

/** A user with these rights in the namespace. */
async function userWith(namespace: string, ...rights: Omit<Rights, 'namespace'>[]): Promise<Visitor> {
  const ofNamespace = rights.map((right) => ({ ...right, namespace }))
  return await given.signedIn(await given.cluster.account(namespace, 'jane', ofNamespace))
}

const page = (user: Visitor, path: string) => user.get(path, { headers: { accept: 'text/html' } })

test('serves pages, calls, uploads, downloads and live views of the tenant, and no secret leaves the server', async () => {
  const { namespace, proxy, call } = await newTenant()
  const user = await userWith(namespace, ...OPENS_TENANTS)
  const cookies = new Map(user.cookies)
  const replies: Reply[] = []
  const kept = async (reply: Promise<Reply>) => {
    replies.push(await reply)
    return await reply
  }

  expect((await kept(user.get(`${call}/console`))).json).toEqual({ path: `${proxy}/` })
  for (const path of [proxy, `${proxy}/`, `${proxy}/metrics`, `${proxy}/object-browser/a%2Fb`]) {
    const shown = await kept(page(user, path))
    expect([path, shown.status]).toEqual([path, 200])
    expect(shown.text).toContain(`<base href="${proxy}/">`)
    // The browser has them from the console around it.
    expect(shown.text).toContain('src="/assets/main-abc123.js"')
    expect(shown.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(shown.headers['x-frame-options']).toBe('SAMEORIGIN')
  }
  const behindProxy = { accept: 'text/html', 'x-forwarded-prefix': '/ops' }
  const framed = (await user.get(`${proxy}/`, { headers: behindProxy })).text
  expect(framed).toContain(`<base href="/ops${proxy}/">`)
  expect(framed).toContain('src="/ops/assets/main-abc123.js"')
  const session = (await kept(user.get(`${proxy}/api/v1/session`))).json as { pages: string[] }
  expect(session).toMatchObject({
    operator: false,
    way: 'clusterToken',
    accountName: `system:serviceaccount:${namespace}:jane`,
    features: expect.arrayContaining(['embedded']),
    pages: expect.arrayContaining(['/metrics', '/buckets', '/settings']),
  })
  expect(session.pages.filter((path) => /^\/(account|jobs|license|login|tenants)/.test(path))).toEqual([])

  const bucket = uniqueName('bucket')
  expect((await kept(user.call('POST', `${proxy}/api/v1/buckets`, { json: { name: bucket } }))).status).toBe(201)
  const objects = `${proxy}/api/v1/buckets/${bucket}/objects`
  const content = Buffer.alloc(300_000, 'text')
  const form = [{ name: String(content.length), fileName: 'a b.txt', content }]
  expect((await kept(user.call('POST', `${objects}/upload`, { form }))).status).toBe(200)
  const download = `${objects}/download?prefix=${encodeURIComponent('a b.txt')}`
  expect((await kept(user.get(download))).bytes.equals(content)).toBe(true)
  const part = await user.get(download, { headers: { range: 'bytes=0-9' } })
  expect([part.status, part.text]).toEqual([206, 'texttextte'])
  expect((await kept(user.get(`${objects}/download?prefix=none`))).outcome).toBe('404 NoSuchKey')
  expect((await user.call('DELETE', `${proxy}/api/v1/no-such-call`)).status).toBe(404)

  const socket = await openSocket(user, `${proxy}/ws/session`)
  const news = await socket.until('session')
  await closeSocket(socket)
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const leave = new AbortController()
  const stream = await fetch(`${user.url}${proxy}/ws/session`, {
    method: 'POST',
    headers: { cookie, origin: user.url },
    signal: leave.signal,
  })
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  leave.abort()
  expect((await kept(user.get(`${proxy}/api/v1/service/restart`))).json).toMatchObject({ pending: [] })
  const { widgets, metrics } = (await kept(user.get(`${proxy}/api/v1/admin/info`))).json as ServerInfo
  expect([widgets.length, metrics.source]).toEqual([WIDGETS.length, 'console'])
  expect((await kept(user.get(`${call}/usage`))).json).toMatchObject({ used: expect.any(Number), problem: '' })

  const { accessKey, secretKey } = storage.root
  const all = replies.map(({ text, headers }) => text + JSON.stringify(headers)).join() + JSON.stringify(news)
  expect([all.includes(accessKey), all.includes(secretKey)]).toEqual([false, false])
  expect(replies.flatMap(({ headers }) => headers['set-cookie'] ?? [])).toEqual([])
  expect(user.cookies).toEqual(cookies)
  const recorded = log.map((line) => JSON.parse(line)).find(({ audit }) => audit?.call === 'buckets.create')
  expect(recorded.audit).toMatchObject({
    account: `system:serviceaccount:${namespace}:jane`,
    target: { namespace, tenant: 'photos' },
  })
})

test('charts have figures of the tenant, sampled while someone visits it', async () => {
  const { proxy } = await newTenant()
  const user = await given.admin()
  const socket = await openSocket(user, `${proxy}/ws/session`)
  const latest = async () => {
    const { json } = await user.get(`${proxy}/api/v1/admin/info/widgets/${SERVERS_ONLINE}`)
    return (json as Widget).targets[0]?.result[0]?.values.at(-1)
  }
  const [, online] = await waitUntil('samples', latest)
  expect(online).toBe('1')
  const { metrics } = (await user.get(`${proxy}/api/v1/admin/info`)).json as ServerInfo
  expect(metrics).toMatchObject({ isDenied: false, problem: '', since: expect.stringContaining('T') })
  await closeSocket(socket)
})

test('a tenant has its own session, which gives no access to another tenant', async () => {
  const [one, other] = [await newTenant(), await newTenant({ at: otherStorage.url })]
  const user = await given.admin()
  const bucket = uniqueName('bucket')
  await user.call('POST', `${one.proxy}/api/v1/buckets`, { json: { name: bucket } })
  const names = async (path: string) => {
    const { json } = await user.get(path)
    return ((json as { buckets: { name: string }[] }).buckets ?? []).map(({ name }) => name)
  }
  expect(await names(`${one.proxy}/api/v1/buckets`)).toContain(bucket)
  expect(await names(`${other.proxy}/api/v1/buckets`)).not.toContain(bucket)

  // A user of one tenant, whatever the address says.
  const jane = await userWith(other.namespace, ...OPENS_TENANTS)
  const { port } = new URL(jane.url)
  const way = `/api/v1/buckets/${bucket}`
  const attempts = [
    `${one.proxy}${way}`,
    `${other.proxy}/../photos${way}`,
    `${other.proxy}/../../${one.namespace}/photos${way}`,
    `${other.proxy}/%2e%2e/%2e%2e/${one.namespace}/photos${way}`,
    `${other.proxy}/..%2f..%2f${one.namespace}%2fphotos${way}`,
    `${other.proxy}/api/proxy/${one.namespace}/photos${way}`,
    `/api/proxy/${other.namespace}%2fphotos/${one.namespace}${way}`,
    `/api/proxy/${other.namespace}/..%2f${one.namespace}%2fphotos${way}`,
    `/api/proxy//${one.namespace}/photos${way}`,
    `/api/proxy/${other.namespace}/photos@127.0.0.1:${port}${way}`,
    `/api/proxy/127.0.0.1:${new URL(storage.url).port}/photos${way}`,
    `${other.proxy}/${storage.url}${way}`,
    `${other.proxy}\\..\\..\\${one.namespace}\\photos${way}`,
  ]
  for (const path of attempts) {
    const headers = { accept: 'application/json', 'x-forwarded-prefix': one.proxy }
    const { status, text } = await jane.get(path, { headers })
    expect([path, status < 400 && text.includes('"name"')]).toEqual([path, false])
    expect([path, text.includes(bucket) && status < 400]).toEqual([path, false])
  }
})

test('a tenant receives no header or cookie of its visitor, and sends none to the browser', async () => {
  const received: IncomingHttpHeaders[] = []
  const hostile = {
    'set-cookie': 'session=of-the-tenant; Path=/',
    'content-security-policy': 'default-src *',
    'access-control-allow-origin': '*',
    location: 'https://elsewhere.example',
    'x-of-tenant': 'yes',
  }
  const { hostname, port } = new URL(storage.url)
  const between = createHttpServer((incoming, outgoing) => {
    received.push(incoming.headers)
    const { method, url, headers } = incoming
    const forwarded = request({ hostname, port, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, { ...response.headers, ...hostile })
      response.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  await once(between.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void between.close())
  const { proxy } = await newTenant({ at: `http://127.0.0.1:${(between.address() as AddressInfo).port}` })
  const user = await given.admin()
  const cookies = new Map(user.cookies)
  const bucket = uniqueName('bucket')
  const own = { 'x-of-visitor': 'kept-here', authorization: 'Bearer of-the-visitor', referer: `${user.url}/kept-here` }
  const objects = `${proxy}/api/v1/buckets/${bucket}/objects`
  const form = [{ name: '4', fileName: 'a.txt', content: Buffer.from('text') }]
  const replies = [
    await user.call('POST', `${proxy}/api/v1/buckets`, { json: { name: bucket }, headers: own }),
    await user.call('POST', `${objects}/upload`, { form, headers: own }),
    await user.get(`${objects}/download?prefix=a.txt`, { headers: own }),
    await page(user, `${proxy}/buckets`),
  ]
  expect(replies.map(({ status }) => status)).toEqual([201, 200, 200, 200])
  expect(received.length).toBeGreaterThan(3)
  const secrets = ['kept-here', 'of-the-visitor', given.cluster.adminToken, ...cookies.values()]
  const sent = JSON.stringify(received)
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
  expect(received.filter(({ cookie }) => cookie !== undefined)).toEqual([])
  for (const { headers } of replies) {
    const all = JSON.stringify(headers)
    expect([headers['set-cookie'], headers.location, headers['x-of-tenant']]).toEqual([undefined, undefined, undefined])
    expect(all).not.toContain('default-src *')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
  expect(user.cookies).toEqual(cookies)
})

test('a user who may not read the secret of a tenant gets the reason, and one without permissions does not find out whether it exists', async () => {
  const { namespace, proxy, call } = await newTenant()
  const user = await userWith(namespace, SEES_TENANTS)
  const message = `You don’t have permission to view secrets (get secrets on namespace ${namespace}).`
  expect((await user.get(`${call}/console`)).refusal).toBe(`403 AccessDenied: ${message}`)
  // The operator has measured it.
  await waitUntil('the usage is known', async () => (await user.get(`${call}/usage`)).status === 200)
  const text = expect.objectContaining({ key: 'error:AccessDenied', text: message })
  const usage = { used: MEASURED, disk_used: MEASURED, problem: message, text }
  expect((await user.get(`${call}/usage`)).json).toEqual(usage)
  const shown = await page(user, `${proxy}/`)
  expect([shown.status, shown.headers['x-frame-options']]).toEqual([403, 'SAMEORIGIN'])
  expect(shown.text).toContain('permission to view secrets')
  const form = [{ name: '1', fileName: 'a', content: 'x' }]
  expect((await user.call('POST', `${proxy}/api/v1/buckets/b/objects/upload`, { form })).status).toBe(403)
  await expect(openSocket(user, `${proxy}/ws/session`)).rejects.toThrow('403')
  expect((await user.get(`/api/proxy/${namespace}/none/`)).outcome).toBe('404 NoSuchTenant')

  const stranger = given.stranger()
  for (const path of [`${proxy}/api/v1/session`, `/api/proxy/${namespace}/none/`, '/api/proxy/none/none/']) {
    expect((await stranger.get(path)).outcome).toBe('401 NotLoggedIn')
  }
  const foreign = { json: { name: 'bucket' }, headers: { origin: 'http://elsewhere.example' } }
  expect((await (await given.admin()).call('POST', `${proxy}/api/v1/buckets`, foreign)).status).toBe(403)
})

test('a revoked permission ends the visit within one check interval, with everything that is open', async () => {
  const { namespace, proxy } = await newTenant()
  const user = await userWith(namespace, ...OPENS_TENANTS)
  const socket = await openSocket(user, `${proxy}/ws/session`)
  await socket.until('session')
  const binding = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings/${namespace}-jane-1`
  expect((await given.cluster.send('DELETE', binding)).status).toBe(200)
  // Without another request: the console repeats the check while something is open.
  expect(await socket.closed).toEqual({ code: 1011, reason: 'AccessDenied' })
  expect((await user.get(`${proxy}/api/v1/buckets`)).outcome).toBe('403 AccessDenied')
})

test('signing out of operator mode ends its visits', async () => {
  const { proxy } = await newTenant()
  const user = await given.admin()
  const twin = user.twin()
  const socket = await openSocket(user, `${proxy}/ws/session`)
  await socket.until('session')
  await user.call('POST', '/api/v1/logout', { json: {} })
  expect((await socket.closed).reason).toBe('SessionEnded')
  expect((await twin.get(`${proxy}/api/v1/buckets`)).outcome).toBe('401 SessionEnded')
})

test('root keys that changed are read again, and those that are missing or refused are named', async () => {
  const { namespace, proxy, call } = await newTenant({ config: 'export MINIO_BROWSER="on"\n' })
  const user = await given.admin()
  expect((await user.get(`${call}/console`)).outcome).toBe('409 TenantKeysMissing')
  const change = (user: string, password: string) =>
    given.cluster.admin.patch(
      SECRETS,
      { namespace, name: 'photos-env' },
      { stringData: { 'config.env': `export MINIO_ROOT_USER=${user}\nexport MINIO_ROOT_PASSWORD='${password}'\n` } },
    )
  await change(storage.root.accessKey, 'not-the-password')
  expect((await user.get(`${call}/console`)).outcome).toBe('502 TenantKeysRefused')
  await change(storage.root.accessKey, storage.root.secretKey)
  expect((await user.get(`${proxy}/api/v1/session`)).status).toBe(200)
})

test('a tenant that does not respond is named with its address, and one that moves is found again', async () => {
  const { namespace, call, proxy } = await newTenant({ at: `http://127.0.0.1:${await freePort()}` })
  const user = await given.admin()
  const refused = await user.get(`${call}/console`)
  expect(refused.outcome).toBe('503 TenantUnreachable')
  expect(refused.text).toContain('Nothing listens there. Its address is http://127.0.0.1:')
  const usage = await user.get(`${call}/usage`)
  expect(usage.refusal).toBe('503 NoTenantUsage: unable to get tenant usage')
  expect(usage.json).toMatchObject({
    detailedMessage: expect.stringContaining('Can’t reach the storage of tenant photos'),
  })

  urls.set(`${namespace}/photos`, new URL(storage.url))
  expect((await user.get(`${proxy}/api/v1/session`)).status).toBe(200)
  urls.set(`${namespace}/photos`, new URL(otherStorage.url))
  expect((await user.get(`${proxy}/api/v1/session`)).json).toMatchObject({ storage: otherStorage.url })
})

test('previews use the frame of the surrounding console, whose files need no session', async () => {
  const { proxy } = await newTenant()
  const stranger = given.stranger()
  const { status, headers } = await stranger.get(`${proxy}/preview-frame?scheme=dark`)
  expect([status, headers.location]).toEqual([302, '/preview-frame'])
  const behindProxy = { 'x-forwarded-prefix': '/ops' }
  const prefixed = await stranger.get(`${proxy}/preview-frame`, { headers: behindProxy })
  expect(prefixed.headers.location).toBe('/ops/preview-frame')
  expect((await stranger.get(`${proxy}/preview-frame/x`)).status).toBe(401)
})

test('shared links lead to the public address that the cluster gave the tenant', async () => {
  const { namespace, proxy } = await newTenant()
  const { admin } = given.cluster
  const user = await given.admin()
  const bucket = uniqueName('bucket')
  await user.call('POST', `${proxy}/api/v1/buckets`, { json: { name: bucket } })
  const objects = `${proxy}/api/v1/buckets/${bucket}/objects`
  const form = [{ name: '1', fileName: 'a', content: 'x' }]
  expect((await user.call('POST', `${objects}/upload`, { form })).status).toBe(200)
  const origin = async () => {
    const { json } = await user.get(`${objects}/share?prefix=a`)
    return new URL(json as string).origin
  }
  expect(await origin()).toBe(storage.url)
  await waitUntil('the tenant has its service', () => admin.get(SERVICES, { namespace, name: 'minio' }))
  const place = { namespace, name: 'minio', subresource: 'status' }
  for (const [ingress, expected] of [
    [{ ip: '192.0.2.7', hostname: 'photos.example.com' }, 'http://photos.example.com'],
    [{ ip: '192.0.2.7' }, 'http://192.0.2.7'],
    [{ hostname: 'not a host' }, storage.url],
  ] as const) {
    await admin.patch(SERVICES, place, { status: { loadBalancer: { ingress: [ingress] } } })
    // Read again by the next check.
    await expect.poll(origin).toBe(expected)
  }
})

test('a service that names an external host is not followed', async () => {
  const { namespace, call } = await newTenant()
  const service = { type: 'ExternalName', externalName: 'internal.example.com' }
  const { admin } = given.cluster
  await waitUntil('the tenant has its service', () => admin.get(SERVICES, { namespace, name: 'minio' }))
  await admin.patch(SERVICES, { namespace, name: 'minio' }, { spec: service })
  const user = await given.admin()
  const refused = await user.get(`${call}/console`)
  expect(refused.outcome).toBe('503 TenantUnreachable')
  expect(refused.text).toContain('is of type ExternalName')
})

test('a user who may not see the service of a tenant, and so where it leads, does not enter', async () => {
  const { namespace, call, proxy } = await newTenant()
  const user = await userWith(namespace, SEES_TENANTS, READS_SECRETS)
  const message = `You don’t have permission to view services (get services on namespace ${namespace}).`
  expect((await user.get(`${call}/console`)).refusal).toBe(`403 AccessDenied: ${message}`)
  expect((await user.get(`${proxy}/api/v1/session`)).status).toBe(403)
})

test('the role for administrators of tenants opens their consoles', async () => {
  const text = readFileSync(new URL(ADMINISTRATOR_ROLE, import.meta.url), 'utf8')
  const { rules } = parse(text) as { rules: { apiGroups: string[]; resources: string[]; verbs: string[] }[] }
  const { namespace, call } = await newTenant()
  const user = await userWith(namespace, ...rules.map(({ apiGroups, ...rule }) => ({ groups: apiGroups, ...rule })))
  expect((await user.get(`${call}/console`)).status).toBe(200)
})

test.each([
  ['127.0.0.1', 'this is the machine that the console itself runs on'],
  ['169.254.169.254', 'addresses of this kind are never connected to'],
])('a tenant whose name resolves to %s is not connected to', async (address, reason) => {
  const running = await startOperator(
    { ...given.cluster, stop: async () => undefined },
    { resolve: (_name, _options, callback) => callback(null, [{ address, family: 4 }]) },
  )
  onTestFinished(() => running.stop())
  const { call } = await newTenant()
  const user = await running.signedIn(given.cluster.adminToken)
  const refused = await user.get(`${call}/console`)
  expect(refused.outcome).toBe('503 TenantUnreachable')
  expect(refused.text).toContain(reason)
})

const S3_PORT_HINT = 'Error: API Requests must be made to API port'
test.each<[string, RequestListener, string]>([
  ['a website', (_, response) => response.end('<html>Welcome</html>'), 'isn’t a storage server'],
  ['MinIO’s console', (_, response) => response.writeHead(400).end(S3_PORT_HINT), 'MinIO’s console responds there'],
  ['a proxy', (_, response) => response.writeHead(502).end(), 'A proxy responds there'],
])('%s at the address of a tenant is named', async (_what, respond, reason) => {
  const server = createHttpServer(respond)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { call } = await newTenant({ at: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const refused = await (await given.admin()).get(`${call}/console`)
  expect(refused.outcome).toBe('503 TenantUnreachable')
  expect(refused.text).toContain(reason)
})

test('a tenant whose protocol is another than specified is named', async () => {
  const user = await given.admin()
  const [known] = TEST_CERTIFICATES
  const server = createServer(known, (socket) => socket.on('error', () => undefined))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const plain = await newTenant({ at: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  expect((await user.get(`${plain.call}/console`)).text).toContain('It expects HTTPS')
  const encrypted = await newTenant({ at: storage.url.replace('http:', 'https:') })
  expect((await user.get(`${encrypted.call}/console`)).text).toContain('It expects plain HTTP')
})

test('the certificate of a tenant must be one that the cluster trusts', async () => {
  const [known, unknown] = TEST_CERTIFICATES
  const upstream = new URL(storage.url)
  const server = createServer(known, (socket) => {
    const plain = connect(Number(upstream.port), upstream.hostname)
    socket.pipe(plain).pipe(socket)
    for (const end of [socket, plain]) end.on('error', () => socket.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const at = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const user = await given.admin()
  const trusted = await newTenant({ at, certificate: known.cert })
  expect((await user.get(`${trusted.call}/console`)).status).toBe(200)
  const other = await newTenant({ at, certificate: unknown.cert })
  const refused = await user.get(`${other.call}/console`)
  expect(refused.outcome).toBe('503 TenantUnreachable')
  expect(refused.text).toContain("doesn't trust its certificate")
  server.close()
})

test('the audit trail has who entered a tenant, what they changed there, and who was refused', async () => {
  const { namespace, proxy, call } = await newTenant()
  const user = await userWith(namespace, ...OPENS_TENANTS)
  const bucket = uniqueName('bucket')
  expect((await user.call('POST', `${proxy}/api/v1/buckets`, { json: { name: bucket } })).status).toBe(201)
  expect((await user.get(`${call}/console`)).status).toBe(200)
  const other = await newTenant()
  expect((await user.get(`${other.call}/console`)).status).toBe(403)
  const account = `system:serviceaccount:${namespace}:jane`
  const records = () =>
    auditedIn({ log }).filter((record) => record.account === account && record.call !== 'session.loginOperator')
  await expect.poll(records).toHaveLength(3)
  const inTenant = { namespace, tenant: 'photos' }
  expect(records()).toMatchObject([
    { kind: 'sign-in', call: 'tenants.console', address: '127.0.0.1', target: inTenant, outcome: 'done' },
    { kind: 'change', call: 'buckets.create', target: inTenant, request: { name: bucket }, outcome: 'done' },
    { kind: 'sign-in', target: { namespace: other.namespace }, outcome: 'refused', code: 'AccessDenied' },
  ])
})

test('the audit trail has what people without a session tried to change in a tenant', async () => {
  const { namespace, proxy } = await newTenant()
  const stranger = given.stranger()
  for (const bucket of ['one', 'two'])
    expect((await stranger.call('DELETE', `${proxy}/api/v1/buckets/${bucket}`)).status).toBe(401)
  expect((await stranger.get(`${proxy}/api/v1/buckets`)).status).toBe(401)
  const records = () => auditedIn({ log }).filter(({ target }) => target.namespace === namespace)
  await expect.poll(records).toMatchObject([
    {
      kind: 'change',
      call: 'buckets.delete',
      account: '',
      address: '127.0.0.1',
      target: { namespace, tenant: 'photos' },
      outcome: 'refused',
      status: 401,
      code: 'NotLoggedIn',
      count: 1,
    },
  ])
})

test('the console of a tenant connects only to what the allow list of operator mode has', async () => {
  const { namespace, proxy } = await newTenant()
  const user = await userWith(namespace, ...OPENS_TENANTS)
  const json = { targetURL: 'http://10.8.0.1', useTLS: false, accessKey: 'a', secretKey: 'b', region: '' }
  expect((await user.call('POST', `${proxy}/api/v1/list-external-buckets`, { json })).json).toMatchObject({
    code: 'RemoteAddressRefused',
    message: expect.stringContaining('COOPERAGE_OUTBOUND_ALLOW doesn’t list it'),
  })
})

test('tenants in use whose samples are too large together are closed, and open again without them', async () => {
  const folder = tempFolder('operator')
  onTestFinished(() => folder.remove())
  const running = await startOperator(
    { ...given.cluster, stop: async () => undefined },
    {
      dataDir: folder.path,
      tenantCheckMs: CHECK_MS,
      tenantScrapeSeconds: 1,
      maxTenantsBytes: 1,
      tenantUrl: async () => new URL(storage.url),
    },
  )
  onTestFinished(() => running.stop())
  const { proxy } = await newTenant()
  const user = await running.signedIn(given.cluster.adminToken)
  const socket = await openSocket(user, `${proxy}/ws/session`)
  const store = async () => (await readdir(join(folder.path, 'tenants')).catch(() => [])).length
  await waitUntil(
    'the samples are stored',
    async () => (await user.get(`${proxy}/api/v1/session`)).status === 200 && (await store()) === 1,
  )
  await waitUntil('the samples are deleted', async () => (await store()) === 0)
  expect((await user.get(`${proxy}/api/v1/session`)).status).toBe(200)
  await closeSocket(socket)
})

test('counts what happens in the consoles of tenants once, by its own route, and serves it only outside them', async () => {
  const { namespace, proxy } = await newTenant()
  const user = await userWith(namespace, ...OPENS_TENANTS)
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = async () => (await given.stranger().call('GET', '/metrics-console', { headers })).text
  const count = async (name: string, label: string) => sumOf(await metrics(), name, label)
  const inside = () => count('cooperage_http_requests_total', 'route="/api/v1/session"')
  const passed = () => count('cooperage_http_requests_total', 'route="/api/proxy/*"')
  const calls = () => count('cooperage_storage_calls_total', 'outcome="ok"')
  const before = [await inside(), await passed(), await calls()] as const
  expect((await user.get(`${proxy}/api/v1/session`)).status).toBe(200)
  await waitUntil('the request is counted', async () => (await inside()) === before[0] + 1)
  expect(await passed()).toBe(before[1])
  expect(await calls()).toBeGreaterThan(before[2])
  const within = await user.call('GET', `${proxy}/metrics-console`, { headers })
  expect(within.text).not.toContain('cooperage_http_requests_total')
  expect((await given.stranger().get('/readyz')).json).toEqual({ status: 'ready' })
})
