import type { Pattern } from './wildcard.ts'
import { covers, intersects } from './wildcard.ts'

/**
 * Patterns by the text with which they begin, up to their first wildcard. Two patterns can only have something in common if one
 * of those texts begins with the other, so few of many patterns have to be compared with one.
 */
export class PatternIndex {
  readonly #byStart = new Map<string, Pattern[]>()
  /** Sorted. */
  readonly #starts: readonly string[]
  /** Of the texts, ascending. */
  readonly #lengths: readonly number[]

  constructor(patterns: Iterable<Pattern>) {
    for (const one of patterns) {
      const start = startOf(one)
      const same = this.#byStart.get(start)
      if (same === undefined) this.#byStart.set(start, [one])
      else same.push(one)
    }
    this.#starts = [...this.#byStart.keys()].sort()
    this.#lengths = [...new Set(this.#starts.map(({ length }) => length))].sort((a, b) => a - b)
  }

  /** Whether some text matches both the target and one of the patterns for which `isWanted` holds. */
  intersects(target: Pattern, isWanted: (one: Pattern) => boolean = () => true): boolean {
    const start = startOf(target)
    const fits = (one: Pattern) => intersects(one, target) && isWanted(one)
    if (this.#beginnings(start).some((one) => one.some(fits))) return true
    for (let at = this.#firstFrom(start); at < this.#starts.length; at++) {
      const longer = this.#starts[at] ?? ''
      if (!longer.startsWith(start)) return false
      if (longer !== start && this.#byStart.get(longer)?.some(fits)) return true
    }
    return false
  }

  /** Whether everything that matches the target matches one of the patterns, as `covers` judges. */
  covers(target: Pattern): boolean {
    return this.#beginnings(startOf(target)).some((some) => some.some((one) => covers(one, target)))
  }

  /** The patterns whose texts are the beginning of this one. */
  #beginnings(start: string): Pattern[][] {
    const found: Pattern[][] = []
    for (const length of this.#lengths) {
      if (length > start.length) break
      const some = this.#byStart.get(start.slice(0, length))
      if (some !== undefined) found.push(some)
    }
    return found
  }

  /** Position of the first text that doesn't come before this one. */
  #firstFrom(start: string): number {
    let [low, high] = [0, this.#starts.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#starts[middle] ?? '') < start) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** One character for each byte. */
function startOf(tokens: Pattern): string {
  const end = tokens.findIndex((token) => token < 0)
  let start = ''
  for (const token of end < 0 ? tokens : tokens.slice(0, end)) start += String.fromCharCode(token)
  return start
}
