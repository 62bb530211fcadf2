/**
 * A pool of buffers for blocks of data files. Allocating a buffer for each block would cost more in page faults and garbage
 * collection than reading or hashing it. Threads share the memory, so a digest thread reads a block while it is written.
 */
import { BLOCK_BYTES, CHECKSUM_BYTES } from './blocks.ts'

/** Buffers to keep while nothing needs them: 8 MiB. */
const MOST_KEPT = 16
/**
 * How long more than that are unused before they are given up. Each thread that has seen a buffer frees it only with its next
 * garbage collection, which shared memory doesn't bring closer: giving one up after each use would add up to gigabytes.
 */
const TRIM_MS = 10_000

export type BlockBuffer = Buffer<SharedArrayBuffer>

const free: BlockBuffer[] = []
/** The fewest that were free at any time since the last trimming: these weren't needed. */
let fewest = 0
let isTrimming = false

/** A buffer for a block and its checksum, not zeroed. */
export function acquireBlockBuffer(): BlockBuffer {
  const buffer = free.pop()
  fewest = Math.min(fewest, free.length)
  return buffer ?? Buffer.from(new SharedArrayBuffer(BLOCK_BYTES + CHECKSUM_BYTES))
}

/** Call when nothing reads or writes the buffer any more. */
export function releaseBlockBuffer(buffer: BlockBuffer): void {
  free.push(buffer)
  trimLater()
}

function trimLater(): void {
  if (isTrimming || free.length <= MOST_KEPT) return
  isTrimming = true
  setTimeout(trim, TRIM_MS).unref()
}

function trim(): void {
  isTrimming = false
  free.splice(0, Math.max(0, Math.min(fewest, free.length - MOST_KEPT)))
  fewest = free.length
  trimLater()
}

/** A block of a body, which goes back to the pool when everything that uses it has released it. */
export class Block {
  readonly #buffer: BlockBuffer
  /** At most `BLOCK_BYTES`. */
  readonly bytes: BlockBuffer
  #users = 1

  constructor(buffer: BlockBuffer, length: number) {
    this.#buffer = buffer
    this.bytes = buffer.subarray(0, length)
  }

  /** Adds a user beside the one that created the block. */
  retain(): void {
    this.#users++
  }

  release(): void {
    this.#users--
    if (this.#users === 0) releaseBlockBuffer(this.#buffer)
  }
}

/** Copies the chunks of a body into blocks, so that the memory of a chunk is free as soon as it has been added. */
export class BlockGatherer {
  #buffer: BlockBuffer | undefined
  #filled = 0;

  /** Yields the blocks that the chunk completes. The caller releases them. */
  *add(chunk: Uint8Array): Generator<Block> {
    for (let from = 0; from < chunk.length; ) {
      this.#buffer ??= acquireBlockBuffer()
      const piece = chunk.subarray(from, from + BLOCK_BYTES - this.#filled)
      // Like `set`, which copies shared memory atomically, word by word, and takes three times as long.
      this.#buffer.fill(piece, this.#filled, this.#filled + piece.length)
      this.#filled += piece.length
      from += piece.length
      if (this.#filled === BLOCK_BYTES) yield this.#take(this.#buffer)
    }
  }

  /** The last block, if bytes are left. The caller releases it. */
  end(): Block | undefined {
    return this.#buffer && this.#take(this.#buffer)
  }

  #take(buffer: BlockBuffer): Block {
    const block = new Block(buffer, this.#filled)
    this.#buffer = undefined
    this.#filled = 0
    return block
  }
}
