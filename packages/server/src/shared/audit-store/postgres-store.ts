/** The audit store in PostgreSQL, which several consoles can share: a table with a partition for each day. */
import type { PoolClient } from 'pg'
import { PostgresDatabase } from '../postgres/postgres-database.ts'
import { untilItSucceeds } from '../until-it-succeeds.ts'
import { type AuditRetention, type AuditStore, DAY_US, type NewAuditEntry } from './audit-store.ts'
import { COLUMN_NAMES, COLUMNS, entryOf, FAILED, FAILED_COLUMNS, INDEXES, type Row, valuesOf } from './columns.ts'
import { countStatement, type Dialect, searchStatement } from './search-sql.ts'
import { toLike } from './wildcards.ts'

const TABLE = 'cooperage_audit'
/** Any number that no other program locks. */
const SCHEMA_LOCK = 7_203_114_862
const STATEMENT_TIMEOUT_MS = 60_000

const POSTGRES_DIALECT: Dialect = {
  table: TABLE,
  parameter: (number) => `$${number}`,
  matches: (column, parameter) => `${column} LIKE ${parameter}`,
  pattern: toLike,
  // Its planner has statistics on how many entries have a value.
  withoutIndex: (column) => column,
}

/** Texts are compared by their bytes, as in SQLite, so that the index serves prefixes. */
const columnType = (name: keyof typeof COLUMNS) =>
  `${name} ${COLUMNS[name]} ${COLUMNS[name] === 'text' ? 'COLLATE "C" ' : ''}NOT NULL`

const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS ${TABLE} (${COLUMN_NAMES.map(columnType).join(', ')}, PRIMARY KEY (time_us, id)) PARTITION BY RANGE (time_us)`,
  `ALTER TABLE ${TABLE} ADD COLUMN IF NOT EXISTS ${columnType('error_code')} DEFAULT ''`,
  ...INDEXES.map(
    (names) => `CREATE INDEX IF NOT EXISTS ${TABLE}_${names.join('_')} ON ${TABLE} (${names.join(', ')}, time_us, id)`,
  ),
  `CREATE INDEX IF NOT EXISTS ${TABLE}_failed ON ${TABLE} (${FAILED_COLUMNS.join(', ')}) WHERE ${FAILED}`,
].join(';')

const INSERT = `INSERT INTO ${TABLE} (${COLUMN_NAMES.join(', ')}) SELECT * FROM unnest(${COLUMN_NAMES.map(
  (name, at) => `$${at + 1}::${COLUMNS[name]}[]`,
).join(', ')}) ON CONFLICT DO NOTHING`

const PARTITIONS = `SELECT child.relname AS name, pg_total_relation_size(child.oid) AS bytes FROM pg_inherits
  JOIN pg_class AS child ON child.oid = inhrelid WHERE inhparent = '${TABLE}'::regclass ORDER BY child.relname`

/** Connects with the first call. */
export function postgresAuditStore(url: URL, retention: AuditRetention): AuditStore {
  const database = new PostgresDatabase(url, STATEMENT_TIMEOUT_MS)
  const days = new Set<number>()
  const ready = untilItSucceeds(() => withLock((client) => client.query(SCHEMA)))

  /** One console at a time: they would create and drop the same tables. */
  const withLock = (run: (client: PoolClient) => Promise<unknown>) => database.transaction(run, SCHEMA_LOCK)
  const query = async (text: string, values?: readonly unknown[]): Promise<Row[]> => {
    await ready()
    return (await database.query(text, values)).rows
  }

  return {
    async add(entries) {
      const missing = new Set(entries.map(({ time }) => Math.floor(time / DAY_US)).filter((day) => !days.has(day)))
      if (missing.size > 0) {
        await ready()
        await withLock((client) => createPartitions(client, missing))
      }
      for (const day of missing) days.add(day)
      try {
        await query(INSERT, columnsOf(entries))
      } catch (error) {
        // Another console may have dropped a partition.
        days.clear()
        throw error
      }
    },
    async search(search) {
      const { text, values } = searchStatement(POSTGRES_DIALECT, search)
      return (await query(text, values)).map(entryOf)
    },
    async count(search) {
      const { text, values } = countStatement(POSTGRES_DIALECT, search)
      return Number((await query(text, values))[0]?.found)
    },
    async read({ time, id }) {
      const [row] = await query(`SELECT * FROM ${TABLE} WHERE time_us = $1 AND id = $2`, [time, id])
      return row && { ...entryOf(row), details: String(row.details) }
    },
    async state() {
      const [times] = await query(`SELECT min(time_us) AS oldest, max(time_us) AS latest FROM ${TABLE}`)
      const partitions = await query(PARTITIONS)
      return {
        kind: 'postgres',
        oldest: optionalNumber(times?.oldest),
        latest: optionalNumber(times?.latest),
        bytes: partitions.reduce((sum, { bytes }) => sum + Number(bytes), 0),
        setAside: '',
      }
    },
    async trim(now) {
      await ready()
      await withLock(async (client) => {
        const { rows } = await client.query<{ name: string; bytes: string }>(PARTITIONS)
        for (const name of outdated(rows, now, retention)) {
          await client.query(`DROP TABLE ${name}`)
          days.clear()
        }
      })
    },
    close: () => database.close(),
  }
}

async function createPartitions(client: PoolClient, days: ReadonlySet<number>): Promise<void> {
  for (const day of days) {
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${partitionOf(day)} PARTITION OF ${TABLE} FOR VALUES FROM (${day * DAY_US}) TO (${(day + 1) * DAY_US})`,
    )
  }
}

function partitionOf(day: number): string {
  return `${TABLE}_${new Date((day * DAY_US) / 1000).toISOString().slice(0, 10).replaceAll('-', '')}`
}

/** The partitions that are too old, and the oldest of those that are too large together; never the latest one. */
export function outdated(
  partitions: readonly { name: string; bytes: string | number }[],
  now: number,
  { days, bytes }: AuditRetention,
): string[] {
  const first = partitionOf(Math.floor((now * 1000) / DAY_US) - days)
  let size = partitions.reduce((sum, partition) => sum + Number(partition.bytes), 0)
  const names: string[] = []
  for (const { name, bytes: own } of partitions.slice(0, -1)) {
    if (!/^cooperage_audit_\d{8}$/.test(name) || (name >= first && size <= bytes)) continue
    names.push(name)
    size -= Number(own)
  }
  return names
}

/** A list of values for each column. */
function columnsOf(entries: readonly NewAuditEntry[]): (string | number)[][] {
  const rows = entries.map(valuesOf)
  return COLUMN_NAMES.map((_, at) => rows.map((row) => row[at] ?? ''))
}

function optionalNumber(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value)
}
