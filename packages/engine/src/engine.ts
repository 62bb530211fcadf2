import type { Directory } from '@cooperage/directory'
import type { TrustsProxy } from '@cooperage/listener'
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
import type { CannedAcls } from './s3/acl.ts'
import type { Damage } from './store/integrity/damage.ts'
import type { Scrubber } from './store/integrity/scrubber.ts'
import type { Store } from './store/store.ts'
import type { OpenIdProviders } from './sts/openid/providers.ts'

/**
 * Everything that requests need. It is passed explicitly, because several engines can run in one process. Each protocol
 * declares the parts that it uses (`S3Services`, `StsServices`, `AdminServices`), so no folder depends on this.
 */
export interface Engine {
  store: Store
  /** Known damaged objects. */
  damage: Damage
  scrubber: Scrubber
  /** Admission control for S3 requests. */
  admission: Admission
  /** Lifecycle rules and their scanner. */
  lifecycle: Lifecycle
  root: RootCredentials
  iam: Iam
  /** OpenID identity providers. */
  openId: OpenIdProviders
  /** The directory whose users take the place of built-in ones. */
  ldap: Directory | undefined
  config: Config
  events: Events
  observer: Observer
  consoleLog: ConsoleLog
  logWebhooks: Webhooks
  /** Empty: signatures may name any region, and responses name that of `regionOfBuckets`. */
  region: string
  /** Whether S3 accepts signature version 2, in requests, links and forms. */
  acceptsSignatureV2: boolean
  /** What happens to an ACL in the headers of an upload that grants access to others. */
  cannedAcls: CannedAcls
  /** Secret of the record in the data folder: see `engine-record.ts`. */
  recordSecret: string
  /** A UUID that identifies the data folder. */
  deploymentId: string
  /** Value of `x-amz-id-2`. */
  hostId: string
  startedAt: number
  dataDir: string
  /** Where the engine listens, `host:port`. */
  endpoint: string
  log: Log
  /** Whose X-Forwarded headers are trusted. */
  trustsProxy: TrustsProxy
  /** What the console of the data folder presents: see `console-token.ts`. */
  consoleToken: string
  /** Delivers an event to subscribers. Never throws. Resolves when the event is durable; see `Events`. */
  publish(event: ObjectEvent): Promise<unknown> | undefined
  /** Whether metrics are available without a token. */
  isMetricsPublic: boolean
  /** Aborts when the engine stops or restarts. */
  closing: AbortSignal
  /** Stops the engine, or restarts it on the same address, after the response to the current request is sent. */
  control(action: 'restart' | 'stop'): void
}
