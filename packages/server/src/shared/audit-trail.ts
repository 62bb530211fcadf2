import { type FileHandle, open } from 'node:fs/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { redacted } from './redacted.ts'

/** Where the audit trail goes: `log` is the console's own log, anything else the path of a file; `off` keeps none. */
export type AuditDestination = 'log' | 'off' | { file: string }

/** One administrative call, as it ended (design, section 3). */
export interface AuditRecord {
  /** ISO 8601 */
  time: string
  /** Id of the contract's call: `buckets.setQuota`. */
  call: string
  /** Whose session it was; '' when there was none. */
  account: string
  /** Of the browser, as far as trusted proxies tell. */
  address: string
  /** What the path and the query name. */
  target: Record<string, unknown>
  /** The body without its secrets; null when it was not read. */
  request: unknown
  /** `unknown`: the visitor had left before the answer. */
  outcome: 'done' | 'refused' | 'failed' | 'unknown'
  status: number
  /** The contract's code of the failure; '' when it was done. */
  code: string
  requestId: string
}

interface Sink {
  write(record: AuditRecord): void
  close(): Promise<void>
}

/**
 * Writes a record for every administrative call, whatever became of it.
 * @throws when the file cannot be opened: a console that was told to keep a trail does not run without one
 */
export async function keepAuditTrail(
  app: FastifyInstance,
  destination: AuditDestination,
  now: () => number,
): Promise<void> {
  if (destination === 'off') return
  const sink = destination === 'log' ? logSink(app.log) : await fileSink(destination.file, app.log)
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.isAdministrative === true) sink.write(recordOf(request, reply, now()))
    done()
  })
  app.addHook('onClose', () => sink.close())
}

function recordOf(request: FastifyRequest, reply: FastifyReply, time: number): AuditRecord {
  const { params, query, body, failure } = request
  return {
    time: new Date(time).toISOString(),
    call: request.routeOptions.config.routeId ?? '',
    account: request.session?.account ?? '',
    address: request.ip,
    target: { ...asRecord(params), ...asRecord(query) },
    request: redacted(body ?? null),
    outcome: outcomeOf(reply, failure),
    status: reply.statusCode,
    code: failure,
    requestId: request.id,
  }
}

/** A call that is answered as a success may have failed in parts, which it tells as its failure. */
function outcomeOf(reply: FastifyReply, failure: string): AuditRecord['outcome'] {
  if (!reply.raw.headersSent) return 'unknown'
  if (reply.statusCode >= 500) return 'failed'
  return reply.statusCode >= 400 || failure !== '' ? 'refused' : 'done'
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function logSink(log: FastifyBaseLogger): Sink {
  return { write: (record) => log.info({ audit: record }, 'audit'), close: async () => undefined }
}

/** JSON lines, each appended by one write: a file that is moved away by copying and truncating goes on. */
async function fileSink(path: string, log: FastifyBaseLogger): Promise<Sink> {
  const file: FileHandle = await open(path, 'a', 0o600)
  let written = Promise.resolve()
  return {
    write(record) {
      written = written
        .then(() => file.appendFile(`${JSON.stringify(record)}\n`))
        // What the file cannot take is told in the log instead, so that it is not lost.
        .catch((error: unknown) => log.error({ err: error, audit: record }, 'the audit trail cannot be written'))
    },
    async close() {
      await written
      await file.close()
    },
  }
}
