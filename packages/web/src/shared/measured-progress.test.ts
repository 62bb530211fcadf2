import { expect, test } from 'vitest'
import { type CountPart, MeasuredProgress } from './measured-progress.ts'

const signal = new AbortController().signal
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** A count whose parts the test completes, and where each of them began. */
function parts() {
  const asked: string[] = []
  const ends: PromiseWithResolvers<Awaited<ReturnType<CountPart>>>[] = []
  const count: CountPart = (after) => {
    const end = Promise.withResolvers<Awaited<ReturnType<CountPart>>>()
    asked.push(after)
    ends.push(end)
    return end.promise
  }
  return { asked, ends, count }
}

test('counts on without waiting for the work, and has a total when all is counted', async () => {
  const { asked, ends, count } = parts()
  const progress = new MeasuredProgress({ count })
  const begun = progress.begin(0, signal)
  ends[0]?.resolve({ done: 10, next: 'a' })
  await begun
  ends[1]?.resolve({ done: 10, next: 'b' })
  await settled()
  expect([asked, progress.at(5)]).toEqual([['', 'a', 'b'], undefined])
  ends[2]?.resolve({ done: 20, next: undefined })
  await settled()
  expect(progress.at(10)).toMatchObject({ percent: 25, total: 40 })
  expect(progress.at(41)).toBeUndefined()
})

test('an error leaves the count where it was, for the next run', async () => {
  const { asked, ends, count } = parts()
  const progress = new MeasuredProgress({ count })
  const begun = progress.begin(0, signal)
  ends[0]?.resolve({ done: 10, next: 'a' })
  await begun
  ends[1]?.reject(new Error('It did not respond'))
  await settled()
  expect(progress.at(5)).toBeUndefined()
  const again = progress.begin(5, signal)
  ends[2]?.resolve({ done: 10, next: undefined })
  await again
  expect([asked, progress.at(5)]).toMatchObject([['', 'a', 'a'], { percent: 25, total: 20 }])
})

test('what the work has overtaken isn’t counted on', async () => {
  const { asked, ends, count } = parts()
  const progress = new MeasuredProgress({ count })
  const begun = progress.begin(0, signal)
  ends[0]?.resolve({ done: 10, next: 'a' })
  await begun
  ends[1]?.reject(new Error('It did not respond'))
  await progress.begin(11, signal)
  expect(asked).toEqual(['', 'a'])
})

test('a retry has the total that is known, or another one', () => {
  const progress = new MeasuredProgress({ total: 10 })
  progress.retry()
  expect(progress.at(5)).toMatchObject({ percent: 50, total: 10 })
  progress.retry(20)
  expect(progress.at(5)).toMatchObject({ percent: 25, total: 20 })
})
