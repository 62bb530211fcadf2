import type { Events } from '../events/events.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import type { Store } from '../store/store.ts'
import type { CannedAcls } from './acl.ts'

/** The parts of the engine that S3 operations use. */
export interface S3Services {
  store: Store
  lifecycle: Lifecycle
  events: Events
  /** Empty: any region. */
  region: string
  /** Where the engine listens, `host:port`. */
  endpoint: string
  /** Aborts when the engine stops or restarts. */
  closing: AbortSignal
  cannedAcls: CannedAcls
}
