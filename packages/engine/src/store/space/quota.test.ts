import { expect, onTestFinished, test } from 'vitest'
import type { Store } from '../store.ts'
import { bodyOf, METADATA, temporaryStore } from '../testing/temporary-store.ts'
import { QUOTA } from './quota.ts'

const EXCEEDED = expect.objectContaining({ code: 'QuotaExceeded' })

async function storeWith(quota: number, versioning?: 'Enabled' | 'Suspended'): Promise<Store> {
  const { store } = await temporaryStore(onTestFinished)
  if (versioning !== undefined) await store.setVersioning('casks', versioning)
  await store.setBucketDocument('casks', QUOTA, JSON.stringify({ quota, quotatype: 'hard' }))
  return store
}

const put = (store: Store, key: string, bytes: number) =>
  store.putObject('casks', key, bodyOf(Buffer.alloc(bytes)), { metadata: METADATA })
const used = (store: Store) => store.usage().find(({ bucket }) => bucket === 'casks')?.bytes

test('stays below the quota under concurrent writes', async () => {
  const store = await storeWith(1000)
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, at) => put(store, `key-${at}`, 90)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(11)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toEqual(EXCEEDED)
  expect(used(store)).toBe(990)
})

test('decides between a concurrent put, copy and completion', async () => {
  const store = await storeWith(1000)
  await store.createBucket('source')
  await store.putObject('source', 's', bodyOf(Buffer.alloc(600)), { metadata: METADATA })
  const { uploadId } = await store.createUpload('casks', 'mp', { metadata: METADATA, tags: {} })
  const { etag } = await store.putPart('casks', 'mp', uploadId, 1, bodyOf(Buffer.alloc(600)))
  const outcomes = await Promise.allSettled([
    put(store, 'put', 600),
    store.copyObject({ bucket: 'source', key: 's' }, 'casks', 'copy', {}),
    store.completeUpload('casks', 'mp', uploadId, [{ partNumber: 1, etag }]),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(used(store)).toBe(600)
})

test('counts a copy that shares its bytes, and one onto itself only if it creates a version', async () => {
  const store = await storeWith(1000)
  await put(store, 'k', 600)
  await expect(store.copyObject({ bucket: 'casks', key: 'k' }, 'casks', 'other', {})).rejects.toEqual(EXCEEDED)
  await store.copyObject({ bucket: 'casks', key: 'k' }, 'casks', 'k', { metadata: { ...METADATA, user: { a: '1' } } })
  await store.setVersioning('casks', 'Enabled')
  await expect(store.copyObject({ bucket: 'casks', key: 'k' }, 'casks', 'k', {})).rejects.toEqual(EXCEEDED)
})

test('a refused completion or put leaves nothing behind, and the upload unchanged', async () => {
  const store = await storeWith(1000)
  const { uploadId } = await store.createUpload('casks', 'mp', { metadata: METADATA, tags: {} })
  const { etag } = await store.putPart('casks', 'mp', uploadId, 1, bodyOf(Buffer.alloc(300_000)))
  await expect(store.completeUpload('casks', 'mp', uploadId, [{ partNumber: 1, etag }])).rejects.toEqual(EXCEEDED)
  await expect(put(store, 'large', 300_000)).rejects.toEqual(EXCEEDED)
  expect(store.listParts('casks', 'mp', uploadId)).toHaveLength(1)
  expect(store.listObjects('casks', { prefix: '', limit: 10 }).entries).toEqual([])
})

test('a full bucket can be read, tagged and emptied, but accepts no object, not even an empty one', async () => {
  const store = await storeWith(2000, 'Enabled')
  await put(store, 'k', 1500)
  await store.setBucketDocument('casks', QUOTA, JSON.stringify({ size: 1000, quotatype: 'hard' }))
  await expect(put(store, 'empty', 0)).rejects.toEqual(EXCEEDED)
  expect(() => store.checkQuota('casks', 0)).toThrow(EXCEEDED)
  await store.setObjectTags('casks', 'k', undefined, { a: 'b' })
  await store.deleteObject('casks', 'k')
  const { entries } = store.listVersions('casks', { prefix: '', limit: 10 })
  for (const entry of entries) {
    if (entry.kind === 'object') await store.deleteObject('casks', 'k', { versionId: entry.record.versionId })
  }
  await put(store, 'k', 900)
  await store.setBucketDocument('casks', QUOTA, undefined)
  await put(store, 'k', 5000)
})
