import { setTimeout as delay } from 'node:timers/promises'
import { observeApiCalls } from '@cooperage/contract'
import { traceCalls } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { ApiTotals } from './api-totals.ts'

const REPORT_MS = 1_000
const FILTER = { kinds: ['s3'], thresholdNs: 0, onlyErrors: false } as const

/** Counts what the server's trace has (decision 49). */
export function apiCallsView({ sockets }: Registry): void {
  sockets.withSession(observeApiCalls, async function* ({ query: { seconds }, storage, signal }) {
    const totals = new ApiTotals()
    const ending = new AbortController()
    // Servers respond with the first call or after a moment: only from then on nothing is missed.
    let began: number | undefined
    const elapsed = () => (began === undefined ? 0 : performance.now() - began)
    let failure: unknown
    let isOver = false
    const reading = (async () => {
      const client = { ...storage, signal: AbortSignal.any([signal, ending.signal]) }
      for await (const call of traceCalls(client, FILTER, () => (began = performance.now()))) {
        totals.add(call)
        if (totals.isFull) break
      }
    })()
      .catch((error: unknown) => {
        if (!ending.signal.aborted) failure = error
      })
      .finally(() => {
        isOver = true
      })
    try {
      for (let isEnded = false; !isEnded; ) {
        const left = seconds * 1000 - elapsed()
        await Promise.race([reading, delay(Math.max(0, Math.min(REPORT_MS, left)), undefined, { ref: false })])
        if (signal.aborted) return
        if (failure !== undefined) await withStorageErrors({ action: 'admin:ServerTrace' }, Promise.reject(failure))
        const ms = elapsed()
        isEnded = isOver || ms >= seconds * 1000
        yield { seconds: ms / 1000, isEnded, isCut: totals.isFull, total: totals.total, calls: totals.list() }
      }
    } finally {
      // The server traces as long as somebody reads.
      ending.abort()
      await reading
    }
  })
}
