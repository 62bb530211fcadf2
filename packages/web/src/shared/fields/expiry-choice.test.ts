import { describe, expect, test } from 'vitest'
import { expiryTime, isPastDay } from './expiry-choice.ts'

const NOW = new Date(2026, 10, 23, 12, 30)

describe('expiry', () => {
  test('an unchanged expiry is not sent', () => expect(expiryTime('keep', '', NOW)).toBeUndefined())
  test('a key that never expires has no time', () => expect(expiryTime('never', '', NOW)).toBe(''))
  test('a number of days counts from now', () => {
    expect(expiryTime('7', '', NOW)).toBe(new Date(2026, 10, 30, 12, 30).toISOString())
  })
  test('a date includes its day, by the clock of the reader', () => {
    expect(expiryTime('date', '2026-11-23', NOW)).toBe(new Date(2026, 10, 23, 23, 59, 59).toISOString())
  })
})

describe('a past day', () => {
  test.each([
    ['2026-11-22', true],
    ['2026-11-23', false],
    ['', false],
  ])('%s: %s', (date, isPast) => expect(isPastDay(date, NOW)).toBe(isPast))
})
