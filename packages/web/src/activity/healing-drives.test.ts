import { expect, test } from 'vitest'
import { itemsLeft, orderedDrives } from './healing-drives.ts'

const drive = (id: number, isFinished: boolean, startedAt: string, updatedAt = '') => ({
  ...{ id, isFinished, startedAt, updatedAt },
})

test('drives being rebuilt come first by their start, then the ones rebuilt last', () => {
  const drives = [
    drive(1, true, '', '2026-01-01T10:00:00Z'),
    drive(2, false, '2026-01-02T10:00:00Z'),
    drive(3, true, '', '2026-01-01T11:00:00Z'),
    drive(4, false, '2026-01-01T10:00:00Z'),
    drive(5, false, ''),
  ]
  expect(orderedDrives(drives).map(({ id }) => id)).toEqual([5, 4, 2, 3, 1])
})

test('objects left are those that aren’t settled, if there is a total', () => {
  const healing = { isFinished: false, objectsTotal: 100, itemsHealed: 50, itemsFailed: 2, itemsSkipped: 8 }
  expect(itemsLeft(healing)).toBe(40)
  expect(itemsLeft({ ...healing, itemsHealed: 500 })).toBe(0)
  expect(itemsLeft({ ...healing, objectsTotal: 0 })).toBeUndefined()
  expect(itemsLeft({ ...healing, isFinished: true })).toBeUndefined()
})
