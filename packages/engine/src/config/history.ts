/** Earlier settings texts that can be restored. Each is stored in one transaction with the change that it made. */

import { randomUUID } from 'node:crypto'
import { compareText } from '@cooperage/wire'
import type { DocumentChange, DocumentStore } from '../store/store.ts'

const SPACE = 'config-history'

export interface HistoryEntry {
  restoreId: string
  createTime: string
  /** The text that was set. */
  data: string
}

interface HistoryLimits {
  entries: number
  /** Total size of the texts. The newest one is kept whatever its size. */
  bytes: number
}

const HISTORY_LIMITS: HistoryLimits = { entries: 100, bytes: 10 * 1024 * 1024 }

interface HistoryItem {
  id: string
  createTime: string
  bytes: number
}

export class ConfigHistory {
  readonly #documents: DocumentStore
  readonly #limits: HistoryLimits
  /** The stored entries, oldest first, without their texts. */
  readonly #items: HistoryItem[]

  constructor(documents: DocumentStore, limits = HISTORY_LIMITS) {
    this.#documents = documents
    this.#limits = limits
    // Read one by one: the stored entries may exceed the limit.
    this.#items = documents
      .ids(SPACE)
      .map((id) => toHistoryItem(documents.get(SPACE, id) as HistoryEntry))
      .sort((one, other) => compareText(one.createTime, other.createTime))
  }

  get(restoreId: string): HistoryEntry | undefined {
    return this.#documents.get(SPACE, restoreId) as HistoryEntry | undefined
  }

  /** The last `count` entries, oldest first; 0 returns all. */
  last(count: number): HistoryEntry[] {
    const wanted = count > 0 ? this.#items.slice(-count) : this.#items
    return wanted.flatMap(({ id }) => this.get(id) ?? [])
  }

  /**
   * The changes that add a text and remove the oldest ones beyond the limit. The caller stores them in one transaction with
   * the settings and then calls `committed`.
   */
  prepareAdd(data: string): { changes: DocumentChange[]; committed(): void } {
    const newest = this.#items.at(-1)
    // Entries created within the same millisecond keep their order.
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

  /** Removes one entry, or every one with `all`. A missing entry isn't an error. */
  async remove(restoreId: string): Promise<void> {
    const ids = restoreId === 'all' ? this.#items.map(({ id }) => id) : [restoreId]
    await this.#documents.change(ids.map((id) => ({ space: SPACE, id, value: undefined })))
    this.#forgetItems(ids)
  }

  /** The oldest entries, whose removal brings the history within its limits. */
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
