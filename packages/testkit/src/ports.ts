import { createServer, type Server, type Socket } from 'node:net'

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

/** A port that nobody listens on at this moment: for whoever has to be told a port, and as the address of a stopped server. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer()
  const port = await listen(server, host)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * Starts a program that has to be told a port. Between the picking and its listening the port may become somebody else's: then
 * it is started on another. It has to fail with the words of the system.
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

/** Keeps a port busy without speaking HTTP: it accepts connections and stays silent on them; `reads: false` takes no bytes, too. */
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
    // Whoever loses patience resets the connection, which is what the tests wait for.
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
