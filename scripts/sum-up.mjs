/** The end of `.ci/run`: what failed in any of its parts, by name, and one line of sums over all of them. */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { failure, listing } from './test-reports.mjs'

/** What a part wrote by `--results`. A part without results did not even start: that is a failure. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, tests: [failure('a part', '', '(left no results)', error.message)] }
  }
}

const parts = process.argv.slice(2).map(read)
const total = { passed: 0, failed: 0, skipped: 0 }
for (const part of parts) for (const key of Object.keys(total)) total[key] += part[key]
const tests = parts.flatMap((part) => part.tests.map((test) => ({ ...test, storage: part.storage })))
const isCi = process.env.CI === 'true'

console.log(`\n${listing('Failed:', tests, 'failed')}${isCi ? listing('Skipped:', tests, 'skipped') : ''}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 || (isCi && total.skipped > 0) ? 1 : 0
