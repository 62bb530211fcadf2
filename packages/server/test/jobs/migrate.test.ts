/** Migrations from one storage server to another (decision 42). */
import { createHash } from 'node:crypto'
import type { BucketFacts, MigrationReport, ServerJob } from '@cooperage/contract'
import {
  type StorageServer,
  startTarget,
  startTestEngine,
  startVersitygw,
  tempFolder,
  uniqueName,
} from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { startSeveralServers } from '../../src/index.ts'
import { inAnHour, objectStorage } from '../objects/object-storage.ts'
import { builtWeb } from '../running-console.ts'
import type { Visitor } from '../visitor.ts'
import { jobThat, KillableConsoles, signedInTo, withoutJobKeys } from './several-servers.ts'
import { watchedStorage } from './watched-storage.ts'

const MIB = 1024 * 1024
const PATIENT = { timeout: 60_000, interval: 50 }
const folder = tempFolder('migrate')
type Name = 'berlin' | 'paris' | 'plain'

const [berlin, paris, plain] = await Promise.all([
  startTarget(),
  startTestEngine(),
  startVersitygw({ keepsVersions: false }),
])
const storages = { berlin, paris, plain }
const server = await startSeveralServers({
  host: '127.0.0.1',
  port: 0,
  dataDir: folder.path,
  webRoot: builtWeb(folder.path),
  servers: Object.entries(storages).map(([name, { url }]) => ({
    name,
    title: name[0]?.toUpperCase() + name.slice(1),
    color: 'gray' as const,
    storageUrl: new URL(url),
  })),
})

afterAll(async () => {
  await server.close()
  await Promise.all(Object.values(storages ?? {}).map((one) => one.stop()))
  folder.remove()
})

/** What objects are on a server. */
function at(name: Name) {
  const storage = storages[name] as StorageServer
  return objectStorage({ storage, user: () => Promise.reject(new Error('not used')) })
}

function signedIn(...names: Name[]): Promise<Visitor> {
  return signedInTo(server.url, Object.fromEntries(names.map((name) => [name, storages[name]])))
}

/** Creates a bucket with the visitor's session there. */
async function bucketOn(user: Visitor, name: Name, options: object = {}): Promise<string> {
  const bucket = uniqueName('move')
  const { status, text } = await user.call('POST', `/servers/${name}/api/v1/buckets`, {
    json: { name: bucket, ...options },
  })
  expect([status, text]).toEqual([201, expect.any(String)])
  return bucket
}

interface Wanted {
  bucket: string
  target_bucket?: string
  settings?: boolean
  versions?: boolean
  locks?: boolean
}

async function begin(user: Visitor, from: Name, to: Name, wanted: Wanted): Promise<string> {
  const { bucket, target_bucket = bucket, settings = true, versions = true, locks = true } = wanted
  const permit = { bucket: target_bucket, creates: true }
  const { json } = await user.call('POST', `/servers/${to}/api/v1/servers/permits`, { json: permit })
  const { token } = json as { token: string }
  const job = { kind: 'migrate', bucket, server: to, target_bucket, settings, versions, locks }
  const reply = await user.call('POST', `/servers/${from}/api/v1/jobs/to-server`, { json: { job, token } })
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
  return (reply.json as ServerJob).id
}

async function reportOf(user: Visitor, from: Name, id: string): Promise<MigrationReport> {
  return (await user.get(`/servers/${from}/api/v1/jobs/${id}/report`)).json as MigrationReport
}

async function migrate(user: Visitor, from: Name, to: Name, wanted: Wanted) {
  const id = await begin(user, from, to, wanted)
  const job = await jobThat(user, from, id, ({ ended }) => ended !== '', PATIENT)
  const report = await reportOf(user, from, id)
  return { job, report, entries: report.entries.map(({ kind, name, item }) => [kind, name, item]) }
}

/** The versions of a bucket as they have to be on both sides: the newest first. */
async function historyOf(name: Name, bucket: string): Promise<string[]> {
  const versions = await at(name).versions(bucket)
  return versions.map(
    ({ key, isDeleteMarker, etag, size }) => `${key} ${isDeleteMarker ? 'deleted' : `${etag} ${size}`}`,
  )
}

const ODD = ['a b/ü.txt', '%2e%2e/x', 'quote\'"&<>.txt', '😀/日本語', 'plus+and=?#', ' lead', 'a/b/', 'ä'.repeat(80)]

