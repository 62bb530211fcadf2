import { createHash } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Store } from '../store.ts'
import { bodyOf, dataFiles, METADATA, PATIENT, putText, readAll, temporaryStore } from '../testing/temporary-store.ts'

const md5 = (bytes: string | Uint8Array) => createHash('md5').update(bytes)
const refused = (code: string) => expect.objectContaining({ name: 'StoreError', code })

async function uploadWith(store: Store, parts: string[], key = 'k'): Promise<string> {
  const { uploadId } = await store.createUpload('casks', key, { metadata: METADATA, tags: {} })
  for (const [index, part] of parts.entries()) await store.putPart('casks', key, uploadId, index + 1, bodyOf(part))
  return uploadId
}

test('combines the parts into one object, which is not visible before', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const metadata = { contentType: 'video/mp4', headers: {}, user: { a: 'b' } }
  const { uploadId } = await store.createUpload('casks', 'k', { metadata, tags: {} })
  const parts = await Promise.all(
    ['first ', 'second ', 'third'].map((text, index) =>
      store.putPart('casks', 'k', uploadId, (index + 1) * 10, bodyOf(text)),
    ),
  )
  expect(store.listParts('casks', 'k', uploadId)).toEqual(parts)
  expect(parts[1]).toMatchObject({ partNumber: 20, size: 7, etag: md5('second ').digest('hex') })
  expect(() => store.statObject('casks', 'k')).toThrow(refused('NoSuchKey'))

  const record = await store.completeUpload('casks', 'k', uploadId, parts)
  const digests = ['first ', 'second ', 'third'].map((text) => md5(text).digest())
  expect(record).toMatchObject({ size: 18, etag: `${md5(Buffer.concat(digests)).digest('hex')}-3`, metadata })
  expect(store.statObject('casks', 'k')).toEqual(record)
  expect(String(await readAll(store, 'casks', 'k'))).toBe('first second third')
  for (const [start, end] of [
    [0, 5],
    [4, 8],
    [6, 17],
    [17, 17],
  ] as const) {
    expect(String(await readAll(store, 'casks', 'k', { start, end }))).toBe('first second third'.slice(start, end + 1))
  }
  expect(() => store.listParts('casks', 'k', uploadId)).toThrow(refused('NoSuchUpload'))
  expect(await dataFiles(dataDir)).toHaveLength(3)
  await store.deleteObject('casks', 'k')
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toEqual([]), PATIENT)
})

test('a part sent again replaces the earlier one; parts that are not named are dropped', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const uploadId = await uploadWith(store, ['one', 'two', 'three'])
  const again = await store.putPart('casks', 'k', uploadId, 1, bodyOf('ONE'))
  const [, , third] = store.listParts('casks', 'k', uploadId)
  if (!third) throw new Error('The third part is missing.')
  await store.completeUpload('casks', 'k', uploadId, [again, third])
  expect(String(await readAll(store, 'casks', 'k'))).toBe('ONEthree')
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toHaveLength(2), PATIENT)
})

test('refuses a part that is missing or differs, and the upload continues', async () => {
  const { store } = await temporaryStore(onTestFinished)
  const uploadId = await uploadWith(store, ['one'])
  const etag = md5('one').digest('hex')
  const complete = (partNumber: number, etag: string) =>
    store.completeUpload('casks', 'k', uploadId, [{ partNumber, etag }])
  await expect(complete(2, etag)).rejects.toEqual(refused('InvalidPart'))
  await expect(complete(1, 'other')).rejects.toEqual(refused('InvalidPart'))
  await complete(1, etag)
})

test('an upload belongs to its bucket and key', async () => {
  const { store } = await temporaryStore(onTestFinished)
  await expect(store.createUpload('nowhere', 'k', { metadata: METADATA, tags: {} })).rejects.toEqual(
    refused('NoSuchBucket'),
  )
  const uploadId = await uploadWith(store, ['one'])
  expect(() => store.listParts('casks', 'other', uploadId)).toThrow(refused('NoSuchUpload'))
  await expect(store.abortUpload('casks', 'other', uploadId)).rejects.toEqual(refused('NoSuchUpload'))
  await expect(store.putPart('casks', 'other', uploadId, 1, bodyOf('x'))).rejects.toEqual(refused('NoSuchUpload'))
  await expect(store.completeUpload('casks', 'other', uploadId, [])).rejects.toEqual(refused('NoSuchUpload'))
})

