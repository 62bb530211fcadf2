/** Live streams, restarts and metrics of a whole engine that can't be compared with MinIO or would take too long there. */
import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { encryptAdminPayload, sha256Hex, signRequest } from '@cooperage/wire'
import { afterAll, expect, test } from 'vitest'
import { metricsTokenOf, readEngineRecord } from '../engine-record.ts'
import { type RunningEngine, startEngine } from '../start-engine.ts'
import { ROOT, startTestEngine } from '../test-engine.ts'

const engine = await startTestEngine()
await engine.send('PUT', '/bkt')
afterAll(() => engine.stop())

async function until<T>(check: () => T | undefined | false): Promise<T> {
  for (const deadline = Date.now() + 25_000; ; await delay(5)) {
    const found = check()
    if (found !== undefined && found !== false) return found as T
    if (Date.now() > deadline) throw new Error('timed out waiting for a condition')
  }
}

/** Opens a stream; resolves when the response headers have arrived. */
async function openStream(target: string) {
  const url = new URL(target, engine.engine.url)
  const headers = signRequest({
    method: 'GET',
    url,
    headers: {},
    credentials: ROOT,
    region: 'us-east-1',
    service: 's3',
    payloadHash: sha256Hex(''),
  })
  const stream = { text: '', hasEnded: false, status: 0, stop: () => void outgoing.destroy() }
  const outgoing = request(url, { headers, agent: false }, (incoming) => {
    stream.status = incoming.statusCode ?? 0
    incoming.on('data', (chunk) => {
      stream.text += chunk
    })
    incoming.on('end', () => {
      stream.hasEnded = true
    })
    incoming.on('error', () => undefined)
  })
  outgoing.on('error', () => undefined).end()
  await until(() => stream.status > 0)
  return stream
}

test('a listener receives an event immediately', async () => {
  const stream = await openStream('/bkt?events=s3:ObjectCreated:*')
  await engine.send('PUT', '/bkt/notified', { body: 'x' })
  const line = await until(() => stream.text.includes('\n') && stream.text.trim())
  stream.stop()
  expect(JSON.parse(line).Records).toMatchObject([
    { eventName: 's3:ObjectCreated:Put', s3: { object: { key: 'notified' } } },
  ])
})

test('a listener without a ping interval receives spaces', async () => {
  const stream = await openStream('/bkt?events=s3:ObjectCreated:*')
  await until(() => stream.text === '  ')
  stream.stop()
})

test('a listener with a ping interval beyond the range of a timer receives no pings', async () => {
  const stream = await openStream('/bkt?events=s3:ObjectCreated:*&ping=99999999')
  await until(() => stream.status === 200)
  await engine.send('PUT', '/bkt/far-ping', { body: 'x' })
  const text = await until(() => stream.text.includes('far-ping') && stream.text)
  stream.stop()
  expect(text).not.toContain('null')
})

test('traces a presigned request without its signature and token', async () => {
  const stream = await openStream('/minio/admin/v3/trace?s3=true')
  const query = 'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=topsecret&X-Amz-Security-Token=topsecret'
  await engine.send('GET', '/bkt/presigned', { as: null, query })
  const text = await until(() => stream.text.includes('presigned') && stream.text)
  stream.stop()
  expect(text).not.toContain('topsecret')
  expect(text).toContain('REDACTED')
})

test('the console log keeps unexpected errors for later readers', async () => {
  const { store } = engine.engine
  const real = store.getBucket
  store.getBucket = () => {
    throw new Error('the index is broken')
  }
  await engine.send('HEAD', '/bkt')
  store.getBucket = real
  const stream = await openStream('/minio/admin/v3/log?limit=1')
  const text = await until(() => stream.text.includes('\n') && stream.text)
  stream.stop()
  expect(JSON.parse(text.trim())).toMatchObject({
    level: 'ERROR',
    api: { name: 'HEAD /bkt', args: {} },
    error: { message: 'unexpected error: Error: the index is broken', source: expect.any(Array) },
    ConsoleMsg: '',
  })
})

