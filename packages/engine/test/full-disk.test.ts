/** A small file system that other programs fill completely at random moments of a mixed workload. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SmallDisk } from '@cooperage/testkit'
import type { Random } from '@cooperage/testkit/random'
import { scaleAndSeed } from '@cooperage/testkit/random'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { listFiles } from '../src/check/list-files.ts'
import { realFiles } from '../src/store/files/real-files.ts'
import { openLmdbIndex } from '../src/store/index/lmdb-index.ts'
import { openStore } from '../src/store/open-store.ts'
import type { Store } from '../src/store/store.ts'
import { audit } from './crash/audit.ts'
import { runClients } from './crash/clients.ts'
import { Ledger } from './crash/ledger.ts'
import { BUCKETS } from './crash/names.ts'
import { inspect, observe } from './crash/observe.ts'
import { ReportReader, startWriter } from './crash/writer-process.ts'

const MEGABYTES = 48
const ROUNDS = 8
const TURNS_OF_A_ROUND = 1_500

let disk: SmallDisk | undefined

beforeAll(async () => {
  disk = await SmallDisk.mountUnlessForbidden(MEGABYTES)
})

afterAll(() => disk?.unmount())

/** A data folder that is removed from the disk after the test. */
function dataFolder(disk: SmallDisk, name: string): string {
  const path = join(disk.path, name)
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const put = (store: Store, key: string, size: number) =>
  store.putObject(BUCKETS.plain, key, bytes(size), { metadata: { contentType: '', headers: {}, user: {} } })

async function* bytes(size: number) {
  for (let left = size; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536), 'y')
}

async function auditFolder(dataDir: string): Promise<string[]> {
  const index = openLmdbIndex(join(dataDir, 'index'))
  try {
    return await audit({ index, files: await listFiles(dataDir), open: realFiles(dataDir).open })
  } finally {
    await index.close()
  }
}

/** Runs clients while the disk becomes full and free again; leaves it full to the last byte. */
async function workWhileItFills(store: Store, ledger: Ledger, random: Random, disk: SmallDisk, nextId: () => number) {
  const wrong: string[] = []
  let turns = 0
  const fillings = new Map(Array.from({ length: 6 }, () => [random.int(1, TURNS_OF_A_ROUND), random.chance(0.6)]))
  await runClients(6, {
    store,
    ledger,
    random,
    nextId,
    inlineBytes: 32 * 1024,
    isRunning: () => turns < TURNS_OF_A_ROUND && wrong.length === 0,
    async pause() {
      turns++
      const isFilling = fillings.get(turns)
      if (isFilling === true) disk.fill(random.chance(0.5) ? 0 : random.int(0, 4_000_000))
      if (isFilling === false) disk.free()
      await new Promise((resolve) => setImmediate(resolve))
    },
    acknowledged: async () => undefined,
    report: (what) => wrong.push(what),
    mayRefuse: ['StorageFull'],
  })
  disk.fill(0)
  return wrong
}

test('a disk that is full at random moments loses nothing, allows reads and deletes, and recovers', async (context) => {
  if (!disk) return context.skip()
  const { scale, random } = scaleAndSeed('full disk')
  let id = 0
  // The objects that the rounds leave behind would eventually fill the disk themselves.
  for (let part = 0; part < scale; part++) {
    const dataDir = dataFolder(disk, `data-${part}`)
    const ledger = new Ledger()
    for (let round = 0; round < ROUNDS; round++) id = await fillAndEmpty({ disk, dataDir, ledger, random, id })
    rmSync(dataDir, { recursive: true })
  }
  process.stdout.write(`full disk: ${ROUNDS * scale} rounds, ${id} writes begun\n`)
})

interface Round {
  disk: SmallDisk
  dataDir: string
  ledger: Ledger
  random: Random
  /** Of the last write that was started. */
  id: number
}

