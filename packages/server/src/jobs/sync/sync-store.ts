import type { SyncSpec } from '@cooperage/contract'
import type { Visitor } from '@cooperage/storage-client'
import type { ConsoleStore, FeatureTables } from '../../shared/console-store/console-store.ts'

/** The sealed keys of a sync, here and at the other server, of which it has the name. */
export interface SyncKeys {
  server: string
  here: string
  there: string
}

/** A sync as it is stored. Times in milliseconds since the epoch. */
export interface SyncState {
  readonly id: string
  /** The account that created it. */
  readonly owner: string
  /** Who saved it, for policies. */
  visitor?: Visitor | undefined
  readonly createdAt: number
  spec: SyncSpec
  /** What people call the other server. */
  serverTitle: string
  isEnabled: boolean
  /** When it starts next; 0 if it doesn't by itself. */
  nextAt: number
  /** Absent if it doesn't exist yet, or is deleted: then it is forgotten once `discarded` is empty. */
  keys?: SyncKeys
  /** Keys that are to be removed from the servers: those before the last change, and new ones that aren't used yet. */
  discarded: SyncKeys[]
}

/** Never change one that was released; add the next one. */
const MIGRATIONS = ['CREATE TABLE syncs (id TEXT PRIMARY KEY, created_at BIGINT NOT NULL, state TEXT NOT NULL)']

/** Syncs in the console's store. What a resolved call has stored survives a crash and a power failure. */
export class SyncStore {
  readonly #tables: FeatureTables

  constructor(store: ConsoleStore) {
    this.#tables = store.tables('syncs', MIGRATIONS)
  }

  /** All, in the order of their creation. */
  async all(): Promise<SyncState[]> {
    const rows = await this.#tables.all('SELECT state FROM syncs ORDER BY created_at, id')
    return rows.map(({ state }) => JSON.parse(String(state)))
  }

  async save(sync: SyncState): Promise<void> {
    await this.#tables.run(
      'INSERT INTO syncs VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state',
      ...[sync.id, sync.createdAt, JSON.stringify(sync)],
    )
  }

  async remove(id: string): Promise<void> {
    await this.#tables.run('DELETE FROM syncs WHERE id = ?', id)
  }
}
