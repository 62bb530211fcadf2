/**
 * The check of the coverage page: for every row the named test exists, asserts the quoted texts or calls the quoted path, and
 * passed on every storage that the row names.
 */
import { holds, isPath } from './quotes.ts'
import { PAGE, type Row, readRows, type Storage } from './rows.ts'
import { readTest, type TestSource } from './test-source.ts'

/** What `scripts/test.mjs` wrote about one run, by `--results`. */
export interface Run {
  storage: Storage
  tests: readonly { file: string; name: string; status: string }[]
}

export interface Verdict {
  rows: number
  /** One line for each problem. */
  problems: string[]
  /** How many rows name each storage that was not run, and therefore can't be checked there. */
  unproved: { storage: Storage; rows: number }[]
}

/**
 * @param readFile text of a file of the project, undefined when there is none
 * @param runs complete runs; a row is checked on the storages among them
 */
export function checkCoverage(readFile: (path: string) => string | undefined, runs: readonly Run[]): Verdict {
  const { rows, problems } = readRows(readFile(PAGE) ?? '')
  if (rows.length === 0) problems.push(`${PAGE} has no rows`)
  const outcomes = new Map(runs.map(({ storage, tests }) => [storage, byName(tests)]))
  for (const row of rows) {
    const found = [...sourceProblems(row, readFile), ...outcomeProblems(row, outcomes)]
    problems.push(...found.map((problem) => `${row.id}: ${problem}`))
  }
  const named = (storage: Storage) => rows.filter(({ storages }) => storages.includes(storage)).length
  const missing = (['engine', 'minio'] as const).filter((storage) => !outcomes.has(storage) && named(storage) > 0)
  return { rows: rows.length, problems, unproved: missing.map((storage) => ({ storage, rows: named(storage) })) }
}

function sourceProblems(row: Row, readFile: (path: string) => string | undefined): string[] {
  const code = readFile(row.file)
  if (code === undefined) return [`there is no file ${row.file}`]
  const source = readTest(code, row.file, row.test)
  if (source === undefined) return [`${row.file} has no test "${row.test}"`]
  const texts = row.texts.filter((text) => !asserts(source, text))
  const calls = row.calls.filter((call) => !source.calls.some((one) => isCall(one, call)))
  return [
    ...texts.map((text) => `"${row.test}" does not assert \`${text}\``),
    ...calls.map(({ method, path }) => `"${row.test}" does not call \`${method} ${path}\``),
  ]
}

function asserts({ asserted }: TestSource, text: string): boolean {
  return [...asserted].some((one) => holds(one, text))
}

function isCall(made: { method: string; path: string }, specified: { method: string; path: string }): boolean {
  return made.method === specified.method && isPath(made.path, specified.path)
}

function outcomeProblems(row: Row, outcomes: ReadonlyMap<Storage, ReadonlyMap<string, string>>): string[] {
  const name = fullName(row.file, row.test)
  if (row.storages.length === 0) {
    const statuses = [...outcomes.values()].flatMap((byTest) => byTest.get(name) ?? [])
    if (outcomes.size === 0 || (statuses.length > 0 && statuses.every((status) => status === 'passed'))) return []
    return [`"${row.test}" ${describeStatus(statuses.find((status) => status !== 'passed'))}`]
  }
  return row.storages.flatMap((storage) => {
    const ran = outcomes.get(storage)
    const status = ran?.get(name)
    return ran === undefined || status === 'passed' ? [] : [`"${row.test}" ${describeStatus(status)} on ${storage}`]
  })
}

function describeStatus(status: string | undefined): string {
  if (status === undefined) return 'was not run'
  return status === 'skipped' ? 'was skipped' : 'failed'
}

/** Of several tests with one name the worst counts. */
function byName(tests: Run['tests']): Map<string, string> {
  const statuses = new Map<string, string>()
  for (const { file, name, status } of tests) {
    const key = fullName(file, name)
    if (status !== 'passed' || !statuses.has(key)) statuses.set(key, status)
  }
  return statuses
}

function fullName(file: string, test: string): string {
  return `${file} › ${test}`
}
