import { expect, test, vi } from 'vitest'
import { CountAhead, type Counted, type CountedItems } from './count-ahead.ts'

/** Listings that end when the test says so. */
function listings(before?: CountedItems) {
  const begun: string[] = []
  const waiting: PromiseWithResolvers<Counted>[] = []
  const found: CountedItems[] = []
  const list = (position: string) => {
    begun.push(position)
    const listing = Promise.withResolvers<Counted>()
    waiting.push(listing)
    return listing.promise
  }
  const ahead = new CountAhead({ list, before, onFound: (counted) => found.push(counted) })
  const end = async (count: number, next: string | undefined) => {
    const before = found.length
    waiting.shift()?.resolve({ count, next })
    await vi.waitFor(() => expect(found.length).toBe(before + 1))
  }
  return { ahead, begun, waiting, found, end }
}

test('is a listing ahead of the work, and then continues beside it', async () => {
  const { ahead, begun, found, end } = listings()
  const reached = ahead.reached({ position: '', settled: 0 })
  expect(begun).toEqual([''])
  await end(1000, 'a')
  await reached
  await ahead.reached({ position: 'A', settled: 250 })
  await end(500, undefined)
  expect([begun, found]).toEqual([
    ['', 'a'],
    [
      { items: 1000, next: 'a' },
      { items: 1500, next: undefined },
    ],
  ])
})

test('continues where the work is if that has overtaken it', async () => {
  const { ahead, begun, found, end } = listings()
  const reached = ahead.reached({ position: 'm', settled: 40 })
  await end(1000, 'n')
  await reached
  await ahead.reached({ position: 'x', settled: 5000 })
  await end(1000, 'o')
  await end(7, undefined)
  expect(begun).toEqual(['m', 'n', 'x'])
  expect(found.at(-1)).toEqual({ items: 5007, next: undefined })
})

test('continues where an earlier run has left it, and the work doesn’t wait for that', async () => {
  const { ahead, begun, found, end } = listings({ items: 3_000_000, next: 'k' })
  await ahead.reached({ position: 'b', settled: 2000 })
  await end(1000, 'l')
  await end(3, undefined)
  expect([begun, found]).toEqual([
    ['k', 'l'],
    [
      { items: 3_001_000, next: 'l' },
      { items: 3_001_003, next: undefined },
    ],
  ])
})

test('continues where the work is if that overtook an earlier run', async () => {
  const { ahead, begun, found, end } = listings({ items: 3000, next: 'k' })
  const reached = ahead.reached({ position: 'x', settled: 5000 })
  await end(7, undefined)
  await reached
  expect([begun, found]).toEqual([['x'], [{ items: 5007, next: undefined }]])
})

test('says nothing more once it is stopped', async () => {
  const { ahead, waiting, found, begun } = listings()
  const reached = ahead.reached({ position: '', settled: 0 })
  ahead.stop()
  waiting.shift()?.resolve({ count: 1000, next: 'a' })
  await reached
  expect([found, begun]).toEqual([[], ['']])
})

test('a listing that fails ends the count, not the work', async () => {
  const { ahead, waiting, found } = listings()
  const reached = ahead.reached({ position: '', settled: 0 })
  waiting.shift()?.reject(new Error('No'))
  await reached
  expect(found).toEqual([])
})
