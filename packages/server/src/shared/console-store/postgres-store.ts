/** The console's store in PostgreSQL, which several consoles can share. */
import type { PoolClient } from 'pg'
import { PostgresDatabase } from '../postgres/postgres-database.ts'
import { untilItSucceeds } from '../until-it-succeeds.ts'
import { type ConsoleStore, missingMigrations, type Statement, type StoredRow } from './console-store.ts'

/** Any number that no other program locks, and not the one of the audit store. */
const SCHEMA_LOCK = 7_203_114_863
/** People wait for these statements, which find rows by their keys. */
const STATEMENT_TIMEOUT_MS = 5_000
const VERSIONS = 'cooperage_schema_versions'
const SCHEMA = `CREATE TABLE IF NOT EXISTS ${VERSIONS} (feature TEXT PRIMARY KEY, version BIGINT NOT NULL)`

/** Connects with the first call. */
export function postgresConsoleStore(url: URL): ConsoleStore {
  const database = new PostgresDatabase(url, STATEMENT_TIMEOUT_MS)
  return {
    isCreated: () => true,
    tables(feature, migrations) {
      // The database may be there at the next call.
      const ready = untilItSucceeds(() =>
        database.transaction((client) => migrate(client, feature, migrations), SCHEMA_LOCK),
      )
      return {
        async all(sql, ...values) {
          await ready()
          return (await database.query(numbered(sql), values)).rows as StoredRow[]
        },
        async run(...statement) {
          await ready()
          return await changedRows(database, statement)
        },
        async batch(statements) {
          await ready()
          return await database.transaction(async (client) => {
            const changes: number[] = []
            for (const statement of statements) changes.push(await changedRows(client, statement))
            return changes
          })
        },
      }
    },
    close: () => database.close(),
  }
}

async function migrate(client: PoolClient, feature: string, migrations: readonly string[]): Promise<void> {
  await client.query(SCHEMA)
  const { rows } = await client.query(`SELECT version FROM ${VERSIONS} WHERE feature = $1`, [feature])
  for (const migration of missingMigrations(feature, migrations, Number(rows[0]?.version ?? 0))) {
    await client.query(migration)
  }
  await client.query(
    `INSERT INTO ${VERSIONS} VALUES ($1, $2) ON CONFLICT (feature) DO UPDATE SET version = excluded.version`,
    [feature, migrations.length],
  )
}

async function changedRows(on: Pick<PostgresDatabase, 'query'>, [sql, ...values]: Statement): Promise<number> {
  return (await on.query(numbered(sql), values)).rowCount ?? 0
}

/** PostgreSQL's parameters have numbers. */
function numbered(sql: string): string {
  let number = 0
  return sql.replaceAll('?', () => `$${++number}`)
}
