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

/** Bit by bit, as the RFC defines it. */
function plainly(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  }
  return ~crc
}

const BYTES = Uint8Array.from({ length: 83 }, (_, at) => (at * 97) & 0xff)

test('continues after any number of bytes', () => {
  for (let length = 0; length <= BYTES.length; length++) {
    expect(crc32c(BYTES.subarray(length), crc32c(BYTES.subarray(0, length)))).toBe(plainly(BYTES))
  }
})

test('any bytes of a larger buffer, wherever they begin', () => {
  for (let start = 0; start < 5; start++) {
    for (let end = start; end <= BYTES.length; end++) {
      const bytes = BYTES.subarray(start, end)
      expect(crc32c(bytes)).toBe(plainly(bytes))
    }
  }
})
