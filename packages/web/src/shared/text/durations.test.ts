import { expect, test } from 'vitest'
import { formatDuration } from './durations.ts'

const DAY = 86_400

test.each([
  [400 * DAY, '1 year'],
  [366 * DAY, '1 year'],
  [800 * DAY, '2 years'],
  [365 * DAY, '12 months 5 days'],
  [45 * DAY, '1 month 15 days'],
  [60 * DAY, '2 months'],
  [31 * DAY, '1 month 1 day'],
  [30 * DAY, '4 weeks'],
  [14 * DAY, '2 weeks'],
  [7 * DAY, '1 week'],
  [7 * DAY - 1, '6 days 23 hours'],
  [3 * DAY, '3 days'],
  [3 * DAY + 59, '3 days'],
  [3600 + 120, '1 hour 2 minutes'],
  [61, '1 minute 1 second'],
  [59.9, '59 seconds'],
  [0, '0 seconds'],
  [-5, '0 seconds'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
