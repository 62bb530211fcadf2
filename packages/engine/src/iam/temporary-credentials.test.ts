import { expect, test } from 'vitest'
import { IamTables } from './tables.ts'
import { TemporaryCredentialsTable } from './temporary-credentials.ts'
import { documentsInMemory } from './testing/documents-in-memory.ts'

const HOUR_MS = 3600_000

test('credentials are found until they end, and cleared away by the next grant', async () => {
  const documents = documentsInMemory()
  const table = new TemporaryCredentialsTable(new IamTables(documents), 'root')
  const now = Date.UTC(2026, 10, 21, 12, 0, 0, 500)
  const { accessKey, expiresAt } = await table.grant({ parent: 'root', expiresAt: now + HOUR_MS }, now)
  expect(expiresAt).toBe(now - 500 + HOUR_MS)
  expect(table.find(accessKey, expiresAt - 1)).toBeDefined()
  expect(table.find(accessKey, expiresAt)).toBeUndefined()

  const next = await table.grant({ parent: 'root', expiresAt: expiresAt + HOUR_MS }, expiresAt)
  expect(documents.kept()).toEqual([`sts ${next.accessKey}`])
})

test('another start finds them again, with their policy', async () => {
  const documents = documentsInMemory()
  const policy = '{"Version":"2012-10-17","Statement":[{"Effect":"Deny","Action":["s3:*"]}]}'
  const granted = await new TemporaryCredentialsTable(new IamTables(documents), 'root').grant({
    parent: 'root',
    expiresAt: Date.now() + HOUR_MS,
    policy,
  })
  expect(new TemporaryCredentialsTable(new IamTables(documents), 'root').find(granted.accessKey)).toEqual(granted)
})

test('revoking ends those of one type, or all of one parent', async () => {
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
