/**
 * Changes of a JSON text that leave everything else as it was written: spaces, order, unknown fields and duplicates. Nodes are
 * positions in the text, from the parser of the code editor.
 */
import { parser } from '@lezer/json'

/** A value in the text. `to` is exclusive. */
export interface JsonNode {
  from: number
  to: number
  /** Of an object, in the order of the text; a name can occur twice. */
  fields: JsonField[]
  /** Of an array. */
  items: JsonNode[]
}

export interface JsonField {
  /** Of the name with its quotes, and of the value. */
  from: number
  to: number
  name: string
  value: JsonNode
}

type Tree = ReturnType<typeof parser.parse>
type SyntaxNode = Tree['topNode']

/** Far more levels than a policy has. */
const MAX_LEVELS = 100

/** The value of a text; undefined if it isn't JSON, or nested too deeply. */
export function jsonTree(text: string): JsonNode | undefined {
  try {
    JSON.parse(text)
  } catch {
    // Not JSON (yet): there is nothing to show in another form.
    return undefined
  }
  const top = parser.parse(text).topNode.firstChild
  return top === null ? undefined : nodeOf(text, top, 0)
}

function nodeOf(text: string, node: SyntaxNode, level: number): JsonNode | undefined {
  const found: JsonNode = { from: node.from, to: node.to, fields: [], items: [] }
  if (level > MAX_LEVELS) return undefined
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === 'Property') {
      const { firstChild: name, lastChild } = child
      const value = lastChild && nodeOf(text, lastChild, level + 1)
      if (name === null || !value) return undefined
      found.fields.push({ from: child.from, to: child.to, name: String(JSON.parse(sliceOf(text, name))), value })
    } else if (VALUES.has(child.name)) {
      const value = nodeOf(text, child, level + 1)
      if (value === undefined) return undefined
      found.items.push(value)
    }
  }
  return found
}

const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])

/** The text of a node. */
export function sliceOf(text: string, { from, to }: { from: number; to: number }): string {
  return text.slice(from, to)
}

export function readValue(text: string, node: JsonNode): unknown {
  return JSON.parse(sliceOf(text, node))
}

/** The only field with that name, in any case, because servers ignore case; undefined if there is none or several. */
export function fieldOf(node: JsonNode, name: string): JsonField | undefined {
  const found = node.fields.filter((field) => field.name.toLowerCase() === name.toLowerCase())
  return found.length === 1 ? found[0] : undefined
}

export function isObject(text: string, node: JsonNode): boolean {
  return text[node.from] === '{'
}

export function isArray(text: string, node: JsonNode): boolean {
  return text[node.from] === '['
}

/** The text with a value replaced. */
export function withValue(text: string, node: { from: number; to: number }, value: unknown): string {
  return text.slice(0, node.from) + written(text, value, indentAt(text, node.from)) + text.slice(node.to)
}

/** The text with an item at the end of an array, or with a field at the end of an object if `name` is given. */
export function withEntry(text: string, container: JsonNode, value: unknown, name?: string): string {
  return withEntryAt(text, container, container.fields.length + container.items.length, value, name)
}

/** The text with an item before the one at `index`. */
export function withEntryAt(text: string, container: JsonNode, index: number, value: unknown, name?: string): string {
  const entries = entriesOf(container)
  const last = entries.at(-1)
  const key = name === undefined ? '' : `${JSON.stringify(name)}:${isCompact(text) ? '' : ' '}`
  if (last === undefined) {
    const outer = indentAt(text, container.from)
    const inner = outer + unitOf(text)
    const isInline = !text.includes('\n') || (name === undefined && typeof value !== 'object')
    const [open, close] = isInline ? ['', ''] : [`\n${inner}`, `\n${outer}`]
    const entry = key + written(text, value, inner)
    return text.slice(0, container.from + 1) + open + entry + close + text.slice(container.to - 1)
  }
  const next = entries[index]
  // What separates two entries, as the text has it.
  const at = entries.indexOf(next ?? last)
  const [before, after] = [entries[at - 1], entries[at]]
  const gap = text
    .slice(before?.to ?? container.from + 1, after?.from)
    .replace(',', '')
    .replace(/^[^\n]*(?=\n)/, '')
  const separator = gap === '' && before === undefined && !isCompact(text) ? ' ' : gap
  const entry = key + written(text, value, indentAt(text, (next ?? last).from))
  return next === undefined
    ? `${text.slice(0, last.to)},${separator}${entry}${text.slice(last.to)}`
    : `${text.slice(0, next.from)}${entry},${separator}${text.slice(next.from)}`
}

/** The text without an item or a field, and without one of the commas around it. */
export function withoutEntry(text: string, container: JsonNode, entry: { from: number; to: number }): string {
  const entries = entriesOf(container)
  const index = entries.findIndex(({ from }) => from === entry.from)
  const [before, next] = [entries[index - 1], entries[index + 1]]
  if (next !== undefined) return text.slice(0, entry.from) + text.slice(next.from)
  if (before !== undefined) return text.slice(0, before.to) + text.slice(entry.to)
  return text.slice(0, container.from + 1) + text.slice(container.to - 1)
}

/** The text with an item and the one after it exchanged. */
export function withSwapped(text: string, container: JsonNode, index: number): string {
  const [first, second] = [container.items[index], container.items[index + 1]]
  if (first === undefined || second === undefined) return text
  return (
    text.slice(0, first.from) +
    sliceOf(text, second) +
    text.slice(first.to, second.from) +
    sliceOf(text, first) +
    text.slice(second.to)
  )
}

function entriesOf({ fields, items }: JsonNode): { from: number; to: number }[] {
  return [...fields, ...items].sort((a, b) => a.from - b.from)
}

/** A value as the text would have it: on several lines if the text is. */
function written(text: string, value: unknown, indent: string): string {
  if (!text.includes('\n')) {
    const compact = JSON.stringify(value)
    if (isCompact(text)) return compact
    // Spaces only between tokens, never in strings.
    return compact.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (token) => (token === ',' || token === ':' ? `${token} ` : token))
  }
  return JSON.stringify(value, undefined, unitOf(text)).replaceAll('\n', `\n${indent}`)
}

/** No space after a colon outside of strings. */
function isCompact(text: string): boolean {
  return !/"\s*:\s/.test(text)
}

/** The spaces or tabs that the line of a position begins with. */
function indentAt(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(line, at))?.[0] ?? ''
}

/** What one level is indented by. */
function unitOf(text: string): string {
  return /\n([ \t]+)/.exec(text)?.[1] ?? '  '
}
