/** The suites of tests, from the inside out: how each is run, how its results are counted, and how long it may take. */
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { cacheFolder } from './cache-folder.ts'
import { findChromium } from './chromium.ts'
import type { Run } from './coverage/check.ts'
import { missingProgram } from './programs.ts'
import { runProgram } from './side-by-side.ts'
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

export interface SuiteContext {
  /** For reports. */
  folder: string
  write: (text: string) => void
  /** What the suites found that ended before. */
  others: Omit<Run, 'tests'> & { tests: ReportedTest[] }
}

export interface Suite {
  name: string
  about: string
  begins?: 'first' | 'last'
  /** Runs only when it is asked for, as `.ci/run` and `npm run test:long` do. */
  isOptional?: boolean
  budget: { engine: number; minio?: number }
  run(context: SuiteContext): Promise<Counts>
}

function run(
  command: string,
  args: readonly string[],
  { write }: SuiteContext,
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  return runProgram(join(BIN, command), args, { cwd: ROOT, env: { ...ENV, ...env }, write })
}

/** A check that passes or fails as a whole counts as one test. */
function asOneTest(suite: string, passed: boolean): Counts {
  const tests = passed ? [] : [failure(suite, '', '(see its output)')]
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0, tests }
}

/** Reports prominently that a suite can't run, and counts it as skipped. */
function cannotRun(suite: string, why: string, { write }: SuiteContext): Counts {
  write(`\n!!!!  SKIPPED: ${why}\n\n`)
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
  return async (context) => {
    const file = join(context.folder, `${suite}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const passed = await run('vitest', ['run', '--project', suite, ...reporters], context)
    if (!existsSync(file)) return counted(suite, false, [])
    return counted(suite, passed, vitestTests(JSON.parse(readFileSync(file, 'utf8')), { suite, root: ROOT }))
  }
}

/** Journeys in a browser: `stress` those through outages, hostile content or much data, `journeys` all others. */
const journeys =
  (suite: 'journeys' | 'stress') =>
  async (context: SuiteContext): Promise<Counts> => {
    const missing = missingProgram('chromium')
    if (missing !== undefined) return cannotRun(suite, missing, context)
    const file = join(context.folder, `${suite}.json`)
    const passed = await run('playwright', ['test', '--config', 'e2e', '--reporter=list,json'], context, {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      // Node runs the sources itself. Playwright would compile a thousand of them first.
      PW_DISABLE_TS_ESM: '1',
      COOPERAGE_CHROMIUM: findChromium(),
      COOPERAGE_TEST_STRESS: suite === 'stress' ? '1' : '0',
    })
    if (!existsSync(file)) return counted(suite, false, [])
    return counted(suite, passed, playwrightTests(JSON.parse(readFileSync(file, 'utf8')), { suite, root: ROOT }))
  }

/** Whatever of it can't be installed here counts as skipped. */
async function release(context: SuiteContext): Promise<Counts> {
  const file = join(context.folder, 'release.json')
  const args = [file, '--all']
  const { write } = context
  await runProgram(process.execPath, [join(ROOT, 'scripts/check-release.ts'), ...args], { cwd: ROOT, env: ENV, write })
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : counted('release', false, [])
}

/** Judges the coverage page by the other suites, when all of them ran; otherwise by the sources alone. */
async function coverage({ others, write }: SuiteContext): Promise<Counts> {
  const ran = new Set(others.tests.map(({ suite }) => suite))
  const isWhole = ['unit', 'server', 'faults', 'parity', 'journeys'].every((suite) => ran.has(suite))
  const { problems } = reportCoverage(isWhole ? [others] : [], (line) => write(`${line}\n`))
  const tests = problems.map((problem) => failure('coverage', '', problem))
  return { passed: problems.length === 0 ? 1 : 0, failed: problems.length, skipped: 0, tests }
}

/**
 * In the order in which `npm test` shows them, and runs them one at a time. `run` gets `folder` for reports and `write` for its output, and returns the
 * counts and the list of tests. `budget` is how many seconds the suite should take on two cores, on the engine and on MinIO;
 * exceeding it is reported and fails nothing. `begins` says which suite is the first of several at a time, because it takes
 * longest, and which one the last, because it gets what the others found (`others: { storage, tests }`).
 */
export const SUITES: readonly Suite[] = [
  {
    name: 'lint',
    about: 'format, lint and import rules',
    budget: { engine: 10 },
    run: async (context) => asOneTest('lint', await run('biome', ['check', '--error-on-warnings', '.'], context)),
  },
  {
    name: 'types',
    about: 'strict TypeScript, servers and web',
    budget: { engine: 15 },
    run: async (context) => {
      // Each of several checkers of a program repeats half of what another one does, so each program has one, on its own core.
      const check = (project: string) => run('tsc', ['-p', project, '--checkers', '1'], context)
      const passed = await Promise.all(['.', 'packages/web'].map(check))
      return asOneTest('types', !passed.includes(false))
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
    begins: 'first',
    budget: { engine: 340, minio: 150 },
    run: journeys('journeys'),
  },
  {
    name: 'coverage',
    about: 'the specification, row by row',
    begins: 'last',
    budget: { engine: 5 },
    run: coverage,
  },
  {
    name: 'stress',
    about: 'the same through outages, hostile content and much data',
    isOptional: true,
    budget: { engine: 200 },
    run: journeys('stress'),
  },
  {
    name: 'cost',
    about: 'the largest and most awkward input of every call',
    isOptional: true,
    budget: { engine: 150 },
    run: vitest('cost'),
  },
  {
    name: 'clusters',
    about: 'several real storage servers, nodes or pools at a time',
    isOptional: true,
    budget: { engine: 300 },
    run: vitest('clusters'),
  },
  {
    name: 'release',
    about: 'what a release delivers, installed without the checkout',
    isOptional: true,
    budget: { engine: 300 },
    run: release,
  },
]

/**
 * How many of them run at a time. Each has stretches in which it only waits, but on two cores they then compete so much that a
 * whole run is no shorter.
 */
export const SUITES_AT_A_TIME = availableParallelism() > 2 ? 2 : 1

/** What a whole run on the engine should take. */
export const WHOLE_RUN_SECONDS = 15 * 60
