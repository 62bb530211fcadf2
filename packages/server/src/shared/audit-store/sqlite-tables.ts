/** The audit store in SQLite. Its calls block, so it runs in its own thread: `audit-thread.ts`. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { isDamage, openDatabase, setDatabaseAside } from '../sqlite/open-database.ts'
import {
  type AuditEntry,
  type AuditPlace,
  type AuditRetention,
  type AuditSearch,
  type AuditStoreState,
  DAY_US,
  type FilterField,
  type NewAuditEntry,
} from './audit-store.ts'
import { COLUMN_NAMES, COLUMNS, entryOf, INDEX_DEFINITIONS, valuesOf } from './columns.ts'
import { countStatement, type Dialect, prefixCountStatement, searchStatement } from './search-sql.ts'
import { toGlob } from './wildcards.ts'

const TABLE = 'audit_entries'

export const SQLITE_DIALECT: Dialect = {
  table: TABLE,
  parameter: (number) => `?${number}`,
  matches: (column, parameter) => `${column} GLOB ${parameter}`,
  pattern: toGlob,
  withoutIndex: (column) => `+${column}`,
}

// With defaults, so that an earlier version can write to a file that a later one created.
const SCHEMA = `CREATE TABLE IF NOT EXISTS ${TABLE} (${COLUMN_NAMES.map((name) => `${name} ${COLUMNS[name]} NOT NULL DEFAULT ''`).join(', ')}, UNIQUE (time_us, id))`
const createIndex = (name: string) =>
  `CREATE INDEX IF NOT EXISTS ${TABLE}_${name} ON ${TABLE} ${INDEX_DEFINITIONS.get(name)}`

/** A prefix that more entries have than this isn't worth sorting what it finds. */
const MOST_SORTED = 5_000
/** Entries deleted per step, during which other calls wait. */
const DELETED_AT_ONCE = 2_000

export class SqliteTables {
  readonly #file: string
  #database: DatabaseSync
  #add: StatementSync
  #setAside = ''

