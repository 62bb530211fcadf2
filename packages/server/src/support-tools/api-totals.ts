import { type ApiCalls, MAX_OBSERVED_APIS, MAX_OBSERVED_CALLS } from '@cooperage/contract'
import type { TracedCall } from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'

type Call = Pick<TracedCall, 'api' | 'status' | 'bytesReceived' | 'bytesSent' | 'durationNs'>

/** Sums of calls by operation, of limited size whatever is added. */
export class ApiTotals {
  readonly #apis = new Map<string, ApiCalls>()
  #total = 0

  get total(): number {
    return this.#total
  }

  /** Whether enough was counted. */
  get isFull(): boolean {
    return this.#total >= MAX_OBSERVED_CALLS
  }

  add({ api, status, bytesReceived, bytesSent, durationNs }: Call): void {
    this.#total++
    const name = api.replace(/^s3\./, '').slice(0, 100)
    let sums = this.#apis.get(name)
    if (sums === undefined) {
      if (this.#apis.size >= MAX_OBSERVED_APIS) return
      const nothing = { calls: 0, clientErrors: 0, serverErrors: 0, received: 0, sent: 0, totalMs: 0, longestMs: 0 }
      sums = { api: name, ...nothing }
      this.#apis.set(name, sums)
    }
    const ms = Math.max(0, durationNs) / 1e6
    sums.calls++
    if (status >= 500) sums.serverErrors++
    else if (status >= 400) sums.clientErrors++
    sums.received += Math.max(0, bytesReceived)
    sums.sent += Math.max(0, bytesSent)
    sums.totalMs += ms
    sums.longestMs = Math.max(sums.longestMs, ms)
  }

  /** The most frequent first. */
  list(): ApiCalls[] {
    return [...this.#apis.values()].sort((a, b) => b.calls - a.calls || compareText(a.api, b.api))
  }
}
