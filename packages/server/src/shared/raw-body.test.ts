import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { bodyInRuns, isHeldUp } from './raw-body.ts'

const KIB = 1024

/** Different bytes everywhere, so that nothing can get lost or change places. */
function numbered(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE((at * 2_654_435_761 + seed) >>> 0, at)
  return bytes
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A connection, and what its other end receives. */
async function destination(): Promise<{ socket: Socket; end: Socket; received: () => Buffer }> {
  const chunks: Buffer[] = []
  const accepted = Promise.withResolvers<Socket>()
  const port = await listening(createTcpServer(accepted.resolve))
  const socket = connect(port, '127.0.0.1')
  const end = await accepted.promise
  end.on('data', (bytes: Buffer) => chunks.push(bytes)).on('error', () => {})
  socket.on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
    end.destroy()
  })
  return { socket, end, received: () => Buffer.concat(chunks) }
}

/** A connection to an HTTP server with this handler. */
async function client(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<Socket> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => response.destroy(error))
  })
  const socket = connect(await listening(server), '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
    server.closeAllConnections()
  })
  return socket
}

function put(path: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`PUT ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`), body])
}

/** The bodies of as many responses. */
async function responses(socket: Socket, count: number): Promise<string[]> {
  let text = ''
  const { promise, resolve } = Promise.withResolvers<void>()
  const bodies = () => [...text.matchAll(/\r\n\r\n<([^>]*)>/g)].map(([, body = '']) => body)
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
    if (bodies().length >= count) resolve()
  })
  socket.on('close', () => resolve())
  await promise
  return bodies()
}

/** Passes a body of known length on, in runs where there are any. Returns how many bytes were in runs. */
async function passOn(request: IncomingMessage, to: Writable): Promise<number> {
  const body = bodyInRuns(request)
  const chunks = body[Symbol.asyncIterator]()
  let inRuns = 0
  for (let left = Number(request.headers['content-length']); left > 0; ) {
    const run = body.run?.(left)
    if (run !== undefined) {
      await run.sendTo(to)
      inRuns += run.length
      left -= run.length
    } else {
      const { value, done } = await chunks.next()
      if (done) throw new Error(`${left} bytes are missing`)
      left -= value.length
      to.write(value)
    }
  }
  return inRuns
}

test('passes bodies on unchanged over one connection, however they are cut', async () => {
  const to = await destination()
  const socket = await client(async (request, response) => {
    response.end(`<${await passOn(request, to.socket)}>`)
  })
  const sizes = [5_000 * KIB + 1, 128 * KIB, 3, 700 * KIB + 5, 0, 9_000 * KIB]
  const cuts = [1, 17, 64 * KIB, 300 * KIB, 1_000 * KIB + 3, 16 * KIB - 1]
  const bodies = sizes.map((size, index) => numbered(size, index))
  const inRuns: number[] = []
  for (const body of bodies) {
    const answer = responses(socket, 1)
    const wire = put('/', body)
    for (let [at, turn] = [0, 0]; at < wire.length; turn++) {
      const piece = wire.subarray(at, at + (cuts[turn % cuts.length] ?? 1))
      if (!socket.write(piece)) await new Promise((resolve) => socket.once('drain', resolve))
      else await setImmediate()
      at += piece.length
    }
    inRuns.push(...(await answer).map(Number))
  }
  // Fails where this version of Node doesn't have the expected internals.
  expect(inRuns).toEqual([sizes[0], sizes[1], 0, sizes[3], 0, sizes[5]])
  const whole = Buffer.concat(bodies)
  await expect.poll(() => to.received().length).toBe(whole.length)
  expect(to.received().equals(whole)).toBe(true)
})

test('stops reading while the destination accepts nothing, and does not touch what it has', async () => {
  const body = numbered(5_000 * KIB)
  const received: Buffer[] = []
  const waiting: (() => void)[] = []
  const slow = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      waiting.push(() => {
        received.push(Buffer.from(chunk))
        done()
      })
    },
  })
  let incoming: IncomingMessage | undefined
  const socket = await client(async (request, response) => {
    incoming = request
    response.end(`<${await passOn(request, slow)}>`)
  })
  let isAnswered = false
  const answer = responses(socket, 1).finally(() => {
    isAnswered = true
  })
  socket.write(put('/', body))
  await expect.poll(() => incoming !== undefined && isHeldUp(incoming)).toBe(true)
  expect(incoming?.socket.bytesRead).toBeLessThan(1_000 * KIB)
  while (!isAnswered || waiting.length > 0) {
    waiting.shift()?.()
    await setImmediate()
  }
  expect(await answer).toEqual([String(body.length)])
  expect(Buffer.concat(received).equals(body)).toBe(true)
  expect(incoming && isHeldUp(incoming)).toBe(false)
})

