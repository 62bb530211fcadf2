/** Counters of finished requests for metrics. Counting costs a lookup and a few additions. */
import { apiName } from './api-names.ts'
import type { Observation } from './observation.ts'

/** Upper bounds, in seconds, of the time-to-first-byte buckets. The last bucket is unbounded. */
export const TTFB_BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface ApiCounts {
  api: string
  total: number
  errors4xx: number
  errors5xx: number
  canceled: number
  /** Not cumulative; has one entry more than `TTFB_BOUNDS`. */
  ttfb: number[]
}

export interface TrafficCounts {
  apis: Map<string, ApiCounts>
  bytesIn: number
  bytesOut: number
}

/** Maximum number of buckets with their own counters. */
const MAX_BUCKETS = 10_000
/** Recorded when the client closed the connection before the response. */
export const CLIENT_CLOSED_REQUEST = 499

export class RequestCounters {
  readonly all = emptyTraffic()
  readonly byBucket = new Map<string, TrafficCounts>()
  readonly rejected = { auth: 0, time: 0, invalid: 0 }
  inFlight = 0

  count(observation: Observation, hasBucket: (name: string) => boolean): void {
    const { facts } = observation.exchange
    if (facts.protocol !== 's3') return
    if (facts.operation === undefined) {
      this.rejected.invalid++
      return
    }
    if (facts.errorCode !== undefined) this.#countRejected(facts.errorCode)
    countIn(this.all, facts.operation, observation)
    if (facts.bucket !== undefined && facts.bucket !== '') {
      let counts = this.byBucket.get(facts.bucket)
      if (counts === undefined) {
        // Avoids another store access while the store fails.
        if (this.byBucket.size >= MAX_BUCKETS || observation.status >= 500 || !hasBucket(facts.bucket)) return
        counts = emptyTraffic()
        this.byBucket.set(facts.bucket, counts)
      }
      countIn(counts, facts.operation, observation)
    }
  }

  #countRejected(code: string): void {
    if (code === 'RequestTimeTooSkewed') this.rejected.time++
    else if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch') this.rejected.auth++
  }
}

function emptyTraffic(): TrafficCounts {
  return { apis: new Map(), bytesIn: 0, bytesOut: 0 }
}

function countIn(traffic: TrafficCounts, operation: string, observation: Observation): void {
  const { status, bytesIn, bytesOut, firstByteMs } = observation
  traffic.bytesIn += bytesIn
  traffic.bytesOut += bytesOut
  let counts = traffic.apis.get(operation)
  if (counts === undefined) {
    counts = {
      api: apiName(operation),
      total: 0,
      errors4xx: 0,
      errors5xx: 0,
      canceled: 0,
      ttfb: new Array<number>(TTFB_BOUNDS.length + 1).fill(0),
    }
    traffic.apis.set(operation, counts)
  }
  counts.total++
  if (status === CLIENT_CLOSED_REQUEST) counts.canceled++
  else if (status >= 500) counts.errors5xx++
  else if (status >= 400) counts.errors4xx++
  if (firstByteMs !== undefined) {
    let at = 0
    while (at < TTFB_BOUNDS.length && firstByteMs > (TTFB_BOUNDS[at] ?? 0) * 1000) at++
    counts.ttfb[at] = (counts.ttfb[at] ?? 0) + 1
  }
}
