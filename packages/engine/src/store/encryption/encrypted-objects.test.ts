import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { StartedStore } from '../durable-store.ts'
import { CHUNK_BYTES } from '../files/sealed-chunks.ts'
import { openStore } from '../open-store.ts'
import type { Store } from '../store.ts'
import {
  bodyOf,
  collect,
  dataFiles,
  METADATA,
  PATIENT,
  readAll,
  temporaryFolder,
  temporaryStore,
} from '../testing/temporary-store.ts'
import { ENCRYPTION_KEYS_FILE } from './key-file.ts'

const SEALED = { metadata: METADATA, encryption: 'AES256' } as const

const put = (store: Store, key: string, bytes: Uint8Array) =>
  store.putObject('casks', key, bodyOf(...slices(bytes)), SEALED)

function slices(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / 70_000) }, (_, at) =>
    bytes.subarray(at * 70_000, (at + 1) * 70_000),
  )
}

async function reopened(store: StartedStore, dataDir: string): Promise<StartedStore> {
  await store.close()
  const again = await openStore({ dataDir })
  onTestFinished(() => again.close())
  return again
}

test.each([1, 1_000, 64 * 1024, 64 * 1024 + 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES + 5])(
  'an encrypted object of %i bytes is read back, whole and by ranges around chunks',
  async (size) => {
    const { store } = await temporaryStore(onTestFinished)
    const bytes = randomBytes(size)
    const record = await put(store, 'k', bytes)
    expect(record).toMatchObject({ size, encryption: 'AES256' })
    expect((await readAll(store, 'casks', 'k')).equals(bytes)).toBe(true)
    const marks = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, size - 1]
    const inside = marks.filter((mark) => mark >= 0 && mark < size)
    for (const start of inside) {
      for (const end of inside.filter((mark) => mark >= start)) {
        const read = await readAll(store, 'casks', 'k', { start, end })
        expect(read.equals(bytes.subarray(start, end + 1)), `${start} to ${end}`).toBe(true)
      }
    }
  },
)

test('an empty object is reported as encrypted too', async () => {
  const { store } = await temporaryStore(onTestFinished)
  expect(await put(store, 'empty', Buffer.alloc(0))).toMatchObject({ size: 0, encryption: 'AES256' })
  expect((await readAll(store, 'casks', 'empty')).length).toBe(0)
})

test('parts are encrypted separately and read as one object', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const parts = [randomBytes(CHUNK_BYTES + 3), randomBytes(1), randomBytes(200_000)]
  const { uploadId, encryption } = await store.createUpload('casks', 'k', { ...SEALED, tags: {} })
  expect(encryption).toBe('AES256')
  for (const [at, bytes] of parts.entries()) {
    const part = await store.putPart('casks', 'k', uploadId, at + 1, bodyOf(...slices(bytes)))
    expect(part.size).toBe(bytes.length)
  }
  const files = await readdir(join(dataDir, 'objects'), { recursive: true })
  const record = await store.completeUpload('casks', 'k', uploadId, store.listParts('casks', 'k', uploadId))
  expect(record).toMatchObject({ size: CHUNK_BYTES + 3 + 1 + 200_000, encryption: 'AES256' })
  expect(await readdir(join(dataDir, 'objects'), { recursive: true })).toEqual(files)
  const whole = Buffer.concat(parts)
  expect((await readAll(store, 'casks', 'k')).equals(whole)).toBe(true)
  const range = { start: CHUNK_BYTES + 1, end: CHUNK_BYTES + 5 }
  expect((await readAll(store, 'casks', 'k', range)).equals(whole.subarray(range.start, range.end + 1))).toBe(true)
})

test('a copy shares the encrypted bytes and outlives its source', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  for (const bytes of [randomBytes(300_000), randomBytes(100)]) {
    await put(store, 'source', bytes)
    const files = await readdir(join(dataDir, 'objects'), { recursive: true })
    const copied = await store.copyObject({ bucket: 'casks', key: 'source' }, 'casks', 'copy', {})
    expect(copied.encryption).toBe('AES256')
    expect(await readdir(join(dataDir, 'objects'), { recursive: true })).toEqual(files)
    await store.deleteObject('casks', 'source')
    expect((await readAll(store, 'casks', 'copy')).equals(bytes)).toBe(true)
    await store.deleteObject('casks', 'copy')
    await vi.waitFor(async () => expect(await dataFiles(dataDir)).toEqual([]), PATIENT)
  }
})