test('ends a run when its destination closes; the rest can be skipped, and the connection continues', async () => {
  const full = new Writable({ write: () => {} })
  const socket = await client(async (request, response) => {
    if (request.url === '/second') {
      let text = ''
      for await (const chunk of request) text += chunk
      response.end(`<${text}>`)
      return
    }
    const run = bodyInRuns(request).run?.(4_096 * KIB)
    const sending = run?.sendTo(full)
    await expect.poll(() => isHeldUp(request)).toBe(true)
    full.destroy()
    await sending
    await run?.skip()
    response.end(`<${request.complete}>`)
  })
  socket.write(Buffer.concat([put('/first', numbered(4_096 * KIB)), put('/second', Buffer.from('two'))]))
  expect(await responses(socket, 2)).toEqual(['true', 'two'])
})

test('skips a run while it is being sent to a destination that accepts nothing', async () => {
  const full = new Writable({ write: () => {} })
  const socket = await client(async (request, response) => {
    const run = bodyInRuns(request).run?.(4_096 * KIB)
    const sending = run?.sendTo(full)
    await expect.poll(() => isHeldUp(request)).toBe(true)
    await Promise.all([run?.skip(), sending])
    response.end(`<${request.complete}>`)
  })
  socket.write(put('/', numbered(4_096 * KIB)))
  expect(await responses(socket, 1)).toEqual(['true'])
})

test('reports a client that disconnects, and leaves other connections alone', async () => {
  const to = await destination()
  const failure = Promise.withResolvers<unknown>()
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/whole') response.end(`<${await passOn(request, to.socket)}>`)
    else await passOn(request, to.socket).catch(failure.resolve)
  }
  const server = createServer((request, response) => void handle(request, response))
  const port = await listening(server)
  const [broken, whole] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  onTestFinished(() => server.closeAllConnections())
  const request = put('/broken', numbered(1_000 * KIB))
  broken.write(request.subarray(0, 600 * KIB), () => broken.destroy())
  expect(await failure.promise).toMatchObject({ code: 'UploadIncomplete' })
  whole.write(put('/whole', numbered(1_000 * KIB)))
  const [inRuns] = await responses(whole, 1)
  expect(Number(inRuns)).toBeGreaterThan(500 * KIB)
  whole.destroy()
})

test('reports a client that disconnected before the run begins', async () => {
  const failures: unknown[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = await client(async (request) => {
    const run = bodyInRuns(request).run?.(1_000 * KIB)
    request.socket.destroy()
    await run?.sendTo(new Writable()).catch((error) => failures.push(error))
    await run?.skip().catch((error) => failures.push(error))
    resolve()
  })
  socket.write(put('/', numbered(1_000 * KIB)))
  await promise
  expect(failures).toMatchObject([{ code: 'UploadIncomplete' }, { code: 'UploadIncomplete' }])
})

test('limits the number of connections that have buffers', async () => {
  const hasRun: boolean[] = []
  const server = createServer((request, response) => {
    hasRun.push(bodyInRuns(request).run?.(1_000 * KIB) !== undefined)
    response.end('<>')
  })
  const port = await listening(server)
  onTestFinished(() => server.closeAllConnections())
  const begin = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(put('/', numbered(1_000 * KIB)))
    return socket
  }
  const sockets = Array.from({ length: 40 }, begin)
  await expect.poll(() => hasRun.length).toBe(40)
  const count = hasRun.filter(Boolean).length
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThanOrEqual(32)
  for (const socket of sockets) socket.destroy()
  const later = () => {
    sockets.push(begin())
    return hasRun.at(-1)
  }
  await expect.poll(later, { message: 'closed connections make room' }).toBe(true)
  for (const socket of sockets) socket.destroy()
})

test('leaves encrypted connections to the parser', async () => {
  // A shared key instead of a certificate.
  const [ciphers, psk] = ['PSK', Buffer.alloc(32, 1)]
  const run = Promise.withResolvers<unknown>()
  const server = createTlsServer({ ciphers, maxVersion: 'TLSv1.2', pskCallback: () => psk }, (request, response) => {
    run.resolve(bodyInRuns(request).run?.(1_000 * KIB))
    response.end('<>')
  })
  const socket = connectTls({
    ...{ host: '127.0.0.1', port: await listening(server), ciphers, maxVersion: 'TLSv1.2' },
    pskCallback: () => ({ psk, identity: 'a' }),
    checkServerIdentity: () => undefined,
  })
  socket.on('error', run.reject)
  onTestFinished(() => {
    socket.destroy()
    server.closeAllConnections()
  })
  socket.write(put('/', numbered(1_000 * KIB)))
  expect(await run.promise).toBeUndefined()
})

test('leaves bodies in chunks, small ones, and those without a Content-Length to the parser', async () => {
  const runs: unknown[] = []
  const socket = await client(async (request, response) => {
    runs.push(bodyInRuns(request).run?.(request.url === '/small' ? 1_000 : 1_000 * KIB))
    for await (const _chunk of request) {
      // Read to its end.
    }
    response.end('<>')
  })
  socket.write('PUT /chunked HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n')
  socket.write('GET /empty HTTP/1.1\r\nHost: a\r\n\r\n')
  socket.write(put('/small', numbered(1_000)))
  await responses(socket, 3)
  expect(runs).toEqual([undefined, undefined, undefined])
})
