import { createHash } from 'node:crypto'
import { acquireBlockBuffer, releaseBlockBuffer } from './block-buffers.ts'
import type { Md5Request } from './md5-thread.ts'
import { type Md5Thread, md5Thread } from './md5-threads.ts'

/**
 * The MD5 digest of one body. That of a long one is taken on a thread of its own: hashing is the most that a write
 * computes, and on the main thread it would hold up every other request. `end` or `drop` must be called in the end.
 */
export class BodyMd5 {
  #thread: Md5Thread | undefined
  #id = 0
  /** What the next lot holds so far. */
  #lot: Buffer<ArrayBuffer> | undefined
  #length = 0
  /** What was handed over last. One lot at a time is under way, so that a body holds little memory. */
  #handed: Promise<string | undefined> = Promise.resolve(undefined)

  /** Bytes of a body that goes on. They are copied, and hashed while the next ones come. @throws Error of the lot before */
  async update(chunks: readonly Uint8Array[]): Promise<void> {
    for (const chunk of chunks) {
      for (let from = 0; from < chunk.length; ) {
        this.#lot ??= acquireBlockBuffer()
        const piece = chunk.subarray(from, from + this.#lot.length - this.#length)
        this.#lot.set(piece, this.#length)
        this.#length += piece.length
        from += piece.length
        if (this.#length === this.#lot.length) await this.#hand(this.#lot, 'more')
      }
    }
  }

  /** The digest, hexadecimal, of all that came and these last bytes. @throws Error when the thread failed */
  async end(chunks: readonly Uint8Array[]): Promise<string> {
    if (!this.#thread) return digestOf(this.#lot ? [this.#lot.subarray(0, this.#length), ...chunks] : chunks)
    await this.update(chunks)
    await this.#hand(this.#lot ?? acquireBlockBuffer(), 'end')
    const digest = await this.#handed
    if (digest === undefined) throw new Error('The thread that takes digests gave none.')
    return digest
  }

  /** For a body that failed: the thread forgets it. */
  async drop(): Promise<void> {
    if (!this.#thread) return
    // The reason that the body failed is what is told; a thread that is gone has forgotten it already.
    await this.#hand(this.#lot ?? acquireBlockBuffer(), 'drop').catch(() => undefined)
  }

  async #hand(lot: Buffer<ArrayBuffer>, next: Md5Request['next']): Promise<void> {
    const length = this.#length
    this.#lot = undefined
    this.#length = 0
    if (!this.#thread) [this.#thread, this.#id] = md5Thread()
    await this.#handed
    this.#handed = this.#thread.ask({ id: this.#id, memory: lot.buffer, length, next }).then(({ memory, digest }) => {
      releaseBlockBuffer(Buffer.from(memory))
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
