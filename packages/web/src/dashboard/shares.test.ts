import { expect, test } from 'vitest'
import { percentOf } from './shares.ts'

test('a share is rounded, and never shown as nothing if there is something', () => {
  expect(percentOf(1, 3)).toBe('33%')
  expect(percentOf(5, 200)).toBe('2.5%')
  expect(percentOf(1, 1e9)).toBe('<0.1%')
  expect(percentOf(0, 100)).toBe('0%')
})

test('a share of nothing is zero', () => {
  expect(percentOf(0, 0)).toBe('0%')
})
