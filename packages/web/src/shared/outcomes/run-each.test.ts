import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { type Outcome, runEach } from './run-each.ts'

test('reports each outcome, and a failure ends only its own change', async () => {
  const refused = new ApiError({ status: 404, message: 'There is no b' })
  const outcomes = new Map<string, Outcome>()
  const change = async (id: string) => {
    if (id === 'b') throw refused
  }
  const done = await runEach(['a', 'b', 'c', 'd', 'e'], change, (id, outcome) => outcomes.set(id, outcome))
  expect(done.toSorted()).toEqual(['a', 'c', 'd', 'e'])
  expect(Object.fromEntries(outcomes)).toEqual({ a: 'done', b: refused, c: 'done', d: 'done', e: 'done' })
})

test('runs three changes at the same time', async () => {
  let running = 0
  let most = 0
  const change = async () => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
  }
  await runEach(['a', 'b', 'c', 'd', 'e', 'f'], change, () => undefined)
  expect(most).toBe(3)
})

test('throws errors that are not responses of the console', async () => {
  const change = async () => {
    throw new TypeError('a bug')
  }
  await expect(runEach(['a'], change, () => undefined)).rejects.toThrow('a bug')
})

test('starts no further change once it is stopped, and reports the running ones', async () => {
  const stop = new AbortController()
  const outcomes = new Map<string, Outcome>()
  const change = async (id: string) => {
    if (id === 'b') stop.abort()
  }
  const done = await runEach(['a', 'b', 'c', 'd', 'e'], change, (id, outcome) => outcomes.set(id, outcome), stop.signal)
  expect(done).toEqual(['a', 'b'])
  expect(Object.fromEntries(outcomes)).toEqual({ a: 'done', b: 'done' })
})
