import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

test('returns the results in order, with several calls at the same time', async () => {
  let running = 0
  let most = 0
  const results = await inParallel(
    Array.from({ length: 30 }, (_, index) => index),
    async (index) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return index * 2
    },
  )
  expect(results).toEqual(Array.from({ length: 30 }, (_, index) => index * 2))
  expect(most).toBe(8)
})

test('starts nothing more after a failure', async () => {
  let started = 0
  const failing = inParallel(Array.from({ length: 30 }), async () => {
    started++
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(started).toBeLessThanOrEqual(8)
})
