import { expect, test } from 'vitest'
import { betweenSeconds, lastSeconds, lifecycleCounts } from './scanner-figures.ts'

test('the duration of the last cycle is known until the next one begins', () => {
  expect(lastSeconds({ cycle: 0, startedAt: 10_000, endedAt: [5_000, 12_500] })).toBe(2.5)
  expect(lastSeconds({ cycle: 7, startedAt: 20_000, endedAt: [5_000, 12_500] })).toBeNull()
  // The start is that of a cycle that was interrupted.
  expect(lastSeconds({ cycle: 0, startedAt: 20_000, endedAt: [5_000, 12_500] })).toBeNull()
  expect(lastSeconds({ cycle: 0, startedAt: 0, endedAt: [5_000] })).toBeNull()
  expect(lastSeconds({ cycle: 0, startedAt: 10_000, endedAt: [] })).toBeNull()
})

test('the time between cycles is an average of two ends or more', () => {
  expect(betweenSeconds([10_000, 20_000, 60_000])).toBe(25)
  expect(betweenSeconds([10_000])).toBeNull()
  expect(betweenSeconds([])).toBeNull()
})

test('what lifecycle rules did is summed up by its kind', () => {
  const applied = [
    ['DeleteAction', 5, 1],
    ['DeleteVersionAction', 3, 2],
    ['DelMarkerDeleteAllVersionsAction', 1, 0],
    ['TransitionVersionAction', 4, 4],
    ['DeleteRestoredAction', 2, 0],
    ['constructor', 9, 3],
  ] as const
  const counts = lifecycleCounts(new Map(applied.map(([name, total, lastMinute]) => [name, { total, lastMinute }])))
  expect(counts).toEqual({
    expired: { total: 9, isRecent: true },
    transitioned: { total: 4, isRecent: true },
    restored: { total: 2, isRecent: false },
    other: { total: 9, isRecent: true },
  })
})
