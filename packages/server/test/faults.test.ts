import { connect } from 'node:net'
import { freePort, silentServer, startTestEngine, tempFolder } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { consoleAt, startConsole, TEST_SECRET } from './running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from './scripted-storage.ts'
import { type Reply, visitor } from './visitor.ts'

const ROOT = { accessKey: 'cooperage-root', secretKey: 'cooperage-root-secret' }

/** Cookies of a session with a working storage server, for consoles with the same secret. */
async function sessionCookies(): Promise<Map<string, string>> {
  const storage = await scriptedStorage((request, response) => {
    response.end(
      request.method === 'POST' ? stsKeys() : accountDocument({ Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }),
    )
  })
  const server = await startConsole(storage.url)
  const user = visitor(server.url)
  await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  await server.stop()
  await storage.stop()
  return user.cookies
}

const CALLS = [
  ['GET', '/api/v1/session'],
  ['GET', '/api/v1/buckets'],
  ['DELETE', '/api/v1/buckets/photos'],
  ['GET', '/api/v1/buckets/photos/objects'],
  ['GET', '/api/v1/buckets/photos/objects/download?prefix=a'],
] as const

/** Further calls, which use the same code paths. */
const OBJECT_CALLS = [
  ['GET', '/api/v1/buckets/photos/objects?with_versions=true'],
  ['GET', '/api/v1/buckets/photos/objects/details?prefix=a'],
  ['GET', '/api/v1/buckets/photos/rewind/2026-01-01T00:00:00Z'],
  ['GET', '/api/v1/buckets/photos/objects/uploads'],
  ['PUT', '/api/v1/buckets/photos/objects/restore?prefix=a'],
  ['DELETE', '/api/v1/buckets/photos/objects?path=a/&recursive=true&all_versions=true'],
] as const

test('a silent storage server gives 504 within 10 s, and doesn’t sign users out', { timeout: 20_000 }, async () => {
  const cookies = await sessionCookies()
  const silent = await silentServer()
  const server = await startConsole(silent.url)
  const timed = async (call: Promise<Reply>) => {
    const start = performance.now()
    const reply = await call
    return { ...reply, seconds: (performance.now() - start) / 1000 }
  }
  const replies = await Promise.all([
    ...CALLS.map(([method, path]) => timed(visitor(server.url, new Map(cookies)).call(method, path))),
    timed(visitor(server.url).signIn(ROOT)),
  ])
  for (const { status, json, seconds, headers } of replies) {
    expect([status, json]).toMatchObject([504, { code: 'StorageTimeout' }])
    // The deadline is nine; the rest is for a busy machine.
    expect(seconds).toBeLessThan(13)
    expect(headers['set-cookie']).toBeUndefined()
  }
  expect((await visitor(server.url).get('/')).status).toBe(200)
  await server.stop()
  await silent.close()
})

test('a stopped storage server gives 503 immediately, without internal addresses, and doesn’t sign users out', async () => {
  const cookies = await sessionCookies()
  const port = await freePort()
  const server = await consoleAt(`http://127.0.0.1:${port}`)
  for (const [method, path] of [...CALLS, ...OBJECT_CALLS]) {
    const user = visitor(server.url, new Map(cookies))
    const reply = await user.call(method, path)
    expect(reply.outcome).toBe('503 StorageUnreachable')
    expect(reply.text).not.toContain(String(port))
    expect(user.cookies).toEqual(cookies)
  }
  expect((await visitor(server.url).signIn(ROOT)).outcome).toBe('503 StorageUnreachable')
})

test('a session continues without a new sign-in after an outage', async () => {
  const folder = tempFolder('engine')
  const port = await freePort()
  const storage = await startTestEngine({ dataDir: folder.path, port })
  const server = await startConsole(storage.url)
  const user = visitor(server.url)
  await user.signIn(storage.root)
  await user.call('POST', '/api/v1/buckets', { json: { name: 'outlives-it' } })
  await storage.stop()
  expect((await user.get('/api/v1/buckets')).status).toBe(503)
  const again = await startTestEngine({ dataDir: folder.path, port })
  expect((await user.get('/api/v1/session')).status).toBe(200)
  expect((await user.get('/api/v1/buckets')).json).toMatchObject({ buckets: [{ name: 'outlives-it' }] })
  await server.stop()
  await again.stop()
  folder.remove()
})

