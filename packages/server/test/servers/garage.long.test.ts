import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Garage, send, startGarage, uniqueName } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleAt, type RunningConsole, startConsole } from '../running-console.ts'
import { type Reply, type Visitor, visitor } from '../visitor.ts'
import { expectRefusals } from './expect-refusals.ts'
import { expectSupport } from './expect-support.ts'

const withToken = (user: Visitor, token: string) => user.call('POST', '/api/v1/login/garage', { json: { token } })

const BROWSING = ['ListBuckets', 'GetBucketInfo', 'CreateKey', 'AllowBucketKey', 'DeleteKey']

/** Its build takes up to an hour. */
describe('Garage', () => {
  let storage: Garage
  let server: RunningConsole
  beforeAll(async () => {
    storage = await startGarage()
    server = await startConsole(storage.url, { garageAdminUrl: new URL(storage.adminUrl) })
  })
  afterAll(async () => {
    await server?.stop()
    await storage?.stop()
  })

  async function signedIn(token = storage.token): Promise<Visitor> {
    const user = visitor(server.url)
    const reply = await withToken(user, token)
    expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
    return user
  }

  /** The JSON of a success. */
  async function done(reply: Promise<Reply>): Promise<unknown> {
    const { status, text, json } = await reply
    expect([status, text]).toEqual([expect.toSatisfy((code) => code < 300), expect.any(String)])
    return json
  }

  async function withBucket() {
    const user = await signedIn()
    const bucket = uniqueName('bucket')
    await done(user.call('POST', '/api/v1/buckets', { json: { name: bucket } }))
    return { user, bucket, path: `/api/v1/buckets/${bucket}`, garagePath: `/api/v1/garage/buckets/${bucket}` }
  }

  const upload = (user: Visitor, bucket: string) =>
    user.call('POST', `/api/v1/buckets/${bucket}/objects/upload`, {
      form: [{ name: '5', fileName: 'a.txt', content: 'hello' }],
    })

  /** The keys that Garage has for sessions of consoles. */
  async function sessionKeys(): Promise<{ id: string; expiration: string | null }[]> {
    const keys = (await storage.admin('ListKeys')) as { id: string; name: string; expiration: string | null }[]
    return keys.filter(({ name }) => name === 'cooperage session')
  }

  test('offers a token beside keys, and says what the server is', async () => {
    const { json } = await visitor(server.url).get('/api/v1/login')
    expect(json).toMatchObject({ acceptsAccessKey: true, acceptsGarageToken: true })
    const user = await signedIn()
    expect((await user.get('/api/v1/session')).json).toMatchObject({
      product: 'Garage',
      features: ['garage'],
      way: 'garageToken',
      accountName: 'admin_token (from daemon configuration)',
      pages: [
        '/buckets',
        '/buckets/:bucket',
        '/buckets/:bucket/*',
        '/access-keys',
        '/cluster',
        '/object-browser',
        '/object-browser/:bucket',
        '/object-browser/:bucket/*',
      ],
    })
  })

  test('signs in with keys too, which have S3 only', async () => {
    const user = visitor(server.url)
    expect((await user.signIn(storage.root)).status).toBe(201)
    const { json } = await user.get('/api/v1/session')
    expect(json).toMatchObject({ product: 'Garage', features: [] })
    expect((json as { pages: string[] }).pages).not.toContain('/cluster')
    for (const path of ['/keys', '/nodes', '/buckets/photos']) {
      const { json } = await user.get(`/api/v1/garage${path}`)
      expect([path, json]).toEqual([path, expect.objectContaining({ code: 'NotInThisSetup' })])
    }
  })

  test('rejects wrong, expired and useless tokens, and tokens where keys may not be kept', async () => {
    const expired = await storage.createToken(['*'], new Date(Date.now() - 60_000))
    const useless = await storage.createToken(['LaunchRepairOperation'])
    for (const [token, status, code] of [
      ['wrong', 401, 'GarageTokenRejected'],
      ['nö\r\nx: y', 401, 'GarageTokenRejected'],
      [expired, 401, 'GarageTokenRejected'],
      [useless, 401, 'GarageScopeEmpty'],
    ] as const) {
      const reply = await withToken(visitor(server.url), token)
      expect([token, reply.status, reply.json]).toEqual([token, status, expect.objectContaining({ code })])
    }
    const strict = await startConsole(storage.url, { garageAdminUrl: new URL(storage.adminUrl), keepsKeys: false })
    expect((await withToken(visitor(strict.url), storage.token)).json).toMatchObject({ code: 'KeysNotKept' })
    await strict.stop()
    const away = await startConsole(storage.url, { garageAdminUrl: new URL('http://127.0.0.1:9') })
    expect((await withToken(visitor(away.url), storage.token)).json).toMatchObject({ code: 'GarageUnreachable' })
    await away.stop()
    const without = await consoleAt(storage.url, { storageKind: 'garage' })
    expect((await withToken(visitor(without.url), storage.token)).json).toMatchObject({ code: 'LoginNotOffered' })
  })

  test('the scope of the token gives the pages and what they offer', async () => {
    const reading = await signedIn(await storage.createToken(['ListKeys', 'GetClusterHealth']))
    expect((await reading.get('/api/v1/session')).json).toMatchObject({ pages: ['/access-keys', '/cluster'] })
    expect((await reading.get('/api/v1/garage/health')).json).toMatchObject({ status: 'healthy' })
    const actions = ['garage:ListKeys', 'garage:CreateKey', 's3:CreateBucket', 'admin:SetBucketQuota']
    const asked = actions.map((action) => ({ id: action, action }))
    expect((await reading.call('POST', '/api/v1/has-permission', { json: { actions: asked } })).json).toEqual({
      permissions: actions.map((id) => ({ id, can: id === 'garage:ListKeys' })),
    })
    const created = await reading.call('POST', '/api/v1/garage/keys', {
      json: { name: 'new', expiry: '', createsBuckets: false },
    })
    expect([created.status, created.json]).toEqual([403, expect.objectContaining({ code: 'AccessDenied' })])
    expect(created.text).toContain('create access keys (garage:CreateKey on this server)')

    // Without a key of its own, it sees the buckets, but no objects.
    const { bucket } = await withBucket()
    const listing = await signedIn(await storage.createToken(['ListBuckets', 'GetBucketInfo']))
    expect(((await listing.get('/api/v1/session')).json as { pages: string[] }).pages).not.toContain(
      '/object-browser/:bucket',
    )
    expect((await listing.get('/api/v1/buckets')).text).toContain(bucket)
    expect((await listing.get(`/api/v1/garage/buckets/${bucket}`)).json).toMatchObject({ aliases: [bucket] })
    expect((await listing.get(`/api/v1/buckets/${bucket}/objects`)).json).toMatchObject({ code: 'AccessDenied' })
  })

  test('opens objects with a key of the session, also in buckets that others create', async () => {
    const { user, bucket } = await withBucket()
    expect((await upload(user, bucket)).status).toBe(200)
    const later = uniqueName('later')
    await storage.admin('CreateBucket', { globalAlias: later })
    expect((await user.get('/api/v1/buckets')).text).toContain(later)
    expect((await upload(user, later)).status).toBe(200)
    const { text } = await user.get(`/api/v1/buckets/${later}/objects/download?prefix=a.txt`)
    expect(text).toBe('hello')
  })

  test('the key of a session expires with it, and is deleted with it', async () => {
    const before = (await sessionKeys()).length
    const user = await signedIn()
    const { expiresAt } = (await user.get('/api/v1/session')).json as { expiresAt: string }
    const [key, ...others] = (await sessionKeys()).slice(before)
    expect(others).toEqual([])
    expect(Date.parse(key?.expiration ?? '')).toBeLessThanOrEqual(Date.parse(expiresAt) + 1000)
    const copy = user.twin()
    expect((await user.call('POST', '/api/v1/logout')).status).toBe(200)
    expect(await sessionKeys()).toHaveLength(before)
    expect((await copy.get('/api/v1/buckets')).json).toMatchObject({ code: 'SessionEnded' })
  })

  test('signing in again in the same browser leaves no key behind', async () => {
    const before = (await sessionKeys()).length
    const user = await signedIn()
    expect((await withToken(user, storage.token)).status).toBe(201)
    expect(await sessionKeys()).toHaveLength(before + 2)
    await user.call('POST', '/api/v1/logout')
    expect(await sessionKeys()).toHaveLength(before)
  })

  test('a key that can’t be deleted expires, and the session ends all the same', async () => {
    const token = await storage.createToken(BROWSING.filter((call) => call !== 'DeleteKey'))
    const before = (await sessionKeys()).length
    const user = await signedIn(token)
    const copy = user.twin()
    expect((await user.call('POST', '/api/v1/logout')).status).toBe(200)
    expect((await copy.get('/api/v1/buckets')).json).toMatchObject({ code: 'SessionEnded' })
    const kept = (await sessionKeys()).slice(before)
    expect(kept).toEqual([expect.objectContaining({ expiration: expect.any(String) })])
    expect(server.log.join('')).toContain('is not deleted at Garage, where it expires')
  })

  test('a session ends with its token', async () => {
    const end = new Date(Date.now() + 3_600_000)
    const user = await signedIn(await storage.createToken(BROWSING, end))
    const { expiresAt } = (await user.get('/api/v1/session')).json as { expiresAt: string }
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(end.getTime())
  })

  test('neither the token nor the key leaves the console', async () => {
    const { user, bucket, garagePath } = await withBucket()
    const shown = await Promise.all(
      ['/api/v1/session', '/api/v1/buckets', garagePath, '/api/v1/garage/keys', '/api/v1/garage/nodes'].map((path) =>
        user.get(path),
      ),
    )
    await upload(user, bucket)
    const [key] = (await sessionKeys()).slice(-1)
    const full = await storage.admin('GetKeyInfo', undefined, { id: key?.id ?? '', showSecretKey: 'true' })
    const { secretAccessKey } = full as { secretAccessKey: string }
    const stored = readFileSync(join(server.dataDir, 'console.sqlite'), 'latin1')
    const texts = [...shown.map(({ text }) => text), [...user.cookies.values()].join(), server.log.join(''), stored]
    for (const secret of [storage.token, secretAccessKey]) {
      for (const text of texts) {
        expect(text).not.toContain(secret)
        expect(text).not.toContain(Buffer.from(secret).toString('base64url'))
      }
    }
  })

  test('creates keys, gives them rights on a bucket, and takes them back', async () => {
    const { user, bucket, garagePath } = await withBucket()
    const expiry = new Date(Date.now() + 3_600_000).toISOString()
    const json = { name: 'backup', expiry, createsBuckets: true }
    const keys = (await done(user.call('POST', '/api/v1/garage/keys', { json }))) as typeof storage.root
    const path = `/api/v1/garage/keys/${keys.accessKey}`
    expect((await user.get('/api/v1/garage/keys')).json).toContainEqual({
      accessKey: keys.accessKey,
      name: 'backup',
      expiry,
    })
    const own = { accessKey: keys.accessKey, name: 'backup' }
    const read = { read: true, write: false, owner: false }
    const rights = `${garagePath}/keys/${keys.accessKey}`
    const put = (key: string) =>
      send({ url: storage.url, region: 'garage', credentials: keys, method: 'PUT', bucket, key, body: 'x' })

    await done(user.call('PUT', rights, { json: { read: true, write: true, owner: false } }))
    expect((await put('a')).status).toBe(200)
    await done(user.call('PUT', rights, { json: read }))
    expect((await put('b')).status).toBe(403)
    expect((await user.get(garagePath)).json).toMatchObject({ keys: expect.arrayContaining([{ ...own, ...read }]) })
    expect((await user.get(path)).json).toMatchObject({
      ...json,
      expiry,
      buckets: [{ aliases: [bucket], ...read }],
    })
    await done(user.call('PUT', rights, { json: { read: false, write: false, owner: false } }))
    expect((await user.get(path)).json).toMatchObject({ buckets: [] })

    await done(user.call('PUT', path, { json: { name: 'renamed', expiry: '', createsBuckets: false } }))
    const changed = { ...own, name: 'renamed', expiry: '', createsBuckets: false, buckets: [] }
    expect((await user.get(path)).json).toEqual(changed)
    await done(user.call('DELETE', path))
    for (const [method, address] of [
      ['GET', path],
      ['DELETE', path],
      ['PUT', rights],
    ] as const) {
      const { json } = await user.call(method, address, method === 'PUT' ? { json: read } : {})
      expect([method, json]).toEqual([method, expect.objectContaining({ code: 'NoSuchServiceAccount' })])
    }
  })

  test('shows the names of a bucket, and has websites and quotas', async () => {
    const { user, bucket, path, garagePath } = await withBucket()
    const { id } = (await storage.admin('GetBucketInfo', undefined, { globalAlias: bucket })) as { id: string }
    const other = uniqueName('alias')
    await storage.admin('AddBucketAlias', { bucketId: id, globalAlias: other })
    await storage.admin('AddBucketAlias', { bucketId: id, accessKeyId: storage.root.accessKey, localAlias: 'mine' })
    await storage.admin('UpdateBucket', { quotas: { maxSize: null, maxObjects: 100 } }, { id })
    await upload(user, bucket)
    await done(user.call('PUT', `${path}/quota`, { json: { enabled: true, quota_type: 'hard', amount: 1_000_000 } }))
    await done(user.call('PUT', `${garagePath}/website`, { json: { website: { index: 'index.html', error: '' } } }))
    expect((await user.get(garagePath)).json).toMatchObject({
      aliases: expect.arrayContaining([bucket, other]),
      localAliases: [{ alias: 'mine', accessKey: storage.root.accessKey }],
      website: { index: 'index.html', error: '' },
    })
    expect((await user.get(`${path}/quota`)).json).toEqual({
      type: 'hard',
      quota: 1_000_000,
      max_objects: 100,
    })
    await done(user.call('PUT', `${garagePath}/website`, { json: { website: null } }))
    await done(user.call('PUT', `${path}/quota`, { json: { enabled: false } }))
    expect((await user.get(garagePath)).json).toMatchObject({ website: null })
    expect((await user.get(`${path}/quota`)).json).toEqual({ type: '', quota: 0, max_objects: 100 })

    expect((await user.call('DELETE', path)).json).toMatchObject({ code: 'BucketNotEmpty' })
    await done(user.call('DELETE', `${path}/objects?path=a.txt`))
    await done(user.call('DELETE', path))
    expect((await user.get(`/api/v1/garage/buckets/${other}`)).json).toMatchObject({ code: 'NoSuchBucket' })
  })

  test('shows the nodes, their health and the layout', async () => {
    const user = await signedIn()
    const [node] = (await user.get('/api/v1/garage/nodes')).json as { id: string }[]
    expect(node).toMatchObject({
      up: true,
      draining: false,
      lastSeenSeconds: null,
      role: { zone: 'zone', tags: ['test'], capacity: 1_000_000_000 },
      data: { available: expect.any(Number), total: expect.any(Number) },
    })
    expect((await user.get('/api/v1/garage/health')).json).toMatchObject({
      status: 'healthy',
      storageNodes: 1,
      partitions: 256,
      partitionsAllOk: 256,
    })
    expect((await user.get('/api/v1/garage/layout')).json).toMatchObject({
      version: 1,
      zoneRedundancy: 'maximum',
      stagedChanges: 0,
      roles: [{ id: node?.id, zone: 'zone', capacity: 1_000_000_000, partitions: 256 }],
    })
  })
})

test('Garage has S3, keys and a cluster', async () => {
  const storage = await startGarage()
  await expectSupport('garage', storage, {
    settings: { garageAdminUrl: new URL(storage.adminUrl) },
    signIn: (user) => withToken(user, storage.token),
  })
})

test('Garage refuses everything to a key without any right', async () => {
  const storage = await startGarage()
  const key = (await storage.admin('CreateKey', { name: 'nobody' })) as { accessKeyId: string; secretAccessKey: string }
  await expectRefusals(storage, {
    settings: { garageAdminUrl: new URL(storage.adminUrl) },
    admin: (user) => withToken(user, storage.token),
    nobody: (user) => user.signIn({ accessKey: key.accessKeyId, secretKey: key.secretAccessKey }),
  })
})
