import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { expiryOf, type TlsSettings, watchCertificate } from '@cooperage/listener'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { buildOperatorApp } from './operator-app.ts'
import { buildServersApp } from './servers-app.ts'
import { hostCheck } from './shared/allowed-hosts.ts'
import type { ConsoleSettings, OperatorSettings, ServerSettings, SeveralServersSettings } from './shared/settings.ts'
import { createRedirectServer } from './tls/redirect-server.ts'

export interface RunningServer {
  /** Its address, as seen from this machine. */
  url: string
  port: number
  /** Where plain HTTP is redirected to TLS, if anywhere. */
  redirectPort: number | undefined
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

/** Starts the consoles of several storage servers. Rejects like {@link startServer}. */
export async function startSeveralServers(settings: SeveralServersSettings): Promise<RunningServer> {
  return await listen(await buildServersApp(settings), settings)
}

async function listen(app: FastifyInstance, settings: ConsoleSettings): Promise<RunningServer> {
  let redirect: Server | undefined
  try {
    await app.listen({ host: settings.host, port: settings.port })
    redirect = await startRedirect(settings, portOf(app.server))
  } catch (error) {
    await app.close()
    throw error
  }
  const unwatch = settings.tls && reloadCertificate(app, settings.tls)
  const port = portOf(app.server)
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  return {
    url: `${settings.tls ? 'https' : 'http'}://${host}:${port}`,
    port,
    redirectPort: redirect && portOf(redirect),
    async close() {
      unwatch?.()
      redirect?.close()
      redirect?.closeAllConnections()
      const timer = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS)
      await app.close()
      clearTimeout(timer)
    },
  }
}

async function startRedirect(settings: ConsoleSettings, tlsPort: number): Promise<Server | undefined> {
  const { host, redirectPort, allowedHosts } = settings
  if (redirectPort === undefined) return undefined
  const server = createRedirectServer(hostCheck(allowedHosts ?? []), tlsPort)
  server.listen({ host, port: redirectPort })
  await once(server, 'listening')
  return server
}

/** Connections that are open keep the earlier certificate. */
function reloadCertificate(app: FastifyInstance, files: TlsSettings): () => void {
  return watchCertificate(files, {
    onChange(certificate) {
      if (!(app.server instanceof TlsServer)) throw new Error('The console listens without TLS')
      app.server.setSecureContext(certificate)
      app.log.info({ expires: expiryOf(certificate) }, 'the certificate was read again')
    },
    onFailure: (error) => app.log.error({ err: error }, 'the changed certificate is not used'),
  })
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
