import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const OPEN = new AbortController().signal

test('batches names requested within a short time, up to a limit per call', async () => {
  const calls: string[][] = []
  const loader = createBatchLoader({
    waitMs: 100,
    atMost: 2,
    call: async (names) => {
      calls.push(names)
      return names.map((name) => name.toUpperCase())
    },
  })
  const responses = Promise.all(['a', 'b', 'c'].map((name) => loader.load(name, OPEN)))
  await vi.advanceTimersByTimeAsync(99)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toEqual([['a', 'b'], ['c']])
  expect(await responses).toEqual(['A', 'B', 'C'])
})

test('while they can wait, names are collected up to the limit of a call', async () => {
  const calls: string[][] = []
  let canWait = true
  const loader = createBatchLoader({
    waitMs: 100,
    atMost: 3,
    canWait: () => canWait,
    call: async (names) => {
      calls.push(names)
      return names
    },
  })
  const load = (name: string) => void loader.load(name, OPEN)
  for (const name of ['a', 'b']) load(name)
  await vi.advanceTimersByTimeAsync(250)
  expect(calls).toEqual([])
  load('c')
  await vi.advanceTimersByTimeAsync(50)
  expect(calls).toEqual([['a', 'b', 'c']])
  load('d')
  await vi.advanceTimersByTimeAsync(150)
  expect(calls).toHaveLength(1)
  canWait = false
  await vi.advanceTimersByTimeAsync(50)
  expect(calls.slice(1)).toEqual([['d']])
})

test('skips a row that is scrolled past', async () => {
  const calls: string[][] = []
  const loader = createBatchLoader({
    waitMs: 100,
    atMost: 50,
    call: async (names) => {
      calls.push(names)
      return names
    },
  })
  const controller = new AbortController()
  const passed = loader.load('passed', controller.signal)
  passed.catch(() => undefined)
  const stays = loader.load('stays', OPEN)
  controller.abort(new Error('unmounted'))
  await expect(passed).rejects.toThrow('unmounted')
  await vi.advanceTimersByTimeAsync(100)
  expect(await stays).toBe('stays')
  expect(calls).toEqual([['stays']])
})

test('aborts a call when nothing waits for it any more', async () => {
  const signals: AbortSignal[] = []
  const loader = createBatchLoader<string>({
    waitMs: 100,
    atMost: 50,
    call: (_names, signal) => {
      signals.push(signal)
      return new Promise(() => undefined)
    },
  })
  const leavers = [new AbortController(), new AbortController()]
  for (const { signal } of leavers) loader.load('a', signal).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  leavers[0]?.abort()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  leavers[1]?.abort()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('a failure rejects all requests of the batch, and later ones start a new call', async () => {
  let isOut = true
  const loader = createBatchLoader({
    waitMs: 100,
    atMost: 50,
    call: async (names) => {
      if (isOut) throw new Error('out')
      return names
    },
  })
  const failing = Promise.allSettled([loader.load('a', OPEN), loader.load('b', OPEN)])
  await vi.advanceTimersByTimeAsync(100)
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isOut = false
  const next = loader.load('a', OPEN)
  await vi.advanceTimersByTimeAsync(100)
  expect(await next).toBe('a')
})
