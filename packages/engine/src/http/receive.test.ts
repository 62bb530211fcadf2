import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ClientDisconnected, type RateLimits, receive } from './receive.ts'

let server: Server
let incoming: Promise<IncomingMessage>
beforeEach(async () => {
  server = createServer()
  incoming = new Promise((resolve) => server.once('request', resolve))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function upload(length: number) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`)
  return socket
}

async function lengthOf(limits?: RateLimits): Promise<number> {
  let length = 0
  for await (const bytes of receive(await incoming, limits)) length += bytes.length
  return length
}

test('all bytes arrive, even if the reader is slower than the client', async () => {
  const length = 20 * 1024 * 1024
  upload(length).write(Buffer.alloc(length))
  let read = 0
  let most = 0
  const message = await incoming
  for await (const bytes of receive(message)) {
    read += bytes.length
    most = Math.max(most, message.socket.bytesRead - read)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(read).toBe(length)
  expect(most).toBeLessThan(4 * 1024 * 1024)
})

test('the memory of a chunk is freed when the next one is requested', async () => {
  upload(4 * 1024 * 1024).write(Buffer.alloc(4 * 1024 * 1024))
  let previous: Uint8Array | undefined
  for await (const bytes of receive(await incoming)) {
    expect(previous?.buffer.byteLength ?? 0).toBe(0)
    expect(bytes.length).toBeGreaterThan(0)
    previous = bytes
  }
})

test('a client that disconnects midway causes an error', async () => {
  const socket = upload(1000)
  socket.write('half', () => socket.destroy())
  await expect(lengthOf()).rejects.toThrow(ClientDisconnected)
})

test('a client that stops sending is refused', async () => {
  upload(1000).write('some')
  await expect(lengthOf({ windowMs: 60, minBytes: 10 })).rejects.toMatchObject({ code: 'RequestTimeout', status: 400 })
})

test("time in which the reader is busy doesn't count against the client", async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const socket = upload(2)
  socket.write('a')
  let read = ''
  for await (const bytes of receive(await incoming, { windowMs: 3_000, minBytes: 10 })) {
    read += Buffer.from(bytes).toString()
    vi.advanceTimersByTime(10_000)
    if (read === 'a') socket.write('b')
  }
  expect(read).toBe('ab')
})
