import type { Config } from '../config/config.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'

/** A finished request. */
export interface Observation {
  exchange: Exchange
  status: number
  responseHeaders: Readonly<Record<string, string>>
  /** Milliseconds since the epoch. */
  startedAt: number
  durationMs: number
  /** From the start to the response headers; undefined when none were sent. */
  firstByteMs: number | undefined
  /** Body bytes. */
  bytesIn: number
  bytesOut: number
}

/** The parts of the engine that observing requests uses. */
export interface ObserverServices {
  store: Store
  config: Config
  log: Log
  deploymentId: string
  dataDir: string
  endpoint: string
}
