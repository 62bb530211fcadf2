import { createHash } from 'node:crypto'
import { giveBackBlockBuffer, takeBlockBuffer } from './block-buffers.ts'
import type { Md5Request } from './md5-thread.ts'
import { type Md5Thread, md5ThreadFor } from './md5-threads.ts'

let begun = 0

/**
 * The MD5 digest of one body. That of a long one is taken on a thread of its own: hashing is the most that a write
 * computes, and on the main thread it would hold up every other request. `end` or `drop` must be called in the end.
 */
export class BodyMd5 {
  readonly #id = begun++
  #thread: Md5Thread | undefined
  /** What was handed over last. One lot at a time is under way, so that a body holds little memory. */
  #handed: Promise<string | undefined> = Promise.resolve(undefined)

  /** Bytes of a body that goes on. They are copied, and hashed while the next ones come. @throws Error of the lot before */
  async update(chunks: readonly Uint8Array[]): Promise<void> {
    await this.#pass(chunks, 'more')
  }

  /** The digest, hexadecimal, of all that came and these last bytes. @throws Error when the thread failed */
  async end(chunks: readonly Uint8Array[]): Promise<string> {
    if (!this.#thread) return digestOf(chunks)
    await this.#pass(chunks, 'end')
    const digest = await this.#handed
    if (digest === undefined) throw new Error('The thread that takes digests gave none.')
    return digest
  }

  /** For a body that failed: the thread forgets it. */
  async drop(): Promise<void> {
    // The reason that the body failed is what is told; a thread that is gone has forgotten it already.
    if (this.#thread) await this.#pass([], 'drop').catch(() => undefined)
  }

  /** In lots as large as the memory that they travel in; `next` is for the last. */
  async #pass(chunks: readonly Uint8Array[], next: Md5Request['next']): Promise<void> {
    let lot = takeBlockBuffer()
    let length = 0
    for (const chunk of chunks) {
      for (let from = 0; from < chunk.length; ) {
        if (length === lot.length) {
          await this.#hand(lot, length, 'more')
          lot = takeBlockBuffer()
          length = 0
        }
        const piece = chunk.subarray(from, from + lot.length - length)
        lot.set(piece, length)
        length += piece.length
        from += piece.length
      }
    }
    await this.#hand(lot, length, next)
  }

  async #hand(lot: Buffer<ArrayBuffer>, length: number, next: Md5Request['next']): Promise<void> {
    this.#thread ??= md5ThreadFor(this.#id)
    await this.#handed
    this.#handed = this.#thread.ask({ id: this.#id, memory: lot.buffer, length, next }).then(({ memory, digest }) => {
      giveBackBlockBuffer(Buffer.from(memory))
      return digest
    })
    // Heard by the next call.
    this.#handed.catch(() => undefined)
  }
}

function digestOf(chunks: readonly Uint8Array[]): string {
  const md5 = createHash('md5')
  for (const chunk of chunks) md5.update(chunk)
  return md5.digest('hex')
}
