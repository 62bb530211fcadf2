import { AppError } from '@cooperage/contract'
import { PrometheusError, type PrometheusErrorKind, queryRange } from '@cooperage/storage-client'
import type { FastifyBaseLogger } from 'fastify'
import type { MetricsSettings } from '../../shared/settings.ts'
import { promQl } from './expressions.ts'
import type { MetricsSource } from './metrics-source.ts'

const REASONS: Record<PrometheusErrorKind, string> = {
  unreachable: 'Prometheus can’t be reached. Check that it is running, and the address in COOPERAGE_PROMETHEUS_URL.',
  timeout: 'Prometheus didn’t respond in time. Choose a shorter time range, or try again.',
  denied: 'Prometheus refuses the console’s token. Check COOPERAGE_PROMETHEUS_TOKEN.',
  failed: 'Prometheus returned an error for this query. See the log of the console for details.',
}

/** Queries a Prometheus server that scrapes the storage server. Its failures are reported by each widget, never by the whole page. */
export function prometheusSource(
  { url, job, token }: NonNullable<MetricsSettings['prometheus']>,
  log: FastifyBaseLogger,
): MetricsSource {
  const server = { url, ...(token !== undefined && { token }) }
  return {
    name: 'prometheus',
    async query(queries, range, signal) {
      try {
        return await Promise.all(
          queries.map(({ expression }) => queryRange(server, promQl(expression, job, range.step), range, signal)),
        )
      } catch (error) {
        if (!(error instanceof PrometheusError)) throw error
        log.warn({ kind: error.kind, reason: error.message }, 'prometheus')
        throw new AppError('MetricsUnavailable', { reason: REASONS[error.kind] }, { cause: error })
      }
    },
    state: async () => ({ problem: '', since: '' }),
  }
}
