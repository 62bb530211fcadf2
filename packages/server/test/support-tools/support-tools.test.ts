/** Support tools on a server of one node, and what no real server can be brought to answer. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ObservedCalls } from '@cooperage/contract'
import { accountsOf, allow, send, tempFolder, uniqueName } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { accountDocument, aliceAt, aliceWithAnswers, Refusal, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { closeSocket, type OpenSocket, openSocket } from '../socket-visitor.ts'
import { testOn } from '../test-on.ts'

const given = await withConsole()

const LOCKS = '/api/v1/admin/locks'
const UNLOCK = `${LOCKS}/force-unlock`

test('locks need several nodes, and the page is there nevertheless', async () => {
  const user = await given.user()
  expect((await user.get('/api/v1/session')).json).toMatchObject({ pages: expect.arrayContaining(['/support-tools']) })
  expect((await user.get(LOCKS)).json).toEqual({ isOffered: false, items: [], isCut: false })
  expect(await user.call('POST', UNLOCK, { json: { resource: 'photos/a' } })).toMatchObject({
    status: 501,
    json: {
      code: 'NotInThisSetup',
      message: 'The storage server doesn’t support locks of a cluster, which need several nodes.',
    },
  })
})

test('locks are listed with what is odd about them, and those that too few nodes hold are stale', async () => {
  const lock = { id: '1', resource: 'photos/a', type: 'WRITE', owner: 'a:9000', source: '[x.go:1]', quorum: 2 }
  const user = await aliceWithAnswers({
    'GET top/locks': [
      { ...lock, time: '2026-11-30T14:17:37.342265776Z', elapsed: 61e9, serverlist: ['a:9000', 'b:9000'] },
      { ...lock, type: 'READ', time: 'soon', elapsed: -5, serverlist: ['a:9000'] },
      null,
      { resource: 7, serverlist: 'x' },
    ],
  })
  const held = { id: '1', resource: 'photos/a', owner: 'a:9000', source: '[x.go:1]', quorum: 2 }
  const nothing = { id: '', resource: '', owner: '', source: '', quorum: 0, held: 0, since: '', seconds: 0 }
  expect((await user.get(LOCKS)).json).toEqual({
    isOffered: true,
    isCut: false,
    items: [
      { ...held, type: 'write', since: '2026-11-30T14:17:37.342Z', seconds: 61, held: 2, isStale: false },
      { ...held, type: 'read', since: '', seconds: 0, held: 1, isStale: true },
      { ...nothing, type: 'read', isStale: false },
      { ...nothing, type: 'read', isStale: false },
    ],
  })
})

test('no lock, more locks than are listed, and an answer without an end', async () => {
  const none = await aliceWithAnswers({ 'GET top/locks': 'null' })
  expect((await none.get(LOCKS)).json).toEqual({ isOffered: true, items: [], isCut: false })
  const many = await aliceWithAnswers({ 'GET top/locks': Array(1_500).fill({ resource: 'photos/a' }) })
  expect((await many.get(LOCKS)).json).toMatchObject({ items: { length: 1_000 }, isCut: true })
  for (const answer of ['x'.repeat(9 * 1024 * 1024), 'not a list']) {
    const user = await aliceWithAnswers({ 'GET top/locks': answer })
    expect(await user.get(LOCKS)).toMatchObject({ status: 502, json: { code: 'StorageUnreadable' } })
  }
})

test('each permission that is lacking is named', async () => {
  const denied = new Refusal(403, 'AccessDenied')
  const user = await aliceWithAnswers({ 'GET top/locks': denied, 'POST force-unlock': denied })
  expect((await user.get(LOCKS)).json).toMatchObject({
    message: 'You don’t have permission to list locks (admin:TopLocksInfo on this server).',
  })
  const unlocked = await user.call('POST', UNLOCK, { json: { resource: 'photos/a' } })
  expect(unlocked.json).toMatchObject({
    message: 'You don’t have permission to release locks (admin:ForceUnlock on this server).',
  })
})

test.each([{}, { resource: '' }, { resource: 'a,b' }, { resource: 'x'.repeat(4097) }, { resource: 'a', more: 1 }])(
  'doesn’t release %j',
  async (json) => {
    const user = await given.user()
    expect((await user.call('POST', UNLOCK, { json })).status).toBe(400)
  },
)

const CALLS = '/ws/api-calls'
const last = ({ messages }: OpenSocket) => messages.at(-1) as ObservedCalls

test('calls are counted by operation for as long as is asked', async () => {
  const user = await given.user()
  const { url, root: credentials } = given.storage
  const bucket = uniqueName('calls')
  const view = await openSocket(user, `${CALLS}?seconds=4`)
  const isOver = view.closed.then(() => true)
  const counted = (api: string) => last(view)?.calls.find((one) => one.api === api)
  // A trace starts with a delay.
  for (let over = false; !over && counted('GetObject') === undefined; ) {
    await send({ url, credentials, method: 'GET', path: `/${bucket}/missing` })
    over = await Promise.race([isOver, delay(100, false)])
  }
  expect(await view.closed).toEqual({ code: 1000, reason: '' })
  expect(last(view)).toMatchObject({ isEnded: true, isCut: false, seconds: expect.any(Number) })
  expect(last(view).seconds).toBeGreaterThanOrEqual(4)
  const found = counted('GetObject')
  expect(found).toMatchObject({ serverErrors: 0 })
  expect(found?.clientErrors).toBe(found?.calls)
  expect(found?.totalMs).toBeGreaterThan(0)
}, 30_000)

test('counting needs the permission to trace, and sane seconds', async () => {
  const account = await accountsOf(given.storage).allowed(allow(['admin:TopLocksInfo']))
  const denied = await openSocket(await given.signedIn(account), CALLS)
  expect(await denied.closed).toEqual({ code: 1011, reason: 'AccessDenied' })
  const user = await given.user()
  for (const query of ['seconds=0', 'seconds=61', 'seconds=x', 'more=1']) {
    await expect(openSocket(user, `${CALLS}?${query}`)).rejects.toThrow('refused with 400')
  }
})

test('a trace of damaged and endless lines is counted as far as it can be, and ends with its view', async () => {
  let ended = 0
  const storage = await scriptedStorage(({ method, url = '' }, response) => {
    if (method === 'POST') return response.end(stsKeys())
    if (!url.includes('/trace?'))
      return response.end(accountDocument({ Version: '2012-10-17', Statement: [allow(['admin:*'])] }))
    response.on('close', () => ended++)
    const call = { funcname: 's3.GetObject', dur: 2e6, http: { response: { statuscode: 503 } } }
    response.write(
      `${JSON.stringify(call)}\n{"funcname":\n${JSON.stringify({ funcname: 7 })}\n \n${'x'.repeat(3_000_000)}`,
    )
  })
  const user = await aliceAt(storage)
  const view = await openSocket(user, `${CALLS}?seconds=60`)
  await expect.poll(() => view.messages.length, { timeout: 15_000 }).toBeGreaterThan(0)
  expect(last(view)).toMatchObject({
    total: 1,
    isEnded: false,
    calls: [{ api: 'GetObject', calls: 1, serverErrors: 1, totalMs: 2, longestMs: 2 }],
  })
  await closeSocket(view)
  await expect.poll(() => ended, { timeout: 15_000 }).toBe(1)
})

test('the time of a trace begins when the server has accepted it', async () => {
  let accept: (() => void) | undefined
  const storage = await scriptedStorage(({ method, url = '' }, response) => {
    if (method === 'POST') return response.end(stsKeys())
    if (!url.includes('/trace?'))
      return response.end(accountDocument({ Version: '2012-10-17', Statement: [allow(['admin:*'])] }))
    accept = () => response.write(`${JSON.stringify({ funcname: 's3.GetObject' })}\n`)
  })
  const view = await openSocket(await aliceAt(storage), `${CALLS}?seconds=1`)
  await expect.poll(() => view.messages.length, { timeout: 15_000 }).toBeGreaterThan(0)
  expect(last(view)).toMatchObject({ seconds: 0, isEnded: false, total: 0 })
  await expect.poll(() => accept, { timeout: 15_000 }).toBeDefined()
  accept?.()
  expect(await view.closed).toEqual({ code: 1000, reason: '' })
  expect(last(view)).toMatchObject({ isEnded: true, total: 1 })
  expect(last(view).seconds).toBeGreaterThanOrEqual(1)
})

const INSPECT = '/api/v1/admin/inspect'
const WANTED = { bucket: 'photos', path: 'a.txt/xl.meta' }

testOn.engine('the engine has no raw files to download', async () => {
  const user = await given.user()
  expect(await user.call('POST', INSPECT, { json: WANTED })).toMatchObject({
    status: 501,
    json: { code: 'NotInThisSetup', message: 'The storage server doesn’t support downloads of its raw files.' },
  })
})

/** Decrypts as the guide says, with the script that it has. */
async function decrypted(name: string, bytes: Buffer): Promise<Buffer> {
  const guide = await readFile(new URL('../../../../docs/guide/monitoring.md', import.meta.url), 'utf8')
  const [, script = ''] = /```js\n(\/\/ decrypt-inspect\.mjs\n[\s\S]*?)```/.exec(guide) ?? []
  const folder = tempFolder('inspect')
  onTestFinished(() => folder.remove())
  const archive = join(folder.path, name)
  await writeFile(join(folder.path, 'decrypt-inspect.mjs'), script)
  await writeFile(archive, bytes.subarray(33))
  const key = `00000000${bytes.subarray(1, 33).toString('hex')}`
  await promisify(execFile)(process.execPath, [join(folder.path, 'decrypt-inspect.mjs'), archive, key])
  return await readFile(archive.replace(/\.enc$/, '.zip'))
}

