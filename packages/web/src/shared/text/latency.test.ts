import { expect, test } from 'vitest'
import { formatTotalTime } from './latency.ts'

test.each([
  [0.44, '0.4 ms'],
  [9_999, '9,999 ms'],
  [10_000, '10 seconds'],
  [3_725_000, '1 hour 2 minutes'],
])('%d ms are %s together', (milliseconds, text) => {
  expect(formatTotalTime(milliseconds).replaceAll('\u00a0', ' ')).toBe(text)
})
