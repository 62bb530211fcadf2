/**
 * Wildcard patterns of policies: `*` matches any text, including none and '/', `?` one byte of UTF-8. A pattern is stored as
 * tokens, so that the value of a policy variable stays literal even if it contains a star.
 */
const ANY = -1
const ONE = -2

/** Bytes of UTF-8, or one of the two wildcards. */
export type Pattern = readonly number[]

export const ANYTHING: Pattern = [ANY]

export function literal(text: string): Pattern {
  return [...Buffer.from(text)]
}

export function pattern(text: string): Pattern {
  return literal(text).map((code) => (code === 0x2a ? ANY : code === 0x3f ? ONE : code))
}

export function isLiteral(tokens: Pattern): boolean {
  return tokens.every((token) => token >= 0)
}

/** Whether a text matches a pattern. */
export type Matcher = (text: string) => boolean

/**
 * Parses a pattern once, to match many texts. Patterns and texts both come from requests, so no pair of them may be slow: a
 * match takes one pass over the text, with one step per byte and 32 tokens of the pattern.
 */
function matcher(tokens: Pattern): Matcher {
  const [head = [], ...rest] = partsOf(tokens)
  const tail = rest.pop()
  if (tail === undefined) {
    return (text) => {
      const bytes = Buffer.from(text)
      return bytes.length === head.length && fitsAt(head, bytes, 0)
    }
  }
  const finders = rest.filter((part) => part.length > 0).map(finder)
  return (text) => {
    const bytes = Buffer.from(text)
    const end = bytes.length - tail.length
    if (end < head.length || !fitsAt(head, bytes, 0) || !fitsAt(tail, bytes, end)) return false
    let at = head.length
    return finders.every((find) => {
      at = find(bytes, at, end)
      return at >= 0
    })
  }
}

export function matches(tokens: Pattern, text: string): boolean {
  return matcher(tokens)(text)
}

/** The parts between the stars. */
function partsOf(tokens: Pattern): Pattern[] {
  const parts: Pattern[] = []
  let from = 0
  for (let to = tokens.indexOf(ANY); to >= 0; to = tokens.indexOf(ANY, from)) {
    parts.push(tokens.slice(from, to))
    from = to + 1
  }
  return [...parts, tokens.slice(from)]
}

function fitsAt(part: Pattern, bytes: Uint8Array, at: number): boolean {
  return part.every((token, index) => token === ONE || token === bytes[at + index])
}

/**
 * Finds where a part first ends within a range of the bytes, or -1 (Baeza-Yates and Gonnet's Shift-And): bit `n` of the
 * state says that the last `n + 1` bytes fit the first `n + 1` tokens.
 */
function finder(part: Pattern): (bytes: Uint8Array, from: number, to: number) => number {
  const words = Math.ceil(part.length / 32)
  const others = new Int32Array(words)
  for (const [index, token] of part.entries()) if (token === ONE) setBit(others, index)
  const masks = new Map<number, Int32Array>()
  for (const [index, byte] of part.entries()) {
    if (byte === ONE) continue
    const mask = masks.get(byte) ?? others.slice()
    setBit(mask, index)
    masks.set(byte, mask)
  }
  const last = 1 << ((part.length - 1) % 32)

  return (bytes, from, to) => {
    const state = new Int32Array(words)
    for (let at = from; at < to; at++) {
      const mask = masks.get(bytes[at] ?? 0) ?? others
      let carry = 1
      for (let word = 0; word < words; word++) {
        const before = state[word] ?? 0
        state[word] = ((before << 1) | carry) & (mask[word] ?? 0)
        carry = before >>> 31
      }
      if (((state[words - 1] ?? 0) & last) !== 0) return at + 1
    }
    return -1
  }
}

function setBit(words: Int32Array, bit: number): void {
  words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit % 32))
}

/** Cache by the text of the pattern: every request uses the same ones. */
const matchers = new Map<string, Matcher>()
/** Maximum total characters of the cached patterns: each can cost several hundred bytes of memory. */
const MAX_KEPT = 64 * 1024
let kept = 0

