import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

function listen(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('the server has no port'))
      else resolve(address.port)
    })
  })
}

/** A port that is free at the moment: for programs that can't choose one themselves, and as the address of a stopped server. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer()
  const port = await listen(server, host)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * Starts a program that needs a port number. Another program may take the port before it listens: then it is started again on
 * another port. It has to fail with the system's error message.
 */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let triesLeft = 3; ; triesLeft--) {
    try {
      return await start(await freePort())
    } catch (error) {
      if (triesLeft === 1 || !/already in use/.test(String(error))) throw error
    }
  }
}

/** Occupies a port without speaking HTTP: it accepts connections and never responds; with `reads: false` it doesn't read either. */
export async function silentServer({ reads = true } = {}): Promise<{
  url: string
  port: number
  connections(): number
  close(): Promise<void>
}> {
  const sockets = new Set<Socket>()
  let accepted = 0
  const server = createServer((socket) => {
    accepted++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Clients reset the connection at their timeout, which is what the tests wait for.
    socket.on('error', () => socket.destroy())
    if (reads) socket.resume()
  })
  const port = await listen(server, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    connections: () => accepted,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Whether something listens on the port of 127.0.0.1. */
export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
