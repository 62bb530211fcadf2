/** Objects restored to a time, undeleted, and rid of noncurrent versions. */
import { accountsOf, allow, deny } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'
import { inAnHour, LISTED, objectStorage } from './object-storage.ts'

const given = await withConsole()
const storage = objectStorage(given)

const ALL = [{ path: '', recursive: true }]
const NOTHING = { objects: 0, copied: 0, marked: 0, removed: 0, bytes: 0, unchanged: 0, newer: 0, refused: 0 }

type Answer = typeof NOTHING & { failed: { path: string; message: string }[]; alsoFailed: number; as_of: string }

/** Makes all calls of a change, and adds up their responses. */
async function change(user: Visitor, at: string, body: object): Promise<Answer> {
  const sum: Answer = { ...NOTHING, failed: [], alsoFailed: 0, as_of: '' }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const json = { ...(sum.as_of !== '' && { as_of: sum.as_of }), ...body }
    const path: string = `${at}/objects/change-versions?after=${encodeURIComponent(after)}`
    const reply = await user.call('POST', path, { json })
    expect(reply.status, reply.text).toBe(200)
    const part = reply.json as Answer & { next?: string }
    for (const name of Object.keys(NOTHING) as (keyof typeof NOTHING)[]) sum[name] += part[name]
    sum.failed.push(...part.failed)
    sum.alsoFailed += part.alsoFailed
    sum.as_of ||= part.as_of
    after = part.next
  }
  return sum
}

/** A dry run, then the change as of it. */
async function counted(user: Visitor, at: string, body: object): Promise<{ counted: Answer; done: Answer }> {
  const counts = await change(user, at, { ...body, dry_run: true })
  return { counted: counts, done: await change(user, at, { ...body, as_of: counts.as_of }) }
}

const versionCount = async (bucket: string) => (await storage.versions(bucket)).length
/** Listings of MinIO lag behind writes. */
const listed = (bucket: string, count: number) => expect.poll(() => versionCount(bucket), LISTED).toBe(count)

/** A time after everything that is stored now, and before what is stored next. */
async function momentOf(bucket: string): Promise<string> {
  const newest = Math.max(...(await storage.versions(bucket)).map(({ lastModified }) => lastModified))
  await expect.poll(() => Date.now(), { interval: 5 }).toBeGreaterThan(newest + 20)
  return new Date(newest + 10).toISOString()
}

