import { describe, expect, test } from 'vitest'
import { expiryState, expiryTime, isPastDay } from './expiry.ts'

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

describe('the state of an expiry', () => {
  const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString()
  test.each([
    ['', 'never'],
    [inDays(-1), 'expired'],
    [inDays(0), 'expired'],
    [inDays(29), 'soon'],
    [inDays(31), 'later'],
  ])('%s: %s', (expiry, state) => expect(expiryState(expiry, NOW.getTime())).toBe(state))
})
