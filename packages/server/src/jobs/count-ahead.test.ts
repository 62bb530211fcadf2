import { expect, test, vi } from 'vitest'
import { CountAhead, type Counted } from './count-ahead.ts'

/** Listings that end when the test says so. */
function listings() {
  const begun: string[] = []
  const waiting: PromiseWithResolvers<Counted>[] = []
  const found: [number, boolean][] = []
  const ahead = new CountAhead(
    (position) => {
      begun.push(position)
      const listing = Promise.withResolvers<Counted>()
      waiting.push(listing)
      return listing.promise
    },
    (items, isAll) => found.push([items, isAll]),
  )
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
      [1000, false],
      [1500, true],
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
  expect(found.at(-1)).toEqual([5007, true])
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
