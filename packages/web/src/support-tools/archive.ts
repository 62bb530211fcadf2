/** Raw files as the storage server sends them: a byte 1, the key, and the encrypted archive. */
import { INSPECT_FORMAT, INSPECT_KEY_BYTES } from '@cooperage/contract'

/** What was sent is something else. */
export class NoArchive extends Error {
  override name = 'NoArchive'
}

export interface Archive {
  /** The encrypted archive, without its key. */
  file: Blob
  name: string
  /** As MinIO's own tool reads it: hexadecimal, after a checksum of it. */
  key: string
}

const HEAD_BYTES = 1 + INSPECT_KEY_BYTES

/** @throws NoArchive */
export async function readArchive(sent: Blob): Promise<Archive> {
  const head = new Uint8Array(await sent.slice(0, HEAD_BYTES).arrayBuffer())
  if (head.length < HEAD_BYTES || head[0] !== INSPECT_FORMAT) throw new NoArchive()
  const key = head.subarray(1)
  const checksum = new Uint8Array(4)
  new DataView(checksum.buffer).setUint32(0, crc32(key), true)
  const id = toHex(checksum)
  return { file: sent.slice(HEAD_BYTES), name: `inspect-data.${id}.enc`, key: id + toHex(key) }
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
