/** Servers that administrators add in the console (decision 46). */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AddedServer, ServerLabel } from '@cooperage/contract'
import {
  accountsOf,
  allow,
  type StorageServer,
  startTarget,
  startTestEngine,
  TEST_CERTIFICATES,
  tempFolder,
} from '@cooperage/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSeveralServers } from '../src/index.ts'
import { builtWeb } from './running-console.ts'
import { openSocket } from './socket-visitor.ts'
import { type Visitor, visitor } from './visitor.ts'

const ADDED = '/servers/berlin/api/v1/servers/added'
const folder = tempFolder('added-servers')
const trail = join(folder.path, 'trail.jsonl')
const webRoot = builtWeb(folder.path)
let berlin: StorageServer
let paris: StorageServer
let server: Awaited<ReturnType<typeof startSeveralServers>>
let admin: Visitor

const start = (outboundLoopback = true) =>
  startSeveralServers({
    host: '127.0.0.1',
    port: 0,
    dataDir: folder.path,
    webRoot,
    log: () => undefined,
    audit: { file: trail },
    outboundLoopback,
    servers: [
      { name: 'berlin', title: 'Berlin', color: 'blue', storageUrl: new URL(berlin.url) },
      { name: 'second', title: 'Second', color: 'gray', storageUrl: new URL(berlin.url) },
    ],
  })

beforeAll(async () => {
  const started = await Promise.all([startTarget(), startTestEngine()])
  berlin = started[0]
  paris = started[1]
  server = await start()
  admin = await signedIn('berlin', berlin.root)
})

afterAll(async () => {
  await server?.close()
  await Promise.all([berlin?.stop(), paris?.stop()])
  folder.remove()
})

async function signedIn(name: string, keys: StorageServer['root'], one = visitor(server.url)): Promise<Visitor> {
  const { status, text } = await one.call('POST', `/servers/${name}/api/v1/login`, { json: keys })
  expect([status, text]).toEqual([201, expect.any(String)])
  return one
}

const fields = (more: Partial<AddedServer> = {}) => ({ title: 'Paris', color: 'red', url: paris.url, ...more })

const codeOf = ({ status, json }: Awaited<ReturnType<Visitor['get']>>) => (json as { code?: string })?.code ?? status

async function names(): Promise<string[]> {
  const { servers, main } = (await visitor(server.url).get('/api/v1/servers')).json as {
    servers: ServerLabel[]
    main: string
  }
  expect(main).toBe('berlin')
  return servers.map(({ title }) => title)
}

const session = (one: Visitor) => one.get('/servers/paris/api/v1/session')

test('a server is added, changed and removed while the console runs, and survives a restart', async () => {
  const added = await admin.call('POST', ADDED, { json: { name: 'paris', ...fields() } })
  expect([added.status, added.json]).toEqual([
    201,
    { name: 'paris', title: 'Paris', color: 'red', url: new URL(paris.url).origin, public_url: '', ca: '' },
  ])
  expect(await names()).toEqual(['Berlin', 'Second', 'Paris'])
  const one = await signedIn('paris', paris.root)
  expect((await session(one)).json).toMatchObject({ storage: new URL(paris.url).origin })

  // Sessions survive another title, and the consoles of all servers have it at once.
  expect((await admin.call('PUT', `${ADDED}/paris`, { json: fields({ title: 'Lutetia' }) })).status).toBe(200)
  expect((await session(one)).status).toBe(200)
  expect((await visitor(server.url).get('/servers/paris/api/v1/login')).json).toMatchObject({ server: 'Lutetia' })
  expect((await admin.get('/servers/second/api/v1/servers')).text).toContain('Lutetia')

  await server.close()
  expect(statSync(join(folder.path, 'servers.json')).mode & 0o777).toBe(0o600)
  server = await start()
  expect(await names()).toEqual(['Berlin', 'Second', 'Lutetia'])
  const again = one.twin(server.url)
  expect((await session(again)).status).toBe(200)

  admin = await signedIn('berlin', berlin.root)
  const socket = await openSocket(again, '/servers/paris/ws/session')
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  void socket.closed.then(() => resolve())
  expect((await admin.call('DELETE', `${ADDED}/paris`)).status).toBe(204)
  await closed
  expect(await names()).toEqual(['Berlin', 'Second'])
  expect((await session(again)).status).toBe(404)
  // Another one of its name and address has none of its sessions.
  await admin.call('POST', ADDED, { json: { name: 'paris', ...fields() } })
  expect((await session(again)).status).toBe(401)
  await signedIn('paris', paris.root)
  expect(codeOf(await admin.call('DELETE', `${ADDED}/paris`))).toBe(204)
})

