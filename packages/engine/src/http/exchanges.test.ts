import { access, readdir, stat } from 'node:fs/promises'
import { Agent, request, Server } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PAYLOAD, presignUrl, signRequest } from '@cooperage/wire'
import { afterAll, expect, test, vi } from 'vitest'
import { newChallenge, proofOf, readEngineRecord } from '../engine-record.ts'
import { ROOT, sendPlain, startTestEngine } from '../test-engine.ts'
import { runningMs } from '../testing/running-ms.ts'

const MIB = 1024 * 1024

const engine = await startTestEngine()
await engine.send('PUT', '/bkt')
await engine.send('PUT', '/bkt/a', { body: 'x' })
afterAll(() => engine.stop())

/** Sends bytes as they are and gives all that comes back until the server closes or `until` is in it. */
function raw(text: string, until = '\0'): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(engine.engine.port, '127.0.0.1')
    let response = ''
    socket.on('data', (bytes) => {
      response += bytes.toString('latin1')
      if (response.includes(until)) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(response))
    socket.write(text)
  })
}

test('health checks need no credentials', async () => {
  for (const name of ['live', 'ready', 'cluster', 'cluster/read']) {
    expect(await engine.send('GET', `/minio/health/${name}`, { as: null })).toMatchObject({ status: 200, text: '' })
  }
})

test('a health check proves the identity of the engine without revealing its secret', async () => {
  const record = await readEngineRecord(engine.dataDir)
  expect(record).toMatchObject({ pid: process.pid, port: engine.engine.port, host: '127.0.0.1' })
  expect((await stat(join(engine.dataDir, 'engine.json'))).mode & 0o777).toBe(0o600)
  const { secret = '' } = record ?? {}
  const responseHeaders = async (headers: Record<string, string>) =>
    (await engine.send('GET', '/minio/health/live', { as: null, headers })).headers

  const challenge = newChallenge()
  expect((await responseHeaders({ 'x-cooperage-challenge': challenge }))['x-cooperage-proof']).toBe(
    proofOf(secret, challenge),
  )
  for (const headers of [{}, { 'x-cooperage-challenge': 'a' }, { 'x-cooperage-challenge': `${challenge}0` }]) {
    expect(Object.keys(await responseHeaders(headers)).filter((name) => name.startsWith('x-cooperage'))).toEqual([])
    expect(JSON.stringify(await responseHeaders(headers))).not.toContain(secret)
  }
})

test("an anonymous request is refused and doesn't learn what exists", async () => {
  for (const path of ['/', '/bkt', '/bkt/a', '/missing/a']) {
    expect(await engine.send('GET', path, { as: null })).toMatchObject({ status: 403, code: 'AccessDenied' })
  }
})

test("every response has a unique request id, and doesn't claim to be another server", async () => {
  const [first, second] = [await engine.send('GET', '/'), await engine.send('GET', '/missing')]
  expect(first.headers).toMatchObject({
    server: 'Cooperage',
    'x-amz-request-id': expect.stringMatching(/^[0-9A-F]{16}$/),
  })
  expect(second.text).toContain(`<RequestId>${second.headers['x-amz-request-id']}</RequestId>`)
  expect(second.headers['x-amz-request-id']).not.toBe(first.headers['x-amz-request-id'])
})

test('presigned URLs allow only the signed read or write', async () => {
  const url = (method: string) =>
    presignUrl({
      method,
      url: new URL('/bkt/presigned', engine.engine.url),
      credentials: ROOT,
      expiresInSeconds: 60,
    })
  const put = url('PUT')
  expect(await sendPlain(put.origin, 'PUT', put.pathname + put.search, { 'content-length': '2' }, 'hi')).toMatchObject({
    status: 200,
  })
  const get = url('GET')
  expect(await sendPlain(get.origin, 'GET', get.pathname + get.search, {})).toMatchObject({ status: 200, text: 'hi' })
  expect(await sendPlain(get.origin, 'DELETE', get.pathname + get.search, {})).toMatchObject({
    status: 403,
    code: 'SignatureDoesNotMatch',
  })
  const info = presignUrl({
    method: 'GET',
    url: new URL('/minio/admin/v3/info', engine.engine.url),
    credentials: ROOT,
    expiresInSeconds: 60,
  })
  expect(await sendPlain(info.origin, 'GET', info.pathname + info.search, {})).toMatchObject({ status: 403 })
})

test('an upload that waits for "100 Continue" is refused before its body', async () => {
  const response = await raw(
    'PUT /bkt/a HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\nExpect: 100-continue\r\n\r\n',
    '</Error>',
  )
  expect(response).toMatch(/^HTTP\/1.1 403 Forbidden/)
  expect(response).toContain('connection: close')
})

test('an accepted upload that waits gets "100 Continue"', async () => {
  const headers = signRequest({
    method: 'PUT',
    url: new URL('/bkt/continued', engine.engine.url),
    headers: { 'content-length': '2' },
    credentials: ROOT,
    payloadHash: PAYLOAD.unsigned,
  })
  const wasContinued = await new Promise((resolve, reject) => {
    const outgoing = request(`${engine.engine.url}/bkt/continued`, {
      method: 'PUT',
      headers: { ...headers, expect: '100-continue' },
      agent: false,
    })
    let continued = false
    outgoing.on('continue', () => {
      continued = true
      outgoing.end('hi')
    })
    outgoing.on('response', (incoming) => {
      incoming.resume()
      resolve(continued && incoming.statusCode === 200)
    })
    outgoing.on('error', reject)
    outgoing.flushHeaders()
  })
  expect(wasContinued).toBe(true)
  expect(await engine.send('GET', '/bkt/continued')).toMatchObject({ text: 'hi' })
})

