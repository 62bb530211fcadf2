/**
 * `npm run break-rows -- --seed 7`: proves that the rows of `docs/reference/spec-coverage.md` notice. In a copy of the checkout
 * it breaks the product at some rows, one at a time, and demands that the row's test, green before, turns red.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { type Break, breaksOf, type Sources } from './coverage/breaks.ts'
import { type Checkout, copyCheckout } from './coverage/checkout.ts'
import { productSources } from './coverage/product.ts'
import { PAGE, type Row, readRows } from './coverage/rows.ts'
import { isJourney, runTests } from './coverage/run-test.ts'

const HELP = `Usage: npm run break-rows -- [options]

  --seed <number>   Which rows are picked, and where each is broken; without it a new one, which is printed.
  --rows <number>   How many, 10 unless given.
  --row <id>        This row instead, everywhere it can be broken; may be repeated.
  --keep            Leaves the copy of the checkout behind.
  --help            Shows this text.

COOPERAGE_PARITY=minio runs the tests against real MinIO.
`

interface Case {
  row: Row
  breaks: Break[]
}

const options = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    rows: { type: 'string', default: '10' },
    row: { type: 'string', multiple: true, default: [] },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
}).values
if (options.help) {
  process.stdout.write(HELP)
  process.exit(0)
}

const random = randomOf(Number(options.seed))
const checkout = copyCheckout(join(import.meta.dirname, '..'))
try {
  const sources = productSources(checkout.root)
  const { rows } = readRows(readFileSync(join(checkout.root, PAGE), 'utf8'))
  const cases = options.row.length > 0 ? namedCases(rows, sources) : pickedCases(rows, sources)
  console.log(`seed ${options.seed}: ${cases.map(({ row }) => row.id).join(', ')}\n`)
  const problems = breakAll(checkout, cases, sources)
  console.log(`\n${cases.length} broken, ${cases.length - problems.length} turned red (seed ${options.seed})`)
  for (const problem of problems) console.log(`  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
} finally {
  if (options.keep) console.log(`The copy is in ${checkout.root}`)
  else checkout.remove()
}

function namedCases(rows: readonly Row[], sources: Sources): Case[] {
  return options.row.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    if (row === undefined) throw new Error(`${PAGE} has no row ${id}`)
    return breaksOf(row, sources).map((breaks) => ({ row, breaks }))
  })
}

function pickedCases(rows: readonly Row[], sources: Sources): Case[] {
  const storage = process.env.COOPERAGE_PARITY === 'minio' ? 'minio' : 'engine'
  const left = rows.filter(({ storages }) => storages.length === 0 || storages.includes(storage))
  const cases: Case[] = []
  while (cases.length < Number(options.rows) && left.length > 0) {
    const [row] = left.splice(Math.floor(random() * left.length), 1)
    const ways = row === undefined ? [] : breaksOf(row, sources)
    const breaks = ways[Math.floor(random() * ways.length)]
    if (row !== undefined && breaks !== undefined) cases.push({ row, breaks })
  }
  return cases
}

/** What went wrong, a line each: a test that stayed green, or could not be judged. */
function breakAll(copy: Checkout, cases: readonly Case[], sources: Sources): string[] {
  const rows = cases.map(({ row }) => row)
  if (rows.some(isJourney)) copy.buildWeb()
  // All of them first on the product as it is: a test that is red already proves nothing.
  const before = runTests(copy, rows)
  const isGreen = before.filter(({ status }) => status === 'passed').length
  console.log(`${isGreen} of ${cases.length} are green on the whole product\n`)
  return cases.flatMap((one, index) => {
    const { status, why } = before[index] ?? { status: 'not run', why: '' }
    const verdict = status === 'passed' ? broken(copy, one, sources) : `was ${status} on the whole product: ${why}`
    const { row, breaks } = one
    const places = breaks.map(({ file }) => file).join(', ')
    console.log(`${row.id}  ${[...new Set(breaks.map(({ about }) => about))].join(', ')}  in ${places}`)
    console.log(`      ${row.file} › ${row.test}\n      ${verdict}`)
    return verdict.startsWith('red') ? [] : [`${row.id}: ${verdict}`]
  })
}

function broken(copy: Checkout, { row, breaks }: Case, sources: Sources): string {
  const files = new Map(breaks.map(({ file, code }) => [file, code]))
  return copy.withFiles(files, sources, () => {
    if (isJourney(row)) copy.buildWeb()
    const [outcome] = runTests(copy, [row])
    if (outcome?.status === 'failed') return `red: ${outcome.why}`
    return outcome?.status === 'passed' ? 'STAYED GREEN' : `could not be run: ${outcome?.why}`
  })
}

/** Mulberry32: the same numbers for the same seed, on every machine. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
