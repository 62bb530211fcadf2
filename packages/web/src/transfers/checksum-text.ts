/** CRC-32C (Castagnoli, RFC 3720 appendix B.4), eight bytes per step with eight tables. */
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

/** The CRC of bytes that follow those of `crc`; 0 for the first ones. */
export function crc32c(bytes: Uint8Array, crc = 0): number {
  const table = TABLES
  let value = ~crc
  let at = 0
  const eights = bytes.length - (bytes.length % 8)
  for (; at < eights; at += 8) {
    value =
      (table[1792 + ((value ^ (bytes[at] as number)) & 0xff)] as number) ^
      (table[1536 + (((value >>> 8) ^ (bytes[at + 1] as number)) & 0xff)] as number) ^
      (table[1280 + (((value >>> 16) ^ (bytes[at + 2] as number)) & 0xff)] as number) ^
      (table[1024 + (((value >>> 24) ^ (bytes[at + 3] as number)) & 0xff)] as number) ^
      (table[768 + (bytes[at + 4] as number)] as number) ^
      (table[512 + (bytes[at + 5] as number)] as number) ^
      (table[256 + (bytes[at + 6] as number)] as number) ^
      (table[bytes[at + 7] as number] as number)
  }
  for (; at < bytes.length; at++) value = (value >>> 8) ^ (table[(value ^ (bytes[at] as number)) & 0xff] as number)
  return ~value
}

/** As in the header `x-amz-checksum-crc32c`. */
export function checksumText(crc: number): string {
  return btoa(String.fromCharCode(crc >>> 24, (crc >>> 16) & 0xff, (crc >>> 8) & 0xff, crc & 0xff))
}

/** What a storage server computes for an object of parts: the checksum of their checksums, and how many they are. */
export function checksumOfParts(parts: readonly string[]): string {
  const bytes = Uint8Array.from(parts.map(atob).join(''), (character) => character.charCodeAt(0))
  return `${checksumText(crc32c(bytes))}-${parts.length}`
}
