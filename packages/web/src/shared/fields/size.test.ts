import { expect, test } from 'vitest'
import { bytesOfInput, sizeInput, unitsFrom } from './size.ts'

test.each([
  [1024 ** 4, '1', 'TiB'],
  [1536, '1536', 'B'],
  [3 * 1024 ** 2, '3', 'MiB'],
  [0, '0', 'B'],
] as const)('%i bytes are loaded as %s %s', (bytes, amount, unit) => {
  expect(sizeInput(bytes)).toEqual({ amount, unit })
  expect(bytesOfInput({ amount, unit })).toBe(bytes)
})

test('rounds a fraction of a unit to bytes', () => {
  expect(bytesOfInput({ amount: '1.5', unit: 'KiB' })).toBe(1536)
  expect(bytesOfInput({ amount: '.3', unit: 'KiB' })).toBe(307)
  expect(bytesOfInput({ amount: '2.', unit: 'B' })).toBe(2)
})

test.each(['', ' ', '-1', '1e3', 'ten', '1,5', '.'])('%j is not a size', (amount) => {
  expect(bytesOfInput({ amount, unit: 'GiB' })).toBeUndefined()
})

test('rejects sizes that no number represents exactly', () => {
  expect(bytesOfInput({ amount: '7', unit: 'PiB' })).toBe(7 * 1024 ** 5)
  expect(bytesOfInput({ amount: '8', unit: 'EiB' })).toBeUndefined()
})

test('offers units from a larger one than bytes', () => {
  expect(unitsFrom('KiB')).toEqual(['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'])
})
