import { checkedBytes } from '../files/blocks.ts'
import { piecesOf, storedSize } from '../files/content.ts'
import { dataFilePath } from '../files/data-folder.ts'
import type { FileReader } from '../files/files.ts'
import { readBlocks } from '../files/read-blocks.ts'
import { ROW } from '../index/keys.ts'
import type { IndexReader } from '../index/ordered-index.ts'
import { StoreError } from '../store.ts'

/** Where contents lie. In a store that is in use, who calls pins the files (`DataFolder.pin`) meanwhile. */
export interface ContentPlace {
  index: IndexReader
  /** Opens the data file of this id. */
  open(id: string): Promise<FileReader>
}

/**
 * Reads a whole content, given by its index key and what its object row says of it, and compares it with the sums made
 * when it was written: those of encrypted bytes are of the encrypted ones, so that no key is needed; holds two blocks at a time. `onBytes` is called after each block, for who counts or slows
 * down. @throws StoreError ObjectDamaged, StorageFailed
 */
export async function verifyContent(
  { index, open }: ContentPlace,
  content: string,
  of: { size: number; sealedKey?: string | undefined },
  onBytes: (count: number) => void | Promise<void> = () => undefined,
): Promise<void> {
  if (content.startsWith(ROW.inline)) {
    const stored = index.get(Buffer.from(content))
    const length = storedSize(of.size, of.sealedKey)
    if (!stored || !checkedBytes(stored, length)) throw damaged(`the content ${content} in the index`)
    await onBytes(length)
    return
  }
  const pieces = piecesOf(index, content, of)
  if (pieces.reduce((sum, { s }) => sum + s, 0) !== of.size) throw damaged(`the list of files ${content} in the index`)
  for (const { id, s, k } of pieces) await verifyFile(await open(id), storedSize(s, k), dataFilePath(id), onBytes)
}

async function verifyFile(
  reader: FileReader,
  size: number,
  name: string,
  onBytes: (count: number) => void | Promise<void>,
): Promise<void> {
  try {
    if (size === 0) return
    for await (const bytes of readBlocks({ reader, size, name }, { start: 0, end: size - 1 })) {
      await onBytes(bytes.length)
    }
  } finally {
    await reader.close()
  }
}

function damaged(what: string): StoreError {
  return new StoreError('ObjectDamaged', `Stored bytes of ${what} are damaged.`)
}
