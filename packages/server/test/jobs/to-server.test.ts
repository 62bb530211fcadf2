/** Copies and moves from one storage server to another (decision 40). */
import { createHash } from 'node:crypto'
import type { ServerJob, ServerJobDetails, ToServerSpec } from '@cooperage/contract'
import {
  accountsOf,
  allow,
  type StorageServer,
  startFaultProxy,
  startTarget,
  startTestEngine,
  startVersitygw,
  tempFolder,
  uniqueName,
} from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { startSeveralServers } from '../../src/index.ts'
import { objectStorage } from '../objects/object-storage.ts'
import { builtWeb } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'
import { jobThat, KillableConsoles, signedInTo, withoutJobKeys } from './several-servers.ts'
import { watchedStorage } from './watched-storage.ts'

const MIB = 1024 * 1024
const folder = tempFolder('to-server')
const log: string[] = []
let now = 0

type Name = keyof typeof storages

const [berlin, paris, plain] = await Promise.all([startTarget(), startTestEngine(), startVersitygw()])
const storages = { berlin, paris, plain }
/** In front of Paris and of Plain. */
const watched = { paris: await watchedStorage(paris.url), plain: await watchedStorage(plain.url) }
const proxy = await startFaultProxy(watched.paris.url)
const server = await startSeveralServers({
  host: '127.0.0.1',
  port: 0,
  dataDir: folder.path,
  webRoot: builtWeb(folder.path),
  now: () => Date.now() + now,
  log: (line) => log.push(line),
  servers: [
    { name: 'berlin', title: 'Berlin', color: 'blue', storageUrl: new URL(berlin.url) },
    { name: 'paris', title: 'Paris', color: 'red', storageUrl: new URL(proxy.url) },
    { name: 'plain', title: 'Plain', color: 'gray', storageUrl: new URL(watched.plain.url) },
  ],
})

