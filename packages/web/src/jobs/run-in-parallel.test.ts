import { expect, test } from 'vitest'
import { runInParallel } from './run-in-parallel.ts'

const items = (...names: string[]) => names.map((name) => ({ name }))
const never = new AbortController().signal

test('runs items in order with limited concurrency', async () => {
  const started: string[] = []
  let running = 0
  let most = 0
  await runInParallel(items('a', 'b', 'c', 'd'), 2, never, async ({ name }) => {
    started.push(name)
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
  })
  expect([started, most]).toEqual([['a', 'b', 'c', 'd'], 2])
})

test('throws an error after the running items have ended, and starts no further item', async () => {
  const slow = Promise.withResolvers<void>()
  const ended: string[] = []
  const all = runInParallel(items('bad', 'slow', 'never'), 2, never, async ({ name }) => {
    if (name === 'bad') throw new Error('No.')
    await slow.promise
    ended.push(name)
  })
  slow.resolve()
  await expect(all).rejects.toThrow('No.')
  expect(ended).toEqual(['slow'])
})

test('starts nothing after a stop', async () => {
  const stop = new AbortController()
  const started: string[] = []
  await runInParallel(items('a', 'b'), 1, stop.signal, async ({ name }) => {
    started.push(name)
    stop.abort()
  })
  expect(started).toEqual(['a'])
})
