import { StoreError } from '../store.ts'
import { acquireBlockBuffer, type BlockBuffer, releaseBlockBuffer } from './block-buffers.ts'
import { BLOCK_BYTES, CHECKSUM_BYTES, checkedBytes } from './blocks.ts'
import type { FileReader } from './files.ts'
import { CHUNK_BYTES, decryptChunk, encryptedSize } from './sealed-chunks.ts'

/** Bytes from `start` to `end`, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** A data file to read. `size` is that of its content, `name` appears in errors. */
interface BlockFile {
  reader: FileReader
  size: number
  name: string
  /** Decrypts the bytes. Size and ranges then refer to the plain bytes. */
  key?: Uint8Array | undefined
}

/**
 * The bytes of a range, which must lie within the file, block by block. Each block is verified before any of its bytes are
 * returned. One block is read ahead. With `reuse` two buffers alternate for whole blocks.
 * @throws StoreError ObjectDamaged
 */
export async function* readBlocks(
  file: BlockFile,
  { start, end }: ByteRange,
  { reuse = false }: { reuse?: boolean } = {},
): AsyncIterable<Uint8Array> {
  const unit = file.key ? CHUNK_BYTES : BLOCK_BYTES
  const stored = file.key ? encryptedSize(file.size) : file.size
  const last = Math.floor(end / unit)
  const buffers: BlockBuffer[] = []
  const isPooled = reuse && stored >= BLOCK_BYTES
  const readAhead = (block: number) => {
    if (!isPooled) return readBlock(file, stored, block)
    buffers[block % 2] ??= acquireBlockBuffer()
    return readBlock(file, stored, block, buffers[block % 2])
  }
  let ahead: Promise<Uint8Array> | undefined = readAhead(Math.floor(start / unit))
  try {
    for (let block = Math.floor(start / unit); ahead; block++) {
      const read: Uint8Array = await ahead
      ahead = undefined
      if (block < last) {
        ahead = readAhead(block + 1)
        // Reported when it is awaited, or discarded when the consumer stops early.
        ahead.catch(() => undefined)
      }
      const bytes = file.key ? decrypted(file, file.key, block, read) : read
      const offset = block * unit
      yield bytes.subarray(Math.max(start - offset, 0), end - offset + 1)
    }
  } finally {
    // The file can be closed only when no read is running.
    await ahead?.catch(() => undefined)
    buffers.forEach(releaseBlockBuffer)
  }
}

/** Returns a block as stored; `size` is the total stored size. */
async function readBlock({ reader, name }: BlockFile, size: number, block: number, into?: Buffer): Promise<Uint8Array> {
  const length = Math.min(BLOCK_BYTES, size - block * BLOCK_BYTES)
  const stored = await reader.read(block * (BLOCK_BYTES + CHECKSUM_BYTES), length + CHECKSUM_BYTES, into)
  const bytes = checkedBytes(stored, length)
  if (!bytes) throw new StoreError('ObjectDamaged', `Stored bytes of ${name} are damaged (block ${block}).`)
  return bytes
}

function decrypted({ name }: BlockFile, key: Uint8Array, block: number, bytes: Uint8Array): Uint8Array {
  const plain = decryptChunk(key, block, bytes)
  if (!plain)
    throw new StoreError('ObjectDamaged', `Encrypted bytes of ${name} belong to other content (block ${block}).`)
  return plain
}
