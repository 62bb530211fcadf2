/** The console's own samples: reads the metrics of the storage server every 15 seconds and keeps them for 14 days. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, bothTexts, detailText, type FailureText } from '@cooperage/contract'
import {
  bucketMetrics,
  clusterMetrics,
  type StorageEndpoint,
  StorageError,
  type UnsignedClient,
} from '@cooperage/storage-client'
import type { FastifyBaseLogger } from 'fastify'
import { programBeside } from '../../shared/program.ts'
import { DatabaseThread } from '../../shared/sqlite/database-thread.ts'
import { SteadyClock } from '../../shared/steady-clock.ts'
import type { MetricsSource } from './metrics-source.ts'
import type { SamplesThread } from './samples-thread.ts'
import { USAGE_SECONDS } from './usage-tables.ts'

/** Of all consoles in this process: a thread takes 13 MB (measured), and operator mode has a console for each tenant. */
const THREAD = new DatabaseThread<SamplesThread>(programBeside(import.meta, 'samples-thread'), undefined)
/** Shorter than the time between two scrapes. */
const SCRAPE_TIMEOUT_MS = 10_000
/** How long a page waits for the state of the samples. */
const STATE_TIMEOUT_MS = 1000
const FILE = 'metrics.sqlite'
/** Servers before August 2023 report the usage of buckets among the metrics of the cluster. */
const USAGE_LINE = /^minio_bucket_usage_total_bytes\{/m

interface SampledSourceOptions {
  endpoint: StorageEndpoint
  dataDir: string
  token: () => Promise<string | undefined>
  /** What `state` reports while there is no token. */
  withoutToken: FailureText | undefined
  now: () => number
  log: FastifyBaseLogger
  scrapeSeconds: number
}

interface SampledSource extends MetricsSource {
  close(): Promise<void>
}

/** Starts sampling. Failures are reported by `state` and never affect another part of the console. */
export function startSampling(options: SampledSourceOptions): SampledSource {
  const { endpoint, dataDir, token, withoutToken, now, log, scrapeSeconds } = options
  const file = join(dataDir, FILE)
  const seconds = () => Math.floor(now() / 1000)
  const clock = new SteadyClock(now)
  const closing = new AbortController()
  let problem: FailureText | undefined
  let running: Promise<void> | undefined
  let newestUsage = 0

  const sample = async () => {
    const given = await token()
    if (given === undefined) return report(withoutToken)
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(SCRAPE_TIMEOUT_MS)])
      const client = { endpoint, signal }
      const text = await clusterMetrics(client, given)
      const isSteady = clock.isSteady()
      await mkdir(dataDir, { recursive: true })
      await THREAD.call('add', file, seconds(), text, endpoint.url.host, isSteady)
      const slot = Math.floor(seconds() / USAGE_SECONDS)
      if (slot !== newestUsage) {
        const buckets = USAGE_LINE.test(text) ? text : await usageOfBuckets(client, given)
        if (buckets !== undefined) await THREAD.call('addUsage', file, seconds(), buckets, isSteady)
        // Before its first count a server has nothing to say, and is asked again with the next scrape.
        if (buckets === undefined || USAGE_LINE.test(buckets)) newestUsage = slot
      }
      report(undefined)
    } catch (error) {
      if (!closing.signal.aborted) report(problemOf(error), error)
    }
  }
  /** Undefined from a server without metrics of buckets: the charts need none. */
  const usageOfBuckets = async (client: UnsignedClient, given: string) => {
    try {
      return await bucketMetrics(client, given)
    } catch (error) {
      if (!(error instanceof StorageError) || error.kind !== 'refused') throw error
      log.warn({ err: error }, 'metrics of buckets')
      return undefined
    }
  }
  const report = (next: FailureText | undefined, error?: unknown) => {
    if (next !== undefined && next.text !== problem?.text) log.warn({ reason: next.text, err: error }, 'metrics')
    problem = next
  }
  const tick = () => {
    // A slow server gets no second request while the first is in progress.
    running ??= sample().finally(() => {
      running = undefined
    })
  }
  const timer = setInterval(tick, scrapeSeconds * 1000)
  timer.unref()
  tick()

  const read = async <T>(result: Promise<T>): Promise<T> => {
    try {
      return await result
    } catch (error) {
      log.warn({ err: error }, 'metrics')
      throw new AppError('MetricsUnavailable', { reason: problemOf(error) }, { cause: error })
    }
  }

  return {
    name: 'console',
    async query(queries, range) {
      const expressions = queries.map(({ expression }) => expression)
      const results = await read(THREAD.call('query', file, expressions, range, seconds()))
      return results.map((series) =>
        series.map(({ labels, values }) => ({
          metric: { ...labels },
          values: values.map(([time, value]): [number, string] => [time, String(value)]),
        })),
      )
    },
    latest: (measures) => read(THREAD.call('latest', file, measures, seconds())),
    usageHistory: (bucket, range) => read(THREAD.call('usageHistory', file, bucket, range)),
    firstUsageSince: (time) => read(THREAD.call('firstUsageSince', file, time)),
    async state() {
      const state = await inTime(THREAD.call('state', file).catch(() => undefined))
      const damaged = state?.wasDamaged ? detailText('metricsDamaged', { file: `${FILE}.damaged` }) : undefined
      const text = damaged && problem ? bothTexts(damaged, problem) : (damaged ?? problem)
      const since = state?.since === undefined ? '' : new Date(state.since * 1000).toISOString()
      return { problem: text?.text ?? '', ...(text && { text }), since }
    },
    async close() {
      clearInterval(timer)
      closing.abort(new DOMException('The console stops', 'AbortError'))
      await running
      await THREAD.call('close', file)
    },
  }
}

/** Why metrics can't be read or stored, and what to do. */
export function problemOf(error: unknown): FailureText {
  if (error instanceof StorageError) {
    return detailText(error.kind === 'refused' ? 'metricsTokenRefused' : 'metricsNoStorage')
  }
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  return detailText(isFull ? 'metricsDiskFull' : 'metricsUnreadable')
}

async function inTime<T>(value: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), STATE_TIMEOUT_MS)
  try {
    return await Promise.race([value, late])
  } finally {
    clearTimeout(timer)
  }
}
