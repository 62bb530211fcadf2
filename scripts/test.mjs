/** `npm test`: all rings of tests, one after the other, with one line of sums at the end. */
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

Runs lint, types, unit, server, faults, parity, journeys and coverage (which judges by the others whether the table of
docs/reference/spec-coverage.md holds); a failing ring does not stop the next.

  --ring <name>      Runs this ring only; may be repeated.
  --long             The tests whose scale is a tenth otherwise, at the full one (COOPERAGE_TEST_SCALE=10): all of the ring
                     faults, and of the journeys those of large figures.
  --results <file>   Writes the sums and every test's outcome as JSON too.
  --help             Shows this text.

Environment:
  COOPERAGE_PARITY=minio   Parity and journeys against real MinIO instead of the engine. The binaries minio and mc are
                           looked for in the cache folder (COOPERAGE_CACHE, else ~/.cache/cooperage), in go-bin.
  COOPERAGE_CHROMIUM       The browser of the journeys, if it is not in its usual place.
  CI=true                  What cannot run counts as a failure.
`

function readOptions() {
  try {
    return parseArgs({
      options: {
        ring: { type: 'string', multiple: true, default: [] },
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
  options.ring.push('faults', 'journeys')
}
const { RINGS } = await import('./rings.mjs')
const { failure, listing, wavering } = await import('./test-reports.mjs')
const unknown = options.ring.find((name) => !RINGS.some((ring) => ring.name === name))
if (unknown !== undefined) {
  console.error(`There is no ring "${unknown}"; the rings are ${RINGS.map((ring) => ring.name).join(', ')}.`)
  process.exit(2)
}
const chosen = RINGS.filter((ring) => options.ring.length === 0 || options.ring.includes(ring.name))

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

const folder = mkdtempSync(join(tmpdir(), 'cooperage-test-'))
for (const ring of chosen) {
  console.log(
    `\n${'─'.repeat(8)} ${ring.name}: ${ring.about} ${'─'.repeat(Math.max(8, 90 - ring.name.length - ring.about.length))}\n`,
  )
  const started = Date.now()
  const counts = ring.run(folder, { storage, tests })
  add(counts)
  lines.push(`${ring.name}: ${text(counts)}, ${((Date.now() - started) / 1000).toFixed(1)} s`)
  console.log(`\n${lines.at(-1)}`)
}
rmSync(folder, { recursive: true })

const isCi = process.env.CI === 'true'
console.log(
  `\n${wavering(tests)}${listing('Failed:', tests, 'failed')}${isCi ? listing('Skipped:', tests, 'skipped') : ''}`,
)
console.log(lines.join('\n'))
if (options.results !== undefined) writeFileSync(options.results, JSON.stringify({ ...total, storage, tests }))
if (isCi && total.skipped > 0) console.log('Something was skipped, which counts as a failure here because CI=true.')
console.log(`\n${text(total)}`)
process.exitCode = total.failed > 0 || (isCi && total.skipped > 0) ? 1 : 0
