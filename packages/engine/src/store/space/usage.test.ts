import { expect, onTestFinished, test } from 'vitest'
import type { Store } from '../store.ts'
import { bodyOf, METADATA, temporaryStore } from '../testing/temporary-store.ts'

const put = (store: Store, key: string, size: number) =>
  store.putObject('casks', key, bodyOf(Buffer.alloc(size)), { metadata: METADATA })

function usageOf(store: Store, bucket: string) {
  const usage = store.usage().find((entry) => entry.bucket === bucket)
  if (!usage) throw new Error(`No usage of ${bucket}.`)
  const counted = Object.entries(usage.sizeHistogram).filter(([, count]) => count !== 0)
  return { objects: usage.objects, bytes: usage.bytes, ...Object.fromEntries(counted) }
}

test('counts objects and bytes by size class through puts, overwrites, deletes and uploads', async () => {
  const { store } = await temporaryStore(onTestFinished)
  expect(usageOf(store, 'casks')).toEqual({ objects: 0, bytes: 0 })
  await Promise.all([put(store, 'a', 1023), put(store, 'b', 1024), put(store, 'c', 300_000)])
  expect(usageOf(store, 'casks')).toEqual({
    objects: 3,
    bytes: 302_047,
    LESS_THAN_1024_B: 1,
    BETWEEN_1024_B_AND_64_KB: 1,
    BETWEEN_256_KB_AND_512_KB: 1,
    BETWEEN_1024B_AND_1_MB: 2,
  })
  await put(store, 'c', 10)
  await store.deleteObject('casks', 'b')
  await store.deleteObject('casks', 'b')
  const { uploadId } = await store.createUpload('casks', 'm', { metadata: METADATA, tags: {} })
  const part = await store.putPart('casks', 'm', uploadId, 1, bodyOf(Buffer.alloc(2 * 1024 * 1024)))
  expect(usageOf(store, 'casks')).toEqual({ objects: 2, bytes: 1033, LESS_THAN_1024_B: 2 })
  await store.completeUpload('casks', 'm', uploadId, [part])
  expect(usageOf(store, 'casks')).toEqual({
    objects: 3,
    bytes: 1033 + 2 * 1024 * 1024,
    LESS_THAN_1024_B: 2,
    BETWEEN_1_MB_AND_10_MB: 1,
  })
})

test('names every size class, and each bucket once', async () => {
  const { store } = await temporaryStore(onTestFinished)
  await store.createBucket('vat')
  expect(store.usage().map(({ bucket }) => bucket)).toEqual(['casks', 'vat'])
  expect(Object.keys(store.usage()[0]?.sizeHistogram ?? {})).toHaveLength(11)
  await store.deleteBucket('vat')
  expect(store.usage()).toHaveLength(1)
})

test('counts versioned buckets as MinIO does: keys that were deleted are objects, delete markers versions', async () => {
  const { store } = await temporaryStore(onTestFinished)
  await store.setVersioning('casks', 'Enabled')
  for (const key of ['a', 'a', 'a', 'gone']) await put(store, key, 600)
  await store.deleteObject('casks', 'gone')
  await put(store, 'one', 5)
  const usage = store.usage()[0]
  expect(usage).toMatchObject({ objects: 3, versions: 6, deleteMarkers: 1, bytes: 2405 })
  expect(usage?.versionsHistogram).toMatchObject({ UNVERSIONED: 0, SINGLE_VERSION: 1, BETWEEN_2_AND_10: 2 })
  expect(usage?.sizeHistogram).toMatchObject({ LESS_THAN_1024_B: 2, BETWEEN_1024_B_AND_64_KB: 1 })
})
