/** A proxy in front of a storage server that forwards everything until a test makes it fail in a certain way. */
import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * How it fails:
 * - `none`: everything is forwarded
 * - `stopped`: connections are refused, and open ones are closed
 * - `silent`: connections and requests are accepted, but there is no response
 * - `slow`: responses arrive a byte at a time
 * - `slow to finish`: the head of a response arrives immediately, its body a byte at a time
 * - `half a head`: a response is cut off in the middle of its first line
 * - `half a body`: a response is cut off in the middle of its body; one without a body is forwarded
 */
export const FAULTS = ['stopped', 'silent', 'slow', 'slow to finish', 'half a head', 'half a body'] as const
export type Fault = 'none' | (typeof FAULTS)[number]

export interface FaultProxy {
  url: string
  /** Sets how it fails from now on, including on open connections. */
  fail(how: Fault): Promise<void>
  close(): Promise<void>
}

const SLOW_BYTE_MS = 200
const HALF_A_HEAD = 7
const END_OF_HEAD = '\r\n\r\n'

/** Listens on its own port, in front of the server at `url`. */
export async function startFaultProxy(url: string): Promise<FaultProxy> {
  const target = new URL(url)
  const open = new Set<Socket>()
  let fault: Fault = 'none'

  const server = createServer((visitor) => {
    const storage = connect({ host: target.hostname, port: Number(target.port), noDelay: true })
    let forwarded = Promise.resolve()
    for (const one of [visitor, storage]) {
      open.add(one)
      // A reset is treated like any other close.
      one.on('error', () => one.destroy())
      one.on('close', () => open.delete(one))
    }
    visitor.on('close', () => storage.destroy())
    // After the storage has closed, what it sent is still forwarded.
    storage.on('close', () => void forwarded.then(() => visitor.destroySoon()))
    visitor.on('data', (bytes) => {
      // A silent server still reads requests, but doesn't process them.
      if (fault !== 'silent' && !storage.write(bytes)) pauseUntilDrained(visitor, storage)
    })
    storage.on('data', (bytes) => {
      forwarded = forwarded.then(() => passOn(bytes, storage, visitor))
    })
  })

  async function passOn(bytes: Buffer, storage: Socket, visitor: Socket): Promise<void> {
    switch (fault) {
      case 'none':
        if (!visitor.write(bytes)) pauseUntilDrained(storage, visitor)
        return
      case 'stopped':
      case 'silent':
        return
      case 'slow':
      case 'slow to finish': {
        const isHead = bytes.toString('latin1', 0, 5) === 'HTTP/'
        const atOnce = fault === 'slow' || !isHead ? 0 : bytes.indexOf(END_OF_HEAD) + END_OF_HEAD.length
        storage.pause()
        visitor.write(bytes.subarray(0, atOnce))
        await trickle(bytes.subarray(atOnce), visitor, fault)
        storage.resume()
        return
      }
      case 'half a head':
        visitor.end(bytes.subarray(0, HALF_A_HEAD))
        return
      case 'half a body': {
        const head = bytes.indexOf(END_OF_HEAD) + END_OF_HEAD.length
        const body = bytes.length - head
        if (body > 0) visitor.end(bytes.subarray(0, head + Math.floor(body / 2)))
        else visitor.write(bytes)
      }
    }
  }

  /** Sends byte by byte until done, or until the fault changes: then the rest is sent immediately. */
  async function trickle(bytes: Buffer, visitor: Socket, asWished: Fault): Promise<void> {
    for (let at = 0; at < bytes.length && !visitor.destroyed; at++) {
      if (fault !== asWished) return void visitor.write(bytes.subarray(at))
      visitor.write(bytes.subarray(at, at + 1))
      await new Promise((resolve) => setTimeout(resolve, SLOW_BYTE_MS))
    }
  }

  const port = await listen(server, 0)
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  const stopListening = async () => {
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async fail(how) {
      const before = fault
      fault = how
      if (how === 'stopped') {
        drop()
        await stopListening()
      } else if (!server.listening) await listen(server, port)
      // Requests without a response can't get one any more.
      else if (before === 'silent') drop()
    },
    async close() {
      fault = 'stopped'
      drop()
      await stopListening()
    },
  }
}

function pauseUntilDrained(source: Socket, destination: Socket): void {
  source.pause()
  destination.once('drain', () => source.resume())
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('the proxy has no port'))
      else resolve(address.port)
    })
  })
}
