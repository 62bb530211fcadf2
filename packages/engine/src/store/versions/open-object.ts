import { checkedBytes } from '../files/blocks.ts'
import { type Piece, piecesOf, storedSize } from '../files/content.ts'
import { dataFilePath } from '../files/data-folder.ts'
import type { FileReader } from '../files/files.ts'
import { type ByteRange, readBlocks } from '../files/read-blocks.ts'
import { decryptChunk } from '../files/sealed-chunks.ts'
import { ROW } from '../index/keys.ts'
import { type ObjectRecord, type OpenObject, StoreError } from '../store.ts'
import type { StoreContext } from '../store-context.ts'

type Place = Pick<StoreContext, 'index' | 'folder' | 'keyring'>

/** The location of a version's bytes, and their key if encrypted. */
interface ContentOfVersion {
  content?: string | undefined
  sealedKey?: string | undefined
}

/** Opens the bytes of a version. Files are pinned before the first `await`, so no deletion can come in between. */
export async function openContent(
  place: Place,
  record: ObjectRecord,
  { content, sealedKey }: ContentOfVersion,
): Promise<OpenObject> {
  if (content === undefined) return inMemoryObject(record, Buffer.alloc(0))
  if (content.startsWith(ROW.inline)) return inMemoryObject(record, inlineBytes(place, record, content, sealedKey))
  const pieces = piecesOf(place.index, content, { size: record.size, sealedKey })
  const unpin = place.folder.pin(pieces.map(({ id }) => id))
  const object = new FileObject(place, record, pieces, unpin)
  try {
    await object.openFirst()
    return object
  } catch (error) {
    await object.close()
    throw error
  }
}

function inlineBytes(
  { index, keyring }: Place,
  record: ObjectRecord,
  content: string,
  sealedKey: string | undefined,
): Uint8Array {
  const { size } = record
  const stored = index.get(Buffer.from(content))
  const checked = stored && checkedBytes(stored, storedSize(size, sealedKey))
  const bytes =
    checked && sealedKey !== undefined
      ? decryptChunk(keyring.unseal(sealedKey, size, nameOf(record)), 0, checked)
      : checked
  if (!bytes) throw new StoreError('ObjectDamaged', `Stored bytes of ${nameOf(record)} are damaged.`)
  return bytes
}

function inMemoryObject(record: ObjectRecord, bytes: Uint8Array): OpenObject {
  return {
    record,
    async *read(range) {
      const wanted = range ? bytes.subarray(range.start, range.end + 1) : bytes
      if (wanted.length > 0) yield wanted
    },
    close: async () => undefined,
  }
}

/** An object in one or more files, read as one sequence of bytes. At most one file is open at a time. */
class FileObject implements OpenObject {
  readonly record: ObjectRecord
  readonly #place: Place
  readonly #pieces: Piece[]
  readonly #unpin: () => void
  #opened: { id: string; reader: FileReader; key: Uint8Array | undefined } | undefined
  #isClosed = false

  constructor(place: Place, record: ObjectRecord, pieces: Piece[], unpin: () => void) {
    this.record = record
    this.#place = place
    this.#pieces = pieces
    this.#unpin = unpin
  }

  /** Opened before the response starts, so that missing bytes are an error and not a broken transfer. */
  async openFirst(): Promise<void> {
    const [first] = this.#pieces
    if (first) await this.#open(first)
  }

  async *read(
    range: ByteRange = { start: 0, end: this.record.size - 1 },
    options: { reuse?: boolean } = {},
  ): AsyncIterable<Uint8Array> {
    let offset = 0
    for (const piece of this.#pieces) {
      const { s } = piece
      const start = Math.max(range.start - offset, 0)
      const end = Math.min(range.end - offset, s - 1)
      if (start <= end) {
        const { reader, key } = await this.#open(piece)
        yield* readBlocks({ reader, size: s, name: this.#nameOf(piece), key }, { start, end }, options)
      }
      offset += s
      if (offset > range.end) return
    }
  }

  async #open(piece: Piece): Promise<{ reader: FileReader; key: Uint8Array | undefined }> {
    const { id, s, k } = piece
    if (this.#opened?.id === id) return this.#opened
    await this.#closeReader()
    const { folder, keyring } = this.#place
    const key = k === undefined ? undefined : keyring.unseal(k, s, this.#nameOf(piece))
    this.#opened = { id, reader: await folder.open(id), key }
    return this.#opened
  }

  #nameOf({ id }: Piece): string {
    return `${nameOf(this.record)} in ${dataFilePath(id)}`
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
