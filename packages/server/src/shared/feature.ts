import type { StorageClient } from '@cooperage/storage-client'
import type { FastifyBaseLogger } from 'fastify'
import type { SocketRegistry } from './live/register-socket.ts'
import type { RouteRegistry } from './register-route.ts'
import type { Services } from './services.ts'
import type { Session } from './session/sealed-session.ts'
import type { Visit } from './session/visits.ts'

/** What handlers act with: the storage client with the visitor's permissions. */
export type StorageVisit = Visit<Session, { storage: StorageClient }>

/** The registries and services that a feature uses to register its handlers. */
export interface Registry {
  routes: RouteRegistry<StorageVisit>
  sockets: SocketRegistry<StorageVisit>
  services: Services
  /** For what happens outside a request. */
  log: FastifyBaseLogger
  /** Runs when the console stops, after the last request. */
  onClose(close: () => Promise<void>): void
}

/** Registers the handlers of some calls or live views. */
export type Handlers = (registry: Registry) => void

/** The handlers of a feature: its `index.ts` lists them, unless one file has them all. */
export type Feature = readonly Handlers[]
