/**
 * Memory in which blocks are read and bytes travel to the threads that take digests, used again by one after the other:
 * memory that is new for each block costs more page faults and collections of garbage than reading costs.
 */
import { BLOCK_BYTES, CHECKSUM_BYTES } from './blocks.ts'

/** So many are kept while nobody uses them: 8 MiB. */
const MOST_KEPT = 16

const free: Buffer<ArrayBuffer>[] = []

/** Room for a block and its sum, with whatever was in it before. */
export function acquireBlockBuffer(): Buffer<ArrayBuffer> {
  return free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES + CHECKSUM_BYTES)
}

/** To be called once nothing reads or writes it any more. */
export function releaseBlockBuffer(buffer: Buffer<ArrayBuffer>): void {
  if (free.length < MOST_KEPT) free.push(buffer)
}
