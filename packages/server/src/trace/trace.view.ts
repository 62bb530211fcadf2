/** Live trace of the storage server's calls. */
import { STATUS_CODES } from 'node:http'
import { type TracedCall, watchTrace } from '@cooperage/contract'
import { type TracedCall as CallOfServer, traceCalls } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { SharedFeeds } from '../shared/live/shared-feeds.ts'
import { redactHeaders, redactQuery } from '../shared/redact-request.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

export function traceView({ sockets }: Registry): void {
  // Servers allow few concurrent traces: tabs and sessions of an account with the same filter share one.
  const feeds = new SharedFeeds<{ call: CallOfServer; message: TracedCall }>()
  sockets.withSession(watchTrace, async function* ({ query, session, storage, signal }) {
    const { calls, threshold, onlyErrors } = query
    const filter = { kinds: calls.split(','), thresholdNs: Number(threshold), onlyErrors: onlyErrors === 'yes' }
    const account = session.account === '' ? session.accessKey : session.account
    const key = JSON.stringify([account, filter])
    const open = (ending: AbortSignal) => explained(traceCalls({ ...storage, signal: ending }, filter))
    for await (const { call, message } of feeds.watch(key, open, signal)) {
      if (matches(call, query)) yield message
    }
  })
}

/** Names the permission in a refusal. */
async function* explained(calls: AsyncGenerator<CallOfServer>) {
  try {
    for await (const call of calls) yield { call, message: toMessage(call) }
  } catch (error) {
    await withStorageErrors({ action: 'admin:ServerTrace' }, Promise.reject(error))
  }
}

interface Wanted {
  statusCode: string
  method: string
  funcname: string
  path: string
}

/** Scripts of the older console send `statusCode=0` for any status. */
const ANY_STATUS = ['', '0']

function matches({ status, method, api, path }: CallOfServer, wanted: Wanted): boolean {
  return (
    (ANY_STATUS.includes(wanted.statusCode) || String(status).startsWith(wanted.statusCode)) &&
    (wanted.method === '' || method.toLowerCase() === wanted.method.toLowerCase()) &&
    api.toLowerCase().includes(wanted.funcname.toLowerCase()) &&
    path.toLowerCase().includes(wanted.path.toLowerCase())
  )
}

function toMessage(call: CallOfServer): TracedCall {
  const { time, api, host, client, method, path, status, error } = call
  return {
    time,
    api,
    statusCode: status,
    statusMsg: STATUS_CODES[status] ?? '',
    host,
    client,
    method,
    path,
    query: redactQuery(call.query),
    error,
    callStats: {
      duration: goDuration(call.durationNs),
      durationMs: call.durationNs / 1e6,
      timeToFirstByteMs: call.timeToFirstByteNs / 1e6,
      rx: call.bytesReceived,
      tx: call.bytesSent,
    },
    requestHeaders: redactHeaders(call.requestHeaders),
    responseHeaders: redactHeaders(call.responseHeaders),
  }
}

/** As the specification's clients expect it: `312ns`, `85.2µs`, `3.562688ms`, `1.5s`. */
function goDuration(nanoseconds: number): string {
  if (nanoseconds < 1e3) return `${nanoseconds}ns`
  if (nanoseconds < 1e6) return `${nanoseconds / 1e3}µs`
  return nanoseconds < 1e9 ? `${nanoseconds / 1e6}ms` : `${nanoseconds / 1e9}s`
}
