/** The same cases on both stores. */
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { missingProgram, startPostgres, tempFolder } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AuditSearch, AuditStore } from '../../src/shared/audit-store/audit-store.ts'
import { postgresAuditStore } from '../../src/shared/audit-store/postgres-store.ts'
import { sqliteAuditStore } from '../../src/shared/audit-store/sqlite-store.ts'
import { PostgresDatabase } from '../../src/shared/postgres/postgres-database.ts'
import { storedEntry } from './audit-entries.ts'

/** Says nothing. */
const LOG = { info: () => undefined, warn: () => undefined }
const RETENTION = { days: 30, bytes: 1024 ** 3 }
const ALL: AuditSearch = { filters: [], descending: true, limit: 1_000 }

function describeStore(kind: string, start: () => Promise<{ store: AuditStore; end: () => Promise<void> }>) {
  describe(kind, () => {
    let running: Awaited<ReturnType<typeof start>>
    beforeAll(async () => {
      running = await start()
      await running.store.add([
        storedEntry(1, { bucket: 'photos', object: 'cats/a.jpg', apiName: 'PutObject' }),
        storedEntry(2, { bucket: 'photos', object: 'cats/b.jpg', responseStatus: 'Not Found' }),
        storedEntry(3, { bucket: 'Photos', object: 'dogs/a_jpg', userAgent: 'MinIO (linux; amd64) mc' }),
        storedEntry(4, { bucket: 'docs', object: '100%.txt', parentUser: 'ana' }),
        storedEntry(5, { bucket: '', object: "it's \u202E odd [x]*", apiName: 'ListBuckets' }),
      ])
    })
    afterAll(() => running?.end())

    const found = async (search: Partial<AuditSearch>) =>
      (await running.store.search({ ...ALL, ...search })).map(({ id }) => id)

    test('lists the latest first, and the oldest first', async () => {
      expect(await found({})).toEqual([5, 4, 3, 2, 1])
      expect(await found({ descending: false })).toEqual([1, 2, 3, 4, 5])
    })

    test.each([
      ['bucket', 'photos', [2, 1]],
      ['bucket', '*hotos', [3, 2, 1]],
      ['bucket', 'ph*', [2, 1]],
      ['bucket', '', [5]],
      ['object', 'cats/.\\.jpg', [2, 1]],
      ['object', 'dogs/a.jpg', [3]],
      ['object', 'dogs/a\\.jpg', []],
      ['object', '100%*', [4]],
      ['object', '*_jpg', [3]],
      ['object', '*[x]\\*', [5]],
      ['object', "it's . odd*", [5]],
      ['api_name', 'List*', [5]],
      ['user_agent', '*linux*', [3]],
      ['response_status', 'Not Found', [2]],
      ['request_id', 'R4', [4]],
      ['remote_host', '10.*', [5, 4, 3, 2, 1]],
      ['access_key', 'AKI.', [5, 4, 3, 2, 1]],
      ['user', 'AKIA', [5, 4, 3, 2, 1]],
      ['user', 'an*', [4]],
      ['user', '*', [5, 4, 3, 2, 1]],
    ] as const)('finds %s %s', async (field, value, ids) => {
      expect(await found({ filters: [{ field, value }] })).toEqual(ids)
    })

    test('an entry has to meet all filters, and the time', async () => {
      const filters = [
        { field: 'bucket' as const, value: 'photos' },
        { field: 'object' as const, value: '*.jpg' },
      ]
      expect(await found({ filters })).toEqual([2, 1])
      expect(await found({ filters: [...filters, { field: 'api_name', value: 'PutObject' }] })).toEqual([1])
      const { time } = storedEntry(2)
      expect(await found({ from: time, until: time + 2 })).toEqual([3, 2])
    })

    test('pages by number, and continues after an entry', async () => {
      expect(await found({ limit: 2, offset: 2 })).toEqual([3, 2])
      expect(await found({ limit: 2, offset: 4, descending: false })).toEqual([5])
      expect(await found({ limit: 2, offset: 1, filters: [{ field: 'object', value: '*a.jpg' }] })).toEqual([1])
      const { time, id } = storedEntry(4)
      expect(await found({ limit: 2, after: { time, id } })).toEqual([3, 2])
      expect(await found({ descending: false, after: { time, id } })).toEqual([5])
    })

    test('keeps an entry once, with its details', async () => {
      const entry = storedEntry(10, { time: storedEntry(1).time - 10, details: '{"path":"/x"}' })
      await running.store.add([entry, entry])
      await running.store.add([entry])
      expect(await found({ descending: false, limit: 2 })).toEqual([10, 1])
      expect(await running.store.read(entry)).toEqual(entry)
      expect(await running.store.read({ time: 1, id: 1 })).toBeUndefined()
    })

    test('reports its state', async () => {
      const state = await running.store.state()
      expect(state).toMatchObject({ kind: kind.toLowerCase(), latest: storedEntry(5).time, setAside: '' })
      expect(state.bytes).toBeGreaterThan(0)
    })

    test('deletes what is too old', async () => {
      const old = storedEntry(20, { time: storedEntry(1).time - 40 * 86_400_000_000 })
      await running.store.add([old])
      await running.store.trim(storedEntry(1).time / 1000)
      expect(await running.store.read(old)).toBeUndefined()
      expect(await found({ limit: 1 })).toEqual([5])
    })

    test('leaves out what has no API or comes from an agent, and finds failures', async () => {
      await running.store.add([
        storedEntry(6, { apiName: '', time: 1 }),
        storedEntry(7, { errorCode: 'AccessDenied', responseStatusCode: 403, time: 2 }),
      ])
      const early = { until: 3 }
      expect(await found(early)).toEqual([7, 6])
      expect(await found({ ...early, hidesBackground: true })).toEqual([7])
      expect(await found({ ...early, hidesAgent: 'mc' })).toEqual([])
      expect(await found({ ...early, onlyErrors: true })).toEqual([7])
      const filters = [{ field: 'error_code' as const, value: 'AccessDenied' }]
      expect(await running.store.search({ ...ALL, filters })).toMatchObject([{ errorCode: 'AccessDenied' }])
    })
  })
}

