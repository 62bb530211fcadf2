/** Sockets against anonymous clients, other sites and hostile browsers; tested on /ws/session, which represents all of them. */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { consoleAt, startConsole, withConsole } from './running-console.ts'
import { closeSocket, type OpenSocket, openSocket } from './socket-visitor.ts'
import { type Visitor, visitor } from './visitor.ts'

const PATH = '/ws/session'
const given = await withConsole()

const HANDSHAKE = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }

/** The handshake as a plain request, to read its error. */
async function refusal(user: Visitor, headers: Record<string, string> = {}, path = PATH) {
  const key = { 'sec-websocket-key': randomBytes(16).toString('base64') }
  const { status, json, headers: received } = await user.get(path, { headers: { ...HANDSHAKE, ...key, ...headers } })
  return { status, code: (json as { code: string } | undefined)?.code, headers: received }
}

/** A frame as a browser sends it, masked with zeros; `first` is the byte of FIN and opcode. */
function frame(first: number, payload: Buffer | string = ''): Buffer {
  const content = Buffer.from(payload)
  const length =
    content.length < 126
      ? Buffer.from([0x80 | content.length])
      : content.length < 65_536
        ? Buffer.from([0x80 | 126, content.length >> 8, content.length & 255])
        : Buffer.from([0x80 | 127, 0, 0, 0, 0, ...new Uint8Array(new Uint32Array([content.length]).buffer).reverse()])
  return Buffer.concat([Buffer.from([first]), length, Buffer.alloc(4), content])
}

const TEXT = 0x81
const BINARY = 0x82
const PING = 0x89

/** The connection under an open socket, to write what no client would send. */
const connectionOf = ({ socket }: OpenSocket) => (socket as unknown as { _socket: Socket })._socket

async function openedBy(user: Visitor): Promise<OpenSocket> {
  const socket = await openSocket(user, PATH)
  await socket.until('session')
  return socket
}

test('requires a session before the handshake', async () => {
  expect(await refusal(given.stranger())).toMatchObject({ status: 401, code: 'NotLoggedIn' })
})

test.each(['http://evil.example', 'null', 'https://127.0.0.1', 'file://', ''])(
  'refuses a page of the origin "%s", with the cookie of the victim',
  async (origin) => {
    const user = await given.user()
    expect(await refusal(user, { origin })).toMatchObject({ status: 403, code: 'ForeignOrigin' })
    expect((await user.get('/api/v1/session')).status).toBe(200)
  },
)

test('refuses a foreign name and a cross-site socket without Origin', async () => {
  const user = await given.user()
  expect(await refusal(user, { host: 'evil.example' })).toMatchObject({ status: 421 })
  expect(await refusal(user, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 })
})

test('a refused handshake ends its connection', async () => {
  const { headers } = await refusal(given.stranger())
  expect(headers.connection).toBe('close')
})

test('handles non-WebSocket requests as usual: a plain call, another protocol, another address', async () => {
  const user = await given.user()
  expect((await user.get(PATH)).outcome).toBe('426 UpgradeRequired')
  expect((await user.get('/api/v1/session', { headers: { connection: 'Upgrade', upgrade: 'h2c' } })).status).toBe(200)
  expect(await refusal(user, {}, '/api/v1/session')).toMatchObject({ status: 200 })
  expect(await refusal(user, {}, '/ws/nothing-here')).toMatchObject({ status: 404 })
})

test.each<[string, Record<string, string>]>([
  ['without a key', { 'sec-websocket-key': '' }],
  ['with a key that is none', { 'sec-websocket-key': 'short' }],
  ['of another version', { 'sec-websocket-version': '7' }],
])('rejects a handshake %s', async (_, headers) => {
  const { status } = await refusal(await given.user(), headers)
  expect([400, 426]).toContain(status)
})

