import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startVersitygw, uniqueName, type Versitygw } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleAt, type RunningConsole, startConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

/** A server without an admin API and STS. */
describe('versitygw', () => {
  let storage: Versitygw
  let server: RunningConsole
  beforeAll(async () => {
    storage = await startVersitygw()
    server = await startConsole(storage.url)
  })
  afterAll(async () => {
    await server?.stop()
    await storage?.stop()
  })

  async function signedIn(): Promise<Visitor> {
    const user = visitor(server.url)
    const reply = await user.signIn(storage.root)
    expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
    return user
  }

  async function withBucket(settings: object = {}): Promise<{ user: Visitor; bucket: string; path: string }> {
    const user = await signedIn()
    const bucket = uniqueName('bucket')
    const created = await user.call('POST', '/api/v1/buckets', { json: { name: bucket, ...settings } })
    expect([created.status, created.text]).toEqual([201, expect.any(String)])
    return { user, bucket, path: `/api/v1/buckets/${bucket}` }
  }

  /** The kept keys that the console stores. */
  function keptKeys(): { session_id: string; sealed_keys: string }[] {
    using database = new DatabaseSync(join(server.dataDir, 'console.sqlite'), { readOnly: true })
    return database.prepare('SELECT session_id, sealed_keys FROM cooperage_kept_keys').all() as never
  }

  test('signs in with the visitor’s own keys, and says what the server is', async () => {
    const { json } = await (await signedIn()).get('/api/v1/session')
    expect(json).toMatchObject({ product: 'versitygw', features: [], accountName: storage.root.accessKey })
    expect((json as { pages: string[] }).pages).toEqual([
      '/buckets',
      '/buckets/:bucket',
      '/buckets/:bucket/*',
      '/object-browser',
      '/object-browser/:bucket',
      '/object-browser/:bucket/*',
    ])
  })

  test('rejects wrong keys and unknown users', async () => {
    for (const accessKey of [storage.root.accessKey, uniqueName('nobody')]) {
      const { status, json } = await visitor(server.url).signIn({ accessKey, secretKey: 'wrong-secret' })
      expect([status, json]).toEqual([401, expect.objectContaining({ code: 'InvalidLogin' })])
    }
  })

  test('stores the keys sealed, and neither in the cookie nor in the log', async () => {
    const user = await signedIn()
    const { secretKey } = storage.root
    const cookies = [...user.cookies.values()].join()
    const stored = JSON.stringify(keptKeys())
    expect(keptKeys().length).toBeGreaterThan(0)
    for (const text of [cookies, stored, server.log.join('')]) {
      expect(text).not.toContain(secretKey)
      expect(text).not.toContain(Buffer.from(secretKey).toString('base64url'))
    }
  })

  test('ends a session for good: a copied cookie is dead, and nothing is stored', async () => {
    const user = await signedIn()
    const copy = user.twin()
    const before = keptKeys().length
    expect((await copy.get('/api/v1/buckets')).status).toBe(200)
    expect((await user.call('POST', '/api/v1/logout')).status).toBe(200)
    expect((await copy.get('/api/v1/buckets')).json).toMatchObject({ code: 'SessionEnded' })
    expect(keptKeys()).toHaveLength(before - 1)
  })

  test('ends the sessions that the same browser began before too', async () => {
    const user = await signedIn()
    const earlier = user.twin()
    expect((await user.signIn(storage.root)).status).toBe(201)
    await user.call('POST', '/api/v1/logout')
    expect((await earlier.get('/api/v1/buckets')).json).toMatchObject({ code: 'SessionEnded' })
  })

  test('keeps sessions across a restart, and refuses them if keys may no longer be kept', async () => {
    const user = await signedIn()
    const again = await startConsole(storage.url, { dataDir: server.dataDir })
    expect((await user.twin(again.url).get('/api/v1/buckets')).status).toBe(200)
    await again.stop()
    const strict = await consoleAt(storage.url, { keepsKeys: false })
    const { status, json } = await visitor(strict.url).signIn(storage.root)
    expect([status, json]).toEqual([403, expect.objectContaining({ code: 'KeysNotKept' })])
  })

  test('sends no admin call, even where a bucket has the name of its path', async () => {
    const { user, path } = await withBucket()
    await user.call('POST', '/api/v1/buckets', { json: { name: 'minio' } })
    for (const [method, url, json] of [
      ['PUT', `${path}/quota`, { enabled: true, quota_type: 'hard', amount: 1_000_000 }],
      ['POST', '/api/v1/users', { accessKey: 'intruder', secretKey: 'intruder-secret', groups: [], policies: [] }],
      ['DELETE', '/api/v1/user/anna', undefined],
    ] as const) {
      const { status, text } = await user.call(method, url, json === undefined ? {} : { json })
      expect([url, status, text]).toEqual([url, expect.toSatisfy((code: number) => code >= 400), expect.any(String)])
    }
    const { json } = await user.get('/api/v1/buckets/minio/objects')
    expect(json).toMatchObject({ objects: [] })
  })

  test('counts the usage of a bucket on request, with versions or without', async () => {
    const { user, path } = await withBucket({ versioning: true })
    const upload = async (name: string, content: string) => {
      const form = [{ name: String(content.length), fileName: name, content }]
      expect((await user.call('POST', `${path}/objects/upload`, { form })).status).toBe(200)
    }
    for (const content of ['1', '22', '333']) await upload('a.txt', content)
    await upload('b.txt', '4444')
    await upload('gone.txt', '55555')
    expect((await user.call('DELETE', `${path}/objects?path=gone.txt`)).status).toBe(204)
    expect((await user.get(`${path}/usage`)).json).toEqual({ objects: 2, size: 15, counts: 'versions' })
    expect((await user.get(`${path}/usage?counts=objects`)).json).toEqual({ objects: 2, size: 7, counts: 'objects' })
  })

  test('shows a user without any right an empty list', async () => {
    const keys = { accessKey: uniqueName('bob'), secretKey: 'bob-secret-1' }
    storage.addUser(keys)
    await withBucket()
    const bob = visitor(server.url)
    expect((await bob.signIn(keys)).status).toBe(201)
    expect((await bob.get('/api/v1/buckets')).json).toEqual({ buckets: [], total: 0 })
  })
})