test('a server at another address has other sessions, and a folder of its own', async () => {
  await admin.call('POST', ADDED, { json: { name: 'moved', ...fields() } })
  const folders = () => readdirSync(join(folder.path, 'servers')).filter((name) => name.startsWith('moved-'))
  const keepLanguage = async (user: Visitor) => {
    const kept = await user.call('PUT', '/servers/moved/api/v1/account/language', { json: { language: 'de' } })
    expect(kept.status).toBeLessThan(300)
  }
  const one = await signedIn('moved', paris.root)
  await keepLanguage(one)
  expect(folders()).toHaveLength(1)
  await admin.call('PUT', `${ADDED}/moved`, { json: fields({ url: berlin.url }) })
  expect((await one.get('/servers/moved/api/v1/session')).status).toBe(401)
  await keepLanguage(await signedIn('moved', berlin.root))
  expect(folders()).toHaveLength(2)
  await admin.call('DELETE', `${ADDED}/moved`)
})

test('a private key that is pasted with certificates is neither kept nor in the audit trail', async () => {
  const [{ cert, key }] = TEST_CERTIFICATES
  const added = await admin.call('POST', ADDED, { json: { name: 'pasted', ...fields({ ca: `${key}\n${cert}` }) } })
  expect(added.json).toMatchObject({ ca: cert.trim() })
  expect(readFileSync(join(folder.path, 'servers.json'), 'utf8')).not.toContain('PRIVATE KEY')
  expect((await admin.call('DELETE', `${ADDED}/pasted`)).status).toBe(204)
  expect(readFileSync(trail, 'utf8')).toContain('pasted')
  expect(readFileSync(trail, 'utf8')).not.toContain('PRIVATE KEY')
})

test('only administrators of the first server of the file may add some, in its console', async () => {
  const keys = await accountsOf(berlin).allowed(allow(['s3:*'], '*'))
  const narrow = await signedIn('berlin', keys)
  const json = { name: 'paris', ...fields() }
  for (const reply of [await narrow.get(ADDED), await narrow.call('POST', ADDED, { json })]) {
    expect(reply.json).toMatchObject({ code: 'AccessDenied', message: expect.stringContaining('admin:ConfigUpdate') })
  }
  const second = await signedIn('second', berlin.root)
  expect(codeOf(await second.call('POST', ADDED.replace('berlin', 'second'), { json }))).toBe('NotMainServer')
  expect(codeOf(await visitor(server.url).call('POST', ADDED, { json }))).toBe('NotLoggedIn')
  expect((await visitor(server.url).get('/api/v1/servers/added')).status).toBe(404)
  expect(await names()).toEqual(['Berlin', 'Second'])
})

test.each<[string, Partial<AddedServer>, string]>([
  ['a name of the file', { name: 'second' }, 'ServerNameTaken'],
  ['an impossible name', { name: '../x' }, 'InvalidInput'],
  ['an address with a path', { url: 'https://s3.example.com/x' }, 'InvalidInput'],
  ['an address with keys', { url: 'https://a:b@s3.example.com' }, 'InvalidInput'],
  ['another protocol', { url: 'file:///etc/passwd' }, 'InvalidInput'],
  ['the metadata of a cloud', { url: 'http://169.254.169.254' }, 'RemoteAddressRefused'],
  ['a public address with a path', { public_url: 'https://s3.example.com/x' }, 'InvalidInput'],
  ['a public address that is a pattern', { public_url: 'https://*' }, 'InvalidInput'],
  ['no certificates', { ca: 'none' }, 'InvalidInput'],
  ['broken certificates', { ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }, 'InvalidInput'],
  ['a color that isn’t there', { color: 'black' as 'gray' }, 'InvalidInput'],
])('refuses %s', async (_, more, code) => {
  const reply = await admin.call('POST', ADDED, { json: { name: 'other', ...fields(more) } })
  expect(codeOf(reply)).toBe(code)
  expect(await names()).toEqual(['Berlin', 'Second'])
})

