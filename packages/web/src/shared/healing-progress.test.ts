import { expect, test } from 'vitest'
import { healingProgress, isReported } from './healing-progress.ts'

const DRIVE = {
  startedAt: '2026-11-30T10:00:00Z',
  updatedAt: '2026-11-30T10:10:00Z',
  bytesSettled: 250,
  bytesTotal: 1000,
}

test('the rest of a drive takes as long as what is done', () => {
  expect(healingProgress(DRIVE)).toEqual({ percent: 25, total: 1000, secondsLeft: 1800 })
})

test.each([
  ['has done nothing yet', { bytesSettled: 0 }, 0],
  ['has done more than its total', { bytesSettled: 1001 }, 100],
  ['says no times', { startedAt: '', updatedAt: '' }, 25],
])('the time left isn’t known of a drive that %s', (_, change, percent) => {
  expect(healingProgress({ ...DRIVE, ...change })).toMatchObject({ percent, secondsLeft: undefined })
})

test('nothing is said of a drive without a total', () => {
  expect(healingProgress({ ...DRIVE, bytesTotal: 0 })).toBeUndefined()
})

test('without a count of what was checked, nothing is known of the drives that are rebuilt', () => {
  expect([isReported({ itemsScanned: null }), isReported({ itemsScanned: 0 })]).toEqual([false, true])
})
