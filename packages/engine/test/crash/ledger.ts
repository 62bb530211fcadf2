/**
 * What clients did to the keys of a store, and so what may be found there. Each write has a number that its content
 * names; times are those of a logical clock.
 */
interface Write {
  /** What the key holds afterwards; undefined for a deletion. */
  digest: string | undefined
  startedAt: number
  /** When the client heard that it had succeeded. */
  acknowledgedAt?: number
  wasRefused: boolean
}

export class Ledger {
  #clock = 0
  readonly #writes = new Map<string, Write[]>()

  /** Ids of all keys that anybody wrote to. */
  get keys(): string[] {
    return [...this.#writes.keys()]
  }

  start(key: string, digest: string | undefined): Write {
    const write: Write = { digest, startedAt: ++this.#clock, wasRefused: false }
    this.#of(key).push(write)
    return write
  }

  acknowledge(write: Write): void {
    write.acknowledgedAt = ++this.#clock
  }

  refuse(write: Write): void {
    write.wasRefused = true
  }

  /** What is wrong about finding `digest` (undefined: nothing) under a key now; undefined when it may be so. */
  objection(key: string, digest: string | undefined): string | undefined {
    const writes = this.#of(key)
    const made = writes.filter((write) => write.digest === digest)
    if (made.length === 0) return `${key} holds what nobody wrote`
    if (made.every((write) => write.wasRefused)) return `${key} shows a write that was refused`
    const last = made.some((write) => !write.wasRefused && !writes.some((other) => isAfter(other, write)))
    if (last) return undefined
    return digest === undefined ? `${key} lost an acknowledged write` : `${key} shows an earlier content`
  }

  /** Whether any client could have seen this content, at any time. */
  wasOffered(key: string, digest: string): boolean {
    return this.#of(key).some((write) => write.digest === digest && !write.wasRefused)
  }

  /** After a crash: what was found is what the next run begins with. */
  settle(key: string, digest: string | undefined): void {
    this.#writes.delete(key)
    if (digest === undefined) return
    this.#writes.set(key, [{ digest, startedAt: 0, acknowledgedAt: ++this.#clock, wasRefused: false }])
  }

  /** What `settle` entered last. */
  settled(key: string): string | undefined {
    return this.#of(key)[0]?.digest
  }

  #of(key: string): Write[] {
    const writes = this.#writes.get(key)
    if (writes) return writes
    const nothing: Write[] = [{ digest: undefined, startedAt: 0, acknowledgedAt: 0, wasRefused: false }]
    this.#writes.set(key, nothing)
    return nothing
  }
}

/** Whether `other` was acknowledged and began only when `write` was known to have succeeded: then it decides. */
function isAfter(other: Write, write: Write): boolean {
  return (
    other.acknowledgedAt !== undefined && write.acknowledgedAt !== undefined && other.startedAt > write.acknowledgedAt
  )
}
