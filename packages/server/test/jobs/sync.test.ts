/** Syncs from one storage server to another (decision 44). */
import type { ServerJob, Sync, SyncReport, SyncRun, SyncSpec } from '@cooperage/contract'
import {
  accountsOf,
  allow,
  expectDeclaredErrors,
  type FaultProxy,
  type StorageServer,
  startFaultProxy,
  startTarget,
  startTestEngine,
  startVersitygw,
  tempFolder,
  uniqueName,
} from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSeveralServers } from '../../src/index.ts'
import { LISTED, objectStorage } from '../objects/object-storage.ts'
import { builtWeb } from '../running-console.ts'
import type { Visitor } from '../visitor.ts'
import { KillableConsoles, signedInTo } from './several-servers.ts'
import { watchedStorage } from './watched-storage.ts'

const PATIENT = { timeout: 40_000, interval: 50 }
const HOUR_MS = 3600_000
const folder = tempFolder('sync')
const log: string[] = []
let ahead = 0
let storages: Record<'berlin' | 'paris' | 'plain', Pick<StorageServer, 'url' | 'root' | 'stop'>>
let proxy: FaultProxy
let server: Awaited<ReturnType<typeof startSeveralServers>>

/** `twin` is another name of Berlin. */
type Name = keyof typeof storages | 'twin'

beforeAll(async () => {
  const [berlin, paris, plain] = await Promise.all([startTarget(), startTestEngine(), startVersitygw()])
  storages = { berlin, paris, plain }
  proxy = await startFaultProxy(paris.url)
  const at = { berlin: berlin.url, paris: proxy.url, plain: plain.url, twin: berlin.url }
  server = await startSeveralServers({
    host: '127.0.0.1',
    port: 0,
    dataDir: folder.path,
    webRoot: builtWeb(folder.path),
    now: () => Date.now() + ahead,
    log: (line) => log.push(line),
    servers: Object.entries(at).map(([name, url]) => ({
      name,
      title: name[0]?.toUpperCase() + name.slice(1),
      color: 'gray' as const,
      storageUrl: new URL(url),
    })),
  })
})

afterAll(async () => {
  await server?.close()
  await proxy?.close()
  await Promise.all(Object.values(storages ?? {}).map((one) => one.stop()))
  folder.remove()
  expectDeclaredErrors(log.join(''))
})

const storageOf = (name: Name) => storages[name === 'twin' ? 'berlin' : name] as StorageServer

/** What objects are on a server. */
function at(name: Name) {
  return objectStorage({ storage: storageOf(name), user: () => Promise.reject(new Error('not used')) })
}

function signedIn(...names: Name[]): Promise<Visitor> {
  return signedInTo(server.url, Object.fromEntries(names.map((name) => [name, storageOf(name)])))
}

async function signedInAs(keys: Partial<Record<Name, Credentials>>): Promise<Visitor> {
  return await signedInTo(server.url, Object.fromEntries(Object.entries(keys).map(([name, root]) => [name, { root }])))
}

async function bucketOn(name: Name): Promise<string> {
  const bucket = uniqueName('sync')
  await at(name).request({ method: 'PUT', bucket })
  return bucket
}

const BERLIN = '/servers/berlin/api/v1/syncs'
type Wanted = Partial<SyncSpec> & Pick<SyncSpec, 'bucket' | 'target_bucket'>

async function tokenAt(user: Visitor, name: Name, bucket: string): Promise<string> {
  const reply = await user.call('POST', `/servers/${name}/api/v1/servers/permits`, { json: { bucket } })
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
  return (reply.json as { token: string }).token
}

/** Saves a sync of Berlin: a new one, or this one. */
async function save(user: Visitor, wanted: Wanted, id?: string) {
  const sync = { server: 'paris', schedule: { every: 'once', at: '' }, ...wanted }
  const token = await tokenAt(user, sync.server as Name, wanted.target_bucket)
  const path = id === undefined ? BERLIN : `${BERLIN}/${id}`
  return await user.call(id === undefined ? 'POST' : 'PUT', path, { json: { sync, token } })
}

