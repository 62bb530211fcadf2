/** MD5 worker threads. They start with the first long body, and keep the process alive only while a result is awaited. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { programBeside } from '../../program.ts'
import type { Md5Request } from './md5-digester.ts'
import { MOST_LANES } from './md5-kernels.ts'
import type { Md5Result } from './md5-thread.ts'

const PROGRAM = programBeside(import.meta, 'md5-thread')
const MOST_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1))

const threads: Md5Thread[] = []

let begun = 0

/** Assigns a thread to a body, with the body's number on that thread. */
export function md5Thread(): [thread: Md5Thread, id: number] {
  const id = begun++
  const place = id % MOST_THREADS
  let thread = threads[place]
  if (!thread || thread.isGone) {
    thread = new Md5Thread()
    threads[place] = thread
  }
  return [thread, id]
}

export class Md5Thread {
  isGone = false
  readonly #worker = new Worker(PROGRAM, { name: 'md5', execArgv: [] })
  /** Bodies in progress. */
  readonly #bodies = new Set<number>()
  /** At most one request of each body, until those of most others are there: together they take little longer than one. */
  #held: Md5Request[] = []
  /** The requests that have no result yet, those of a body in order. */
  #waiting: { id: number; resolve: (result: Md5Result) => void; reject: (error: Error) => void }[] = []

  constructor() {
    this.#worker.on('message', (results: Md5Result[]) => {
      for (const result of results) {
        const index = this.#waiting.findIndex(({ id }) => id === result.id)
        this.#waiting.splice(index, 1)[0]?.resolve(result)
      }
      if (this.#waiting.length === 0) this.#worker.unref()
    })
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('The digest thread has ended.')))
  }

  /**
   * A block may be held until the next request of its body, so request the next one without waiting for the result.
   * @throws Error when the thread has ended
   */
  request(request: Md5Request): Promise<Md5Result> {
    return new Promise((resolve, reject) => {
      if (this.isGone) throw new Error('The digest thread has ended.')
      const { id, next } = request
      if (this.#held.some((held) => held.id === id)) this.#sendHeld()
      this.#held.push(request)
      this.#waiting.push({ id, resolve, reject })
      this.#worker.ref()
      if (next === 'more') this.#bodies.add(id)
      else this.#bodies.delete(id)
      // Without waiting for the last body, whose client may be slow.
      const enough = Math.min(MOST_LANES, this.#bodies.size - 1)
      if (next !== 'more' || this.#held.length >= enough) this.#sendHeld()
    })
  }

  #sendHeld(): void {
    this.#worker.postMessage(this.#held)
    this.#held = []
  }

  #fail(error: unknown): void {
    this.isGone = true
    for (const { reject } of this.#waiting) reject(error instanceof Error ? error : new Error(String(error)))
    this.#waiting = []
  }
}
