/** The audit store in PostgreSQL, which several consoles can share: a table with a partition for each day. */
import type { FastifyBaseLogger } from 'fastify'
import type { Client, PoolClient } from 'pg'
import { PostgresDatabase } from '../postgres/postgres-database.ts'
import { untilItSucceeds } from '../until-it-succeeds.ts'
import { type AuditRetention, type AuditStore, DAY_US, type NewAuditEntry } from './audit-store.ts'
import { COLUMN_NAMES, COLUMNS, entryOf, INDEX_DEFINITIONS, type Row, valuesOf } from './columns.ts'
import { countStatement, type Dialect, searchStatement } from './search-sql.ts'
import { toLike } from './wildcards.ts'

const TABLE = 'cooperage_audit'
/** Any numbers that no other program locks. */
const SCHEMA_LOCK = 7_203_114_862
const INDEX_LOCK = SCHEMA_LOCK + 1
const STATEMENT_TIMEOUT_MS = 60_000
/** How long the deletion of a partition waits for who uses it: entries that arrive wait for the deletion. */
const DROP_WAIT = '5s'

const INDEXES_FAILED =
  'Indexes of the audit log couldn’t be built: some searches stay slow. Check the space of the database and what its user may do, then restart the console, which tries again.'
const PARTITION_NAME = /^cooperage_audit_\d{8}$/
/** PostgreSQL's code. */
const UNDEFINED_TABLE = '42P01'

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
  // Of the table itself, which new partitions get too. Those that it has, with all their entries, get it later: `buildIndexes`.
  ...[...INDEX_DEFINITIONS].map(([name, of]) => `CREATE INDEX IF NOT EXISTS ${TABLE}_${name} ON ONLY ${TABLE} ${of}`),
].join(';')

const INSERT = `INSERT INTO ${TABLE} (${COLUMN_NAMES.join(', ')}) SELECT * FROM unnest(${COLUMN_NAMES.map(
  (name, at) => `$${at + 1}::${COLUMNS[name]}[]`,
).join(', ')}) ON CONFLICT DO NOTHING`

const PARTITIONS = `SELECT child.relname AS name, pg_total_relation_size(child.oid) AS bytes FROM pg_inherits
  JOIN pg_class AS child ON child.oid = inhrelid WHERE inhparent = '${TABLE}'::regclass ORDER BY child.relname`

/** The partitions that lack an index of the table: those that are older than it. The latest first, where most searches look. */
const MISSING_INDEXES = `SELECT child.relname AS partition, index.relname AS index FROM pg_inherits AS part
  JOIN pg_class AS child ON child.oid = part.inhrelid
  JOIN pg_index AS parent ON parent.indrelid = part.inhparent JOIN pg_class AS index ON index.oid = parent.indexrelid
  WHERE part.inhparent = '${TABLE}'::regclass AND NOT EXISTS (
    SELECT 1 FROM pg_inherits JOIN pg_index AS own ON own.indexrelid = inhrelid
    WHERE inhparent = parent.indexrelid AND own.indrelid = child.oid
  ) ORDER BY child.relname DESC`

/** Connects with the first call. */
export function postgresAuditStore(
  url: URL,
  retention: AuditRetention,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): AuditStore {
  const database = new PostgresDatabase(url, STATEMENT_TIMEOUT_MS)
  const days = new Set<number>()
  let isClosed = false
  const ready = untilItSucceeds(async () => {
    await withLock((client) => client.query(SCHEMA))
    // Nothing waits for them: searches read more until then.
    database
      .withoutTimeouts((client) => buildIndexes(client, log))
      .catch((error: unknown) => {
        if (!isClosed) log.warn({ err: error }, INDEXES_FAILED)
      })
  })

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
        await client.query(`SET LOCAL lock_timeout = '${DROP_WAIT}'`)
        const { rows } = await client.query<{ name: string; bytes: string }>(PARTITIONS)
        for (const name of outdated(rows, now, retention)) {
          await client.query(`DROP TABLE ${name}`)
          days.clear()
        }
      })
    },
    close() {
      isClosed = true
      return database.close()
    },
  }
}

async function createPartitions(client: PoolClient, days: ReadonlySet<number>): Promise<void> {
  for (const day of days) {
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${partitionOf(day)} PARTITION OF ${TABLE} FOR VALUES FROM (${day * DAY_US}) TO (${(day + 1) * DAY_US})`,
    )
  }
}

/**
 * Builds the indexes that partitions lack, one after the other, while entries are added. Another console may be doing it: then there
 * is nothing to do. What was interrupted is completed or built again.
 */
async function buildIndexes(client: Client, log: Pick<FastifyBaseLogger, 'info' | 'warn'>): Promise<void> {
  const { rows: locks } = await client.query<{ own: boolean }>('SELECT pg_try_advisory_lock($1) AS own', [INDEX_LOCK])
  if (locks[0]?.own !== true) return
  const { rows } = await client.query<{ partition: string; index: string }>(MISSING_INDEXES)
  const missing = rows.flatMap(({ partition, index }) => {
    const end = index.slice(TABLE.length)
    const definition = INDEX_DEFINITIONS.get(end.slice(1))
    const isOurs = PARTITION_NAME.test(partition) && definition !== undefined
    return isOurs ? [{ partition, index, name: `${partition}${end}`, definition }] : []
  })
  if (missing.length === 0) return
  log.info({ indexes: missing.length }, 'building indexes of the audit log; some searches are slow until then')
  const failures: unknown[] = []
  for (const { partition, index, name, definition } of missing) {
    try {
      const find = 'SELECT indisvalid AS complete FROM pg_index WHERE indexrelid = to_regclass($1)'
      const [present] = (await client.query<{ complete: boolean }>(find, [name])).rows
      if (present?.complete === false) await client.query(`DROP INDEX CONCURRENTLY ${name}`)
      if (present?.complete !== true) {
        await client.query(`CREATE INDEX CONCURRENTLY ${name} ON ${partition} ${definition}`)
      }
      await client.query(`ALTER INDEX ${index} ATTACH PARTITION ${name}`)
    } catch (error) {
      // Its entries can have become too old in the meantime.
      if ((error as { code?: string }).code !== UNDEFINED_TABLE) failures.push(error)
    }
  }
  if (failures.length === 0) {
    log.info('the indexes of the audit log are built')
    return
  }
  throw new Error(`${failures.length} of ${missing.length} failed`, { cause: failures[0] })
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
    if (!PARTITION_NAME.test(name) || (name >= first && size <= bytes)) continue
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
