/** Milliseconds between two questions whether another replica has revoked a link: revoked links end within 5 seconds. */
const CHECK_EVERY_MS = 2_000

/** The transfers that run through links right now, so that revoking a link ends them. */
export class OpenTransfers {
  readonly #transfers = new Map<string, Set<AbortController>>()
  readonly #notRevoked: ((linkIds: readonly string[]) => Promise<ReadonlySet<string>>) | undefined
  #check: NodeJS.Timeout | undefined

  /** `notRevoked` returns those of some links that still work, if other consoles can revoke links too. */
  constructor(notRevoked?: (linkIds: readonly string[]) => Promise<ReadonlySet<string>>) {
    this.#notRevoked = notRevoked
  }

  /** Runs a transfer with a signal that aborts when the request ends or the link is revoked. */
  async run<T>(linkId: string, signal: AbortSignal, transfer: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    const ofLink = this.#transfers.get(linkId) ?? new Set()
    this.#transfers.set(linkId, ofLink.add(controller))
    this.#checkLater()
    try {
      return await transfer(AbortSignal.any([signal, controller.signal]))
    } finally {
      ofLink.delete(controller)
      if (ofLink.size === 0) this.#transfers.delete(linkId)
    }
  }

  end(linkId: string): void {
    for (const controller of this.#transfers.get(linkId) ?? []) {
      controller.abort(new DOMException('The link was revoked', 'AbortError'))
    }
  }

  #checkLater(): void {
    const notRevoked = this.#notRevoked
    if (notRevoked === undefined || this.#check !== undefined) return
    this.#check = setTimeout(async () => {
      const ids = [...this.#transfers.keys()]
      try {
        const open = ids.length === 0 ? new Set(ids) : await notRevoked(ids)
        for (const id of ids) if (!open.has(id)) this.end(id)
      } catch {
        // While the database is unavailable, nobody can revoke a link either.
      }
      this.#check = undefined
      if (this.#transfers.size > 0) this.#checkLater()
    }, CHECK_EVERY_MS).unref()
  }
}
