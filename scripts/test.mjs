/** `npm test`: sets up what the tests need, runs all suites, two at a time, and ends with one line of totals. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  ensureCommandBuilt,
  ensureInstalled,
  ensureWebBuilt,
  findRuntime,
  orExplain,
  SetupError,
} from './workspace.mjs'

const HELP = `Usage: npm test [-- options]

Runs the suites lint, types, unit, server, faults, parity, journeys and coverage (which checks the table of
docs/reference/spec-coverage.md against the others); a failing suite does not stop the next. On more than two cores, two
suites run at a time, and what they write is shown suite by suite: of one of them at once, of the other when it's its turn.
The end of the run compares the seconds of each suite with its budget, and those of a whole run with 15 minutes.

  --suite <name>     Runs this suite only; may be repeated. Two more run only so, and in .ci/run: stress has the journeys
                     through outages, hostile content and much data; cost sends the largest and most awkward input of
                     every call. clusters, with several real MinIO servers at a time, runs only so and with --long.
  --setup            Only sets up what the suites need: packages, builds, and the programs of scripts/programs.ts.
  --long             The tests whose scale is a tenth otherwise, at the full one (COOPERAGE_TEST_SCALE=10): the suites
                     faults and parity, of the journeys those of large figures, and the suites clusters and release,
                     which installs each artefact of a release. All programs of scripts/programs.ts are installed for it.
  --results <file>   Writes the totals and every test's outcome as JSON too.
  --help             Shows this text.

Environment:
  COOPERAGE_PARITY=minio   Tests against real MinIO instead of the engine (suites server, parity and journeys).
  COOPERAGE_CACHE          Folder of the programs that only tests need and that have no package, ~/.cache/cooperage unless
                           given. The others are installed with apt-get, as root on Debian. The tests of a program that
                           can't be installed are skipped.
  COOPERAGE_CHROMIUM       The browser of the journeys, if it isn't in its usual place.
  CI=true                  Suites and tests that can't run count as failures.
`

function readOptions() {
  try {
    return parseArgs({
      options: {
        suite: { type: 'string', multiple: true, default: [] },
        setup: { type: 'boolean', default: false },
        long: { type: 'boolean', default: false },
        results: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    console.error(`${error.message}\n\n${HELP}`)
    process.exit(2)
  }
}

const options = readOptions()
if (options.help) {
  process.stdout.write(HELP)
  process.exit(0)
}

const runtime = await orExplain(() => {
  ensureInstalled()
  return findRuntime()
})
if (runtime !== process.execPath) {
  const { status } = spawnSync(runtime, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}

if (options.long) {
  process.env.COOPERAGE_TEST_SCALE ??= '10'
  options.suite.push('faults', 'parity', 'journeys', 'clusters', 'release')
}
const { ensurePrograms, programsOf } = await import('./programs.ts')
const { SUITES, SUITES_AT_A_TIME, WHOLE_RUN_SECONDS } = await import('./suites.ts')
const { endOnInterrupt, outputsInTurn, sideBySide } = await import('./side-by-side.ts')
const { failure, listing, slowest, unstable } = await import('./test-reports.ts')
const unknown = options.suite.find((name) => !SUITES.some((suite) => suite.name === name))
if (unknown !== undefined) {
  console.error(`There is no suite "${unknown}"; the suites are ${SUITES.map((suite) => suite.name).join(', ')}.`)
  process.exit(2)
}
const suites = SUITES.filter(({ name, isOptional }) =>
  options.suite.length === 0 ? !isOptional : options.suite.includes(name),
)

const text = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`
const total = { passed: 0, failed: 0, skipped: 0 }
const lines = []
const tests = []
const storage = process.env.COOPERAGE_PARITY === 'minio' ? 'minio' : 'engine'
const add = (counts) => {
  for (const key of Object.keys(total)) total[key] += counts[key]
  tests.push(...counts.tests)
}

for (const [what, build] of [
  ['web build', ensureWebBuilt],
  ['command build', ensureCommandBuilt],
]) {
  try {
    build()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(`\n${error.message}`)
    add({ passed: 0, failed: 1, skipped: 0, tests: [failure(what, '', '', error.message)] })
    lines.push(`${what}: failed`)
  }
}
const needed = programsOf(
  suites.map(({ name }) => (name === 'stress' ? 'journeys' : name)),
  { minio: storage === 'minio' || suites.some(({ name }) => name === 'clusters'), long: options.long },
)
const missing = ensurePrograms(needed)
const withoutThem = missing.map(({ name, why }) => `!!!!  SKIPPED: the tests that need ${name}. ${why}\n`).join('')
if (missing.length > 0) {
  console.log(`\n${withoutThem}`)
  const skipped = missing.map(({ name, why }) => ({ ...failure('set-up', '', name, why), status: 'skipped' }))
  add({ passed: 0, failed: 0, skipped: missing.length, tests: skipped })
}

const folder = mkdtempSync(join(tmpdir(), 'cooperage-test-'))
const outputs = outputsInTurn((text) => process.stdout.write(text))
endOnInterrupt(() => {
  outputs.showAll()
  rmSync(folder, { recursive: true })
})

/** Runs a suite and returns the line that sums it up. */
async function runSuite({ name, budget, run }, output) {
  const started = Date.now()
  const counts = await run({ folder, write: output.write, others: { storage, tests } })
  add(counts)
  const line = `${name}: ${text(counts)}, ${ofBudget(started, budget[storage] ?? budget.engine)}`
  output.write(`\n${line}\n`)
  output.end()
  return line
}

function ofBudget(started, budget) {
  const seconds = (Date.now() - started) / 1000
  return `${seconds.toFixed(1)} s ${seconds > budget ? `over its budget of ${budget} s` : `of ${budget} s`}`
}

if (!options.setup) {
  const started = Date.now()
  const sums = new Map()
  const tasks = suites.map((suite) => {
    const { name, about } = suite
    const output = outputs.open()
    output.write(`\n${'─'.repeat(8)} ${name}: ${about} ${'─'.repeat(Math.max(8, 90 - name.length - about.length))}\n\n`)
    return { suite, run: async () => sums.set(name, await runSuite(suite, output)) }
  })
  const begins = (when) => tasks.filter(({ suite }) => suite.begins === when).map(({ run }) => run)
  const inOrder = tasks.filter(({ suite }) => suite.begins !== 'last').map(({ run }) => run)
  const longestFirst = [...begins('first'), ...begins(undefined)]
  await sideBySide(SUITES_AT_A_TIME > 1 ? longestFirst : inOrder, SUITES_AT_A_TIME)
  await sideBySide(begins('last'), 1)
  lines.push(...suites.map(({ name }) => sums.get(name)))
  if (options.suite.length === 0 && storage === 'engine') {
    lines.push(`all: ${ofBudget(started, WHOLE_RUN_SECONDS)}`)
  }
}
rmSync(folder, { recursive: true })

const isCi = process.env.CI === 'true'
if (!options.setup) console.log(`\n${slowest(tests, 20)}`)
console.log(
  `\n${unstable(tests)}${listing('Failed:', tests, 'failed')}${isCi ? listing('Skipped:', tests, 'skipped') : ''}`,
)
console.log(lines.join('\n'))
if (options.results !== undefined) writeFileSync(options.results, JSON.stringify({ ...total, storage, tests }))
if (missing.length > 0) console.log(`\n${withoutThem}`)
if (isCi && total.skipped > 0) console.log('Something was skipped, which counts as a failure here because CI=true.')
console.log(`\n${text(total)}`)
process.exitCode = total.failed > 0 || (isCi && total.skipped > 0) ? 1 : 0
