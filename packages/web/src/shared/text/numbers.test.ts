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
