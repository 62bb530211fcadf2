import { expect, test } from 'vitest'
import { corrected, firstTime, nextTime } from './sync-time.ts'

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

test('a time that was set by a clock that was ahead is corrected, and a usual one stays', () => {
  const begin = at('2026-11-01T07:20:00Z')
  const hour = { every: 'hour', at: '' } as const
  const day = { every: 'day', at: '13:30' } as const
  for (const [schedule, next] of [
    [hour, at('2026-11-29T12:20:00Z')],
    [day, at('2026-11-29T13:30:00Z')],
    [{ every: 'once', at: '' }, NOON],
  ] as const) {
    expect(corrected(at('2031-01-01T00:20:00Z'), schedule, begin, NOON)).toBe(next)
    for (const usual of [0, NOON - 3600_000, next]) expect(corrected(usual, schedule, begin, NOON)).toBe(usual)
  }
})
