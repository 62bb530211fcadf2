/** The suites of tests, from the inside out: how each is run, how its results are counted, and how long it may take. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { cacheFolder } from './cache-folder.ts'
import { findChromium } from './chromium.ts'
import type { Run } from './coverage/check.ts'
import { missingProgram } from './programs.ts'
import { reportCoverage } from './spec-coverage.ts'
import { failure, playwrightTests, type ReportedTest, vitestTests } from './test-reports.ts'
import { ROOT } from './workspace.mjs'

const BIN = join(ROOT, 'node_modules', '.bin')
const ENV = {
  ...process.env,
  PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`,
  // Hundreds of programs are started from their sources, which takes twice as long if each compiles them again.
  NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled-by-tests'),
}

/** What a suite reports: its counts and its tests. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
  tests: ReportedTest[]
}

/** What the suites before found. */
interface Before {
  storage: Run['storage']
  tests: ReportedTest[]
}

export interface Suite {
  name: string
  about: string
  /** How many seconds it should take on two cores; exceeding it is reported and fails nothing. */
  budget: { engine: number; minio?: number }
  /** `folder` is for reports. */
  run(folder: string, before: Before): Counts
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { status } = spawnSync(join(BIN, command), args, { cwd: ROOT, env: { ...ENV, ...env }, stdio: 'inherit' })
  return status === 0
}

/** A check that passes or fails as a whole counts as one test. */
function asOneTest(suite: string, passed: boolean): Counts {
  const tests = passed ? [] : [failure(suite, '', '(see its output)')]
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0, tests }
}

/** Reports prominently that a suite can't run, and counts it as skipped. */
function cannotRun(suite: string, why: string): Counts {
  console.log(`\n!!!!  SKIPPED: ${why}\n`)
  const tests: ReportedTest[] = [{ suite, file: '', name: '(all of it)', status: 'skipped', why, seconds: 0 }]
  return { passed: 0, failed: 0, skipped: 1, tests }
}

/** The counts of a list of tests, with at least one failure when the runner reported one. */
function counted(suite: string, runnerPassed: boolean, tests: ReportedTest[]): Counts {
  const count = (status: ReportedTest['status']) => tests.filter((test) => test.status === status).length
  if (!runnerPassed && count('failed') === 0) tests.push(failure(suite, '', '(its runner failed, see its output)'))
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), tests }
}

function vitest(suite: string): Suite['run'] {
  return (folder) => {
    const file = join(folder, `${suite}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const passed = run('vitest', ['run', '--project', suite, ...reporters])
    if (!existsSync(file)) return counted(suite, false, [])
    return counted(suite, passed, vitestTests(JSON.parse(readFileSync(file, 'utf8')), { suite, root: ROOT }))
  }
}

function journeys(folder: string): Counts {
  const suite = 'journeys'
  const missing = missingProgram('chromium')
  if (missing !== undefined) return cannotRun(suite, missing)
  const file = join(folder, `${suite}.json`)
  const passed = run('playwright', ['test', '--config', 'e2e', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    // Node runs the sources itself. Playwright would compile a thousand of them first.
    PW_DISABLE_TS_ESM: '1',
    COOPERAGE_CHROMIUM: findChromium(),
  })
  if (!existsSync(file)) return counted(suite, false, [])
  return counted(suite, passed, playwrightTests(JSON.parse(readFileSync(file, 'utf8')), { suite, root: ROOT }))
}

/** Judges the coverage page by the suites that ran before, when all of them did; otherwise by the sources alone. */
function coverage(_folder: string, before: Before): Counts {
  const ran = new Set(before.tests.map(({ suite }) => suite))
  const isWhole = ['unit', 'server', 'faults', 'parity', 'journeys'].every((suite) => ran.has(suite))
  const { problems } = reportCoverage(isWhole ? [before] : [])
  const tests = problems.map((problem) => failure('coverage', '', problem))
  return { passed: problems.length === 0 ? 1 : 0, failed: problems.length, skipped: 0, tests }
}

/** In the order of `npm test`. */
export const SUITES: readonly Suite[] = [
  {
    name: 'lint',
    about: 'format, lint and import rules',
    budget: { engine: 10 },
    run: () => asOneTest('lint', run('biome', ['check', '--error-on-warnings', '.'])),
  },
  {
    name: 'types',
    about: 'strict TypeScript, servers and web',
    budget: { engine: 15 },
    run: () => {
      const servers = run('tsc', ['-p', '.'])
      return asOneTest('types', run('tsc', ['-p', 'packages/web']) && servers)
    },
  },
  { name: 'unit', about: 'pure rules and codecs', budget: { engine: 45 }, run: vitest('unit') },
  {
    name: 'server',
    about: "the console's HTTP API in front of a real storage server",
    budget: { engine: 60, minio: 100 },
    run: vitest('server'),
  },
  { name: 'faults', about: 'crashes, kills, cut connections', budget: { engine: 90 }, run: vitest('faults') },
  {
    name: 'parity',
    about: 'the storage protocols, from outside',
    budget: { engine: 130, minio: 210 },
    run: vitest('parity'),
  },
  {
    name: 'journeys',
    about: 'what a person does, in a browser',
    budget: { engine: 340, minio: 150 },
    run: journeys,
  },
  { name: 'coverage', about: 'the specification, row by row', budget: { engine: 5 }, run: coverage },
]
