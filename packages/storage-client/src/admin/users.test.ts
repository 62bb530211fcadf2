import { expect, test } from 'vitest'
import { isoTime } from './users.ts'

test.each([
  ['2026-11-23T23:29:44.184911851Z', '2026-11-23T23:29:44.184Z'],
  ['2026-11-23T23:29:44.1Z', '2026-11-23T23:29:44.100Z'],
  ['2026-11-23T23:29:44Z', '2026-11-23T23:29:44.000Z'],
  ['2026-11-23T23:29:44.184911851+02:00', '2026-11-23T21:29:44.184Z'],
  ['0001-01-01T00:00:00Z', ''],
  ['1970-01-01T00:00:00Z', ''],
  ['yesterday', ''],
  ['', ''],
])('shortens the time "%s" to "%s"', (text, expected) => {
  expect(isoTime(text)).toBe(expected)
})
