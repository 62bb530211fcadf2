/** The rings of tests, from the inside out: how each is run and how its results are counted. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { ensureChromium } from './chromium.mjs'
import { reportCoverage } from './spec-coverage.ts'
import { failure, playwrightTests, vitestTests } from './test-reports.mjs'
import { ROOT } from './workspace.mjs'

const BIN = join(ROOT, 'node_modules', '.bin')
const ENV = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` }

function run(command, args, env = {}) {
  const { status } = spawnSync(join(BIN, command), args, { cwd: ROOT, env: { ...ENV, ...env }, stdio: 'inherit' })
  return status === 0
}

/** Something that either holds or not counts as one test. */
function asOneTest(ring, holds) {
  const tests = holds ? [] : [failure(ring, '', '(see its output)')]
  return { passed: holds ? 1 : 0, failed: holds ? 0 : 1, skipped: 0, tests }
}

/** A ring that cannot run says so where nobody overlooks it. */
function cannotRun(ring, why) {
  console.log(`\n!!!!  SKIPPED: ${why}\n`)
  return { passed: 0, failed: 0, skipped: 1, tests: [{ ring, file: '', name: '(all of it)', status: 'skipped', why }] }
}

/** The counts of a list of tests, with at least one failure when the runner was not content. */
function counted(ring, isContent, tests) {
  const count = (status) => tests.filter((test) => test.status === status).length
  if (!isContent && count('failed') === 0) tests.push(failure(ring, '', '(its runner failed, see its output)'))
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), tests }
}

function vitest(ring) {
  return (folder) => {
    const file = join(folder, `${ring}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const isContent = run('vitest', ['run', '--project', ring, ...reporters])
    if (!existsSync(file)) return counted(ring, false, [])
    return counted(ring, isContent, vitestTests(JSON.parse(readFileSync(file, 'utf8')), { ring, root: ROOT }))
  }
}

function journeys(folder) {
  const ring = 'journeys'
  const hasTests = readdirSync(join(ROOT, 'e2e'), { recursive: true }).some(
    (path) => !path.includes('node_modules') && path.endsWith('.spec.ts'),
  )
  if (!hasTests) return cannotRun(ring, 'the folder e2e has no journeys')
  const chromium = ensureChromium()
  if (chromium.missing !== undefined) return cannotRun(ring, chromium.missing)
  const file = join(folder, `${ring}.json`)
  const isContent = run('playwright', ['test', '--config', 'e2e', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    COOPERAGE_CHROMIUM: chromium.path,
  })
  if (!existsSync(file)) return counted(ring, false, [])
  return counted(ring, isContent, playwrightTests(JSON.parse(readFileSync(file, 'utf8')), { ring, root: ROOT }))
}

/** Judges the coverage page by the rings that ran before, when all of them did; otherwise by the sources alone. */
function coverage(_folder, before) {
  const ran = new Set(before.tests.map(({ ring }) => ring))
  const isWhole = ['unit', 'server', 'faults', 'parity', 'journeys'].every((ring) => ran.has(ring))
  const { problems } = reportCoverage(isWhole ? [before] : [])
  const tests = problems.map((problem) => failure('coverage', '', problem))
  return { passed: problems.length === 0 ? 1 : 0, failed: problems.length, skipped: 0, tests }
}

/**
 * In the order of `npm test`. `run` gets a folder for reports and what the rings before it found (`{ storage, tests }`), and
 * gives the counts and the list of tests.
 */
export const RINGS = [
  {
    name: 'lint',
    about: 'format, lint and import rules',
    run: () => asOneTest('lint', run('biome', ['check', '--error-on-warnings', '.'])),
  },
  {
    name: 'types',
    about: 'strict TypeScript, servers and web',
    run: () => {
      const servers = run('tsc', ['-p', '.'])
      return asOneTest('types', run('tsc', ['-p', 'packages/web']) && servers)
    },
  },
  { name: 'unit', about: 'pure rules and codecs', run: vitest('unit') },
  { name: 'server', about: "the console's HTTP API over a real engine", run: vitest('server') },
  { name: 'faults', about: 'crashes, kills, cut connections', run: vitest('faults') },
  { name: 'parity', about: 'the storage protocols, from outside', run: vitest('parity') },
  { name: 'journeys', about: 'what a person does, in a browser', run: journeys },
  { name: 'coverage', about: 'the specification, row by row', run: coverage },
]
