/** YAML that visitors write: what is wrong with it at which line, within a bounded time. */
import type { YamlFinding } from '@cooperage/contract'
import { type Document, isMap, isScalar, isSeq, type LineCounter, type Pair, parseDocument, visit } from 'yaml'

/** More aren't useful, and one mistake can be repeated throughout a document. */
export const MAX_FINDINGS = 50
/** Tenants have about twenty, batch jobs five. */
const MAX_DEPTH = 200

/** A text that isn't what it should be. */
export class YamlError extends Error {
  readonly findings: readonly YamlFinding[]

  constructor(findings: readonly YamlFinding[]) {
    super(findings.map(({ line, message }) => `line ${line}: ${message}`).join('; '))
    this.findings = findings
  }
}

/** A document of bounded depth, without aliases, whose keys are texts that occur once. @throws YamlError */
export function parsedYaml(text: string, lineCounter: LineCounter): Document {
  const deep = lineTooDeep(text)
  if (deep !== undefined) throw new YamlError([{ line: deep, message: `more than ${MAX_DEPTH} levels` }])
  // The parser's own check for keys that occur twice compares each with all others: seconds for a document of a megabyte.
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false, lineCounter, logLevel: 'error' })
  const findings: YamlFinding[] = []
  const add = (offset: number | undefined, message: string) =>
    findings.length < MAX_FINDINGS && findings.push({ line: lineCounter.linePos(offset ?? 0).line, message })
  // After the first mistake the parser misreads the lines that follow.
  for (const { code, message, pos } of document.errors.slice(0, 1)) {
    add(pos[0], code === 'MULTIPLE_DOCS' ? 'there is a second document' : message)
  }
  // In YAML 1.1 a field can stand for the fields of another.
  if (document.directives?.yaml.version !== '1.2') add(0, 'only YAML 1.2 is supported')
  if (findings.length === 0) {
    visit(document, {
      // Aliases repeat parts of a document, and a few lines of them can repeat it a billion times.
      Alias: (_key, { range }) => void add(range?.[0], 'anchors and aliases aren’t supported'),
      Map: (_key, { items }) => {
        const seen = new Set<unknown>()
        for (const { key } of items) {
          if (!isScalar(key)) {
            add(hasRange(key) ? key.range[0] : 0, 'a key has to be a text')
            continue
          }
          if (seen.has(key.value)) add(key.range?.[0], `${String(key.value)} is there twice`)
          seen.add(key.value)
        }
      },
    })
  }
  if (findings.length > 0) throw new YamlError(findings)
  return document
}

/** What a document says. @throws YamlError */
export function contentOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    // Values with tags are converted only now.
    throw new YamlError([{ line: 1, message: error instanceof Error ? error.message : String(error) }])
  }
}

/** The first line at which lists and fields are in each other so often that parsing them would take seconds. */
function lineTooDeep(text: string): number | undefined {
  let depth = 0
  for (const [index, line] of text.split('\n').entries()) {
    const [opening = ''] = /^(?:[ \t]|[-?:](?=[ \t]))+/.exec(line) ?? []
    const compact = opening.replace(/[ \t]/g, '').length
    for (const character of line) {
      if (character === '[' || character === '{') depth++
      else if (character === ']' || character === '}') depth--
      if (depth + compact > MAX_DEPTH) return index + 1
    }
  }
  return undefined
}

/** Follows a path as far as it exists. Keys may contain dots, so the longest key that matches is used. */
export function offsetOf({ contents }: Document, field: string): number {
  let [node, rest]: [unknown, string] = [contents, field]
  let offset = 0
  while (rest !== '') {
    if (isSeq(node)) {
      const [whole = '', index] = /^\[(\d+)\]\.?/.exec(rest) ?? []
      const item = node.items[Number(index)]
      if (whole === '' || !hasRange(item)) return offset
      offset = item.range[0]
      ;[node, rest] = [item, rest.slice(whole.length)]
    } else if (isMap(node)) {
      const found = longestKey(node.items, rest)
      if (found === undefined) return offset
      offset = found.offset
      ;[node, rest] = [found.value, rest.slice(found.length)]
    } else return offset
  }
  return offset
}

function longestKey(pairs: readonly Pair[], path: string) {
  let best: { value: unknown; offset: number; length: number } | undefined
  for (const { key, value } of pairs) {
    if (!isScalar(key) || !hasRange(key)) continue
    for (const written of [String(key.value), `[${String(key.value)}]`]) {
      if (!path.startsWith(written) || !/^($|[.[])/.test(path.slice(written.length))) continue
      const length = written.length + (path[written.length] === '.' ? 1 : 0)
      if (best === undefined || length > best.length) best = { value, offset: key.range[0], length }
    }
  }
  return best
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return isRecord(node) && Array.isArray(node.range)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