test.each<[string, Buffer, number]>([
  ['a frame beyond 64 kB', frame(TEXT, Buffer.alloc(65_537, 'x')), 1009],
  ['a frame that claims 256 MiB', Buffer.from([TEXT, 0xff, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 0]), 1009],
  [
    'a message beyond 64 kB in pieces',
    Buffer.concat([frame(0x01, Buffer.alloc(40_000, 'x')), frame(0x80, Buffer.alloc(40_000, 'x'))]),
    1009,
  ],
  ['text that is no UTF-8', frame(TEXT, Buffer.from([0xc3, 0x28])), 1007],
  ['a binary frame', frame(BINARY, 'bytes'), 1008],
  ['a frame that is not masked', Buffer.from([TEXT, 2, 0x6f, 0x6b]), 1002],
  ['a frame of an unknown kind', frame(0x83, 'x'), 1002],
  ['a compressed frame', frame(0xc1, 'x'), 1002],
  ['a piece without a beginning', frame(0x80, 'x'), 1002],
  ['a ping that is too long', frame(PING, Buffer.alloc(126)), 1002],
  ['too many pings', Buffer.concat(Array.from({ length: 5_000 }, () => frame(PING, 'p'))), 1008],
  ['more texts than a page sends', Buffer.concat(Array.from({ length: 5_000 }, () => frame(TEXT, 'ok'))), 1008],
  ['a message of endless pieces', Buffer.concat([frame(0x01, 'x'), ...Array(5_000).fill(frame(0x00, 'x'))]), 1008],
])('%s closes the socket, and nothing else', async (_, bytes, code) => {
  const user = await given.user()
  const [victim, other] = [await openedBy(user), await openedBy(user)]
  connectionOf(victim).write(bytes)
  expect((await victim.closed).code).toBe(code)
  expect(other.socket.readyState).toBe(other.socket.OPEN)
  expect((await user.get('/api/v1/session')).status).toBe(200)
  await closeSocket(other)
})

test('accepts the keep-alives of a page, and a frame of exactly 64 kB', async () => {
  const socket = await openedBy(await given.user())
  for (let count = 0; count < 10; count++) socket.socket.send('ok')
  socket.socket.send('x'.repeat(64 * 1024))
  const pong = new Promise((resolve) => socket.socket.once('pong', resolve))
  socket.socket.ping()
  await pong
  expect(socket.socket.readyState).toBe(socket.socket.OPEN)
  await closeSocket(socket)
})

test('allows 32 sockets per session, and a new one after another has closed', async () => {
  const [user, neighbour] = [await given.user(), await given.user()]
  const sockets = await Promise.all(Array.from({ length: 32 }, () => openedBy(user)))
  expect(await refusal(user, { origin: user.url })).toMatchObject({ status: 429, code: 'TooManySockets' })
  const beside = await openedBy(neighbour)
  connectionOf(sockets[0] as OpenSocket).destroy()
  await expect.poll(async () => (await openSocket(user, PATH).catch(() => undefined)) !== undefined).toBe(true)
  await Promise.all([...sockets.slice(1), beside].map(closeSocket))
})

test('disconnects a browser that does not respond to the close', async () => {
  const user = await given.user()
  const { hostname, port } = new URL(user.url)
  const connection = connect(Number(port), hostname)
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = Object.entries({ ...HANDSHAKE, 'sec-websocket-key': randomBytes(16).toString('base64'), cookie })
  connection.write(
    `GET ${PATH} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${head.map(([n, v]) => `${n}: ${v}\r\n`).join('')}\r\n`,
  )
  await new Promise((resolve) => connection.once('data', resolve))
  const began = performance.now()
  connection.write(frame(BINARY, 'bytes'))
  await new Promise((resolve) => connection.once('close', resolve))
  // After a second; the library alone would wait for thirty.
  expect(performance.now() - began).toBeLessThan(15_000)
})

test('closes its sockets with a reason immediately when the console stops', async () => {
  const server = await startConsole(given.storage.url)
  const user = visitor(server.url)
  await user.signIn(given.storage.root)
  const sockets = await Promise.all(Array.from({ length: 5 }, () => openedBy(user)))
  // A client that has stopped reading must not delay it.
  connectionOf(sockets[0] as OpenSocket).pause()
  // Tenths of a second in which this process runs: a stall of the machine counts as one.
  let tenths = 0
  const ticking = setInterval(() => tenths++, 100)
  await server.stop()
  clearInterval(ticking)
  expect(tenths).toBeLessThan(25)
  for (const socket of sockets.slice(1)) expect((await socket.closed).code).toBe(1001)
})

test('writes one line for each socket, without the cookie', async () => {
  const server = await consoleAt(given.storage.url)
  const user = visitor(server.url)
  await user.signIn(given.storage.root)
  await closeSocket(await openedBy(user))
  const lines = () => server.log.filter((line) => line.includes('"msg":"socket"'))
  await expect.poll(() => lines().length).toBe(1)
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
    route: PATH,
    sent: 1,
    dropped: 0,
    requestId: expect.any(String),
  })
  for (const value of user.cookies.values()) expect(server.log.join('')).not.toContain(value)
})