/** Whether bytes are anywhere in a folder: in any file, whatever it is for. */
async function holds(folder: string, bytes: Buffer): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    if ((await readFile(path).catch(() => Buffer.alloc(0))).includes(bytes)) found.push(path)
  }
  return found
}

test('no plain byte of an encrypted object is ever on disk, even during the upload', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const marker = randomBytes(24)
  const marked = (size: number) => Buffer.alloc(size, marker)
  // Plain objects are found by the same search, so it can fail.
  await store.putObject('casks', 'plain', bodyOf(marked(300_000)), { metadata: METADATA })
  await store.putObject('casks', 'small', bodyOf(marked(100)), { metadata: METADATA })
  expect((await holds(dataDir, marker)).length).toBeGreaterThanOrEqual(2)
  await store.close()
  await rm(join(dataDir, 'index'), { recursive: true })
  await rm(join(dataDir, 'objects'), { recursive: true })
  await rm(join(dataDir, 'format'))
  const again = await openStore({ dataDir })
  onTestFinished(() => again.close())
  await again.createBucket('casks')
  expect(await holds(dataDir, marker)).toEqual([])

  const whileArriving: string[] = []
  async function* watched(bytes: Uint8Array) {
    for (const piece of slices(bytes)) {
      yield Buffer.from(piece)
      whileArriving.push(...(await holds(dataDir, marker)))
    }
  }
  for (const size of [24, 5_000, 64 * 1024, 200_000, 2 * CHUNK_BYTES + 100]) {
    await again.putObject('casks', `of ${size}`, watched(marked(size)), SEALED)
  }
  const { uploadId } = await again.createUpload('casks', 'parts', { ...SEALED, tags: {} })
  for (const partNumber of [1, 2]) {
    await again.putPart('casks', 'parts', uploadId, partNumber, watched(marked(700_000)))
  }
  await again.completeUpload('casks', 'parts', uploadId, again.listParts('casks', 'parts', uploadId))
  await again.copyObject({ bucket: 'casks', key: 'parts' }, 'casks', 'copy', {})
  await expect(
    again.putObject(
      'casks',
      'broken off',
      (async function* () {
        yield* watched(marked(1_200_000))
        throw new Error('the client left')
      })(),
      SEALED,
    ),
  ).rejects.toThrow('the client left')
  expect(whileArriving).toEqual([])
  expect(await holds(dataDir, marker)).toEqual([])
  await again.close()
  expect(await holds(dataDir, marker)).toEqual([])
})

test('the key file is created with the first encrypted object, for its owner only, and reused', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const path = join(dataDir, ENCRYPTION_KEYS_FILE)
  await store.putObject('casks', 'plain', bodyOf('plain'), { metadata: METADATA })
  await expect(stat(path)).rejects.toThrow('ENOENT')
  await Promise.all(['a', 'b', 'c'].map((key) => put(store, key, Buffer.from(key))))
  const text = await readFile(path, 'utf8')
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
  const again = await reopened(store, dataDir)
  await put(again, 'd', Buffer.from('d'))
  for (const key of ['a', 'b', 'c', 'd']) expect((await readAll(again, 'casks', key)).toString()).toBe(key)
  expect(await readFile(path, 'utf8')).toBe(text)
})

const MISSING = { code: 'EncryptionKeyMissing' }

test('a missing key file is named, never recreated, and works again when restored', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const path = join(dataDir, ENCRYPTION_KEYS_FILE)
  await put(store, 'sealed', Buffer.from('sealed'))
  await put(store, 'large', Buffer.alloc(300_000))
  await store.putObject('casks', 'plain', bodyOf('plain'), { metadata: METADATA })
  expect(store.keyring.problem).toBeUndefined()
  const text = await readFile(path, 'utf8')
  await rm(path)

  const without = await reopened(store, dataDir)
  expect(without.keyring.problem).toMatch(
    /^The key [0-9a-f]{16} of encrypted objects is missing: there is no file .*encryption-keys/,
  )
  expect((await readAll(without, 'casks', 'plain')).toString()).toBe('plain')
  for (const key of ['sealed', 'large']) await expect(readAll(without, 'casks', key)).rejects.toMatchObject(MISSING)
  expect(without.statObject('casks', 'sealed')).toMatchObject({ size: 6, encryption: 'AES256' })
  await expect(put(without, 'new', Buffer.from('new'))).rejects.toMatchObject(MISSING)
  await expect(without.createUpload('casks', 'new', { ...SEALED, tags: {} })).rejects.toMatchObject(MISSING)
  await expect(without.readyToEncrypt()).rejects.toMatchObject(MISSING)
  await expect(stat(path)).rejects.toThrow('ENOENT')
  expect(without.damage.list()).toEqual([])

  await writeFile(path, text)
  const back = await reopened(without, dataDir)
  expect((await readAll(back, 'casks', 'sealed')).toString()).toBe('sealed')
})

