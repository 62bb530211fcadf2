import { createHash } from 'node:crypto'
import { acquireBlockBuffer, releaseBlockBuffer } from './block-buffers.ts'
import type { Md5Request } from './md5-thread.ts'
import { type Md5Thread, md5Thread } from './md5-threads.ts'

/**
 * The MD5 digest of one body. Long bodies are hashed on a worker thread: hashing dominates the CPU time of a write and
 * would delay all other requests on the main thread. Always call `end` or `drop`.
 */
export class BodyMd5 {
  #thread: Md5Thread | undefined
  #id = 0
  /** Contents of the next batch so far. */
  #lot: Buffer<ArrayBuffer> | undefined
  #length = 0
  /** The batch last sent to the thread. Only one is in progress at a time, which bounds memory per body. */
  #handed: Promise<string | undefined> = Promise.resolve(undefined)

  /** Adds bytes. They are copied, and hashed while the next ones arrive. @throws Error of the previous batch */
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

  /** Adds the last bytes and returns the digest in hexadecimal. @throws Error when the thread failed */
  async end(chunks: readonly Uint8Array[]): Promise<string> {
    if (!this.#thread) return digestOf(this.#lot ? [this.#lot.subarray(0, this.#length), ...chunks] : chunks)
    await this.update(chunks)
    await this.#hand(this.#lot ?? acquireBlockBuffer(), 'end')
    const digest = await this.#handed
    if (digest === undefined) throw new Error('The digest thread returned no digest.')
    return digest
  }

  /** Discards the state of a failed body. */
  async drop(): Promise<void> {
    if (!this.#thread) return
    // The failure of the body is what the caller reports, and a thread that has ended has no state left.
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
    // The next call reports the failure.
    this.#handed.catch(() => undefined)
  }
}

function digestOf(chunks: readonly Uint8Array[]): string {
  const md5 = createHash('md5')
  for (const chunk of chunks) md5.update(chunk)
  return md5.digest('hex')
}
