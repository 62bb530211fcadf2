import type { AuditRecord } from './audit-trail.ts'
import { networkOf } from './network-of.ts'

const INTERVAL_MS = 60_000
/** What comes from further visitors is counted together. */
const MAX_VISITORS = 100
/** In characters. */
const MAX_KEY = 2_000

/** What one visitor is. */
interface VisitorKind {
  of(record: AuditRecord): string
  /** Takes the place of what identifies the visitor, for those that are counted together. */
  further: Partial<AuditRecord>
  /** Isn't known of what is counted together within one visitor. */
  unknown: Partial<AuditRecord>
}

export const BY_NETWORK: VisitorKind = {
  of: ({ address }) => networkOf(address),
  further: { address: '' },
  unknown: { account: '', target: {}, request: null },
}
export const BY_ACCOUNT: VisitorKind = {
  of: ({ account }) => account,
  further: { account: '' },
  unknown: { target: {}, request: null },
}

/** How much is kept apart of one visitor: all of it at first, then less and less. */
const LEVELS: readonly { most: number; common: (record: AuditRecord, unknown: Partial<AuditRecord>) => AuditRecord }[] =
  [
    { most: 20, common: (record) => record },
    { most: 40, common: (record, unknown) => ({ ...record, ...unknown }) },
    {
      most: Number.POSITIVE_INFINITY,
      common: ({ link: _, ...record }, unknown) => ({ ...record, ...unknown, call: '', status: 0, code: '' }),
    },
  ]

interface Repeated {
  /** What all have in common, with the time of the latest. */
  record: AuditRecord
  /** Since a record was written; 0 for none. */
  count: number
  since: string
}

/**
 * Calls that can be repeated at will, because they need no account or are refused: the first of its kind is written at once, and
 * those that follow within a minute as one record with their count, so that a flood of them doesn't flood the audit trail. None
 * is lost unless the process is killed: what is too varied to be kept apart is still counted.
 */
export class RepeatedCalls {
  readonly #write: (record: AuditRecord) => void
  readonly #kind: VisitorKind
  readonly #visitors = new Map<string, Map<string, Repeated>>()
  #timer: NodeJS.Timeout | undefined

  constructor(write: (record: AuditRecord) => void, kind: VisitorKind) {
    this.#write = write
    this.#kind = kind
  }

  add(record: AuditRecord): void {
    const { of, further, unknown } = this.#kind
    const isKept = this.#visitors.has(of(record)) || this.#visitors.size < MAX_VISITORS
    const from = isKept ? record : { ...record, ...further }
    const ofVisitor = this.#ofVisitor(of(from))
    for (const { most, common } of LEVELS) {
      const known = common(from, unknown)
      const key = keyOf(known)
      const repeated = ofVisitor.get(key)
      if (repeated !== undefined) {
        if (repeated.count === 0) repeated.since = record.time
        repeated.count += 1
        repeated.record = known
        return
      }
      if (ofVisitor.size < most && key.length <= MAX_KEY) {
        ofVisitor.set(key, { record: known, count: 0, since: '' })
        this.#write(known)
        break
      }
    }
    this.#timer ??= setTimeout(() => this.flush(), INTERVAL_MS).unref()
  }

  /** Writes what was counted. Who continues is counted on, and who was silent since the last time is forgotten. */
  flush(): void {
    clearTimeout(this.#timer)
    for (const [visitor, ofVisitor] of this.#visitors) {
      for (const [key, repeated] of ofVisitor) {
        const { record, count, since } = repeated
        if (count === 0) ofVisitor.delete(key)
        else this.#write({ ...record, since, count })
        repeated.count = 0
      }
      if (ofVisitor.size === 0) this.#visitors.delete(visitor)
    }
    this.#timer = this.#visitors.size === 0 ? undefined : setTimeout(() => this.flush(), INTERVAL_MS).unref()
  }

  #ofVisitor(visitor: string): Map<string, Repeated> {
    const ofVisitor = this.#visitors.get(visitor) ?? new Map<string, Repeated>()
    this.#visitors.set(visitor, ofVisitor)
    return ofVisitor
  }
}

function keyOf({ kind, call, account, link, target, request, outcome, code }: AuditRecord): string {
  return JSON.stringify([kind, call, account, link, target, request, outcome, code])
}
