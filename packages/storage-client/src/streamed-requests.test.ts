import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { StreamedRequests } from './streamed-requests.ts'

const CHUNK = 64 * 1024
const CHUNKS = 200

async function requestsTo(listener: RequestListener): Promise<StreamedRequests> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const requests = new StreamedRequests(url, {
    tls: undefined,
    lookup: undefined,
    connections: 2,
    connectTimeoutMs: 4_000,
  })
  onTestFinished(() => {
    requests.close()
    server.closeAllConnections()
    server.close()
  })
  return requests
}

function put(bytes: AsyncIterable<Uint8Array>, length: number, headersTimeout = 4_000) {
  const headers = { 'content-length': String(length) }
  return { method: 'PUT', path: '/photos/a', headers, bytes, headersTimeout, signal: undefined }
}

/** Each chunk contains its number until the next one is requested. */
async function* numbered(count: number): AsyncGenerator<Buffer> {
  for (let number = 0; number < count; number++) {
    const chunk = Buffer.alloc(CHUNK, number)
    yield chunk
    chunk.fill(255)
  }
}

test('requests a chunk only after the previous one was written', async () => {
  const received: Buffer[] = []
  const requests = await requestsTo((request, response) => {
    request.on('data', (bytes: Buffer) => received.push(bytes)).on('end', () => response.end('done'))
  })
  const { statusCode, body } = await requests.send(put(numbered(CHUNKS), CHUNKS * CHUNK))
  expect([statusCode, await body.text()]).toEqual([200, 'done'])
  const whole = Buffer.concat(received)
  expect(whole.length).toBe(CHUNKS * CHUNK)
  expect(Array.from({ length: CHUNKS }, (_, number) => whole[(number + 1) * CHUNK - 1])).toEqual(
    Array.from({ length: CHUNKS }, (_, number) => number),
  )
})

test('returns a response that arrives before the whole body, and stops reading the body', async () => {
  const requests = await requestsTo((_, response) => {
    response.writeHead(403, { connection: 'close' }).end('refused')
  })
  const isStopped = Promise.withResolvers<string>()
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.alloc(CHUNK)
    } finally {
      isStopped.resolve('stopped')
    }
  }
  const { statusCode, body } = await requests.send(put(endless(), 2 ** 40))
  expect([statusCode, await body.text()]).toEqual([403, 'refused'])
  expect(await isStopped.promise).toBe('stopped')
})

test('requests no chunk while one is being written, even after the response', async () => {
  const finish = Promise.withResolvers<void>()
  const requests = await requestsTo((_, response) => {
    response.writeHead(403, { connection: 'close' }).write('ref')
    finish.promise.then(() => response.end('used'))
  })
  let requested = 0
  async function* large(): AsyncGenerator<Buffer> {
    for (;;) {
      requested++
      // More than the buffers of the sockets hold.
      yield Buffer.alloc(CHUNKS * CHUNK)
    }
  }
  const { body } = await requests.send(put(large(), 2 ** 40))
  await setImmediate()
  finish.resolve()
  expect(await body.text()).toBe('refused')
  expect(requested).toBe(1)
})

test.each([
  ['shorter', 1],
  ['longer', 3],
])('rejects a body that is %s than its Content-Length', async (_, count) => {
  const requests = await requestsTo((request) => request.resume())
  await expect(requests.send(put(numbered(count), 2 * CHUNK))).rejects.toThrow(RangeError)
})

test('limits the time that the server takes to respond', async () => {
  const requests = await requestsTo((request) => request.resume())
  await expect(requests.send(put(numbered(1), CHUNK, 50))).rejects.toMatchObject({ kind: 'timeout' })
})
