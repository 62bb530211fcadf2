import { expect, test } from 'vitest'
import type { DocumentStore } from '../store/store.ts'
import { TemporaryCredentialsStore } from './temporary-credentials.ts'

const HOUR_MS = 3600_000

function documentsInMemory(): DocumentStore & { ids(): string[] } {
  const kept = new Map<string, string>()
  return {
    get: (_space, id) => JSON.parse(kept.get(id) ?? 'null'),
    put: async (_space, id, value) => void kept.set(id, JSON.stringify(value)),
    delete: async (_space, id) => void kept.delete(id),
    list: () => [...kept].map(([id, value]) => ({ id, value: JSON.parse(value) })),
    ids: () => [...kept.keys()],
  }
}

test('credentials are found until they end, and cleared away by the next grant', async () => {
  const documents = documentsInMemory()
  const store = new TemporaryCredentialsStore(documents)
  const now = Date.UTC(2026, 10, 21, 12, 0, 0, 500)
  const { accessKey, expiresAt } = await store.grant({ parent: 'root', durationSeconds: 3600 }, now)
  expect(expiresAt).toBe(now - 500 + HOUR_MS)
  expect(store.find(accessKey, expiresAt - 1)).toBeDefined()
  expect(store.find(accessKey, expiresAt)).toBeUndefined()

  const next = await store.grant({ parent: 'root', durationSeconds: 3600 }, expiresAt)
  expect(documents.ids()).toEqual([next.accessKey])
})

test('another start finds them again, with their policy', async () => {
  const documents = documentsInMemory()
  const policy = '{"Version":"2012-10-17","Statement":[{"Effect":"Deny","Action":["s3:*"]}]}'
  const granted = await new TemporaryCredentialsStore(documents).grant({
    parent: 'root',
    durationSeconds: 3600,
    policy,
  })
  const found = new TemporaryCredentialsStore(documents).find(granted.accessKey)
  expect(found).toEqual(granted)
  expect(found?.policy?.statements).toMatchObject([{ effect: 'Deny', actions: ['s3:*'] }])
})
