import { expect, test } from 'vitest'
import { crc32c } from './crc32c.ts'

// RFC 3720 appendix B.4.
test.each([
  ['zeros', new Uint8Array(32), 0x8a9136aa],
  ['ones', new Uint8Array(32).fill(0xff), 0x62a8ab43],
  ['ascending bytes', Uint8Array.from({ length: 32 }, (_, at) => at), 0x46dd794e],
  ['descending bytes', Uint8Array.from({ length: 32 }, (_, at) => 31 - at), 0x113fdb5c],
])('the CRC-32C of 32 %s', (_, bytes, expected) => {
  expect(crc32c(bytes) >>> 0).toBe(expected)
})

test('continues after any number of bytes', () => {
  const bytes = Uint8Array.from({ length: 41 }, (_, at) => (at * 97) & 0xff)
  for (let length = 0; length <= bytes.length; length++) {
    expect(crc32c(bytes.subarray(length), crc32c(bytes.subarray(0, length)))).toBe(crc32c(bytes))
  }
})
