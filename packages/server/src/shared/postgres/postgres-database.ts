/** Connections to a PostgreSQL that consoles share. No call waits longer than its time-outs. */
import type { Pool, PoolClient, QueryResult } from 'pg'

const CONNECT_TIMEOUT_MS = 5_000
const CONNECTIONS = 4
/** BIGINT, which `pg` would return as text; all that the console stores are safe integers. */
const BIGINT_TYPE = 20

export class PostgresDatabase {
  readonly #url: URL
  readonly #statementTimeoutMs: number
  #pool: Promise<Pool> | undefined

  /** Connects with the first call. */
  constructor(url: URL, statementTimeoutMs: number) {
    this.#url = url
    this.#statementTimeoutMs = statementTimeoutMs
  }

  async query(text: string, values: readonly unknown[] = []): Promise<QueryResult<Record<string, unknown>>> {
    return await (await this.#connections()).query(text, [...values])
  }

  /** `run` in a transaction. With a `lock`, a number that no other program locks, one console at a time. */
  async transaction<T>(run: (client: PoolClient) => Promise<T>, lock?: number): Promise<T> {
    const client = await (await this.#connections()).connect()
    let failure: Error | undefined
    try {
      await client.query('BEGIN')
      if (lock !== undefined) await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
      const result = await run(client)
      await client.query('COMMIT')
      return result
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      // After a failure the connection is closed, which rolls back.
      client.release(failure)
    }
  }

  async close(): Promise<void> {
    await (await this.#pool)?.end()
  }

  #connections(): Promise<Pool> {
    this.#pool ??= openPool(this.#url, this.#statementTimeoutMs)
    return this.#pool
  }
}

async function openPool(url: URL, statementTimeoutMs: number): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url.href,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    // A database that can't be reached any more doesn't end a statement.
    query_timeout: statementTimeoutMs + CONNECT_TIMEOUT_MS,
    application_name: 'cooperage',
    types: {
      getTypeParser: (type, format) => (type === BIGINT_TYPE ? Number : pg.types.getTypeParser(type, format)),
    },
  })
  // A connection that breaks is replaced by the next call. Its user gets an error of the query; without these listeners,
  // the console would exit.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
