import type { Config } from './config/config.ts'
import type { Events } from './events/events.ts'
import type { ObjectEvent } from './events/object-event.ts'
import type { Admission } from './http/admission.ts'
import type { Iam } from './iam/iam.ts'
import type { Lifecycle } from './lifecycle/lifecycle.ts'
import type { Log } from './log.ts'
import type { ConsoleLog } from './observe/console-log.ts'
import type { Observer } from './observe/observer.ts'
import type { Webhooks } from './outbound/webhooks.ts'
import type { RootCredentials } from './root-credentials.ts'
import type { Damage } from './store/integrity/damage.ts'
import type { Scrubber } from './store/integrity/scrubber.ts'
import type { Store } from './store/store.ts'
import type { OpenIdProviders } from './sts/openid/providers.ts'

/**
 * Everything a request needs, passed along with it: several engines can run in one process. Each protocol declares the parts
 * that it uses (`S3Services`, `StsServices`, `AdminServices`), so nothing below depends on this.
 */
export interface Engine {
  store: Store
  /** Which objects are known to be damaged. */
  damage: Damage
  scrubber: Scrubber
  /** Which S3 requests may begin. */
  admission: Admission
  /** When objects go by the rules of their bucket. */
  lifecycle: Lifecycle
  root: RootCredentials
  iam: Iam
  /** Who may vouch for people. */
  openId: OpenIdProviders
  config: Config
  events: Events
  observer: Observer
  consoleLog: ConsoleLog
  logWebhooks: Webhooks
  /** Empty: any region is accepted in signatures, and none is named in answers. */
  region: string
  /** Whether S3 accepts signature version 2, in requests, links and forms. */
  acceptsSignatureV2: boolean
  /** Of the record in the data folder: see `engine-record.ts`. */
  recordSecret: string
  /** Stays the same for a data folder: a UUID. */
  deploymentId: string
  /** Value of `x-amz-id-2`. */
  hostId: string
  startedAt: number
  dataDir: string
  /** Where it answers, `host:port`. */
  endpoint: string
  log: Log
  /** Tells whoever has subscribed. Never throws. Resolves when the event would survive a crash; see `Events`. */
  publish(event: ObjectEvent): Promise<unknown> | undefined
  /** Whether metrics need no token. */
  isMetricsPublic: boolean
  /** Aborts when the engine ends or restarts. */
  closing: AbortSignal
  /** Ends the engine, or begins it anew on the same address; soon, so that the answer to whoever asked is out before. */
  control(action: 'restart' | 'stop'): void
}
