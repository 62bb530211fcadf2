import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNameBatch } from './name-batch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const OPEN = new AbortController().signal

test('names that are asked for within a moment go in one call, in parts of a bearable size', async () => {
  const calls: string[][] = []
  const batch = createNameBatch({
    waitMs: 100,
    atMost: 2,
    call: async (names) => {
      calls.push(names)
      return names.map((name) => name.toUpperCase())
    },
  })
  const answers = Promise.all(['a', 'b', 'c'].map((name) => batch.ask(name, OPEN)))
  await vi.advanceTimersByTimeAsync(99)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toEqual([['a', 'b'], ['c']])
  expect(await answers).toEqual(['A', 'B', 'C'])
})

test('a row that is scrolled past is not asked about', async () => {
  const calls: string[][] = []
  const batch = createNameBatch({
    waitMs: 100,
    atMost: 50,
    call: async (names) => {
      calls.push(names)
      return names
    },
  })
  const gone = new AbortController()
  const passed = batch.ask('passed', gone.signal)
  passed.catch(() => undefined)
  const stays = batch.ask('stays', OPEN)
  gone.abort(new Error('gone'))
  await expect(passed).rejects.toThrow('gone')
  await vi.advanceTimersByTimeAsync(100)
  expect(await stays).toBe('stays')
  expect(calls).toEqual([['stays']])
})

test('a call ends with the last who waits for its answer', async () => {
  const signals: AbortSignal[] = []
  const batch = createNameBatch<string>({
    waitMs: 100,
    atMost: 50,
    call: (_names, signal) => {
      signals.push(signal)
      return new Promise(() => undefined)
    },
  })
  const leavers = [new AbortController(), new AbortController()]
  for (const { signal } of leavers) batch.ask('a', signal).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  leavers[0]?.abort()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  leavers[1]?.abort()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('a failure reaches all who asked, and the next are asked about anew', async () => {
  let isOut = true
  const batch = createNameBatch({
    waitMs: 100,
    atMost: 50,
    call: async (names) => {
      if (isOut) throw new Error('out')
      return names
    },
  })
  const failing = Promise.allSettled([batch.ask('a', OPEN), batch.ask('b', OPEN)])
  await vi.advanceTimersByTimeAsync(100)
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isOut = false
  const next = batch.ask('a', OPEN)
  await vi.advanceTimersByTimeAsync(100)
  expect(await next).toBe('a')
})
