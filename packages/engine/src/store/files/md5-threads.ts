/** MD5 worker threads. They start with the first long body, and keep the process alive only while a result is awaited. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { programBeside } from '../../program.ts'
import type { Md5Request, Md5Result } from './md5-thread.ts'

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
  /** The pending request of each body; at most one per body. */
  readonly #waiting = new Map<number, { resolve: (result: Md5Result) => void; reject: (error: Error) => void }>()

  constructor() {
    this.#worker.on('message', (result: Md5Result) => {
      this.#waiting.get(result.id)?.resolve(result)
      this.#waiting.delete(result.id)
      if (this.#waiting.size === 0) this.#worker.unref()
    })
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('The digest thread has ended.')))
  }

  /** @throws Error when the thread has ended */
  request(message: Md5Request): Promise<Md5Result> {
    return new Promise((resolve, reject) => {
      if (this.isGone) throw new Error('The digest thread has ended.')
      this.#waiting.set(message.id, { resolve, reject })
      this.#worker.ref()
      this.#worker.postMessage(message)
    })
  }

  #fail(error: unknown): void {
    this.isGone = true
    for (const { reject } of this.#waiting.values()) reject(error instanceof Error ? error : new Error(String(error)))
    this.#waiting.clear()
  }
}