test('moves versions, delete markers, tags, metadata, odd names and parts, and then what has changed', {
  timeout: 120_000,
}, async () => {
  const user = await signedIn('berlin', 'paris')
  const bucket = await bucketOn(user, 'berlin', { versioning: true })
  const { put, putInParts, remove, request } = at('berlin')
  for (const body of ['one', 'two', 'three']) await put(bucket, 'versions', body)
  await put(bucket, 'gone', 'was here')
  await remove(bucket, 'gone')
  await put(bucket, 'back', 'a')
  await remove(bucket, 'back')
  await put(bucket, 'back', 'b')
  const described = {
    'content-type': 'text/x; charset=utf-8',
    'cache-control': 'max-age=60',
    'x-amz-meta-word': '=?UTF-8?b?w7xtbGF1dA==?=',
    'x-amz-tagging': 'a%20b=c%2Fd&team=x',
  }
  await put(bucket, 'described', 'hello', described)
  await put(bucket, 'described', 'hello 2', { ...described, 'x-amz-tagging': 'team=y' })
  await put(bucket, 'empty', '')
  for (const key of ODD) await put(bucket, key, key.endsWith('/') ? '' : key)
  await putInParts(bucket, 'parts', [Buffer.alloc(5 * MIB, 'a'), Buffer.alloc(MIB, 'b')])
  const before = await historyOf('berlin', bucket)

  const first = await migrate(user, 'berlin', 'paris', { bucket })
  expect(first.job).toMatchObject({ status: 'done', failed: 0, skipped: 0, done: before.length, lost: [] })
  expect(await historyOf('paris', bucket)).toEqual(before)
  expect(await historyOf('berlin', bucket)).toEqual(before)
  const versions = before.filter((line) => !line.endsWith(' deleted'))
  expect(first.report).toMatchObject({
    source: { server: 'Berlin', bucket },
    target: { server: 'Paris', server_name: 'paris', bucket },
    status: 'done',
    copied: before.length,
    counts: {
      versions: versions.length,
      deleteMarkers: 2,
      equal: before.length,
      byEtag: versions.length,
      byReading: 0,
      differences: 0,
      updated: 0,
    },
  })
  expect(first.report.counts.sampled).toBeGreaterThan(0)
  expect(first.report.counts.bytes).toBe(first.report.copiedBytes)
  expect(first.entries).toEqual([['settingKept', 'versioning', '']])
  const versionsThere = (await at('paris').versions(bucket)).filter(({ key }) => key === 'described')
  const tagsOf = async (versionId: string) =>
    (await at('paris').request({ method: 'GET', bucket, key: 'described', query: { tagging: '', versionId } })).text
  expect(await tagsOf(versionsThere[0]?.versionId ?? '')).toContain('<Value>y</Value>')
  expect(await tagsOf(versionsThere[1]?.versionId ?? '')).toContain('<Value>c/d</Value>')
  expect(await at('paris').head(bucket, 'described')).toMatchObject({
    'content-type': described['content-type'],
    'cache-control': 'max-age=60',
    'x-amz-meta-word': described['x-amz-meta-word'],
  })

  await put(bucket, 'versions', 'four')
  await put(bucket, 'new', 'new')
  await remove(bucket, 'empty')
  const tags = '<Tagging><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>'
  const headers = { 'content-md5': createHash('md5').update(tags).digest('base64') }
  await request({ method: 'PUT', bucket, key: 'back', query: { tagging: '' }, body: tags, headers })
  await request({ method: 'DELETE', bucket, key: 'described', query: { tagging: '' } })
  const second = await migrate(user, 'berlin', 'paris', { bucket })
  expect(second.job).toMatchObject({ status: 'done', failed: 0, done: 3, skipped: before.length, differences: 0 })
  expect(second.report.counts).toMatchObject({ equal: before.length + 3, updated: 2, differences: 0 })
  expect((await at('paris').head(bucket, 'described'))['x-amz-tagging-count'] ?? '0').toBe('0')
  expect(await historyOf('paris', bucket)).toEqual(await historyOf('berlin', bucket))
  expect((await at('paris').head(bucket, 'back'))['x-amz-tagging-count']).toBe('1')
  await withoutJobKeys(user, 'berlin', 'paris')
})

