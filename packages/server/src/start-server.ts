import type { AddressInfo } from 'node:net'
import { buildApp } from './app.ts'
import type { ServerSettings } from './shared/settings.ts'

export interface RunningServer {
  /** Where it answers, as seen from this machine. */
  url: string
  port: number
  /** Stops accepting, lets what is under way end for a moment, then breaks it off. */
  close(): Promise<void>
}

/** How long transfers under way may go on after `close`. */
const CLOSE_GRACE_MS = 3_000

/**
 * Starts the console. Rejects when the port is taken, a setting is wrong or the data folder cannot be written.
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
