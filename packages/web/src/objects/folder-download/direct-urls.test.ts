import { expect, test } from 'vitest'
import { DirectUrls } from './direct-urls.ts'

const SIGNAL = new AbortController().signal
const MINUTE = 60_000

function given(names: readonly string[]) {
  const clock = { now: 0 }
  const signed: string[] = []
  const failure: { error?: Error } = {}
  const urls = new DirectUrls(
    async (batch) => {
      signed.push(batch.join())
      if (failure.error) throw failure.error
      return batch.map((name) => `${name}?${signed.length}`)
    },
    3,
    () => clock.now,
  )
  urls.list(names)
  return { urls, clock, signed, failure }
}

test('signs what follows too, once for all that ask at the same time', async () => {
  const { urls, signed } = given(['a', 'b', 'c', 'd'])
  expect(await Promise.all(['a', 'b', 'c'].map((name) => urls.of(name, SIGNAL)))).toEqual(['a?1', 'b?1', 'c?1'])
  expect(await urls.of('d', SIGNAL)).toBe('d?2')
  expect(signed).toEqual(['a,b,c', 'd'])
})

test('signs anew what has waited for long', async () => {
  const { urls, clock, signed } = given(['a', 'b'])
  await urls.of('a', SIGNAL)
  clock.now += 6 * MINUTE
  expect(await urls.of('b', SIGNAL)).toBe('b?2')
  expect(signed).toEqual(['a,b', 'b'])
})

test('asks again after a failure, and for what isn’t listed', async () => {
  const { urls, failure } = given(['a', 'b'])
  failure.error = new Error('away')
  await expect(urls.of('a', SIGNAL)).rejects.toThrow('away')
  delete failure.error
  expect(await urls.of('b', SIGNAL)).toBe('b?2')
  expect(await urls.of('elsewhere', SIGNAL)).toBe('elsewhere?3')
})
