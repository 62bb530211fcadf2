/** Attacks that older consoles were vulnerable to and no other test covers: floods, sizes, malformed requests. */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { type ConsoleProcess, startConsoleProcess, waitUntil } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { consoleAt, withConsole } from './running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from './scripted-storage.ts'
import { visitor } from './visitor.ts'

const given = await withConsole()
const MIB = 1024 * 1024

/** A connection that sends `head` and then what `more` returns, until the console closes it. */
function saying(
  url: string,
  head: string,
  localAddress?: string,
): { socket: Socket; received: () => string; closed: Promise<void> } {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), ...(localAddress && { localAddress }) })
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes.toString()
  })
  // A reset counts as the end.
  socket.on('error', () => socket.destroy())
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(head)
  return { socket, received: () => received, closed }
}

const LOGIN_HEAD = 'POST /api/v1/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'

describe.runIf(process.platform === 'linux')('the memory of the console', () => {
  /** The peak memory of the process, in bytes. */
  const peakOf = ({ pid }: ConsoleProcess) =>
    Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

  test('is not filled by anonymous bodies of 100 MB, with or without an announced length', {
    timeout: 90_000,
  }, async () => {
    // Garbage is collected all the time, so that the peak is that of live memory.
    const collecting = '--expose-gc --import=data:text/javascript,setInterval(gc,20).unref()'
    const server = await startConsoleProcess(given.storage.url, { env: { NODE_OPTIONS: collecting } })
    const plain = 'x'.repeat(MIB)
    const stranger = async (head: string, piece: string, length: number) => {
      const one = saying(server.url, head)
      for (let sent = 0; sent < length && !one.socket.destroyed; sent += MIB) {
        if (!one.socket.write(piece))
          await Promise.race([new Promise((go) => one.socket.once('drain', go)), one.closed])
      }
      // A client that continues to send is disconnected, and may miss the response.
      if (!one.socket.destroyed) await waitUntil('the response has arrived', () => one.received() !== '')
      expect(one.received()).toMatch(/^$|^HTTP\/1\.1 413 /)
      one.socket.destroy()
    }
    const strangers = async (length: number) => {
      await stranger(`${LOGIN_HEAD}content-length: ${length}\r\n\r\n`, plain, length)
      const chunk = `${MIB.toString(16)}\r\n${plain}\r\n`
      await stranger(`${LOGIN_HEAD}transfer-encoding: chunked\r\n\r\n`, chunk, length)
    }
    // Once for what the first requests of their kind load and compile.
    await strangers(2 * MIB)
    const before = peakOf(server)
    await strangers(100 * MIB)
    // Garbage takes memory for a moment; buffered bodies would take four times as much.
    expect(peakOf(server) - before).toBeLessThan(48 * MIB)
    await server.stop()
  })
})

test('ends hundreds of slow requests, and serves others at the same time', { timeout: 60_000 }, async () => {
  const slow = Array.from({ length: 200 }, (_, index) =>
    saying(
      given.server.url,
      index % 2 === 0
        ? 'GET /api/v1/login HTTP/1.1\r\nhost: localhost\r\nx-slow: '
        : `${LOGIN_HEAD}content-length: 1000\r\n\r\n{`,
    ),
  )
  // A byte now and then doesn't count as activity.
  const drip = setInterval(() => {
    for (const { socket } of slow) socket.write(' ')
  }, 2_000)
  for (let round = 0; round < 10; round++) expect((await given.stranger().get('/api/v1/login')).status).toBe(200)
  await Promise.all(slow.map(({ closed }) => closed))
  clearInterval(drip)
  for (const { received } of slow) {
    expect(received()).toMatch(/^HTTP\/1\.1 408 /)
    expect(received()).toContain('"RequestTimeout"')
  }
})

describe.runIf(process.platform === 'linux')('with room for 20 connections', () => {
  /** Connections from that many addresses; `refused` are those that the console has closed. */
  const hold = (url: string, count: number, addresses: number) => {
    const held = Array.from({ length: count }, (_, index) => saying(url, '', `127.0.0.${2 + (index % addresses)}`))
    return {
      refused: () => held.filter(({ socket }) => socket.destroyed).length,
      end: () => held.forEach(({ socket }) => void socket.destroy()),
    }
  }
  const isResponding = async (url: string) => {
    try {
      return (await visitor(url).get('/healthz')).status === 200
    } catch {
      return false
    }
  }

  test('limits connections, and accepts new ones after others have closed', async () => {
    const server = await consoleAt(given.storage.url, { maxConnections: 20 })
    const { refused, end } = hold(server.url, 25, 5)
    await waitUntil('the console has closed what is too much', () => refused() >= 5)
    expect(refused()).toBe(5)
    end()
    await waitUntil('the console responds', () => isResponding(server.url))
  })

  test('one address can’t have all of them, and others are served', async () => {
    const server = await consoleAt(given.storage.url, { maxConnections: 20 })
    const first = hold(server.url, 25, 1)
    await waitUntil('the console has closed what is too much', () => first.refused() >= 20)
    expect(first.refused()).toBe(20)
    expect(await isResponding(server.url)).toBe(true)
    first.end()
    await waitUntil('the address can connect again', async () => {
      const again = saying(
        server.url,
        'GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
        '127.0.0.2',
      )
      await again.closed
      return again.received().startsWith('HTTP/1.1 200')
    })
  })

  test('a trusted proxy can have all of them', async () => {
    const server = await consoleAt(given.storage.url, { maxConnections: 20, trustedProxies: ['127.0.0.2'] })
    const proxy = hold(server.url, 25, 1)
    await waitUntil('the console has closed what is too much', () => proxy.refused() >= 5)
    expect(proxy.refused()).toBe(5)
    proxy.end()
  })
})

