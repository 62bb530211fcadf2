/** The same cases on both stores. */
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { missingProgram, startPostgres, tempFolder } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AuditSearch, AuditStore } from '../../src/shared/audit-store/audit-store.ts'
import { postgresAuditStore } from '../../src/shared/audit-store/postgres-store.ts'
import { sqliteAuditStore } from '../../src/shared/audit-store/sqlite-store.ts'
import { storedEntry } from './audit-entries.ts'

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
  const store = sqliteAuditStore(join(folder.path, 'audit.sqlite'), RETENTION)
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
    const store = postgresAuditStore(postgres.url, RETENTION)
    const end = async () => {
      await store.close()
      await postgres.stop()
    }
    return { store, end }
  })
})

test('SQLite adds to a file from an earlier version what it lacks, and keeps its entries', async () => {
  const folder = tempFolder('audit')
  onTestFinished(folder.remove)
  const file = join(folder.path, 'audit.sqlite')
  const first = sqliteAuditStore(file, RETENTION)
  await first.add([storedEntry(1)])
  await first.close()
  const earlier = new DatabaseSync(file)
  earlier.exec(
    'DROP INDEX audit_entries_failed; DROP INDEX audit_entries_error_code; ALTER TABLE audit_entries DROP COLUMN error_code',
  )
  earlier.close()
  const second = sqliteAuditStore(file, RETENTION)
  onTestFinished(() => second.close())
  await second.add([storedEntry(2, { errorCode: 'NoSuchKey' })])
  const found = await second.search(ALL)
  expect(found.map(({ id, errorCode }) => [id, errorCode])).toEqual([
    [2, 'NoSuchKey'],
    [1, ''],
  ])
  expect(await second.state()).toMatchObject({ setAside: '' })
})

test('SQLite ignores the columns and tables of a later version, and adds entries beside them', async () => {
  const folder = tempFolder('audit')
  onTestFinished(folder.remove)
  const file = join(folder.path, 'audit.sqlite')
  const first = sqliteAuditStore(file, RETENTION)
  await first.add([storedEntry(1)])
  await first.close()
  const later = new DatabaseSync(file)
  later.exec(`
    ALTER TABLE audit_entries ADD COLUMN of_later_version text NOT NULL DEFAULT '';
    UPDATE audit_entries SET of_later_version = 'kept';
    CREATE TABLE later (id INTEGER)`)
  later.close()
  const second = sqliteAuditStore(file, RETENTION)
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
  const store = sqliteAuditStore(join(folder.path, 'audit.sqlite'), { days: 30, bytes })
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
  const store = sqliteAuditStore(file, RETENTION)
  await store.add([storedEntry(1)])
  expect(await store.state()).toMatchObject({ setAside: 'audit.sqlite.damaged' })
  expect(await store.search(ALL)).toHaveLength(1)
  await store.close()

  // Damage that only shows in use: a part of the file is missing.
  const other = join(folder.path, 'other.sqlite')
  const first = sqliteAuditStore(other, RETENTION)
  await first.add(Array.from({ length: 2_000 }, (_, at) => storedEntry(at)))
  await first.close()
  truncateSync(other, 8_192 * 4)
  const second = sqliteAuditStore(other, RETENTION)
  await second.add([storedEntry(7_000)])
  expect((await second.search(ALL)).map(({ id }) => id)).toContain(7_000)
  expect(await second.state()).toMatchObject({ setAside: 'other.sqlite.damaged' })
  await second.close()
})
