import { readPieces } from './content.ts'
import type { DataFolder } from './data-folder.ts'
import type { FileReader } from './files.ts'
import { ROW } from './keys.ts'
import type { IndexReader } from './ordered-index.ts'
import { type ObjectRecord, type OpenObject, StoreError } from './store.ts'

const READ_BYTES = 512 * 1024

interface ByteRange {
  start: number
  end: number
}

/** Opens the bytes behind a content key. Files are pinned before the first `await`, so no deletion comes between. */
export async function openContent(
  index: IndexReader,
  folder: DataFolder,
  record: ObjectRecord,
  content: string | undefined,
): Promise<OpenObject> {
  if (content === undefined) return heldObject(record, Buffer.alloc(0))
  if (content.startsWith(ROW.inline)) {
    const bytes = index.get(Buffer.from(content))
    if (!bytes) throw damaged(record)
    return heldObject(record, bytes)
  }
  const pieces = content.startsWith(ROW.file)
    ? [{ id: content.slice(ROW.file.length), s: record.size }]
    : readPieces(index, content)
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

function heldObject(record: ObjectRecord, bytes: Buffer): OpenObject {
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
  readonly #pieces: { id: string; s: number }[]
  readonly #unpin: () => void
  #opened: { id: string; reader: FileReader } | undefined
  #isClosed = false

  constructor(record: ObjectRecord, folder: DataFolder, pieces: { id: string; s: number }[], unpin: () => void) {
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

  async *read(range: ByteRange = { start: 0, end: this.record.size - 1 }): AsyncIterable<Uint8Array> {
    let offset = 0
    for (const { id, s } of this.#pieces) {
      const start = Math.max(range.start - offset, 0)
      const end = Math.min(range.end - offset, s - 1)
      if (start <= end) yield* this.#readFile(await this.#open(id), { start, end })
      offset += s
      if (offset > range.end) return
    }
  }

  /** Reads one block ahead of what is taken. */
  async *#readFile(reader: FileReader, { start, end }: ByteRange): AsyncIterable<Uint8Array> {
    const readAt = (position: number) => reader.read(position, Math.min(READ_BYTES, end + 1 - position))
    let position = start
    let ahead: Promise<Uint8Array> | undefined = readAt(position)
    try {
      while (ahead) {
        const block: Uint8Array = await ahead
        ahead = undefined
        if (block.length === 0) throw damaged(this.record)
        position += block.length
        if (position <= end) {
          ahead = readAt(position)
          // Heard when it is awaited, or dropped with the rest when the consumer leaves.
          ahead.catch(() => undefined)
        }
        yield block
      }
    } finally {
      // The file may be closed only when no read is under way.
      await ahead?.catch(() => undefined)
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

function damaged(record: ObjectRecord): StoreError {
  return new StoreError('StorageFailed', `Bytes of ${record.bucket}/${record.key} are missing on disk.`)
}
