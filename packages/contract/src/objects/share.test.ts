import { expect, test } from 'vitest'
import { shareEnd, shareExpiryProblem, shareObject } from './share.ts'

const DAY = 24 * 3600 * 1000

test('a link is valid for at most seven days', () => {
  expect([1, DAY, 604_800_000].map(shareExpiryProblem)).toEqual([undefined, undefined, undefined])
  expect([0, -DAY].map((ms) => shareExpiryProblem(ms)?.text)).toEqual(
    Array(2).fill('Selected date must be greater than current time.'),
  )
  expect(shareExpiryProblem(604_800_001)?.text).toBe('You can share a file only for less than 7 days.')
})

test.each(['60000', '1h', '60000 ms', '-', '1e9ms'])('%j is not a valid lifetime of a link', (expires) => {
  expect(shareObject.query.safeParse({ prefix: 'a', expires }).success).toBe(false)
})

test('reads the expiry of a link', () => {
  const link = 'http://storage:9000/photos/a?X-Amz-Date=20261121T203630Z&X-Amz-Expires=3600&X-Amz-Signature=1'
  expect(shareEnd(link)).toBe(Date.UTC(2026, 10, 21, 21, 36, 30))
  expect(['', 'http://storage:9000/photos/a', link.replace('3600', 'soon')].map(shareEnd)).toEqual(
    Array(3).fill(undefined),
  )
})
