/** The same cases on both stores. */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingProgram, type Postgres, startPostgres } from '@cooperage/testkit'
import { fastify } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ConsoleStore } from '../../src/shared/console-store/console-store.ts'
import { openConsoleStore } from '../../src/shared/console-store/open-store.ts'
import { postgresConsoleStore } from '../../src/shared/console-store/postgres-store.ts'
import { PostgresDatabase } from '../../src/shared/postgres/postgres-database.ts'

const COUNTERS = 'CREATE TABLE counters (name TEXT PRIMARY KEY, uses BIGINT NOT NULL)'

let store: ConsoleStore
let open: () => ConsoleStore
const reopened = async () => {
  await store.close()
  store = open()
  return store
}

function testStore() {
  test('keeps rows', async () => {
    const tables = store.tables('counting', [COUNTERS])
    const largest = Number.MAX_SAFE_INTEGER
    expect(await tables.run('INSERT INTO counters VALUES (?, ?)', "it's ? \u202E", largest)).toBe(1)
    const again = (await reopened()).tables('counting', [COUNTERS])
    expect(await again.all('SELECT * FROM counters')).toEqual([{ name: "it's ? \u202E", uses: largest }])
    expect(await again.all('SELECT count(*) AS number FROM counters')).toEqual([{ number: 1 }])
  })

  test('brings tables of an earlier version up to date, and refuses those of a newer one', async () => {
    await store.tables('counting', [COUNTERS]).run('INSERT INTO counters VALUES (?, ?)', 'a', 1)
    const migrations = [COUNTERS, "ALTER TABLE counters ADD COLUMN unit TEXT NOT NULL DEFAULT ''"]
    const newer = (await reopened()).tables('counting', migrations)
    expect(await newer.all('SELECT * FROM counters')).toEqual([{ name: 'a', uses: 1, unit: '' }])
    const older = (await reopened()).tables('counting', [COUNTERS])
    await expect(older.all('SELECT * FROM counters')).rejects.toThrow('version 2')
  })

  test('a batch is applied completely or not at all', async () => {
    const tables = store.tables('counting', [COUNTERS])
    const add = (name: string) => ['INSERT INTO counters VALUES (?, ?)', name, 0] as const
    await expect(tables.batch([add('a'), add('b'), add('a')])).rejects.toThrow(/unique/i)
    expect(await tables.all('SELECT * FROM counters')).toEqual([])
    expect(await tables.batch([add('a'), add('b'), ['DELETE FROM counters']])).toEqual([1, 1, 2])
  })

  test('a limit holds under concurrent calls', async () => {
    const tables = store.tables('counting', [COUNTERS])
    await tables.run('INSERT INTO counters VALUES (?, ?)', 'a', 0)
    const use = () => tables.run('UPDATE counters SET uses = uses + 1 WHERE name = ? AND uses < ?', 'a', 3)
    const changes = await Promise.all(Array.from({ length: 10 }, use))
    expect(changes.filter((changed) => changed === 1)).toHaveLength(3)
  })

  test('features have their own schema versions', async () => {
    const counting = store.tables('counting', [COUNTERS])
    const naming = store.tables('naming', ['CREATE TABLE names (name TEXT)', 'CREATE TABLE more (name TEXT)'])
    await naming.run('INSERT INTO more VALUES (?)', null)
    await counting.run('INSERT INTO counters VALUES (?, ?)', 'a', 1)
    expect(await naming.all('SELECT * FROM more')).toEqual([{ name: null }])
  })
}

describe('SQLite', () => {
  let folder: string
  const file = () => join(folder, 'data', 'console.sqlite')
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-store-'))
    open = () => openConsoleStore(file(), fastify().log)
    store = open()
  })
  afterEach(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })

  testStore()

  test('creates nothing before the first call, then a file that only its owner can read', async () => {
    const tables = store.tables('counting', [COUNTERS])
    expect(readdirSync(folder)).toEqual([])
    await tables.all('SELECT * FROM counters')
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  test('a damaged file is set aside', async () => {
    await store.tables('counting', [COUNTERS]).run('INSERT INTO counters VALUES (?, ?)', 'a', 1)
    await store.close()
    writeFileSync(file(), 'no database at all '.repeat(100))
    const again = (await reopened()).tables('counting', [COUNTERS])
    expect(await again.all('SELECT * FROM counters')).toEqual([])
    expect(readdirSync(join(folder, 'data'))).toContain('console.sqlite.damaged')
  })
})

const missing = missingProgram('postgres')
if (missing !== undefined) console.warn(`!!!!  SKIPPED: the console's store in PostgreSQL. ${missing}`)
describe.skipIf(missing !== undefined)('PostgreSQL', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
    open = () => postgresConsoleStore(postgres.url)
  })
  afterAll(() => postgres?.stop())
  beforeEach(async () => {
    const database = new PostgresDatabase(postgres.url, 5_000)
    await database.query('DROP SCHEMA public CASCADE')
    await database.query('CREATE SCHEMA public')
    await database.close()
    store = open()
  })
  afterEach(() => store.close())

  testStore()

  test('consoles that start at the same time create the tables once', async () => {
    const others = Array.from({ length: 5 }, open)
    const migrations = [COUNTERS, "INSERT INTO counters VALUES ('a', 0)"]
    const use = (one: ConsoleStore) => one.tables('counting', migrations).run('UPDATE counters SET uses = uses + 1')
    expect(await Promise.all(others.map(use))).toEqual([1, 1, 1, 1, 1])
    expect(await store.tables('counting', migrations).all('SELECT uses FROM counters')).toEqual([{ uses: 5 }])
    await Promise.all(others.map((one) => one.close()))
  })

  test('a migration that fails changes nothing, and the next call tries again', async () => {
    const tables = store.tables('counting', [COUNTERS, 'ALTER TABLE names ADD COLUMN unit TEXT'])
    await expect(tables.all('SELECT * FROM counters')).rejects.toThrow('"names"')
    await store.tables('naming', ['CREATE TABLE names (name TEXT)']).all('SELECT * FROM names')
    expect(await tables.all('SELECT * FROM counters')).toEqual([])
  })

  test('no call waits longer than some seconds, also for a database that accepts connections but never responds', async () => {
    expect(await store.tables('counting', [COUNTERS]).all('SHOW statement_timeout')).toEqual([
      { statement_timeout: '5s' },
    ])
    const silent = createServer()
    onTestFinished(() => void silent.close())
    const connected = once(silent, 'connection')
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const unreachable = postgresConsoleStore(new URL(`postgres://user:hidden-password@127.0.0.1:${port}/postgres`))
    const failed = unreachable
      .tables('counting', [COUNTERS])
      .all('SELECT * FROM counters')
      .catch((error: Error) => error)
    await connected
    await vi.advanceTimersByTimeAsync(5_000)
    const failure = await failed
    expect(String(failure)).toMatch(/timeout/i)
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('hidden-password')
    await unreachable.close()
  })
})
