/** `mc admin trace`: one JSON object per request in the current `TraceInfo` format, without bodies. */
import { apiName } from './api-names.ts'
import type { Observation } from './observation.ts'
import { redactedHeaders, redactedQueryText } from './redaction.ts'

/** Bits of the field `type`. */
const S3 = 4
const INTERNAL = 8

export interface TraceFilter {
  s3: boolean
  internal: boolean
  onlyErrors: boolean
  thresholdMs: number
}

export function isTraced({ s3, internal, onlyErrors, thresholdMs }: TraceFilter, observation: Observation): boolean {
  if (onlyErrors && observation.status < 400) return false
  if (observation.durationMs < thresholdMs) return false
  return isInternal(observation) ? internal : s3
}

export function traceLine(observation: Observation, nodename: string): string {
  const { exchange, status, startedAt, durationMs, firstByteMs, bytesIn, bytesOut } = observation
  const { method, query, headers, clientAddress, facts } = exchange
  const time = new Date(startedAt).toISOString()
  const rawquery = redactedQueryText(query)
  const path = decodedPath(exchange.path)
  const dur = nanoseconds(durationMs)
  return `${JSON.stringify({
    type: isInternal(observation) ? INTERNAL : S3,
    nodename,
    funcname: `${facts.protocol}.${apiName(facts.operation ?? 'Unknown')}`,
    time,
    path,
    dur,
    bytes: bytesIn + bytesOut,
    http: {
      request: {
        time,
        proto: 'HTTP/1.1',
        method,
        path,
        ...(rawquery === '' ? {} : { rawquery }),
        headers: asLists(redactedHeaders(headers)),
        client: clientAddress,
      },
      response: {
        time: new Date(startedAt + durationMs).toISOString(),
        headers: asLists(redactedHeaders(observation.responseHeaders)),
        statuscode: status,
      },
      stats: {
        inputbytes: bytesIn,
        outputbytes: bytesOut,
        latency: dur,
        timetofirstbyte: nanoseconds(firstByteMs ?? durationMs),
      },
    },
  })}\n`
}

/** Requests outside S3 and STS: administration, health, metrics. */
function isInternal({ exchange: { facts } }: Observation): boolean {
  return facts.protocol !== 's3' && facts.protocol !== 'sts'
}

export function nanoseconds(ms: number): number {
  return Math.round(ms * 1e6)
}

export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function asLists(headers: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
}