describe('a restore to a time', () => {
  test('copies the versions of that time, deletes newer objects, and can itself be undone', async () => {
    const { user, bucket, at } = await storage.bucketWith({ versioning: true })
    const headers = { 'x-amz-meta-owner': 'ann', 'x-amz-tagging': 'k=v', 'content-type': 'text/plain' }
    const first = await storage.put(bucket, 'f/changed', 'one', headers)
    await storage.put(bucket, 'f/deleted', 'gone')
    await storage.put(bucket, 'f/same', 'same')
    await storage.put(bucket, 'fa', 'outside')
    const then = await momentOf(bucket)
    await storage.put(bucket, 'f/changed', 'two')
    await storage.remove(bucket, 'f/deleted')
    await storage.put(bucket, 'f/new/<b> +%2F', 'new')
    await storage.put(bucket, 'fa', 'outside too')
    await listed(bucket, 8)
    const before = await momentOf(bucket)

    const body = { paths: [{ path: 'f/', recursive: true }], change: { kind: 'restore', at: then } }
    const { counted: counts, done } = await counted(user, at, body)
    const expected = { ...NOTHING, objects: 3, copied: 2, marked: 1, unchanged: 1, bytes: 7, failed: [], alsoFailed: 0 }
    expect(counts).toMatchObject(expected)
    expect(done).toEqual(counts)
    expect(await storage.text(bucket, 'f/changed')).toBe('one')
    const head = await storage.head(bucket, 'f/changed')
    expect([head['x-amz-meta-owner'], head['x-amz-tagging-count'], head['content-type']]).toEqual([
      'ann',
      '1',
      'text/plain',
    ])
    expect(await storage.text(bucket, 'f/deleted')).toBe('gone')
    expect(await storage.text(bucket, 'fa')).toBe('outside too')
    await expect.poll(() => storage.keys(bucket), LISTED).toEqual(['f/changed', 'f/deleted', 'f/same', 'fa'])
    await listed(bucket, 11)
    expect((await storage.versions(bucket)).map(({ versionId }) => versionId)).toContain(first)

    const again = await change(user, at, body)
    expect(again).toMatchObject({ objects: 0, unchanged: 4 })
    await listed(bucket, 11)

    await change(user, at, { ...body, change: { kind: 'restore', at: before } })
    expect(await storage.text(bucket, 'f/changed')).toBe('two')
    await expect.poll(() => storage.keys(bucket), LISTED).toEqual(['f/changed', 'f/new/<b> +%2F', 'f/same', 'fa'])
  })

  test('of selected objects leaves alone all others, and those that changed since the dry run', async () => {
    const { user, bucket, at } = await storage.bucketWith({ versioning: true })
    for (const key of ['a', 'aa', 'b']) await storage.put(bucket, key, 'one')
    const then = await momentOf(bucket)
    for (const key of ['a', 'aa', 'b']) await storage.put(bucket, key, 'two')
    await listed(bucket, 6)
    await momentOf(bucket)
    const body = { paths: [{ path: 'a' }, { path: 'b' }], change: { kind: 'restore', at: then } }
    const counts = await change(user, at, { ...body, dry_run: true })
    expect(counts).toMatchObject({ copied: 2, newer: 0 })
    // The clocks of the console and of the storage server may differ by some milliseconds.
    await expect.poll(() => Date.now(), { interval: 5 }).toBeGreaterThan(Date.parse(counts.as_of) + 20)
    await storage.put(bucket, 'b', 'three')
    await listed(bucket, 7)
    expect(await change(user, at, { ...body, as_of: counts.as_of })).toMatchObject({ copied: 1, newer: 1 })
    expect(await Promise.all(['a', 'aa', 'b'].map((key) => storage.text(bucket, key)))).toEqual(['one', 'two', 'three'])
  })

  test('refuses objects whose version without an ID would be lost', async () => {
    const { user, bucket, at } = await storage.bucketWith()
    await storage.put(bucket, 'old', 'before versioning')
    const then = await momentOf(bucket)
    const versioning = (isOn: boolean) =>
      user
        .call('PUT', `${at}/versioning`, { json: { versioning: isOn } })
        .then(({ status }) => expect(status).toBe(204))
    await versioning(true)
    await storage.put(bucket, 'old', 'changed')
    await storage.put(bucket, 'new', 'new')
    await versioning(false)
    await listed(bucket, 3)
    const done = await change(user, at, { paths: ALL, change: { kind: 'restore', at: then } })
    expect(done).toMatchObject({ copied: 0, marked: 1, refused: 1, failed: [{ path: 'old' }] })
    expect(done.failed[0]?.message).toContain('its version without an ID would be lost')
    expect(await storage.text(bucket, 'old')).toBe('changed')
    await versioning(true)
    expect(await change(user, at, { paths: ALL, change: { kind: 'restore', at: then } })).toMatchObject({ copied: 1 })
    expect(await storage.text(bucket, 'old')).toBe('before versioning')
  })

  test('resumes page by page with thousands of versions, and reports what was refused', async () => {
    const { user, bucket, at } = await storage.bucketWith({ versioning: true })
    const keys = Array.from({ length: 130 }, (_, index) => `p/${String(index).padStart(3, '0')}`)
    const all = (body: string) => Promise.all(keys.map((key) => storage.put(bucket, key, body)))
    await all('one')
    const then = await momentOf(bucket)
    for (const body of ['2', '3', '4', '5', '6', '7', '8', '9']) await all(body)
    // A page of a listing has a thousand.
    await listed(bucket, 1000)
    const [first = ''] = keys
    const keysOfLimited = await accountsOf(given.storage).allowed(
      allow(['s3:*'], bucket, `${bucket}/*`),
      deny(['s3:PutObject'], `${bucket}/${first}`),
    )
    const limited = visitor(given.server.url)
    expect((await limited.signIn(keysOfLimited)).status).toBe(201)
    const { counted: counts, done } = await counted(limited, at, { paths: ALL, change: { kind: 'restore', at: then } })
    expect(counts).toMatchObject({ copied: 130, failed: [] })
    expect(done).toMatchObject({ copied: 129, failed: [{ path: first }], objects: 130 })
    expect(done.failed[0]?.message).toContain('s3:PutObject')
    for (const key of keys.slice(1, 10)) expect(await storage.text(bucket, key)).toBe('one')
    expect(await storage.text(bucket, first)).toBe('9')
    expect(await user.get(`${at}/objects?prefix=p/`)).toMatchObject({ json: { total: 130 } })
  })
})

