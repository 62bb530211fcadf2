/** Object lifecycle: the headers that announce an expiration, and the scanner that applies it. */
import type { ObjectEvent } from '../events/object-event.ts'
import type { Log } from '../log.ts'
import { type ObjectRecord, type Store, StoreError, type UploadRecord } from '../store/store.ts'
import { checkRemovable } from '../store/versions/lock-rules.ts'
import { LifecycleRules } from './bucket-rules.ts'
import type { Expired } from './expire.ts'
import { abortOf, type Expiry, type ExpiryRule, latestExpiries, noncurrentExpiries, soonest } from './rules.ts'
import { LifecycleScanner } from './scanner.ts'

interface LifecycleServices {
  store: Store
  log: Log
  now(): number
  publish(event: ObjectEvent): void
}

/** The user agent in MinIO's expiration events. */
const USER_AGENT = 'Internal: [ILM-Expiry]'
/** The last date that can be formatted. */
const LAST_TIME = Date.UTC(9999, 11, 31)

export interface End {
  /** The version is due for removal and hidden from clients. */
  isOver: boolean
  headers: Record<string, string>
}

export class Lifecycle {
  readonly rules: LifecycleRules
  readonly scanner: LifecycleScanner
  readonly #options: LifecycleServices

  constructor(options: LifecycleServices) {
    const { store, log, now } = options
    this.#options = options
    this.rules = new LifecycleRules(store)
    this.scanner = new LifecycleScanner({
      store,
      rules: this.rules,
      now,
      expired: (what) => this.#publish(what),
      failed: (bucket, error) =>
        log({ level: 'error', message: `the lifecycle rules of ${bucket} couldn't be applied`, error: String(error) }),
    })
  }

  /** Starts the scanner: one scan now, then at this interval. */
  start(seconds: number): void {
    this.scanner.start(seconds, (error) =>
      this.#options.log({
        level: 'error',
        message: 'lifecycle rules are no longer applied',
        error: String(error),
      }),
    )
  }

  /** The `x-amz-expiration` header of a version, if a rule expires it. */
  headers(record: ObjectRecord): Record<string, string> {
    return this.endOf(record)?.headers ?? {}
  }

  /** The `x-amz-abort-date` and `x-amz-abort-rule-id` headers of an incomplete upload, if a rule aborts it. */
  abortHeaders(upload: UploadRecord): Record<string, string> {
    const abort = abortOf(this.rules.forUploads(upload.bucket), upload)
    if (abort === undefined || abort.at > LAST_TIME) return {}
    return { 'x-amz-abort-date': new Date(abort.at).toUTCString(), 'x-amz-abort-rule-id': headerSafe(abort.ruleId) }
  }

  /** The end of a version's life; undefined if no rule expires it. */
  endOf(record: ObjectRecord, rules = this.rules.of(record.bucket)): End | undefined {
    const expiries = this.#expiries(record, rules)
    const expiry = soonest(expiries)
    if (expiry === undefined) return undefined
    const now = this.#options.now()
    const isDue = expiries.some(({ at }) => at < now)
    // A locked latest version is only hidden by a delete marker.
    const isOver = isDue && (record.isLatest || !isLocked(record, now))
    return { isOver, headers: expirationHeader(expiry) }
  }

  #expiries(record: ObjectRecord, rules: readonly ExpiryRule[]): Expiry[] {
    if (rules.length === 0) return []
    if (record.isLatest) return latestExpiries(rules, record)
    // Rules that keep a number of newer versions aren't announced, as in MinIO, because that would need counting.
    const plain = rules.filter((rule) => rule.keptNoncurrent === 0 && rule.noncurrentDays !== undefined)
    const supersededAt = plain.length === 0 ? undefined : this.#supersededAt(record)
    return supersededAt === undefined ? [] : noncurrentExpiries(plain, record, { supersededAt, rank: 1 })
  }

  /** When the next newer version was created. Searches only the newest thousand versions. */
  #supersededAt({ bucket, key, versionId }: ObjectRecord): number | undefined {
    const { entries } = this.#options.store.listVersions(bucket, { prefix: key, limit: 1000 })
    let newer: number | undefined
    for (const entry of entries) {
      if (entry.kind !== 'object' || entry.record.key !== key) return undefined
      if (entry.record.versionId === versionId) return newer
      newer = entry.record.lastModified
    }
    return undefined
  }

  #publish({ bucket, key, versionId, all }: Expired): void {
    this.#options.publish({
      name: all ? 's3:ObjectRemoved:DeleteAllVersions' : 's3:ObjectRemoved:Delete',
      object: { bucket, key, versionId, size: 0, etag: '', metadata: { contentType: '', headers: {}, user: {} } },
      time: this.#options.now(),
      accessKey: '',
      clientAddress: '',
      userAgent: USER_AGENT,
      requestId: '',
    })
  }
}

function isLocked(record: ObjectRecord, now: number): boolean {
  try {
    checkRemovable(record, now, undefined)
    return false
  } catch (error) {
    if (error instanceof StoreError && error.code === 'ObjectLocked') return true
    throw error
  }
}

/** S3's format, with the rule id as MinIO writes it. */
function expirationHeader({ at, rule }: Expiry): Record<string, string> {
  if (at > LAST_TIME) return {}
  return { 'x-amz-expiration': `expiry-date="${new Date(at).toUTCString()}", rule-id="${headerSafe(rule.id)}"` }
}

/** Replaces control characters, which headers can't contain. Other characters are sent as UTF-8 bytes. */
function headerSafe(ruleId: string): string {
  return Buffer.from(ruleId.replace(/\p{Cc}/gu, ' ')).toString('latin1')
}
