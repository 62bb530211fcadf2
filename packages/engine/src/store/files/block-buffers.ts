/**
 * A pool of buffers for reading blocks and for passing bytes to digest threads. Allocating a buffer for each block would
 * cost more in page faults and garbage collection than the reading itself.
 */
import { BLOCK_BYTES, CHECKSUM_BYTES } from './blocks.ts'

/** Unused buffers to keep: 8 MiB. */
const MOST_KEPT = 16

const free: Buffer<ArrayBuffer>[] = []

/** A buffer for a block and its checksum, not zeroed. */
export function acquireBlockBuffer(): Buffer<ArrayBuffer> {
  return free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES + CHECKSUM_BYTES)
}

/** Call when nothing reads or writes the buffer any more. */
export function releaseBlockBuffer(buffer: Buffer<ArrayBuffer>): void {
  if (free.length < MOST_KEPT) free.push(buffer)
}
