import { expect, test } from 'vitest'
import { formatAge } from './numbers.ts'

test('an age is never "now"', () => {
  expect(formatAge(0)).toBe(formatAge(1000))
  expect(formatAge(0)).toMatch(/1/)
})

test('an age has its largest unit', () => {
  expect(formatAge(119_999)).toBe(formatAge(60_000))
  expect(formatAge(7_200_000)).toMatch(/2/)
})

test('a negative age is in the future', () => {
  expect(formatAge(-2 * 86_400_000)).toMatch(/^in 2/)
  expect(formatAge(-90_000)).toMatch(/^in 1/)
})
