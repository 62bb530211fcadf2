/** The console's own samples: reads the metrics of the storage server every 15 seconds and keeps them for 14 days. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@cooperage/contract'
import { clusterMetrics, type StorageEndpoint, StorageError } from '@cooperage/storage-client'
import type { FastifyBaseLogger } from 'fastify'
import { programBeside } from '../../shared/program.ts'
import { DatabaseThread } from '../../shared/sqlite/database-thread.ts'
import { SteadyClock } from '../../shared/steady-clock.ts'
import type { MetricsSource } from './metrics-source.ts'
import type { SamplesThread } from './samples-thread.ts'

/** Of all consoles in this process: a thread takes 13 MB (measured), and operator mode has a console for each tenant. */
const THREAD = new DatabaseThread<SamplesThread>(programBeside(import.meta, 'samples-thread'), undefined)
/** Shorter than the time between two scrapes. */
const SCRAPE_TIMEOUT_MS = 10_000
/** How long a page waits for the state of the samples. */
const STATE_TIMEOUT_MS = 1000
const FILE = 'metrics.sqlite'

export interface SampledSourceOptions {
  endpoint: StorageEndpoint
  dataDir: string
  token: () => Promise<string | undefined>
  /** What `state` reports while there is no token. */
  withoutToken: string
  now: () => number
  log: FastifyBaseLogger
  scrapeSeconds: number
}

export interface SampledSource extends MetricsSource {
  close(): Promise<void>
}

/** Starts sampling. Failures are reported by `state` and never affect another part of the console. */
export function startSampling(options: SampledSourceOptions): SampledSource {
  const { endpoint, dataDir, token, withoutToken, now, log, scrapeSeconds } = options
  const file = join(dataDir, FILE)
  const seconds = () => Math.floor(now() / 1000)
  const clock = new SteadyClock(now)
  const closing = new AbortController()
  let problem = ''
  let running: Promise<void> | undefined

  const sample = async () => {
    const given = await token()
    if (given === undefined) return report(withoutToken)
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(SCRAPE_TIMEOUT_MS)])
      const text = await clusterMetrics({ endpoint, signal }, given)
      await mkdir(dataDir, { recursive: true })
      await THREAD.call('add', file, seconds(), text, endpoint.url.host, clock.isSteady())
      report('')
    } catch (error) {
      if (!closing.signal.aborted) report(problemOf(error), error)
    }
  }
  const report = (next: string, error?: unknown) => {
    if (next !== problem && next !== '') log.warn({ reason: next, err: error }, 'metrics')
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

  return {
    name: 'console',
    async query(queries, range) {
      try {
        const expressions = queries.map(({ expression }) => expression)
        const results = await THREAD.call('query', file, expressions, range, seconds())
        return results.map((series) =>
          series.map(({ labels, values }) => ({
            metric: { ...labels },
            values: values.map(([time, value]): [number, string] => [time, String(value)]),
          })),
        )
      } catch (error) {
        log.warn({ err: error }, 'metrics')
        throw new AppError('MetricsUnavailable', { reason: problemOf(error) }, { cause: error })
      }
    },
    async state() {
      const state = await inTime(THREAD.call('state', file).catch(() => undefined))
      const damaged = state?.wasDamaged ? `The file with earlier metrics was damaged and is now ${FILE}.damaged.` : ''
      const since = state?.since === undefined ? '' : new Date(state.since * 1000).toISOString()
      return { problem: [damaged, problem].filter((text) => text !== '').join(' '), since }
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
export function problemOf(error: unknown): string {
  if (error instanceof StorageError) {
    return error.kind === 'refused'
      ? 'The storage server refuses the token for its metrics. Set COOPERAGE_METRICS_TOKEN to a token from mc admin prometheus generate.'
      : 'The storage server doesn’t respond, so there are no new metrics.'
  }
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return 'The disk of the console’s data folder is full, so no metrics are stored. Free up space.'
  }
  return 'The metrics in the console’s data folder can’t be read or written. Check the folder’s permissions and the console’s log.'
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
