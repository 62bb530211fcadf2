/**
 * Entries that wait for delivery, in order by target, kept in the store: what was put in is delivered after a restart or a
 * crash, if necessary twice. One name space holds the queues of all targets of a kind.
 */
import type { DocumentStore } from '../store/store.ts'

const DIGITS = 16

export class DurableQueues {
  readonly #documents: DocumentStore
  readonly #space: string
  readonly #open = new Map<string, DurableQueue>()
  /** As found at the start. */
  readonly #kept = new Map<string, { first: number; next: number }>()

  constructor(documents: DocumentStore, space: string) {
    this.#documents = documents
    this.#space = space
    for (const id of documents.ids(space)) {
      const target = id.slice(0, -DIGITS - 1)
      const number = Number(id.slice(-DIGITS))
      const range = this.#kept.get(target)
      this.#kept.set(target, { first: range?.first ?? number, next: number + 1 })
    }
  }

  /** The queue of a target: the same one each time. */
  open(target: string, limit: number): DurableQueue {
    const range = this.#kept.get(target) ?? { first: 0, next: 0 }
    const queue = this.#open.get(target) ?? new DurableQueue(this.#documents, this.#space, target, range)
    queue.limit = limit
    this.#open.set(target, queue)
    return queue
  }

  /** Forgets what waits for targets that are no more: another one of the same name must not get it. */
  async dropOthers(targets: ReadonlySet<string>): Promise<void> {
    for (const target of new Set([...this.#kept.keys(), ...this.#open.keys()])) {
      if (targets.has(target)) continue
      await this.open(target, 0).clear()
      this.#open.delete(target)
      this.#kept.delete(target)
    }
  }
}

export class DurableQueue {
  readonly #documents: DocumentStore
  readonly #space: string
  readonly #target: string
  /** Most entries that may wait. */
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

  /** Undefined when the queue is full; otherwise resolves when the entry is durable. @throws StoreError */
  push(entry: unknown): Promise<void> | undefined {
    if (this.length >= this.limit) return undefined
    const number = this.#next++
    const write = this.#documents.put(this.#space, idOf(this.#target, number), entry)
    const settled = write
      .then(
        () => undefined,
        // Whoever pushed is told; here the number is just passed over.
        () => undefined,
      )
      .then(() => this.#writes.delete(number))
    this.#writes.set(number, settled)
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
    await this.settled()
    const ids = Array.from({ length: this.length }, (_, at) => idOf(this.#target, this.#first + at))
    this.#first = this.#next
    await this.#documents.change(ids.map((id) => ({ space: this.#space, id, value: undefined })))
  }

  /** Resolves when nothing that was pushed is on its way into the store any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#writes.values())
  }

  /** Takes the oldest entry out. Not waited for: at worst it is delivered once more. */
  dropHead(): Promise<void> {
    const number = this.#first++
    return this.#documents.delete(this.#space, idOf(this.#target, number))
  }
}

/** Numbers of equal length, so that the order of ids is that of the entries. */
function idOf(target: string, number: number): string {
  return `${target}/${String(number).padStart(DIGITS, '0')}`
}
