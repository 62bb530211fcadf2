import { expect, onTestFinished, test, vi } from 'vitest'
import {
  bodyOf,
  dataFiles,
  LARGE,
  METADATA,
  PATIENT,
  putText,
  readAll,
  temporaryStore,
} from '../testing/temporary-store.ts'

const refused = (code: string) => expect.objectContaining({ name: 'StoreError', code })
const OF_K = { bucket: 'casks', key: 'k' }
const LARGE_BYTES = Buffer.alloc(LARGE, 'oak')

test('copies share the bytes of a large object until the last one is deleted', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  await store.createBucket('vat')
  await store.putObject('casks', 'k', bodyOf(LARGE_BYTES), { metadata: METADATA })
  await store.copyObject(OF_K, 'vat', 'one', {})
  await store.copyObject({ bucket: 'vat', key: 'one' }, 'vat', 'two', {})
  expect(await dataFiles(dataDir)).toHaveLength(1)
  await store.deleteObject('casks', 'k')
  await store.putObject('vat', 'one', bodyOf('other'), { metadata: METADATA })
  expect((await readAll(store, 'vat', 'two')).equals(LARGE_BYTES)).toBe(true)
  expect(await dataFiles(dataDir)).toHaveLength(1)
  await store.deleteObject('vat', 'two')
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toEqual([]), PATIENT)
})

test('an object copied onto itself keeps its bytes and changes its metadata', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  for (const bytes of [LARGE_BYTES, Buffer.from('small'), Buffer.alloc(0)]) {
    const before = await store.putObject('casks', 'k', bodyOf(bytes), { metadata: METADATA, tags: { a: 'b' } })
    const metadata = { contentType: 'image/png', headers: {}, user: { maker: 'Küfer' } }
    const after = await store.copyObject(OF_K, 'casks', 'k', { metadata })
    expect(after).toEqual({ ...before, metadata, lastModified: after.lastModified })
    expect(await store.copyObject(OF_K, 'casks', 'k', {})).toMatchObject({ metadata, tags: { a: 'b' } })
    expect((await readAll(store, 'casks', 'k')).equals(bytes)).toBe(true)
  }
  await store.deleteObject('casks', 'k')
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toEqual([]), PATIENT)
})

test('copies tags, checksums and ETag of the source unless others are given', async () => {
  const { store } = await temporaryStore(onTestFinished)
  const checksums = { values: { crc32: 'AAAAAA==' }, type: 'FULL_OBJECT' as const }
  const source = await store.putObject('casks', 'k', bodyOf('oak'), {
    metadata: METADATA,
    tags: { wood: 'oak' },
    checksums: () => checksums,
  })
  expect(source).toMatchObject({ tags: { wood: 'oak' }, checksums })
  const { etag } = source
  expect(await store.copyObject(OF_K, 'casks', 'same', {})).toMatchObject({ tags: { wood: 'oak' }, checksums, etag })
  const given = { tags: {}, checksums: { values: { sha1: 'AAAA' }, type: 'COMPOSITE' as const }, etag: 'x' }
  expect(await store.copyObject(OF_K, 'casks', 'other', given)).toMatchObject(given)
})

test('any version except a delete marker can be copied', async () => {
  const { store } = await temporaryStore(onTestFinished)
  await store.setVersioning('casks', 'Enabled')
  const first = await putText(store, 'k', 'first')
  await putText(store, 'k', 'second')
  const marker = await store.deleteObject('casks', 'k')
  const restored = await store.copyObject({ ...OF_K, versionId: first.versionId }, 'casks', 'k', {})
  expect(restored.versionId).not.toBe(first.versionId)
  expect(String(await readAll(store, 'casks', 'k'))).toBe('first')
  await store.deleteObject('casks', 'k')
  const copy = (source: { bucket: string; key: string; versionId?: string }) =>
    store.copyObject(source, 'casks', 'copy', {})
  await expect(copy(OF_K)).rejects.toEqual(refused('NoSuchKey'))
  await expect(copy({ ...OF_K, versionId: marker.versionId ?? '' })).rejects.toEqual(refused('NoSuchVersion'))
  await expect(copy({ ...OF_K, versionId: 'null' })).rejects.toEqual(refused('NoSuchVersion'))
  await expect(copy({ bucket: 'nowhere', key: 'k' })).rejects.toEqual(refused('NoSuchBucket'))
  await expect(store.copyObject(OF_K, 'nowhere', 'k', {})).rejects.toEqual(refused('NoSuchBucket'))
})

test('the copy of a multipart object shares its files, and has its parts if it has its ETag', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const { uploadId } = await store.createUpload('casks', 'k', { metadata: METADATA, tags: {} })
  const checksums = () => ({ crc32: 'AAAAAA==' })
  const parts = [
    await store.putPart('casks', 'k', uploadId, 2, bodyOf('oak '), { checksums }),
    await store.putPart('casks', 'k', uploadId, 5, bodyOf('and iron')),
  ]
  await store.completeUpload('casks', 'k', uploadId, parts)
  expect(store.partsOfObject('casks', 'k')).toEqual(parts)
  await store.copyObject(OF_K, 'casks', 'same', {})
  await store.copyObject(OF_K, 'casks', 'whole', { etag: '0'.repeat(32) })
  expect(store.partsOfObject('casks', 'same')).toEqual(parts)
  expect(store.partsOfObject('casks', 'whole')).toEqual([])
  await store.deleteObject('casks', 'k')
  await store.deleteObject('casks', 'same')
  expect(String(await readAll(store, 'casks', 'whole'))).toBe('oak and iron')
  expect(await dataFiles(dataDir)).toHaveLength(2)
  await store.deleteObject('casks', 'whole')
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toEqual([]), PATIENT)
})

test('a copy and a concurrent delete of its source both succeed completely', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  for (let round = 0; round < 20; round++) {
    await store.putObject('casks', 'k', bodyOf(LARGE_BYTES), { metadata: METADATA })
    const [copy] = await Promise.allSettled(
      round % 2 === 0
        ? [store.copyObject(OF_K, 'casks', 'copy', {}), store.deleteObject('casks', 'k')]
        : [store.deleteObject('casks', 'k').then(() => store.copyObject(OF_K, 'casks', 'copy', {}))],
    )
    if (copy?.status === 'fulfilled') expect((await readAll(store, 'casks', 'copy')).equals(LARGE_BYTES)).toBe(true)
    else expect(copy?.reason).toEqual(refused('NoSuchKey'))
    await store.deleteObject('casks', 'copy')
  }
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toEqual([]), PATIENT)
})
