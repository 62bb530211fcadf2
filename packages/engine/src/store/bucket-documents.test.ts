import { expect, onTestFinished, test } from 'vitest'
import { temporaryStore } from './testing/temporary-store.ts'

const refused = expect.objectContaining({ name: 'StoreError', code: 'NoSuchBucket' })

test('stores documents by name and with their time, and removes them with the bucket', async () => {
  const { store } = await temporaryStore(onTestFinished)
  await store.createBucket('casks-2')
  await store.setBucketDocument('casks', 'policy', '{"é":1}')
  await store.setBucketDocument('casks', 'cors', '<a/>')
  await store.setBucketDocument('casks-2', 'policy', 'other')
  const policy = store.getBucketDocument('casks', 'policy')
  expect(policy?.text).toBe('{"é":1}')
  expect(Math.abs((policy?.updatedAt ?? 0) - Date.now())).toBeLessThan(60_000)
  await store.setBucketDocument('casks', 'cors', undefined)
  expect(store.getBucketDocument('casks', 'cors')).toBeUndefined()
  await store.deleteBucket('casks')
  expect(() => store.getBucketDocument('casks', 'policy')).toThrow(refused)
  await expect(store.setBucketDocument('casks', 'policy', 'x')).rejects.toEqual(refused)
  await store.createBucket('casks')
  expect(store.getBucketDocument('casks', 'policy')).toBeUndefined()
  expect(store.getBucketDocument('casks-2', 'policy')?.text).toBe('other')
})