describe('an undeletion', () => {
  test('removes the delete markers of what was deleted since a time, and nothing else', async () => {
    const { user, bucket, at } = await storage.bucketWith({ versioning: true })
    const ids = new Map<string, string>()
    for (const key of ['f/early', 'f/late', 'f/there', 'g']) ids.set(key, await storage.put(bucket, key, key))
    await storage.remove(bucket, 'f/early')
    const since = await momentOf(bucket)
    for (const key of ['f/late', 'g']) await storage.remove(bucket, key)
    await listed(bucket, 7)
    await momentOf(bucket)
    const folder = [{ path: 'f/', recursive: true }]
    const { counted: counts, done } = await counted(user, at, { paths: folder, change: { kind: 'undelete', since } })
    expect(counts).toMatchObject({ ...NOTHING, objects: 1, removed: 1, unchanged: 2 })
    expect(done).toEqual(counts)
    expect((await storage.head(bucket, 'f/late'))['x-amz-version-id']).toBe(ids.get('f/late'))
    await expect.poll(() => storage.keys(bucket), LISTED).toEqual(['f/late', 'f/there'])
    await listed(bucket, 6)

    const selected = [{ path: 'f/early' }, { path: 'g' }]
    expect(await change(user, at, { paths: selected, change: { kind: 'undelete' } })).toMatchObject({ objects: 2 })
    await expect.poll(() => storage.keys(bucket), LISTED).toEqual(['f/early', 'f/late', 'f/there', 'g'])
  })
})

describe('the deletion of noncurrent versions', () => {
  test('keeps latest versions and locked ones, which are reported', async () => {
    const { user, bucket, at } = await storage.bucketWith({ locking: true })
    const kept = { 'x-amz-object-lock-mode': 'GOVERNANCE', 'x-amz-object-lock-retain-until-date': inAnHour() }
    const held = await storage.put(bucket, 'f/a', 'held', { 'x-amz-object-lock-legal-hold': 'ON' })
    const retained = await storage.put(bucket, 'f/a', 'kept', kept)
    for (const body of ['old', 'older', 'latest']) await storage.put(bucket, 'f/a', body)
    await storage.put(bucket, 'f/b', 'b')
    const marker = await storage.remove(bucket, 'f/b')
    await storage.put(bucket, 'g', 'one')
    await storage.put(bucket, 'g', 'two')
    await listed(bucket, 9)
    await momentOf(bucket)
    const paths = [{ path: 'f/', recursive: true }]
    const young = { paths, change: { kind: 'deleteNoncurrent', days: 1 } }
    expect(await change(user, at, young)).toMatchObject({ ...NOTHING, failed: [] })

    const body = { paths, change: { kind: 'deleteNoncurrent', days: 0 } }
    const { counted: counts, done } = await counted(user, at, body)
    expect(counts).toMatchObject({
      objects: 2,
      removed: 3,
      bytes: 9,
      refused: 2,
      failed: [{ path: 'f/a' }, { path: 'f/a' }],
    })
    expect(counts.failed[0]?.message).toContain('under retention or legal hold')
    expect(done).toEqual(counts)
    await listed(bucket, 6)
    const left = (await storage.versions(bucket)).map(({ versionId }) => versionId)
    for (const id of [held, retained, marker]) expect(left).toContain(id)
    expect(await storage.text(bucket, 'f/a')).toBe('latest')

    const bypass = { paths, change: { kind: 'deleteNoncurrent', days: 0, bypass: true } }
    expect(await change(user, at, bypass)).toMatchObject({ removed: 1, refused: 1 })
  })

  test('reports what the storage server refuses because the lock isn’t readable', async () => {
    const { bucket, at } = await storage.bucketWith({ locking: true })
    await storage.put(bucket, 'a', 'held', { 'x-amz-object-lock-legal-hold': 'ON' })
    await storage.put(bucket, 'a', 'latest')
    await listed(bucket, 2)
    await momentOf(bucket)
    const keys = await accountsOf(given.storage).allowed(
      allow(['s3:ListBucketVersions', 's3:DeleteObject', 's3:DeleteObjectVersion'], bucket, `${bucket}/*`),
    )
    const limited = visitor(given.server.url)
    expect((await limited.signIn(keys)).status).toBe(201)
    const done = await change(limited, at, { paths: ALL, change: { kind: 'deleteNoncurrent', days: 0 } })
    expect(done).toMatchObject({ removed: 0, failed: [{ path: 'a' }] })
    expect(done.failed[0]?.message).toContain('under retention or legal hold')
    expect(await versionCount(bucket)).toBe(2)
  })
})

test('the empty path is the whole bucket, and nothing else', async () => {
  const { user, at } = await storage.bucketWith({ versioning: true })
  const json = { paths: [{ path: '' }], change: { kind: 'undelete' } }
  expect((await user.call('POST', `${at}/objects/change-versions`, { json })).outcome).toBe('400 InvalidInput')
})
