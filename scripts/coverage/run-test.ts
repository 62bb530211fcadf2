/** One test of the project, run by itself. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { playwrightTests, vitestTests } from '../test-reports.mjs'
import type { Checkout } from './checkout.ts'

export interface Outcome {
  /** `not run` also when its file did not load. */
  status: 'passed' | 'failed' | 'not run'
  /** First line of its error. */
  why: string
  output: string
}

/** Runs one test of the checkout by its file and its full name (`group › name`). */
export function runTest(checkout: Checkout, file: string, name: string): Outcome {
  const report = join(checkout.root, 'one-test.json')
  rmSync(report, { force: true })
  const isJourney = file.startsWith('e2e/')
  const titles = name.split(' › ').map((title) => title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  const { output } = isJourney
    ? checkout.run('playwright', ['test', '-c', 'e2e', file, '-g', `${titles.join(' ')}$`, '--reporter=json'], {
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      })
    : checkout.run('vitest', ['run', file, '-t', `^${titles.join(' ')}$`, '--reporter=json', `--outputFile=${report}`])
  if (!existsSync(report)) return { status: 'not run', why: 'no report', output }
  const read = isJourney ? playwrightTests : vitestTests
  const tests = read(JSON.parse(readFileSync(report, 'utf8')), { ring: '', root: checkout.root })
  const own = tests.filter((test) => test.file === file && test.name === name && test.status !== 'skipped')
  const worst = own.find(({ status }) => status === 'failed') ?? own[0]
  if (worst === undefined) return { status: 'not run', why: tests.find(({ why }) => why !== '')?.why ?? '', output }
  return { status: worst.status === 'failed' ? 'failed' : 'passed', why: worst.why, output }
}
