import { StoreError } from '../store.ts'
import type { IndexBackend, IndexEntry, IndexWriter, OrderedIndex } from './ordered-index.ts'

interface Job {
  /** Runs the change and returns a function that resolves its caller once the group is durable. */
  run(writer: IndexWriter): () => void
  fail(error: unknown): void
}

/**
 * Group commit: changes that arrive while a transaction is being made durable share the next one, so concurrent writers
 * share the cost of a disk flush.
 */
export class GroupCommitIndex implements OrderedIndex {
  readonly #backend: IndexBackend
  #waiting: Job[] = []
  #running: Promise<void> | undefined

  constructor(backend: IndexBackend) {
    this.#backend = backend
  }

  get(key: Buffer): Buffer | undefined {
    return this.#backend.get(key)
  }

  range(start: Buffer, end: Buffer): Iterable<IndexEntry> {
    return this.#backend.range(start, end)
  }

  commit<T>(change: (writer: IndexWriter) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        run: (writer) => {
          try {
            const result = applyWhole(writer, change)
            return () => resolve(result)
          } catch (error) {
            return () => reject(error)
          }
        },
        fail: reject,
      })
      this.#running ??= this.#commitGroups()
    })
  }

  async close(): Promise<void> {
    while (this.#running) await this.#running
    await this.#backend.close()
  }

  async #commitGroups(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting
      this.#waiting = []
      await this.#commitGroup(group)
    }
    this.#running = undefined
  }

  async #commitGroup(group: Job[]): Promise<void> {
    const verdicts: (() => void)[] = []
    try {
      await this.#backend.transact((writer) => {
        for (const job of group) verdicts.push(job.run(writer))
      })
      for (const notify of verdicts) notify()
    } catch (error) {
      if (group.length > 1 && error instanceof StoreError && error.code === 'StorageFull') {
        // There is no space for the whole group, but there may be for a single deletion.
        for (const job of group) await this.#commitGroup([job])
      } else for (const job of group) job.fail(error)
    }
  }
}

/** Buffers the writes of a change until it returns, so a change that throws leaves nothing. */
function applyWhole<T>(writer: IndexWriter, change: (writer: IndexWriter) => T): T {
  const writes: (() => void)[] = []
  const result = change({
    get: (key) => writer.get(key),
    range: (start, end) => writer.range(start, end),
    put: (key, value) => {
      writes.push(() => writer.put(key, value))
    },
    delete: (key) => {
      writes.push(() => writer.delete(key))
    },
  })
  for (const write of writes) write()
  return result
}
