/** The details of an object, and its tags, retention and legal hold. */
import { accountsOf, allow, deny } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { visitor } from '../visitor.ts'
import { inAnHour, objectStorage } from './object-storage.ts'

const given = await withConsole()
const storage = objectStorage(given)

const UNKNOWN = '11111111-1111-4111-8111-111111111111'
const of = (key: string, version?: string) =>
  `prefix=${encodeURIComponent(key)}${version === undefined ? '' : `&version_id=${version}`}`

/** `text`: for a page in another language. */
const noLock = (message: unknown) => ({
  code: 'NoObjectLock',
  message,
  text: expect.objectContaining({ key: 'error:NoObjectLock' }),
})

test('returns everything that describes an object', async () => {
  const { user, bucket, at } = await storage.bucketWith()
  const key = 'a folder/ünï & <b>.txt'
  await storage.put(bucket, key, 'hello', {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-disposition': 'inline',
    'content-language': 'de',
    'x-amz-meta-owner': '=?UTF-8?b?w7xiZXI=?=',
    'x-amz-meta-plain': 'a b',
    'x-amz-tagging': 'team=red&empty=',
    'x-amz-checksum-crc32': 'NhCmhg==',
  })
  const reply = await user.get(`${at}/objects/details?${of(key)}`)
  expect([reply.status, reply.json]).toEqual([
    200,
    {
      name: key,
      version_id: '',
      is_delete_marker: false,
      size: 5,
      last_modified: expect.stringMatching(/^\d{4}-.*Z$/),
      etag: '5d41402abc4b2a76b9719d911017c592',
      content_type: 'text/plain; charset=utf-8',
      content_encoding: '',
      content_disposition: 'inline',
      content_language: 'de',
      cache_control: 'no-store',
      expires: '',
      user_metadata: { owner: 'über', plain: 'a b' },
      storage_class: 'STANDARD',
      encryption: { kind: '', key_id: '' },
      checksums: [{ algorithm: 'CRC32', value: 'NhCmhg==', kind: 'FULL_OBJECT' }],
      part_count: 0,
      expiry: { date: '', rule: '' },
      replication_status: '',
      legal_hold: { status: '', unread: noLock(expect.stringContaining(bucket)) },
      retention: { mode: '', until: '', unread: noLock(expect.any(String)) },
      tags: { values: { team: 'red', empty: '' }, unread: null },
    },
  ])
})

test('distinguishes an older version, the newest one and a delete marker', async () => {
  const { user, bucket, at } = await storage.bucketWith({ versioning: true })
  const first = await storage.put(bucket, 'k', 'one')
  const second = await storage.put(bucket, 'k', 'three')
  const details = async (version?: string) => (await user.get(`${at}/objects/details?${of('k', version)}`)).json
  expect(await details(first)).toMatchObject({ version_id: first, size: 3 })
  expect(await details()).toMatchObject({ version_id: second, size: 5 })
  const marker = await storage.remove(bucket, 'k')
  const deleted = {
    version_id: marker,
    is_delete_marker: true,
    size: 0,
    last_modified: expect.stringMatching(/^\d{4}-/),
  }
  expect(await details()).toMatchObject(deleted)
  expect(await details(marker)).toMatchObject(deleted)
  expect(await details(first)).toMatchObject({ version_id: first, is_delete_marker: false })
})

test.each([
  ['nothing', undefined],
  ['k', UNKNOWN],
  ['k', 'zz'],
])('%j in version %j is not found', async (key, version) => {
  const { user, bucket, at } = await storage.bucketWith({ versioning: true })
  await storage.put(bucket, 'k')
  expect((await user.get(`${at}/objects/details?${of(key, version)}`)).outcome).toBe('404 NoSuchKey')
})

test('unreadable parts name the missing permission, and the others are returned', async () => {
  const { bucket, at } = await storage.bucketWith({ locking: true })
  await storage.put(bucket, 'k', 'text', { 'x-amz-tagging': 'a=b' })
  const accounts = accountsOf(given.storage)
  const keys = await accounts.allowed(
    allow(['s3:*'], bucket, `${bucket}/*`),
    deny(['s3:GetObjectLegalHold', 's3:GetObjectTagging', 's3:GetObjectVersionTagging'], `${bucket}/*`),
  )
  const one = visitor(given.server.url)
  expect((await one.signIn(keys)).status).toBe(201)
  const { status, json } = await one.get(`${at}/objects/details?${of('k')}`)
  const denied = (action: string) => ({ code: 'AccessDenied', message: expect.stringContaining(action) })
  expect([status, json]).toMatchObject([
    200,
    {
      size: 4,
      legal_hold: { status: '', unread: denied('s3:GetObjectLegalHold') },
      retention: { mode: '', until: '', unread: null },
      tags: { values: {}, unread: denied('Tagging') },
    },
  ])
})

