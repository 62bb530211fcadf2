/** Whether a literal of a source contains what a row quotes. */

const PLACEHOLDER = /\$?\{+[^{}]*\}+/g
const ONE_WORD = /^\p{L}+$/u
const NUMBER = /^\d[\d,_]*(\.\d+)?$/

/**
 * Whether a literal contains a quoted text. A single word or a number has to be all of it; anything longer may be a part, at
 * word boundaries. `{name}` in the quote matches any text.
 */
export function holds(literal: string, quote: string): boolean {
  if (literal === quote) return true
  if (NUMBER.test(quote)) return literal.replaceAll(/[,_]/g, '') === quote.replaceAll(/[,_]/g, '')
  if (ONE_WORD.test(quote)) return false
  return quoteIn(quote).test(literal)
}

/** Matches a quote within a literal. */
function quoteIn(quote: string): RegExp {
  const source = quote.split(PLACEHOLDER).map(escaped).join('.+?')
  const before = /^[\p{L}\p{N}]/u.test(quote) ? '(?<![\\p{L}\\p{N}])' : ''
  const after = /[\p{L}\p{N}]$/u.test(quote) ? '(?![\\p{L}\\p{N}])' : ''
  return new RegExp(`${before}${source}${after}`, 'u')
}

/** Whether a path in a test, with `{}` for each expression, is the specified one: `{}/api/v1/buckets/{}?prefix=a`. */
export function isPath(written: string, specified: string): boolean {
  const [path = '', query = ''] = specified.split('?')
  const [writtenPath = '', writtenQuery = ''] = written.split('?')
  const keys = query === '' ? [] : query.split('&').map((pair) => pair.split('=')[0] ?? '')
  const pattern = path
    .split(/\{[^{}]*\}/)
    .map(escaped)
    .join('[^/]+')
  return (
    new RegExp(`^(\\{\\})?/api/v1${pattern}$`).test(writtenPath) &&
    keys.every((key) => new RegExp(`(^|&)${escaped(key)}=`).test(writtenQuery))
  )
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
