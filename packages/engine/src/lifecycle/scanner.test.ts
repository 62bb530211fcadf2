import { expect, onTestFinished, test, vi } from 'vitest'
import type { StartedStore } from '../store/durable-store.ts'
import type { Store } from '../store/store.ts'
import { bodyOf, METADATA, PATIENT, putText, temporaryStore } from '../store/testing/temporary-store.ts'
import { LIFECYCLE, LifecycleRules } from './bucket-rules.ts'
import type { Expired } from './expire.ts'
import { LifecycleScanner, type ScannerOptions } from './scanner.ts'

const DAY = 24 * 60 * 60 * 1000

const rule = (inner: string, filter = '<Prefix></Prefix>') =>
  `<Rule><ID>a</ID><Status>Enabled</Status><Filter>${filter}</Filter>${inner}</Rule>`
const DAYS = '<Expiration><Days>3</Days></Expiration>'
const ALL = '<Expiration><Days>3</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions></Expiration>'
const LONE = '<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>'
const NEWER =
  '<NoncurrentVersionExpiration><NewerNoncurrentVersions>1</NewerNoncurrentVersions></NoncurrentVersionExpiration>'

interface Scene {
  store: StartedStore
  scanner: LifecycleScanner
  gone: Expired[]
  failed: unknown[]
  /** Days from now at which the rules are asked. */
  clock: { days: number }
}

async function scene(
  rules: string[],
  { versioning, over = {} }: { versioning?: 'Enabled' | 'Suspended'; over?: Partial<Store> } = {},
  parts: Partial<ScannerOptions> = {},
): Promise<Scene> {
  const { store } = await temporaryStore(onTestFinished)
  if (versioning !== undefined) await store.setVersioning('casks', versioning)
  await setRules(store, 'casks', rules)
  const clock = { days: 10 }
  const gone: Expired[] = []
  const failed: unknown[] = []
  const scanner = new LifecycleScanner({
    store: {
      listBuckets: () => store.listBuckets(),
      listVersions: (...args) => store.listVersions(...args),
      deleteObject: (...args) => store.deleteObject(...args),
      listUploads: (...args) => store.listUploads(...args),
      abortUpload: (...args) => store.abortUpload(...args),
      ...over,
    },
    rules: new LifecycleRules(store),
    now: () => Date.now() + clock.days * DAY,
    expired: (what) => gone.push(what),
    failed: (_, error) => failed.push(error),
    sleep: async (_, signal) => signal.throwIfAborted(),
    ...parts,
  })
  return { store, scanner, gone, failed, clock }
}

const setRules = (store: Store, bucket: string, rules: string[]) =>
  store.setBucketDocument(bucket, LIFECYCLE, `<LifecycleConfiguration>${rules.join('')}</LifecycleConfiguration>`)

const put = (store: Store, key: string, more: { bytes?: number; tags?: Record<string, string> } = {}) =>
  store.putObject('casks', key, bodyOf(Buffer.alloc(more.bytes ?? 4)), { metadata: METADATA, tags: more.tags ?? {} })

/** Keys, latest versions first; a delete marker with a minus. */
function shown(store: Store): string[] {
  const { entries } = store.listVersions('casks', { prefix: '', limit: 1000 })
  return entries.map((entry) =>
    entry.kind === 'prefix' ? entry.prefix : `${entry.record.isDeleteMarker ? '-' : ''}${entry.record.key}`,
  )
}

test('removes versions when they are due', async () => {
  const { store, scanner, gone, clock } = await scene([rule(DAYS, '<Prefix>a/</Prefix>')])
  for (const key of ['a', 'a/1', 'a/2', 'b/1']) await put(store, key)
  clock.days = 2
  expect(await scanner.scan()).toBe(0)
  clock.days = 5
  expect(await scanner.scan()).toBe(2)
  expect(shown(store)).toEqual(['a', 'b/1'])
  expect(gone.map(({ key }) => key).sort()).toEqual(['a/1', 'a/2'])
  expect(await scanner.scan()).toBe(0)
})

test('applies size and tag filters', async () => {
  const { store, scanner } = await scene([
    rule(DAYS, '<ObjectSizeGreaterThan>10</ObjectSizeGreaterThan>'),
    rule(DAYS, '<Tag><Key>keep</Key><Value>no</Value></Tag>'),
  ])
  await put(store, 'large', { bytes: 11 })
  await put(store, 'small', { bytes: 10 })
  await put(store, 'tagged', { tags: { keep: 'no', more: 'x' } })
  await put(store, 'otherwise', { tags: { keep: 'yes' } })
  await scanner.scan()
  expect(shown(store)).toEqual(['otherwise', 'small'])
})

