/**
 * Durable queues of undelivered entries, one per target. Delivery is in order and at least once: after a restart or a crash
 * it resumes, and may repeat an entry. The queues of all targets of a kind share one document space.
 */
import type { DocumentStore } from '../store/store.ts'

const DIGITS = 16

export class DurableQueues {
  readonly #documents: DocumentStore
  readonly #space: string
  readonly #open = new Map<string, DurableQueue>()
  /** The stored entries found at startup, by target. */
  readonly #stored = new Map<string, { first: number; next: number }>()

  constructor(documents: DocumentStore, space: string) {
    this.#documents = documents
    this.#space = space
    for (const id of documents.ids(space)) {
      const target = id.slice(0, -DIGITS - 1)
      const number = Number(id.slice(-DIGITS))
      const range = this.#stored.get(target)
      this.#stored.set(target, { first: range?.first ?? number, next: number + 1 })
    }
  }

  /** The queue of a target. Every call returns the same instance. */
  open(target: string, limit: number): DurableQueue {
    const range = this.#stored.get(target) ?? { first: 0, next: 0 }
    const queue = this.#open.get(target) ?? new DurableQueue(this.#documents, this.#space, target, range)
    queue.limit = limit
    this.#open.set(target, queue)
    return queue
  }

  /** Deletes the entries of targets that no longer exist, so that a new target of the same name does not get them. */
  async dropOthers(targets: ReadonlySet<string>): Promise<void> {
    for (const target of new Set([...this.#stored.keys(), ...this.#open.keys()])) {
      if (targets.has(target)) continue
      await this.open(target, 0).clear()
      this.#open.delete(target)
      this.#stored.delete(target)
    }
  }
}

export class DurableQueue {
  readonly #documents: DocumentStore
  readonly #space: string
  readonly #target: string
  /** Maximum number of queued entries. */
  limit = 0
  readonly #writes = new Map<number, Promise<unknown>>()
  #first: number
  #next: number

  constructor(
    documents: DocumentStore,
    space: string,
    target: string,
    { first, next }: { first: number; next: number },
  ) {
    this.#documents = documents
    this.#space = space
    this.#target = target
    this.#first = first
    this.#next = next
  }

  get length(): number {
    return this.#next - this.#first
  }

  /** Resolves when the entry is durable; undefined when the queue is full. @throws StoreError */
  push(entry: unknown): Promise<void> | undefined {
    if (this.length >= this.limit) return undefined
    const number = this.#next++
    const write = this.#documents.put(this.#space, idOf(this.#target, number), entry)
    const pending = write
      .then(
        () => undefined,
        // The caller of push handles the error; here the number is just skipped.
        () => undefined,
      )
      .then(() => this.#writes.delete(number))
    this.#writes.set(number, pending)
    return write
  }

  /** The oldest entry; undefined when the queue is empty. */
  async head(): Promise<unknown> {
    while (this.length > 0) {
      await this.#writes.get(this.#first)
      const entry = this.#documents.get(this.#space, idOf(this.#target, this.#first))
      if (entry !== undefined) return entry
      this.#first++
    }
    return undefined
  }

  async clear(): Promise<void> {
    await this.flush()
    const ids = Array.from({ length: this.length }, (_, at) => idOf(this.#target, this.#first + at))
    this.#first = this.#next
    await this.#documents.change(ids.map((id) => ({ space: this.#space, id, value: undefined })))
  }

  /** Resolves when no write is pending. */
  async flush(): Promise<void> {
    await Promise.all(this.#writes.values())
  }

  /** Removes the oldest entry. Callers don't have to wait: at worst the entry is delivered again after a crash. */
  dropHead(): Promise<void> {
    const number = this.#first++
    return this.#documents.delete(this.#space, idOf(this.#target, number))
  }
}

/** Pads the number, so that ids sort in the order of entries. */
function idOf(target: string, number: number): string {
  return `${target}/${String(number).padStart(DIGITS, '0')}`
}
