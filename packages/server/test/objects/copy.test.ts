/** Copies, moves and renames of objects and folders, and changes of metadata. */
import type { CopyFailure } from '@cooperage/contract'
import { StorageEndpoint } from '@cooperage/storage-client'
import { accountsOf, allow, deny, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { copyWhole } from '../../src/objects/copy/copy-whole.ts'
import { withConsole } from '../running-console.ts'
import { testOn } from '../test-on.ts'
import { type Visitor, visitor } from '../visitor.ts'
import { inAnHour, LISTED, objectStorage } from './object-storage.ts'

const given = await withConsole()
const storage = objectStorage(given)
const MIB = 1024 * 1024

interface Copied {
  copied: number
  skipped: number
  failed: CopyFailure[]
  next?: string
}

const copy = (user: Visitor, at: string, json: object) => user.call('POST', `${at}/objects/copy`, { json })

describe('one object', () => {
  test('is copied with its metadata and tags, even to another bucket and a name that needs escaping', async () => {
    const { user, bucket, at } = await storage.bucketWith()
    const other = uniqueName('other')
    expect((await user.call('POST', '/api/v1/buckets', { json: { name: other } })).status).toBe(201)
    const source = 'a b/ü+&%2F.txt'
    const described = { 'content-type': 'text/x', 'x-amz-meta-a': 'b' }
    await storage.put(bucket, source, 'text', { ...described, 'x-amz-tagging': 'k=v' })
    for (const [target, bucketName] of [
      ['b/日本 #1?.txt', ''],
      [source, other],
    ] as const) {
      const reply = await copy(user, at, { source, target, target_bucket: bucketName })
      const expected = { copied: 1, skipped: 0, failed: [], alsoFailed: 0, version_id: '', target }
      expect([reply.status, reply.json]).toEqual([200, expected])
      expect(await storage.text(bucketName || bucket, target)).toBe('text')
      const head = await storage.head(bucketName || bucket, target)
      expect(head).toMatchObject({ ...described, 'x-amz-tagging-count': '1' })
    }
    expect(await storage.text(bucket, source)).toBe('text')
  })

  test('is renamed by a move, and overwrites an existing object only on request', async () => {
    const { user, bucket, at } = await storage.bucketWith()
    await storage.put(bucket, 'old', 'old')
    await storage.put(bucket, 'new', 'new')
    const wish = { source: 'old', target: 'new', move: true }
    expect((await copy(user, at, wish)).outcome).toBe('409 ObjectExists')
    expect(await storage.text(bucket, 'new')).toBe('new')
    expect((await copy(user, at, { ...wish, existing: 'overwrite' })).status).toBe(200)
    expect(await storage.text(bucket, 'new')).toBe('old')
    await expect.poll(() => storage.keys(bucket), LISTED).toEqual(['new'])
  })

  test('gets new metadata by a copy onto itself, which keeps its content and tags', async () => {
    const { user, bucket, at } = await storage.bucketWith({ versioning: true })
    const headers = { 'content-type': 'text/x', 'x-amz-meta-old': '1', 'x-amz-tagging': 'k=v' }
    const first = await storage.put(bucket, 'k', 'text', headers)
    const user_metadata = { Name: 'Größe <b>', plain: 'x' }
    const metadata = { content_type: 'text/plain', cache_control: 'no-store', user_metadata }
    const { json: before } = await user.get(`${at}/objects/details?prefix=k`)
    const { etag } = before as { etag: string }
    const edited = await copy(user, at, { source: 'k', target: 'k', metadata, if_etag: etag })
    expect([edited.status, edited.json]).toMatchObject([
      200,
      { copied: 1, version_id: expect.stringMatching(/^\w{8}-/) },
    ])
    expect((await user.get(`${at}/objects/details?prefix=k`)).json).toMatchObject({
      size: 4,
      content_type: 'text/plain',
      cache_control: 'no-store',
      user_metadata: { name: 'Größe <b>', plain: 'x' },
      tags: { values: { k: 'v' } },
    })
    expect((await storage.versions(bucket)).map(({ versionId }) => versionId)).toContain(first)
    await storage.put(bucket, 'k', 'somebody else')
    const late = await copy(user, at, { source: 'k', target: 'k', metadata, if_etag: etag })
    expect(late.outcome).toBe('412 PreconditionFailed')
  })

  test('is skipped or numbered if the name exists, as requested', async () => {
    const { user, bucket, at } = await storage.bucketWith()
    for (const key of ['old/a.txt', 'a.txt', 'a (1).txt']) await storage.put(bucket, key, key)
    const wish = { source: 'old/a.txt', target: 'a.txt' }
    const skipped = await copy(user, at, { ...wish, move: true, existing: 'skip' })
    expect([skipped.status, skipped.json]).toMatchObject([200, { copied: 0, skipped: 1, target: '' }])
    expect(await storage.text(bucket, 'old/a.txt'), 'what was not copied is not deleted').toBe('old/a.txt')
    const kept = await copy(user, at, { ...wish, existing: 'keep_both' })
    expect([kept.status, kept.json]).toMatchObject([200, { copied: 1, skipped: 0, target: 'a (2).txt' }])
    expect(await storage.text(bucket, 'a (2).txt')).toBe('old/a.txt')
    expect(await storage.text(bucket, 'a.txt')).toBe('a.txt')
  })

  test('keeps its hold and retention when its metadata changes; a copy gets neither', async () => {
    const { user, bucket, at } = await storage.bucketWith({ locking: true })
    const until = inAnHour()
    await storage.put(bucket, 'k', 'text', {
      'x-amz-object-lock-legal-hold': 'ON',
      'x-amz-object-lock-mode': 'GOVERNANCE',
      'x-amz-object-lock-retain-until-date': until,
    })
    const metadata = { content_type: 'text/plain' }
    expect((await copy(user, at, { source: 'k', target: 'k', metadata })).status).toBe(200)
    expect((await user.get(`${at}/objects/details?prefix=k`)).json).toMatchObject({
      content_type: 'text/plain',
      legal_hold: { status: 'ON' },
      retention: { mode: 'governance', until },
    })
    await expect.poll(async () => (await storage.versions(bucket)).length, LISTED).toBe(2)
    expect((await copy(user, at, { source: 'k', target: 'other' })).status).toBe(200)
    expect((await user.get(`${at}/objects/details?prefix=other`)).json).toMatchObject({
      legal_hold: { status: expect.stringMatching(/^(OFF)?$/) },
      retention: { mode: '' },
    })
  })

  test('changes its metadata only with permission to read its lock, naming the missing permission', async () => {
    const { bucket, at } = await storage.bucketWith({ locking: true })
    await storage.put(bucket, 'k', 'text', {
      'x-amz-object-lock-legal-hold': 'ON',
      'x-amz-object-lock-mode': 'GOVERNANCE',
      'x-amz-object-lock-retain-until-date': inAnHour(),
    })
    const wish = { source: 'k', target: 'k', metadata: { content_type: 'text/plain' } }
    for (const action of [
      's3:GetObjectRetention',
      's3:GetObjectLegalHold',
      's3:PutObjectRetention',
      's3:PutObjectLegalHold',
    ]) {
      const all = allow(['s3:*'], bucket, `${bucket}/*`)
      const alice = visitor(given.server.url)
      const keys = await accountsOf(given.storage).allowed(all, deny([action], `${bucket}/*`))
      expect((await alice.signIn(keys)).status).toBe(201)
      const refused = await copy(alice, at, wish)
      const why = { code: 'AccessDenied', message: expect.stringContaining(action) }
      expect([refused.status, refused.json], action).toMatchObject([403, why])
    }
    expect(await storage.versions(bucket)).toHaveLength(1)
  })

  test('in a bucket without locking changes its metadata without permission to read locks', async () => {
    const { bucket, at } = await storage.bucketWith({ versioning: true })
    await storage.put(bucket, 'k')
    const alice = visitor(given.server.url)
    const all = allow(['s3:*'], bucket, `${bucket}/*`)
    const denied = deny(['s3:GetObjectRetention', 's3:GetObjectLegalHold'], `${bucket}/*`)
    expect((await alice.signIn(await accountsOf(given.storage).allowed(all, denied))).status).toBe(201)
    const reply = await copy(alice, at, { source: 'k', target: 'k', metadata: { content_type: 'text/plain' } })
    expect([reply.status, reply.json]).toMatchObject([200, { copied: 1 }])
  })

  // The MinIO of these tests has no KMS.
  testOn.engine('keeps its encryption within the bucket, also when its metadata changes', async () => {
    const { user, bucket, at } = await storage.bucketWith()
    await storage.put(bucket, 'k', 'text', { 'x-amz-server-side-encryption': 'AES256' })
    const metadata = { content_type: 'text/plain' }
    for (const [target, wish] of Object.entries({ copy: {}, k: { metadata } })) {
      expect((await copy(user, at, { source: 'k', target, ...wish })).status).toBe(200)
      const { json } = await user.get(`${at}/objects/details?prefix=${target}`)
      expect(json, target).toMatchObject({ encryption: { kind: 'SSE-S3' } })
      expect(await storage.text(bucket, target)).toBe('text')
    }
  })

  test.each([
    [{ source: 'a', target: 'a' }, 'the same'],
    [{ source: 'a', target: 'b/' }, 'both be objects or both be folders'],
    [{ source: 'a/', target: 'a/b/' }, 'inside the folder'],
    [{ source: 'a/', target: 'b/', metadata: {} }, 'for one object'],
    [{ source: 'a', target: 'b', move: true, version_id: 'null' }, 'not moved'],
    [{ source: 'a', target: 'a', metadata: { user_metadata: { x: 'y'.repeat(3000) } } }, '2048 bytes'],
    [{ source: 'a', target: '../b' }, '".."'],
  ])('is rejected: %j', async (json, reason) => {
    const { user, bucket, at } = await storage.bucketWith()
    await storage.put(bucket, 'a')
    const reply = await copy(user, at, json)
    expect([reply.status, reply.json]).toMatchObject([400, { message: expect.stringContaining(reason) }])
  })

  test('that is missing, or whose bucket is, is reported as missing', async () => {
    const { user, bucket, at } = await storage.bucketWith()
    expect((await copy(user, at, { source: 'a', target: 'b' })).outcome).toBe('404 NoSuchKey')
    await storage.put(bucket, 'a')
    const nowhere = await copy(user, at, { source: 'a', target: 'b', target_bucket: 'nobody-has-this' })
    expect(nowhere.outcome).toBe('404 NoSuchBucket')
  })

  test('above the limit of one copy is copied in parts, with everything that describes it', async () => {
    const { bucket } = await storage.bucketWith()
    const body = Buffer.alloc(12 * MIB, 'cooperage')
    const described = { 'content-type': 'text/x', 'x-amz-meta-a': 'b', 'cache-control': 'no-store' }
    const { url, root } = given.storage
    await storage.request({
      method: 'PUT',
      bucket,
      key: 'big',
      body,
      headers: { ...described, 'x-amz-tagging': 'k=v' },
    })
    const endpoint = new StorageEndpoint({ url: new URL(url) })
    const limits = { atOnce: 5 * MIB, part: 5 * MIB }
    const source = { bucket, key: 'big' }
    const found = await storage.head(bucket, 'big')
    await copyWhole({ endpoint, credentials: root }, source, found, { bucket, key: 'copy' }, limits)
    const head = await storage.head(bucket, 'copy')
    expect(head).toMatchObject({ ...described, 'content-length': String(body.length), 'x-amz-tagging-count': '1' })
    expect(head.etag).toMatch(/-3"$/)
    expect(await storage.text(bucket, 'copy')).toBe(body.toString())
    await endpoint.close()
  })
})

describe('a folder', () => {
  async function whole(user: Visitor, at: string, wish: object): Promise<Copied> {
    const sum: Copied = { copied: 0, skipped: 0, failed: [] }
    for (let after: string | undefined = ''; after !== undefined; ) {
      const reply = await copy(user, at, { ...wish, after })
      expect(reply.status).toBe(200)
      const part = reply.json as Copied
      sum.copied += part.copied
      sum.skipped += part.skipped
      sum.failed.push(...part.failed)
      after = part.next
    }
    return sum
  }

  test('is moved with everything below it, and nothing else with the same beginning', async () => {
    const { user, bucket, at } = await storage.bucketWith()
    const below = ['f/a', 'f/b/c', 'f/ü&', 'f/z']
    for (const key of [...below, 'f.txt', 'fa/x']) await storage.put(bucket, key, key)
    expect(await whole(user, at, { source: 'f/', target: 'new/g/', move: true })).toEqual({
      copied: 4,
      skipped: 0,
      failed: [],
    })
    const moved = below.map((key) => `new/g/${key.slice(2)}`)
    await expect
      .poll(async () => (await storage.keys(bucket)).sort(), LISTED)
      .toEqual(['f.txt', 'fa/x', ...moved].sort())
    expect(await storage.text(bucket, 'new/g/b/c')).toBe('f/b/c')
  })

  test('continues past existing objects, which it lists', async () => {
    const { user, bucket, at } = await storage.bucketWith()
    for (const key of ['f/a', 'f/b', 'f/c', 'g/b']) await storage.put(bucket, key, key)
    const { copied, failed } = await whole(user, at, { source: 'f/', target: 'g/' })
    const taken = {
      path: 'f/b',
      message: expect.stringContaining('g/b'),
      text: expect.objectContaining({ key: 'error:ObjectExists' }),
      target: '',
      source_state: '',
    }
    expect([copied, failed]).toEqual([2, [taken]])
    expect(await storage.text(bucket, 'g/b')).toBe('g/b')
    expect((await copy(user, at, { source: 'f/', target: 'h/', after: 'f/b' })).json).toMatchObject({ copied: 1 })
  })

  test.each(['refuse', 'skip', 'keep_both', 'overwrite'])(
    'whose sub-folder is on both sides as a marker is no conflict (%s)',
    async (existing) => {
      const { user, bucket, at } = await storage.bucketWith()
      for (const key of ['f/sub/', 'g/sub/']) await storage.put(bucket, key, '')
      await storage.put(bucket, 'f/sub/x')
      const outcome = await whole(user, at, { source: 'f/', target: 'g/', move: true, existing })
      expect(outcome).toEqual({ copied: 2, skipped: 0, failed: [] })
      await expect.poll(async () => (await storage.keys(bucket)).sort(), LISTED).toEqual(['g/sub/', 'g/sub/x'])
    },
  )

  test('keeps both of each name, even if a numbered name exists already', async () => {
    const { user, bucket, at } = await storage.bucketWith()
    for (const key of ['f/a', 'f/a (1)', 'g/a']) await storage.put(bucket, key, key)
    const { copied, failed } = await whole(user, at, { source: 'f/', target: 'g/', move: true, existing: 'keep_both' })
    expect([copied, failed]).toEqual([2, []])
    await expect
      .poll(async () => (await storage.keys(bucket)).sort(), LISTED)
      .toEqual(['g/a', 'g/a (1)', 'g/a (1) (1)'])
    expect(await storage.text(bucket, 'g/a (1)')).toBe('f/a')
    expect(await storage.text(bucket, 'g/a (1) (1)')).toBe('f/a (1)')
  })

  test('lists the objects that stay in both places because they may not be deleted', async () => {
    const { user, bucket, at } = await storage.bucketWith()
    for (const key of ['f/a', 'f/b']) await storage.put(bucket, key, key)
    const keys = await accountsOf(given.storage).allowed(
      allow(['s3:*'], bucket, `${bucket}/*`),
      deny(['s3:DeleteObject'], `${bucket}/f/b`),
    )
    const alice = visitor(given.server.url)
    expect((await alice.signIn(keys)).status).toBe(201)
    const wish = { move: true, existing: 'keep_both' }
    const { copied, failed } = await whole(alice, at, { ...wish, source: 'f/', target: 'g/' })
    const stays = { path: 'f/b', message: expect.stringContaining('s3:DeleteObject'), target: 'g/b' }
    expect([copied, failed]).toMatchObject([1, [stays]])
    await expect.poll(async () => (await storage.keys(bucket)).sort(), LISTED).toEqual(['f/b', 'g/a', 'g/b'])

    const again = { ...wish, source: 'f/b', target: 'g/b', source_state: failed[0]?.source_state }
    expect((await copy(alice, at, again)).json).toMatchObject({ copied: 0, failed: [stays] })
    expect((await copy(user, at, again)).json).toMatchObject({ copied: 1, failed: [], target: 'g/b' })
    await expect.poll(async () => (await storage.keys(bucket)).sort(), LISTED).toEqual(['g/a', 'g/b'])
  })

  test('moved into its parent does not process its own copies', async () => {
    const { user, bucket, at } = await storage.bucketWith()
    for (const key of ['f/f/x', 'f/y']) await storage.put(bucket, key, key)
    const { copied, failed } = await whole(user, at, { source: 'f/f/', target: 'f/', move: true })
    expect([copied, failed]).toEqual([1, []])
    await expect.poll(async () => (await storage.keys(bucket)).sort(), LISTED).toEqual(['f/x', 'f/y'])
  })
})
