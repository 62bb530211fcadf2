import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

const NEVER = new AbortController().signal

/** Work that runs until the test ends it. */
function given(limit: number) {
  const slots = new Slots(limit)
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, signal = NEVER) =>
    slots.run(signal, () => {
      running.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      return promise
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { slots, running, start, end }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('runs as many as there are slots, in the order in which they came', async () => {
  const { slots, running, start, end } = given(2)
  for (const name of ['a', 'b', 'c', 'd']) void start(name)
  await settled()
  expect([running, slots.waiting]).toEqual([['a', 'b'], 2])
  await end('b')
  expect(running).toEqual(['a', 'b', 'c'])
  await end('a')
  expect([running, slots.waiting]).toEqual([['a', 'b', 'c', 'd'], 0])
})

test('a higher limit admits what waits; a lower one stops nothing, and admits less', async () => {
  const { slots, running, start, end } = given(1)
  for (const name of ['a', 'b', 'c', 'd']) void start(name)
  slots.limit = 3
  await settled()
  expect(running).toEqual(['a', 'b', 'c'])
  slots.limit = 1
  await end('a')
  await end('b')
  expect(running).toEqual(['a', 'b', 'c'])
  await end('c')
  expect(running).toEqual(['a', 'b', 'c', 'd'])
})

test('what is aborted leaves the line, and what fails leaves its slot', async () => {
  const { slots, running, start, end } = given(1)
  const stop = new AbortController()
  void start('a')
  const left = start('b', stop.signal)
  void start('c')
  stop.abort(new Error('stopped'))
  await expect(left).rejects.toThrow('stopped')
  await end('a')
  expect(running).toEqual(['a', 'c'])
  await end('c')
  await expect(slots.run(NEVER, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await slots.run(NEVER, async () => 'next')).toBe('next')
})
