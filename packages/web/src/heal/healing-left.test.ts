import { expect, test } from 'vitest'
import { healingLeft } from './healing-left.ts'

const DRIVE = {
  isFinished: false,
  startedAt: '2026-11-30T10:00:00Z',
  updatedAt: '2026-11-30T10:10:00Z',
  bytesDone: 250,
  bytesTotal: 1000,
}

test('the rest of a drive takes as long as what is done', () => {
  expect(healingLeft(DRIVE)).toBe(1800)
})

test.each([
  ['is finished', { isFinished: true }],
  ['has no total', { bytesTotal: 0 }],
  ['has done nothing yet', { bytesDone: 0 }],
  ['has done more than its total', { bytesDone: 1001 }],
  ['says no times', { startedAt: '', updatedAt: '' }],
])('nothing is said of a drive that %s', (_, change) => {
  expect(healingLeft({ ...DRIVE, ...change })).toBeUndefined()
})
