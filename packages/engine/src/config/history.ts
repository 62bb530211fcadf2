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

interface HistoryItem {
  id: string
  createTime: string
  bytes: number
}

export class ConfigHistory {
  readonly #documents: DocumentStore
  readonly #limits: HistoryLimits
  /** What is there, oldest first, without the texts. */
  readonly #items: HistoryItem[]

  constructor(documents: DocumentStore, limits = HISTORY_LIMITS) {
    this.#documents = documents
    this.#limits = limits
    // One at a time: what an earlier start left may be more than the limit.
    this.#items = documents
      .ids(SPACE)
      .map((id) => toHistoryItem(documents.get(SPACE, id) as HistoryEntry))
      .sort((one, other) => (one.createTime < other.createTime ? -1 : 1))
  }

  get(restoreId: string): HistoryEntry | undefined {
    return this.#documents.get(SPACE, restoreId) as HistoryEntry | undefined
  }

  /** In order of their making; the last `count` of them, with 0 all. */
  last(count: number): HistoryEntry[] {
    const wanted = count > 0 ? this.#items.slice(-count) : this.#items
    return wanted.flatMap(({ id }) => this.get(id) ?? [])
  }

  /**
   * The changes that put a text in and take out the oldest ones beyond the limit. They are to be made in one go with that of
   * the settings, then `kept` is to be called.
   */
  prepareAdd(data: string): { changes: DocumentChange[]; committed(): void } {
    const newest = this.#items.at(-1)
    // Entries made within one millisecond keep their order.
    const time = Math.max(Date.now(), newest === undefined ? 0 : Date.parse(newest.createTime) + 1)
    const entry = { restoreId: randomUUID(), createTime: new Date(time).toISOString(), data }
    const all = [...this.#items, toHistoryItem(entry)]
    const dropped = this.#beyondLimit(all)
    return {
      changes: [
        { space: SPACE, id: entry.restoreId, value: entry },
        ...dropped.map(({ id }) => ({ space: SPACE, id, value: undefined })),
      ],
      committed: () => {
        this.#items.push(toHistoryItem(entry))
        this.#forgetItems(dropped.map(({ id }) => id))
      },
    }
  }

  /** One entry, or with `all` every one; one that is not there is no error. */
  async remove(restoreId: string): Promise<void> {
    const ids = restoreId === 'all' ? this.#items.map(({ id }) => id) : [restoreId]
    await this.#documents.change(ids.map((id) => ({ space: SPACE, id, value: undefined })))
    this.#forgetItems(ids)
  }

  /** From the oldest on. */
  #beyondLimit(all: readonly HistoryItem[]): readonly HistoryItem[] {
    let count = 0
    let bytes = all.reduce((sum, entry) => sum + entry.bytes, 0)
    while (count < all.length - 1 && (all.length - count > this.#limits.entries || bytes > this.#limits.bytes)) {
      bytes -= all[count]?.bytes ?? 0
      count++
    }
    return all.slice(0, count)
  }

  #forgetItems(ids: readonly string[]): void {
    for (const id of ids) {
      const at = this.#items.findIndex((entry) => entry.id === id)
      if (at >= 0) this.#items.splice(at, 1)
    }
  }
}

function toHistoryItem({ restoreId, createTime, data }: HistoryEntry): HistoryItem {
  return { id: restoreId, createTime, bytes: Buffer.byteLength(data) }
}
