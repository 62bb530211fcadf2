/**
 * The evaluator, the server under test and, with `COOPERAGE_PARITY=minio`, real MinIO agree on generated policies
 * and requests.
 */
import { afterAll, expect, test } from 'vitest'
import { generatePairs } from './generate.ts'
import { inParallel } from './in-parallel.ts'
import { isAllowed, type Names, named, type Pair } from './pair.ts'
import { PolicyServer } from './policy-server.ts'
import { seededRandom } from './random.ts'

/** `npm run test:long` runs ten times as many. */
const COUNT = 250 * Number(process.env.COOPERAGE_TEST_SCALE ?? 1)
const AT_ONCE = 12

const server = await PolicyServer.start()

afterAll(() => server.stop(), 60_000)

test(`${COUNT} generated requests get the evaluator's verdict`, { timeout: 600_000 }, async () => {
  const random = seededRandom('policy verdicts')
  const pairs = generatePairs(random, COUNT)
  await server.addBucket('shared')

  const groups = [...Map.groupBy(pairs, ({ grant }) => JSON.stringify(grant)).values()]
  const results = (await inParallel(AT_ONCE, groups, (group, index) => judge(group, index))).flat()

  const share = (isCounted: (result: Result) => boolean) => results.filter(isCounted).length / results.length
  const allowed = share((result) => result.isAllowed)
  const near = share(({ pair }) => pair.changed !== undefined) * 2
  const percent = (part: number) => `${Math.round(part * 100)} %`
  process.stdout.write(
    `policy verdicts: ${results.length} pairs, ${percent(allowed)} allowed, ${percent(1 - allowed)} denied, ${percent(near)} one element away from the other verdict\n`,
  )
  expect(results.filter((result) => result.isAllowed !== result.isExpected).map(described)).toEqual([])
  expect(results.length).toBeGreaterThanOrEqual(COUNT)
  expect(allowed).toBeGreaterThan(0.3)
  expect(allowed).toBeLessThan(0.7)
  expect(near).toBeGreaterThan(0.5)
})

interface Result {
  pair: Pair
  isAllowed: boolean
  isExpected: boolean
  response: string
}

/** Runs pairs that share their policies against the server. */
async function judge(pairs: readonly Pair[], index: number): Promise<Result[]> {
  const [first] = pairs
  if (first === undefined) return []
  const isOwnBucket = first.grant.bucket !== undefined
  const names: Names = { user: `user-${index}`, bucket: isOwnBucket ? `bucket-${index}` : 'shared' }
  const credentials = await server.give(named(first.grant, names), names, isOwnBucket)
  const results: Result[] = []
  for (const template of pairs) {
    const pair = named(template, names)
    const { status, code } = await server.requestPair(pair.request, credentials)
    results.push({
      pair,
      isAllowed: status !== 403,
      isExpected: isAllowed(pair, names.user),
      response: `${status} ${code ?? ''}`,
    })
  }
  return results
}

function described({ pair, isExpected, response }: Result): string {
  return `${isExpected ? 'should be allowed' : 'should be refused'}, returned ${response}: ${JSON.stringify(pair)}`
}
