/** The table of `docs/reference/spec-coverage.md`: which test proves which item of the specification. */

export const PAGE = 'docs/reference/spec-coverage.md'

export type Storage = 'engine' | 'minio'

/** A call as the specification writes it: `GET /buckets/{bucket}/versioning`. */
export interface SpecifiedCall {
  method: string
  path: string
}

export interface Row {
  id: string
  section: string
  /** Quoted texts and figures: everything between backticks. */
  texts: string[]
  calls: SpecifiedCall[]
  file: string
  /** With the groups before it: `group › name`. */
  test: string
  /** Where the test has to pass; empty when it needs no storage. */
  storages: Storage[]
}

const CALL = /^(?<method>GET|POST|PUT|DELETE) (?<path>\/\S+)$/
const SECTIONS = /^(core-console|object-browser|identity|operator-mode) \d(, \d)*$/

/** Everything after it is a list for readers. */
const END = '\n## Not yet\n'

/** Reads every row of the page. Malformed rows are reported in `problems`. */
export function readRows(markdown: string): { rows: Row[]; problems: string[] } {
  const rows: Row[] = []
  const problems: string[] = []
  for (const [index, line] of (markdown.split(END)[0] ?? '').split('\n').entries()) {
    if (!line.startsWith('|') || /^\|\s*(id|-+)\s*\|/.test(line)) continue
    const problem = readRow(line, rows)
    if (problem !== undefined) problems.push(`${PAGE}, line ${index + 1}: ${problem}`)
  }
  return { rows, problems }
}

function readRow(line: string, rows: Row[]): string | undefined {
  const cells = line.slice(1, line.lastIndexOf('|')).split('|')
  const [id = '', section = '', rule = '', where = '', on = ''] = cells.map((cell) => cell.trim())
  if (cells.length !== 5) return `a row has five cells, this one has ${cells.length}`
  if (id === '' || rows.some((row) => row.id === id)) return `the id "${id}" is empty or taken`
  if (!SECTIONS.test(section)) return `"${section}" names no document and section, as "core-console 2" does`
  const quoted = [...rule.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
  if (quoted.length === 0) return `${id} quotes nothing between backticks`
  const { file, test } = /^`(?<file>[^`]+)` › (?<test>.+)$/.exec(where)?.groups ?? {}
  if (file === undefined || test === undefined) return `${id} names its test as \`file\` › name of the test`
  const storages = on === '–' ? [] : on.split(', ')
  if (!storages.every(isStorage)) return `${id}: "${on}" is neither engine, minio nor –`
  const calls = quoted.flatMap((text) => {
    const { method, path } = CALL.exec(text)?.groups ?? {}
    return method === undefined || path === undefined ? [] : [{ method, path }]
  })
  rows.push({ id, section, texts: quoted.filter((text) => !CALL.test(text)), calls, file, test, storages })
  return undefined
}

function isStorage(word: string): word is Storage {
  return word === 'engine' || word === 'minio'
}
