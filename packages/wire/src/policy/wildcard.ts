/**
 * Wildcard patterns of policies: `*` is any text, also none and also '/', `?` one byte of UTF-8. A pattern is kept as
 * tokens, so that text put in for a policy variable stays text even when it holds a star.
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

/** Whether the text matches, in time proportional to both lengths at worst. */
export function matches(tokens: Pattern, text: string): boolean {
  const bytes = Buffer.from(text)
  let at = 0
  let textAt = 0
  let star = -1
  let starText = 0
  while (textAt < bytes.length) {
    const token = tokens[at]
    if (token === ANY) {
      star = at++
      starText = textAt
    } else if (token === ONE || token === bytes[textAt]) {
      at++
      textAt++
    } else if (star >= 0) {
      at = star + 1
      textAt = ++starText
    } else {
      return false
    }
  }
  while (tokens[at] === ANY) at++
  return at === tokens.length
}

export function matchesWildcard(text: string, value: string): boolean {
  if (text === '*') return true
  return text.includes('*') || text.includes('?') ? matches(pattern(text), value) : text === value
}

/** Whether some text matches both. */
export function intersects(a: Pattern, b: Pattern): boolean {
  return reaches(a, b, (x, y) => x === y || x === ONE || y === ONE, true)
}

/**
 * Whether everything that matches `inner` matches `outer`. Never wrongly true; for odd twins such as `?*` and `*?` wrongly
 * false.
 */
export function covers(outer: Pattern, inner: Pattern): boolean {
  return reaches(outer, inner, (x, y) => x === y || (x === ONE && y !== ANY), false)
}

/**
 * Walks both patterns side by side. A star of the first takes any tokens of the second; a star of the second takes tokens
 * of the first only when `isSymmetric`.
 */
function reaches(a: Pattern, b: Pattern, fits: (x: number, y: number) => boolean, isSymmetric: boolean): boolean {
  const width = b.length + 1
  const reached = new Uint8Array((a.length + 1) * width)
  reached[0] = 1
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (reached[i * width + j] === 0) continue
      const x = a[i]
      const y = b[j]
      if (x === ANY) {
        reached[(i + 1) * width + j] = 1
        if (y !== undefined) reached[i * width + j + 1] = 1
      }
      if (isSymmetric && y === ANY) {
        reached[i * width + j + 1] = 1
        if (x !== undefined) reached[(i + 1) * width + j] = 1
      }
      if (x !== undefined && y !== undefined && x !== ANY && (y !== ANY || !isSymmetric) && fits(x, y)) {
        reached[(i + 1) * width + j + 1] = 1
      }
    }
  }
  return reached[a.length * width + b.length] === 1
}
