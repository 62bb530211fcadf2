/** A seeded random number generator (mulberry32), so that a run can be repeated from the seed that it prints. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** An integer from `low` to `high`, both inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.int(0, choices.length - 1)] ?? choices[0]
  }
}

/** The factor over the quick run (at least 1), and the seed of all random numbers. Both are read from the environment and printed. */
export function scaleAndSeed(name: string): { scale: number; random: Random } {
  const scale = Math.max(1, Number(process.env.COOPERAGE_TEST_SCALE ?? 1))
  const seed = Number(process.env.COOPERAGE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 32))
  process.stdout.write(`${name}: COOPERAGE_TEST_SEED=${seed} COOPERAGE_TEST_SCALE=${scale}\n`)
  return { scale, random: new Random(seed) }
}
