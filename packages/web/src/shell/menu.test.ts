import { expect, test } from 'vitest'
import { hidesMenu, isWithin, menuFor } from './menu.ts'

test('the menu shows only pages of the session, and no empty group', () => {
  expect(menuFor(['/buckets', '/object-browser']).map((group) => group.id)).toEqual(['user', 'admin'])
  expect(menuFor(['/object-browser', '/object-browser/:bucket']).map((group) => group.id)).toEqual(['user'])
  expect(menuFor([])).toEqual([])
})

test('the menu is hidden on /metrics and on paths ending in /hop', () => {
  expect(['/metrics', '/a/hop', '/buckets', '/hopper'].map(hidesMenu)).toEqual([true, true, false, false])
})

test('a page below an item belongs to it, one that only begins alike does not', () => {
  expect(isWithin('/object-browser/photos/', '/object-browser')).toBe(true)
  expect(isWithin('/buckets', '/buckets')).toBe(true)
  expect(isWithin('/buckets-two', '/buckets')).toBe(false)
})