function matcherOf(text: string): Matcher {
  const known = matchers.get(text)
  if (known !== undefined) return known
  if (kept + text.length > MAX_KEPT) {
    matchers.clear()
    kept = 0
  }
  const made = matcher(pattern(text))
  matchers.set(text, made)
  kept += text.length
  return made
}

/** Whether a value matches the pattern that a text writes. */
export function matchesWildcard(text: string, value: string): boolean {
  if (text === '*') return true
  return text.includes('*') || text.includes('?') ? matcherOf(text)(value) : text === value
}

/** Whether some text matches both. */
export function intersects(a: Pattern, b: Pattern): boolean {
  return overlaps(a, prepared(b), true)
}

/**
 * Whether everything that matches `inner` matches `outer`. Never wrongly true; wrongly false for rare pairs such as `?*` and
 * `*?`.
 */
export function covers(outer: Pattern, inner: Pattern): boolean {
  return overlaps(outer, prepared(inner), false)
}

/** A pattern as sets of the positions of its tokens, one bit each. */
interface Prepared {
  length: number
  words: number
  stars: Int32Array
  ones: Int32Array
  /** All tokens but stars. */
  others: Int32Array
  byByte: ReadonlyMap<number, Int32Array>
  /** The position behind the last token that isn't a star. */
  end: number
}

/** The same patterns are compared with many others. */
const preparedPatterns = new WeakMap<Pattern, Prepared>()

function prepared(tokens: Pattern): Prepared {
  const known = preparedPatterns.get(tokens)
  if (known !== undefined) return known
  // Without stars in a row, passing a star takes one step.
  const single = tokens.filter((token, index) => token !== ANY || tokens[index - 1] !== ANY)
  const words = (single.length >>> 5) + 1
  const [stars, ones, others] = [new Int32Array(words), new Int32Array(words), new Int32Array(words)]
  const byByte = new Map<number, Int32Array>()
  for (const [index, token] of single.entries()) {
    setBit(token === ANY ? stars : others, index)
    if (token === ONE) setBit(ones, index)
    if (token < 0) continue
    const positions = byByte.get(token) ?? new Int32Array(words)
    setBit(positions, index)
    byByte.set(token, positions)
  }
  const end = single.at(-1) === ANY ? single.length - 1 : single.length
  const made = { length: single.length, words, stars, ones, others, byByte, end }
  preparedPatterns.set(tokens, made)
  return made
}

/**
 * Walks both patterns side by side. A star of the first takes any tokens of the second; a star of the second takes tokens
 * of the first only when `isSymmetric`. Takes a step for each token of the first and 32 of the second.
 */
function overlaps(a: Pattern, b: Prepared, isSymmetric: boolean): boolean {
  const { words, stars, ones, others, byByte } = b
  /** Bit `j`: the tokens of the first so far fit the first `j` tokens of the second. */
  const reached = new Int32Array(words)
  reached[0] = 1
  for (const x of a) {
    const fitting = x === ONE ? others : byByte.get(x)
    let [carry, closure, isAlive, isFilling] = [0, 0, false, false]
    for (let word = 0; word < words; word++) {
      let now = reached[word] ?? 0
      const star = stars[word] ?? 0
      if (isSymmetric) {
        // A star of the second takes nothing.
        const passed = now & star
        now |= (passed << 1) | closure
        closure = passed >>> 31
      }
      let next: number
      if (x === ANY) {
        // Every position from the first one on.
        next = isFilling ? -1 : now === 0 ? 0 : -(now & -now)
        isFilling ||= now !== 0
      } else {
        const fits = (fitting?.[word] ?? 0) | (isSymmetric ? (ones[word] ?? 0) : 0)
        const stepped = now & fits
        next = (stepped << 1) | carry
        carry = stepped >>> 31
        if (isSymmetric) next |= now & star
      }
      reached[word] = next
      isAlive ||= next !== 0
    }
    if (!isAlive) return false
  }
  // The first pattern is exhausted: the rest of the second may be a star.
  const isReached = (position: number) => ((reached[position >>> 5] ?? 0) & (1 << (position % 32))) !== 0
  return isReached(b.length) || (isSymmetric && isReached(b.end))
}
