import { AppError, reasonText, type Text } from '@cooperage/contract'
import { PrometheusError, type PrometheusErrorKind, queryRange } from '@cooperage/storage-client'
import type { FastifyBaseLogger } from 'fastify'
import { certificateDetail } from '../../shared/connection-detail.ts'
import type { MetricsSettings } from '../../shared/settings.ts'
import { promQl } from './expressions.ts'
import { type MetricsSource, SCRAPE_SECONDS, type TimeRange } from './metrics-source.ts'
import type { BucketUsage } from './usage-tables.ts'

const REASONS: Record<PrometheusErrorKind, Text> = {
  unreachable: reasonText('prometheusUnreachable'),
  timeout: reasonText('prometheusTimeout'),
  denied: reasonText('prometheusDenied'),
  failed: reasonText('prometheusFailed'),
}

/** How exactly the beginning of a growth is known. */
const GROWTH_STEP_SECONDS = 6 * 3600

/** Queries a Prometheus server that scrapes the storage server. Its failures are reported by each widget, never by the whole page. */
export function prometheusSource(
  { url, job, token }: NonNullable<MetricsSettings['prometheus']>,
  log: FastifyBaseLogger,
  now: () => number,
): MetricsSource {
  const server = { url, ...(token !== undefined && { token }) }
  const results = async (queries: readonly string[], range: TimeRange, signal: AbortSignal) => {
    try {
      return await Promise.all(queries.map((query) => queryRange(server, query, range, signal)))
    } catch (error) {
      if (!(error instanceof PrometheusError)) throw error
      log.warn({ kind: error.kind, reason: error.message }, 'prometheus')
      const reason = certificateDetail(error, url.host) ?? REASONS[error.kind]
      throw new AppError('MetricsUnavailable', { reason }, { cause: error })
    }
  }
  /** The usage of buckets, or of one, at each step. */
  const usage = async (range: TimeRange, signal: AbortSignal, bucket?: string): Promise<BucketUsage[]> => {
    const labels = `job=${JSON.stringify(job)}${bucket === undefined ? '' : `,bucket=${JSON.stringify(bucket)}`}`
    const query = (name: string) => `max by (bucket) (${name}{${labels}})`
    const names = ['minio_bucket_usage_total_bytes', 'minio_bucket_usage_object_total']
    const [sizes = [], counts = []] = await results(names.map(query), range, signal)
    const objects = new Map(counts.map(({ metric, values }) => [metric.bucket, new Map(values)]))
    return sizes.flatMap(({ metric: { bucket: name = '' }, values }) =>
      values.map(([time, size]) => ({
        bucket: name,
        time,
        size: Number(size),
        objects: Number(objects.get(name)?.get(time) ?? 0),
      })),
    )
  }
  return {
    name: 'prometheus',
    query: (queries, range, signal) =>
      results(
        queries.map(({ expression }) => promQl(expression, job, range.step)),
        range,
        signal,
      ),
    async latest(measures, signal) {
      const time = Math.floor(now() / 1000)
      const range = { start: time, end: time, step: SCRAPE_SECONDS }
      const queries = measures.map(({ expression }) => promQl(expression, job, range.step))
      const found = await results(queries, range, signal)
      return found.map((series) =>
        series.flatMap(({ metric, values: [first] }) => {
          // A percentage of nothing, see `percentage` of evaluate.ts.
          const value = first?.[1] === 'NaN' ? 0 : Number(first?.[1] ?? Number.NaN)
          return Number.isFinite(value) ? [{ labels: metric, value }] : []
        }),
      )
    },
    async usageHistory(bucket, range, signal) {
      return (await usage(range, signal, bucket)).map(({ time, size, objects }) => ({ time, size, objects }))
    },
    async firstUsageSince(start, signal) {
      const range = { start, end: Math.floor(now() / 1000), step: GROWTH_STEP_SECONDS }
      const firsts = new Map<string, BucketUsage>()
      for (const one of await usage(range, signal)) if (!firsts.has(one.bucket)) firsts.set(one.bucket, one)
      return [...firsts.values()]
    },
    state: async () => ({ problem: '', since: '' }),
  }
}