testOn.minio('raw files are decrypted with their key, as the guide says, and the key is nowhere else', async () => {
  const { url, root: credentials } = given.storage
  const bucket = uniqueName('raw')
  const put = (path: string, body = '') => send({ url, credentials, method: 'PUT', path, body })
  await put(`/${bucket}`)
  // Longer than what is encrypted at a time.
  for (const name of ['a', 'b', 'c']) await put(`/${bucket}/folder/${name}.bin`, randomBytes(12_000).toString('base64'))
  const user = await given.user()
  const reply = await user.call('POST', INSPECT, { json: { bucket, path: 'folder/**' } })
  expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'application/octet-stream' } })
  expect(reply.bytes[0]).toBe(1)
  const archive = await decrypted('inspect-data.enc', reply.bytes)
  expect(archive.subarray(0, 2).toString()).toBe('PK')
  expect(archive.length).toBeGreaterThan(2 * 16_384)
  for (const name of ['a', 'b', 'c']) expect(archive.includes(`/${bucket}/folder/${name}.bin/xl.meta`)).toBe(true)
  const key = reply.bytes.subarray(1, 33)
  for (const encoding of ['hex', 'base64'] as const) {
    expect(given.server.log.join('')).not.toContain(key.toString(encoding))
  }
  const reader = await given.signedIn(await accountsOf(given.storage).allowed(allow(['admin:Profiling'])))
  expect((await reader.call('POST', INSPECT, { json: WANTED })).json).toMatchObject({
    message: 'You don’t have permission to download raw files (admin:InspectData on this server).',
  })
})

