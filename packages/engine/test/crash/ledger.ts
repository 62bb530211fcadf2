/**
 * Records the writes of clients to the names of a store (`names.ts`), and so what each name may hold. Every write has unique
 * content; times are those of a logical clock.
 */
export interface Write {
  /** The content afterwards; undefined for a deletion. */
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
   * Begins a write whose name the store chooses, such as a delete marker of that key. Until `acknowledgeAs` or
   * `refuseUnnamed`, the store may contain one with an unknown name.
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

  /** Whether a group may contain an entry with an unknown name; each is allowed once. */
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
   * Whether no change of the name was acknowledged to a client. For a delete marker that another client began to remove before
   * its creation was acknowledged, only the removal is recorded.
   */
  isUnacknowledged(name: string): boolean {
    return this.#of(name).every(
      ({ digest, startedAt, acknowledgedAt }) =>
        digest === undefined && (startedAt === 0 || acknowledgedAt === undefined),
    )
  }

  /** Why a key must not hold `digest` now (undefined: nothing); undefined if it may. */
  objection(key: string, digest: string | undefined): string | undefined {
    const writes = this.#of(key)
    const matching = writes.filter((write) => write.digest === digest)
    if (matching.length === 0) return `${key} has content that no client wrote`
    if (matching.every((write) => write.wasRefused)) return `${key} shows a refused write`
    const last = matching.some((write) => !write.wasRefused && !writes.some((other) => isAfter(other, write)))
    if (last) return undefined
    return digest === undefined ? `${key} lost an acknowledged write` : `${key} shows outdated content`
  }

  /** Whether any client could have seen this content, at any time. */
  wasOffered(key: string, digest: string): boolean {
    return this.#of(key).some((write) => write.digest === digest && !write.wasRefused)
  }

  /** After a crash, and after every `reset`: the writes that were running have ended. */
  forgetUnnamed(): void {
    this.#unnamed.clear()
  }

  /** After a crash: the observed content is the baseline of the next run. */
  reset(key: string, digest: string | undefined): void {
    this.#writes.delete(key)
    if (digest === undefined) return
    this.#noteDigest(digest)
    this.#writes.set(key, [{ digest, startedAt: 0, acknowledgedAt: ++this.#clock, wasRefused: false }])
  }

  /** The digest of the bytes that were written with this id (see `contentEntry`). */
  digestOf(id: string): string | undefined {
    return this.#digests.get(id)
  }

  #noteDigest(held: string | undefined): void {
    const [id = '', digest] = held?.split(':') ?? []
    if (digest !== undefined) this.#digests.set(id, digest)
  }

  /** The content set by the last `reset`. */
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

/** Whether `other` was acknowledged, and began only after `write` was acknowledged: then it replaces `write`. */
function isAfter(other: Write, write: Write): boolean {
  return (
    other.acknowledgedAt !== undefined && write.acknowledgedAt !== undefined && other.startedAt > write.acknowledgedAt
  )
}
