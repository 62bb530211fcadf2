/**
 * Checks `docs/reference/spec-coverage.md` against the sources of the tests and, when results of runs are at hand, against
 * them. `node scripts/spec-coverage.ts [results.json …]`, as `npm test -- --results` writes them.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { checkCoverage, type Run, type Verdict } from './coverage/check.ts'

const ROOT = join(import.meta.dirname, '..')

/** How `suites.ts` names a suite that could not run, for example without a browser. */
const WHOLE_SUITE = '(all of it)'

/** Checks the rows against these runs and reports the result. Runs in which a suite could not run are ignored. */
export function reportCoverage(given: readonly Run[], report: (line: string) => void): Verdict {
  const runs = given.filter(({ tests }) => !tests.some(({ name }) => name === WHOLE_SUITE))
  const verdict = checkCoverage((path) => {
    const file = join(ROOT, path)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }, runs)
  for (const problem of verdict.problems) report(`  ${problem}`)
  const storages = runs.map(({ storage }) => storage).join(' and ')
  const judged =
    storages === '' ? 'by the sources of the tests alone, because nothing was run' : `by the run on ${storages}`
  report(`${verdict.rows} rows of the specification, judged ${judged}. ${verdict.problems.length} problems.`)
  for (const { storage, rows } of verdict.unproved) {
    report(`!!!!  ${storage} was not run completely, so its ${rows} rows are not checked.`)
  }
  return verdict
}

if (import.meta.main) {
  const runs: Run[] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')))
  if (reportCoverage(runs, console.log).problems.length > 0) process.exitCode = 1
}
