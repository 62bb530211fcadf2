import { describe, expect, test } from 'vitest'
import { localMinute } from '../../navigation/paths/logs.ts'
import { boundsOf, fromLocalText, stepped, zoomed } from './time-range.ts'

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

describe('zooming by button', () => {
  const whole = { start: 0, end: 8000 }

  test.each([
    ['in', { start: 0, end: 8000 }, { start: 2000, end: 6000 }],
    ['in', { start: 100, end: 160 }, { start: 100, end: 160 }],
    ['out', { start: 1000, end: 3000 }, { start: 0, end: 4000 }],
    ['out', { start: 1000, end: 7000 }, whole],
    ['earlier', { start: 3000, end: 5000 }, { start: 2000, end: 4000 }],
    ['earlier', { start: 500, end: 2500 }, { start: 0, end: 2000 }],
    ['later', { start: 6000, end: 8000 }, { start: 6000, end: 8000 }],
  ] as const)('%s of %o shows %o', (step, range, shown) => {
    expect(stepped(range, step, whole)).toEqual(shown)
  })
})
