import { expect, test, vi } from 'vitest'
import { documentsInMemory } from '../store/testing/documents-in-memory.ts'
import { IamTables } from './tables.ts'
import { TemporaryCredentialsTable } from './temporary-credentials.ts'

const HOUR_MS = 3600_000

test('credentials are found until they expire, and the next grant removes them', async () => {
  const documents = documentsInMemory()
  const table = new TemporaryCredentialsTable(new IamTables(documents), 'root')
  const now = Date.UTC(2026, 10, 21, 12, 0, 0, 500)
  const { accessKey, expiresAt } = await table.grant({ parent: 'root', expiresAt: now + HOUR_MS }, now)
  expect(expiresAt).toBe(now - 500 + HOUR_MS)
  expect(table.find(accessKey, expiresAt - 1)).toBeDefined()
  expect(table.find(accessKey, expiresAt)).toBeUndefined()

  const next = await table.grant({ parent: 'root', expiresAt: expiresAt + HOUR_MS }, expiresAt)
  expect(documents.stored()).toEqual([`sts ${next.accessKey}`])
})

test('credentials and their policy survive a restart', async () => {
  const documents = documentsInMemory()
  const policy = '{"Version":"2012-10-17","Statement":[{"Effect":"Deny","Action":["s3:*"]}]}'
  const granted = await new TemporaryCredentialsTable(new IamTables(documents), 'root').grant({
    parent: 'root',
    expiresAt: Date.now() + HOUR_MS,
    policy,
  })
  expect(new TemporaryCredentialsTable(new IamTables(documents), 'root').find(granted.accessKey)).toEqual(granted)
})

test('revokes the credentials of one type or all of one parent', async () => {
  const table = new TemporaryCredentialsTable(new IamTables(documentsInMemory()), 'root')
  const expiresAt = Date.now() + HOUR_MS
  const claims = { sub: 'somebody' }
  const [typed, plain, other] = [
    await table.grant({ parent: 'a', claims, expiresAt, revokeType: 'one' }),
    await table.grant({ parent: 'a', claims, expiresAt }),
    await table.grant({ parent: 'b', claims, expiresAt, revokeType: 'one' }),
  ]
  await table.revoke('a', 'one')
  expect([typed, plain, other].map(({ accessKey }) => table.find(accessKey) !== undefined)).toEqual([false, true, true])
  await table.revoke('a', undefined)
  expect([plain, other].map(({ accessKey }) => table.find(accessKey) !== undefined)).toEqual([false, true])
})

test('limits the credentials of an account, without counting expired ones', async () => {
  const documents = documentsInMemory()
  const table = new TemporaryCredentialsTable(new IamTables(documents), 'root', 2)
  const [now, claims] = [Date.now(), { sub: 'somebody' }]
  const grant = (parent: string, at: number) => table.grant({ parent, claims, expiresAt: at + HOUR_MS }, at)
  const first = await grant('a', now)
  const second = await grant('a', now + 1000)
  await expect(grant('a', now + 2000)).rejects.toMatchObject({ code: 'LimitExceeded', status: 409 })
  const other = await grant('b', now + 2000)

  const third = await grant('a', now + HOUR_MS)
  const kept = [second, other, third].map(({ accessKey }) => `sts ${accessKey}`)
  expect(documents.stored()).toEqual(kept)
  expect(table.find(first.accessKey, now)).toBeUndefined()
  await table.revoke('a', undefined)
  expect(documents.stored()).toEqual([`sts ${other.accessKey}`])
  await grant('a', now + HOUR_MS)
  await grant('a', now + HOUR_MS)
})

test('removes expired credentials after a restart', async () => {
  const documents = documentsInMemory()
  const now = Date.now()
  const before = new TemporaryCredentialsTable(new IamTables(documents), 'root')
  for (const hours of [3, 1, 2]) await before.grant({ parent: 'root', expiresAt: now + hours * HOUR_MS }, now)
  const [unexpired] = documents.stored()
  const after = new TemporaryCredentialsTable(new IamTables(documents), 'root')
  const next = await after.grant({ parent: 'root', expiresAt: now + 4 * HOUR_MS }, now + 2.5 * HOUR_MS)
  expect(documents.stored()).toEqual([unexpired, `sts ${next.accessKey}`])
})

test('a grant and a revocation do not scan all credentials', async () => {
  const tables = new IamTables(documentsInMemory())
  const table = new TemporaryCredentialsTable(tables, 'root')
  const expiresAt = Date.now() + HOUR_MS
  for (let count = 0; count < 10; count++) await table.grant({ parent: 'root', expiresAt })
  const all = vi.spyOn(tables, 'all')
  const { accessKey } = await table.grant({ parent: 'root', expiresAt, revokeType: 'one' })
  await table.revoke('root', 'one')
  expect(table.find(accessKey)).toBeUndefined()
  expect(all).not.toHaveBeenCalled()
})

test('removes many expired credentials in batches', async () => {
  const documents = documentsInMemory()
  const table = new TemporaryCredentialsTable(new IamTables(documents), 'root')
  const now = Date.now()
  await Promise.all(Array.from({ length: 250 }, () => table.grant({ parent: 'root', expiresAt: now + HOUR_MS }, now)))
  const left = []
  for (let count = 0; count < 3; count++) {
    await table.grant({ parent: 'root', expiresAt: now + 9 * HOUR_MS }, now + 2 * HOUR_MS)
    left.push(documents.stored().length)
  }
  expect(left).toEqual([151, 52, 3])
})
