import type { AddressInfo } from 'node:net'
import { buildApp } from './app.ts'
import type { ServerSettings } from './shared/settings.ts'

export interface RunningServer {
  /** Its address, as seen from this machine. */
  url: string
  port: number
  /** Stops accepting connections, gives running requests a moment, then closes them. */
  close(): Promise<void>
}

/** How long transfers may continue after `close`. */
const CLOSE_GRACE_MS = 3_000

/**
 * Starts the console. Rejects if the port is taken, a setting is invalid or the data folder can't be written.
 */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const app = await buildApp(settings)
  try {
    await app.listen({ host: settings.host, port: settings.port })
  } catch (error) {
    await app.close()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  return {
    url: `http://${host}:${port}`,
    port,
    async close() {
      const timer = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS)
      await app.close()
      clearTimeout(timer)
    },
  }
}
