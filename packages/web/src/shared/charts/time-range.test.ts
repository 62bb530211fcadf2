import { expect, test } from 'vitest'
import { localMinute } from '../../navigation/paths/logs.ts'
import { boundsOf, fromLocalText, zoomed } from './time-range.ts'

test('a range of minutes ends now', () => {
  expect(boundsOf({ minutes: 15 }, 10_000.7)).toEqual({ start: 9100, end: 10_000 })
  expect(boundsOf({ start: 1, end: 2 }, 10_000)).toEqual({ start: 1, end: 2 })
})

test('zooming works in both directions and keeps a minute at least', () => {
  expect(zoomed(500, 200.4)).toEqual({ start: 200, end: 500 })
  expect(zoomed(200, 210)).toEqual({ start: 200, end: 260 })
})

test('local times survive the field, and an incomplete one has no value', () => {
  const text = '2026-11-24T08:30'
  const seconds = fromLocalText(text)
  expect(seconds === undefined ? '' : localMinute(seconds)).toBe(text)
  expect(fromLocalText('2026-11')).toBeUndefined()
  expect(fromLocalText('')).toBeUndefined()
})
