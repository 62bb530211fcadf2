import { type FileHandle, open } from 'node:fs/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { redacted } from './redacted.ts'
import type { AnySession, Session } from './session/sealed-session.ts'

/** Where the audit trail goes: `log` is the console's own log, anything else the path of a file; `off` disables it. */
export type AuditDestination = 'log' | 'off' | { file: string }

/** One administrative call with its outcome (design, section 3). */
export interface AuditRecord {
  /** ISO 8601 */
  time: string
  /** Id of the contract's call: `buckets.setQuota`. */
  call: string
  /** Who made the call, as by {@link actorOf}; '' without a session. */
  account: string
  /** Of the browser, if trusted proxies report it. */
  address: string
  /** The resource that the path and the query name. */
  target: Record<string, unknown>
  /** The body without secrets; null if it wasn't read. */
  request: unknown
  /** `unknown`: the client disconnected before the response. */
  outcome: 'done' | 'refused' | 'failed' | 'unknown'
  status: number
  /** The contract's error code; '' on success. */
  code: string
  requestId: string
}

interface Sink {
  write(record: AuditRecord): void
  close(): Promise<void>
}

/**
 * Writes a record for every administrative call, whatever its outcome.
 * @param place named by every record: the tenant whose console this is
 * @throws if the file can't be opened: a console that should keep an audit log doesn't run without it
 */
export async function keepAuditTrail(
  app: FastifyInstance,
  destination: AuditDestination,
  now: () => number,
  place: Record<string, string> = {},
): Promise<void> {
  if (destination === 'off') return
  const sink = destination === 'log' ? logSink(app.log) : await fileSink(destination.file, app.log)
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.isAdministrative === true) sink.write(recordOf(request, reply, now(), place))
    done()
  })
  app.addHook('onClose', () => sink.close())
}

function recordOf(
  request: FastifyRequest,
  reply: FastifyReply,
  time: number,
  place: Record<string, string>,
): AuditRecord {
  const { params, query, body, failure } = request
  return {
    time: new Date(time).toISOString(),
    call: request.routeOptions.config.routeId ?? '',
    account: request.session === null ? '' : actorOf(request.session),
    address: request.ip,
    target: { ...place, ...asRecord(params), ...asRecord(query) },
    request: redacted(body ?? null),
    outcome: outcomeOf(reply, failure),
    status: reply.statusCode,
    code: failure,
    requestId: request.id,
  }
}

/**
 * The access key or the user of the cluster; for others what they are called where they come from. The subject of a provider is
 * added, because people choose their names there. Holders of custom tokens have only temporary keys, which the audit log of the
 * storage server names too.
 */
export function actorOf(session: AnySession & Partial<Session>): string {
  const { account, provider, ldapUsername, accessKey = '' } = session
  if (account !== '') return account
  if (provider !== undefined) return `${provider.account} (${provider.subject})`
  return ldapUsername ?? accessKey
}

/** A call that returns success may have failed in part, which it reports as its failure. */
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

/** JSON lines, each appended by one write, so that log rotation by copying and truncating works. */
async function fileSink(path: string, log: FastifyBaseLogger): Promise<Sink> {
  const file: FileHandle = await open(path, 'a', 0o600)
  let written = Promise.resolve()
  return {
    write(record) {
      written = written
        .then(() => file.appendFile(`${JSON.stringify(record)}\n`))
        // A record that can't be written to the file is logged instead, so that it isn't lost.
        .catch((error: unknown) => log.error({ err: error, audit: record }, 'the audit trail cannot be written'))
    },
    async close() {
      await written
      await file.close()
    },
  }
}
