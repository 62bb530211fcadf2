/** The metrics of requests by operation, which versions 2 and 3 name alike. */
import { type ApiCounts, type TrafficCounts, TTFB_BOUNDS } from '../request-counters.ts'
import { type Family, families, type Labels, type Row, type Sample } from './exposition.ts'

interface RequestFamilies {
  prefix: string
  ttfbType: Family['type']
  /** Whether failed requests are also counted in one number, which only the server as a whole has. */
  sumsErrors: boolean
}

/** The families of the operations of `traffics`. `nameApi` is the label that names one. */
export function requestFamilies(
  of: RequestFamilies,
  traffics: readonly (readonly [Labels, TrafficCounts])[],
  nameApi: (api: string) => Labels,
): Family[] {
  const apis = traffics.flatMap(([labels, traffic]) =>
    Array.from(traffic.apis.values(), (counts) => [{ ...labels, ...nameApi(counts.api) }, counts] as const),
  )
  return families(apis, rows(of))
}

function rows({ prefix, ttfbType, sumsErrors }: RequestFamilies): Row<ApiCounts>[] {
  return [
    [`${prefix}_total`, 'counter', 'Requests', ({ total }) => total],
    [
      `${prefix}_errors_total`,
      'counter',
      'Failed requests',
      ({ errors4xx, errors5xx }) => (sumsErrors ? positive(errors4xx + errors5xx) : undefined),
    ],
    [`${prefix}_4xx_errors_total`, 'counter', 'Requests with 4xx responses', ({ errors4xx }) => positive(errors4xx)],
    [`${prefix}_5xx_errors_total`, 'counter', 'Requests with 5xx responses', ({ errors5xx }) => positive(errors5xx)],
    [`${prefix}_canceled_total`, 'counter', 'Requests canceled by the client', ({ canceled }) => positive(canceled)],
    [`${prefix}_ttfb_seconds_distribution`, ttfbType, 'Requests by time to the first byte', cumulative],
  ]
}

/** What never happened has no sample, as in MinIO. */
function positive(count: number): number | undefined {
  return count > 0 ? count : undefined
}

function cumulative({ ttfb }: ApiCounts): Sample[] {
  let sum = 0
  return [...TTFB_BOUNDS.map((bound) => bound.toFixed(3)), '+Inf'].map((le, at) => {
    sum += ttfb[at] ?? 0
    return { labels: { le }, value: sum }
  })
}
