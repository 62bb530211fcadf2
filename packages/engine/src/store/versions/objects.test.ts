import { createHash } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  bodyOf,
  collect,
  dataFiles,
  LARGE,
  METADATA,
  PATIENT,
  putText,
  readAll,
  temporaryStore,
} from '../testing/temporary-store.ts'

test('returns what was put, with size, MD5 and metadata', async () => {
  const { store } = await temporaryStore(onTestFinished)
  const metadata = { contentType: 'image/png', headers: { 'cache-control': 'no-store' }, user: { maker: 'Küfer' } }
  const record = await store.putObject('casks', 'é/😀', bodyOf('oak ', 'and iron'), { metadata })
  expect(record).toMatchObject({
    bucket: 'casks',
    key: 'é/😀',
    size: 12,
    etag: createHash('md5').update('oak and iron').digest('hex'),
    metadata,
  })
  expect(Math.abs(record.lastModified - Date.now())).toBeLessThan(60_000)
  expect(store.statObject('casks', 'é/😀')).toEqual(record)
  expect(String(await readAll(store, 'casks', 'é/😀'))).toBe('oak and iron')
})

test.each([0, 1, 65_536, 65_537, 1_500_000])('keeps an object of %i bytes, and any range of it', async (size) => {
  const { store } = await temporaryStore(onTestFinished)
  const bytes = Buffer.alloc(size, 'abcdefghijk')
  const chunks = [bytes.subarray(0, size / 3), Buffer.alloc(0), bytes.subarray(size / 3)]
  await store.putObject('casks', 'k', bodyOf(...chunks), { metadata: METADATA })
  expect((await readAll(store, 'casks', 'k')).equals(bytes)).toBe(true)
  for (const [start, end] of [
    [0, 0],
    [size - 1, size - 1],
    [Math.floor(size / 2), size - 1],
  ] as const) {
    if (size === 0) continue
    expect((await readAll(store, 'casks', 'k', { start, end })).equals(bytes.subarray(start, end + 1))).toBe(true)
  }
})

test('refuses unknown buckets and keys, and keys above 1024 bytes', async () => {
  const { store } = await temporaryStore(onTestFinished)
  const refused = (code: string) => expect.objectContaining({ name: 'StoreError', code })
  await expect(store.putObject('nowhere', 'k', bodyOf('x'), { metadata: METADATA })).rejects.toEqual(
    refused('NoSuchBucket'),
  )
  await expect(store.openObject('nowhere', 'k')).rejects.toEqual(refused('NoSuchBucket'))
  await expect(store.openObject('casks', 'k')).rejects.toEqual(refused('NoSuchKey'))
  expect(() => store.statObject('casks', 'k')).toThrow(refused('NoSuchKey'))
  await expect(store.deleteObject('nowhere', 'k')).rejects.toEqual(refused('NoSuchBucket'))
  await expect(putText(store, 'é'.repeat(513))).rejects.toEqual(refused('KeyTooLong'))
  await putText(store, 'é'.repeat(512))
})

test('a failed body leaves no object and no file, and keeps the earlier content', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  await putText(store, 'k', 'before')
  async function* broken() {
    yield Buffer.alloc(LARGE)
    throw new Error('The client left.')
  }
  await expect(store.putObject('casks', 'k', broken(), { metadata: METADATA })).rejects.toThrow('The client left.')
  await expect(store.putObject('casks', 'new', broken(), { metadata: METADATA })).rejects.toThrow('The client left.')
  expect(await dataFiles(dataDir)).toEqual([])
  expect(String(await readAll(store, 'casks', 'k'))).toBe('before')
  expect(store.listObjects('casks', { prefix: '', limit: 10 }).entries).toHaveLength(1)
})

test('an open object stays readable when overwritten and deleted, then its file is removed', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const first = Buffer.alloc(3 * LARGE, 'first')
  await store.putObject('casks', 'k', bodyOf(first), { metadata: METADATA })
  const [opened, unread] = await Promise.all([store.openObject('casks', 'k'), store.openObject('casks', 'k')])
  await store.putObject('casks', 'k', bodyOf(Buffer.alloc(LARGE, 'second')), { metadata: METADATA })
  await store.deleteObject('casks', 'k')
  expect((await collect(opened.read())).equals(first)).toBe(true)
  await opened.close()
  await opened.close()
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toHaveLength(1), PATIENT)
  await unread.close()
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toEqual([]), PATIENT)
})

test('a reader that stops early can close immediately', async () => {
  const { store } = await temporaryStore(onTestFinished)
  await store.putObject('casks', 'k', bodyOf(Buffer.alloc(2_000_000)), { metadata: METADATA })
  const opened = await store.openObject('casks', 'k')
  for await (const _ of opened.read()) break
  await opened.close()
})

test('the last of concurrent writers to commit wins, and only its file stays', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const bodies = Array.from({ length: 20 }, (_, n) => Buffer.alloc(LARGE, `${n},`))
  await Promise.all(bodies.map((body) => store.putObject('casks', 'k', bodyOf(body), { metadata: METADATA })))
  const found = await readAll(store, 'casks', 'k')
  expect(bodies.some((body) => body.equals(found))).toBe(true)
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toHaveLength(1), PATIENT)
})

test('deleting reports whether something existed', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  await putText(store, 'small')
  await store.putObject('casks', 'large', bodyOf(Buffer.alloc(LARGE)), { metadata: METADATA })
  const deleted = { found: true, versionId: 'null', isDeleteMarker: false }
  expect(await store.deleteObject('casks', 'small')).toEqual(deleted)
  expect(await store.deleteObject('casks', 'large')).toEqual(deleted)
  expect(await store.deleteObject('casks', 'large')).toEqual({ found: false, isDeleteMarker: false })
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toEqual([]), PATIENT)
})
