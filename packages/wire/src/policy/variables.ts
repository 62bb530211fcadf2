/** What is known of a request, and the policy variables that are filled from it. */
import { COMMON_CONDITION_KEYS } from './condition-keys.ts'
import { ANYTHING, literal, matches, matchesWildcard, type Pattern, pattern } from './wildcard.ts'

/**
 * Values by condition key, with or without the part before the colon: `username` and `aws:username` are the same. Header
 * and query names are keys too (`prefix`, `x-amz-copy-source`).
 */
export type RequestContext = Readonly<Record<string, string | readonly string[] | undefined>>

/** Values by normalized key. */
export type ContextValues = ReadonlyMap<string, readonly string[]>

/** Names are compared without case, except what follows a slash: the key of a tag. */
export function contextKey(key: string): string {
  const colon = key.indexOf(':')
  const slash = key.indexOf('/')
  const name = colon >= 0 && (slash < 0 || colon < slash) ? key.slice(colon + 1) : key
  const end = name.indexOf('/')
  return end < 0 ? name.toLowerCase() : name.slice(0, end).toLowerCase() + name.slice(end)
}

export function contextValues(context: RequestContext): ContextValues {
  const values = new Map<string, readonly string[]>()
  for (const [key, value] of Object.entries(context)) {
    if (value !== undefined) values.set(contextKey(key), typeof value === 'string' ? [value] : value)
  }
  return values
}

/**
 * The variables that MinIO fills: who makes the request, and from where. Others (a prefix, a tag) would let the request choose
 * what it is allowed.
 */
// A header under its own name never fills one.
const VARIABLES = new Set(COMMON_CONDITION_KEYS.filter((key) => !key.startsWith('s3:x-amz-')))
const VARIABLE = /\$\{([^}]*)\}/g

/** The replacement for a variable without a value. */
export type Unfilled = 'itself' | 'anything'

/** A pattern with its variables filled. A value is taken literally, stars included. */
export function filledPattern(text: string, values: ContextValues, unfilled: Unfilled = 'itself'): Pattern {
  if (!text.includes('${')) return pattern(text)
  const tokens: number[] = []
  let at = 0
  for (const match of text.matchAll(VARIABLE)) {
    const name = match[1] ?? ''
    if (!VARIABLES.has(name)) continue
    tokens.push(...pattern(text.slice(at, match.index)))
    at = match.index + match[0].length
    const value = values.get(contextKey(name))?.[0]
    if (value) tokens.push(...literal(value))
    else tokens.push(...(unfilled === 'anything' ? ANYTHING : literal(match[0])))
  }
  tokens.push(...pattern(text.slice(at)))
  return tokens
}

/** Whether a value matches a pattern with its variables filled. */
export function matchesFilled(text: string, value: string, values: ContextValues): boolean {
  return text.includes('${') ? matches(filledPattern(text, values), value) : matchesWildcard(text, value)
}

/** A text with its variables filled. */
export function filledText(text: string, values: ContextValues): string {
  if (!text.includes('${')) return text
  return text.replace(VARIABLE, (variable, name: string) =>
    VARIABLES.has(name) ? values.get(contextKey(name))?.[0] || variable : variable,
  )
}
