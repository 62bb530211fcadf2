/**
 * Data files as they lie on disk: blocks of 512 KiB, the last one shorter, each followed by the CRC32 of its bytes (4
 * bytes, big endian). A block and its sum are read in one go, so that checking costs no read of its own.
 */
import { crc32 } from 'node:zlib'

export const BLOCK_BYTES = 512 * 1024
export const CHECKSUM_BYTES = 4

/** How long the file is that holds so many bytes. */
export function storedLength(size: number): number {
  return size + CHECKSUM_BYTES * Math.ceil(size / BLOCK_BYTES)
}

/** Puts the sums between the bytes of one file, which pass through in order. */
export class BlockChecksums {
  #sum = 0
  #filled = 0

  /** The chunk, cut where a block ends, with the sums of the blocks that end in it. */
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

  /** The sum of the last block. */
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

/** Bytes that are kept whole, with their sum behind them: those of a small object, in the index. */
export function withChecksum(chunks: Uint8Array[]): Buffer {
  const sum = chunks.reduce((sum, chunk) => crc32(chunk, sum), 0)
  return Buffer.concat([...chunks, checksumBytes(sum)])
}

/** The bytes without the sum behind them, or undefined when they are not those that it was made of. */
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
