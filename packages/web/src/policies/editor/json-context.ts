/** The position of the cursor in a JSON text that is being written, and may be incomplete. */
export interface JsonContext {
  /** Names of the fields around the cursor, lists as `[]`: `['Statement', '[]', 'Action', '[]']`. */
  path: string[]
  /** A field name is expected, not a value. */
  isKey: boolean
  /** The text between the quotes around the cursor; undefined if it isn't in quotes. */
  string: { from: number; to: number } | undefined
}

interface Level {
  kind: '{' | '['
  name: string
  expectsKey: boolean
}

export function jsonContext(text: string, cursor: number): JsonContext {
  const levels: Level[] = []
  let at = 0
  while (at < cursor) {
    const next = text[at]
    const level = levels.at(-1)
    if (next === '"') {
      const end = endOfString(text, at)
      if (end >= cursor) return contextOf(levels, { from: at + 1, to: end })
      if (level?.kind === '{' && level.expectsKey) level.name = text.slice(at + 1, end)
      at = end
    } else if (next === '{' || next === '[') levels.push({ kind: next, name: '', expectsKey: next === '{' })
    else if (next === '}' || next === ']') levels.pop()
    else if (level?.kind === '{' && next === ':') level.expectsKey = false
    else if (level?.kind === '{' && next === ',') {
      level.expectsKey = true
      level.name = ''
    }
    at += 1
  }
  return contextOf(levels, undefined)
}

function contextOf(levels: readonly Level[], string: JsonContext['string']): JsonContext {
  const inner = levels.at(-1)
  const isKey = inner?.kind === '{' && inner.expectsKey
  const names = levels.map(({ kind, name }) => (kind === '[' ? '[]' : name))
  return { path: isKey ? names.slice(0, -1) : names, isKey, string }
}

/** The closing quote, or the end of the line if it is missing. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"' || text[at] === '\n') return at
  }
  return text.length
}
