import type { IncomingMessage } from 'node:http'
import type { StorageEndpoint } from '@cooperage/storage-client'
import type { FastifyInstance } from 'fastify'
import type { BasedUrl } from './base-path.ts'
import type { Computations } from './computations/computations.ts'
import type { ConsoleMetrics } from './console-metrics/console-metrics.ts'
import type { SocketLimiter } from './live/socket-limiter.ts'
import type { Session } from './session/sealed-session.ts'
import type { SessionKeeper } from './session/session-keeper.ts'
import type { ServerSettings } from './settings.ts'

/** The address and the visitor of a tenant's console, both checked by operator mode. */
export interface TenantGate {
  locate: (request: IncomingMessage) => BasedUrl
  sessions: SessionKeeper<Session>
  /** All consoles in a process share their threads. */
  computations: Computations
  metrics: ConsoleMetrics
  stopping: AbortSignal
}

/** The console of a tenant inside operator mode. It listens nowhere: requests are passed to its `routing`. */
export interface TenantConsole {
  app: FastifyInstance
  socketLimiter: SocketLimiter
}

export type OpenTenantConsole = (
  settings: ServerSettings,
  gate: TenantGate,
  endpoint: StorageEndpoint,
) => Promise<TenantConsole>
