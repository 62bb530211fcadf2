import { AppError, reasonText, type Text } from '@cooperage/contract'
import { PrometheusError, type PrometheusErrorKind, queryRange } from '@cooperage/storage-client'
import type { FastifyBaseLogger } from 'fastify'
import type { MetricsSettings } from '../../shared/settings.ts'
import { promQl } from './expressions.ts'
import type { MetricsSource } from './metrics-source.ts'

const REASONS: Record<PrometheusErrorKind, Text> = {
  unreachable: reasonText('prometheusUnreachable'),
  timeout: reasonText('prometheusTimeout'),
  denied: reasonText('prometheusDenied'),
  failed: reasonText('prometheusFailed'),
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
