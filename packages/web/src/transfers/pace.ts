/** How many requests at a time move most: grows while that helps, and shrinks when requests fail. Times in milliseconds. */

/** More requests at a time must move this much more to be kept. */
const HELPS = 1.05
/** A round is long enough to be compared with another one. */
const ROUND_MS = 500
/** How many rounds pass after growing didn't help, or requests failed, before it is tried again. */
const RESTS = 8
/** What a request costs besides its bytes, in bytes: with small files it is all that counts. */
const REQUEST_BYTES = 64 * 1024

export class Pace {
  #limit: number
  readonly #most: number
  /** Without `since`, it begins with the next request. */
  #round: { since: number | undefined; bytes: number; requests: number } = newRound()
  /** What the present limit has to be better than. */
  #before: { limit: number; rate: number } | undefined
  #rests = 0
  #shrunkAt = Number.NEGATIVE_INFINITY

  constructor(first: number, most: number) {
    this.#limit = first
    this.#most = most
  }

  get limit(): number {
    return this.#limit
  }

  began(now: number): void {
    this.#round.since ??= now
  }

  moved(bytes: number): void {
    this.#round.bytes += bytes
  }

  /** `isFull`: others wait for this one's place. Otherwise the rate is that of what there is to do. */
  ended(now: number, isFull: boolean): void {
    this.#round.bytes += REQUEST_BYTES
    this.#round.requests += 1
    const { since = now, bytes, requests } = this.#round
    if (!isFull) this.#round = newRound()
    else if (requests >= 2 * this.#limit && now - since >= ROUND_MS) {
      this.#round = newRound(now)
      this.#compare(bytes / (now - since))
    }
  }

  /** Requests that were sent before the limit shrank say nothing about the new one. */
  failed(now: number, startedAt: number): void {
    if (startedAt < this.#shrunkAt) return
    this.#shrunkAt = now
    this.#rest(Math.max(1, Math.floor(this.#limit / 2)))
    this.#round = newRound()
  }

  /** It was neither fast nor slow, as a request that the user canceled. */
  left(): void {
    this.#round = newRound()
  }

  #compare(rate: number): void {
    const before = this.#before
    if (this.#rests > 0) this.#rests -= 1
    else if (before && rate < before.rate * HELPS) this.#rest(before.limit)
    else if (this.#limit === this.#most) this.#rest(this.#most)
    else {
      this.#before = { limit: this.#limit, rate }
      this.#limit = Math.min(this.#most, this.#limit + Math.ceil(this.#limit / 3))
    }
  }

  #rest(limit: number): void {
    this.#limit = limit
    this.#before = undefined
    this.#rests = RESTS
  }
}

function newRound(since?: number) {
  return { since, bytes: 0, requests: 0 }
}
