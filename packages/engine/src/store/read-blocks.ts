import { BLOCK_BYTES, checkedBytes, SUM_BYTES } from './blocks.ts'
import type { FileReader } from './files.ts'
import { StoreError } from './store.ts'

/** Bytes from `start` to `end`, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** A data file to read from: `size` of the bytes it holds, `name` for who is told that they are damaged. */
export interface BlockFile {
  reader: FileReader
  size: number
  name: string
}

/**
 * The bytes of a range, which must lie within the file, a block at a time, each checked as a whole before anything of it
 * is given out. One block is read ahead of what is taken. With `reuse` two buffers take turns: memory that is new for each
 * block costs more collections of garbage than reading costs. @throws StoreError ObjectDamaged
 */
export async function* readBlocks(
  file: BlockFile,
  { start, end }: ByteRange,
  { reuse = false }: { reuse?: boolean } = {},
): AsyncIterable<Uint8Array> {
  const last = Math.floor(end / BLOCK_BYTES)
  const buffers: Buffer[] = []
  const read = (block: number) => {
    if (!reuse) return readBlock(file, block)
    buffers[block % 2] ??= Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, file.size) + SUM_BYTES)
    return readBlock(file, block, buffers[block % 2])
  }
  let ahead: Promise<Uint8Array> | undefined = read(Math.floor(start / BLOCK_BYTES))
  try {
    for (let block = Math.floor(start / BLOCK_BYTES); ahead; block++) {
      const bytes: Uint8Array = await ahead
      ahead = undefined
      if (block < last) {
        ahead = read(block + 1)
        // Heard when it is awaited, or dropped with the rest when the consumer leaves.
        ahead.catch(() => undefined)
      }
      const offset = block * BLOCK_BYTES
      yield bytes.subarray(Math.max(start - offset, 0), end - offset + 1)
    }
  } finally {
    // The file may be closed only when no read is under way.
    await ahead?.catch(() => undefined)
  }
}

async function readBlock({ reader, size, name }: BlockFile, block: number, into?: Buffer): Promise<Uint8Array> {
  const length = Math.min(BLOCK_BYTES, size - block * BLOCK_BYTES)
  const stored = await reader.read(block * (BLOCK_BYTES + SUM_BYTES), length + SUM_BYTES, into)
  const bytes = checkedBytes(stored, length)
  if (!bytes) throw new StoreError('ObjectDamaged', `Stored bytes of ${name} are damaged (block ${block}).`)
  return bytes
}
