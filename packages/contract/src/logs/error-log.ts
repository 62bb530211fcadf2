import * as z from 'zod/mini'
import { socket } from '../socket.ts'

/** An entry of a server's log (spec object-browser-and-tools 3). Texts that the server doesn't send are ''. */
export const logEntry = z.object({
  /** `ERROR`, `INFO`, `WARNING`, `FATAL`, …; '' for plain output. */
  level: z.string(),
  /** ISO 8601. */
  time: z.string(),
  /** `host:port` of the server that wrote it. */
  node: z.string(),
  /** Host that the client called, and its address. */
  host: z.string(),
  remotehost: z.string(),
  userAgent: z.string(),
  requestID: z.string(),
  deploymentid: z.string(),
  /** The call that failed, or the part of the server, e.g. `SYSTEM.config`. */
  api: z.object({ name: z.string(), bucket: z.string(), object: z.string() }),
  /** `source`: the places in the server's code, innermost first. */
  error: z.object({ message: z.string(), source: z.array(z.string()) }),
  /** Plain output of the server. */
  ConsoleMsg: z.string(),
})
export type LogEntry = z.infer<typeof logEntry>

export const watchErrorLog = socket({
  id: 'logs.watchErrors',
  path: '/ws/console',
  summary: "Sends the last 100 entries of the servers' logs, then each new one.",
  message: logEntry,
})