const ABORT =
  '<AbortIncompleteMultipartUpload><DaysAfterInitiation>3</DaysAfterInitiation></AbortIncompleteMultipartUpload>'

const begin = (store: Store, key: string) => store.createUpload('casks', key, { metadata: METADATA, tags: {} })
const uploads = (store: Store) =>
  store
    .listUploads('casks', { prefix: '', limit: 1000 })
    .entries.map((entry) => entry.kind === 'upload' && entry.record.key)

test('aborts incomplete uploads under the prefix when they are due, and removes no object', async () => {
  const { store, scanner, gone, clock } = await scene([rule(ABORT, '<Prefix>a/</Prefix>')])
  for (const key of ['a/1', 'a/2', 'b/1']) await begin(store, key)
  await put(store, 'a/1')
  clock.days = 2
  expect(await scanner.scan()).toBe(0)
  clock.days = 5
  expect(await scanner.scan()).toBe(2)
  expect([uploads(store), shown(store), gone]).toEqual([['b/1'], ['a/1'], []])
  expect(await scanner.scan()).toBe(0)
})

test('keeps an upload that is completed between scan and abort', async () => {
  const holder: { store?: Store } = {}
  const { store, scanner, failed } = await scene([rule(ABORT)], {
    over: {
      async abortUpload(bucket, key, uploadId) {
        const { store } = holder
        if (store === undefined) throw new Error('no store')
        const { etag } = await store.putPart(bucket, key, uploadId, 1, bodyOf(Buffer.from('part')))
        await store.completeUpload(bucket, key, uploadId, [{ partNumber: 1, etag }])
        await store.abortUpload(bucket, key, uploadId)
      },
    },
  })
  holder.store = store
  await begin(store, 'k')
  expect(await scanner.scan()).toBe(0)
  expect([shown(store), failed]).toEqual([['k'], []])
})

test('creates only one delete marker for an object of a versioned bucket, even over several scans', async () => {
  const { store, scanner, gone } = await scene([rule(DAYS)], { versioning: 'Enabled' })
  await put(store, 'k')
  await put(store, 'k')
  await scanner.scan()
  await scanner.scan()
  expect(shown(store)).toEqual(['-k', 'k', 'k'])
  const marker = store.statObject('casks', 'k')
  expect(gone).toEqual([{ bucket: 'casks', key: 'k', versionId: marker.versionId, all: false }])
})

test('replaces the null version of a suspended bucket with a null delete marker', async () => {
  const { store, scanner } = await scene([rule(DAYS)], { versioning: 'Suspended' })
  await put(store, 'k')
  await scanner.scan()
  expect(shown(store)).toEqual(['-k'])
})

test('removes everything up to the last delete marker, one step per scan', async () => {
  const days = '<NoncurrentVersionExpiration><NoncurrentDays>3</NoncurrentDays></NoncurrentVersionExpiration>'
  const { store, scanner } = await scene([rule(LONE + days)], { versioning: 'Enabled' })
  await put(store, 'k')
  await put(store, 'k')
  await store.deleteObject('casks', 'k')
  await scanner.scan()
  await scanner.scan()
  expect(shown(store)).toEqual([])
  await store.deleteBucket('casks')
})

test('keeps the configured number of noncurrent versions', async () => {
  const { store, scanner } = await scene([rule(NEWER)], { versioning: 'Enabled' })
  const ids = []
  for (let at = 0; at < 5; at++) ids.push((await put(store, 'k')).versionId)
  expect(await scanner.scan()).toBe(3)
  const { entries } = store.listVersions('casks', { prefix: '', limit: 10 })
  expect(entries.map((entry) => entry.kind === 'object' && entry.record.versionId)).toEqual([ids[4], ids[3]])
})

test('removes all versions of a key, and of no other key', async () => {
  const { store, scanner, gone } = await scene([rule(ALL, '<Prefix>k</Prefix>')], { versioning: 'Enabled' })
  for (const key of ['k', 'k', 'k', 'k/below', 'l']) await put(store, key)
  await store.deleteObject('casks', 'k/below')
  await scanner.scan()
  expect(shown(store)).toEqual(['-k/below', 'k/below', 'l'])
  expect(gone).toMatchObject([{ key: 'k', all: true }])
})

test('scans several pages, and keys that span pages', async () => {
  const { store, scanner } = await scene([rule(NEWER), rule(DAYS, '<Prefix>z</Prefix>')], { versioning: 'Enabled' })
  // 998 versions come before the many of one key, so the page ends within it.
  await Promise.all(Array.from({ length: 998 }, (_, at) => put(store, `a-${at}`)))
  for (let at = 0; at < 5; at++) await put(store, 'm')
  await put(store, 'z-last')
  expect(await scanner.scan()).toBe(4)
  const { entries } = store.listVersions('casks', { prefix: 'm', limit: 10 })
  expect(entries).toHaveLength(2)
  expect(store.statObject('casks', 'z-last').isDeleteMarker).toBe(true)
})

