import { expect, test } from 'vitest'
import { firstTime, nextTime } from './sync-time.ts'

const at = (iso: string) => Date.parse(iso)
const NOON = at('2026-11-29T12:00:00Z')

test('a sync runs at once, or at its time of day in UTC', () => {
  expect(firstTime({ every: 'once', at: '' }, NOON)).toBe(NOON)
  expect(firstTime({ every: 'hour', at: '' }, NOON)).toBe(NOON)
  expect(firstTime({ every: 'day', at: '13:30' }, NOON)).toBe(at('2026-11-29T13:30:00Z'))
  expect(firstTime({ every: 'day', at: '12:00' }, NOON)).toBe(at('2026-11-30T12:00:00Z'))
  expect(firstTime({ every: 'day', at: '00:05' }, NOON)).toBe(at('2026-11-30T00:05:00Z'))
})

test('and again every hour after its creation, every day, or never', () => {
  const begin = at('2026-11-01T07:20:00Z')
  expect(nextTime({ every: 'once', at: '' }, begin, NOON)).toBe(0)
  expect(nextTime({ every: 'hour', at: '' }, begin, begin)).toBe(begin + 3600_000)
  expect(nextTime({ every: 'hour', at: '' }, begin, NOON)).toBe(at('2026-11-29T12:20:00Z'))
  expect(nextTime({ every: 'day', at: '23:59' }, begin, NOON)).toBe(at('2026-11-29T23:59:00Z'))
})
