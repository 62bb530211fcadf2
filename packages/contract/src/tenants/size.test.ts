import { expect, test } from 'vitest'
import { distributionOf, GI, memoryOf, quantityText, sizeBytes, TI } from './size.ts'

test('sizes are binary quantities', () => {
  expect(sizeBytes('100', 'Gi')).toBe(107_374_182_400)
  expect(['1', '1.5'].map((value) => quantityText(sizeBytes(value, 'Ti')))).toEqual(['1Ti', '1.5Ti'])
  expect(quantityText(512)).toBe('512')
})

test('a pool is spread evenly over its drives', () => {
  expect(distributionOf(100 * GI, 4, 1)).toEqual({ error: '', volumes: 4, volumeBytes: 25 * GI })
  expect(distributionOf(GI - 1, 4, 1).error).toBe('The pool size must be greater than 1Gi')
  expect(distributionOf(Number.NaN, 4, 1).error).toBe('The pool size must be greater than 1Gi')
  expect(distributionOf(GI, 4, 0).error).toBe('The number of drives must be at least 1')
  expect(distributionOf(48 * TI, 4, 1).error).toBe('')
  expect(distributionOf(49 * TI, 4, 1).error).toContain('at most 12Ti')
})

test.each([
  [TI - 1, 2],
  [TI, 8],
  [10 * TI, 16],
  [100 * TI, 32],
  [1024 * TI, 64],
])('the memory limit of a pool of %i bytes is %i Gi', (total, limit) => {
  expect(memoryOf(2, 128 * GI, total)).toEqual({ error: '', request: 2 * GI, limit: limit * GI })
})

test('the memory limit is never below the request', () => {
  expect(memoryOf(20, 128 * GI, TI).limit).toBe(20 * GI)
})

test.each([
  [2, 0, 'There is no memory available for the selected number of nodes'],
  [2, GI, 'There are not enough memory resources available'],
  [1, 8 * GI, 'The requested memory size must be greater than 2Gi'],
  [9, 8 * GI, 'The requested memory is greater than the max available memory for the selected number of nodes'],
])('%i Gi of %i bytes of memory: %s', (requested, max, error) => {
  expect(memoryOf(requested, max, GI).error).toBe(error)
})