test('keeps an object that is overwritten between scan and deletion', async () => {
  for (const versioning of [undefined, 'Enabled', 'Suspended'] as const) {
    const holder: { store?: Store } = {}
    const { store, scanner, gone, clock } = await scene([rule(DAYS)], {
      ...(versioning === undefined ? {} : { versioning }),
      over: {
        async deleteObject(bucket, key, options) {
          if (holder.store === undefined) throw new Error('no store')
          // The clock makes the new one just as old: only its version and its time distinguish it from the old one.
          await putText(holder.store, key, 'new')
          clock.days = 1
          return holder.store.deleteObject(bucket, key, options)
        },
      },
    })
    holder.store = store
    await put(store, 'k')
    expect(await scanner.scan()).toBe(0)
    expect(gone).toEqual([])
    expect(store.statObject('casks', 'k')).toMatchObject({ isDeleteMarker: false, size: 3 })
  }
})

test('keeps a null version that has become the latest again', async () => {
  const holder: { store?: Store } = {}
  const noncurrent = '<NoncurrentVersionExpiration><NoncurrentDays>3</NoncurrentDays></NoncurrentVersionExpiration>'
  const { store, scanner } = await scene([rule(noncurrent)], {
    over: {
      async deleteObject(bucket, key, options) {
        if (holder.store === undefined) throw new Error('no store')
        await holder.store.setVersioning('casks', 'Suspended')
        await putText(holder.store, key, 'new')
        return holder.store.deleteObject(bucket, key, options)
      },
    },
  })
  holder.store = store
  await put(store, 'k')
  await store.setVersioning('casks', 'Enabled')
  await put(store, 'k')
  expect(await scanner.scan()).toBe(0)
  expect(store.statObject('casks', 'k')).toMatchObject({ versionId: 'null', size: 3 })
})

test("can't remove a locked version", async () => {
  const { store, scanner, gone } = await scene([rule(NEWER)])
  await store.createBucket('locked', { lock: true })
  await setRules(store, 'locked', [rule(NEWER)])
  const ids: string[] = []
  for (let at = 0; at < 4; at++) {
    ids.push(
      (await store.putObject('locked', 'k', bodyOf('x'), { metadata: METADATA, lock: { legalHold: at === 0 } }))
        .versionId,
    )
  }
  await scanner.scan()
  expect(gone.map(({ versionId }) => versionId)).toEqual([ids[1]])
  expect(store.statObject('locked', 'k', ids[0] ?? '').versionId).toBe(ids[0])
})

test('reports a bucket that fails and continues with the others', async () => {
  const refused = new Error('the disk is gone')
  const holder: { store?: Store } = {}
  const { store, scanner, failed } = await scene([rule(DAYS)], {
    over: {
      async deleteObject(bucket, key, options) {
        if (bucket === 'another' || holder.store === undefined) throw refused
        return holder.store.deleteObject(bucket, key, options)
      },
    },
  })
  holder.store = store
  await store.createBucket('another')
  await setRules(store, 'another', [rule(DAYS)])
  await store.putObject('another', 'k', bodyOf('x'), { metadata: METADATA })
  await put(store, 'k')
  await scanner.scan()
  expect(failed).toEqual([refused])
  expect(shown(store)).toEqual([])
})

test('scans periodically, scans a requested bucket immediately, and stops', async () => {
  // It sleeps until it is woken: nothing here waits for time.
  const sleep = (ms: number, signal: AbortSignal) =>
    ms < 1000
      ? Promise.resolve(signal.throwIfAborted())
      : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const { store, scanner } = await scene([rule(DAYS)], {}, { sleep })
  await put(store, 'one')
  scanner.start(3600, (error) => expect.unreachable(String(error)))
  await vi.waitFor(() => expect(shown(store)).toEqual([]), PATIENT)
  await put(store, 'two')
  scanner.soon('casks')
  await vi.waitFor(() => expect(shown(store)).toEqual([]), PATIENT)
  await scanner.stop()
  await put(store, 'three')
  scanner.soon('casks')
  expect(shown(store)).toEqual(['three'])
})

test('counts scanned and removed versions', async () => {
  const { store, scanner } = await scene([rule(DAYS)])
  await put(store, 'a')
  await put(store, 'b')
  await scanner.scan()
  const { lifetime, completedAt, active, cycle } = scanner.stats.report()
  expect([...lifetime].sort()).toEqual([
    ['DeleteAction', 2],
    ['ScanObject', 2],
  ])
  expect([completedAt.length, active, cycle]).toEqual([1, [], 0])
})
