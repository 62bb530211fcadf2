import type { ContentEncryption } from '../encryption/keyring.ts'
import type { Body } from '../store.ts'
import { BlockChecksums } from './blocks.ts'
import { BodyMd5 } from './body-md5.ts'
import type { DataFolder } from './data-folder.ts'
import type { FileWriter } from './files.ts'

/** Chunks are buffered to this size before a write. An upload holds about twice this in memory, and as much for its digest. */
const WRITE_BYTES = 512 * 1024

/** Written bytes are flushed at this interval, so that little is left to flush at the end. */
const FLUSH_BYTES = 8 * 1024 * 1024

/** A complete body: in memory, or in a durable file `fileId` that no index row refers to yet. */
export interface ReceivedBody {
  size: number
  /** Hexadecimal. */
  md5: string
  held: Uint8Array[]
  fileId?: string
  /** The sealed key for the index, if the body is encrypted and not empty. */
  key?: string
}

/**
 * Receives a body: up to `inlineBytes` stay in memory, longer bodies are streamed to a file. Chunks are hashed while
 * earlier ones are written, and no more are requested until both are done. With `encryption` no plain bytes are written;
 * size and digest are still those of the plain bytes. Removes the file and rethrows if `body` or the disk fails.
 */
export async function receiveBody(
  folder: DataFolder,
  newId: () => string,
  body: Body,
  inlineBytes: number,
  encryption?: ContentEncryption,
): Promise<ReceivedBody> {
  const md5 = new BodyMd5()
  let size = 0
  let held: Uint8Array[] = []
  let heldBytes = 0
  let file: GrowingFile | undefined
  try {
    for await (const chunk of body) {
      if (chunk.length === 0) continue
      size += chunk.length
      held.push(chunk)
      heldBytes += chunk.length
      if (heldBytes > inlineBytes) file ??= await GrowingFile.create(folder, newId(), encryption)
      if (file && heldBytes >= WRITE_BYTES) {
        await file.append(held)
        await md5.update(held)
        held = []
        heldBytes = 0
      }
    }
    const key = encryption && size > 0 ? { key: encryption.seal(size) } : {}
    const digest = await md5.end(held)
    if (!file && size <= inlineBytes) {
      return { size, md5: digest, held: encryption ? encrypted(encryption, held) : held, ...key }
    }
    file ??= await GrowingFile.create(folder, newId(), encryption)
    await file.finish(held)
    return { size, md5: digest, held: [], fileId: file.id, ...key }
  } catch (error) {
    await md5.drop()
    await file?.abandon()
    throw error
  }
}

function encrypted({ encrypter }: ContentEncryption, chunks: Uint8Array[]): Uint8Array[] {
  return [...chunks.flatMap((chunk) => encrypter.add(chunk)), ...encrypter.end()]
}

/** A data file being written: one write runs while the caller prepares the next. */
class GrowingFile {
  readonly id: string
  readonly #folder: DataFolder
  readonly #writer: FileWriter
  readonly #blocks = new BlockChecksums()
  readonly #encryption: ContentEncryption | undefined
  #writing: Promise<void> = Promise.resolve()
  #unflushedBytes = 0
  /** Rejects permanently after a failed flush, because a disk reports lost bytes only once. */
  #flushing: Promise<unknown> = Promise.resolve()
  #isClosed = false

  static async create(folder: DataFolder, id: string, encryption: ContentEncryption | undefined): Promise<GrowingFile> {
    return new GrowingFile(folder, id, await folder.create(id), encryption)
  }

  private constructor(folder: DataFolder, id: string, writer: FileWriter, encryption: ContentEncryption | undefined) {
    this.#encryption = encryption
    this.#folder = folder
    this.id = id
    this.#writer = writer
  }

  /** Waits for the previous write and throws its failure. */
  async append(chunks: Uint8Array[]): Promise<void> {
    await this.#writing
    this.#write(this.#stored(chunks))
  }

  /** Appends the last chunks, makes the bytes durable, then renames the file durably. */
  async finish(chunks: Uint8Array[]): Promise<void> {
    await this.#writing
    const stored = this.#stored(chunks)
    const last = this.#encryption?.encrypter.end().flatMap((chunk) => this.#blocks.add(chunk)) ?? []
    this.#write([...stored, ...last, ...this.#blocks.end()])
    await this.#writing
    await this.#flushing
    await this.#writer.sync()
    await this.#close()
    await this.#folder.publish(this.id)
  }

  #stored(chunks: Uint8Array[]): Uint8Array[] {
    const encrypter = this.#encryption?.encrypter
    const bytes = encrypter ? chunks.flatMap((chunk) => encrypter.add(chunk)) : chunks
    return bytes.flatMap((chunk) => this.#blocks.add(chunk))
  }

  #write(stored: Uint8Array[]): void {
    if (stored.length === 0) return
    this.#writing = this.#writer.write(stored)
    // The next append or finish reports it. Until then it must not count as unhandled.
    this.#writing.catch(() => undefined)

    for (const chunk of stored) this.#unflushedBytes += chunk.length
    if (this.#unflushedBytes < FLUSH_BYTES) return
    this.#unflushedBytes = 0
    this.#flushing = Promise.all([this.#flushing, this.#writing]).then(() => this.#writer.sync())
    this.#flushing.catch(() => undefined)
  }

  /** The caller reports why the file is abandoned. If it can't be removed, the next start removes it. */
  async abandon(): Promise<void> {
    await this.#writing.catch(() => undefined)
    await this.#flushing.catch(() => undefined)
    await this.#close().catch(() => undefined)
    await this.#folder.discard(this.id).catch(() => undefined)
  }

  async #close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#writer.close()
  }
}
