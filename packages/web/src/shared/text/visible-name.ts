/** A run of ordinary text, or one character that is displayed as a mark because it would hide or mislead. */
type NamePart = { text: string } | NameMark

export interface NameMark {
  mark: string
  kind: 'bidi' | 'control' | 'space' | 'invisible'
  code: string
  /** Its position in the name. */
  at: number
}

// Directional marks, embeddings, overrides and isolates.
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/
// C0, delete and C1 controls, line and paragraph separators.
const CONTROL = /[\p{Cc}\u2028\u2029]/u
// Invisible characters that aren't white space: soft hyphen, joiners and selectors of Mongolian, Hangul fillers, Khmer
// inherent vowels, zero width space, invisible operators, tags, unpaired surrogates.
const INVISIBLE =
  /\u00AD|\u034F|[\u115F\u1160]|[\u17B4\u17B5]|[\u180B-\u180E]|\u200B|[\u2060-\u2064]|\u3164|\uFEFF|\uFFA0|[\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]|\p{Cs}/u

const SPACE = /\p{Zs}/u

/** Names without marks, as nearly all are: printable ASCII without spaces at the edges. */
const ORDINARY = /^(?! )[ -~]+(?<! \/?)$/

/**
 * Splits a name for display, so that none of its characters can reorder, hide or break the text around it. Joiners (U+200C,
 * U+200D) stay: scripts and emoji need them. Spaces become marks only at the edges, where they are invisible.
 */
export function visibleName(name: string): NamePart[] {
  if (ORDINARY.test(name)) return [{ text: name }]
  const parts: NamePart[] = []
  let text = ''
  const flush = () => {
    if (text !== '') parts.push({ text })
    text = ''
  }
  const inner = innerRange(name)
  let at = 0
  for (const character of name) {
    const isAtEdge = at < inner.start || at >= inner.end
    const kind = isAtEdge && SPACE.test(character) ? 'space' : kindOf(character)
    if (kind === undefined) {
      text += character
    } else {
      flush()
      const code = codeOf(character)
      parts.push({ mark: kind === 'space' && character === ' ' ? '·' : code, kind, code, at })
    }
    at += character.length
  }
  flush()
  return parts
}

/** The same as one line of text, for titles and labels without elements: `invoice[U+202E]gpj.exe`. */
export function plainName(name: string): string {
  return visibleName(name)
    .map((part) => ('text' in part ? part.text : `[${part.mark}]`))
    .join('')
}

/** The same for a text that isn't a name: spaces at its edges stay. */
export function plainText(text: string): string {
  if (ORDINARY.test(text)) return text
  return Array.from(text, (character) => (kindOf(character) ? `[${codeOf(character)}]` : character)).join('')
}

function kindOf(character: string): 'bidi' | 'control' | 'invisible' | undefined {
  if (BIDI.test(character)) return 'bidi'
  if (CONTROL.test(character)) return 'control'
  if (INVISIBLE.test(character)) return 'invisible'
  return undefined
}

/** The start and end of the name without the spaces at its edges. A slash ends a folder's name. */
function innerRange(name: string): { start: number; end: number } {
  const body = name.endsWith('/') ? name.slice(0, -1) : name
  const isSpace = (character: string | undefined) => character !== undefined && SPACE.test(character)
  let start = 0
  while (isSpace(body[start])) start += 1
  let end = body.length
  while (end > start && isSpace(body[end - 1])) end -= 1
  return { start, end }
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