describe('tags', () => {
  test('are replaced as a whole and removed, even on the version null', async () => {
    const { user, bucket, at } = await storage.bucketWith()
    await storage.put(bucket, 'k', 'x', { 'x-amz-tagging': 'old=1' })
    const set = (tags: Record<string, string>) =>
      user.call('PUT', `${at}/objects/tags?prefix=k&version_id=null`, { json: { tags } })
    const tags = async () => (await user.get(`${at}/objects/details?prefix=k`)).json
    expect((await set({ a: '1', 'b c': 'x/y', blank: '' })).status).toBe(204)
    expect(await tags()).toMatchObject({ tags: { values: { a: '1', 'b c': 'x/y', blank: '' }, unread: null } })
    expect((await set({})).status).toBe(204)
    expect(await tags()).toMatchObject({ tags: { values: {} } })
  })

  test.each([
    [Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, ''])), '10 tags at most'],
    [{ ' ': 'x' }, 'blank'],
    [{ ['k'.repeat(129)]: '' }, '128 characters'],
    [{ k: 'v'.repeat(257) }, '256 characters'],
    [{ k: '<b>' }, 'letters'],
  ])('are rejected: %j', async (tags, reason) => {
    const { user, bucket, at } = await storage.bucketWith()
    await storage.put(bucket, 'k')
    const reply = await user.call('PUT', `${at}/objects/tags?prefix=k`, { json: { tags } })
    expect([reply.status, reply.json]).toMatchObject([
      400,
      { code: 'InvalidInput', message: expect.stringContaining(reason) },
    ])
  })
})

describe('locks', () => {
  test('retention is set, extended, shortened with the bypass and removed', async () => {
    const { user, bucket, at } = await storage.bucketWith({ locking: true })
    const version = await storage.put(bucket, 'k')
    const set = (expires: string, governance_bypass?: boolean) =>
      user.call('PUT', `${at}/objects/retention?${of('k', version)}`, {
        json: { expires, mode: 'governance', ...(governance_bypass && { governance_bypass }) },
      })
    const retention = async () => (await user.get(`${at}/objects/details?prefix=k`)).json
    const later = new Date(Date.parse(inAnHour()) + 3_600_000).toISOString()
    expect((await set(later)).status).toBe(204)
    expect(await retention()).toMatchObject({ retention: { mode: 'governance', until: later, unread: null } })
    const sooner = inAnHour()
    const refused = await set(sooner)
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { code: 'GovernanceKept', message: expect.stringContaining('s3:BypassGovernanceRetention') },
    ])
    expect((await set(sooner, true)).status).toBe(204)
    expect(await retention()).toMatchObject({ retention: { until: sooner } })
    expect((await user.call('DELETE', `${at}/objects/retention?${of('k', version)}`)).status).toBe(204)
    expect(await retention()).toMatchObject({ retention: { mode: '', until: '', unread: null } })
  })

  test('compliance retention can be neither shortened nor removed', async () => {
    const { user, bucket, at } = await storage.bucketWith({ locking: true })
    await storage.put(bucket, 'k')
    const expires = new Date(Date.now() + 3_600_000).toISOString()
    const address = `${at}/objects/retention?prefix=k`
    expect((await user.call('PUT', address, { json: { expires, mode: 'compliance' } })).status).toBe(204)
    const sooner = new Date(Date.now() + 1_800_000).toISOString()
    const kept = [409, { code: 'ComplianceKept', message: expect.stringContaining('no one can shorten or remove it') }]
    const json = { expires: sooner, mode: 'compliance', governance_bypass: true }
    const shortened = await user.call('PUT', address, { json })
    expect([shortened.status, shortened.json]).toMatchObject(kept)
    const cleared = await user.call('DELETE', address)
    expect([cleared.status, cleared.json]).toMatchObject(kept)
  })

  test('rejects a past or invalid date', async () => {
    const { user, bucket, at } = await storage.bucketWith({ locking: true })
    await storage.put(bucket, 'k')
    for (const expires of ['2020-01-01T00:00:00Z', 'tomorrow', '2030-01-01']) {
      const reply = await user.call('PUT', `${at}/objects/retention?prefix=k`, {
        json: { expires, mode: 'governance' },
      })
      expect(reply.outcome).toBe('400 InvalidInput')
    }
  })

  test('a legal hold protects its version from deletion until it is removed', async () => {
    const { user, bucket, at } = await storage.bucketWith({ locking: true })
    const version = await storage.put(bucket, 'k')
    const hold = (status: string) =>
      user.call('PUT', `${at}/objects/legalhold?${of('k', version)}`, { json: { status } })
    const remove = () => user.call('DELETE', `${at}/objects?path=k&version_id=${version}&bypass=true`)
    expect((await hold('enabled')).status).toBe(204)
    expect((await user.get(`${at}/objects/details?prefix=k`)).json).toMatchObject({
      legal_hold: { status: 'ON', unread: null },
    })
    expect((await remove()).outcome).toBe('409 ObjectLocked')
    expect((await hold('disabled')).status).toBe(204)
    expect((await remove()).status).toBe(204)
    expect(await storage.versions(bucket)).toEqual([])
  })

  test('do not exist in a bucket without object locking', async () => {
    const { user, bucket, at } = await storage.bucketWith({ versioning: true })
    await storage.put(bucket, 'k')
    for (const [call, json] of [
      ['retention', { expires: inAnHour(), mode: 'governance' }],
      ['legalhold', { status: 'enabled' }],
    ] as const) {
      expect((await user.call('PUT', `${at}/objects/${call}?prefix=k`, { json })).outcome).toBe('409 NoObjectLock')
    }
  })
})
