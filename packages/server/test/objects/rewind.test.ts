/** A bucket as of a time: a scripted history is compared with the listing at every moment. */
import { expect, test } from 'vitest'
import { inParallel } from '../../src/shared/in-parallel.ts'
import { withConsole } from '../running-console.ts'
import type { Visitor } from '../visitor.ts'
import { objectStorage } from './object-storage.ts'

const given = await withConsole()
const storage = objectStorage(given)

interface Row {
  name: string
  size: number
  version_id: string
  delete_flag: boolean
}

interface Event {
  key: string
  versionId: string
  isDeleted: boolean
  size: number
  at: number
}

const SEED = Number(process.env.COOPERAGE_TEST_SEED ?? 7)

/** A small random generator (mulberry32), so that a printed seed reproduces the history. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** No name is both an object and a folder: MinIO doesn't list below an object. */
const KEYS = [
  'a-1',
  'a.txt',
  'a/b/c',
  'a/b/d',
  'a/ü',
  'a0',
  'folder/x',
  'folder/y/z',
  'top',
  'z/1',
  '日本',
  '\u{1F600}/e',
]

/** The expected contents below a prefix at a time, from the script alone. */
function expected(history: readonly Event[], prefix: string, at: number): Row[] {
  const newest = new Map<string, Event>()
  for (const event of history) if (event.at <= at && event.key.startsWith(prefix)) newest.set(event.key, event)
  const rows = new Map<string, Row>()
  for (const { key, versionId, isDeleted, size } of newest.values()) {
    const slash = key.indexOf('/', prefix.length)
    if (slash < 0) rows.set(key, { name: key, size, version_id: versionId, delete_flag: isDeleted })
    else {
      const name = key.slice(0, slash + 1)
      const wasDeleted = rows.get(name)?.delete_flag ?? true
      rows.set(name, { name, size: 0, version_id: '', delete_flag: wasDeleted && isDeleted })
    }
  }
  return [...rows.values()].sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
}

const plain = (rows: readonly Row[]) =>
  rows.map(({ name, size, version_id, delete_flag }) => ({ name, size, version_id, delete_flag }))

async function rewound(user: Visitor, at: string, moment: number, prefix: string): Promise<Row[]> {
  const date = new Date(moment).toISOString()
  const reply = await user.get(`${at}/rewind/${date}?prefix=${encodeURIComponent(prefix)}`)
  expect(reply.status).toBe(200)
  const { objects, total } = reply.json as { objects: Row[]; total: number }
  expect(total).toBe(objects.length)
  return plain(objects)
}

async function inPages(user: Visitor, at: string, moment: number, prefix: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let after = ''; ; ) {
    const query = new URLSearchParams({ prefix, limit: '2', after })
    const reply = await user.get(`${at}/rewind/${new Date(moment).toISOString()}?${query}`)
    expect(reply.status).toBe(200)
    const { objects, next } = reply.json as { objects: Row[]; next?: string }
    expect(objects.length).toBeLessThanOrEqual(2)
    rows.push(...objects)
    if (next === undefined) return plain(rows)
    after = next
  }
}

/** The storage server's clock orders the history: two events in one millisecond would be ambiguous. */
async function play(bucket: string): Promise<Event[]> {
  const random = randomFrom(SEED)
  const made: Omit<Event, 'at'>[] = []
  const live = new Set<string>()
  for (let step = 0; step < 300; step++) {
    const key = KEYS[random(KEYS.length)] ?? ''
    // A missing key can't be deleted: servers differ in whether that creates a marker.
    const isDeleted = live.has(key) && random(3) === 0
    const size = isDeleted ? 0 : random(20)
    const versionId = isDeleted ? await storage.remove(bucket, key) : await storage.put(bucket, key, 'x'.repeat(size))
    if (isDeleted) live.delete(key)
    else live.add(key)
    made.push({ key, versionId, isDeleted, size })
  }
  const times = new Map(
    (await storage.versions(bucket)).map(({ versionId, lastModified }) => [versionId, lastModified]),
  )
  return made.map((event) => ({ ...event, at: times.get(event.versionId) ?? Number.NaN }))
}

test(`lists three hundred puts, overwrites and deletes as of every moment (seed ${SEED})`, async () => {
  const { user, bucket, at } = await storage.bucketWith({ versioning: true })
  const history = await play(bucket)
  expect(history).toHaveLength(300)
  const moments = [...new Set(history.map((event) => event.at))]
  const prefixes = ['', 'a/', 'folder/', 'a/b/']
  await inParallel(moments.entries(), 4, async ([index, moment]) => {
    const prefix = prefixes[index % prefixes.length] ?? ''
    for (const below of index % 5 === 0 ? new Set(['', prefix]) : ['']) {
      const rows = await rewound(user, at, moment, below)
      expect([moment, below, rows]).toEqual([moment, below, expected(history, below, moment)])
    }
    if (index % 10 === 0) expect(await inPages(user, at, moment, prefix)).toEqual(expected(history, prefix, moment))
  })
  const first = moments[0] ?? 0
  expect(await rewound(user, at, first - 1, '')).toEqual([])
}, 300_000)

test('reports whether a version is still the latest, and omits a younger folder', async () => {
  const { user, bucket, at } = await storage.bucketWith({ versioning: true })
  await storage.put(bucket, 'kept')
  const old = await storage.put(bucket, 'changed', 'one')
  const times = (await storage.versions(bucket)).map(({ lastModified }) => lastModified)
  const moment = Math.max(...times)
  // The next second, whatever the clock differences.
  await expect.poll(() => Date.now() > moment + 5, { timeout: 10_000 }).toBe(true)
  await storage.put(bucket, 'changed', 'two')
  await storage.put(bucket, 'young/one')
  await storage.remove(bucket, 'kept')
  await storage.put(bucket, 'kept', 'again')
  expect((await user.get(`${at}/rewind/${new Date(moment).toISOString()}`)).json).toMatchObject({
    objects: [
      { name: 'changed', version_id: old, size: 3, is_latest: false, delete_flag: false },
      { name: 'kept', is_latest: false },
    ],
    total: 2,
  })
})

test('rejects an invalid time and a missing bucket', async () => {
  const { user, at } = await storage.bucketWith({ versioning: true })
  expect((await user.get(`${at}/rewind/yesterday`)).outcome).toBe('400 InvalidInput')
  const missing = await user.get(`/api/v1/buckets/nobody-has-this/rewind/${new Date().toISOString()}`)
  expect(missing.outcome).toBe('404 NoSuchBucket')
})
