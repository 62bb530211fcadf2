/** The console's store in SQLite. Its calls block, so it runs in its own thread: `store-thread.ts`. */
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { isDamage, openDatabase } from '../sqlite/open-database.ts'
import { missingMigrations, type Statement, type StoredRow } from './console-store.ts'

const SCHEMA = 'CREATE TABLE IF NOT EXISTS schema_versions (feature TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT'

export class SqliteStore {
  readonly #file: string
  readonly #features = new Map<string, readonly string[]>()
  #database: DatabaseSync | undefined
  #setAside = ''

  constructor(file: string) {
    this.#file = file
  }

  /**
   * Brings the tables of a feature up to date. Returns the name of the file that a damaged database was moved to; '' for none.
   * @throws Error if the file can't be opened, or was written by a newer version of the console
   */
  open(feature: string, migrations: readonly string[]): string {
    this.#use((database) => migrate(database, feature, migrations))
    this.#features.set(feature, migrations)
    return this.#setAside
  }

  all([sql, ...values]: Statement): StoredRow[] {
    return this.#use((database) => database.prepare(sql).all(...values) as StoredRow[])
  }

  batch(statements: readonly Statement[]): number[] {
    return this.#use((database) =>
      inTransaction(database, () =>
        statements.map(([sql, ...values]) => Number(database.prepare(sql).run(...values).changes)),
      ),
    )
  }

  close(): void {
    this.#database?.close()
    this.#database = undefined
  }

  /** A database that turns out to be damaged is opened again by the next call, which sets it aside. */
  #use<T>(run: (database: DatabaseSync) => T): T {
    this.#database ??= this.#open()
    try {
      return run(this.#database)
    } catch (error) {
      if (isDamage(error)) this.close()
      throw error
    }
  }

  #open(): DatabaseSync {
    const { database, setAside } = openDatabase(this.#file, SCHEMA)
    if (setAside !== undefined) this.#setAside = basename(setAside)
    // What was acknowledged survives a power failure.
    database.exec(
      'PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -2000; PRAGMA secure_delete = ON',
    )
    for (const [feature, migrations] of this.#features) migrate(database, feature, migrations)
    return database
  }
}

function migrate(database: DatabaseSync, feature: string, migrations: readonly string[]): void {
  inTransaction(database, () => {
    const row = database.prepare('SELECT version FROM schema_versions WHERE feature = ?').get(feature)
    const missing = missingMigrations(feature, migrations, Number(row?.version ?? 0))
    for (const migration of missing) database.exec(migration)
    database.prepare('INSERT OR REPLACE INTO schema_versions VALUES (?, ?)').run(feature, migrations.length)
  })
}

function inTransaction<T>(database: DatabaseSync, run: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = run()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite has already rolled back after some errors.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