  /** @throws Error if the file can't be created or opened */
  constructor(file: string) {
    this.#file = file
    ;[this.#database, this.#add] = this.#open()
  }

  add(entries: readonly NewAuditEntry[]): void {
    this.#withRepair(() => {
      this.#database.exec('BEGIN IMMEDIATE')
      try {
        for (const entry of entries) this.#add.run(...valuesOf(entry))
        this.#database.exec('COMMIT')
      } catch (error) {
        // SQLite has already rolled back after some errors.
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
        throw error
      }
    })
  }

  search(search: AuditSearch): AuditEntry[] {
    return this.#withRepair(() => {
      const { text, values } = searchStatement(SQLITE_DIALECT, search, this.#slowFields(search))
      return this.#database
        .prepare(text)
        .all(...values)
        .map(entryOf)
    })
  }

  count(search: AuditSearch): number {
    return this.#withRepair(() => {
      const { text, values } = countStatement(SQLITE_DIALECT, search, this.#slowFields(search))
      return Number(this.#database.prepare(text).get(...values)?.found)
    })
  }

  read({ time, id }: AuditPlace): NewAuditEntry | undefined {
    return this.#withRepair(() => {
      const row = this.#database.prepare(`SELECT * FROM ${TABLE} WHERE time_us = ? AND id = ?`).get(time, id)
      return row && { ...entryOf(row), details: String(row.details) }
    })
  }

  state(): AuditStoreState {
    return this.#withRepair(() => {
      const times = this.#database.prepare(
        `SELECT (SELECT min(time_us) FROM ${TABLE}) AS oldest, (SELECT max(time_us) FROM ${TABLE}) AS latest`,
      )
      const { oldest, latest } = times.get() ?? {}
      return {
        kind: 'sqlite' as const,
        oldest: oldest === null ? undefined : Number(oldest),
        latest: latest === null ? undefined : Number(latest),
        bytes: this.#bytes() + (statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0),
        setAside: this.#setAside,
      }
    })
  }

  /** Deletes some of the entries that are too old or too many; returns whether there may be more. `now` in milliseconds. */
  trim(now: number, { days, bytes }: AuditRetention): boolean {
    return this.#withRepair(() => {
      const isTooLarge = this.#bytes() > bytes
      const oldest = `SELECT rowid FROM ${TABLE} ${isTooLarge ? '' : 'WHERE time_us < ?2'} ORDER BY time_us LIMIT ?1`
      const values = isTooLarge ? [DELETED_AT_ONCE] : [DELETED_AT_ONCE, now * 1000 - days * DAY_US]
      const { changes } = this.#database.prepare(`DELETE FROM ${TABLE} WHERE rowid IN (${oldest})`).run(...values)
      // Gives the space back to the disk.
      if (Number(changes) > 0) this.#database.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)')
      return Number(changes) === DELETED_AT_ONCE
    })
  }

  /** The names of indexes that a file from an earlier version doesn't have yet. */
  missingIndexes(): string[] {
    return this.#withRepair(() => {
      const present = new Set(
        this.#database
          .prepare('SELECT name FROM sqlite_schema WHERE type = ? AND tbl_name = ?')
          .all('index', TABLE)
          .map(({ name }) => name),
      )
      return [...INDEX_DEFINITIONS.keys()].filter((name) => !present.has(`${TABLE}_${name}`))
    })
  }

  /** Builds one of {@link missingIndexes}, which other calls wait for. */
  buildIndex(name: string): void {
    this.#withRepair(() => this.#database.exec(createIndex(name)))
  }

  close(): void {
    this.#database.close()
  }

  #open(): [DatabaseSync, StatementSync] {
    const { database, setAside } = openDatabase(this.#file, SCHEMA, {
      setup: 'PRAGMA auto_vacuum = INCREMENTAL',
      // It would read the whole file; damage is dealt with where it is found.
      skipsCheck: true,
    })
    if (setAside !== undefined) this.#setAside = basename(setAside)
    // An acknowledged entry survives a power failure too.
    database.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -16000')
    try {
      addMissing(database)
    } catch (error) {
      if (!isDamage(error)) throw error
      database.close()
      this.#setAside = basename(setDatabaseAside(this.#file))
      return this.#open()
    }
    const parameters = COLUMN_NAMES.map(() => '?').join(', ')
    // A file of a later version may have more columns.
    const insert = `INSERT OR IGNORE INTO ${TABLE} (${COLUMN_NAMES.join(', ')}) VALUES (${parameters})`
    return [database, database.prepare(insert)]
  }

  /** Runs a call, and repeats it on a new file if the current one turns out to be damaged. */
  #withRepair<T>(run: () => T): T {
    try {
      return run()
    } catch (error) {
      if (!isDamage(error)) throw error
    }
    this.#database.close()
    const setAside = setDatabaseAside(this.#file)
    ;[this.#database, this.#add] = this.#open()
    this.#setAside = basename(setAside)
    return run()
  }

  #slowFields({ filters }: AuditSearch): ReadonlySet<FilterField> {
    const slow = filters.filter((filter) => {
      const count = prefixCountStatement(SQLITE_DIALECT, filter, MOST_SORTED)
      if (count === undefined) return true
      return Number(this.#database.prepare(count.text).get(...count.values)?.found) >= MOST_SORTED
    })
    return new Set(slow.map(({ field }) => field))
  }

  /** Of the used pages. */
  #bytes(): number {
    const pragma = (name: string) => Number(Object.values(this.#database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  }
}

/** The columns that a file from an earlier version doesn't have, and the indexes unless it has entries. */
function addMissing(database: DatabaseSync): void {
  const present = new Set(
    database
      .prepare(`PRAGMA table_info(${TABLE})`)
      .all()
      .map(({ name }) => name),
  )
  for (const name of COLUMN_NAMES.filter((one) => !present.has(one))) {
    database.exec(`ALTER TABLE ${TABLE} ADD COLUMN ${name} ${COLUMNS[name]} NOT NULL DEFAULT ''`)
  }
  // Those of millions of entries take minutes: see `missingIndexes`.
  if (database.prepare(`SELECT 1 FROM ${TABLE} LIMIT 1`).get() !== undefined) return
  for (const name of INDEX_DEFINITIONS.keys()) database.exec(createIndex(name))
}
