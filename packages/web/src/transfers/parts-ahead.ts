/**
 * What parts need before they can be sent, prepared for several of them in one call, while those before them are sent. Independent
 * of network and files.
 */

/** Parts that are prepared together: few at first, so that sending begins at once. */
const FIRST = 2
const MOST = 8
/** All of it is read: parts can have gigabytes. */
const MOST_BYTES = 128 * 1024 * 1024

interface Preparing<Prepared> {
  partSize: number
  /** Returns what each part needs, in this order. Called with parts that follow each other, and with each that is taken once more. */
  prepare: (partNumbers: readonly number[]) => Promise<Prepared[]>
  /** Whether it is still of use. */
  isUsable: (prepared: Prepared) => boolean
  /** Makes it of use again. */
  renew: (prepared: Prepared) => Promise<Prepared>
}

/** Holds what at most two groups need, so no more than 256 MiB of a file are read ahead. */
export class PartsAhead<Prepared> {
  readonly #preparing: Preparing<Prepared>
  readonly #most: number
  /** Not prepared yet, in the order in which they are taken. */
  #left: readonly number[]
  readonly #ready = new Map<number, Promise<Prepared>>()
  #size = FIRST

  constructor(partNumbers: readonly number[], preparing: Preparing<Prepared>) {
    this.#left = partNumbers
    this.#preparing = preparing
    this.#most = Math.max(1, Math.min(MOST, Math.floor(MOST_BYTES / preparing.partSize)))
  }

  /** What this part needs; prepared anew if it has been taken before. @throws what `prepare` and `renew` throw */
  async take(partNumber: number): Promise<Prepared> {
    const prepared = await this.#firstOf(partNumber)
    return this.#preparing.isUsable(prepared) ? prepared : await this.#preparing.renew(prepared)
  }

  async #firstOf(partNumber: number): Promise<Prepared> {
    if (this.#left.includes(partNumber)) this.#prepare(partNumber)
    const prepared = this.#ready.get(partNumber)
    // Alone: each part that is taken again would otherwise have more of them read and signed ahead.
    if (prepared === undefined) return (await this.#preparing.prepare([partNumber]))[0] as Prepared
    this.#ready.delete(partNumber)
    const [next] = this.#left
    if (next !== undefined && this.#ready.size < this.#most) this.#prepare(next)
    return await prepared
  }

  #prepare(first: number): void {
    const size = Math.min(this.#size, this.#most)
    const group = [first, ...this.#left.filter((number) => number !== first)].slice(0, size)
    this.#left = this.#left.filter((number) => !group.includes(number))
    this.#size = size * 2
    const all = this.#preparing.prepare(group)
    for (const [index, number] of group.entries()) {
      const prepared = all.then((each) => each[index] as Prepared)
      // The upload may end before it is taken.
      prepared.catch(() => undefined)
      this.#ready.set(number, prepared)
    }
  }
}
