/**
 * CRC-32C (Castagnoli, RFC 3720 appendix B.4), eight bytes per step with eight tables. Imports nothing and needs no Node,
 * because the page computes it too.
 */
const POLYNOMIAL = 0x82f63b78

const TABLES = new Uint32Array(8 * 256)
for (let byte = 0; byte < 256; byte++) {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1
  TABLES[byte] = value
}
for (let at = 256; at < TABLES.length; at++) {
  const before = TABLES[at - 256] ?? 0
  TABLES[at] = (before >>> 8) ^ (TABLES[before & 0xff] ?? 0)
}

/** The CRC of bytes that follow those of `before`; 0 for the first ones. Can be negative: it's a 32-bit integer. */
export function crc32c(bytes: Uint8Array, before = 0): number {
  const table = TABLES
  let crc = ~before
  let at = 0
  const eights = bytes.length - (bytes.length % 8)
  for (; at < eights; at += 8) {
    crc =
      ((table[1792 + ((crc ^ (bytes[at] as number)) & 0xff)] as number) ^
        (table[1536 + (((crc >>> 8) ^ (bytes[at + 1] as number)) & 0xff)] as number) ^
        (table[1280 + (((crc >>> 16) ^ (bytes[at + 2] as number)) & 0xff)] as number) ^
        (table[1024 + (((crc >>> 24) ^ (bytes[at + 3] as number)) & 0xff)] as number) ^
        (table[768 + (bytes[at + 4] as number)] as number) ^
        (table[512 + (bytes[at + 5] as number)] as number) ^
        (table[256 + (bytes[at + 6] as number)] as number) ^
        (table[bytes[at + 7] as number] as number)) |
      0
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[at] as number)) & 0xff] as number)
  return ~crc
}
