import { expect, test } from 'vitest'
import { bytesOf, formatBytes, largestExactUnit } from './byte-units.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [1536, '1.5 KiB'],
  [1024 * 1023.96, '1.0 MiB'],
  [5 * 1024 ** 3, '5.0 GiB'],
  [1024 ** 8, '1.0 YiB'],
])('shows %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('has the binary units of the specification, in steps of 1024', () => {
  const shown = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB']
  expect(shown.map((_, power) => formatBytes(1024 ** power).split(' ')[1])).toEqual(shown)
  expect([1023, 1024].map(formatBytes)).toEqual(['1023 B', '1.0 KiB'])
})

test.each([
  [0, 0, 'B'],
  [1, 1, 'B'],
  [1536, 1536, 'B'],
  [2048, 2, 'KiB'],
  [1536 * 1024, 1536, 'KiB'],
  [1024 ** 4, 1, 'TiB'],
  [1024 ** 8, 1, 'YiB'],
  [1024 ** 9, 1024, 'YiB'],
] as const)('%d bytes are exactly %d %s', (bytes, size, unit) => {
  expect(largestExactUnit(bytes)).toEqual({ size, unit })
  expect(bytesOf(size, unit)).toBe(bytes)
})