test.each([
  {},
  { bucket: 'photos' },
  { bucket: '..', path: 'a' },
  { bucket: 'a/b', path: 'a' },
  { ...WANTED, path: '' },
  { ...WANTED, path: '../a' },
  { ...WANTED, path: 'a/./b' },
  { ...WANTED, path: 'x'.repeat(4097) },
  { ...WANTED, pool: 1 },
])('doesn’t download %j', async (json) => {
  const user = await given.user()
  expect((await user.call('POST', INSPECT, { json })).status).toBe(400)
})

test('an archive of an unknown format is refused, one that breaks off breaks off, and one without an end ends with its visitor', async () => {
  for (const answer of ['', 'plain text', '\u0002sealed']) {
    const user = await aliceWithAnswers({ 'GET inspect-data': answer })
    expect(await user.call('POST', INSPECT, { json: WANTED })).toMatchObject({
      status: 502,
      json: { code: 'StorageUnreadable' },
    })
  }
  let ended = 0
  const asked: string[] = []
  const storage = await scriptedStorage(({ method, url = '' }, response) => {
    if (method === 'POST') return response.end(stsKeys())
    if (!url.includes('/inspect-data?')) {
      return response.end(accountDocument({ Version: '2012-10-17', Statement: [allow(['admin:*'])] }))
    }
    asked.push(url)
    response.on('close', () => ended++)
    response.write(Buffer.concat([Buffer.from([1]), Buffer.alloc(64, 'k')]))
    if (url.includes('broken')) setImmediate(() => response.destroy())
    else {
      // Faster than anybody reads: only back-pressure keeps it out of memory.
      const more = () => {
        while (response.write(Buffer.alloc(65_536))) if (response.destroyed) return
        response.once('drain', more)
      }
      more()
    }
  })
  const user = await aliceAt(storage)
  await expect(user.call('POST', INSPECT, { json: { ...WANTED, path: 'broken' } })).rejects.toThrow()
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const leaving = new AbortController()
  const endless = await fetch(user.url + INSPECT, {
    method: 'POST',
    headers: { cookie, origin: user.url, 'content-type': 'application/json' },
    body: JSON.stringify(WANTED),
    signal: leaving.signal,
  })
  expect(endless.status).toBe(200)
  await endless.body?.getReader().read()
  leaving.abort()
  await expect.poll(() => ended, { timeout: 15_000 }).toBe(2)
  expect(asked.map((url) => new URL(url, 'http://storage').searchParams.get('file'))).toEqual(['broken', WANTED.path])
})

