/**
 * The format of data files: blocks of 512 KiB, the last one shorter, each followed by the CRC32 of its bytes (4 bytes, big
 * endian). A block and its checksum are read together, so verification costs no extra read.
 */
import { crc32 } from 'node:zlib'

export const BLOCK_BYTES = 512 * 1024
export const CHECKSUM_BYTES = 4

/** Inserts checksums into the bytes of one file, which must be added in order. */
export class BlockChecksums {
  #sum = 0
  #filled = 0

  /** The chunk, split at block boundaries, with the checksums of the blocks that end in it. */
  add(chunk: Uint8Array): Uint8Array[] {
    const stored: Uint8Array[] = []
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + BLOCK_BYTES - this.#filled)
      from += piece.length
      this.#sum = crc32(piece, this.#sum)
      this.#filled += piece.length
      stored.push(piece)
      if (this.#filled === BLOCK_BYTES) stored.push(this.#take())
    }
    return stored
  }

  /** The checksum of the last block. */
  end(): Uint8Array[] {
    return this.#filled > 0 ? [this.#take()] : []
  }

  #take(): Uint8Array {
    const sum = checksumBytes(this.#sum)
    this.#sum = 0
    this.#filled = 0
    return sum
  }
}

/** The bytes of a small object, followed by their checksum, as stored in the index. */
export function withChecksum(chunks: Uint8Array[]): Buffer {
  const sum = chunks.reduce((sum, chunk) => crc32(chunk, sum), 0)
  return Buffer.concat([...chunks, checksumBytes(sum)])
}

/** The bytes without their checksum; undefined if they don't match it. */
export function checkedBytes(stored: Uint8Array, size: number): Uint8Array | undefined {
  if (stored.length !== size + CHECKSUM_BYTES) return undefined
  const bytes = stored.subarray(0, size)
  const sum = new DataView(stored.buffer, stored.byteOffset + size, CHECKSUM_BYTES).getUint32(0)
  return crc32(bytes) === sum ? bytes : undefined
}

function checksumBytes(sum: number): Buffer {
  const bytes = Buffer.alloc(CHECKSUM_BYTES)
  bytes.writeUInt32BE(sum)
  return bytes
}
