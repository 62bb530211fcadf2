/** Several storage servers at one address (decision 39): nothing of the session at one reaches another one. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountsOf, allow, type StorageServer, startTarget, tempFolder } from '@cooperage/testkit'
import { afterAll, expect, test, vi } from 'vitest'
import { startSeveralServers } from '../src/index.ts'
import { builtWeb } from './running-console.ts'
import { openSocket } from './socket-visitor.ts'
import { visitor } from './visitor.ts'

/** Nothing listens there. */
const DEAD = new URL('http://127.0.0.1:9')

const folder = tempFolder('several-servers')
const log: string[] = []

const storages = await Promise.all([startTarget(), startTarget()])
const [berlin, paris] = storages.map(({ url }) => new URL(url))
const server = await startSeveralServers({
  host: '127.0.0.1',
  port: 0,
  dataDir: folder.path,
  webRoot: builtWeb(folder.path),
  trustedProxies: ['loopback'],
  log: (line) => log.push(line),
  servers: [
    { name: 'berlin', title: 'Berlin', color: 'blue', storageUrl: berlin ?? DEAD },
    { name: 'paris', title: 'Paris', color: 'red', storageUrl: paris ?? DEAD },
    { name: 'lost', title: 'Lost', color: 'gray', storageUrl: DEAD },
  ],
})

afterAll(async () => {
  await server.close()
  await Promise.all(storages.map((one) => one.stop()))
  folder.remove()
})

const at = (name: string, path: string) => `/servers/${name}${path}`
const [ofBerlin, ofParis] = [0, 1].map((index) => () => storages[index] as StorageServer) as [
  () => StorageServer,
  () => StorageServer,
]

async function signedIn(name: string, { root }: StorageServer, one = visitor(server.url)) {
  const reply = await one.call('POST', at(name, '/api/v1/login'), { json: root })
  expect([reply.status, reply.text]).toEqual([201, expect.anything()])
  return one
}

test('lists the servers, without a session, and says in each console which one it is', async () => {
  const one = visitor(server.url)
  const names = async (path: string) =>
    ((await one.get(path)).json as { servers: { name: string; isHere: boolean }[] }).servers.map(
      ({ name, isHere }) => name + (isHere ? ' (here)' : ''),
    )
  expect(await names('/api/v1/servers')).toEqual(['berlin', 'paris', 'lost'])
  expect(await names(at('paris', '/api/v1/servers'))).toEqual(['berlin', 'paris (here)', 'lost'])
  expect((await one.get(at('paris', '/api/v1/login'))).json).toMatchObject({ server: 'Paris' })
})

test('a visitor has a session of their own at each server, with cookies that browsers send nowhere else', async () => {
  const one = visitor(server.url)
  const replies = []
  for (const [name, { root }] of [
    ['berlin', ofBerlin()],
    ['paris', ofParis()],
  ] as const) {
    replies.push(await one.call('POST', at(name, '/api/v1/login'), { json: root }))
  }
  const cookies = replies.flatMap(({ headers }) => headers['set-cookie'] ?? [])
  expect(cookies.map((line) => /Path=([^;]+)/.exec(line)?.[1])).toEqual(['/servers/berlin/', '/servers/paris/'])
  expect(new Set(cookies.map((line) => line.split('=', 1)[0])).size).toBe(2)
  for (const [name, storage] of [
    ['berlin', ofBerlin()],
    ['paris', ofParis()],
  ] as const) {
    const { status, json } = await one.get(at(name, '/api/v1/session'))
    expect([status, json]).toMatchObject([
      200,
      { storage: new URL(storage.url).origin, features: expect.arrayContaining(['servers']) },
    ])
  }
})

test('the cookie of one server opens nothing of another one, under whatever name it is sent', async () => {
  const berlin = await signedIn('berlin', ofBerlin())
  const paris = await signedIn('paris', ofParis())
  const [[, sealed] = ['', '']] = berlin.cookies
  const [[name] = ['']] = paris.cookies
  const calls = ['/api/v1/session', '/api/v1/buckets', '/api/v1/users']
  for (const path of calls) {
    expect((await berlin.get(at('paris', path))).status).toBe(401)
    const headers = { cookie: `${name}=${sealed}` }
    expect((await visitor(server.url).get(at('paris', path), { headers })).json).toMatchObject({ code: 'SessionEnded' })
  }
  const stolen = visitor(server.url, new Map([[name, sealed]]))
  await expect(openSocket(stolen, at('paris', '/ws/session'))).rejects.toThrow('refused with 401')
})

test('signing out at one server ends that session only', async () => {
  const one = await signedIn('paris', ofParis(), await signedIn('berlin', ofBerlin()))
  const copy = one.twin()
  expect((await one.call('POST', at('berlin', '/api/v1/logout'))).status).toBe(200)
  expect((await copy.get(at('berlin', '/api/v1/session'))).status).toBe(401)
  expect((await copy.get(at('paris', '/api/v1/session'))).status).toBe(200)
})

