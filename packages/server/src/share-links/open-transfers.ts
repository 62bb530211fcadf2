/** The transfers that run through links right now, so that revoking a link ends them. */
export class OpenTransfers {
  readonly #transfers = new Map<string, Set<AbortController>>()

  /** Runs a transfer with a signal that aborts when the request ends or the link is revoked. */
  async run<T>(linkId: string, signal: AbortSignal, transfer: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    const ofLink = this.#transfers.get(linkId) ?? new Set()
    this.#transfers.set(linkId, ofLink.add(controller))
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
}