test('sends unexpected errors to logger webhooks', async () => {
  const received: string[] = []
  const hook = createServer((incoming, response) => {
    incoming.on('data', (chunk) => received.push(String(chunk)))
    incoming.on('end', () => response.end())
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  const { port } = hook.address() as AddressInfo
  const set = (text: string) => encryptAdminPayload(ROOT.secretKey, Buffer.from(text), { algorithm: 2 })
  const body = await set(`logger_webhook:l endpoint=http://127.0.0.1:${port}/ auth_token=t`)
  await engine.send('PUT', '/minio/admin/v3/set-config-kv', { body })
  const { store } = engine.engine
  const real = store.getBucket
  store.getBucket = () => {
    throw new Error('broken again')
  }
  const reply = await engine.send('HEAD', '/bkt')
  store.getBucket = real
  const text = await until(() => received.join('').includes('broken again') && received.join(''))
  expect(JSON.parse(text)).toMatchObject({ level: 'ERROR', requestID: reply.headers['x-amz-request-id'] })
  await engine.send('DELETE', '/minio/admin/v3/del-config-kv', { body: await set('logger_webhook:l') })
  hook.closeAllConnections()
  hook.close()
})

test('a restart ends streams, keeps the address and delays requests until it is complete', async () => {
  const stream = await openStream('/bkt?events=s3:ObjectCreated:*')
  await engine.send('PUT', '/bkt/kept', { body: 'kept' })
  const { url } = engine.engine
  expect((await engine.send('POST', '/minio/admin/v3/service', { query: 'action=restart' })).status).toBe(200)
  const replies = await Promise.all(Array.from({ length: 10 }, () => engine.send('GET', '/bkt/kept')))
  expect(replies.map(({ status, text }) => [status, text])).toEqual(Array.from({ length: 10 }, () => [200, 'kept']))
  await until(() => stream.hasEnded)
  expect(engine.engine.url).toBe(url)
})

async function control(running: RunningEngine, action: string): Promise<void> {
  const url = new URL(`/minio/admin/v3/service?action=${action}`, running.url)
  const headers = signRequest({
    method: 'POST',
    url,
    headers: { 'content-length': '0' },
    credentials: ROOT,
    region: '',
    service: 's3',
    payloadHash: sha256Hex(''),
  })
  const response = await fetch(url, { method: 'POST', headers: { ...headers, connection: 'close' } })
  expect(response.status).toBe(200)
}

test('an engine that fails to restart reports the reason and can be closed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cooperage-restart-'))
  let reason: unknown
  const broken = await startEngine({
    dataDir,
    root: ROOT,
    log: () => undefined,
    onStop: (error) => {
      reason = error
    },
  })
  await writeFile(join(dataDir, 'root-credentials'), 'no keys')
  await control(broken, 'restart')
  await until(() => reason !== undefined)
  expect(String(reason)).toContain('root-credentials should hold two lines')
  await broken.close()
  await expect(fetch(broken.url)).rejects.toThrow()
  await rm(dataDir, { recursive: true })
})

test('a stopped engine notifies its owner', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cooperage-stop-'))
  let isStopped = false
  const stopped = await startEngine({
    dataDir,
    root: ROOT,
    log: () => undefined,
    onStop: () => {
      isStopped = true
    },
  })
  await control(stopped, 'stop')
  await until(() => isStopped)
  await expect(fetch(stopped.url)).rejects.toThrow()
  await stopped.close()
  await rm(dataDir, { recursive: true })
})

test('removes stale uploads at the configured age', async () => {
  const begun = await engine.send('POST', '/bkt/abandoned', { query: 'uploads' })
  expect(begun.status).toBe(200)
  const body = await encryptAdminPayload(
    ROOT.secretKey,
    Buffer.from('api stale_uploads_expiry=1ms stale_uploads_cleanup_interval=20ms'),
    { algorithm: 2 },
  )
  expect((await engine.send('PUT', '/minio/admin/v3/set-config-kv', { body })).headers['x-minio-config-applied']).toBe(
    'true',
  )
  await until(() => engine.engine.store.listUploads('bkt', { prefix: '', limit: 10 }).entries.length === 0)
})

test('metrics can be made public', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cooperage-public-'))
  const open = await startEngine({ dataDir, root: ROOT, log: () => undefined, isMetricsPublic: true })
  const url = new URL('/minio/v2/metrics/cluster', open.url)
  expect((await fetch(url, { headers: { connection: 'close' } })).status).toBe(200)
  await open.close()
  await rm(dataDir, { recursive: true })
})

test('the console of the same data folder reads metrics with the token of the record, and nothing else', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cooperage-record-'))
  const own = await startEngine({ dataDir, root: ROOT, log: () => undefined })
  const token = metricsTokenOf((await readEngineRecord(dataDir))?.secret ?? '')
  const statusOf = async (path: string, bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}`, connection: 'close' }
    const response = await fetch(new URL(path, own.url), { headers })
    await response.body?.cancel()
    return response.status
  }
  expect(await statusOf('/minio/v2/metrics/cluster', token)).toBe(200)
  expect(await statusOf('/minio/v2/metrics/cluster', metricsTokenOf('another'))).toBe(403)
  expect(await statusOf('/minio/admin/v3/info', token)).toBe(403)
  await own.close()
  await rm(dataDir, { recursive: true })
})

test('rejects a metrics token that is unsigned or has no expiry', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = part({ iss: 'prometheus', sub: ROOT.accessKey })
  const unsigned = `${part({ alg: 'none' })}.${part({ iss: 'prometheus', sub: ROOT.accessKey, exp: 9e9 })}.`
  const endless = `${part({ alg: 'HS512' })}.${claims}`
  const signature = createHmac('sha512', ROOT.secretKey).update(endless).digest('base64url')
  const unknown = unsigned.replace(/^[^.]*/, part({ alg: 'constructor' }))
  for (const token of [unsigned, unknown, `${endless}.${signature}`, 'no-token', '..', `${endless}.`]) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await engine.send('GET', '/minio/v2/metrics/node', { as: null, headers })).status).toBe(403)
  }
})
