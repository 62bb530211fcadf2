/** Texts that settings were set from, for going back to one. They are kept together with the change that they made. */
import { randomUUID } from 'node:crypto'
import type { DocumentChange, DocumentStore } from '../store/store.ts'

const SPACE = 'config-history'

export interface HistoryEntry {
  restoreId: string
  createTime: string
  /** The text that was set. */
  data: string
}

export interface HistoryLimits {
  entries: number
  /** Of the texts; the newest one is kept whatever its length. */
  bytes: number
}

export const HISTORY_LIMITS: HistoryLimits = { entries: 100, bytes: 10 * 1024 * 1024 }

interface Kept {
  id: string
  createTime: string
  bytes: number
}

export class ConfigHistory {
  readonly #documents: DocumentStore
  readonly #limits: HistoryLimits
  /** What is there, oldest first, without the texts. */
  readonly #kept: Kept[]

  constructor(documents: DocumentStore, limits = HISTORY_LIMITS) {
    this.#documents = documents
    this.#limits = limits
    // One at a time: what an earlier start left may be more than the limit.
    this.#kept = documents
      .ids(SPACE)
      .map((id) => keptAs(documents.get(SPACE, id) as HistoryEntry))
      .sort((one, other) => (one.createTime < other.createTime ? -1 : 1))
  }

  get(restoreId: string): HistoryEntry | undefined {
    return this.#documents.get(SPACE, restoreId) as HistoryEntry | undefined
  }

  /** In order of their making; the last `count` of them, with 0 all. */
  last(count: number): HistoryEntry[] {
    const wanted = count > 0 ? this.#kept.slice(-count) : this.#kept
    return wanted.flatMap(({ id }) => this.get(id) ?? [])
  }

  /**
   * The changes that put a text in and take out the oldest ones beyond the limit. They are to be made in one go with that of
   * the settings, then `kept` is to be called.
   */
  adding(data: string): { changes: DocumentChange[]; kept(): void } {
    const newest = this.#kept.at(-1)
    // Entries made within one millisecond keep their order.
    const time = Math.max(Date.now(), newest === undefined ? 0 : Date.parse(newest.createTime) + 1)
    const entry = { restoreId: randomUUID(), createTime: new Date(time).toISOString(), data }
    const all = [...this.#kept, keptAs(entry)]
    const dropped = this.#beyondLimit(all)
    return {
      changes: [
        { space: SPACE, id: entry.restoreId, value: entry },
        ...dropped.map(({ id }) => ({ space: SPACE, id, value: undefined })),
      ],
      kept: () => {
        this.#kept.push(keptAs(entry))
        this.#forget(dropped.map(({ id }) => id))
      },
    }
  }

  /** One entry, or with `all` every one; one that is not there is no error. */
  async remove(restoreId: string): Promise<void> {
    const ids = restoreId === 'all' ? this.#kept.map(({ id }) => id) : [restoreId]
    await this.#documents.change(ids.map((id) => ({ space: SPACE, id, value: undefined })))
    this.#forget(ids)
  }

  /** From the oldest on. */
  #beyondLimit(all: readonly Kept[]): readonly Kept[] {
    let count = 0
    let bytes = all.reduce((sum, entry) => sum + entry.bytes, 0)
    while (count < all.length - 1 && (all.length - count > this.#limits.entries || bytes > this.#limits.bytes)) {
      bytes -= all[count]?.bytes ?? 0
      count++
    }
    return all.slice(0, count)
  }

  #forget(ids: readonly string[]): void {
    for (const id of ids) {
      const at = this.#kept.findIndex((entry) => entry.id === id)
      if (at >= 0) this.#kept.splice(at, 1)
    }
  }
}

function keptAs({ restoreId, createTime, data }: HistoryEntry): Kept {
  return { id: restoreId, createTime, bytes: Buffer.byteLength(data) }
}
