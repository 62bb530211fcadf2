import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PARTS } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { partCountOf, partRange, partSizeOf } from './part-sizes.ts'

const MIB = 1024 * 1024
const GIB = 1024 * MIB

test.each([
  [16 * MIB + 1, 16 * MIB, 2],
  [160_000 * MIB, 16 * MIB, 10_000],
  [160_000 * MIB + 1, 17 * MIB, 9412],
  [5 * 1024 * GIB, 525 * MIB, 9987],
  [MAX_UPLOAD_BYTES, 5243 * MIB, 10_000],
])('a file of %d bytes has parts of %d bytes, %d in number', (size, partSize, count) => {
  expect(partSizeOf(size)).toBe(partSize)
  expect(partCountOf(size, partSize)).toBe(count)
  expect(count).toBeLessThanOrEqual(MAX_UPLOAD_PARTS)
})

test('parts cover a file without gaps, and only the last one is shorter', () => {
  const size = 50 * MIB + 3
  const ranges = [1, 2, 3, 4].map((number) => partRange(size, partSizeOf(size), number))
  expect(ranges.map(({ start }) => start)).toEqual([0, 16 * MIB, 32 * MIB, 48 * MIB])
  expect(ranges.map(({ end }) => end)).toEqual([16 * MIB, 32 * MIB, 48 * MIB, size])
})
