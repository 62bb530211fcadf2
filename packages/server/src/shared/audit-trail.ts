import { type FileHandle, open } from 'node:fs/promises'
import type { AppError, AuditKind } from '@cooperage/contract'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { redacted } from './redacted.ts'
import { BY_ACCOUNT, BY_NETWORK, RepeatedCalls } from './repeated-calls.ts'
import type { AnySession, Session } from './session/sealed-session.ts'

/** Where the audit trail goes: `log` is the console's own log, anything else the path of a file; `off` disables it. */
export type AuditDestination = 'log' | 'off' | { file: string }

/** One call in the audit trail; or several of a kind, as by {@link RepeatedCalls}. */
export interface AuditRecord {
  /** ISO 8601; of several calls the time of the last one. */
  time: string
  /** Of several calls: the time of the first one. */
  since?: string
  kind: AuditKind
  /** Id of the contract's call: `buckets.setQuota`. */
  call: string
  /**
   * Who made the call, as by {@link actorOf}; '' without a session. Of a refused sign-in only a name that an identity provider
   * vouches for: what is typed as a name is a secret key now and then.
   */
  account: string
  /** Of the browser, if trusted proxies report it. */
  address: string
  /** Id of the share link that the call is about. */
  link?: string
  /** What completed a sign-in, or should have: a code of an app, a passkey, or a recovery code. */
  factor?: 'totp' | 'passkey' | 'recovery'
  /** The resource that the path and the query name, without secrets. */
  target: Record<string, unknown>
  /** The body without secrets; null if it wasn't read, or consists of secrets as that of a sign-in. */
  request: unknown
  /** `unknown`: the client disconnected before the response, and what it asked for may have been done. */
  outcome: 'done' | 'refused' | 'failed' | 'unknown'
  /** 0 if there was no response. */
  status: number
  /** The contract's error code; '' on success. */
  code: string
  /** How many calls this is. */
  count: number
  requestId: string
}

export type AuditOutcome = Pick<AuditRecord, 'outcome' | 'status' | 'code'>

/** What only the handler of a call knows about its record. */
interface AuditNote {
  /** Who the visitor is according to an identity provider, in a sign-in. */
  account?: string
  link?: string
  factor?: AuditRecord['factor']
  /** What a form asks for, which isn't read as a body. */
  request?: unknown
  /** It turned out that nothing happened that belongs into the audit trail. */
  isLeftOut?: boolean
  /** The handler records the call itself, before its end. */
  isRecordedByHandler?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    audit?: AuditKind | 'none'
    /** As in the contract's route. */
    secrets?: readonly string[]
  }
  interface FastifyRequest {
    auditNote: AuditNote | null
  }
}

export function noteForAudit(request: FastifyRequest, note: AuditNote): void {
  request.auditNote = { ...request.auditNote, ...note }
}

const DISCONNECTED: AuditOutcome = { outcome: 'unknown', status: 0, code: '' }

/** Undefined: the client disconnected before there was an outcome. */
export function outcomeOf(error: AppError | undefined): AuditOutcome {
  if (error === undefined) return DISCONNECTED
  return { outcome: error.status >= 500 ? 'failed' : 'refused', status: error.status, code: error.code }
}

interface Sink {
  write(record: AuditRecord): void
  close(): Promise<void>
}

/** What happens in a console, where its contract says that it is recorded. */
export class AuditTrail {
  readonly #sink: Sink
  readonly #now: () => number
  readonly #place: Record<string, string>
  readonly #ofStrangers: RepeatedCalls
  readonly #refused: RepeatedCalls
  readonly #recorded = new WeakSet<FastifyRequest>()

  constructor(sink: Sink, now: () => number, place: Record<string, string>) {
    this.#sink = sink
    this.#now = now
    this.#place = place
    this.#ofStrangers = new RepeatedCalls((record) => sink.write(record), BY_NETWORK)
    this.#refused = new RepeatedCalls((record) => sink.write(record), BY_ACCOUNT)
  }

