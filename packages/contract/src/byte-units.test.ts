import { expect, test } from 'vitest'
import { formatBytes } from './byte-units.ts'

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
