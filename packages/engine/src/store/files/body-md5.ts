import { createHash } from 'node:crypto'
import { type Block, BlockGatherer } from './block-buffers.ts'
import type { Md5Request } from './md5-digester.ts'
import { type Md5Thread, md5Thread } from './md5-threads.ts'

/**
 * The MD5 digest of one body. Long bodies are hashed on a worker thread: hashing dominates the CPU time of a write and
 * would delay all other requests on the main thread. Always call `end` or `drop`.
 */
export class BodyMd5 {
  #thread: Md5Thread | undefined
  #id = 0
  /** The results of the last two blocks. Only these are in progress, which bounds the memory of a body. */
  #previous: Promise<string | undefined> = Promise.resolve(undefined)
  #last: Promise<string | undefined> = Promise.resolve(undefined)

  /** Adds a block, which must not change until it is released. @throws Error of an earlier block */
  async update(block: Block): Promise<void> {
    await this.#send('more', block)
  }

  /** Adds the last block, if any, and returns the digest in hexadecimal. @throws Error when the thread failed */
  async end(block?: Block): Promise<string> {
    if (!this.#thread) return md5Of(block ? [block.bytes] : [])
    await this.#send('end', block)
    const digest = await this.#last
    if (digest === undefined) throw new Error('The digest thread returned no digest.')
    return digest
  }

  /** Discards the state of a failed body. */
  async drop(): Promise<void> {
    if (!this.#thread) return
    // The failure of the body is what the caller reports, and a thread that has ended has no state left.
    await this.#send('drop').catch(() => undefined)
  }

  async #send(next: Md5Request['next'], block?: Block): Promise<void> {
    await this.#previous
    this.#previous = this.#last
    if (!this.#thread) [this.#thread, this.#id] = md5Thread()
    block?.retain()
    this.#last = this.#thread
      .request({ id: this.#id, next, ...(block && { bytes: block.bytes }) })
      .then(({ digest }) => digest)
      .finally(() => block?.release())
    // A later call reports the failure.
    this.#last.catch(() => undefined)
  }
}

/** The digest of a whole body, in hexadecimal. */
export async function md5OfBody(body: AsyncIterable<Uint8Array>): Promise<string> {
  const md5 = new BodyMd5()
  const gatherer = new BlockGatherer()
  try {
    for await (const chunk of body) {
      for (const block of gatherer.add(chunk)) await md5.update(block).finally(() => block.release())
    }
    const last = gatherer.end()
    return await md5.end(last).finally(() => last?.release())
  } catch (error) {
    await md5.drop()
    throw error
  }
}

/** The digest of bytes in memory, in hexadecimal. */
export function md5Of(chunks: readonly Uint8Array[]): string {
  const md5 = createHash('md5')
  for (const chunk of chunks) md5.update(chunk)
  return md5.digest('hex')
}
