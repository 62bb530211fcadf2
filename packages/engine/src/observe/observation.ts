import type { Engine } from '../engine.ts'
import type { Exchange } from '../http/exchange.ts'

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

export type ObserverHost = Pick<Engine, 'store' | 'config' | 'log' | 'deploymentId' | 'endpoint'>