async function create(user: Visitor, wanted: Wanted): Promise<Sync> {
  const reply = await save(user, wanted)
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
  return reply.json as Sync
}

async function control(user: Visitor, { id }: Sync, action: string, run?: string): Promise<Sync> {
  const reply = await user.call('POST', `${BERLIN}/${id}`, { json: { action, run } })
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)])
  return reply.json as Sync
}

async function read(user: Visitor, { id }: Sync): Promise<Sync> {
  const found = ((await user.get(BERLIN)).json as Sync[]).find((one) => one.id === id)
  if (found === undefined) throw new Error('There is no such sync')
  return found
}

async function runsOf(user: Visitor, { id }: Sync): Promise<SyncRun[]> {
  return (await user.get(`${BERLIN}/${id}/runs`)).json as SyncRun[]
}

/** The latest run, once there are so many and it has ended. */
async function ended(user: Visitor, sync: Sync, count: number): Promise<SyncRun> {
  return await vi.waitFor(async () => {
    const runs = await runsOf(user, sync)
    if (runs.length !== count || runs[0]?.ended === '') throw new Error(`The runs are ${JSON.stringify(runs)}`)
    return runs[0] as SyncRun
  }, PATIENT)
}

async function runAgain(user: Visitor, sync: Sync): Promise<SyncRun> {
  const count = (await runsOf(user, sync)).length
  await control(user, sync, 'run')
  return await ended(user, sync, count + 1)
}

async function reportOf(user: Visitor, { id }: SyncRun): Promise<SyncReport> {
  return (await user.get(`${BERLIN}/runs/${id}`)).json as SyncReport
}

/** The access keys of syncs that the account has on a server. */
async function keysOf(user: Visitor, name: Name): Promise<string[]> {
  const keys = (await user.get(`/servers/${name}/api/v1/account/access-keys`)).json as {
    name: string
    description: string
    expiration?: string
  }[]
  return keys.filter((key) => key.name === 'cooperage-sync').map(({ description }) => description)
}

