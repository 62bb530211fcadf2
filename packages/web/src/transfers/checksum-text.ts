import { crc32c } from '@cooperage/wire/crc32c'

/** As in the header `x-amz-checksum-crc32c`. */
export function checksumText(crc: number): string {
  return btoa(String.fromCharCode(crc >>> 24, (crc >>> 16) & 0xff, (crc >>> 8) & 0xff, crc & 0xff))
}

/** What a storage server computes for an object of parts: the checksum of their checksums, and how many they are. */
export function checksumOfParts(parts: readonly string[]): string {
  const bytes = Uint8Array.from(parts.map(atob).join(''), (character) => character.charCodeAt(0))
  return `${checksumText(crc32c(bytes))}-${parts.length}`
}
