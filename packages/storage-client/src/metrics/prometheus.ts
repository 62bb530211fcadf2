/** Queries of a Prometheus server. */
import { objectField } from '@cooperage/wire'

/** How long Prometheus may take to respond. */
const DEADLINE_MS = 8000
/** The response for 1,000 series of 60 values is 3 MB. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024

export interface PrometheusServer {
  /** With the prefix of its paths, if it has one. */
  url: URL
  /** Sent as a bearer token. */
  token?: string
}

/** A time range in seconds since the epoch. */
export interface QueryRange {
  start: number
  end: number
  step: number
}

/** A series of the response; values are text, as Prometheus sends them. */
export interface RangeSeries {
  metric: Record<string, string>
  values: [time: number, value: string][]
}

/**
 * - `unreachable`: no connection, or it broke
 * - `timeout`: Prometheus didn't respond in time
 * - `denied`: it rejects the token, or requires one
 * - `failed`: it can't run the query, or isn't a Prometheus
 */
export type PrometheusErrorKind = 'unreachable' | 'timeout' | 'denied' | 'failed'

/** `message` may contain internal addresses: it is for the log, not for users. */
export class PrometheusError extends Error {
  override name = 'PrometheusError'
  readonly kind: PrometheusErrorKind

  constructor(kind: PrometheusErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** @throws PrometheusError; the reason of `signal` when it aborts */
export async function queryRange(
  { url, token }: PrometheusServer,
  query: string,
  range: QueryRange,
  signal: AbortSignal,
): Promise<RangeSeries[]> {
  const target = new URL(url)
  target.pathname = `${url.pathname.replace(/\/+$/, '')}/api/v1/query_range`
  target.search = new URLSearchParams({
    query,
    start: String(range.start),
    end: String(range.end),
    step: String(range.step),
  }).toString()
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  try {
    const response = await fetch(target, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.any([signal, deadline]),
    })
    if (response.status === 401 || response.status === 403) {
      await response.body?.cancel()
      throw new PrometheusError('denied', `Prometheus responded with ${response.status}`)
    }
    return seriesIn(await limitedText(response), response.status)
  } catch (error) {
    if (error instanceof PrometheusError) throw error
    if (signal.aborted) throw signal.reason
    if (deadline.aborted) throw new PrometheusError('timeout', "Prometheus didn't respond in time", { cause: error })
    throw new PrometheusError('unreachable', "Prometheus can't be reached", { cause: error })
  }
}

function seriesIn(text: string, status: number): RangeSeries[] {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new PrometheusError('failed', `The response with status ${status} isn't JSON`, { cause: error })
  }
  const { result } = objectField(objectField(body), 'data')
  if (status !== 200 || !Array.isArray(result)) {
    throw new PrometheusError('failed', `Prometheus responded with ${status}: ${text.slice(0, 500)}`)
  }
  return result.map((series: unknown) => {
    const { values } = objectField(series)
    const metric = Object.entries(objectField(objectField(series), 'metric'))
    return {
      metric: Object.fromEntries(metric.map(([name, value]) => [name, String(value)])),
      values: (Array.isArray(values) ? values : []).map((pair: unknown): [number, string] => {
        const [time, value] = Array.isArray(pair) ? pair : []
        return [Number(time), String(value)]
      }),
    }
  })
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_RESPONSE_BYTES) throw new PrometheusError('failed', 'The response of Prometheus is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
