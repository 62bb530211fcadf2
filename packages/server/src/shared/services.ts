import type { StorageEndpoint } from '@cooperage/storage-client'
import type { AccountCache, SessionKeeper } from '../session/index.ts'
import type { ServerSettings } from '../settings.ts'
import type { LiveSeats } from './live/live-seats.ts'

/** What the features share. Made once per server, so that tests can start many in one process. */
export interface Services {
  settings: ServerSettings
  /** Milliseconds since the epoch. */
  now: () => number
  endpoint: StorageEndpoint
  sessions: SessionKeeper
  accounts: AccountCache
  seats: LiveSeats
}