test.each([
  ['of another folder', `KEY=${Buffer.alloc(32, 1).toString('base64')}\n`, /is not in the file .*encryption-keys/],
  ['that cannot be read', 'KEY=', /can.t be read: line 1 is not KEY= and 32 bytes in base64/],
  ['that is empty', '', /can.t be read: it contains no key/],
])('a key file %s is named, and left as it is', async (_, text, message) => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const path = join(dataDir, ENCRYPTION_KEYS_FILE)
  await put(store, 'sealed', Buffer.from('sealed'))
  await writeFile(path, text)
  const wrong = await reopened(store, dataDir)
  expect(wrong.keyring.problem).toMatch(message)
  await expect(readAll(wrong, 'casks', 'sealed')).rejects.toMatchObject(MISSING)
  await expect(put(wrong, 'new', Buffer.from('new'))).rejects.toMatchObject(MISSING)
  expect(await readFile(path, 'utf8')).toBe(text)
})

test('an added key encrypts new objects, and the earlier one still decrypts', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const path = join(dataDir, ENCRYPTION_KEYS_FILE)
  await put(store, 'old', Buffer.from('old'))
  const first = await readFile(path, 'utf8')
  const second = `KEY=${randomBytes(32).toString('base64')}\n`
  await writeFile(path, first + second)
  const both = await reopened(store, dataDir)
  await put(both, 'new', Buffer.from('new'))
  for (const key of ['old', 'new']) expect((await readAll(both, 'casks', key)).toString()).toBe(key)

  await writeFile(path, second)
  const withoutFirst = await reopened(both, dataDir)
  expect((await readAll(withoutFirst, 'casks', 'new')).toString()).toBe('new')
  await expect(readAll(withoutFirst, 'casks', 'old')).rejects.toMatchObject(MISSING)
})

test('the key file can be outside the data folder', async () => {
  const [dataDir, elsewhere] = [await temporaryFolder(onTestFinished), await temporaryFolder(onTestFinished)]
  const encryptionKeyFile = join(elsewhere, 'keys')
  const store = await openStore({ dataDir, encryptionKeyFile })
  onTestFinished(() => store.close())
  await store.createBucket('casks')
  await put(store, 'k', Buffer.from('text'))
  expect(await readFile(encryptionKeyFile, 'utf8')).toMatch(/^KEY=/m)
  expect(await readdir(dataDir)).not.toContain(ENCRYPTION_KEYS_FILE)
  await store.close()
  const again = await openStore({ dataDir, encryptionKeyFile })
  onTestFinished(() => again.close())
  expect((await readAll(again, 'casks', 'k')).toString()).toBe('text')
})

test("bytes encrypted for another object aren't returned", async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const [one, other] = [Buffer.alloc(300_000, 'one'), Buffer.alloc(300_000, 'two')]
  const files = async () =>
    (await readdir(join(dataDir, 'objects'), { recursive: true })).filter((name) => name.length > 3)
  await put(store, 'one', one)
  const [file = ''] = await files()
  await put(store, 'other', other)
  const otherFile = (await files()).find((name) => name !== file) ?? ''
  // The checksums of the blocks are right: only the key reveals it.
  await writeFile(join(dataDir, 'objects', file), await readFile(join(dataDir, 'objects', otherFile)))
  const object = await store.openObject('casks', 'one')
  await expect(collect(object.read())).rejects.toMatchObject({ code: 'ObjectDamaged' })
  await object.close()
  expect((await readAll(store, 'casks', 'other')).equals(other)).toBe(true)
})
