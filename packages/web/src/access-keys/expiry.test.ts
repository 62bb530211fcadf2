import { describe, expect, test } from 'vitest'
import { expiryState } from './expiry.ts'

const NOW = new Date(2026, 10, 23, 12, 30)

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
