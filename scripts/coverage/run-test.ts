/** Single tests of the project, run by themselves. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { playwrightTests, type ReportedTest, vitestTests } from '../test-reports.mjs'
import type { Checkout } from './checkout.ts'

/** A test by its file and its full name (`group › name`). */
export interface TestName {
  file: string
  test: string
}

export interface Outcome {
  /** `not run` also when its file did not load. */
  status: 'passed' | 'failed' | 'not run'
  /** First line of its error. */
  why: string
}

export const isJourney = ({ file }: TestName): boolean => file.startsWith('e2e/')

/** Runs these tests of the checkout, those of one runner together, and gives their outcomes in the same order. */
export function runTests(checkout: Checkout, wanted: readonly TestName[]): Outcome[] {
  const reported = [
    ...reportOf(checkout, wanted.filter(isJourney), 'playwright'),
    ...reportOf(
      checkout,
      wanted.filter((one) => !isJourney(one)),
      'vitest',
    ),
  ]
  return wanted.map(({ file, test }) => {
    const own = reported.filter((one) => one.file === file && one.name === test && one.status !== 'skipped')
    const worst = own.find(({ status }) => status === 'failed') ?? own[0]
    if (worst !== undefined) return { status: worst.status === 'failed' ? 'failed' : 'passed', why: worst.why }
    const other = reported.find((one) => one.status === 'failed' && (one.file === file || one.file === ''))
    return { status: 'not run', why: other?.why ?? '' }
  })
}

function reportOf(checkout: Checkout, wanted: readonly TestName[], runner: 'vitest' | 'playwright'): ReportedTest[] {
  if (wanted.length === 0) return []
  const report = join(checkout.root, 'report.json')
  rmSync(report, { force: true })
  const files = [...new Set(wanted.map(({ file }) => file))]
  // How each runner joins the names of groups and of the test before it matches them.
  const between = runner === 'playwright' ? ' ' : ' > '
  const names = [...new Set(wanted.map(({ test }) => test.split(' › ').map(escaped).join(between)))].join('|')
  if (runner === 'playwright') {
    const args = ['test', '-c', 'e2e', ...files, '-g', `(${names})$`, '--reporter=json']
    checkout.run('playwright', args, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } })
  } else {
    checkout.run('vitest', ['run', ...files, '-t', `^(${names})$`, '--reporter=json', `--outputFile=${report}`])
  }
  if (!existsSync(report)) return []
  const read = runner === 'playwright' ? playwrightTests : vitestTests
  return read(JSON.parse(readFileSync(report, 'utf8')), { suite: '', root: checkout.root })
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
