import type { AuditRecord } from './audit-trail.ts'
import { networkOf } from './network-of.ts'

const INTERVAL_MS = 60_000
/** What comes from further networks is counted together, without the address. */
const MAX_NETWORKS = 100
/** In characters. */
const MAX_KEY = 2_000

/** How much is kept apart within one network: all of it at first, then less and less. */
const LEVELS: readonly { most: number; common: (record: AuditRecord) => AuditRecord }[] = [
  { most: 20, common: (record) => record },
  { most: 40, common: (record) => ({ ...record, account: '', target: {} }) },
  {
    most: Number.POSITIVE_INFINITY,
    common: ({ link: _, ...record }) => ({ ...record, account: '', target: {}, call: '', status: 0, code: '' }),
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
 * Calls that anyone can repeat at will, because they need no account: the first of its kind is written at once, and those that
 * follow within a minute as one record with their count, so that a flood of them doesn't flood the audit trail. None is lost:
 * what is too varied to be kept apart is still counted.
 */
export class RepeatedCalls {
  readonly #write: (record: AuditRecord) => void
  readonly #networks = new Map<string, Map<string, Repeated>>()
  #timer: NodeJS.Timeout | undefined

  constructor(write: (record: AuditRecord) => void) {
    this.#write = write
  }

  add(record: AuditRecord): void {
    const isKept = this.#networks.has(networkOf(record.address)) || this.#networks.size < MAX_NETWORKS
    const from = isKept ? record : { ...record, address: '' }
    const ofNetwork = this.#ofNetwork(networkOf(from.address))
    for (const { most, common } of LEVELS) {
      const known = common(from)
      const key = keyOf(known)
      const repeated = ofNetwork.get(key)
      if (repeated !== undefined) {
        if (repeated.count === 0) repeated.since = record.time
        repeated.count += 1
        repeated.record = known
        return
      }
      if (ofNetwork.size < most && key.length <= MAX_KEY) {
        ofNetwork.set(key, { record: known, count: 0, since: '' })
        this.#write(known)
        break
      }
    }
    this.#timer ??= setTimeout(() => this.flush(), INTERVAL_MS).unref()
  }

  /** Writes what was counted. Who continues is counted on, and who was silent since the last time is forgotten. */
  flush(): void {
    clearTimeout(this.#timer)
    for (const [network, ofNetwork] of this.#networks) {
      for (const [key, repeated] of ofNetwork) {
        const { record, count, since } = repeated
        if (count === 0) ofNetwork.delete(key)
        else this.#write({ ...record, since, count })
        repeated.count = 0
      }
      if (ofNetwork.size === 0) this.#networks.delete(network)
    }
    this.#timer = this.#networks.size === 0 ? undefined : setTimeout(() => this.flush(), INTERVAL_MS).unref()
  }

  #ofNetwork(network: string): Map<string, Repeated> {
    const ofNetwork = this.#networks.get(network) ?? new Map<string, Repeated>()
    this.#networks.set(network, ofNetwork)
    return ofNetwork
  }
}

function keyOf({ kind, call, account, link, target, outcome, code }: AuditRecord): string {
  return JSON.stringify([kind, call, account, link, target, outcome, code])
}