const PROFILES = '/api/v1/admin/profiles'

testOn.engine('the engine takes no profiles', async () => {
  const user = await given.user()
  expect(await user.call('POST', PROFILES, { json: { kinds: ['mem'], seconds: 1 } })).toMatchObject({
    status: 501,
    json: { code: 'NotInThisSetup', message: 'The storage server doesn’t support profiles of its processes.' },
  })
})

testOn.minio(
  'profiles are taken for as long as is asked, with their permission',
  async () => {
    const account = await accountsOf(given.storage).allowed(allow(['admin:Profiling']))
    const user = await given.signedIn(account)
    const began = performance.now()
    const reply = await user.call('POST', PROFILES, { json: { kinds: ['mem', 'goroutines', 'mem'], seconds: 2 } })
    expect(performance.now() - began).toBeGreaterThan(1_900)
    expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'application/zip' } })
    expect(reply.bytes.subarray(0, 2).toString()).toBe('PK')
    expect(reply.bytes.includes('goroutines')).toBe(true)
    const reader = await given.signedIn(await accountsOf(given.storage).allowed(allow(['admin:TopLocksInfo'])))
    expect((await reader.call('POST', PROFILES, { json: { kinds: ['mem'] } })).json).toMatchObject({
      message: 'You don’t have permission to take profiles (admin:Profiling on this server).',
    })
  },
  30_000,
)

test.each([{}, { kinds: [] }, { kinds: ['heap'] }, { kinds: ['cpu'], seconds: 0 }, { kinds: ['cpu'], seconds: 241 }])(
  'takes no profiles for %j',
  async (json) => {
    const user = await given.user()
    expect((await user.call('POST', PROFILES, { json })).status).toBe(400)
  },
)

test('profiles that are canceled end at the storage server', async () => {
  const asked: URLSearchParams[] = []
  let ended = 0
  const storage = await scriptedStorage(({ method, url = '' }, response) => {
    if (method === 'POST' && url.includes('/profile?')) {
      asked.push(new URL(url, 'http://storage').searchParams)
      return response.on('close', () => ended++)
    }
    if (method === 'POST') return response.end(stsKeys())
    return response.end(accountDocument({ Version: '2012-10-17', Statement: [allow(['admin:*'])] }))
  })
  const user = await aliceAt(storage)
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const leaving = new AbortController()
  const profiles = fetch(user.url + PROFILES, {
    method: 'POST',
    headers: { cookie, origin: user.url, 'content-type': 'application/json' },
    body: JSON.stringify({ kinds: ['cpu', 'block'], seconds: 60 }),
    signal: leaving.signal,
  })
  await expect.poll(() => asked.length, { timeout: 15_000 }).toBe(1)
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ profilerType: 'cpu,block', duration: '60s' })
  leaving.abort()
  await expect(profiles).rejects.toThrow()
  await expect.poll(() => ended, { timeout: 15_000 }).toBe(1)
})
