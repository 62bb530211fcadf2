import type { Engine } from '../engine.ts'
import type { Exchange } from '../http/exchange.ts'

/** One finished request. */
export interface Observation {
  exchange: Exchange
  status: number
  answerHeaders: Readonly<Record<string, string>>
  /** Milliseconds since the epoch. */
  startedAt: number
  durationMs: number
  /** From the start to the head of the answer; undefined when none was sent. */
  firstByteMs: number | undefined
  /** Of the bodies. */
  bytesIn: number
  bytesOut: number
}

export type ObserverHost = Pick<Engine, 'store' | 'config' | 'log' | 'deploymentId' | 'endpoint'>
