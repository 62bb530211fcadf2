/**
 * What features keep across restarts and can't keep at the storage server, such as share links and jobs (decision 26), in
 * SQLite or PostgreSQL. Each feature owns its tables and their schema; nothing else reads or writes them.
 *
 * A secret is stored only sealed: as the text of a `Sealer` that `services.sealerFor` makes for one purpose. Whoever has the
 * database without the console's secret can't open it.
 */

/** The type of a column. Numbers are integers. */
type StoredValue = string | number | null
export type StoredRow = Record<string, StoredValue>

/** SQL that SQLite and PostgreSQL both understand, with `?` for each value, which therefore can't be in a literal. */
export type Statement = readonly [sql: string, ...values: StoredValue[]]

/** The tables of a feature. All methods reject while the database is unavailable. */
export interface FeatureTables {
  /** The rows that a query returns. */
  all(...statement: Statement): Promise<StoredRow[]>
  /** Runs one statement, and returns the number of changed rows when they survive a power failure. */
  run(...statement: Statement): Promise<number>
  /** Runs several statements in one transaction, and returns the number of rows that each has changed. */
  batch(statements: readonly Statement[]): Promise<number[]>
}

export interface ConsoleStore {
  /** Whether it may have kept something. Reading from a store creates it. */
  isCreated(): boolean
  /**
   * The tables of a feature, created or brought up to date by the first call.
   * @param migrations each brings the schema from one version to the next; never change one that was released, add another
   */
  tables(feature: string, migrations: readonly string[]): FeatureTables
  close(): Promise<void>
}

/** The migrations that bring the tables of a feature up to date. @throws Error if a newer version of the console created them */
export function missingMigrations(feature: string, migrations: readonly string[], version: number): readonly string[] {
  if (version <= migrations.length) return migrations.slice(version)
  throw new Error(`The tables of ${feature} have version ${version}; this console supports up to ${migrations.length}.`)
}
