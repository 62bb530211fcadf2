import { expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from './open-store.ts'
import { bodyOf, dataFiles, METADATA, PATIENT, putText, readAll, temporaryStore } from './testing/temporary-store.ts'

const refused = (code: string) => expect.objectContaining({ name: 'StoreError', code })

test('lists buckets by name, with the time of their creation', async () => {
  const { store } = await temporaryStore(onTestFinished)
  await store.createBucket('vat')
  const barrel = await store.createBucket('barrel')
  expect(store.listBuckets().map(({ name }) => name)).toEqual(['barrel', 'casks', 'vat'])
  expect(store.getBucket('barrel')).toEqual(barrel)
  expect(store.getBucket('nowhere')).toBeUndefined()
  expect(Math.abs(barrel.createdAt - Date.now())).toBeLessThan(60_000)
  await expect(store.createBucket('vat')).rejects.toEqual(refused('BucketExists'))
})

test('deletes only an empty bucket, with its incomplete uploads', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  await expect(store.deleteBucket('nowhere')).rejects.toEqual(refused('NoSuchBucket'))
  const { uploadId } = await store.createUpload('casks', 'u', { metadata: METADATA, tags: {} })
  await store.putPart('casks', 'u', uploadId, 1, bodyOf('part'))
  await putText(store, 'k')
  await expect(store.deleteBucket('casks')).rejects.toEqual(refused('BucketNotEmpty'))
  await store.deleteObject('casks', 'k')
  await store.deleteBucket('casks')
  expect(store.getBucket('casks')).toBeUndefined()
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toEqual([]), PATIENT)
  await store.createBucket('casks')
  expect(() => store.listParts('casks', 'u', uploadId)).toThrow(refused('NoSuchUpload'))
})

test('deleting a bucket never loses an acknowledged object', async () => {
  const { store } = await temporaryStore(onTestFinished)
  const outcomes = new Set<string>()
  for (let round = 0; round < 60; round++) {
    const name = `race-${round}`
    await store.createBucket(name)
    async function* body() {
      for (let turn = round % 4; turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve))
      yield Buffer.from(name)
    }
    const [put, deletion] = await Promise.allSettled([
      store.putObject(name, 'k', body(), { metadata: METADATA }),
      new Promise((resolve) => setImmediate(resolve)).then(() => store.deleteBucket(name)),
    ])
    outcomes.add(`${put.status}, ${deletion.status}`)
    if (put.status === 'fulfilled') expect(String(await readAll(store, name, 'k'))).toBe(name)
    else expect(put.reason).toEqual(refused('NoSuchBucket'))
    expect(put.status).not.toBe(deletion.status)
  }
  expect(outcomes.size).toBe(2)
})

test('a data folder can be opened once at a time, and keeps everything', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  await putText(store, 'k', 'kept')
  await expect(openStore({ dataDir })).rejects.toEqual(refused('DataFolderInUse'))
  await store.close()
  const again = await openStore({ dataDir })
  try {
    expect(String(await readAll(again, 'casks', 'k'))).toBe('kept')
  } finally {
    await again.close()
  }
})
