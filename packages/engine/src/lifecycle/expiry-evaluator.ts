/** Decides which versions of a key have expired, one version at a time, so that a key can have any number of them. */
import { type ExpiryRule, latestExpiries, markerExpiries, noncurrentExpiries, type RuledVersion } from './rules.ts'

/**
 * `expire` deletes the object, which creates a delete marker in a versioned bucket. `remove` removes this version.
 * `remove all` removes every version of the key.
 */
export type Verdict = 'keep' | 'expire' | 'remove' | 'remove all'

export class ExpiryEvaluator {
  readonly #rules: readonly ExpiryRule[]
  readonly #now: number
  /** Infinity until a newer version has been evaluated, so an evaluation that starts in the middle of a key removes nothing. */
  #supersededAt = Number.POSITIVE_INFINITY
  #rank = 0

  constructor(rules: readonly ExpiryRule[], now: number) {
    this.#rules = rules
    this.#now = now
  }

  /** Must be called for all versions, newest first. `isLast`: the key has no older version. */
  evaluate(version: RuledVersion, isLast: boolean): Verdict {
    const verdict = version.isLatest ? this.#latest(version, isLast) : this.#noncurrent(version)
    this.#supersededAt = version.lastModified
    return verdict
  }

  #latest(version: RuledVersion, isAlone: boolean): Verdict {
    if (version.isDeleteMarker) {
      const due = markerExpiries(this.#rules, version, isAlone).filter(({ at }) => this.#isPast(at))
      if (due.some(({ removesAll }) => removesAll)) return 'remove all'
      return due.length > 0 ? 'remove' : 'keep'
    }
    const due = latestExpiries(this.#rules, version).filter(({ at }) => this.#isPast(at))
    if (due.some(({ rule }) => rule.removesAll)) return 'remove all'
    return due.length > 0 ? 'expire' : 'keep'
  }

  #noncurrent(version: RuledVersion): Verdict {
    this.#rank++
    const where = { supersededAt: this.#supersededAt, rank: this.#rank }
    const due = noncurrentExpiries(this.#rules, version, where).some(({ at }) => this.#isPast(at))
    return due ? 'remove' : 'keep'
  }

  #isPast(time: number): boolean {
    return time < this.#now
  }
}
