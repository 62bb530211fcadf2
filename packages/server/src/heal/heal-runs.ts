import type { HealProgress } from '@cooperage/contract'
import { type HealStatus, type HealTarget, healStatus, type StorageClient } from '@cooperage/storage-client'
import { pause } from '../shared/live/pause.ts'
import { SharedFeeds } from '../shared/live/shared-feeds.ts'
import { STORAGE_DEADLINE_MS } from '../shared/request-signal.ts'
import { HealTotals } from './heal-totals.ts'

const POLL_MS = 1_000
/** Number of heals whose totals are kept for views that reconnect. The oldest are discarded. */
const MAX_RUNS = 200

/** A step of a heal: the totals so far, and the server's status. */
interface HealStep {
  progress: HealProgress
  status: HealStatus
}

/**
 * The heals that views follow. A server sends each item once, and pauses a heal whose items aren't fetched: the views of a
 * session share one request per second, and the totals of a heal are kept while no view follows it.
 */
export class HealRuns {
  readonly #feeds = new SharedFeeds<HealStep>()
  readonly #totals = new Map<string, HealTotals>()
  readonly #followers = new Map<string, Set<string>>()

  /** Starts the totals of a heal. */
  begin(token: string): void {
    if (!this.#totals.has(token)) this.#keep(token, new HealTotals(token, false))
  }

  /** Whether this session follows a heal for the first time. */
  isNewTo(session: string, token: string): boolean {
    const followers = this.#followers.get(token) ?? new Set()
    const isNew = !followers.has(session)
    this.#followers.set(token, followers.add(session))
    dropOldest(this.#followers)
    return isNew
  }

  /** Ends with the heal. @throws StorageError */
  follow(
    { session, storage, target, token }: { session: string; storage: StorageClient; target: HealTarget; token: string },
    signal: AbortSignal,
  ): AsyncGenerator<HealStep> {
    const key = JSON.stringify([session, target, token])
    return this.#feeds.watch(key, (ending) => this.#steps(storage, target, token, ending), signal)
  }

  async *#steps(
    storage: StorageClient,
    target: HealTarget,
    token: string,
    ending: AbortSignal,
  ): AsyncGenerator<HealStep> {
    while (!ending.aborted) {
      // Not aborted with the views: the server would consider the items sent.
      const status = await healStatus({ ...storage, signal: AbortSignal.timeout(STORAGE_DEADLINE_MS) }, target, token)
      const totals = this.#totals.get(token) ?? this.#keep(token, new HealTotals(token, true))
      yield { progress: totals.add(status), status }
      if (status.summary !== 'running') return
      await pause(POLL_MS, ending)
    }
  }

  #keep(token: string, totals: HealTotals): HealTotals {
    this.#totals.set(token, totals)
    dropOldest(this.#totals)
    return totals
  }
}

function dropOldest(runs: Map<string, unknown>): void {
  const [oldest] = runs.keys()
  if (runs.size > MAX_RUNS && oldest !== undefined) runs.delete(oldest)
}
