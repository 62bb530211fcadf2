import type { EventEmitter } from 'node:events'
import type { KubeClient, KubeEndpoint } from '@cooperage/kube-client'
import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import type { AccountChoices } from '../account-choices.ts'
import type { Computations } from '../computations/computations.ts'
import type { ConsoleMetrics } from '../console-metrics/console-metrics.ts'
import type { SocketRegistry } from '../live/register-socket.ts'
import type { SocketLimiter } from '../live/socket-limiter.ts'
import type { RouteRegistry } from '../register-route.ts'
import type { LoginThrottle } from '../session/login-throttle.ts'
import type { OperatorSession } from '../session/sealed-session.ts'
import type { Sealer } from '../session/sealer.ts'
import type { SessionKeeper } from '../session/session-keeper.ts'
import type { Visit } from '../session/visits.ts'
import type { OperatorSettings } from '../settings.ts'

/** What handlers of operator mode act with: the API server with the visitor's own token. */
type OperatorVisit = Visit<OperatorSession, { kube: KubeClient }>

/** What the features of operator mode share. */
export interface OperatorServices {
  settings: OperatorSettings
  /** Milliseconds since the epoch. */
  now: () => number
  cluster: KubeEndpoint
  /** Of the users of the cluster, in the data folder of this console. */
  choices: AccountChoices
  sessions: SessionKeeper<OperatorSession>
  /** Encrypts values of one kind with the console's secret. */
  sealerFor: <Value>(purpose: string, schema: z.ZodMiniType<Value>) => Promise<Sealer<Value>>
  loginThrottle: LoginThrottle
  socketLimiter: SocketLimiter
  computations: Computations
  metrics: ConsoleMetrics
  /** Emits each session that was signed out. */
  signOuts: EventEmitter<{ signedOut: [OperatorSession] }>
}

export interface OperatorRegistry {
  routes: RouteRegistry<OperatorVisit>
  sockets: SocketRegistry<OperatorVisit>
  services: OperatorServices
  log: FastifyBaseLogger
}

/** The handlers of a feature of operator mode, as its `index.ts` lists them. */
export type OperatorFeature = readonly ((registry: OperatorRegistry) => void)[]
