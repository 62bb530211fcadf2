import type { StorageEndpoint } from '@cooperage/storage-client'
import type * as z from 'zod/mini'
import type { AccountChoices } from './account-choices.ts'
import type { AuditArchive } from './audit-store/audit-archive.ts'
import type { Computations } from './computations/computations.ts'
import type { ConsoleMetrics } from './console-metrics/console-metrics.ts'
import type { ConsoleStore } from './console-store/console-store.ts'
import type { SocketLimiter } from './live/socket-limiter.ts'
import type { OtherServers } from './other-servers.ts'
import type { SecondFactors } from './second-factor/second-factors.ts'
import type { AccountCache } from './session/account-cache.ts'
import type { ClosedBuckets } from './session/closed-buckets.ts'
import type { LoginThrottle } from './session/login-throttle.ts'
import type { Sealer } from './session/sealer.ts'
import type { StorageSessions } from './session/storage-sessions.ts'
import type { ServerSettings } from './settings.ts'

/** What the features of a storage server's console share. Created once per server, so that tests can start several in one process. */
export interface Services {
  settings: ServerSettings
  /** Milliseconds since the epoch. */
  now: () => number
  endpoint: StorageEndpoint
  /** The audit log of the storage server, if this console keeps it. */
  auditArchive: AuditArchive | undefined
  /** What features keep across restarts, in the data folder of this console. */
  store: ConsoleStore
  /** The same for what replicas share: in their database, or in `store` if they have none. */
  sharedStore: ConsoleStore
  /** Encrypts values of one kind with the console's secret. */
  sealerFor: <Value>(purpose: string, schema: z.ZodMiniType<Value>) => Promise<Sealer<Value>>
  choices: AccountChoices
  secondFactors: SecondFactors
  sessions: StorageSessions
  accounts: AccountCache
  closedBuckets: ClosedBuckets
  loginThrottle: LoginThrottle
  socketLimiter: SocketLimiter
  computations: Computations
  metrics: ConsoleMetrics
  /** Undefined if there is only one storage server. */
  others: OtherServers | undefined
  /** Uploads that are being passed on to the storage server. */
  uploads: { running: number }
}
