import { expect, test } from 'vitest'
import { SeenStatuses } from './seen-statuses.ts'

test('keeps since when a status has been the same, and drops removed targets', () => {
  const seen = new SeenStatuses()
  const at = (now: number, present: Record<string, boolean>) =>
    Object.fromEntries(seen.update(new Map(Object.entries(present)), now))
  expect(at(1, { a: true, b: false })).toEqual({ a: 1, b: 1 })
  expect(at(2, { a: false, b: false })).toEqual({ a: 2, b: 1 })
  expect(at(3, { a: false })).toEqual({ a: 2 })
  expect(at(4, { a: false, b: false })).toEqual({ a: 2, b: 4 })
})
