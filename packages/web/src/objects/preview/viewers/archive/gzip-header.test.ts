import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readGzipHeader } from './gzip-header.ts'

const header = (flags: number, ...rest: number[]) => Uint8Array.of(0x1f, 0x8b, 8, flags, 0, 0, 0, 0x60, 0, 3, ...rest)

test('reads the name and time of the compressed file', () => {
  const name = [...Buffer.from('photos.tar'), 0]
  const expected = { name: 'photos.tar', modified: '2021-01-14T08:25:36.000Z' }
  expect(readGzipHeader(header(8, ...name, 1, 2))).toEqual(expected)
  expect(readGzipHeader(header(12, 3, 0, 9, 9, 9, ...name))).toEqual(expected)
})

test('most files have neither', () => {
  expect(readGzipHeader(gzipSync('x'))).toMatchObject({ name: '' })
})

test('truncated or false headers have no name', () => {
  expect(readGzipHeader(header(8, 65, 66))?.name).toBe('')
  expect(readGzipHeader(header(12, 255, 255, 65, 0))?.name).toBe('')
  expect(readGzipHeader(header(12, 255))?.name).toBe('')
  expect(readGzipHeader(header(0).slice(0, 9))).toBeUndefined()
  expect(readGzipHeader(Uint8Array.from(Buffer.from('PK\x03\x04aaaaaaaa')))).toBeUndefined()
})
