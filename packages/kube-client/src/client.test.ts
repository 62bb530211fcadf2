import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createKubeClient, EVENTS, KubeEndpoint, NAMESPACES, PODS, type Pod, TENANTS, type Tenant } from './index.ts'
import { DEADLINE_MS } from './send.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

interface Received {
  method: string | undefined
  url: string | undefined
  authorization: string | undefined
  contentType: string | undefined
  body: unknown
}

/** A client of a server that handles each request with the next of `responders`, and further ones with the last. */
async function clientOf(...responders: ((response: ServerResponse, request: Received) => void)[]) {
  const received: Received[] = []
  const warnings: string[] = []
  const server = createServer(async (request, response) => {
    const seen = await read(request)
    received.push(seen)
    const respond = responders[Math.min(received.length, responders.length) - 1]
    respond?.(response, seen)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = new KubeEndpoint({ url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) })
  const canceling = new AbortController()
  open.push(async () => {
    canceling.abort()
    await endpoint.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const caller = { endpoint, token: 'a.b.c', signal: canceling.signal }
  const kube = createKubeClient({ ...caller, onWarning: (text) => warnings.push(text) })
  return { kube, endpoint, received, warnings, cancel: () => canceling.abort() }
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return {
    method: request.method,
    url: request.url,
    authorization: request.headers.authorization,
    contentType: request.headers['content-type'],
    body: text === '' ? undefined : JSON.parse(text),
  }
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}) {
  return (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function refusal(code: number, reason: string, message: string, details: object = {}) {
  return json({ kind: 'Status', status: 'Failure', code, reason, message, details }, code)
}

function pod(name: string, resourceVersion: string): Pod {
  return { metadata: { name, namespace: 'a', resourceVersion } }
}

const tenant: Tenant = { metadata: { name: 't', namespace: 'a' }, spec: { pools: [] } }

test('lists all pages, each with the selectors and the token of the user', async () => {
  const { kube, received } = await clientOf(
    json({ metadata: { resourceVersion: '7', continue: 'n+x/t' }, items: [pod('a', '1')] }),
    json({ metadata: { resourceVersion: '7' }, items: [pod('b', '2')] }),
  )
  const names: string[] = []
  for await (const { metadata } of kube.listAll(PODS, {
    namespace: 'a',
    labelSelector: 'v1.min.io/tenant=t',
    limit: 1,
  }))
    names.push(metadata.name)
  expect(names).toEqual(['a', 'b'])
  expect(received.map(({ url }) => url)).toEqual([
    '/api/v1/namespaces/a/pods?labelSelector=v1.min.io%2Ftenant%3Dt&limit=1',
    '/api/v1/namespaces/a/pods?labelSelector=v1.min.io%2Ftenant%3Dt&limit=1&continue=n%2Bx%2Ft',
  ])
  expect(received[0]?.authorization).toBe('Bearer a.b.c')
})

test('creates and replaces with the type of the resource, strictly if asked', async () => {
  const { kube, received, warnings } = await clientOf(
    json(tenant, 201, { warning: '299 - "unknown field \\"spec.log\\""' }),
    json(tenant),
  )
  await kube.create(TENANTS, tenant)
  await kube.replace(TENANTS, tenant, { isStrict: true })
  expect(received[0]).toMatchObject({
    method: 'POST',
    url: '/apis/minio.min.io/v2/namespaces/a/tenants',
    body: { apiVersion: 'minio.min.io/v2', kind: 'Tenant' },
  })
  expect(received[1]).toMatchObject({
    method: 'PUT',
    url: '/apis/minio.min.io/v2/namespaces/a/tenants/t?fieldValidation=Strict',
  })
  expect(warnings).toEqual(['unknown field "spec.log"'])
})

test('patches by merge, and deletes with propagation, grace and the identity of the object', async () => {
  const { kube, received } = await clientOf(json(tenant))
  const place = { namespace: 'a', name: 't' }
  await kube.patch(TENANTS, place, { metadata: { resourceVersion: '5' }, spec: { image: null } })
  await kube.remove(TENANTS, place, { propagation: 'Foreground', gracePeriodSeconds: 0, uid: 'u' })
  expect(received[0]).toMatchObject({ method: 'PATCH', contentType: 'application/merge-patch+json' })
  expect(received[0]?.body).toEqual({ metadata: { resourceVersion: '5' }, spec: { image: null } })
  expect(received[1]?.body).toMatchObject({
    propagationPolicy: 'Foreground',
    gracePeriodSeconds: 0,
    preconditions: { uid: 'u' },
  })
})

test.for([
  [401, 'Unauthorized', 'Unauthorized', 'Unauthorized'],
  [404, 'NotFound', 'tenants.minio.min.io "t" not found', 'NotFound'],
  [409, 'AlreadyExists', 'tenants.minio.min.io "t" already exists', 'AlreadyExists'],
  [409, 'Conflict', 'the object has been modified', 'Conflict'],
  [410, 'Expired', 'The provided continue parameter is too old', 'Expired'],
  [429, 'TooManyRequests', 'too many requests', 'TooManyRequests'],
  [503, 'ServiceUnavailable', 'the server is currently unable to handle the request', 'Unreachable'],
  [500, 'InternalError', 'etcdserver: leader changed', 'ServerError'],
] as const)(
  'turns %i %s into a KubeError with the message of the API server',
  async ([status, reason, message, code]) => {
    const { kube } = await clientOf(refusal(status, reason, message))
    await expect(kube.get(TENANTS, { namespace: 'a', name: 't' })).rejects.toMatchObject({ code, status, message })
  },
)

test('names the missing permission, but not when a quota is exceeded', async () => {
  const { kube } = await clientOf(
    refusal(403, 'Forbidden', 'pods "p" is forbidden: User "u" cannot get resource "pods/log" in API group "" in …'),
    refusal(403, 'Forbidden', 'persistentvolumeclaims "c" is forbidden: exceeded quota: storage'),
  )
  await expect(kube.logs({ namespace: 'a', name: 'p' })).rejects.toMatchObject({
    code: 'Forbidden',
    denied: { verb: 'get', resource: 'pods/log', namespace: 'a' },
  })
  await expect(kube.list(TENANTS)).rejects.toMatchObject({ code: 'Forbidden', denied: undefined })
})

test('lists the fields that the API server rejects', async () => {
  const cause = { field: 'spec.pools[0].servers', message: 'servers is immutable', reason: 'FieldValueInvalid' }
  const { kube } = await clientOf(refusal(422, 'Invalid', 'Tenant "t" is invalid', { causes: [cause] }))
  await expect(kube.replace(TENANTS, tenant)).rejects.toMatchObject({ code: 'Invalid', causes: [cause] })
})

test('rejects a response that isn’t from an API server', async () => {
  const page = (status: number) => (response: ServerResponse) => response.writeHead(status).end('<html>')
  const { kube } = await clientOf(page(502), page(200))
  await expect(kube.list(TENANTS)).rejects.toMatchObject({ code: 'ServerError', status: 502 })
  await expect(kube.list(TENANTS)).rejects.toMatchObject({ code: 'Unreadable' })
})

test('times out when a server never responds or stops halfway through a response', async () => {
  const { endpoint } = await clientOf(
    () => undefined,
    (response) => response.writeHead(200).write('{"items":['),
  )
  const kube = createKubeClient({ endpoint, token: 'a.b.c', deadlineMs: 200 })
  await Promise.all([
    expect(kube.list(TENANTS)).rejects.toMatchObject({ code: 'Timeout', status: 0 }),
    expect(kube.list(PODS)).rejects.toMatchObject({ code: 'Timeout', status: 0 }),
  ])
  expect(DEADLINE_MS).toBeLessThan(10_000)
})

test('reports a stopped API server as unreachable', async () => {
  const { kube, endpoint } = await clientOf()
  await endpoint.close()
  await expect(kube.list(TENANTS)).rejects.toMatchObject({ code: 'Unreachable', status: 0 })
})

test.for(['..', '.', 'a/b', 'a%2fb', ''])('the name "%s" can’t reach another path', async (name) => {
  const { kube, received } = await clientOf(json(tenant))
  for (const place of [
    { namespace: name, name: 't' },
    { namespace: 'a', name },
  ])
    await expect(async () => kube.get(TENANTS, place)).rejects.toMatchObject({ code: 'NotFound' })
  expect(received).toEqual([])
})

test('rejects a token with characters that a header can’t contain', async () => {
  const { endpoint, received } = await clientOf(json({}))
  for (const token of ['', 'a\r\nx: y', 'ä'])
    await expect(createKubeClient({ endpoint, token }).reviewSelf()).rejects.toMatchObject({ code: 'Unauthorized' })
  expect(received).toEqual([])
})

test('never sends a token over plain HTTP to another machine', () => {
  expect(() => new KubeEndpoint({ url: new URL('http://10.0.0.1:8080') })).toThrow('https://')
})

test('resumes a watch from the last change or bookmark when its connection ends', async () => {
  const lines =
    (...events: object[]) =>
    (response: ServerResponse) =>
      response.writeHead(200).end(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const { kube, received, cancel } = await clientOf(
    lines({ type: 'ADDED', object: pod('a', '11') }),
    (response) => {
      response.writeHead(200).write(JSON.stringify({ type: 'MODIFIED', object: pod('a', '12') }).slice(0, 20))
      response.socket?.resetAndDestroy()
    },
    lines({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '20' } } }),
    lines({ type: 'DELETED', object: pod('a', '21') }),
  )
  const seen: string[] = []
  const watching = (async () => {
    for await (const { type, object } of kube.watch(PODS, '10', { namespace: 'a' })) {
      seen.push(`${type} ${object.metadata.resourceVersion}`)
      if (type === 'DELETED') cancel()
    }
  })()
  await expect(watching).rejects.toMatchObject({ code: 'Aborted' })
  expect(seen).toEqual(['ADDED 11', 'DELETED 21'])
  expect(received.map(({ url }) => new URL(url ?? '', 'http://h').searchParams.get('resourceVersion'))).toEqual([
    '10',
    '11',
    '11',
    '20',
  ])
})

test('lists again when the server no longer has the changes', async () => {
  const { kube, cancel } = await clientOf(
    json({ metadata: { resourceVersion: '1' }, items: [pod('a', '1')] }),
    (response) =>
      response.end(
        `${JSON.stringify({ type: 'ERROR', object: { code: 410, reason: 'Expired', message: 'too old' } })}\n`,
      ),
    json({ metadata: { resourceVersion: '9' }, items: [pod('b', '9')] }),
  )
  const listed: string[][] = []
  await expect(async () => {
    for await (const event of kube.follow(PODS, { namespace: 'a' })) {
      if (event.type !== 'LISTED') continue
      listed.push(event.objects.map(({ metadata }) => metadata.name))
      if (listed.length === 2) cancel()
    }
  }).rejects.toMatchObject({ code: 'Aborted' })
  expect(listed).toEqual([['a'], ['b']])
})

test('follows logs line by line, also when a chunk ends within a character', async () => {
  const bytes = Buffer.from('first\nnaïve\nlast')
  const { kube, received } = await clientOf((response) => {
    response.writeHead(200).write(bytes.subarray(0, 9))
    response.end(bytes.subarray(9))
  })
  const lines: string[] = []
  for await (const line of kube.followLogs({ namespace: 'a', name: 'p', container: 'minio', tailLines: 10 }))
    lines.push(line)
  expect(lines).toEqual(['first', 'naïve', 'last'])
  expect(received[0]?.url).toBe('/api/v1/namespaces/a/pods/p/log?container=minio&tailLines=10&follow=true')
})

test('returns the user that the token belongs to, and on an old API server only whether the token is valid', async () => {
  const { kube } = await clientOf(
    json({ status: { userInfo: { username: 'jane', groups: ['dev'] } } }, 201),
    refusal(404, 'NotFound', 'the server could not find the requested resource'),
    json({ kind: 'APIVersions' }),
  )
  expect(await kube.reviewSelf()).toEqual({ username: 'jane', groups: ['dev'] })
  expect(await kube.reviewSelf()).toEqual({ username: '', groups: [] })
})

test('checks whether the user has a permission', async () => {
  const { kube, received } = await clientOf(json({ status: { allowed: true } }, 201), json({ status: {} }, 201))
  expect(await kube.reviewAccess({ verb: 'list', resource: TENANTS, namespace: 'a' })).toBe(true)
  expect(await kube.reviewAccess({ verb: 'watch', resource: EVENTS })).toBe(false)
  expect(received[0]?.body).toMatchObject({
    spec: { resourceAttributes: { verb: 'list', group: 'minio.min.io', resource: 'tenants', namespace: 'a' } },
  })
})

test('cluster-wide objects have no namespace in their path', async () => {
  const { kube, received } = await clientOf(json({ metadata: { name: 'a' } }))
  await kube.get(NAMESPACES, { name: 'a' })
  expect(received[0]?.url).toBe('/api/v1/namespaces/a')
})
