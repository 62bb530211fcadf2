/** Connections to a PostgreSQL that consoles share. No call waits longer than its time-outs, but `withoutTimeouts`. */
import type { Client, Pool, PoolClient, QueryResult } from 'pg'

const CONNECT_TIMEOUT_MS = 5_000
const CONNECTIONS = 4
/** BIGINT, which `pg` would return as text; all that the console stores are safe integers. */
const BIGINT_TYPE = 20

export class PostgresDatabase {
  readonly #url: URL
  readonly #statementTimeoutMs: number
  #pool: Promise<Pool> | undefined
  readonly #withoutTimeouts = new Set<Client>()
  #isClosed = false

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

  /** `run` on a connection of its own, for statements that may take hours. They fail when this is closed. */
  async withoutTimeouts(run: (client: Client) => Promise<void>): Promise<void> {
    const { default: pg } = await import('pg')
    if (this.#isClosed) return
    const client = new pg.Client({
      connectionString: this.#url.href,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'cooperage',
    })
    // Its query gets the error too.
    client.on('error', () => undefined)
    this.#withoutTimeouts.add(client)
    try {
      await client.connect()
      await run(client)
    } finally {
      this.#withoutTimeouts.delete(client)
      await client.end()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#withoutTimeouts].map((client) => client.end()))
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
