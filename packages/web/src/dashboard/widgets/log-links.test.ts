import { expect, test } from 'vitest'
import { localMinute } from '../../navigation/paths/logs.ts'
import { hasLogs, logLink, rangeOfPoint } from './log-links.ts'

const searchOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('search')
const bounds = { start: 600_000, end: 600_900 }

test('a chart of errors leads to the failed requests of its range, and a line to those of its API', () => {
  const range = `from:${localMinute(600_000)} to:${localMinute(600_900)}`
  expect(searchOf(logLink(71, bounds, 'putobject'))).toBe(`api:PutObject errors ${range}`)
  expect(searchOf(logLink(60, bounds))).toBe(range)
  // One that the log doesn't have by this name.
  expect(searchOf(logLink(60, bounds, 'other'))).toBe(range)
})

test('only charts of requests have logs', () => {
  expect([60, 71, 63, 70, 77, 1].map(hasLogs)).toEqual([true, true, true, true, false, false])
})

test('a point is about the minutes before it', () => {
  expect(rangeOfPoint(600_500, bounds)).toEqual({ start: 600_260, end: 600_515 })
  const days = { start: 0, end: 14 * 86_400 }
  expect(rangeOfPoint(86_400, days)).toEqual({ start: 86_400 - 20_160, end: 86_400 + 20_160 })
})
