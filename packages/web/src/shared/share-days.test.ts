import { expect, test } from 'vitest'
import { shareDays } from './share-days.ts'

// Local times, so that the test doesn't depend on the time zone.
const at = (day: number, hour: number, minute = 0, second = 0) =>
  new Date(2026, 10, day, hour, minute, second).getTime()

test('offers every day up to the latest expiry, and truncates the last one', () => {
  expect(shareDays(at(21, 20), at(23, 8))).toEqual([
    { date: '2026-11-21', endsAt: at(21, 23, 59, 59), isCut: false },
    { date: '2026-11-22', endsAt: at(22, 23, 59, 59), isCut: false },
    { date: '2026-11-23', endsAt: at(23, 8), isCut: true },
  ])
})

test('offers only today if no link can be valid for longer', () => {
  expect(shareDays(at(21, 20), at(21, 22))).toEqual([{ date: '2026-11-21', endsAt: at(21, 22), isCut: true }])
  expect(shareDays(at(21, 20), at(21, 23, 59, 59))).toHaveLength(1)
})

test('offers nothing after the latest expiry', () => {
  expect(shareDays(at(21, 20), at(21, 20))).toEqual([])
})

test('continues into the next month', () => {
  expect(shareDays(at(30, 12), at(31, 12)).map(({ date }) => date)).toEqual(['2026-11-30', '2026-12-01'])
})
