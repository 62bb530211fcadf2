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