afterAll(async () => {
  await server.close()
  await proxy.close()
  for (const one of Object.values(watched ?? {})) one.close()
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

async function bucketOn(name: Name): Promise<string> {
  const bucket = uniqueName('across')
  await at(name).request({ method: 'PUT', bucket })
  return bucket
}

async function permit(user: Visitor, name: Name, bucket: string, prefix = ''): Promise<string> {
  const reply = await user.call('POST', `/servers/${name}/api/v1/servers/permits`, { json: { bucket, prefix } })
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
  return (reply.json as { token: string }).token
}

type Wanted = Partial<ToServerSpec> & Pick<ToServerSpec, 'bucket' | 'target_bucket'>

const WHOLE = [{ source: '', target: '', contents: { search: '', deep: false } }]

async function create(user: Visitor, from: Name, to: Name, wanted: Wanted, token?: string) {
  const job = { kind: 'copyToServer', server: to, units: WHOLE, existing: 'skip', ...wanted }
  token ??= await permit(user, to, wanted.target_bucket)
  return await user.call('POST', `/servers/${from}/api/v1/jobs/to-server`, { json: { job, token } })
}

async function run(user: Visitor, from: Name, to: Name, wanted: Wanted): Promise<ServerJobDetails> {
  const reply = await create(user, from, to, wanted)
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
  return await jobThat(user, from, (reply.json as ServerJob).id, ({ ended }) => ended !== '')
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
const HOSTILE = [
  'a b/ü.txt',
  '../up',
  '%2e%2e/x',
  'quote\'"&<>.txt',
  'tab\there',
  '😀/日本語',
  'plus+and=?#',
  ' lead',
  'a/b/',
  'ä'.repeat(80),
]

test.each([
  ['berlin', 'paris'],
  ['paris', 'berlin'],
] as const)('copies contents, metadata, tags and names from %s to %s', async (from, to) => {
  const user = await signedIn(from, to)
  const [bucket, target] = [await bucketOn(from), await bucketOn(to)]
  const described = {
    'content-type': 'text/x; charset=utf-8',
    'cache-control': 'max-age=60',
    'content-disposition': 'attachment; filename="a.txt"',
    'content-language': 'de',
    'x-amz-meta-plain': 'some text',
    'x-amz-meta-word': '=?UTF-8?b?w7xtbGF1dA==?=',
    'x-amz-tagging': 'a%20b=c%2Fd&team=x',
  }
  const { put, head, text, keys, request } = at(from)
  await put(bucket, 'described', 'hello', described)
  await put(bucket, 'empty', '')
  const accepted: string[] = []
  for (const key of HOSTILE) {
    const stored = await put(bucket, key, key.endsWith('/') ? '' : key).catch(() => undefined)
    if (stored !== undefined) accepted.push(key)
  }
  expect(accepted.length).toBeGreaterThan(6)
  const copied = await run(user, from, to, { bucket, target_bucket: target })
  expect(copied).toMatchObject({ status: 'done', failed: 0, lost: [], server: to === 'paris' ? 'Paris' : 'Berlin' })
  expect(copied.done).toBe(accepted.length + 2)
  expect(await at(to).keys(target)).toEqual(await keys(bucket))
  for (const key of [...accepted, 'empty']) expect(await at(to).text(target, key)).toBe(await text(bucket, key))
  const [before, after] = [await head(bucket, 'described'), await at(to).head(target, 'described')]
  const { 'x-amz-tagging': _, ...headers } = described
  for (const name of [...Object.keys(headers), 'etag', 'x-amz-tagging-count']) expect(after[name]).toBe(before[name])
  const tags = async (place: typeof request, name: string) =>
    (await place({ method: 'GET', bucket: name, key: 'described', query: { tagging: '' } })).text.match(
      /<Tag>.*<\/Tag>/s,
    )
  expect(await tags(at(to).request, target)).toEqual(await tags(request, bucket))
  // What is there already isn't sent again.
  expect(await run(user, from, to, { bucket, target_bucket: target })).toMatchObject({ done: 0, skipped: copied.done })
  await withoutJobKeys(user, from, to)
})

test('large objects keep their parts, and with them their ETags', async () => {
  const user = await signedIn('berlin', 'paris')
  const [bucket, target] = [await bucketOn('berlin'), await bucketOn('paris')]
  const { request, put, head } = at('berlin')
  const body = Buffer.alloc(12 * MIB, 'cooperage ')
  await put(bucket, 'single', body as unknown as string)
  const begun = (await request({ method: 'POST', bucket, key: 'parts', query: { uploads: '' } })).text
  const [, uploadId = ''] = /<UploadId>(.*)<\/UploadId>/.exec(begun) ?? []
  const parts = [body.subarray(0, 5 * MIB), body.subarray(5 * MIB, 10 * MIB), body.subarray(10 * MIB)]
  let list = ''
  for (const [index, part] of parts.entries()) {
    const query = { partNumber: String(index + 1), uploadId }
    await request({ method: 'PUT', bucket, key: 'parts', query, body: part })
    list += `<Part><PartNumber>${index + 1}</PartNumber><ETag>"${md5(part)}"</ETag></Part>`
  }
  const complete = `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`
  await request({ method: 'POST', bucket, key: 'parts', query: { uploadId }, body: complete })
  expect(await run(user, 'berlin', 'paris', { bucket, target_bucket: target })).toMatchObject({ done: 2, failed: 0 })
  for (const key of ['single', 'parts']) {
    expect((await at('paris').head(target, key)).etag).toBe((await head(bucket, key)).etag)
    expect(await at('paris').text(target, key)).toBe(body.toString())
  }
})

test.each([
  ['berlin', 'paris'],
  ['paris', 'berlin'],
] as const)(
  'from %s to %s, what differs is handled as chosen, and a move deletes only what was copied',
  async (from, to) => {
    const user = await signedIn(from, to)
    const [bucket, target] = [await bucketOn(from), await bucketOn(to)]
    for (const key of ['same', 'other', 'new']) await at(from).put(bucket, key, key)
    await at(to).put(target, 'in/same', 'same')
    await at(to).put(target, 'in/other', 'old')
    const units = ['same', 'other', 'new'].map((key) => ({ source: key, target: `in/${key}` }))
    const move = { kind: 'moveToServer' as const, bucket, target_bucket: target, units }
    expect(await run(user, from, to, { ...move, existing: 'refuse' })).toMatchObject({ done: 2, failed: 1 })
    expect(await at(from).keys(bucket)).toEqual(['other'])
    expect(await run(user, from, to, { ...move, existing: 'skip' })).toMatchObject({ done: 0, skipped: 1 })
    expect([await at(from).keys(bucket), await at(to).text(target, 'in/other')]).toEqual([['other'], 'old'])
    expect(await run(user, from, to, { ...move, existing: 'keep_both' })).toMatchObject({ done: 1 })
    await at(from).put(bucket, 'other', 'other')
    expect(await run(user, from, to, { ...move, existing: 'overwrite' })).toMatchObject({ done: 1, failed: 0 })
    expect(await at(from).keys(bucket)).toEqual([])
    expect(await at(to).keys(target)).toEqual(['in/new', 'in/other', 'in/other (1)', 'in/same'])
    expect(await at(to).text(target, 'in/other')).toBe('other')
  },
)

test('a permission is good once, for two minutes, for its server, bucket and prefix, and is in no log', async () => {
  const user = await signedIn('berlin', 'paris', 'plain')
  const [bucket, target, second] = [await bucketOn('berlin'), await bucketOn('paris'), await bucketOn('paris')]
  const same = uniqueName('across')
  for (const name of ['paris', 'plain'] as const) await at(name).request({ method: 'PUT', bucket: same })
  const refusal = async (to: Name, wanted: Wanted, token: string) => {
    const { status, json } = await create(user, 'berlin', to, wanted, token)
    return [status, (json as { code?: string }).code]
  }
  const refused = [403, 'CopyNotPermitted']
  const all = { bucket, target_bucket: target }
  expect(await refusal('paris', all, 'made up')).toEqual(refused)
  const token = await permit(user, 'paris', target)
  expect(await refusal('paris', all, token)).toEqual([201, undefined])
  expect(await refusal('paris', all, token)).toEqual(refused)
  expect(await refusal('paris', { bucket, target_bucket: second }, await permit(user, 'paris', target))).toEqual(
    refused,
  )
  expect(await refusal('plain', { bucket, target_bucket: same }, await permit(user, 'paris', same))).toEqual(refused)
  expect(await refusal('paris', all, await permit(user, 'paris', target, 'only/'))).toEqual(refused)
  const late = await permit(user, 'paris', target)
  now += 121_000
  expect(await refusal('paris', all, late)).toEqual(refused)
  now = 0
  const left = await signedIn('berlin', 'paris')
  const ofLeft = await permit(left, 'paris', target)
  expect((await left.call('POST', '/servers/paris/api/v1/logout')).status).toBe(200)
  expect((await create(left, 'berlin', 'paris', all, ofLeft)).json).toMatchObject({ code: 'CopyNotPermitted' })
  expect((await left.get('/servers/berlin/api/v1/session')).status).toBe(200)
  for (const secret of [token, late]) expect(log.join('')).not.toContain(secret)
})

test('only who may write there gets a permission', async () => {
  const bucket = await bucketOn('paris')
  const keys = await accountsOf(storages.paris as StorageServer).allowed(
    allow(['s3:ListBucket', 's3:GetObject'], bucket),
  )
  const one = visitor(server.url)
  const ask = async (json: object) => {
    const { status, json: body } = await one.call('POST', '/servers/paris/api/v1/servers/permits', { json })
    return [status, (body as { code?: string }).code]
  }
  expect(await ask({ bucket })).toEqual([401, 'NotLoggedIn'])
  await one.call('POST', '/servers/paris/api/v1/login', { json: keys })
  expect(await ask({ bucket })).toEqual([403, 'AccessDenied'])
  const root = await signedIn('paris')
  const missing = await root.call('POST', '/servers/paris/api/v1/servers/permits', {
    json: { bucket: 'no-such-bucket' },
  })
  expect(missing.json).toMatchObject({ code: 'NoSuchBucket' })
})

test('waits while the target can’t be reached, says which server that is, and continues', {
  timeout: 90_000,
}, async () => {
  const user = await signedIn('berlin', 'paris')
  const [bucket, target] = [await bucketOn('berlin'), await bucketOn('paris')]
  for (let index = 0; index < 20; index++) await at('berlin').put(bucket, `a/${index}`, 'x'.repeat(1000))
  let puts = 0
  watched.paris.onResponse = async ({ method, url = '' }) => {
    if (method !== 'PUT' || url.startsWith('/minio/')) return
    puts += 1
    if (puts === 3) await proxy.fail('stopped')
  }
  const reply = await create(user, 'berlin', 'paris', { bucket, target_bucket: target })
  const { id } = reply.json as ServerJob
  expect((await jobThat(user, 'berlin', id, ({ status }) => status === 'waiting')).problem).toContain('Paris')
  await proxy.fail('none')
  const done = await jobThat(user, 'berlin', id, ({ ended }) => ended !== '')
  expect(done).toMatchObject({ status: 'done', failed: 0 })
  expect(await at('paris').keys(target)).toHaveLength(20)
  await withoutJobKeys(user, 'berlin', 'paris')
})

test.each(['copyToServer', 'migrate'] as const)(
  'retries what failed of a %s, once, with a new permission',
  async (kind) => {
    const [bucket, target] = [await bucketOn('berlin'), await bucketOn('paris')]
    for (const key of ['in/ok', 'in/secret', 'in/zone/secret']) await at('berlin').put(bucket, key, key)
    const there = accountsOf(storages.paris as StorageServer)
    const reading = [allow(['s3:*'], target), allow(['s3:GetObject*'], `${target}/*`)]
    const keys = await there.allowed(...reading, allow(['s3:PutObject*'], `${target}/*ok`))
    const user = await signedIn('berlin')
    expect((await user.call('POST', '/servers/paris/api/v1/login', { json: keys })).status).toBe(201)
    const permitted = async () => {
      const json = { bucket: target, creates: kind === 'migrate' }
      return ((await user.call('POST', '/servers/paris/api/v1/servers/permits', { json })).json as { token: string })
        .token
    }
    const what =
      kind === 'migrate' ? { settings: false, versions: false, locks: false } : { units: WHOLE, existing: 'skip' }
    const job = { kind, bucket, server: 'paris', target_bucket: target, ...what }
    const begun = await user.call('POST', '/servers/berlin/api/v1/jobs/to-server', {
      json: { job, token: await permitted() },
    })
    expect([begun.status, begun.text]).toEqual([201, expect.any(String)])
    const first = await jobThat(user, 'berlin', (begun.json as ServerJob).id, ({ ended }) => ended !== '')
    expect(first).toMatchObject({ status: 'done', done: 1, failed: 2, can_retry: true, server_name: 'paris' })

    await there.setPolicies(keys, await there.policy(...reading, allow(['s3:PutObject*'], `${target}/*`)))
    const path = `/servers/berlin/api/v1/jobs/${first.id}`
    expect((await user.call('POST', `${path}/retry`)).outcome).toBe('409 NothingToRetry')
    const unknown = await user.call('POST', `${path}/retry-to-server`, { json: { token: 'x' } })
    expect(unknown.outcome).toBe('403 CopyNotPermitted')
    const stranger = visitor(server.url)
    const other = await accountsOf(storages.berlin as StorageServer).allowed(allow(['s3:*'], bucket))
    await stranger.call('POST', '/servers/berlin/api/v1/login', { json: other })
    const theirs = await stranger.call('POST', `${path}/retry-to-server`, { json: { token: await permitted() } })
    expect(theirs.outcome).toBe('404 NoSuchJob')
    // Only what failed: a new object is none of it.
    await at('berlin').put(bucket, 'in/zzz ok')
    const again = await user.call('POST', `${path}/retry-to-server`, { json: { token: await permitted() } })
    expect([again.status, again.text]).toEqual([201, expect.any(String)])
    const second = await jobThat(user, 'berlin', (again.json as ServerJob).id, ({ ended }) => ended !== '')
    expect(second).toMatchObject({ kind, status: 'done', done: 2, skipped: 0, failed: 0, differences: 0 })
    expect(await at('paris').keys(target)).toEqual(['in/ok', 'in/secret', 'in/zone/secret'])
    expect((await user.get(path)).json).toMatchObject({ can_retry: false })
    const twice = await user.call('POST', `${path}/retry-to-server`, { json: { token: await permitted() } })
    expect(twice.outcome).toBe('409 NothingToRetry')
    await withoutJobKeys(user, 'berlin', 'paris')
  },
)

test('a server without keys for jobs lends the session’s, and the job ends with that', async () => {
  const user = await signedIn('berlin', 'plain')
  const [bucket, target] = [await bucketOn('berlin'), await bucketOn('plain')]
  await at('berlin').put(bucket, 'a', 'hello', { 'x-amz-meta-m': 'n', 'x-amz-tagging': 'k=v' })
  const there = await run(user, 'berlin', 'plain', { bucket, target_bucket: target })
  expect(there).toMatchObject({ status: 'done', done: 1, ends_with_session: true, lost: [] })
  expect(await at('plain').head(target, 'a')).toMatchObject({ 'x-amz-meta-m': 'n', 'x-amz-tagging-count': '1' })
  const back = await bucketOn('berlin')
  expect(await run(user, 'plain', 'berlin', { bucket: target, target_bucket: back })).toMatchObject({ done: 1 })
  expect(await at('berlin').text(back, 'a')).toBe('hello')

  for (let index = 0; index < 20; index++) await at('berlin').put(bucket, `b/${index}`)
  const signedOut = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  watched.plain.onResponse = async ({ method }) => {
    if (method !== 'PUT') return
    begun.resolve()
    await signedOut.promise
  }
  const begins = await create(user, 'berlin', 'plain', { bucket, target_bucket: await bucketOn('plain') })
  await begun.promise
  expect((await user.call('POST', '/servers/plain/api/v1/logout')).status).toBe(200)
  signedOut.resolve()
  const ended = await jobThat(user, 'berlin', (begins.json as ServerJob).id, (job) => job.ended !== '')
  expect([ended.status, ended.problem]).toEqual(['stopped', expect.stringContaining('session')])
})

test('locks, which a copy doesn’t get, are in the log of the job', async () => {
  const user = await signedIn('berlin', 'paris')
  const bucket = uniqueName('locked')
  await at('berlin').request({ method: 'PUT', bucket, headers: { 'x-amz-bucket-object-lock-enabled': 'true' } })
  await at('berlin').put(bucket, 'held', 'x')
  const hold = '<LegalHold><Status>ON</Status></LegalHold>'
  const headers = { 'content-md5': createHash('md5').update(hold).digest('base64') }
  await at('berlin').request({ method: 'PUT', bucket, key: 'held', query: { 'legal-hold': '' }, body: hold, headers })
  const done = await run(user, 'berlin', 'paris', { bucket, target_bucket: await bucketOn('paris') })
  expect(done).toMatchObject({ done: 1, failed: 0, lost: [{ what: 'lock', count: 1 }] })
})

test('a killed console continues, and one without the target says so', { timeout: 120_000 }, async ({
  onTestFinished,
}) => {
  const count = 120
  const [bucket, target] = [await bucketOn('berlin'), await bucketOn('paris')]
  for (let index = 0; index < count; index++) await at('berlin').put(bucket, `k/${index}`, `body ${index}`)
  const between = await watchedStorage(storages.paris.url)
  const own = tempFolder('to-server-killed')
  const both = { berlin: storages.berlin, paris: { ...storages.paris, url: between.url } }
  const consoles = new KillableConsoles(own.path)
  onTestFinished(async () => {
    await consoles.stop()
    between.close()
    own.remove()
  })
  let puts = 0
  const killAt = [20, 70]
  const killed = killAt.map(() => Promise.withResolvers<void>())
  between.onResponse = ({ method, url = '' }) => {
    if (method !== 'PUT' || url.startsWith('/minio/')) return
    puts += 1
    const place = killAt.indexOf(puts)
    if (place < 0) return
    consoles.kill()
    killed[place]?.resolve()
  }
  let user = await consoles.start(both)
  const { id } = (await create(user, 'berlin', 'paris', { bucket, target_bucket: target })).json as ServerJob
  for (const { promise } of killed) {
    await promise
    await consoles.ended()
    user = await consoles.start(both)
  }
  const done = await jobThat(user, 'berlin', id, ({ ended }) => ended !== '')
  expect(done).toMatchObject({ status: 'done', done: count, failed: 0, skipped: 0 })
  expect(puts).toBe(count)
  expect(await at('paris').keys(target)).toEqual(await at('berlin').keys(bucket))
  await withoutJobKeys(user, 'berlin', 'paris')

  const second = await bucketOn('paris')
  between.onResponse = ({ method, url = '' }) => {
    if (method === 'PUT' && !url.startsWith('/minio/')) consoles.kill()
  }
  const later = (await create(user, 'berlin', 'paris', { bucket, target_bucket: second })).json as ServerJob
  await consoles.ended()
  between.onResponse = () => undefined
  user = await consoles.start({ berlin: both.berlin })
  const lost = await jobThat(user, 'berlin', later.id, ({ ended }) => ended !== '')
  expect([lost.status, lost.problem]).toEqual(['stopped', expect.stringContaining('paris')])
})
