import { accountsOf, type StorageServer } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningConsole, startConsole } from '../running-console.ts'
import { signedIn, type Visitor } from '../visitor.ts'
import { callsOf } from './calls-of.ts'

const READING = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::photos/*'] }],
})

interface Expected {
  features: readonly string[]
  /** Sections of its settings. */
  sections: readonly string[]
  /** The key of audit_webhook for how much waits. */
  limit: string
  /** What it says of a tier on this machine, if it refuses one. */
  tierRefusal?: string
}

/** What the console does at a RustFS, real or replayed. */
export function describeRustfs(
  name: string,
  start: () => Promise<Omit<StorageServer, 'kind'>>,
  { features, sections, limit, tierRefusal }: Expected,
): void {
  describe(name, () => {
    let storage: Omit<StorageServer, 'kind'>
    let server: RunningConsole
    let admin: Visitor
    beforeAll(async () => {
      storage = await start()
      server = await startConsole(storage.url)
      admin = await signedIn(server.url, storage.root)
    })
    afterAll(async () => {
      await server?.stop()
      await storage?.stop()
    })

    const { send, call, refused } = callsOf(() => admin)

    test('is recognized without a Server header, and offers what it has', async () => {
      const json = await call('GET', '/session')
      expect(json).toMatchObject({ product: 'RustFS', features, passwordChange: 'root' })
      const { pages } = json as { pages: string[] }
      for (const page of ['/users', '/groups', '/policies', '/access-keys', '/settings']) {
        expect(pages).toContain(page)
      }
      // Nobody sells plans for it. It has other calls for keys: their page says so, and sends nothing.
      expect(pages.filter((page) => page.startsWith('/license'))).toEqual([])
      expect(await refused('GET', '/kms/key-list')).toBe('NotInThisSetup')
    })

    test('manages users, groups, policies and their attachments', async () => {
      await call('POST', '/policies', { name: 'reading', policy: READING, replaces: '' })
      await call('POST', '/users', { accessKey: 'anna', secretKey: 'secret-of-anna', groups: [] })
      await call('POST', '/groups', { group: 'devs', members: ['anna'] })
      await call('PUT', '/set-policy', { entityType: 'group', entityName: 'devs', policies: ['reading'], replaces: [] })
      await call('PUT', '/set-policy', { entityType: 'user', entityName: 'anna', policies: ['readonly'], replaces: [] })
      expect(await call('GET', '/user?name=anna')).toMatchObject({
        memberOf: ['devs'],
        policy: ['readonly'],
        status: 'enabled',
        source: 'builtIn',
      })
      expect(await call('GET', '/group?name=devs')).toMatchObject({ members: ['anna'], policy: 'reading' })
      expect(await call('GET', '/policies/reading/groups')).toEqual(['devs'])
      expect(await call('GET', '/policy?name=reading')).toMatchObject({ name: 'reading', policy: expect.any(String) })
      const anna = await signedIn(server.url, { accessKey: 'anna', secretKey: 'secret-of-anna' })
      expect((await anna.get('/api/v1/session')).json).toMatchObject({ accountName: 'anna', passwordChange: 'here' })
      expect((await anna.get('/api/v1/users')).json).toMatchObject({ code: 'AccessDenied' })

      expect(await refused('DELETE', '/policy?name=reading')).toBe('PolicyInUse')
      expect(await refused('DELETE', '/group?name=devs')).toBe('GroupNotEmpty')
      await call('PUT', '/user?name=anna', { status: 'disabled', groups: [] })
      expect(await call('GET', '/user?name=anna')).toMatchObject({ memberOf: [], status: 'disabled' })
      await call('DELETE', '/group?name=devs')
      await call('DELETE', '/policy?name=reading')
      await call('DELETE', '/user?name=anna')
    })

    test.each([
      ['a user', 'GET', '/user?name=nobody', undefined, 'NoSuchUser'],
      ['a group', 'GET', '/group?name=nobody', undefined, 'NoSuchGroup'],
      ['a policy', 'GET', '/policy?name=nothing', undefined, 'NoSuchPolicy'],
      ['an access key', 'GET', '/access-keys/NOKEY', undefined, 'NoSuchServiceAccount'],
      ['a section', 'GET', '/configs/logger_webhook', undefined, 'NoSuchConfiguration'],
      ['a document', 'POST', '/policies', { name: 'p', policy: '{"Version":"1","Statement":[]}' }, 'InvalidPolicy'],
      [
        'the name of root',
        'POST',
        '/users',
        { accessKey: 'ROOT', secretKey: 'long-enough-secret' },
        'ReservedAccessKey',
      ],
    ])('names what is wrong with %s', async (_, method, path, json, code) => {
      const body = json && 'accessKey' in json ? { ...json, accessKey: storage.root.accessKey } : json
      expect(await refused(method, path, body)).toBe(code)
    })

    test('manages access keys, buckets, quotas and settings', async () => {
      const key = (await call('POST', '/service-accounts', { name: 'backup', expiry: '' })) as Credentials
      expect(await call('GET', '/access-keys')).toMatchObject([{ accessKey: key.accessKey }])
      await call('DELETE', `/service-accounts/${key.accessKey}`)

      await call('POST', '/buckets', { name: 'photos' })
      expect(await call('GET', '/buckets')).toMatchObject({ buckets: [{ name: 'photos' }] })
      await call('PUT', '/buckets/photos/quota', { enabled: true, quota_type: 'hard', amount: 1_000_000 })
      expect(await call('GET', '/buckets/photos/quota')).toMatchObject({ quota: 1_000_000 })

      const { configurations } = (await call('GET', '/configs')) as { configurations: { key: string }[] }
      expect(configurations.map(({ key }) => key)).toEqual(sections)
      await call('PUT', '/configs/audit_webhook', {
        key_values: [
          { key: 'endpoint', value: storage.url },
          { key: limit, value: '77' },
        ],
      })
      expect(await call('GET', '/configs/audit_webhook')).toMatchObject({
        key_values: expect.arrayContaining([{ key: limit, value: '77' }]),
      })
      expect(await call('GET', '/config-history')).toMatchObject({
        changes: [expect.objectContaining({ id: expect.stringMatching(/./) })],
      })
    })

    test('manages tiers, or says why the server refuses one', async () => {
      const place = { name: 'COLD', endpoint: storage.url, bucket: 'cold', prefix: 'p', region: 'us-east-1' }
      const { accessKey, secretKey } = storage.root
      await call('POST', '/buckets', { name: 'cold' })
      const tier = { type: 's3', s3: { ...place, accesskey: accessKey, secretkey: secretKey } }
      const added = await send('POST', '/admin/tiers', tier)
      const { items } = (await call('GET', '/admin/tiers')) as { items: unknown[] }
      if (tierRefusal !== undefined) {
        expect([added.text, items]).toEqual([expect.stringContaining(tierRefusal), []])
        return
      }
      expect(items).toEqual([{ type: 's3', s3: expect.objectContaining({ ...place, accesskey: accessKey }) }])
      await call('DELETE', '/admin/tiers/COLD')
      expect(await call('GET', '/admin/tiers')).toMatchObject({ items: [] })
    })

    test('ends one session and leaves the others of the account, which RustFS would end too', async () => {
      const [one, other] = [await signedIn(server.url, storage.root), await signedIn(server.url, storage.root)]
      const copy = one.twin()
      expect((await one.call('POST', '/api/v1/logout')).status).toBe(200)
      expect((await copy.get('/api/v1/buckets')).json).toMatchObject({ code: 'SessionEnded' })
      expect((await other.get('/api/v1/buckets')).status).toBe(200)
    })

    test('signs out of all sessions of the account where that is meant', async () => {
      const keys = await accountsOf(storage).user('consoleAdmin')
      const [one, other] = [await signedIn(server.url, keys), await signedIn(server.url, keys)]
      expect((await one.call('POST', '/api/v1/account/sign-out-everywhere')).status).toBe(204)
      expect((await other.get('/api/v1/buckets')).json).toMatchObject({ code: 'SessionEnded' })
    })
  })
}
