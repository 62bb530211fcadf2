/** The rings of tests, from the inside out: how each is run and how its results are counted. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { ensureChromium } from './chromium.mjs'
import { ROOT } from './workspace.mjs'

const BIN = join(ROOT, 'node_modules', '.bin')
const ENV = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` }

function run(command, args, env = {}) {
  const { status } = spawnSync(join(BIN, command), args, { cwd: ROOT, env: { ...ENV, ...env }, stdio: 'inherit' })
  return status === 0
}

/** Something that either holds or not counts as one test. */
const asOneTest = (holds) => ({ passed: holds ? 1 : 0, failed: holds ? 0 : 1, skipped: 0 })

/** A ring that cannot run says so where nobody overlooks it. */
function cannotRun(why) {
  console.log(`\n!!!!  SKIPPED: ${why}\n`)
  return { passed: 0, failed: 0, skipped: 1 }
}

/** At least one failure when the runner was not content, whatever it counted: a file that does not load has no tests. */
function counted(isContent, counts) {
  return { ...counts, failed: Math.max(counts.failed, isContent ? 0 : 1) }
}

function vitest(project) {
  return (folder) => {
    const file = join(folder, `${project}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const isContent = run('vitest', ['run', '--project', project, ...reporters])
    if (!existsSync(file)) return counted(isContent, { passed: 0, failed: 0, skipped: 0 })
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const notLoaded = report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0)
    return counted(isContent, {
      passed: report.numPassedTests,
      failed: report.numFailedTests + notLoaded.length,
      skipped: report.numPendingTests + report.numTodoTests,
    })
  }
}

function journeys(folder) {
  const hasTests = readdirSync(join(ROOT, 'e2e'), { recursive: true }).some(
    (path) => !path.includes('node_modules') && path.endsWith('.spec.ts'),
  )
  if (!hasTests) return cannotRun('the folder e2e has no journeys')
  const chromium = ensureChromium()
  if (chromium.missing !== undefined) return cannotRun(chromium.missing)
  const file = join(folder, 'journeys.json')
  const isContent = run('playwright', ['test', '--config', 'e2e', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    COOPERAGE_CHROMIUM: chromium.path,
  })
  if (!existsSync(file)) return counted(isContent, { passed: 0, failed: 0, skipped: 0 })
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(file, 'utf8')).stats
  return counted(isContent, { passed: expected, failed: unexpected + flaky, skipped })
}

/** In the order of `npm test`. `run` gets a folder for reports and gives the counts. */
export const RINGS = [
  {
    name: 'lint',
    about: 'format, lint and import rules',
    run: () => asOneTest(run('biome', ['check', '--error-on-warnings', '.'])),
  },
  {
    name: 'types',
    about: 'strict TypeScript, servers and web',
    run: () => {
      const servers = run('tsc', ['-p', '.'])
      return asOneTest(run('tsc', ['-p', 'packages/web']) && servers)
    },
  },
  { name: 'unit', about: 'pure rules and codecs', run: vitest('unit') },
  { name: 'server', about: "the console's HTTP API over a real engine", run: vitest('server') },
  { name: 'faults', about: 'crashes, kills, cut connections', run: vitest('faults') },
  { name: 'parity', about: 'the storage protocols, from outside', run: vitest('parity') },
  { name: 'journeys', about: 'what a person does, in a browser', run: journeys },
]
