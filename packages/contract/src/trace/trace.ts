/** Live trace of the storage server's calls. */
import * as z from 'zod/mini'
import { socket } from '../socket.ts'

/** Kinds of calls that can be traced (spec object-browser-and-tools 7). `all` includes kinds that newer servers add. */
export const TRACE_KINDS = ['s3', 'internal', 'storage', 'os', 'all'] as const
export type TraceKind = (typeof TRACE_KINDS)[number]

const text = z._default(z.string().check(z.maxLength(1024)), '')
const header = z.object({ name: z.string(), value: z.string() })

/** A completed call of the storage server (spec object-browser-and-tools 3). Signatures and other secrets are removed. */
export const tracedCall = z.object({
  /** When the call began, ISO 8601. */
  time: z.string(),
  /** Name of the operation, e.g. `s3.PutObject`. */
  api: z.string(),
  statusCode: z.number(),
  /** E.g. `Not Found`. */
  statusMsg: z.string(),
  /** `host:port` of the server that responded. */
  host: z.string(),
  /** IP address of the client. */
  client: z.string(),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  /** Why an internal call failed; '' if it didn't. */
  error: z.string(),
  callStats: z.object({
    /** E.g. `3.562688ms`. */
    duration: z.string(),
    durationMs: z.number(),
    timeToFirstByteMs: z.number(),
    /** Bytes received and sent by the server. */
    rx: z.number(),
    tx: z.number(),
  }),
  requestHeaders: z.array(header),
  responseHeaders: z.array(header),
})
export type TracedCall = z.infer<typeof tracedCall>

export const watchTrace = socket({
  id: 'trace.watch',
  path: '/ws/trace',
  summary: 'Sends each call of the storage server, as it completes.',
  query: z.strictObject({
    /** Kinds of calls, joined with commas. */
    calls: z._default(
      z.string().check(z.regex(/^(s3|internal|storage|os|all)(,(s3|internal|storage|os|all))*$/)),
      's3',
    ),
    /** Minimum duration of calls, in nanoseconds. */
    threshold: z._default(z.string().check(z.regex(/^\d{1,15}$/)), '0'),
    onlyErrors: z._default(z.enum(['yes', 'no']), 'no'),
    statusCode: z._default(z.string().check(z.regex(/^\d{0,3}$/)), ''),
    method: text,
    /** Part of the name of the operation. */
    funcname: text,
    /** Part of the path. */
    path: text,
  }),
  message: tracedCall,
})
