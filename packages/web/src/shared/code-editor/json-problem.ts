/** Why a text isn't JSON: its first problem. */
export interface JsonProblem {
  /** Offset of the problem; the end of the text if something is missing there. */
  at: number
  kind: 'value' | 'key' | 'colon' | 'commaOrBrace' | 'commaOrBracket' | 'string' | 'escape' | 'incomplete' | 'afterEnd'
}

type Expected = 'value' | 'valueOrClose' | 'key' | 'keyOrClose' | 'colon' | 'commaOrClose' | 'end'

const SPACE = /[ \t\r\n]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/**
 * The first problem of a JSON text, undefined if there is none. It accepts what `JSON.parse` accepts; browsers' own messages
 * differ, are in English only, and often have no position.
 */
export function jsonProblem(text: string): JsonProblem | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  const afterValue = (): Expected => (open.length === 0 ? 'end' : 'commaOrClose')

  for (;;) {
    at = endOf(SPACE, text, at) ?? at
    const next = text[at]
    if (next === undefined) return expected === 'end' ? undefined : { at, kind: 'incomplete' }
    const inside = open.at(-1)
    const isName: boolean = expected === 'key' || expected === 'keyOrClose'

    if (expected === 'end') return { at, kind: 'afterEnd' }
    if (expected === 'colon') {
      if (next !== ':') return { at, kind: 'colon' }
      at += 1
      expected = 'value'
    } else if (closes(next, inside, expected)) {
      open.pop()
      at += 1
      expected = afterValue()
    } else if (expected === 'commaOrClose') {
      if (next !== ',') return { at, kind: inside === '{' ? 'commaOrBrace' : 'commaOrBracket' }
      at += 1
      expected = inside === '{' ? 'key' : 'value'
    } else if (next === '"') {
      const end = endOfString(text, at)
      if (typeof end !== 'number') return end
      at = end
      expected = isName ? 'colon' : afterValue()
    } else if (isName) {
      return { at, kind: 'key' }
    } else if (next === '{' || next === '[') {
      open.push(next)
      at += 1
      expected = next === '{' ? 'keyOrClose' : 'valueOrClose'
    } else {
      const end = endOf(NUMBER, text, at) ?? endOf(WORD, text, at)
      if (end === undefined) return { at, kind: 'value' }
      at = end
      expected = afterValue()
    }
  }
}

function closes(next: string, inside: '{' | '[' | undefined, expected: Expected): boolean {
  if (expected !== 'commaOrClose' && expected !== 'valueOrClose' && expected !== 'keyOrClose') return false
  return next === (inside === '{' ? '}' : ']')
}

/** The offset after a string that starts at `at`, or its problem. */
function endOfString(text: string, at: number): number | JsonProblem {
  let here = at + 1
  for (;;) {
    const next = text[here]
    if (next === undefined || next < ' ') return { at, kind: 'string' }
    if (next === '"') return here + 1
    if (next === '\\') {
      const end = endOf(ESCAPE, text, here)
      if (end === undefined) return { at: here, kind: 'escape' }
      here = end
    } else here += 1
  }
}

/** The end of a match of a sticky pattern at `at`; undefined without a match. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