test('a valid sign-in succeeds while another address guesses passwords', async () => {
  // The clock is stopped: no wait ends while the guessing continues.
  const now = Date.now()
  const server = await consoleAt(given.storage.url, { trustedProxies: ['loopback'], now: () => now })
  const at = (address: string, secretKey: string) =>
    visitor(server.url).call('POST', '/api/v1/login', {
      json: { ...given.storage.root, secretKey },
      headers: { 'x-forwarded-for': address },
    })
  const guesses = Array.from({ length: 16 }, async () => {
    const statuses: number[] = []
    for (let round = 0; round < 20; round++) statuses.push((await at('10.0.0.9', `guess ${round}`)).status)
    return statuses
  })
  expect((await at('10.0.0.1', given.storage.root.secretKey)).status).toBe(201)
  const statuses = (await Promise.all(guesses)).flat()
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(25)
  expect((await at('10.0.0.9', given.storage.root.secretKey)).status, 'the guesser waits, right or not').toBe(429)
  expect((await at('10.0.0.2', given.storage.root.secretKey)).status).toBe(201)
})

test('rejects a cookie of 40 kB and deeply nested JSON with fitting errors', async () => {
  const cookie = await given.stranger().get('/api/v1/session', { headers: { cookie: `a=${'x'.repeat(40_000)}` } })
  expect(cookie.status).toBe(431)
  const user = await given.user()
  const headers = { 'content-type': 'application/json' }
  const brackets = '['.repeat(100_000) + ']'.repeat(100_000)
  const nested = await user.call('POST', '/api/v1/buckets', { body: `{"name":${brackets}}`, headers })
  expect([400, 413]).toContain(nested.status)
  expect((await user.get('/api/v1/session')).status).toBe(200)
})

test('does not let a page of another origin read part of an object', async () => {
  const { user, objects } = await given.userWithBucket()
  await user.call('POST', `${objects}/upload`, { form: [{ name: '4', fileName: 'a.txt', content: 'text' }] })
  const headers = { origin: 'http://evil.example', range: 'bytes=0-1' }
  const reply = await user.get(`${objects}/download?prefix=a.txt`, { headers })
  for (const name of Object.keys(reply.headers)) expect(name).not.toMatch(/^access-control-/)
  expect(reply.headers['cross-origin-resource-policy']).toBe('same-origin')
})

test('no response may be framed, even in browsers without CSP', async () => {
  for (const path of ['/', '/api/v1/login', '/healthz']) {
    expect((await given.stranger().get(path)).headers['x-frame-options']).toBe('DENY')
  }
})

test('does not call the storage server for an impossible bucket name', async () => {
  const requests: string[] = []
  const storage = await scriptedStorage((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (request.method === 'POST') response.end(stsKeys())
    else response.end(accountDocument({ Version: '', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }))
  })
  const server = await consoleAt(storage.url)
  const user = visitor(server.url)
  await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  const before = requests.length
  for (const name of ['..%2f..', '.minio.sys', '.minio.sys%2fconfig', 'a%00b', '%E2%80%AEevil']) {
    const objects = `/api/v1/buckets/${name}/objects`
    const form = [{ name: '1', fileName: 'a', content: 'a' }]
    const replies = [
      await user.get(objects),
      await user.get(`${objects}/download?prefix=a`),
      await user.get(`${objects}/share?prefix=a`),
      await user.call('DELETE', `/api/v1/buckets/${name}`),
      await user.call('DELETE', `${objects}?path=a`),
      await user.call('POST', `${objects}/upload`, { form }),
      await user.call('POST', '/api/v1/buckets', { json: { name: decodeURIComponent(name) } }),
    ]
    for (const { status, json } of replies) {
      expect([name, status]).toEqual([name, 400])
      expect(json).toMatchObject({ code: expect.stringMatching(/^Invalid(BucketName|Input)$/) })
    }
  }
  expect(requests.slice(before)).toEqual([])
})
