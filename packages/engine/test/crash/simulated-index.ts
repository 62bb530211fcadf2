import type { Random } from '@cooperage/testkit/random'
import type { IndexBackend, IndexEntry, IndexWriter } from '../../src/store/index/ordered-index.ts'
import type { Machine } from './machine.ts'

/** Keys as Latin-1 strings, whose order is that of their bytes. */
type Rows = ReadonlyMap<string, Buffer>

/**
 * The durable state of an index: the last flushed commit, and later commits that weren't flushed. A power loss leaves one of these.
 */
export class IndexMedium {
  #flushed: Rows = new Map()
  #unflushed: Rows[] = []
  readonly #canFlush: boolean

  /** Without `canFlush`, flushing does nothing: for the test that leaves this step out. */
  constructor(canFlush = true, flushed: Rows = new Map()) {
    this.#canFlush = canFlush
    this.#flushed = flushed
  }

  get newest(): Rows {
    return this.#unflushed.at(-1) ?? this.#flushed
  }

  commit(rows: Rows): void {
    this.#unflushed.push(rows)
  }

  flush(): void {
    if (!this.#canFlush) return
    this.#flushed = this.newest
    this.#unflushed = []
  }

  afterPowerLoss(random: Random): IndexMedium {
    return new IndexMedium(this.#canFlush, random.pick([this.#flushed, ...this.#unflushed]))
  }
}

/** An index on `medium` for a program that runs on `machine`. */
export function simulatedIndex(machine: Machine, medium: IndexMedium): IndexBackend {
  return {
    get: (key) => medium.newest.get(key.toString('latin1')),
    range: (start, end) => rangeOf(medium.newest, start, end),
    async transact(write) {
      await machine.turn()
      const rows = new Map(medium.newest)
      const writer: IndexWriter = {
        get: (key) => rows.get(key.toString('latin1')),
        range: (start, end) => rangeOf(rows, start, end),
        put: (key, value) => {
          rows.set(key.toString('latin1'), Buffer.from(value))
        },
        delete: (key) => {
          rows.delete(key.toString('latin1'))
        },
      }
      write(writer)
      medium.commit(rows)
      await machine.reached('index commit')
      await machine.turn()
      medium.flush()
      await machine.reached('index flush')
    },
    close: async () => undefined,
  }
}

function rangeOf(rows: Rows, start: Buffer, end: Buffer): Iterable<IndexEntry> {
  const [low, high] = [start.toString('latin1'), end.toString('latin1')]
  return [...rows]
    .filter(([key]) => key >= low && key < high)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ({ key: Buffer.from(key, 'latin1'), value }))
}
