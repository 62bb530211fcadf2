import { expect, test } from 'vitest'
import { Queue } from './queue.ts'

test('runs as many tasks as allowed, in order, after failures too', async () => {
  const queue = new Queue(2)
  const { signal } = new AbortController()
  const running = new Set<number>()
  const started: number[] = []
  let most = 0
  const task = (index: number) => async () => {
    running.add(index)
    started.push(index)
    most = Math.max(most, running.size)
    await Promise.resolve()
    running.delete(index)
    if (index % 2 === 0) throw new Error('even')
    return index
  }
  const results = await Promise.allSettled([0, 1, 2, 3, 4].map((index) => queue.run(task(index), signal)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(started).toEqual([0, 1, 2, 3, 4])
  expect(most).toBe(2)
})

test('never starts a task that was canceled while it waited', async () => {
  const queue = new Queue(1)
  const gate = Promise.withResolvers<void>()
  const abort = new AbortController()
  const first = queue.run(() => gate.promise, new AbortController().signal)
  let isStarted = false
  const second = queue.run(async () => {
    isStarted = true
  }, abort.signal)
  const third = queue.run(async () => 'third', new AbortController().signal)
  abort.abort()
  gate.resolve()
  await first
  await expect(second).rejects.toThrow()
  expect([await third, isStarted]).toEqual(['third', false])
})
