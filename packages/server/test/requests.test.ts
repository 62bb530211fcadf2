import { once } from 'node:events'
import { connect } from 'node:net'
import { allow, uniqueName, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { consoleAt, startConsole, withConsole } from './running-console.ts'
import { visitor } from './visitor.ts'

const given = await withConsole({ allowedHosts: ['console.example.org'] })

/** Sends raw bytes and collects the response until the server closes or `enough` is seen. */
async function exchangeRaw(text: string, enough?: string): Promise<string> {
  const { port } = new URL(given.server.url)
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  let received = ''
  let isClosed = false
  socket.on('data', (chunk) => {
    received += chunk.toString()
  })
  socket.on('close', () => {
    isClosed = true
  })
  socket.on('error', () => {
    // A reset counts as the end.
  })
  socket.write(text)
  await waitUntil('the server responded', () => isClosed || (enough !== undefined && received.includes(enough)))
  socket.destroy()
  return received
}

test.each([
  ['a foreign Origin', { origin: 'http://evil.example' }],
  ['the same host at another port', { origin: 'http://127.0.0.1:1' }],
  ['Origin: null', { origin: 'null' }],
  ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
  ['a same-site fetch', { 'sec-fetch-site': 'same-site' }],
])('rejects a changing request with %s', async (_, headers) => {
  const { user, bucket, objects } = await given.userWithBucket()
  const form = [{ name: '1', fileName: 'a', content: 'a' }]
  const replies = [
    await user.call('POST', '/api/v1/buckets', { json: { name: `${bucket}-2` }, headers }),
    await user.call('POST', `${objects}/upload`, { form, headers }),
    await user.call('DELETE', `/api/v1/buckets/${bucket}`, { headers }),
    await user.call('POST', '/api/v1/logout', { headers }),
    await given.stranger().call('POST', '/api/v1/login', { json: given.storage.root, headers }),
  ]
  for (const reply of replies) expect(reply.outcome).toBe('403 ForeignOrigin')
  expect((await user.get('/api/v1/session')).status).toBe(200)
  expect((await user.get(objects)).json).toEqual({ objects: [], total: 0 })
})

test.each([
  ['GET /api/v1/login', ''],
  ['GET /', ''],
  [
    'GET /ws/session',
    'upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
  ],
])('rejects %s with two Host headers', async (line, head) => {
  const connection = head === '' ? 'close' : 'upgrade'
  const hosts = 'host: localhost\r\nHost: console.example.org\r\n'
  const response = await exchangeRaw(`${line} HTTP/1.1\r\n${hosts}connection: ${connection}\r\n${head}\r\n`, '}')
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(response).toContain('the request has two Host headers')
})

test('accepts its own origin, even if TLS ends at an unknown proxy', async () => {
  const user = await given.user()
  const { host } = new URL(given.server.url)
  const request = (headers: Record<string, string>) =>
    user.call('POST', '/api/v1/has-permission', { json: { actions: [] }, headers })
  expect((await request({ origin: `http://${host}` })).status).toBe(201)
  expect((await request({ origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).status).toBe(201)
  expect((await request({ host: 'console.example.org', origin: 'https://console.example.org' })).status).toBe(201)
})

test('responds only under its own names', async () => {
  const statusFor = async (host: string) => (await given.stranger().get('/api/v1/login', { headers: { host } })).status
  expect(await statusFor('evil.example')).toBe(421)
  expect(await exchangeRaw('GET /api/v1/login HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 421 /)
  expect(await statusFor('localhost.evil.example:80')).toBe(421)
  for (const own of ['localhost:9090', '192.168.7.7', '[::1]:9090', 'app.localhost', 'console.example.org']) {
    expect(await statusFor(own)).toBe(200)
  }
})

test('an error in the browser is a page that says what to do, with escaped names', async () => {
  const headers = { host: 'nas.example', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const page = await given.stranger().get('/buckets', { headers })
  expect([page.status, page.headers['content-type']]).toEqual([421, 'text/html; charset=utf-8'])
  expect(page.text).toContain('Add it to COOPERAGE_HOSTS.')

  const { user, objects } = await given.userWithBucket()
  const hostile = encodeURIComponent('<img src=x onerror=alert(1)>')
  const download = await user.get(`${objects}/download?prefix=${hostile}`, { headers: { accept: 'text/html' } })
  expect([download.status, download.headers['content-security-policy']]).toEqual([
    404,
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  ])
  expect(download.text).toContain('&#60;img src=x onerror')
  expect(download.text).not.toContain('<img')
})

test('sends no CORS headers', async () => {
  const headers = { origin: 'http://evil.example', 'access-control-request-method': 'POST' }
  const preflight = await given.stranger().call('OPTIONS', '/api/v1/buckets', { headers })
  expect(preflight.status).toBeGreaterThanOrEqual(400)
  for (const name of Object.keys(preflight.headers)) expect(name).not.toMatch(/^access-control-/)
})

test.each([
  ['an unknown field', { accessKey: 'a', secretKey: 'b', admin: true }, '"admin" is not known here'],
  ['a missing field', { accessKey: 'a' }, '"secretKey" must be a string'],
  ['a number for a text', { accessKey: 1, secretKey: 'b' }, '"accessKey" must be a string'],
  ['an array', [], 'the body must be an object'],
  ['null', null, 'the body must be an object'],
  ['an empty text', { accessKey: '', secretKey: 'b' }, '"accessKey" is too short'],
])('rejects %s with a message for its author', async (_, json, words) => {
  const reply = await given.stranger().call('POST', '/api/v1/login', { json })
  expect(reply.outcome).toBe('400 InvalidInput')
  expect((reply.json as { message: string }).message).toContain(words)
})

test('rejects unknown query parameters', async () => {
  const { user, objects } = await given.userWithBucket()
  expect((await user.get(`${objects}?prefix=&sort=size`)).outcome).toBe('400 InvalidInput')
})

test.each([
  ['broken JSON', '{"accessKey":'],
  ['100,000 brackets', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['a poisoned prototype', '{"__proto__":{"admin":true},"accessKey":"a","secretKey":"b"}'],
])('rejects %s with 400', async (_, body) => {
  const headers = { 'content-type': 'application/json' }
  expect((await given.stranger().call('POST', '/api/v1/login', { body, headers })).outcome).toBe('400 InvalidInput')
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'accepts JSON under no other content type: %s',
  async (type) => {
    const body = JSON.stringify(given.storage.root)
    const reply = await given.stranger().call('POST', '/api/v1/login', { body, headers: { 'content-type': type } })
    expect(reply.outcome).toBe('415 UnsupportedMediaType')
  },
)

test('rejects a large body by its announced length, before it is sent', async () => {
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
  const response = await exchangeRaw(head('/api/v1/login', 10 * 1024 * 1024), 'requestId')
  expect(response).toMatch(/^HTTP\/1\.1 413 /)
  expect(response).toContain('"BodyTooLarge"')
})

test('delivers the response to a client that sends the large body anyway', async () => {
  const login = await given.stranger().call('POST', '/api/v1/login', { json: { accessKey: 'x'.repeat(10_000_000) } })
  expect(login.outcome).toBe('413 BodyTooLarge')
  const user = await given.user()
  expect((await user.call('POST', '/api/v1/buckets', { json: { name: 'x'.repeat(10_000_000) } })).status).toBe(413)
})

test.each(['close', 'keep-alive'])(
  'delivers the response of a refused body to a slow sender, connection: %s',
  async (kind) => {
    const { hostname, port } = new URL(given.server.url)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    const failures: Error[] = []
    socket.on('error', (error) => failures.push(error))
    const length = 8 * 1024 * 1024
    const request = `POST /api/v1/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: ${kind}\r\n`
    socket.write(`${request}content-length: ${length}\r\n\r\n`)
    let response = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      response += text
    })
    await waitUntil('the response', async () => response.includes('BodyTooLarge'))
    // The sender reads it only once it has sent everything.
    for (let sent = 0; sent < length; sent += length / 64) {
      const isWritten = Promise.withResolvers<unknown>()
      socket.write(Buffer.alloc(length / 64), isWritten.resolve)
      await isWritten.promise
    }
    expect(failures).toEqual([])
    const isClosed = once(socket, 'close')
    if (kind === 'close') socket.end()
    else socket.destroy()
    await isClosed
    expect(failures).toEqual([])
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
  },
)

test('limits a body without an announced length', async () => {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const head =
    'POST /api/v1/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
  const response = await exchangeRaw(head + chunk.repeat(3), 'requestId')
  expect(response).toMatch(/^HTTP\/1\.1 413 /)
})

test('rejects headers that are too large, and malformed HTTP', async () => {
  const large = await exchangeRaw(`GET / HTTP/1.1\r\nhost: localhost\r\nx-large: ${'x'.repeat(40_000)}\r\n\r\n`)
  expect(large).toMatch(/^HTTP\/1\.1 431 /)
  expect(large).toContain('"HeadersTooLarge"')
  expect(await exchangeRaw('HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
})

test('an error has what the storage server calls it and its request, but not for visitors who haven’t signed in', async () => {
  const user = await given.user()
  const missing = await user.get('/api/v1/policy?name=no-such-policy')
  const storageRequestId = expect.stringMatching(/^[0-9A-F]{16}$/)
  expect(missing.json).toMatchObject({
    ...{ code: 'NoSuchPolicy', storageCode: 'XMinioAdminNoSuchPolicy' },
    storageRequestId,
  })
  // The same name twice says nothing.
  const refused = await user.get('/api/v1/buckets/no-such-bucket/versioning')
  expect(refused.json).toMatchObject({ storageRequestId })
  expect(refused.json).not.toHaveProperty('storageCode')
  const { accessKey } = given.storage.root
  for (const keys of [
    { accessKey, secretKey: 'wrong-secret' },
    { accessKey: 'nobody', secretKey: 'wrong-secret' },
  ]) {
    const rejected = await given.stranger().signIn(keys)
    expect(rejected.status).toBe(401)
    expect(rejected.json).not.toHaveProperty('storageCode')
    expect(rejected.json).not.toHaveProperty('storageRequestId')
  }
})

test('responds to unknown calls and methods with the common error body', async () => {
  const user = await given.user()
  const unknown = await user.get('/api/v1/nope')
  expect([unknown.status, unknown.json]).toEqual([
    404,
    {
      code: 'NotFound',
      message: expect.any(String),
      parameters: {},
      detailedMessage: '',
      requestId: expect.any(String),
    },
  ])
  expect((await user.call('PUT', '/api/v1/buckets', { json: {} })).json).toMatchObject({ code: 'MethodNotAllowed' })
  expect((await user.call('DELETE', '/api/v1/nope')).status).toBe(404)
  expect((await user.get('/api/v1/buckets/%zz/objects')).status).toBe(400)
})

test('sends security headers with every response', async () => {
  for (const path of ['/api/v1/login', '/api/v1/nope', '/api/v1/session', '/healthz']) {
    const { headers } = await given.stranger().get(path)
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(headers['x-xss-protection']).toBeUndefined()
    expect(headers['strict-transport-security']).toBeUndefined()
  }
})

test('sends no opener policy over plain HTTP at a local name, where browsers would only warn', async () => {
  const server = await startConsole(given.storage.url, { allowedHosts: ['nas.lan'] })
  const { status, headers } = await visitor(server.url).call('GET', '/api/v1/login', { headers: { host: 'nas.lan' } })
  expect(status).toBe(200)
  expect(headers['cross-origin-opener-policy']).toBeUndefined()
})

test('trusts the forwarded scheme of a trusted proxy only', async () => {
  const server = await consoleAt(given.storage.url, { trustedProxies: ['loopback'], hstsSeconds: 600 })
  const json = given.storage.root
  const headers = { 'x-forwarded-proto': 'https' }
  const behind = await visitor(server.url).call('POST', '/api/v1/login', { json, headers })
  expect(behind.headers['set-cookie']?.[0]).toContain('; Secure')
  expect(behind.headers['strict-transport-security']).toBe('max-age=600')
  const untrusted = await given.stranger().call('POST', '/api/v1/login', { json, headers })
  expect(untrusted.headers['set-cookie']?.[0]).not.toContain('Secure')
})

test('reports that it is running, and to signed-in visitors its version', async () => {
  expect((await given.stranger().get('/healthz')).json).toEqual({ status: 'ok' })
  const forged = given.stranger()
  const headers = { cookie: 'cooperage_session=forged' }
  expect((await forged.call('GET', '/healthz', { headers })).json).toEqual({ status: 'ok' })
  const user = await given.user()
  expect((await user.get('/healthz')).json).toEqual({ status: 'ok', version: packageJson.version })
})

test('accepts names of more than 100 characters in a path, and refuses what is longer than any name', async () => {
  const root = await given.user()
  const name = uniqueName('long').padEnd(200, 'x')
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [allow(['s3:GetObject'], '*')] })
  expect((await root.call('POST', '/api/v1/policies', { json: { name, policy } })).status).toBe(201)
  expect((await root.get(`/api/v1/policies/${name}/users`)).json).toEqual([])
  const { status, json } = await root.get(`/api/v1/policies/${'x'.repeat(2_000)}/users`)
  expect([status, json]).toMatchObject([400, { code: 'InvalidInput' }])
})
