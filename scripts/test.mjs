/** `npm test`: sets up what the tests need, runs all suites one after the other, and ends with one line of totals. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureBrokers } from './brokers.mjs'
import { ensureGoProgram } from './go-programs.mjs'
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
docs/reference/spec-coverage.md against the others); a failing suite does not stop the next.

  --suite <name>     Runs this suite only; may be repeated.
  --setup            Only sets up what the tests need: packages, builds, mc.
  --long             The tests whose scale is a tenth otherwise, at the full one (COOPERAGE_TEST_SCALE=10): the suites
                     faults and parity, and of the journeys those of large figures. Real MinIO and the brokers that it
                     delivers events to are installed for it.
  --results <file>   Writes the totals and every test's outcome as JSON too.
  --help             Shows this text.

Environment:
  COOPERAGE_PARITY=minio   Tests against real MinIO instead of the engine (suites server, parity and journeys).
  COOPERAGE_CACHE          Folder of the programs that only tests need, ~/.cache/cooperage unless given. mc is built into it
                           where Go is installed; without mc the tests that use it are skipped.
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
  options.suite.push('faults', 'parity', 'journeys')
}
const { SUITES } = await import('./suites.mjs')
const { failure, listing, slowest, unstable } = await import('./test-reports.mjs')
const unknown = options.suite.find((name) => !SUITES.some((suite) => suite.name === name))
if (unknown !== undefined) {
  console.error(`There is no suite "${unknown}"; the suites are ${SUITES.map((suite) => suite.name).join(', ')}.`)
  process.exit(2)
}
const chosen = SUITES.filter(
  ({ name }) => !options.setup && (options.suite.length === 0 || options.suite.includes(name)),
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
const mc = ensureGoProgram('mc')
const withoutMc = `Without mc, the tests that use it are skipped. ${mc.missing}`
if (mc.missing !== undefined) console.log(`\n!!!!  SKIPPED: ${withoutMc}\n`)

if (options.long) {
  for (const { missing } of ['kube-rig', 'kustomize', 'helm'].map(ensureGoProgram)) {
    if (missing !== undefined) console.log(`\n!!!!  SKIPPED: operator mode on the real API server. ${missing}\n`)
  }
  for (const missing of [ensureGoProgram('minio').missing, ...ensureBrokers()]) {
    if (missing !== undefined) console.log(`\n!!!!  SKIPPED: deliveries of events. ${missing}\n`)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'cooperage-test-'))
for (const suite of chosen) {
  const { name, about } = suite
  console.log(`\n${'─'.repeat(8)} ${name}: ${about} ${'─'.repeat(Math.max(8, 90 - name.length - about.length))}\n`)
  const started = Date.now()
  const counts = suite.run(folder, { storage, tests })
  add(counts)
  const seconds = (Date.now() - started) / 1000
  const budget = suite.budget[storage] ?? suite.budget.engine
  const verdict = seconds > budget ? `over its budget of ${budget} s` : `of ${budget} s`
  lines.push(`${name}: ${text(counts)}, ${seconds.toFixed(1)} s ${verdict}`)
  console.log(`\n${lines.at(-1)}`)
}
rmSync(folder, { recursive: true })

const isCi = process.env.CI === 'true'
if (chosen.length > 0) console.log(`\n${slowest(tests, 20)}`)
console.log(
  `\n${unstable(tests)}${listing('Failed:', tests, 'failed')}${isCi ? listing('Skipped:', tests, 'skipped') : ''}`,
)
console.log(lines.join('\n'))
if (options.results !== undefined) writeFileSync(options.results, JSON.stringify({ ...total, storage, tests }))
if (total.skipped > 0 && mc.missing !== undefined) console.log(withoutMc)
if (isCi && total.skipped > 0) console.log('Something was skipped, which counts as a failure here because CI=true.')
console.log(`\n${text(total)}`)
process.exitCode = total.failed > 0 || (isCi && total.skipped > 0) ? 1 : 0
