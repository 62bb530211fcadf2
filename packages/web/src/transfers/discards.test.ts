import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DiscardOutcome, Discards } from './discards.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The storage server gives the outcome that the test sets; `tried` lists the attempts. */
function withStorage() {
  const tried: string[] = []
  const storage = { outcome: 'later' as DiscardOutcome }
  const discards = new Discards<string>(async (name) => {
    tried.push(name)
    return storage.outcome
  })
  return { discards, tried, storage }
}

test('retries the first one with growing pauses, and discards all when the storage server responds again', async () => {
  const { discards, tried, storage } = withStorage()
  for (const name of ['a', 'b', 'c']) discards.add(name)
  await vi.advanceTimersByTimeAsync(0)
  expect(tried).toEqual(['a'])
  for (const [pause, attempts] of [500, 1000, 2000, 4000, 5000, 5000].entries()) {
    await vi.advanceTimersByTimeAsync(attempts - 1)
    expect(tried).toHaveLength(pause + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(tried).toHaveLength(pause + 2)
  }
  storage.outcome = 'done'
  await vi.advanceTimersByTimeAsync(5000)
  expect(tried.slice(7)).toEqual(['a', 'b', 'c'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tried).toHaveLength(10)
  discards.add('d')
  await vi.advanceTimersByTimeAsync(0)
  expect(tried.at(-1)).toBe('d')
})

test('does not retry what the storage server refuses', async () => {
  const { discards, tried, storage } = withStorage()
  storage.outcome = 'refused'
  for (const name of ['a', 'b']) discards.add(name)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tried).toEqual(['a', 'b'])
})

test('waits for the next sign-in without a session, and forgets what another account canceled', async () => {
  const { discards, tried, storage } = withStorage()
  storage.outcome = 'signedOut'
  for (const name of ['a', 'b']) discards.add(name)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tried).toEqual(['a'])
  storage.outcome = 'later'
  discards.resume()
  await vi.advanceTimersByTimeAsync(0)
  expect(tried).toEqual(['a', 'a'])
  discards.clear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tried).toHaveLength(2)
})
