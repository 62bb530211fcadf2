import { expect, test } from 'vitest'
import { grownBy, signedBytes } from './growth.ts'

const row = (size: number | undefined) => ({
  name: 'photos',
  creation_date: '2026-01-01T00:00:00Z',
  figures: size === undefined ? undefined : { size, objects: 3 },
})
const before = new Map([['photos', { name: 'photos', size: 100, objects: 1, time: '2026-11-22T00:00:00Z' }]])

test('a bucket grows by what it holds more than before', () => {
  expect(grownBy(row(150), before)).toEqual({ bytes: 50, objects: 2, since: '2026-11-22T00:00:00Z' })
  expect(grownBy(row(undefined), before)).toBeUndefined()
  expect(grownBy(row(150), new Map())).toBeUndefined()
})

test('growth has its sign', () => {
  expect([1536, -2048, 0].map(signedBytes)).toEqual(['+1.5 KiB', '−2.0 KiB', '0 B'])
})