  /** Records the call that a request is, if the contract says so. Only the first outcome counts. */
  recordCall(request: FastifyRequest, outcome: AuditOutcome): void {
    const { routeId: call = '', audit: kind = 'none', secrets } = request.routeOptions.config
    if (kind === 'none' || this.#recorded.has(request)) return
    this.#recorded.add(request)
    const { account = '', link, factor, isLeftOut = false, request: body = request.body } = request.auditNote ?? {}
    if (isLeftOut) return
    const { params, query, session } = request
    this.record({
      kind,
      call,
      account: session === null ? account : actorOf(session),
      address: request.ip,
      ...(link !== undefined && { link }),
      ...(factor !== undefined && { factor }),
      target: { ...asRecord(redacted(params)), ...asRecord(redacted(query)) },
      request: kind === 'sign-in' ? null : redacted(body ?? null, secrets),
      ...outcome,
      requestId: request.id,
    })
  }

  record(event: Omit<AuditRecord, 'time' | 'count'>): void {
    const time = new Date(this.#now()).toISOString()
    const record = { time, ...event, target: { ...this.#place, ...event.target }, count: 1 }
    const isProved = event.kind === 'sign-in' ? event.outcome === 'done' : event.account !== ''
    if (!isProved) this.#ofStrangers.add(record)
    else if (event.outcome === 'refused') this.#refused.add(record)
    else this.#sink.write(record)
  }

  async close(): Promise<void> {
    this.#ofStrangers.flush()
    this.#refused.flush()
    await this.#sink.close()
  }
}

/**
 * Records calls when their response is sent or their client disconnects.
 * @param place named by every record: the tenant whose console this is
 * @throws if the file can't be opened: a console that should keep an audit log doesn't run without it
 */
export async function keepAuditTrail(
  app: FastifyInstance,
  destination: AuditDestination,
  now: () => number,
  place: Record<string, string> = {},
): Promise<AuditTrail> {
  const trail = new AuditTrail(await openSink(destination, app.log), now, place)
  app.decorateRequest('auditNote', null)
  app.addHook('onRequest', (request, reply, done) => {
    const record = () => {
      if (!request.auditNote?.isRecordedByHandler) trail.recordCall(request, responseOf(reply))
    }
    // Without a client, a response never finishes, and Fastify doesn't call `onResponse`.
    for (const end of ['finish', 'close']) reply.raw.once(end, record)
    done()
  })
  app.addHook('onClose', () => trail.close())
  return trail
}

/**
 * The access key or the user of the cluster; for others what they are called where they come from. The subject of a provider is
 * added, because people choose their names there. Holders of custom tokens have only temporary keys, which the audit log of the
 * storage server names too.
 */
export function actorOf(session: AnySession & Partial<Session>): string {
  const { account, provider, ldapUsername, accessKey = '' } = session
  if (account !== '') return account
  if (provider !== undefined) return actorAt(provider)
  return ldapUsername ?? accessKey
}

/** A call that returns success may have failed in part, which it reports as its failure. */
function responseOf(reply: FastifyReply): AuditOutcome {
  if (!reply.raw.headersSent) return DISCONNECTED
  const { statusCode: status } = reply
  const code = reply.request.failure
  if (status >= 500) return { outcome: 'failed', status, code }
  return { outcome: status >= 400 || code !== '' ? 'refused' : 'done', status, code }
}

/** A user of an identity provider. */
export function actorAt({ account, subject }: Pick<NonNullable<Session['provider']>, 'account' | 'subject'>): string {
  return `${account} (${subject})`
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

async function openSink(destination: AuditDestination, log: FastifyBaseLogger): Promise<Sink> {
  if (destination === 'off') return { write: () => undefined, close: async () => undefined }
  return destination === 'log' ? logSink(log) : await fileSink(destination.file, log)
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
