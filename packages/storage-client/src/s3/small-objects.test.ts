import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { StorageEndpoint } from '../endpoint.ts'
import { SmallObjects } from './small-objects.ts'

const DATE = 'Last-Modified: Thu, 26 Nov 2026 10:00:00 GMT\r\n'
const responseWith = (content: string, more = '') =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${content.length}\r\n${DATE}${more}\r\n${content}`

/** A reader of objects from a server whose responses the test controls, and the number of its connections so far. */
async function reader(respond: (socket: Socket, path: string) => void) {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => respond(socket, /^GET (\S+) /.exec(bytes.toString())?.[1] ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = new StorageEndpoint({ url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) })
  const end = new AbortController()
  onTestFinished(async () => {
    end.abort()
    server.close()
    await endpoint.close()
  })
  const client = { endpoint, credentials: { accessKey: 'a', secretKey: 's' }, signal: end.signal }
  const objects = new SmallObjects(client, 'bucket', { maxBytes: 100_000, timeoutMs: 30_000 })
  return { objects, end, connections: () => connections }
}

test('reads one object after another over one connection, and others at the same time over more', async () => {
  const { objects, connections } = await reader((socket, path) => socket.write(responseWith(path)))

  const first = await objects.read('first')
  const second = await objects.read('second one')

  expect(first).toEqual({ content: Buffer.from('/bucket/first'), lastModified: new Date('2026-11-26T10:00:00Z') })
  expect(second?.content.toString()).toBe('/bucket/second%20one')
  expect(connections()).toBe(1)
  const both = await Promise.all([objects.read('third'), objects.read('fourth')])
  expect(both.map((object) => object?.content.toString())).toEqual(['/bucket/third', '/bucket/fourth'])
  expect(connections()).toBe(2)
})

test('leaves an object to the pool when 64 are being read from one server, until a connection is free', async () => {
  const waiting: Socket[] = []
  const { objects } = await reader((socket) => void waiting.push(socket))
  const reads = Array.from({ length: 64 }, (_, index) => objects.read(String(index)))

  expect(await objects.read('one more')).toBeUndefined()
  await expect.poll(() => waiting.length).toBe(64)
  for (const socket of waiting.splice(0)) socket.end(responseWith('x', 'Connection: close\r\n'))
  for (const object of await Promise.all(reads)) expect(object?.content.toString()).toBe('x')
  await expect
    .poll(() => {
      objects.read('again').catch(() => undefined)
      return waiting.length
    })
    .toBeGreaterThan(0)
})

test('reads a head and a body that arrive in pieces, and keeps the bytes when the next object arrives', async () => {
  const { objects } = await reader(async (socket, path) => {
    const whole = responseWith((path === '/bucket/a' ? 'x' : 'y').repeat(90_000))
    const cuts = [0, 5, 60, 70_000, whole.length]
    for (const [index, end] of cuts.slice(1).entries()) {
      socket.write(whole.slice(cuts[index], end))
      await new Promise(setImmediate)
    }
  })

  const first = await objects.read('a')
  const second = await objects.read('b')

  expect(first?.content.toString()).toBe('x'.repeat(90_000))
  expect(second?.content.toString()).toBe('y'.repeat(90_000))
})

test('opens a new connection when the server closes one', async () => {
  const { objects, connections } = await reader((socket) => socket.write(responseWith('x', 'Connection: close\r\n')))

  expect((await objects.read('a'))?.content.toString()).toBe('x')
  expect((await objects.read('b'))?.content.toString()).toBe('x')
  expect(connections()).toBe(2)
})

test.each([
  ['an error', 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'],
  ['a range', `HTTP/1.1 206 Partial Content\r\nContent-Length: 1\r\n${DATE}\r\nx`],
  ['chunks', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${DATE}\r\n`],
  ['an object without a date', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx'],
  ['a larger object', `HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n${DATE}\r\n`],
  ['more than was announced', `${responseWith('x')}y`],
  ['an endless head', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}`],
])('leaves %s to the connection pool, and closes the connection', async (_, text) => {
  const { objects, connections } = await reader((socket) => socket.write(text))

  expect(await objects.read('a')).toBeUndefined()
  await objects.read('b')

  expect(connections()).toBe(2)
})

test('leaves an object to the connection pool when the connection breaks', async () => {
  const { objects } = await reader((socket) => socket.end(responseWith('xyz').slice(0, -1)))
  expect(await objects.read('a')).toBeUndefined()
})

test('closes all connections when its caller ends', async () => {
  const closed: Promise<unknown>[] = []
  const { objects, end } = await reader((socket) => {
    closed.push(new Promise((resolve) => socket.once('close', resolve)))
    setImmediate(() => end.abort())
  })
  await expect(objects.read('a')).rejects.toMatchObject({ kind: 'aborted' })
  await expect(objects.read('b')).rejects.toMatchObject({ kind: 'aborted' })
  await Promise.all(closed)
})
