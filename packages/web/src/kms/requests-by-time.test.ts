import { expect, test } from 'vitest'
import { requestsByTime } from './requests-by-time.ts'

test('counts the requests of each range, in order, without empty ranges', () => {
  const cumulative = [
    { upToMs: 100, count: 7 },
    { upToMs: 10, count: 6 },
    { upToMs: 1000, count: 7 },
    { upToMs: 5000, count: 9 },
  ]
  expect(requestsByTime(cumulative)).toEqual([
    { upToMs: 10, count: 6 },
    { upToMs: 100, count: 1 },
    { upToMs: 5000, count: 2 },
  ])
})

test('a count that shrinks is no negative number of requests', () => {
  expect(
    requestsByTime([
      { upToMs: 10, count: 6 },
      { upToMs: 100, count: 2 },
    ]),
  ).toEqual([{ upToMs: 10, count: 6 }])
  expect(requestsByTime([])).toEqual([])
})
