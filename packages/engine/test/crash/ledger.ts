/**
 * What clients did to the names of a store (`names.ts`), and so what may be found there. No two writes leave the same
 * behind; times are those of a logical clock.
 */
export interface Write {
  /** What the name holds afterwards; undefined for a deletion. */
  digest: string | undefined
  startedAt: number
  /** When the client received the success. */
  acknowledgedAt?: number
  wasRefused: boolean
}

export class Ledger {
  #clock = 0
  readonly #writes = new Map<string, Write[]>()
  readonly #unnamed = new Map<string, number>()
  readonly #digests = new Map<string, string>()

  /** All names that were written to. */
  get keys(): string[] {
    return [...this.#writes.keys()]
  }

  start(key: string, digest: string | undefined): Write {
    this.#noteDigest(digest)
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

  /**
   * Begins a write whose name the store will choose: a delete marker of that key. Until `acknowledgeAs` or `refuseUnnamed`,
   * one may be found there that nobody knows.
   */
  startUnnamed(group: string): number {
    this.#unnamed.set(group, this.#unnamedOf(group) + 1)
    return ++this.#clock
  }

  acknowledgeAs(group: string, startedAt: number, name: string, digest: string): void {
    this.#endUnnamed(group)
    this.#of(name).push({ digest, startedAt, acknowledgedAt: ++this.#clock, wasRefused: false })
  }

  refuseUnnamed(group: string): void {
    this.#endUnnamed(group)
  }

  /** Whether something without a known name may have been found in a group; each is allowed once. */
  allowsUnnamed(group: string): boolean {
    const isAllowed = this.#unnamedOf(group) > 0
    if (isAllowed) this.#endUnnamed(group)
    return isAllowed
  }

  #endUnnamed(group: string): void {
    this.#unnamed.set(group, this.#unnamedOf(group) - 1)
  }

  #unnamedOf(group: string): number {
    return this.#unnamed.get(group) ?? 0
  }

  /**
   * Whether nobody has heard what a name holds: of a delete marker that another client began to remove before its maker was
   * told its name, only that removal is known.
   */
  isUnheard(name: string): boolean {
    return this.#of(name).every(
      ({ digest, startedAt, acknowledgedAt }) =>
        digest === undefined && (startedAt === 0 || acknowledgedAt === undefined),
    )
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

  /** After a crash, and after every `reset`: what was under way then is no more. */
  forgetUnnamed(): void {
    this.#unnamed.clear()
  }

  /** After a crash: what was found is what the next run begins with. */
  reset(key: string, digest: string | undefined): void {
    this.#writes.delete(key)
    if (digest === undefined) return
    this.#noteDigest(digest)
    this.#writes.set(key, [{ digest, startedAt: 0, acknowledgedAt: ++this.#clock, wasRefused: false }])
  }

  /** The digest of the bytes that were written with this id (see `heldBy`). */
  digestOf(id: string): string | undefined {
    return this.#digests.get(id)
  }

  #noteDigest(held: string | undefined): void {
    const [id = '', digest] = held?.split(':') ?? []
    if (digest !== undefined) this.#digests.set(id, digest)
  }

  /** What `reset` entered last. */
  baseline(key: string): string | undefined {
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