describeStore('SQLite', async () => {
  const folder = tempFolder('audit')
  const store = sqliteAuditStore(join(folder.path, 'audit.sqlite'), RETENTION, LOG)
  const end = async () => {
    await store.close()
    folder.remove()
  }
  return { store, end }
})

const missing = missingProgram('postgres')
if (missing !== undefined) console.warn(`!!!!  SKIPPED: the audit store in PostgreSQL. ${missing}`)
describe.skipIf(missing !== undefined)('PostgreSQL', () => {
  describeStore('Postgres', async () => {
    const postgres = await startPostgres()
    const store = postgresAuditStore(postgres.url, RETENTION, LOG)
    const end = async () => {
      await store.close()
      await postgres.stop()
    }
    return { store, end }
  })

  test('builds the indexes that partitions lack after the start, also one that was interrupted', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const database = new PostgresDatabase(postgres.url, 10_000)
    onTestFinished(() => database.close())
    const entries = [storedEntry(1), storedEntry(2, { time: storedEntry(2).time + 86_400_000_000 })]
    const first = postgresAuditStore(postgres.url, RETENTION, LOG)
    await first.add(entries)
    await first.close()
    const partitions = `SELECT child.relname AS name FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
      WHERE inhparent = 'cooperage_audit'::regclass ORDER BY 1`
    const [partition] = (await database.query(partitions)).rows
    await database.query('DROP INDEX cooperage_audit_bucket_access_key, cooperage_audit_failed')
    const interrupted = `${partition?.name}_bucket_access_key`
    await database.query(`CREATE INDEX ${interrupted} ON ${partition?.name} (bucket)`)
    await database.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${interrupted}'::regclass`)

    const said: unknown[] = []
    const log = { info: (...args: unknown[]) => said.push(args.at(-1)), warn: (...args: unknown[]) => said.push(args) }
    const second = postgresAuditStore(postgres.url, RETENTION, log)
    onTestFinished(() => second.close())
    expect((await second.search(ALL)).map(({ id }) => id)).toEqual([2, 1])
    await expect
      .poll(() => said)
      .toEqual([
        'building indexes of the audit log; some searches are slow until then',
        'the indexes of the audit log are built',
      ])
    // An index of the table is valid when each partition has its own.
    const indexes = `SELECT own.relname AS name, indisvalid AS valid, (SELECT count(*) FROM pg_inherits WHERE inhparent = own.oid) AS parts
      FROM pg_index JOIN pg_class AS own ON own.oid = indexrelid
      WHERE relname IN ('cooperage_audit_bucket_access_key', 'cooperage_audit_failed') ORDER BY name`
    const state = (parts: number) => [
      { name: 'cooperage_audit_bucket_access_key', valid: true, parts },
      { name: 'cooperage_audit_failed', valid: true, parts },
    ]
    expect((await database.query(indexes)).rows).toEqual(state(2))
    await second.add([storedEntry(3, { time: storedEntry(3).time + 2 * 86_400_000_000 })])
    expect((await database.query(indexes)).rows).toEqual(state(3))
  })
})

