/**
 * Runs the set-up of `npm test` as a new machine would, and writes the outcome to the file given, in the form of
 * `npm test -- --results`:
 *
 * - with an empty cache folder mc is installed into it, and its tests run;
 * - where there is no Go either, the set-up passes, names what is missing, and the tests that need it are skipped.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { whyGoIsUnfit } from './go-programs.mjs'
import { failure } from './test-reports.mjs'
import { findRuntime, ROOT } from './workspace.mjs'

const SUITE = 'setup'
/** The smallest file of tests that uses mc. */
const USES_MC = 'parity/src/clients/mc.test.ts'

const withoutGo = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !existsSync(join(folder, 'go')))
  .join(delimiter)

/** What a command wrote and how it ended, with this cache folder. */
function run(cache, command, args, env = {}) {
  const options = { cwd: ROOT, encoding: 'utf8', env: { ...process.env, COOPERAGE_CACHE: cache, CI: '', ...env } }
  const { status, stdout, stderr } = spawnSync(command, args, options)
  return { status, output: `${stdout}${stderr}` }
}

const setUp = (cache, env) => run(cache, process.execPath, ['scripts/test.mjs', '--setup'], env)

/** Runs the tests that use mc, and returns their counts with what was written. */
function testMc(cache, env) {
  const report = join(cache, 'report.json')
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { output } = run(cache, findRuntime(), [vitest, 'run', '--project', 'parity', ...reporters, USES_MC], env)
  if (!existsSync(report)) return { total: 0, passed: 0, skipped: 0, output }
  const {
    numTotalTests: total,
    numPassedTests: passed,
    numPendingTests: skipped,
  } = JSON.parse(readFileSync(report, 'utf8'))
  return { total, passed, skipped, output }
}

const WITH_GO = 'installs mc into an empty cache folder and runs its tests'

const CASES = {
  [WITH_GO]: (cache) => {
    const { status, output } = setUp(cache)
    if (status !== 0 || !existsSync(join(cache, 'go-bin', 'mc'))) return output
    const tests = testMc(cache)
    return tests.total > 0 && tests.passed === tests.total ? undefined : tests.output
  },
  'skips the tests that need mc, with a message, where Go is missing': (cache) => {
    const env = { PATH: withoutGo }
    const { status, output } = setUp(cache, env)
    if (status !== 0 || !output.includes("mc is built with Go, and Go isn't installed.")) return output
    const tests = testMc(cache, env)
    return tests.total > 0 && tests.skipped === tests.total ? undefined : tests.output
  },
}

function outcome(name, check) {
  const result = { suite: SUITE, file: '', name, status: 'passed', why: '', seconds: 0 }
  const unfit = name === WITH_GO ? whyGoIsUnfit() : undefined
  if (unfit !== undefined) return { ...result, status: 'skipped', why: unfit }
  const cache = mkdtempSync(join(tmpdir(), 'cooperage-empty-cache-'))
  const started = Date.now()
  const problem = check(cache)
  rmSync(cache, { recursive: true })
  if (problem !== undefined) console.log(problem)
  const seconds = (Date.now() - started) / 1000
  return problem === undefined ? { ...result, seconds } : { ...failure(SUITE, '', name, problem), seconds }
}

const tests = Object.entries(CASES).map(([name, check]) => {
  const test = outcome(name, check)
  console.log(
    `${test.status}  ${name} (${test.seconds.toFixed(1)} s)${test.status === 'skipped' ? ` ${test.why}` : ''}`,
  )
  return test
})
const count = (status) => tests.filter((test) => test.status === status).length
const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
writeFileSync(process.argv[2], JSON.stringify({ ...counts, tests }))
process.exitCode = counts.failed === 0 ? 0 : 1