test('an aborted upload leaves nothing, nor does a part that arrives while it is aborted', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  await putText(store, 'k', 'before')
  const uploadId = await uploadWith(store, ['one', 'two'])
  async function* slow() {
    yield Buffer.from('thr')
    await store.abortUpload('casks', 'k', uploadId)
    yield Buffer.from('ee')
  }
  await expect(store.putPart('casks', 'k', uploadId, 3, slow())).rejects.toEqual(refused('NoSuchUpload'))
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toEqual([]), PATIENT)
  expect(String(await readAll(store, 'casks', 'k'))).toBe('before')
})

test('an interrupted part leaves the earlier one', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const uploadId = await uploadWith(store, ['one'])
  async function* broken() {
    yield Buffer.from('ON')
    throw new Error('The client left.')
  }
  await expect(store.putPart('casks', 'k', uploadId, 1, broken())).rejects.toThrow('The client left.')
  await store.completeUpload('casks', 'k', uploadId, [{ partNumber: 1, etag: md5('one').digest('hex') }])
  expect(String(await readAll(store, 'casks', 'k'))).toBe('one')
  expect(await dataFiles(dataDir)).toHaveLength(1)
})

test('the settings of an upload are available while it runs, and apply to the object', async () => {
  const { store } = await temporaryStore(onTestFinished)
  const begun = {
    metadata: METADATA,
    tags: { wood: 'oak' },
    checksum: { algorithm: 'crc32', type: 'COMPOSITE' as const },
  }
  const upload = await store.createUpload('casks', 'k', begun)
  expect(upload).toMatchObject({ ...begun, bucket: 'casks', key: 'k' })
  expect(store.getUpload('casks', 'k', upload.uploadId)).toEqual(upload)
  expect(() => store.getUpload('casks', 'other', upload.uploadId)).toThrow(refused('NoSuchUpload'))
  let isOver = false
  async function* body() {
    yield Buffer.from('oak')
    isOver = true
  }
  const checksums = () => {
    expect(isOver).toBe(true)
    return { crc32: 'AAAAAA==' }
  }
  const part = await store.putPart('casks', 'k', upload.uploadId, 1, body(), { checksums })
  expect(part.checksums).toEqual({ crc32: 'AAAAAA==' })
  expect(store.listParts('casks', 'k', upload.uploadId)).toEqual([part])
  const whole = { values: { crc32: 'BBBBBB==-1' }, type: 'COMPOSITE' as const }
  const record = await store.completeUpload('casks', 'k', upload.uploadId, [part], { checksums: whole })
  expect(record).toMatchObject({ tags: { wood: 'oak' }, checksums: whole })
  expect(store.partsOfObject('casks', 'k')).toEqual([part])
})

test('aborts uploads that received nothing since a time, in every bucket', async () => {
  let now = Date.now()
  const { store, dataDir } = await temporaryStore(onTestFinished, { now: () => now })
  await store.createBucket('vat')
  const stale: string[] = []
  for (let n = 0; n < 120; n++) {
    stale.push((await store.createUpload('casks', `k${n}`, { metadata: METADATA, tags: {} })).uploadId)
  }
  const inVat = await store.createUpload('vat', 'k', { metadata: METADATA, tags: {} })
  await store.putPart('vat', 'k', inVat.uploadId, 1, bodyOf('x'))
  const active = await uploadWith(store, [])
  now += 1
  await store.putPart('casks', 'k', active, 1, bodyOf('kept'))
  const young = await uploadWith(store, ['kept'])
  expect(await store.abortUploadsBefore(now)).toBe(121)
  expect(await store.abortUploadsBefore(now)).toBe(0)
  expect(store.listUploads('vat', { prefix: '', limit: 1 }).entries).toEqual([])
  expect(store.listParts('casks', 'k', active)).toHaveLength(1)
  expect(store.listParts('casks', 'k', young)).toHaveLength(1)
  expect(() => store.listParts('casks', 'k0', stale[0] ?? '')).toThrow(refused('NoSuchUpload'))
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toHaveLength(2), PATIENT)
})