test('keeps delete markers that follow one another', async () => {
  const user = await signedIn('berlin', 'paris')
  const bucket = await bucketOn(user, 'berlin', { versioning: true })
  const { put, removeAgain } = at('berlin')
  for (const body of ['one', 'two']) {
    await put(bucket, 'a & b', body)
    await removeAgain(bucket, 'a & b')
    await removeAgain(bucket, 'a & b')
  }
  const before = await historyOf('berlin', bucket)
  expect(before.map((line) => line.endsWith(' deleted'))).toEqual([true, true, false, true, true, false])
  const { job, report } = await migrate(user, 'berlin', 'paris', { bucket })
  expect(job).toMatchObject({ status: 'done', done: 6, failed: 0, differences: 0 })
  expect(report.counts).toMatchObject({ versions: 2, deleteMarkers: 4, equal: 6 })
  expect(await historyOf('paris', bucket)).toEqual(before)
})

test('keeps retention and legal holds, and extends them', { timeout: 90_000 }, async () => {
  const user = await signedIn('berlin', 'paris')
  const bucket = await bucketOn(user, 'berlin', { locking: true })
  const { put, request } = at('berlin')
  const until = inAnHour()
  const retained = { 'x-amz-object-lock-mode': 'GOVERNANCE', 'x-amz-object-lock-retain-until-date': until }
  await put(bucket, 'kept', 'one', retained)
  await put(bucket, 'kept', 'two')
  await put(bucket, 'held', 'x')
  const write = async (key: string, what: string, body: string) => {
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    await request({ method: 'PUT', bucket, key, query: { [what]: '' }, body, headers })
  }
  await write('held', 'legal-hold', '<LegalHold><Status>ON</Status></LegalHold>')
  const json = { mode: 'governance', unit: 'days', validity: 1 }
  expect((await user.call('PUT', `/servers/berlin/api/v1/buckets/${bucket}/retention`, { json })).status).toBe(204)
  const target = uniqueName('kept')
  const first = await migrate(user, 'berlin', 'paris', { bucket, target_bucket: target })
  expect(first.job).toMatchObject({ status: 'done', done: 3, failed: 0, differences: 0, lost: [] })
  expect(first.entries).toEqual([
    ['settingKept', 'versioning', ''],
    ['settingKept', 'retention', ''],
  ])
  const [, kept] = (await at('paris').versions(target)).filter(({ key }) => key === 'kept')
  const query = { versionId: kept?.versionId ?? '' }
  const locked = (await at('paris').request({ method: 'HEAD', bucket: target, key: 'kept', query })).headers
  expect(Date.parse(locked['x-amz-object-lock-retain-until-date'] ?? '')).toBe(Date.parse(until))
  expect((await at('paris').head(target, 'held'))['x-amz-object-lock-legal-hold']).toBe('ON')
  // The target’s default retention isn’t that of an object that has none.
  expect((await at('paris').head(target, 'kept'))['x-amz-object-lock-mode']).toBeUndefined()

  await write('held', 'legal-hold', '<LegalHold><Status>OFF</Status></LegalHold>')
  const second = await migrate(user, 'berlin', 'paris', { bucket, target_bucket: target })
  expect(second.report).toMatchObject({ copied: 0, skipped: 3, counts: { updated: 0, differences: 1, equal: 2 } })
  expect(second.entries).toContainEqual(['lock', 'held', ''])
  // A source that shows no hold may only not show it.
  expect((await at('paris').head(target, 'held'))['x-amz-object-lock-legal-hold']).toBe('ON')
  await write('held', 'legal-hold', '<LegalHold><Status>ON</Status></LegalHold>')
  await write('kept', 'legal-hold', '<LegalHold><Status>ON</Status></LegalHold>')
  const third = await migrate(user, 'berlin', 'paris', { bucket, target_bucket: target })
  expect(third.report.counts).toMatchObject({ updated: 1, differences: 0, equal: 3 })
  expect((await at('paris').head(target, 'kept'))['x-amz-object-lock-legal-hold']).toBe('ON')

  const without = { bucket, target_bucket: uniqueName('without'), locks: false }
  expect((await migrate(user, 'berlin', 'paris', without)).report.counts).toMatchObject({ equal: 3, differences: 0 })
})