/** One round on a disk that becomes full; returns the ID of the last write that was started. */
async function fillAndEmpty({ disk, dataDir, ledger, random, id }: Round): Promise<number> {
  let lastId = id
  disk.free()
  let store = await openStore({ dataDir })
  await store.recovery
  expect(await workWhileItFills(store, ledger, random, disk, () => ++lastId)).toEqual([])
  // The content that was replaced last may not have been deleted yet.
  const isFull = () => {
    disk.fill(0)
    expect(disk.freeBytes).toBeLessThan(64 * 1024)
  }
  await vi.waitFor(isFull, { timeout: 10_000 })

  // Full to the last byte: everything can be read, nothing written; in half of the rounds also after a restart.
  if (random.chance(0.5)) {
    await store.close()
    disk.fill(0)
    store = await openStore({ dataDir })
    disk.fill(0)
  }
  const wrong: string[] = []
  await observe(store, wrong)
  expect(wrong).toEqual([])
  // The reported free space may be slightly outdated.
  await vi.waitFor(() => expect(put(store, 'more', 10)).rejects.toMatchObject({ code: 'StorageFull' }), {
    timeout: 10_000,
  })
  await expect(store.createBucket('more')).rejects.toMatchObject({ code: 'StorageFull' })
  await expect(store.documents.put('config', 'more', 1)).rejects.toMatchObject({ code: 'StorageFull' })

  // Deletions free space, which the next writer uses.
  for (const { key } of objectsOf(store)) {
    ledger.acknowledge(ledger.start(JSON.stringify(['object', BUCKETS.plain, key]), undefined))
    await store.deleteObject(BUCKETS.plain, key)
  }
  expect(objectsOf(store)).toEqual([])
  disk.free()
  await vi.waitFor(() => put(store, 'after', 100_000), { timeout: 10_000 })
  await store.deleteObject(BUCKETS.plain, 'after')
  await vi.waitFor(() => expect(existsSync(join(dataDir, 'ballast'))).toBe(true), { timeout: 10_000 })
  await store.close()

  const again = await openStore({ dataDir })
  await again.recovery
  expect(await inspect(again, ledger)).toEqual([])
  await again.close()
  expect(await auditFolder(dataDir)).toEqual([])
  return lastId
}

function objectsOf(store: Store) {
  return store
    .listObjects(BUCKETS.plain, { prefix: '', limit: 1000 })
    .entries.flatMap((entry) => (entry.kind === 'object' ? [entry.record] : []))
}

const KILLS = 6

test('an engine that is killed on a full disk restarts without losing data', async (context) => {
  if (!disk) return context.skip()
  const { scale, random } = scaleAndSeed('kill -9 on a full disk')
  const dataDir = dataFolder(disk, 'killed')
  const ledger = new Ledger()
  let known: [string, string | undefined][] = []
  for (let round = 0; round < KILLS * scale; round++) {
    disk.free()
    const seed = random.int(0, 2 ** 31)
    const options = { dataDir, seed, firstId: round * 1_000_000, known, mayRefuse: ['StorageFull'] as const }
    const { child, output, ended } = startWriter(options)
    const reader = new ReportReader(ledger)
    const fullAt = random.int(200, 1_500)
    const killAt = fullAt + random.int(1, 300)
    await reader.read(output, (reports) => {
      if (reports === fullAt) disk?.fill(0)
      if (reports === killAt) child.kill('SIGKILL')
    })
    expect(await ended).toBe('SIGKILL')
    expect(reader.wrong).toEqual([])
    disk.fill(0)

    const store = await openStore({ dataDir })
    await store.recovery
    expect(await inspect(store, ledger)).toEqual([])
    known = ledger.keys.map((key) => [key, ledger.baseline(key)])
    await store.close()
    expect(await auditFolder(dataDir)).toEqual([])
  }
})

test('an upload that outgrows the disk fails early and leaves nothing behind', async (context) => {
  if (!disk) return context.skip()
  disk.free()
  const dataDir = dataFolder(disk, 'large')
  const store = await openStore({ dataDir })
  await store.createBucket(BUCKETS.plain)
  const before = disk.freeBytes
  let taken = 0
  async function* endless() {
    for (; ; taken += 65_536) yield Buffer.alloc(65_536, 'z')
  }
  const upload = store.putObject(BUCKETS.plain, 'endless', endless(), {
    metadata: { contentType: '', headers: {}, user: {} },
  })
  await expect(upload).rejects.toMatchObject({ code: 'StorageFull' })
  // The reserve is untouched, and all other space is free again.
  expect(taken).toBeLessThan(before)
  expect(taken).toBeGreaterThan(before / 2)
  expect(disk.freeBytes).toBeGreaterThan(before - 2_000_000)
  expect(() => store.statObject(BUCKETS.plain, 'endless')).toThrowError(expect.objectContaining({ code: 'NoSuchKey' }))
  await put(store, 'fits', 1_000_000)
  await store.close()
  expect([...(await listFiles(dataDir)).keys()]).toHaveLength(1)
})
