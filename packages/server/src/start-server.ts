import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { buildOperatorApp } from './operator-app.ts'
import type { ConsoleSettings, OperatorSettings, ServerSettings } from './shared/settings.ts'

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
 * Starts the console of a storage server. Rejects if the port is taken, a setting is invalid or the data folder can't be
 * written.
 */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  return await listen(await buildApp(settings), settings)
}

/** Starts the console of the tenants in a Kubernetes cluster. Rejects like {@link startServer}. */
export async function startOperatorServer(settings: OperatorSettings): Promise<RunningServer> {
  return await listen(await buildOperatorApp(settings), settings)
}

async function listen(app: FastifyInstance, settings: ConsoleSettings): Promise<RunningServer> {
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
