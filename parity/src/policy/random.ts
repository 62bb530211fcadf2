/** Repeatable randomness: `COOPERAGE_TEST_SEED` sets the seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** At least 0 and less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  /** Between 1 and `most` distinct items, fewer if there aren't enough. */
  some<Item>(items: readonly Item[], most: number): Item[] {
    return this.shuffled(items).slice(0, 1 + this.below(most))
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => [this.next(), item] as const)
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item)
  }
}

/**
 * The same pairs in every run unless `COOPERAGE_TEST_SEED` says otherwise: real MinIO has undiscovered quirks, and a
 * run that hits one says nothing about the change under test.
 */
const EVERY_RUN = 20261121

export function seededRandom(name: string): Random {
  const seed = Number(process.env.COOPERAGE_TEST_SEED ?? EVERY_RUN)
  process.stdout.write(`${name}: COOPERAGE_TEST_SEED=${seed}\n`)
  return new Random(seed)
}
