import type { ContentEncryption } from '../encryption/keyring.ts'
import type { Body } from '../store.ts'
import { type Block, BlockGatherer } from './block-buffers.ts'
import { BlockChecksums } from './blocks.ts'
import { BodyMd5, md5Of } from './body-md5.ts'
import type { DataFolder } from './data-folder.ts'
import type { FileWriter } from './files.ts'

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
 * Receives a body: up to `inlineBytes` stay in memory, longer bodies are streamed to a file. With `encryption` no plain
 * bytes are written; size and digest are still those of the plain bytes. Removes the file and rethrows if `body` or the disk
 * fails.
 */
export async function receiveBody(
  folder: DataFolder,
  newId: () => string,
  body: Body,
  inlineBytes: number,
  encryption?: ContentEncryption,
): Promise<ReceivedBody> {
  let size = 0
  let held: Uint8Array[] = []
  let file: GrowingFile | undefined
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size <= inlineBytes) {
        held.push(Buffer.from(chunk))
        continue
      }
      file ??= await GrowingFile.create(folder, newId(), encryption)
      for (const bytes of held) await file.append(bytes)
      held = []
      await file.append(chunk)
    }
    const key = encryption && size > 0 ? { key: encryption.seal(size) } : {}
    if (size <= inlineBytes) {
      return { size, md5: md5Of(held), held: encryption ? encrypted(encryption, held) : held, ...key }
    }
    file ??= await GrowingFile.create(folder, newId(), encryption)
    return { size, md5: await file.finish(), held: [], fileId: file.id, ...key }
  } catch (error) {
    await file?.abandon()
    throw error
  }
}

function encrypted({ encrypter }: ContentEncryption, chunks: Uint8Array[]): Uint8Array[] {
  return [...chunks.flatMap((chunk) => encrypter.add(chunk)), ...encrypter.end()]
}

/**
 * A data file being written: a block is written and hashed while the next one is gathered. An upload holds up to three
 * blocks in memory.
 */
class GrowingFile {
  readonly id: string
  readonly #folder: DataFolder
  readonly #writer: FileWriter
  readonly #md5 = new BodyMd5()
  readonly #gatherer = new BlockGatherer()
  readonly #checksums = new BlockChecksums()
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

  /** Copies the bytes. Waits while the previous block is written or hashed, and throws its failure. */
  async append(bytes: Uint8Array): Promise<void> {
    for (const block of this.#gatherer.add(bytes)) {
      try {
        await this.#writing
        this.#write(this.#stored(block.bytes), block)
        await this.#md5.update(block)
      } finally {
        block.release()
      }
    }
  }

  /** Makes the bytes durable, then renames the file durably. Returns the MD5 digest in hexadecimal. */
  async finish(): Promise<string> {
    await this.#writing
    const last = this.#gatherer.end()
    try {
      const stored = last ? this.#stored(last.bytes) : []
      const tag = this.#encryption?.encrypter.end() ?? []
      this.#write([...stored, ...tag.flatMap((bytes) => this.#checksums.add(bytes)), ...this.#checksums.end()], last)
      const digest = await this.#md5.end(last)
      await this.#writing
      await this.#flushing
      await this.#writer.sync()
      await this.#close()
      await this.#folder.publish(this.id)
      return digest
    } finally {
      last?.release()
    }
  }

  #stored(bytes: Uint8Array): Uint8Array[] {
    const chunks = this.#encryption?.encrypter.add(bytes) ?? [bytes]
    return chunks.flatMap((chunk) => this.#checksums.add(chunk))
  }

  /** Starts to write the bytes, which are in the memory of `block` unless they are encrypted. */
  #write(stored: Uint8Array[], block: Block | undefined): void {
    if (stored.length === 0) return
    block?.retain()
    this.#writing = this.#writer.write(stored).finally(() => block?.release())
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
    await this.#md5.drop()
    this.#gatherer.end()?.release()
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
