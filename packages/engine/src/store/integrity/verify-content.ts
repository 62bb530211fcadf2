import { checkedBytes } from '../files/blocks.ts'
import { piecesOf, storedSize } from '../files/content.ts'
import { dataFilePath } from '../files/data-folder.ts'
import type { FileReader } from '../files/files.ts'
import { readBlocks } from '../files/read-blocks.ts'
import { ROW } from '../index/keys.ts'
import type { IndexReader } from '../index/ordered-index.ts'
import { StoreError } from '../store.ts'

/** Access to contents. In a running store the caller must pin the files (`DataFolder.pin`). */
interface ContentPlace {
  index: IndexReader
  /** Opens a data file by its id. */
  open(id: string): Promise<FileReader>
}

/**
 * Reads a whole content, identified by its index key and the fields of its object row, and verifies its checksums. They
 * cover the stored bytes, so encrypted contents need no key. Holds two blocks in memory. `onBytes` is called after each
 * block, for counting or throttling.
 * @throws StoreError ObjectDamaged, StorageFailed
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