test('a client that is still sending sees the refusal of a large upload', async () => {
  const body = Buffer.alloc(8 * MIB)
  const reply = await engine.send('PUT', '/missing/large', { body, as: null })
  expect(reply).toMatchObject({ status: 403, code: 'AccessDenied', headers: { connection: 'close' } })
})

test('a connection can be reused after the refusal of a small upload', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number | undefined>()
  for (let round = 0; round < 3; round++) {
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(`${engine.engine.url}/bkt/a`, { method: 'PUT', agent }, (incoming) => {
        ports.add(incoming.socket.localPort)
        incoming.resume().on('end', () => resolve(incoming.statusCode))
      })
      outgoing.on('error', reject)
      outgoing.end('small')
    })
    expect(status).toBe(403)
  }
  agent.destroy()
  expect(ports.size).toBe(1)
})

test('an upload whose client disconnects stores nothing and leaves no file', async () => {
  const url = new URL('/bkt/left', engine.engine.url)
  const headers = signRequest({
    method: 'PUT',
    url,
    headers: { 'content-length': String(64 * MIB) },
    credentials: ROOT,
    payloadHash: PAYLOAD.unsigned,
  })
  const outgoing = request(url, { method: 'PUT', headers, agent: false })
  outgoing.on('error', () => {})
  const temporary = join(engine.dataDir, 'tmp')
  outgoing.write(Buffer.alloc(16 * MIB))
  await vi.waitFor(async () => expect(await readdir(temporary)).toHaveLength(1), { timeout: 10_000 })
  outgoing.destroy()
  await vi.waitFor(async () => expect(await readdir(temporary)).toHaveLength(0), { timeout: 10_000 })
  expect(await engine.send('HEAD', '/bkt/left')).toMatchObject({ status: 404 })
  expect(engine.log).toEqual([])
})

test('a download whose client disconnects releases the object', async () => {
  await engine.send('PUT', '/bkt/large', { body: Buffer.alloc(32 * MIB) })
  const url = new URL('/bkt/large', engine.engine.url)
  const headers = signRequest({ method: 'GET', url, credentials: ROOT, payloadHash: PAYLOAD.unsigned })
  await new Promise<void>((resolve) => {
    const outgoing = request(url, { headers, agent: false }, (incoming) => {
      incoming.once('data', () => outgoing.destroy())
      incoming.on('error', () => {})
    })
    outgoing.on('error', () => {})
    outgoing.on('close', () => resolve())
    outgoing.end()
  })
  await engine.send('DELETE', '/bkt/large')
  const files = async () =>
    (await readdir(join(engine.dataDir, 'objects'), { recursive: true })).filter((name) => name.length > 2)
  await vi.waitFor(async () => expect(await files()).toEqual([]), { timeout: 10_000 })
  expect(engine.log).toEqual([])
})

test.each([
  ['no request at all', 'FOO\r\n\r\n'],
  ['a request without Host', 'GET / HTTP/1.1\r\n\r\n'],
  ['two lengths', 'PUT /bkt/a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
])('%s gets 400 and the connection is closed', async (_name, text) => {
  expect(await raw(text)).toMatch(/^HTTP\/1.1 400 Bad Request/)
})

test('excessively large headers get 431', async () => {
  expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431/)
})

test('closing waits for running requests, removes the record and refuses new connections', async () => {
  const closing = await startTestEngine()
  const { dataDir } = closing
  await closing.send('PUT', '/bkt')
  const upload = closing.send('PUT', '/bkt/last', { body: Buffer.alloc(4 * MIB) })
  expect((await closing.send('GET', '/')).status).toBe(200)
  await Promise.all([upload, closing.engine.close()])
  expect(await upload).toMatchObject({ status: 200 })
  await expect(access(join(dataDir, 'engine.json'))).rejects.toThrow()
  await expect(closing.send('GET', '/')).rejects.toThrow('ECONNREFUSED')
})

test("a keep-alive connection doesn't delay closing", async () => {
  const closing = await startTestEngine()
  const agent = new Agent({ keepAlive: true })
  await new Promise<void>((resolve) => {
    request(`${closing.engine.url}/minio/health/live`, { agent }, (incoming) => {
      incoming.resume().on('end', resolve)
    }).end()
  })
  // What is still open after a while is cut off.
  const cut = vi.spyOn(Server.prototype, 'closeAllConnections')
  expect(await runningMs(() => closing.stop())).toBeLessThan(2_000)
  expect(cut).not.toHaveBeenCalled()
  cut.mockRestore()
  agent.destroy()
})

test('an unexpected error hides its cause from the client, and is logged without query and credentials', async () => {
  const broken = await startTestEngine()
  broken.engine.store.getBucket = () => {
    throw new Error('the index is upside down')
  }
  const url = presignUrl({
    method: 'HEAD',
    url: new URL('/bkt', broken.engine.url),
    credentials: ROOT,
    expiresInSeconds: 60,
  })
  const reply = await sendPlain(url.origin, 'HEAD', url.pathname + url.search, {})
  expect(reply).toMatchObject({ status: 500, code: 'InternalError' })
  expect(JSON.stringify(reply.headers)).not.toContain('upside down')
  expect(broken.log).toMatchObject([
    { level: 'error', path: '/bkt', method: 'HEAD', requestId: reply.headers['x-amz-request-id'] },
  ])
  expect(broken.log[0]?.error).toContain('the index is upside down')
  const text = JSON.stringify(broken.log)
  for (const secret of [ROOT.accessKey, ROOT.secretKey, url.searchParams.get('X-Amz-Signature') ?? '?', 'X-Amz']) {
    expect(text).not.toContain(secret)
  }
  await broken.stop()
})
