/** Health report of the storage servers. */
import * as z from 'zod/mini'
import { socket } from '../socket.ts'

/** How long a report may take, unless a client asks for less (spec object-browser-and-tools 9). */
export const DIAGNOSTIC_DEADLINE = '1h'
export const DIAGNOSTIC_DEADLINE_MS = 3_600_000

/** A part of a report, e.g. `sys.cpus`, and the length of its JSON. */
const reportPart = z.object({ name: z.string(), bytes: z.number() })
export type ReportPart = z.infer<typeof reportPart>

export const diagnosticMessage = z.object({
  /** When the storage server began the report, ISO 8601. */
  timestamp: z.string(),
  /** The parts so far. */
  parts: z.array(reportPart),
  /** How many parts were asked for. Servers leave out those that they don't have. */
  expected: z.number(),
  isComplete: z.boolean(),
  /** The report as the storage server wrote it, without secrets; empty until it is complete. */
  report: z.record(z.string(), z.unknown()),
})
export type DiagnosticMessage = z.infer<typeof diagnosticMessage>

export const watchDiagnostics = socket({
  id: 'diagnostics.watch',
  path: '/ws/health-info',
  summary: 'Creates a health report of the servers. Sends the parts that are ready so far, and the report at the end.',
  query: z.strictObject({
    /** How long it may take: a duration such as `1h` or `90s`. */
    deadline: z._default(z.string().check(z.regex(/^[1-9]\d{0,5}(s|m|h)$/)), DIAGNOSTIC_DEADLINE),
  }),
  message: diagnosticMessage,
})
