/** A worker thread that owns a database, as the rest of the console sees it: SQLite's calls block their thread. */
import { Worker } from 'node:worker_threads'
import type { ThreadCall, ThreadResult } from './serve-calls.ts'

interface Waiting {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/** Calls the functions that the program `serveCalls` in its thread. A thread that has ended is started again by the next call. */
export class DatabaseThread<Served extends { [Name in keyof Served]: (...args: never[]) => unknown }> {
  readonly #program: string
  readonly #data: unknown
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #calls = 0
  #isClosed = false

  /** `data` is the thread's `workerData`. The thread starts with the first call. */
  constructor(program: string, data: unknown) {
    this.#program = program
    this.#data = data
  }

  /** @throws Error of the function; `code` and SQLite's `errcode` are those of the thrown one */
  call<Name extends keyof Served & string>(
    name: Name,
    ...args: Parameters<Served[Name]>
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new Error('The database is closed.')
      this.#worker ??= this.#start()
      const id = this.#calls++
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
      const message: ThreadCall = { id, name, args }
      this.#worker.ref()
      this.#worker.postMessage(message)
    })
  }

  /** Ends the thread after the calls before this one. */
  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    if (worker === undefined) return
    await new Promise<void>((resolve) => {
      worker.once('exit', () => resolve())
      worker.ref()
      worker.postMessage(null)
    })
  }

  #start(): Worker {
    // The module is a release candidate in Node 24 and would say so on every start.
    const worker = new Worker(this.#program, {
      workerData: this.#data,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // Its work is small and short-lived; the default would keep some ten MiB for it.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    worker.on('message', ({ id, value, error }: ThreadResult) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) worker.unref()
      if (error === undefined) waiting?.resolve(value)
      else waiting?.reject(Object.assign(new Error(error.message), error))
    })
    const fail = (error: Error) => {
      if (this.#worker === worker) this.#worker = undefined
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
    }
    worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => fail(new Error('The database thread has ended.')))
    return worker
  }
}
