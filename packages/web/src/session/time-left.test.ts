import { beforeAll, expect, test } from 'vitest'
import { startMessages } from '../messages/i18n.ts'
import { timeLeftText } from './time-left.ts'

beforeAll(startMessages)

test.each([
  [Number.NaN, ''],
  [-1, 'now'],
  [0, 'now'],
  [400, 'in 1 s'],
  [119_000, 'in 119 s'],
  [120_000, 'in 2 min'],
  [59 * 60_000 + 59_000, 'in 59 min'],
  [11 * 3_600_000 + 58 * 60_000, 'in 11 h 58 min'],
  [49 * 3_600_000, 'in 2 days'],
])('formats %d ms as "%s"', (ms, text) => {
  expect(timeLeftText(ms)).toBe(text)
})
