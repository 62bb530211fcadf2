import { MAX_RETRIED } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { idOf, listedOf, retryAll, selectedAfter } from './retry.ts'

const version = (number: number) => ({ key: `a b/${number}`, versionId: `v${number}` })
const versions = (count: number) => Array.from({ length: count }, (_, index) => version(index))
const idsOf = (...numbers: number[]) => new Set(numbers.map((number) => idOf(version(number))))
const failure = (number: number) => ({ ...version(number), message: 'denied', text: { id: 'denied' } }) as never

test('versions that are no longer listed aren’t selected', () => {
  expect(listedOf(idsOf(0, 1, 7), versions(3))).toEqual(idsOf(0, 1))
  expect(listedOf(idsOf(7), versions(3)).size).toBe(0)
})

test.each([
  [0, []],
  [1, [1]],
  [MAX_RETRIED, [MAX_RETRIED]],
  [MAX_RETRIED * 2 + 1, [MAX_RETRIED, MAX_RETRIED, 1]],
])('%i versions are queued in calls of %j', async (count, sizes) => {
  const calls: unknown[][] = []
  // Rows have more than a call accepts.
  const rows = versions(count).map((row) => ({ ...row, state: 'failed' }))
  await retryAll(rows, async (group) => {
    calls.push(group)
    return { failures: [] }
  })
  expect(calls.map(({ length }) => length)).toEqual(sizes)
  expect(calls.flat()).toEqual(versions(count))
})

test('the failures of all calls are reported, and a call that fails ends the others', async () => {
  let calls = 0
  const { failures } = await retryAll(versions(MAX_RETRIED + 1), async ([first]) => {
    calls += 1
    return { failures: [failure(first?.key === 'a b/0' ? 0 : MAX_RETRIED)] }
  })
  expect(failures.map(({ key }) => key)).toEqual(['a b/0', `a b/${MAX_RETRIED}`])
  expect(calls).toBe(2)
  const refused = retryAll(versions(MAX_RETRIED + 1), async () => {
    calls += 1
    throw new Error('no response')
  })
  await expect(refused).rejects.toThrow('no response')
  expect(calls).toBe(3)
})

test('what couldn’t be queued stays selected, and what wasn’t tried', () => {
  expect(selectedAfter(idsOf(0, 1, 2), versions(2), { failures: [failure(1)] })).toEqual(idsOf(1, 2))
  expect(selectedAfter(idsOf(2), versions(1), { failures: [] }), 'one row by its own action').toEqual(idsOf(2))
})
