import { networkOf } from '../network-of.ts'

/** Refusals in a row without a delay; each further one doubles the wait. */
const FREE_PER_ACCOUNT = 10
/** A whole office may share one address. */
const FREE_PER_ADDRESS = 100
const FIRST_WAIT_SECONDS = 1
const LONGEST_WAIT_SECONDS = 300
/** A counter without a new refusal for this long is forgotten. */
const FORGET_AFTER_MS = 15 * 60_000
const MAX_COUNTERS = 20_000

interface Counter {
  refusals: number
  lastAt: number
}

/** One sign-in that was let through; exactly one of these is called. */
export interface LoginAttempt {
  /** The keys were valid: resets the pair of account and address. */
  succeeded(): void
  /** The storage server was unreachable or failed, which says nothing about the keys. */
  undecided(): void
}

/**
 * Slows down password guessing, per pair of account and address and per address; never per account alone, which would let
 * anyone lock anyone out. An attempt counts as failed from its start, so that concurrent attempts don't slip through.
 */
export class LoginThrottle {
  readonly #now: () => number
  /** In order of last use: the first entry is forgotten first. */
  readonly #counters = new Map<string, Counter>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** The attempt, or the seconds to wait before the next one. */
  begin(account: string, address: string): LoginAttempt | { waitSeconds: number } {
    const network = networkOf(address)
    const pair = `${network} ${account}`
    const waitSeconds = Math.max(this.#wait(pair, FREE_PER_ACCOUNT), this.#wait(network, FREE_PER_ADDRESS))
    if (waitSeconds > 0) return { waitSeconds }
    this.#count(pair, 1)
    this.#count(network, 1)
    return {
      succeeded: () => this.completed(account, address),
      undecided: () => {
        this.#count(pair, -1)
        this.#count(network, -1)
      },
    }
  }

  /** As `succeeded`, for a sign-in that took a second step. Until then it counts: each has been kept. */
  completed(account: string, address: string): void {
    const network = networkOf(address)
    this.#counters.delete(`${network} ${account}`)
    this.#count(network, -1)
  }

  #wait(key: string, free: number): number {
    const counter = this.#counters.get(key)
    if (counter === undefined || counter.refusals < free) return 0
    const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** (counter.refusals - free), LONGEST_WAIT_SECONDS)
    return Math.max(0, Math.ceil((counter.lastAt + wait * 1000 - this.#now()) / 1000))
  }

  #count(key: string, change: 1 | -1): void {
    const now = this.#now()
    const known = this.#counters.get(key)
    const isFresh = known !== undefined && now - known.lastAt < FORGET_AFTER_MS
    const refusals = Math.max(0, (isFresh ? known.refusals : 0) + change)
    this.#counters.delete(key)
    if (refusals === 0) return
    this.#counters.set(key, { refusals, lastAt: now })
    for (const oldest of this.#counters.keys()) {
      if (this.#counters.size <= MAX_COUNTERS) break
      this.#counters.delete(oldest)
    }
  }
}
