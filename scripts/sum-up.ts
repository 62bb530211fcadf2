/**
 * The end of `.ci/run`: the coverage of the specification, judged by all parts together; what failed in any of them, by name;
 * and one line of totals.
 */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import type { Run } from './coverage/check.ts'
import { messageOf } from './go-programs.ts'
import { reportCoverage } from './spec-coverage.ts'
import type { Counts } from './suites.ts'
import { failure, listing, type ReportedTest, unstable } from './test-reports.ts'

interface Part extends Counts {
  storage?: Run['storage']
}

/** What a part wrote by `--results`. A part without results did not even start: that is a failure. */
function read(file: string): Part {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, tests: [failure('a part', '', '(left no results)', messageOf(error))] }
  }
}

/** One more part: whether every row of the specification holds on every storage that it names. */
function coverage(parts: readonly Run[]): Part {
  const suite = 'coverage'
  console.log(`\n${'─'.repeat(8)} ${suite}: the specification, row by row, on both storages`)
  const { problems, unproved } = reportCoverage(
    parts.filter(({ tests }) => tests.length > 0),
    console.log,
  )
  const why = unproved.map(({ storage, rows }) => `${storage} was not run, and ${rows} rows name it`).join('; ')
  const skipped: ReportedTest[] =
    why === '' ? [] : [{ suite, file: '', name: '(both storages)', status: 'skipped', why, seconds: 0 }]
  return {
    passed: problems.length === 0 && why === '' ? 1 : 0,
    failed: problems.length,
    skipped: skipped.length,
    tests: [...problems.map((problem) => failure(suite, '', problem)), ...skipped],
  }
}

const parts = process.argv.slice(2).map(read)
const byStorage = Map.groupBy(parts, ({ storage }) => storage)
parts.push(
  coverage(
    [...byStorage].flatMap(([storage, some]) =>
      storage === undefined ? [] : [{ storage, tests: some.flatMap(({ tests }) => tests) }],
    ),
  ),
)
const total = { passed: 0, failed: 0, skipped: 0 }
for (const part of parts) for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += part[key]
const tests = parts.flatMap((part) =>
  part.tests.map((test) => (part.storage === undefined ? test : { ...test, storage: part.storage })),
)
const isCi = process.env.CI === 'true'

console.log(
  `\n${unstable(tests)}${listing('Failed:', tests, 'failed')}${isCi ? listing('Skipped:', tests, 'skipped') : ''}`,
)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 || (isCi && total.skipped > 0) ? 1 : 0
