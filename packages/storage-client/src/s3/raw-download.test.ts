import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { type RawResponse, rawDownload } from './raw-download.ts'

interface Options {
  signal?: AbortSignal
  headers?: Record<string, string>
  headTimeoutMs?: number
}

/** Sends a request to a server whose responses the test controls. */
async function download(respond: (socket: Socket) => void, options: Options = {}): Promise<RawResponse | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', () => respond(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return await rawDownload({
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket/key`),
    headers: options.headers ?? { host: 'storage' },
    signal: options.signal,
    lookup: undefined,
    headTimeoutMs: options.headTimeoutMs ?? 5_000,
  })
}

async function bodyOf(response: RawResponse | undefined): Promise<Buffer> {
  const passing = new PassThrough()
  const [body] = await Promise.all([buffer(passing), response?.sendTo(passing)])
  return body
}

const head = (length: number, more = '') => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n${more}ETag: "e"\r\n\r\n`

test('delivers every byte of a large body in order to a reader slower than the storage', async () => {
  const content = randomBytes(5_000_000)
  const response = await download((socket) => {
    socket.write(head(content.length))
    socket.end(content)
  })
  expect(response).toMatchObject({ status: 200, headers: { etag: '"e"', 'content-length': '5000000' } })
  const received: Buffer[] = []
  const slow = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _, done) {
      // Copy the bytes, as the kernel would: the buffer is reused after `done`.
      received.push(Buffer.from(chunk))
      setImmediate(done)
    },
  })
  await response?.sendTo(slow)
  expect(Buffer.concat(received).equals(content)).toBe(true)
})

test('reads headers that arrive byte by byte, and a body that arrives with them', async () => {
  const response = await download((socket) => {
    socket.setNoDelay(true)
    for (const char of head(3)) socket.write(char)
    socket.end('abc')
  })
  expect((await bodyOf(response)).toString()).toBe('abc')
})

test('serves an empty object', async () => {
  expect((await bodyOf(await download((socket) => socket.end(head(0))))).length).toBe(0)
})

test.each([
  ['an error', 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'],
  ['not modified', 'HTTP/1.1 304 Not Modified\r\n\r\n'],
  ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['no length', 'HTTP/1.1 200 OK\r\n\r\n'],
  ['two lengths', head(3, 'content-length: 5\r\n')],
  ['an invalid length', 'HTTP/1.1 200 OK\r\nContent-Length: +3\r\n\r\nabc'],
  ['a folded header', head(3, 'x-a: b\r\n c\r\n')],
  ['an older HTTP', 'HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nabc'],
  ['an endless head', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}`],
  ['no HTTP', 'SSH-2.0-x\r\n\r\n'],
])('leaves %s to the connection pool', async (_, text) => {
  expect(await download((socket) => socket.end(text))).toBeUndefined()
})

test('fails when the storage disconnects or sends too much', async () => {
  const broken = await download((socket) => socket.end(`${head(10)}abc`))
  const destination = new PassThrough()
  await expect(broken?.sendTo(destination)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(destination.destroyed).toBe(true)
  const tooMuch = await download((socket) => socket.end(`${head(2)}abc`))
  await expect(tooMuch?.sendTo(new PassThrough())).rejects.toMatchObject({ kind: 'unreadable' })
})

test('disconnects from the storage when the client disconnects', async () => {
  let isClosed = false
  const response = await download((socket) => {
    socket.write(head(1_000_000_000))
    socket.on('close', () => {
      isClosed = true
    })
    const more = () => {
      while (socket.write(Buffer.alloc(65_536))) {
        // Until the buffer of the socket is full.
      }
      socket.once('drain', more)
    }
    more()
  })
  const destination = new PassThrough()
  const sending = response?.sendTo(destination)
  destination.destroy()
  await expect(sending).rejects.toMatchObject({ kind: 'aborted' })
  await expect.poll(() => isClosed, { timeout: 10_000 }).toBe(true)
})

test('does not wait twice for a storage that never responds', async () => {
  const pending = download(() => undefined, { headTimeoutMs: 30 })
  await expect(pending).rejects.toMatchObject({ kind: 'timeout' })
})

test('stops when its signal aborts', async () => {
  const controller = new AbortController()
  const response = await download((socket) => socket.write(`${head(10)}abc`), { signal: controller.signal })
  const sending = response?.sendTo(new PassThrough())
  controller.abort(new Error('gone'))
  await expect(sending).rejects.toMatchObject({ cause: { message: 'gone' } })
})

test('rejects a header value that contains another header', async () => {
  const headers = { range: 'bytes=0-1\r\nx-amz-acl: public-read' }
  await expect(download((socket) => socket.end(), { headers })).rejects.toThrow(TypeError)
})
