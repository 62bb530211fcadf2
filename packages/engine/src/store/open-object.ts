import { checkedBytes } from './blocks.ts'
import { piecesOf } from './content.ts'
import { type DataFolder, dataFilePath } from './data-folder.ts'
import type { FileReader } from './files.ts'
import { ROW } from './keys.ts'
import type { IndexReader } from './ordered-index.ts'
import { type ByteRange, readBlocks } from './read-blocks.ts'
import { type ObjectRecord, type OpenObject, StoreError } from './store.ts'

/** A file of an object; `s` its bytes. */
interface Piece {
  id: string
  s: number
}

/** Opens the bytes behind a content key. Files are pinned before the first `await`, so no deletion comes between. */
export async function openContent(
  index: IndexReader,
  folder: DataFolder,
  record: ObjectRecord,
  content: string | undefined,
): Promise<OpenObject> {
  if (content === undefined) return heldObject(record, Buffer.alloc(0))
  if (content.startsWith(ROW.inline)) return heldObject(record, inlineBytes(index, record, content))
  const pieces = piecesOf(index, content, record.size)
  const unpin = folder.pin(pieces.map(({ id }) => id))
  const object = new FileObject(record, folder, pieces, unpin)
  try {
    await object.openFirst()
    return object
  } catch (error) {
    await object.close()
    throw error
  }
}

function inlineBytes(index: IndexReader, record: ObjectRecord, content: string): Uint8Array {
  const stored = index.get(Buffer.from(content))
  const bytes = stored && checkedBytes(stored, record.size)
  if (!bytes) throw new StoreError('ObjectDamaged', `Stored bytes of ${nameOf(record)} are damaged.`)
  return bytes
}

function heldObject(record: ObjectRecord, bytes: Uint8Array): OpenObject {
  return {
    record,
    async *read(range) {
      const wanted = range ? bytes.subarray(range.start, range.end + 1) : bytes
      if (wanted.length > 0) yield wanted
    },
    close: async () => undefined,
  }
}

/** An object in one file or several, read as one run of bytes. At most one file is open at a time. */
class FileObject implements OpenObject {
  readonly record: ObjectRecord
  readonly #folder: DataFolder
  readonly #pieces: Piece[]
  readonly #unpin: () => void
  #opened: { id: string; reader: FileReader } | undefined
  #isClosed = false

  constructor(record: ObjectRecord, folder: DataFolder, pieces: Piece[], unpin: () => void) {
    this.record = record
    this.#folder = folder
    this.#pieces = pieces
    this.#unpin = unpin
  }

  /** Opened before the answer begins, so that missing bytes are an error and not a broken transfer. */
  async openFirst(): Promise<void> {
    const [first] = this.#pieces
    if (first) await this.#open(first.id)
  }

  async *read(
    range: ByteRange = { start: 0, end: this.record.size - 1 },
    options: { reuse?: boolean } = {},
  ): AsyncIterable<Uint8Array> {
    let offset = 0
    for (const { id, s } of this.#pieces) {
      const start = Math.max(range.start - offset, 0)
      const end = Math.min(range.end - offset, s - 1)
      if (start <= end) {
        const name = `${nameOf(this.record)} in ${dataFilePath(id)}`
        yield* readBlocks({ reader: await this.#open(id), size: s, name }, { start, end }, options)
      }
      offset += s
      if (offset > range.end) return
    }
  }

  async #open(id: string): Promise<FileReader> {
    if (this.#opened?.id === id) return this.#opened.reader
    await this.#closeReader()
    const reader = await this.#folder.open(id)
    this.#opened = { id, reader }
    return reader
  }

  async #closeReader(): Promise<void> {
    const opened = this.#opened
    this.#opened = undefined
    await opened?.reader.close()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    try {
      await this.#closeReader()
    } finally {
      this.#unpin()
    }
  }
}

function nameOf({ bucket, key, versionId }: ObjectRecord): string {
  return `${bucket}/${key} (version ${versionId})`
}
