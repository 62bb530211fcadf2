import { expect, test } from 'vitest'
import { hexRows } from './hex-rows.ts'

test('rows have the position, the values and the printable characters', () => {
  const bytes = Uint8Array.from([...Buffer.from('<b>Hi'), 0, 0x7f, 0xff, ...Buffer.from('next row'), 0x0a])
  expect(hexRows(bytes, 0x10000, 16)).toBe(
    [
      '00010000  3c 62 3e 48 69 00 7f ff  6e 65 78 74 20 72 6f 77  <b>Hi...next row',
      '00010010  0a                                                .',
    ].join('\n'),
  )
  expect(hexRows(bytes, 0, 8).split('\n')).toHaveLength(3)
})

test('positions beyond 4 GiB have more digits', () => {
  expect(hexRows(Uint8Array.of(1), 2 ** 40, 8)).toMatch(/^010000000000 {2}01/)
})

test('an empty file has no rows', () => {
  expect(hexRows(new Uint8Array(), 0, 16)).toBe('')
})
