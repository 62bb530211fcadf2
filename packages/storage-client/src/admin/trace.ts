import { type JsonObject, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { liveLines } from '../live-lines.ts'
import { sendAdmin } from './send-admin.ts'

export interface TraceFilter {
  /** `s3`, `internal`, `storage`, `os`, or `all`, which includes the kinds that only newer servers support. */
  kinds: readonly string[]
  /** Only calls that took at least so long. */
  thresholdNs: number
  /** Only calls with a status of 400 or more, and internal ones that failed. */
  onlyErrors: boolean
}

/** A completed call of the server. Headers and query are as the client sent them, signatures included. */
export interface TracedCall {
  /** When it began, ISO 8601. */
  time: string
  api: string
  /** `host:port` of the server. */
  host: string
  method: string
  path: string
  query: string
  /** 0 for a call without HTTP. */
  status: number
  client: string
  /** Why an internal call failed. */
  error: string
  durationNs: number
  timeToFirstByteNs: number
  bytesReceived: number
  bytesSent: number
  requestHeaders: Record<string, string>
  responseHeaders: Record<string, string>
}

/** All kinds of a current server that `all` stands for; servers before 2022 support `all` itself. */
const ALL_KINDS =
  'all s3 internal storage os scanner healing decommission rebalance batch-replication replication-resync bootstrap ftp ilm kms'

/**
 * The calls of all servers from now on, until the client's signal aborts; needs admin:ServerTrace.
 * @param onBegun called when the server has accepted the trace
 * @throws StorageError
 */
export async function* traceCalls(
  client: StorageClient,
  { kinds, thresholdNs, onlyErrors }: TraceFilter,
  onBegun?: () => void,
): AsyncGenerator<TracedCall> {
  const names = kinds.includes('all') ? ALL_KINDS.split(' ') : kinds
  const query = {
    ...Object.fromEntries(names.map((name) => [name, 'true'])),
    err: String(onlyErrors),
    threshold: `${thresholdNs}ns`,
  }
  const response = await sendAdmin(client, { method: 'GET', path: '/minio/admin/v3/trace', query })
  onBegun?.()
  for await (const line of liveLines(response.body, client.signal)) {
    const call = callIn(line)
    if (call !== undefined) yield call
  }
}

/** undefined for a line that isn't a call, or is damaged: one such line doesn't end the trace. */
function callIn(line: string): TracedCall | undefined {
  try {
    const entry = objectField(JSON.parse(line))
    const api = textField(entry, 'funcname')
    return api === '' ? undefined : toCall(entry, api)
  } catch {
    return undefined
  }
}

/** Servers before 2022 have the parts of `http` at the top level. */
function toCall(entry: JsonObject, api: string): TracedCall {
  const http = 'http' in entry ? objectField(entry, 'http') : entry
  const request = objectField(http, 'request')
  const response = objectField(http, 'response')
  const stats = objectField(http, 'stats')
  return {
    time: textField(entry, 'time'),
    api,
    host: textField(entry, 'nodename'),
    method: textField(request, 'method'),
    path: textField(request, 'path') || textField(entry, 'path'),
    query: textField(request, 'rawquery'),
    status: numberField(response, 'statuscode'),
    client: textField(request, 'client'),
    error: textField(entry, 'error'),
    durationNs: numberField(entry, 'dur') || numberField(stats, 'latency'),
    timeToFirstByteNs: numberField(stats, 'timetofirstbyte') || numberField(stats, 'ttfb'),
    bytesReceived: numberField(stats, 'inputbytes'),
    bytesSent: numberField(stats, 'outputbytes') || numberField(entry, 'bytes'),
    requestHeaders: headersOf(request),
    responseHeaders: headersOf(response),
  }
}

function headersOf(message: JsonObject): Record<string, string> {
  const headers = Object.entries(objectField(message, 'headers'))
  return Object.fromEntries(
    headers.map(([name, values]) => [name, Array.isArray(values) ? values.join(', ') : String(values)]),
  )
}