test('those of the file can’t be changed here', async () => {
  expect(codeOf(await admin.call('PUT', `${ADDED}/second`, { json: fields() }))).toBe('NoSuchServer')
  expect(codeOf(await admin.call('DELETE', `${ADDED}/second`))).toBe('NoSuchServer')
  expect(codeOf(await admin.get(`${ADDED}/second/uses`))).toBe('NoSuchServer')
})

test('says which syncs use a server, and that it isn’t there for them once it is removed', async () => {
  await admin.call('POST', ADDED, { json: { name: 'paris', ...fields() } })
  const both = await signedIn('paris', paris.root, admin)
  for (const name of ['berlin', 'paris']) {
    await both.call('POST', `/servers/${name}/api/v1/buckets`, { json: { name: 'synced' } })
  }
  expect((await admin.get(`${ADDED}/paris/uses`)).json).toEqual([])
  const permit = { bucket: 'synced', prefix: '' }
  const { token } = (await both.call('POST', '/servers/paris/api/v1/servers/permits', { json: permit })).json as {
    token: string
  }
  const sync = {
    bucket: 'synced',
    server: 'paris',
    target_bucket: 'synced',
    schedule: { every: 'hour' },
  }
  const created = await both.call('POST', '/servers/berlin/api/v1/syncs', { json: { sync, token } })
  expect([created.status, created.text]).toEqual([201, expect.any(String)])
  expect((await admin.get(`${ADDED}/paris/uses`)).json).toEqual([{ kind: 'sync', title: expect.any(String) }])
  expect((await admin.call('DELETE', `${ADDED}/paris`)).status).toBe(204)
  expect((await both.get('/servers/berlin/api/v1/syncs')).text).toContain('synced')
})

test('changes are in the audit trail', () => {
  const calls = readFileSync(trail, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { call: string; kind: string; server?: string })
  expect(calls.map(({ call }) => call)).toEqual(
    expect.arrayContaining(['servers.add', 'servers.change', 'servers.remove']),
  )
  expect(calls.find(({ call }) => call === 'servers.add')).toMatchObject({
    kind: 'change',
    request: { name: 'paris', title: 'Paris' },
  })
})

test('an address that is loopback is refused by default, and so is one of another name for it', async () => {
  await server.close()
  server = await start(false)
  admin = await signedIn('berlin', berlin.root)
  const refused = await admin.call('POST', ADDED, { json: { name: 'paris', ...fields() } })
  expect(codeOf(refused)).toBe('RemoteAddressRefused')
  const url = new URL(paris.url)
  url.hostname = 'localhost'
  expect((await admin.call('POST', ADDED, { json: { name: 'paris', ...fields({ url: url.origin }) } })).status).toBe(
    201,
  )
  const reply = await visitor(server.url).call('POST', '/servers/paris/api/v1/login', { json: paris.root })
  expect(codeOf(reply)).toBe('RemoteAddressRefused')
})

test('a damaged file is named, and isn’t replaced', async () => {
  await server.close()
  const outside = { name: '../x', ...fields(), public_url: '', ca: '', id: '1' }
  for (const content of ['{', JSON.stringify({ servers: [outside] })]) {
    writeFileSync(join(folder.path, 'servers.json'), content)
    await expect(start()).rejects.toThrow('servers.json is damaged')
  }
  writeFileSync(join(folder.path, 'servers.json'), '{"servers":[]}')
  server = await start()
})
