import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

test('runs every item with limited concurrency', async () => {
  let running = 0
  let most = 0
  const done: number[] = []
  await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    done.push(item)
    running--
  })
  expect(most).toBe(3)
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('after a failure starts no further item, and waits for the running ones', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const started: number[] = []
  const ended: number[] = []
  const all = inParallel([1, 2, 3, 4], 2, async (item) => {
    started.push(item)
    if (item === 2) throw new Error('two')
    await gate
    ended.push(item)
  })
  const outcome = expect(all).rejects.toThrow('two')
  open()
  await outcome
  expect([started, ended]).toEqual([[1, 2], [1]])
})

test('items that are still being found may fail too', async () => {
  async function* items() {
    yield 1
    throw new Error('no more')
  }
  const done: number[] = []
  const all = inParallel(items(), 2, async (item) => {
    await Promise.resolve()
    done.push(item)
  })
  await expect(all).rejects.toThrow('no more')
  expect(done).toEqual([1])
})