test('aborts the download if the storage server disconnects in the middle of an object', async () => {
  const cookies = await sessionCookies()
  const storage = await scriptedStorage((_, response) => {
    response.writeHead(200, { 'content-length': '1000000' })
    response.write('x'.repeat(1000), () => response.destroy())
  })
  const server = await consoleAt(storage.url)
  const user = visitor(server.url, cookies)
  const path = '/api/v1/buckets/photos/objects/download?prefix=a'
  await expect(user.get(path)).rejects.toThrow()

  // A browser keeps its connections: if this one stayed open, it would wait for the rest forever.
  const { hostname, port } = new URL(server.url)
  const kept = connect(Number(port), hostname)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  let received = ''
  kept.on('data', (bytes) => {
    received += bytes.toString()
  })
  kept.on('error', () => kept.destroy())
  kept.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nconnection: keep-alive\r\ncookie: ${cookie}\r\n\r\n`)
  await new Promise((resolve) => kept.once('close', resolve))
  expect(received).toMatch(/^HTTP\/1\.1 200 .*content-length: 1000000/s)
})

test('aborts the listing without a valid document if the storage server fails between two pages', async () => {
  const cookies = await sessionCookies()
  let pages = 0
  const storage = await scriptedStorage((_, response) => {
    if (pages++ > 0) return response.writeHead(500).end()
    response.end(
      '<ListBucketResult><Name>photos</Name><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>' +
        '<Contents><Key>a</Key><LastModified>2026-01-01T00:00:00Z</LastModified><ETag>"e"</ETag><Size>1</Size></Contents>' +
        '</ListBucketResult>',
    )
  })
  const server = await consoleAt(storage.url)
  await expect(visitor(server.url, cookies).get('/api/v1/buckets/photos/objects')).rejects.toThrow()
})

test('downloads an object without a length in chunks', async () => {
  const cookies = await sessionCookies()
  const storage = await scriptedStorage((_, response) => {
    response.write('in ')
    response.end('chunks')
  })
  const server = await consoleAt(storage.url)
  const reply = await visitor(server.url, cookies).get('/api/v1/buckets/photos/objects/download?prefix=a')
  expect([reply.status, reply.text]).toEqual([200, 'in chunks'])
})

test.each(['InvalidAccessKeyId', 'InvalidTokenId', 'ExpiredToken'])(
  'keys that the storage refuses with %s end the session and remove the cookie',
  async (code) => {
    const cookies = await sessionCookies()
    const storage = await scriptedStorage((_, response) => {
      response.writeHead(403).end(`<Error><Code>${code}</Code><Message>inner</Message></Error>`)
    })
    const server = await consoleAt(storage.url)
    const user = visitor(server.url, cookies)
    expect((await user.get('/api/v1/session')).outcome).toBe('401 SessionEnded')
    expect(user.cookies.size).toBe(0)
  },
)

test('an unexpected failure reveals no internals', async () => {
  const cookies = await sessionCookies()
  const storage = await scriptedStorage((_, response) => response.end('<this is no XML'))
  const server = await consoleAt(storage.url)
  const reply = await visitor(server.url, cookies).get('/api/v1/buckets/photos/objects')
  expect(reply.status).toBeGreaterThanOrEqual(500)
  expect(reply.text).not.toMatch(/at .*\.ts|wire|saxes|127\.0\.0\.1/)
})

test('generates its own secret once, readable only by the owner', async () => {
  const { statSync, readFileSync } = await import('node:fs')
  const folder = tempFolder('console')
  const start = () =>
    startConsole('http://127.0.0.1:9', { dataDir: folder.path, secret: undefined as unknown as string })
  const first = await start()
  const secret = readFileSync(`${folder.path}/console-secret`, 'utf8')
  expect(statSync(`${folder.path}/console-secret`).mode & 0o777).toBe(0o600)
  expect(secret.trim()).not.toBe(TEST_SECRET)
  await first.stop()
  const second = await start()
  expect(readFileSync(`${folder.path}/console-secret`, 'utf8')).toBe(secret)
  await second.stop()
  folder.remove()
})
