import type { Config } from '../config/config.ts'
import type { Admission } from '../http/admission.ts'
import type { ConsoleLog } from '../observe/console-log.ts'
import type { Observer } from '../observe/observer.ts'
import type { Webhooks } from '../outbound/webhooks.ts'
import type { S3Services } from '../s3/services.ts'
import type { StsServices } from '../sts/actions.ts'

/** The parts of the engine that admin operations use: besides their own, those of the protocols whose data they administer. */
export interface AdminServices extends S3Services, StsServices {
  store: S3Services['store']
  config: Config
  admission: Admission
  observer: Observer
  consoleLog: ConsoleLog
  logWebhooks: Webhooks
  /** A UUID that identifies the data folder. */
  deploymentId: string
  dataDir: string
  /** Milliseconds since the epoch. */
  startedAt: number
  /** Stops or restarts the engine, after the response to the current request is sent. */
  control(action: 'restart' | 'stop'): void
}