test('SQLite adds to a file from an earlier version what it lacks, and keeps its entries', async () => {
  const folder = tempFolder('audit')
  onTestFinished(folder.remove)
  const file = join(folder.path, 'audit.sqlite')
  const first = sqliteAuditStore(file, RETENTION, LOG)
  await first.add([storedEntry(1)])
  await first.close()
  const earlier = new DatabaseSync(file)
  earlier.exec(
    'DROP INDEX audit_entries_failed; DROP INDEX audit_entries_error_code; ALTER TABLE audit_entries DROP COLUMN error_code',
  )
  earlier.close()
  const built: string[] = []
  const info = (step: object, text: string) => {
    if (text === 'the index of the audit log is built') built.push(`${'index' in step && step.index}`)
  }
  const second = sqliteAuditStore(file, RETENTION, { ...LOG, info } as typeof LOG)
  onTestFinished(() => second.close())
  await second.add([storedEntry(2, { errorCode: 'NoSuchKey' })])
  const found = await second.search(ALL)
  expect(found.map(({ id, errorCode }) => [id, errorCode])).toEqual([
    [2, 'NoSuchKey'],
    [1, ''],
  ])
  expect(await second.state()).toMatchObject({ setAside: '' })
  await expect.poll(() => built).toEqual(['error_code', 'failed'])
  const now = new DatabaseSync(file, { readOnly: true })
  onTestFinished(() => now.close())
  const indexes = now.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '%error_code%'").all()
  expect(indexes.map(({ name }) => name).sort()).toEqual(['audit_entries_error_code', 'audit_entries_failed'])
})

test('SQLite ignores the columns and tables of a later version, and adds entries beside them', async () => {
  const folder = tempFolder('audit')
  onTestFinished(folder.remove)
  const file = join(folder.path, 'audit.sqlite')
  const first = sqliteAuditStore(file, RETENTION, LOG)
  await first.add([storedEntry(1)])
  await first.close()
  const later = new DatabaseSync(file)
  later.exec(`
    ALTER TABLE audit_entries ADD COLUMN of_later_version text NOT NULL DEFAULT '';
    UPDATE audit_entries SET of_later_version = 'kept';
    CREATE TABLE later (id INTEGER)`)
  later.close()
  const second = sqliteAuditStore(file, RETENTION, LOG)
  await second.add([storedEntry(2)])
  expect((await second.search(ALL)).map(({ id }) => id)).toEqual([2, 1])
  await second.close()
  const again = new DatabaseSync(file)
  const kept = again.prepare('SELECT of_later_version AS value FROM audit_entries ORDER BY id').all()
  again.close()
  expect(kept.map(({ value }) => value)).toEqual(['kept', ''])
})

test('SQLite deletes the oldest entries when the file is too large', async () => {
  const folder = tempFolder('audit')
  const bytes = 3 * 1024 ** 2
  const store = sqliteAuditStore(join(folder.path, 'audit.sqlite'), { days: 30, bytes }, LOG)
  onTestFinished(async () => {
    await store.close()
    folder.remove()
  })
  const details = JSON.stringify({ path: 'x'.repeat(900) })
  await store.add(Array.from({ length: 5_000 }, (_, at) => storedEntry(at, { details })))
  expect((await store.state()).bytes).toBeGreaterThan(bytes)
  await store.trim(storedEntry(0).time / 1000)
  const left = await store.search({ ...ALL, descending: false, limit: 1 })
  expect(left[0]?.id).toBeGreaterThan(0)
  expect((await store.search({ ...ALL, limit: 1 }))[0]?.id).toBe(4_999)
  expect((await store.state()).bytes).toBeLessThan(bytes * 2)
})

test('SQLite sets a damaged file aside and starts with an empty one', async () => {
  const folder = tempFolder('audit')
  onTestFinished(folder.remove)
  const file = join(folder.path, 'audit.sqlite')
  writeFileSync(file, 'this is no database '.repeat(1_000))
  const store = sqliteAuditStore(file, RETENTION, LOG)
  await store.add([storedEntry(1)])
  expect(await store.state()).toMatchObject({ setAside: 'audit.sqlite.damaged' })
  expect(await store.search(ALL)).toHaveLength(1)
  await store.close()

  // Damage that only shows in use: a part of the file is missing.
  const other = join(folder.path, 'other.sqlite')
  const first = sqliteAuditStore(other, RETENTION, LOG)
  await first.add(Array.from({ length: 2_000 }, (_, at) => storedEntry(at)))
  await first.close()
  truncateSync(other, 8_192 * 4)
  const second = sqliteAuditStore(other, RETENTION, LOG)
  await second.add([storedEntry(7_000)])
  expect((await second.search(ALL)).map(({ id }) => id)).toContain(7_000)
  expect(await second.state()).toMatchObject({ setAside: 'other.sqlite.damaged' })
  await second.close()
})