test('takes the settings along, and names each that the target doesn’t have', async () => {
  const user = await signedIn('berlin', 'paris', 'plain')
  const bucket = await bucketOn(user, 'berlin', {
    versioning: true,
    quota: { enabled: true, amount: 5e9, quota_type: 'hard' },
  })
  const { request, put } = at('berlin')
  await put(bucket, 'a', 'a')
  const set = async (query: string, body: string) => {
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    await request({ method: 'PUT', bucket, query: { [query]: '' }, body, headers })
  }
  const rule = (id: string, days: number) =>
    `<Rule><ID>${id}</ID><Status>Enabled</Status><Filter><Prefix>${id}/</Prefix></Filter><Expiration><Days>${days}</Days></Expiration></Rule>`
  await set('lifecycle', `<LifecycleConfiguration>${rule('old', 30)}${rule('tmp', 2)}</LifecycleConfiguration>`)
  await set('tagging', '<Tagging><TagSet><Tag><Key>team</Key><Value>blue</Value></Tag></TagSet></Tagging>')
  const policy = {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: ['*'] },
        Action: ['s3:GetObject'],
        Resource: [`arn:aws:s3:::${bucket}/public/*`],
      },
    ],
  }
  await request({ method: 'PUT', bucket, query: { policy: '' }, body: JSON.stringify(policy) })
  const target = uniqueName('renamed')
  const { entries, job } = await migrate(user, 'berlin', 'paris', { bucket, target_bucket: target })
  expect(job).toMatchObject({ status: 'done', failed: 0, differences: 0 })
  expect(entries).toEqual([
    ['settingKept', 'versioning', ''],
    ['settingKept', 'lifecycle', '2'],
    ['settingKept', 'tags', ''],
    ['settingKept', 'policy', ''],
    ['settingKept', 'quota', ''],
  ])
  const there = (await at('paris').request({ method: 'GET', bucket: target, query: { policy: '' } })).text
  expect(there).toContain(`arn:aws:s3:::${target}/public/*`)
  const lifecycle = (await at('paris').request({ method: 'GET', bucket: target, query: { lifecycle: '' } })).text
  expect(lifecycle).toMatch(/tmp[\s\S]*<Days>2<|<Days>2<[\s\S]*tmp/)

  const refused = await migrate(user, 'berlin', 'plain', { bucket, target_bucket: uniqueName('plain') })
  expect([refused.job.status, refused.job.problem, refused.job.done]).toEqual([
    'stopped',
    expect.stringContaining('Plain'),
    0,
  ])
  const plain = uniqueName('plain')
  const lossy = await migrate(user, 'berlin', 'plain', { bucket, target_bucket: plain, versions: false })
  expect(lossy.job).toMatchObject({ status: 'done', done: 1, failed: 0, ends_with_session: true })
  const lost = lossy.entries.filter(([kind]) => kind === 'settingLost').map(([, name]) => name)
  expect(lossy.job.differences).toBe(lost.length)
  expect(lost).toEqual(expect.arrayContaining(['lifecycle', 'quota']))
  expect(await at('plain').text(plain, 'a')).toBe('a')
})

test('the preflight says what both sides have, before anything is written', async () => {
  const user = await signedIn('berlin', 'paris', 'plain')
  const bucket = await bucketOn(user, 'berlin', { locking: true })
  await at('berlin').put(bucket, 'a', 'one')
  await at('berlin').put(bucket, 'a', 'three')
  await at('berlin').remove(bucket, 'a')
  const facts = async (name: Name, of: string) =>
    (await user.get(`/servers/${name}/api/v1/servers/buckets/${of}`)).json as BucketFacts
  const here = await facts('berlin', bucket)
  expect(here).toMatchObject({
    access: 'own',
    settings: { versioning: { state: 'set' }, locking: { state: 'set' }, lifecycle: { state: 'none' } },
    contents: { objects: 0, noncurrent: 2, deleteMarkers: 1, bytes: 8, isComplete: true },
  })
  const missing = uniqueName('missing')
  await bucketOn(user, 'paris')
  expect(await facts('paris', missing)).toMatchObject({
    access: 'missing',
    settings: { versioning: { state: 'none' }, locking: { state: 'none' }, quota: { state: 'none' } },
  })
  await at('plain').request({ method: 'PUT', bucket: uniqueName('any') })
  expect(await facts('plain', missing)).toMatchObject({
    access: 'missing',
    settings: {
      versioning: { state: 'unknown' },
      lifecycle: { state: 'unsupported' },
      quota: { state: 'unsupported' },
    },
  })
})

