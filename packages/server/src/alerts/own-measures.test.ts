import { expect, test } from 'vitest'
import { MetricsGap } from './own-measures.ts'

const MINUTE = 60_000

test('minutes without metrics are counted from the last ones', () => {
  let passed = 1000
  const gap = new MetricsGap(() => passed)
  expect(gap.minutes(true, 5)).toBe(0)
  passed += 3 * MINUTE
  expect(gap.minutes(false, 5)).toBe(3)
  expect(gap.minutes(true, 5)).toBe(0)
})

test('after a restart nothing is known until there are metrics, or there were none for long enough', () => {
  let passed = 1000
  const gap = new MetricsGap(() => passed)
  expect(gap.minutes(false, 5)).toBe('noData')
  passed += 5 * MINUTE
  expect(gap.minutes(false, 5)).toBe('noData')
  passed += MINUTE
  expect(gap.minutes(false, 5)).toBe(6)
})
