/** Patterns of log search filters: `*` stands for any characters, `.` for one, and `\` escapes (spec object-browser-and-tools 5). */

export type PatternPart = { text: string } | 'any' | 'one'

/** A filter value as its literal texts and wildcards. @throws RangeError if it ends in a single backslash */
export function parsePattern(value: string): PatternPart[] {
  const parts: PatternPart[] = []
  let text = ''
  const add = (part: PatternPart) => {
    if (text !== '') parts.push({ text })
    text = ''
    // Several in a row mean the same as one, and would only cost time.
    if (part !== 'any' || parts.at(-1) !== 'any') parts.push(part)
  }
  for (let at = 0; at < value.length; at++) {
    const character = value[at]
    if (character === '*') add('any')
    else if (character === '.') add('one')
    else if (character !== '\\') text += character
    else if (++at < value.length) text += value[at]
    else throw new RangeError('a value ends in a single backslash')
  }
  if (text !== '') parts.push({ text })
  return parts
}

/** A filter value that means exactly this text. */
export function asText(text: string): string {
  return text.replace(/[*.\\]/g, '\\$&')
}

/** The text of a pattern without wildcards; undefined if it has some. */
export function exactText(parts: readonly PatternPart[]): string | undefined {
  if (parts.length === 0) return ''
  const [first] = parts
  return parts.length === 1 && typeof first === 'object' ? first.text : undefined
}

/** The text before the first wildcard; '' for none. */
export function prefixOf([first]: readonly PatternPart[]): string {
  return typeof first === 'object' ? first.text : ''
}

/** The same pattern for SQLite's GLOB, which unlike its LIKE respects case. */
export function toGlob(parts: readonly PatternPart[]): string {
  return parts.map((part) => writePart(part, '*', '?', /[*?[]/g, (found) => `[${found}]`)).join('')
}

/** The same pattern for PostgreSQL's LIKE. */
export function toLike(parts: readonly PatternPart[]): string {
  return parts.map((part) => writePart(part, '%', '_', /[%_\\]/g, (found) => `\\${found}`)).join('')
}

function writePart(part: PatternPart, any: string, one: string, special: RegExp, escaped: (found: string) => string) {
  if (typeof part === 'object') return part.text.replace(special, escaped)
  return part === 'any' ? any : one
}