test('each works on its own storage, with live views, uploads and downloads', async () => {
  const one = await signedIn('berlin', ofBerlin())
  expect((await one.call('POST', at('berlin', '/api/v1/buckets'), { json: { name: 'of-berlin' } })).status).toBe(201)
  const objects = at('berlin', '/api/v1/buckets/of-berlin/objects')
  const form = [{ name: '4', fileName: 'a.txt', content: 'text' }]
  expect((await one.call('POST', `${objects}/upload`, { form })).status).toBeLessThan(300)
  expect((await one.get(`${objects}/download?prefix=a.txt`)).text).toBe('text')
  const other = await signedIn('paris', ofParis())
  expect((await other.get(at('paris', '/api/v1/buckets/of-berlin/objects/download?prefix=a.txt'))).status).toBe(404)
  // It stays open, which must not keep the console from stopping.
  await openSocket(one, at('berlin', '/ws/session'))
})

test('a dead server says so in its own console, and the others work', async () => {
  const one = visitor(server.url)
  const reply = await one.call('POST', at('lost', '/api/v1/login'), { json: { accessKey: 'a', secretKey: 'b' } })
  expect(reply.json).toMatchObject({ code: 'StorageUnreachable' })
  await signedIn('berlin', ofBerlin())
})

test('narrow accounts see at each server what they may there', async () => {
  const keys = await accountsOf(ofParis()).allowed(allow(['s3:ListBucket'], 'photos'))
  const one = visitor(server.url)
  expect((await one.call('POST', at('paris', '/api/v1/login'), { json: keys })).status).toBe(201)
  expect((await one.call('POST', at('berlin', '/api/v1/login'), { json: keys })).status).toBe(401)
  expect((await one.get(at('paris', '/api/v1/session'))).json).toMatchObject({ folders: [{ bucket: 'photos' }] })
})

test('pages are those of the console, with the files of all of them in one place', async () => {
  const one = visitor(server.url)
  expect((await one.get(at('berlin', '/buckets'))).text).toContain('<base href="/servers/berlin/">')
  const headers = { 'x-forwarded-prefix': '/storage' }
  const behind = await one.get(at('berlin', '/buckets'), { headers })
  expect(behind.text).toContain('<base href="/storage/servers/berlin/">')
})

test.each(['/', '/login', '/buckets', '/object-browser/photos/a.b', '/tenants'])(
  'leads from %s, which is of no server, to the list of all',
  async (path) => {
    const { status, headers } = await visitor(server.url).get(path, { headers: { 'x-forwarded-prefix': '/storage' } })
    expect([status, headers.location]).toEqual([302, '/storage/servers'])
  },
)

test.each([
  '/servers/other/api/v1/session',
  '/servers/Berlin/api/v1/session',
  '/servers/berlin%2f..%2fparis/api/v1/session',
  '/servers/../servers/paris',
  '/servers//api/v1/session',
  '/api/v1/session',
])('%s is no server', async (path) => {
  const one = await signedIn('berlin', ofBerlin())
  expect((await one.get(path)).status).toBeGreaterThanOrEqual(400)
})

test('the audit trail names the server', () => {
  const records = log.flatMap((line) => line.split('\n')).filter((line) => line.includes('"kind":"sign-in"'))
  expect(records.length).toBeGreaterThan(0)
  for (const record of records) expect(record).toMatch(/"server":"(berlin|paris|lost)"/)
})

test('the console listens before the consoles of the servers are open, and one that can’t be opened says so alone', async ({
  onTestFinished,
}) => {
  const own = tempFolder('servers-opening')
  const names = ['first', 'second', 'third', 'broken']
  const folderOfBroken = join(own.path, 'servers', 'broken')
  mkdirSync(join(own.path, 'servers'))
  writeFileSync(folderOfBroken, 'not a folder')
  const lines: string[] = []
  const failures = () => lines.filter((line) => line.includes('can’t be opened')).length
  const several = await startSeveralServers({
    host: '127.0.0.1',
    port: 0,
    dataDir: own.path,
    webRoot: builtWeb(own.path),
    log: (line) => lines.push(line),
    servers: names.map((name) => ({ name, title: name, color: 'gray', storageUrl: DEAD })),
  })
  onTestFinished(async () => {
    await several.close()
    own.remove()
  })
  // The consoles are opened in the order of the file.
  expect(failures()).toBe(0)
  await vi.waitFor(() => expect(failures()).toBe(1), { timeout: 30_000 })
  const one = visitor(several.url)
  const session = async (name: string) => (await one.get(`/servers/${name}/api/v1/session`)).json
  expect(await session('first')).toMatchObject({ code: 'NotLoggedIn' })
  expect(await session('broken')).toMatchObject({
    code: 'ServerConsoleFailed',
    message: expect.stringContaining('broken'),
  })
  rmSync(folderOfBroken)
  expect(await session('broken')).toMatchObject({ code: 'NotLoggedIn' })
})
