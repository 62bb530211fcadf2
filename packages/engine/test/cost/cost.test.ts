/**
 * No request may keep the engine from serving others: whatever a client sends, the main thread works on it for at most 50 ms of
 * CPU time in one piece. Every route of every table gets the largest and most awkward input that its limits admit.
 */
import { afterAll, expect, test } from 'vitest'
import { ADMIN_ROUTES } from '../../src/admin/routes.ts'
import { SUPPORTED_ROUTES, UNSET_FEATURE_ROUTES, UNSUPPORTED_ROUTES } from '../../src/s3/routes.ts'
import { QUERY_ACTIONS, STS_ACTIONS } from '../../src/sts/actions.ts'
import { adminInputs, otherInputs } from './admin-inputs.ts'
import { type Input, startMeasuredEngine } from './measured-engine.ts'
import { s3Inputs } from './s3-inputs.ts'
import { setUp } from './set-up.ts'
import { stsInputs } from './sts-inputs.ts'

const engine = await startMeasuredEngine()
const setup = await setUp(engine)

afterAll(() => engine.stop())

const namesOf = (routes: readonly (readonly [operation: string, ...unknown[]])[]) => [
  ...new Set(routes.map(([name]) => name)),
]

test.each<[string, string[], () => Promise<Map<string, Input[]>>]>([
  ['S3', namesOf([...SUPPORTED_ROUTES, ...UNSET_FEATURE_ROUTES, ...UNSUPPORTED_ROUTES]), () => s3Inputs(setup)],
  ['STS', [...Object.keys(STS_ACTIONS), ...Object.keys(QUERY_ACTIONS)], async () => stsInputs(setup)],
  ['the admin API', namesOf(ADMIN_ROUTES), () => adminInputs(setup, engine.root)],
  ['everything else', ['health', 'metrics', 'kms', 'no route'], async () => otherInputs(setup)],
])('every operation of %s serves others within 50 ms', async (_, operations, prepare) => {
  const inputs = await prepare()
  expect(operations.filter((name) => (inputs.get(name)?.length ?? 0) === 0)).toEqual([])

  const before = engine.over.length
  for (const name of operations) {
    for (const [at, input] of (inputs.get(name) ?? []).entries()) {
      await engine.measure(`${name}, input ${at + 1}`, input)
    }
  }
  expect(engine.over.slice(before)).toEqual([])
})