test('leaves what is newer at the target, and names every difference', async () => {
  const user = await signedIn('berlin', 'paris')
  const bucket = await bucketOn(user, 'berlin')
  for (const key of ['same', 'changed', 'deleted']) await at('berlin').put(bucket, key, key)
  expect((await migrate(user, 'berlin', 'paris', { bucket })).job).toMatchObject({ done: 3, differences: 0 })
  await at('paris').put(bucket, 'changed', 'after the cut-over')
  await at('paris').put(bucket, 'own', 'x')
  await at('berlin').remove(bucket, 'deleted')
  const { job, entries, report } = await migrate(user, 'berlin', 'paris', { bucket })
  expect(job).toMatchObject({ status: 'done', done: 0, failed: 0, skipped: 2, differences: 3 })
  expect(entries).toEqual([
    ['newer', 'changed', ''],
    ['extra', 'deleted', ''],
    ['extra', 'own', ''],
  ])
  expect(report.counts).toMatchObject({ versions: 2, equal: 1, differences: 3 })
  expect(await at('paris').text(bucket, 'changed')).toBe('after the cut-over')
  expect(await at('paris').text(bucket, 'deleted')).toBe('deleted')
})

test('a permission to copy isn’t one to migrate', async () => {
  const user = await signedIn('berlin', 'paris')
  const bucket = await bucketOn(user, 'berlin')
  const target = await bucketOn(user, 'paris')
  const { json } = await user.call('POST', '/servers/paris/api/v1/servers/permits', { json: { bucket: target } })
  const job = {
    kind: 'migrate',
    bucket,
    server: 'paris',
    target_bucket: target,
    settings: true,
    versions: true,
    locks: true,
  }
  const { token } = json as { token: string }
  const reply = await user.call('POST', '/servers/berlin/api/v1/jobs/to-server', { json: { job, token } })
  expect([reply.status, reply.json]).toEqual([403, expect.objectContaining({ code: 'CopyNotPermitted' })])
})

test('a killed console continues, and copies every version once', { timeout: 180_000 }, async ({ onTestFinished }) => {
  const user = await signedIn('berlin', 'paris')
  const bucket = await bucketOn(user, 'berlin', { versioning: true })
  const COUNT = 60
  for (let index = 0; index < COUNT; index++) {
    await at('berlin').put(bucket, `k/${index}`, `body ${index}`, { 'x-amz-tagging': `n=${index}` })
    if (index % 3 === 0) await at('berlin').put(bucket, `k/${index}`, `second ${index}`)
    if (index % 5 === 0) await at('berlin').remove(bucket, `k/${index}`)
  }
  const before = await historyOf('berlin', bucket)
  const between = await watchedStorage(storages.paris.url)
  const own = tempFolder('migrate-killed')
  const both = { berlin: storages.berlin, paris: { ...storages.paris, url: between.url } }
  const consoles = new KillableConsoles(own.path)
  onTestFinished(async () => {
    await consoles.stop()
    between.close()
    own.remove()
  })
  // While it creates the bucket, copies, writes settings, and verifies.
  const isWrite = (method?: string, url = '') => (method === 'PUT' || method === 'DELETE') && !url.startsWith('/minio/')
  let writes = 0
  let heads = 0
  const kills = new Map<string, PromiseWithResolvers<void>>(
    ['write 1', 'write 12', 'write 50', 'head 70'].map((place) => [place, Promise.withResolvers()]),
  )
  let started = Promise.withResolvers<void>()
  between.onResponse = async ({ method, url }) => {
    const place = isWrite(method, url) ? `write ${++writes}` : method === 'HEAD' ? `head ${++heads}` : ''
    const kill = kills.get(place)
    if (kill === undefined) return
    // A job that resumes may get here while the visitor still signs in.
    await started.promise
    started = Promise.withResolvers()
    consoles.kill()
    kill.resolve()
  }
  let one = await consoles.start(both)
  const id = await begin(one, 'berlin', 'paris', { bucket })
  started.resolve()
  for (const { promise } of kills.values()) {
    await promise
    await consoles.ended()
    one = await consoles.start(both)
    started.resolve()
  }
  const done = await jobThat(one, 'berlin', id, ({ ended }) => ended !== '', PATIENT)
  expect(done).toMatchObject({ status: 'done', done: before.length, failed: 0, skipped: 0, differences: 0 })
  expect(await historyOf('paris', bucket)).toEqual(before)
  const { counts } = await reportOf(one, 'berlin', id)
  const deleteMarkers = before.filter((line) => line.endsWith(' deleted')).length
  expect(counts).toMatchObject({ versions: before.length - deleteMarkers, deleteMarkers, equal: before.length })
  await withoutJobKeys(one, 'berlin', 'paris')
})