test('copies what is new or different, with metadata and tags, and leaves the rest', { timeout: 90_000 }, async () => {
  const user = await signedIn('berlin', 'paris')
  const [bucket, target] = [await bucketOn('berlin'), await bucketOn('paris')]
  const { put, remove } = at('berlin')
  const described = { 'content-type': 'text/x', 'x-amz-meta-m': 'n', 'x-amz-tagging': 'k=v' }
  for (const key of ['in/a', 'in/b ü', 'in/deep/c', 'in/gone']) await put(bucket, key, key, described)
  await put(bucket, 'in/', '')
  await put(bucket, 'outside', 'x')
  await at('paris').put(target, 'to/extra', 'stays')
  const sync = await create(user, { bucket, prefix: 'in/', target_bucket: target, target_prefix: 'to/' })
  expect(sync).toMatchObject({ enabled: true, server: 'paris', server_title: 'Paris', needs_attention: false })
  const first = await ended(user, sync, 1)
  expect(first).toMatchObject({ status: 'done', copied: 4, bytes: 27, deleted: 0, failed: 0, skipped: 0, total: 4 })
  const all = ['to/a', 'to/b ü', 'to/deep/c', 'to/extra', 'to/gone']
  expect(await at('paris').keys(target)).toEqual(all)
  expect(await at('paris').text(target, 'to/b ü')).toBe('in/b ü')
  expect(await at('paris').head(target, 'to/a')).toMatchObject({
    'content-type': 'text/x',
    'x-amz-meta-m': 'n',
    'x-amz-tagging-count': '1',
  })
  await put(bucket, 'in/a', 'changed', described)
  await put(bucket, 'in/b ü', 'in/b ü', { ...described, 'x-amz-meta-m': 'other' })
  await put(bucket, 'in/new', 'new')
  await remove(bucket, 'in/gone')
  const second = await runAgain(user, sync)
  expect(second).toMatchObject({ status: 'done', copied: 3, deleted: 0, skipped: 1, failed: 0 })
  expect(await at('paris').keys(target)).toEqual([...all, 'to/new'])
  expect(await at('paris').text(target, 'to/a')).toBe('changed')
  expect((await at('paris').head(target, 'to/b ü'))['x-amz-meta-m']).toBe('other')
  expect(await reportOf(user, second)).toMatchObject({
    source: { server: 'Berlin', bucket, prefix: 'in/' },
    target: { server: 'Paris', bucket: target, prefix: 'to/' },
    lost: [],
    failures: [],
  })
  const { entries } = await reportOf(user, second)
  expect(entries.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual(['copied a', 'copied b ü', 'copied new'])
  // A run that has ended isn't one more row of the jobs.
  expect((await user.get('/servers/berlin/api/v1/jobs')).json).toEqual([])
})

test('runs by its schedule, makes up for a missed time once, and not while it is paused', {
  timeout: 120_000,
}, async ({ onTestFinished }) => {
  onTestFinished(() => {
    ahead = 0
  })
  const user = await signedIn('berlin', 'paris')
  const [bucket, target] = [await bucketOn('berlin'), await bucketOn('paris')]
  await at('berlin').put(bucket, 'a')
  const sync = await create(user, { bucket, target_bucket: target, schedule: { every: 'hour', at: '' } })
  await ended(user, sync, 1)
  ahead += HOUR_MS
  await ended(user, sync, 2)
  ahead += 5 * HOUR_MS
  await ended(user, sync, 3)
  const { next, created } = await read(user, sync)
  const untilNext = Date.parse(next) - (Date.now() + ahead)
  expect(untilNext).toBeGreaterThan(0)
  expect((Date.parse(next) - Date.parse(created)) % HOUR_MS).toBe(0)
  expect(await control(user, sync, 'pause')).toMatchObject({ enabled: false, next: '' })
  ahead += 5 * HOUR_MS
  expect(await control(user, sync, 'resume')).toMatchObject({ enabled: true })
  await ended(user, sync, 4)
  await user.call('DELETE', `${BERLIN}/${sync.id}`)
})

test('deletes at the target only what it could have put there, and asks before it deletes much', {
  timeout: 120_000,
}, async () => {
  const user = await signedIn('berlin', 'paris')
  const [bucket, target] = [await bucketOn('berlin'), await bucketOn('paris')]
  const there = at('paris')
  await at('berlin').put(bucket, 'kept')
  for (const key of ['to/extra', 'other/x', 'to-be']) await there.put(target, key)
  const sync = await create(user, { bucket, target_bucket: target, target_prefix: 'to/', deletes: true })
  const first = await ended(user, sync, 1)
  expect(first).toMatchObject({ status: 'done', copied: 1, deleted: 1, failed: 0 })
  expect(await there.keys(target)).toEqual(['other/x', 'to-be', 'to/kept'])
  expect((await reportOf(user, first)).entries).toContainEqual({ kind: 'deleted', name: 'extra' })

  for (let index = 0; index < 101; index++) await there.put(target, `to/many/${index}`)
  const refusal = async ({ id }: SyncRun) => {
    const { status, json } = await user.call('POST', `${BERLIN}/${sync.id}`, { json: { action: 'confirm', run: id } })
    return [status, json]
  }
  expect(await refusal(first)).toMatchObject([409, { code: 'NothingToConfirm' }])
  const asks = await runAgain(user, sync)
  expect(asks).toMatchObject({ status: 'stopped', deleted: 0, problem: expect.stringContaining('101 of 102') })
  const unconfirmed = { run: asks.id, deletions: 101, objects: 102 }
  expect(await read(user, sync)).toMatchObject({ needs_attention: true, unconfirmed })
  // More than what was confirmed is asked again.
  await there.put(target, 'to/one-more')
  await control(user, sync, 'confirm', asks.id)
  const again = await ended(user, sync, 3)
  expect(again).toMatchObject({ status: 'stopped', deleted: 0 })
  // Whoever still sees the numbers of the run before confirms nothing.
  expect(await refusal(asks)).toMatchObject([409, { code: 'NothingToConfirm' }])
  await control(user, sync, 'confirm', again.id)
  expect(await ended(user, sync, 4)).toMatchObject({ status: 'done', deleted: 102, failed: 0 })
  expect(await there.keys(target)).toEqual(['other/x', 'to-be', 'to/kept'])

  await at('berlin').remove(bucket, 'kept')
  const empty = await runAgain(user, sync)
  expect(empty).toMatchObject({ status: 'stopped', deleted: 0, problem: expect.stringContaining('lists no objects') })
  expect(await there.keys(target)).toContain('to/kept')
  expect(await read(user, sync)).not.toHaveProperty('unconfirmed')
})

test('an account sees only its own, and a run without its rights says which is missing', {
  timeout: 90_000,
}, async () => {
  const [bucket, target] = [await bucketOn('berlin'), await bucketOn('paris')]
  for (const key of ['ok', 'secret']) await at('berlin').put(bucket, key)
  await at('paris').put(target, 'extra')
  const [here, there] = [accountsOf(storageOf('berlin')), accountsOf(storageOf('paris'))]
  const keys = {
    berlin: await here.allowed(allow(['s3:ListBucket'], bucket), allow(['s3:GetObject'], `${bucket}/*`)),
    paris: await there.allowed(
      allow(['s3:ListBucket'], target),
      allow(['s3:GetObject', 's3:DeleteObject'], `${target}/*`),
      allow(['s3:PutObject'], `${target}/ok`),
    ),
  }
  const user = await signedInAs(keys)
  const sync = await create(user, { bucket, target_bucket: target, deletes: true })
  const partly = await ended(user, sync, 1)
  // What couldn't be copied may be what was renamed.
  expect(partly).toMatchObject({ status: 'done', copied: 1, failed: 1, deleted: 0 })
  expect((await reportOf(user, partly)).failures).toMatchObject([
    { path: 'secret', message: expect.stringContaining('s3:PutObject') },
  ])
  expect(await read(user, sync)).toMatchObject({ needs_attention: true })

  const root = await signedIn('berlin', 'paris')
  expect((await root.get(BERLIN)).json).not.toContainEqual(expect.objectContaining({ id: sync.id }))
  const stranger = await signedInAs({ berlin: await here.allowed(allow(['s3:ListBucket'], bucket)) })
  const wanted = { bucket, target_bucket: target }
  const others = [
    await root.get(`${BERLIN}/${sync.id}/runs`),
    await root.get(`${BERLIN}/runs/${partly.id}`),
    await root.call('POST', `${BERLIN}/${sync.id}`, { json: { action: 'run' } }),
    await stranger.call('DELETE', `${BERLIN}/${sync.id}`),
    await save(root, wanted, sync.id),
  ]
  for (const { status, json } of others) expect([status, json]).toMatchObject([404, { code: 'NoSuchSync' }])

  await here.setPolicies(keys.berlin, await here.policy(allow(['s3:GetObject'], `${bucket}/*`)))
  await control(user, sync, 'run')
  const denied = await ended(user, sync, 2)
  expect(denied).toMatchObject({ status: 'stopped', problem: expect.stringContaining('s3:ListBucket') })

  // Administrators see and delete those of all accounts, also of one that is gone.
  const everyone = `${BERLIN}?everyone=true`
  expect((await stranger.get(everyone)).outcome).toBe('403 AccessDenied')
  const { accessKey: owner } = keys.berlin
  expect((await root.get(everyone)).json).toContainEqual(expect.objectContaining({ id: sync.id, owner }))
  expect((await root.call('DELETE', `${BERLIN}/${sync.id}`)).status).toBe(204)
  expect((await root.get(everyone)).json).not.toContainEqual(expect.objectContaining({ id: sync.id }))
})

test('refuses what can’t be, by name', async () => {
  const user = await signedIn('berlin', 'paris', 'plain', 'twin')
  const [bucket, target, plain] = [await bucketOn('berlin'), await bucketOn('paris'), await bucketOn('plain')]
  const refusal = async (wanted: Wanted) => {
    const { status, json } = await save(user, wanted)
    return [status, json]
  }
  expect(await refusal({ bucket, server: 'plain', target_bucket: plain })).toMatchObject([
    403,
    { code: 'SyncNeedsKeys', message: expect.stringContaining('Plain') },
  ])
  const itself = { server: 'twin', bucket, target_bucket: bucket }
  for (const [prefix, target_prefix] of [
    ['', ''],
    ['a/', 'a/b/'],
    ['a/b/', 'a/'],
  ] as const) {
    expect(await refusal({ ...itself, prefix, target_prefix })).toMatchObject([409, { code: 'SyncIntoItself' }])
  }
  await at('berlin').put(bucket, 'a')
  const every = { schedule: { every: 'hour' as const, at: '' } }
  const sync = await create(user, { bucket, target_bucket: target, target_prefix: 'a/', ...every })
  const taken = [409, { code: 'SyncTargetTaken' }]
  for (const target_prefix of ['', 'a/', 'a/b/']) {
    expect(await refusal({ bucket, target_bucket: target, target_prefix })).toMatchObject(taken)
  }
  await ended(user, await create(user, { bucket, target_bucket: target, target_prefix: 'b/' }), 1)
  const job = { kind: 'migrate', bucket, server: 'paris', target_bucket: target }
  const migrate = async () => {
    const permit = { bucket: target, creates: true }
    const { json } = await user.call('POST', '/servers/paris/api/v1/servers/permits', { json: permit })
    const { token } = json as { token: string }
    const what = { ...job, settings: false, versions: false, locks: false }
    return await user.call('POST', '/servers/berlin/api/v1/jobs/to-server', { json: { job: what, token } })
  }
  expect([(await migrate()).json]).toMatchObject([{ code: 'SyncTargetTaken' }])
  await control(user, sync, 'pause')
  const begun = (await migrate()).json as ServerJob
  expect(begun).toMatchObject({ kind: 'migrate' })
  await user.call('POST', `/servers/berlin/api/v1/jobs/${begun.id}`, { json: { action: 'cancel' } })
  const foreign = {
    sync: { server: 'paris', schedule: { every: 'once', at: '' }, bucket, target_bucket: target },
    token: 'x',
  }
  expect((await user.call('POST', BERLIN, { json: foreign })).json).toMatchObject({ code: 'CopyNotPermitted' })
})

test('has a key on each server as long as it exists, and new ones after each change', async () => {
  const user = await signedInAs({ berlin: storageOf('berlin').root, paris: storageOf('paris').root })
  const [bucket, target] = [await bucketOn('berlin'), await bucketOn('paris')]
  await at('berlin').put(bucket, 'a')
  const sync = await create(user, { bucket, target_bucket: target })
  await ended(user, sync, 1)
  const ofSync = async (name: Name) => (await keysOf(user, name)).filter((text) => text.includes(sync.id)).length
  expect([await ofSync('berlin'), await ofSync('paris')]).toEqual([1, 1])
  const changed = await save(user, { bucket, target_bucket: target, target_prefix: 'b/' }, sync.id)
  expect([changed.status, changed.json]).toMatchObject([200, { id: sync.id, target_prefix: 'b/' }])
  await ended(user, sync, 2)
  expect(await at('paris').keys(target)).toEqual(['a', 'b/a'])
  expect([await ofSync('berlin'), await ofSync('paris')]).toEqual([1, 1])

  await control(user, sync, 'pause')
  const stillPaused = await save(user, { bucket, target_bucket: target, schedule: { every: 'hour', at: '' } }, sync.id)
  expect(stillPaused.json).toMatchObject({ enabled: false, next: '', schedule: { every: 'hour', at: '' } })

  await proxy.fail('stopped')
  expect((await user.call('DELETE', `${BERLIN}/${sync.id}`)).status).toBe(204)
  expect((await user.get(`${BERLIN}/${sync.id}/runs`)).status).toBe(404)
  await proxy.fail('none')
  ahead += 61_000
  await expect.poll(() => ofSync('paris'), PATIENT).toBe(0)
  ahead = 0
  expect(await ofSync('berlin')).toBe(0)
})

test('a run that somebody pauses needs attention until it is resumed', async ({ onTestFinished }) => {
  const user = await signedIn('berlin', 'paris')
  const [bucket, target] = [await bucketOn('berlin'), await bucketOn('paris')]
  await at('berlin').put(bucket, 'a')
  const sync = await create(user, { bucket, target_bucket: target })
  await ended(user, sync, 1)
  onTestFinished(() => proxy.fail('none'))
  await proxy.fail('stopped')
  await control(user, sync, 'run')
  const waiting = await vi.waitFor(async () => {
    const [run] = await runsOf(user, sync)
    if (run?.status !== 'waiting') throw new Error(`The run is ${run?.status}`)
    return run
  }, PATIENT)
  const act = (action: string) => user.call('POST', `/servers/berlin/api/v1/jobs/${waiting.id}`, { json: { action } })
  await act('pause')
  expect(await read(user, sync)).toMatchObject({ needs_attention: true, last: { status: 'paused', problem: '' } })
  await proxy.fail('none')
  await act('resume')
  expect(await ended(user, sync, 2)).toMatchObject({ status: 'done' })
  expect(await read(user, sync)).toMatchObject({ needs_attention: false })
})

test('a killed console continues the run, copies and deletes nothing twice, and keeps the schedule', {
  timeout: 240_000,
}, async ({ onTestFinished }) => {
  const [bucket, target] = [await bucketOn('berlin'), await bucketOn('paris')]
  const versioned = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
  await at('paris').request({ method: 'PUT', bucket: target, query: { versioning: '' }, body: versioned })
  for (let index = 0; index < 60; index++) await at('berlin').put(bucket, `k/${index}`, `body ${index}`)
  for (let index = 0; index < 30; index++) await at('paris').put(target, `old/${index}`)
  await expect.poll(async () => (await at('paris').keys(target)).length, LISTED).toBe(30)
  const between = await watchedStorage(storages.paris.url)
  const own = tempFolder('sync-killed')
  const consoles = new KillableConsoles(own.path)
  onTestFinished(async () => {
    await consoles.stop()
    between.close()
    own.remove()
  })
  let puts = 0
  let deletions = 0
  const kills = [0, 1].map(() => Promise.withResolvers<void>())
  const killedAt = (place: 0 | 1) => {
    consoles.kill()
    kills[place]?.resolve()
  }
  between.onResponse = ({ method, url = '' }) => {
    if (url.startsWith('/minio/')) return
    if (method === 'PUT' && ++puts === 20) killedAt(0)
    if (method === 'POST' && url.includes('?delete') && ++deletions === 1) killedAt(1)
  }
  const both = { berlin: storages.berlin, paris: { ...storages.paris, url: between.url } }
  let user = await consoles.start(both)
  const wanted = { bucket, target_bucket: target, deletes: true, schedule: { every: 'hour' as const, at: '' } }
  const sync = await create(user, wanted)
  for (const { promise } of kills) {
    await promise
    await consoles.ended()
    user = await consoles.start(both)
  }
  expect(await ended(user, sync, 1)).toMatchObject({ status: 'done', copied: 60, deleted: 30, failed: 0, skipped: 0 })
  expect(puts).toBe(60)
  expect(await at('paris').keys(target)).toEqual(await at('berlin').keys(bucket))
  const markers = (await at('paris').versions(target)).filter(({ isDeleteMarker }) => isDeleteMarker)
  expect(markers).toHaveLength(30)
  expect(await read(user, sync)).toMatchObject({ enabled: true, next: expect.stringMatching(/Z$/) })
  expect((await user.call('DELETE', `${BERLIN}/${sync.id}`)).status).toBe(204)
  for (const name of ['berlin', 'paris'] as const) {
    expect((await keysOf(user, name)).filter((text) => text.includes(sync.id))).toEqual([])
  }
})
