import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type DurableStoreOptions, startStore } from './durable-store.ts'
import { realFiles } from './files/real-files.ts'
import { GroupCommitIndex } from './index/group-commit-index.ts'
import { openLmdbIndex } from './index/lmdb-index.ts'
import { openStore } from './open-store.ts'
import { StoreError } from './store.ts'
import {
  bodyOf,
  dataFiles,
  LARGE,
  METADATA,
  putText,
  readAll,
  temporaryFolder,
  temporaryStore,
} from './testing/temporary-store.ts'

async function storeOn(change: (dataDir: string) => Partial<DurableStoreOptions>) {
  const dataDir = await temporaryFolder(onTestFinished)
  const store = await startStore({
    files: realFiles(dataDir),
    index: new GroupCommitIndex(openLmdbIndex(join(dataDir, 'index'))),
    ...change(dataDir),
  })
  onTestFinished(() => store.close())
  await store.createBucket('casks')
  return { store, dataDir }
}

const full = () => new StoreError('StorageFull', 'The disk is full.')

test.each(['write', 'sync'] as const)(
  'a full disk at %s refuses the object, leaves no file, and passes',
  async (step) => {
    let isFull = true
    const { store, dataDir } = await storeOn((folder) => {
      const files = realFiles(folder)
      return {
        files: {
          ...files,
          create: async (path) => {
            const writer = await files.create(path)
            const failing = async () => Promise.reject(full())
            return isFull ? { ...writer, [step]: failing } : writer
          },
        },
      }
    })
    const put = () =>
      store.putObject('casks', 'k', bodyOf(Buffer.alloc(LARGE), Buffer.alloc(LARGE)), { metadata: METADATA })
    await expect(put()).rejects.toMatchObject({ code: 'StorageFull' })
    expect(await dataFiles(dataDir)).toEqual([])
    expect(() => store.statObject('casks', 'k')).toThrow(expect.objectContaining({ code: 'NoSuchKey' }))
    isFull = false
    await put()
    expect(await readAll(store, 'casks', 'k')).toHaveLength(2 * LARGE)
  },
)

test('a failed commit refuses the object and leaves no file', async () => {
  let isFull = false
  const { store, dataDir } = await storeOn((folder) => {
    const backend = openLmdbIndex(join(folder, 'index'))
    const transact: typeof backend.transact = (write) => (isFull ? Promise.reject(full()) : backend.transact(write))
    return { index: new GroupCommitIndex({ ...backend, transact }) }
  })
  isFull = true
  await expect(putText(store, 'small')).rejects.toMatchObject({ code: 'StorageFull' })
  const large = store.putObject('casks', 'large', bodyOf(Buffer.alloc(LARGE)), { metadata: METADATA })
  await expect(large).rejects.toMatchObject({ code: 'StorageFull' })
  expect(await dataFiles(dataDir)).toEqual([])
  isFull = false
  await putText(store, 'small')
})

test('a start removes only orphaned files, finished and unfinished', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  await store.putObject('casks', 'k', bodyOf(Buffer.alloc(LARGE)), { metadata: METADATA })
  await store.close()
  const [kept] = await dataFiles(dataDir)
  await writeFile(join(dataDir, 'tmp', 'unfinished'), 'x')
  await mkdir(join(dataDir, 'objects', '0a'), { recursive: true })
  await writeFile(join(dataDir, 'objects', '0a', `0a${'0'.repeat(30)}`), 'x')
  const again = await openStore({ dataDir })
  try {
    expect(await again.recovery).toEqual({ removedFiles: 1 })
    expect(await dataFiles(dataDir)).toEqual([kept])
    expect(await readAll(again, 'casks', 'k')).toHaveLength(LARGE)
  } finally {
    await again.close()
  }
})

test('closing waits for running operations and refuses later ones', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const put = store.putObject('casks', 'k', bodyOf(Buffer.alloc(LARGE)), { metadata: METADATA })
  await store.close()
  await put
  await expect(putText(store, 'later')).rejects.toThrow('closed')
  const again = await openStore({ dataDir })
  try {
    expect(await readAll(again, 'casks', 'k')).toHaveLength(LARGE)
  } finally {
    await again.close()
  }
})

test('reads no more of a body than it can write', async () => {
  const writes: PromiseWithResolvers<void>[] = []
  const { store } = await storeOn((folder) => {
    const files = realFiles(folder)
    return {
      files: {
        ...files,
        create: async (path) => {
          const writer = await files.create(path)
          return {
            ...writer,
            write: async (chunks) => {
              const gate = Promise.withResolvers<void>()
              writes.push(gate)
              await gate.promise
              await writer.write(chunks)
            },
          }
        },
      },
    }
  })
  const CHUNK = 64 * 1024
  const CHUNKS = 200
  let taken = 0
  async function* body() {
    for (; taken < CHUNKS; taken++) yield Buffer.alloc(CHUNK)
  }
  const put = store.putObject('casks', 'k', body(), { metadata: METADATA })
  let mostHeld = 0
  let written = 0
  while (taken < CHUNKS) {
    await new Promise((resolve) => setImmediate(resolve))
    const gate = writes[written]
    if (!gate) continue
    mostHeld = Math.max(mostHeld, taken - written * 8)
    written++
    gate.resolve()
  }
  for (; writes[written]; written++) {
    writes[written]?.resolve()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await put).size).toBe(CHUNKS * CHUNK)
  expect(mostHeld).toBeLessThanOrEqual(24)
})

test('reports the capacity of the disk', async () => {
  const { store } = await temporaryStore(onTestFinished)
  const { totalBytes, freeBytes } = await store.capacity()
  expect(freeBytes).toBeGreaterThan(0)
  expect(totalBytes).toBeGreaterThan(freeBytes)
})
