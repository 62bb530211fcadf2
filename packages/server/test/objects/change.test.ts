/** Tags, retention and legal hold of many objects at once. */
import { accountsOf, allow, deny } from '@cooperage/testkit'
import { parseTagging } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'
import { inAnHour, LISTED, objectStorage } from './object-storage.ts'

const given = await withConsole()
const storage = objectStorage(given)

const FOLDER = [{ path: 'f/', recursive: true }]
const DONE = { failed: [], alsoFailed: 0 }

/** Changes all, call by call. */
async function change(user: Visitor, at: string, paths: object[], wish: object, first = '') {
  const outcome = { changed: 0, failed: [] as { path: string; message: string }[], alsoFailed: 0 }
  for (let after: string | undefined = first; after !== undefined; ) {
    const json = { paths, change: wish }
    const reply = await user.call('POST', `${at}/objects/change?after=${encodeURIComponent(after)}`, { json })
    expect(reply.status, reply.text).toBe(200)
    const part = reply.json as typeof outcome & { next?: string }
    outcome.changed += part.changed
    outcome.failed.push(...part.failed)
    outcome.alsoFailed += part.alsoFailed
    after = part.next
  }
  return outcome
}

/** The tags of a key as they are stored: `a=1&b=2`. */
async function tagsOf(bucket: string, key: string): Promise<string> {
  const { text } = await storage.request({ method: 'GET', bucket, key, query: { tagging: '' } })
  return Object.entries(parseTagging(text, 'object'))
    .map((pair) => pair.join('='))
    .sort()
    .join('&')
}

async function filled(keys: readonly string[], options: object = {}, headers: Record<string, string> = {}) {
  const made = await storage.bucketWith(options)
  for (const key of keys) await storage.put(made.bucket, key, 'x', headers)
  await expect.poll(() => storage.keys(made.bucket), LISTED).toEqual([...keys].sort())
  return made
}

test('counts a selection as it is changed', async () => {
  const { user, at } = await filled(['a', 'f/', 'f/1', 'f/g/2', 'fa'])
  const count = (json: object, query = '') => user.call('POST', `${at}/objects/count${query}`, { json })
  const paths = [{ path: 'a' }, { path: 'f/', recursive: true }]
  expect((await count(paths)).json).toEqual({ count: 4 })
  expect((await count(paths, '?after=1%3Af%2F1')).json).toEqual({ count: 1 })
  expect((await count([...paths, { path: 'none/', recursive: true }])).json).toEqual({ count: 4 })
})

test('counts all versions and delete markers for what deletes them', async () => {
  const { user, bucket, at } = await filled(['a', 'f/1', 'f/2', 'fa'], { versioning: true })
  for (const key of ['a', 'f/1', 'f/1']) await storage.put(bucket, key, 'again')
  await storage.request({ method: 'DELETE', bucket, key: 'f/2' })
  const count = async (json: object) =>
    (await user.call('POST', `${at}/objects/count?all_versions=true`, { json })).json
  expect(await count([{ path: 'a' }, { path: 'f/', recursive: true }])).toEqual({ count: 7 })
  expect(await count([{ path: '', recursive: true }]), 'the whole bucket').toEqual({ count: 8 })
})

describe('tags', () => {
  test('are added, removed and replaced on each object of a selection and of its folders', async () => {
    const { user, bucket, at } = await filled(
      ['a', 'f/1', 'f/deep/<b> +%2F', 'fa', 'other'],
      {},
      {
        'x-amz-tagging': 'team=red&old=1',
      },
    )
    const paths = [{ path: 'a' }, ...FOLDER]
    const changed = ['a', 'f/1', 'f/deep/<b> +%2F']
    const wishes = [
      [{ kind: 'addTags', tags: { team: 'blue', new: '' } }, 'new=&old=1&team=blue'],
      [{ kind: 'removeTags', keys: ['old', 'nothing'] }, 'new=&team=blue'],
      [{ kind: 'replaceTags', tags: { only: 'x y' } }, 'only=x y'],
      [{ kind: 'replaceTags', tags: {} }, ''],
    ] as const
    for (const [wish, expected] of wishes) {
      expect(await change(user, at, paths, wish)).toEqual({ ...DONE, changed: 3 })
      for (const key of changed) expect(await tagsOf(bucket, key), key).toBe(expected)
    }
    for (const key of ['fa', 'other']) expect(await tagsOf(bucket, key)).toBe('old=1&team=red')
  })

  test('of an object that would have more than ten stay unchanged, and the object is listed', async () => {
    const { user, bucket, at } = await filled(['f/free', 'f/full'])
    const ten = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`k${index}`, 'v']))
    await change(user, at, [{ path: 'f/full' }], { kind: 'replaceTags', tags: ten })
    const outcome = await change(user, at, FOLDER, { kind: 'addTags', tags: { more: '1' } })
    expect(outcome).toEqual({
      changed: 1,
      failed: [{ path: 'f/full', message: expect.stringContaining('10 tags') }],
      alsoFailed: 0,
    })
    expect(await tagsOf(bucket, 'f/free')).toBe('more=1')
    expect(await tagsOf(bucket, 'f/full')).toMatch(/^k0=v&k1=v&/)
  })

  test('of a missing object, and what a policy denies, are reported by key; the rest is changed', async () => {
    const { bucket, at } = await filled(['f/allowed', 'f/denied'])
    const keys = await accountsOf(given.storage).allowed(
      allow(['s3:*'], bucket, `${bucket}/*`),
      deny(['s3:PutObjectTagging'], `${bucket}/f/denied`),
    )
    const alice = visitor(given.server.url)
    expect((await alice.signIn(keys)).status).toBe(201)
    const paths = [{ path: 'gone' }, ...FOLDER]
    const outcome = await change(alice, at, paths, { kind: 'addTags', tags: { a: '1' } })
    expect(outcome).toEqual({
      changed: 1,
      failed: [
        { path: 'gone', message: expect.any(String) },
        { path: 'f/denied', message: expect.stringContaining('s3:PutObjectTagging') },
      ],
      alsoFailed: 0,
    })
    expect(await tagsOf(bucket, 'f/allowed')).toBe('a=1')
  })

  test('of a folder that may not be listed stay, which is reported; other folders are still changed', async () => {
    const { bucket, at } = await filled(['f/1', 'g/1'])
    const unlisted = { ...deny(['s3:ListBucket'], bucket), Condition: { StringLike: { 's3:prefix': ['f/*'] } } }
    const alice = visitor(given.server.url)
    const keys = await accountsOf(given.storage).allowed(allow(['s3:*'], bucket, `${bucket}/*`), unlisted)
    expect((await alice.signIn(keys)).status).toBe(201)
    const paths = [...FOLDER, { path: 'g/', recursive: true }]
    expect(await change(alice, at, paths, { kind: 'addTags', tags: { a: '1' } })).toEqual({
      changed: 1,
      failed: [{ path: 'f/', message: expect.stringContaining('s3:ListBucket') }],
      alsoFailed: 0,
    })
    expect([await tagsOf(bucket, 'f/1'), await tagsOf(bucket, 'g/1')]).toEqual(['', 'a=1'])
  })

  test('continue after the position that a response returned', async () => {
    const { user, bucket, at } = await filled(['a', 'f/1', 'f/2'])
    const wish = { kind: 'addTags', tags: { a: '1' } }
    expect(await change(user, at, [{ path: 'a' }, ...FOLDER], wish, '1:f/1')).toEqual({ ...DONE, changed: 1 })
    expect(await tagsOf(bucket, 'f/2')).toBe('a=1')
    expect(await change(user, at, FOLDER, wish, '7:')).toEqual({ ...DONE, changed: 0 })
    const refused = await user.call('POST', `${at}/objects/change?after=x`, { json: { paths: FOLDER, change: wish } })
    expect(refused.outcome).toBe('400 InvalidInput')
  })
})

describe('locks', () => {
  const retain = (mode: string, expires: string, bypass = false) => ({
    kind: 'retention',
    mode,
    expires,
    governance_bypass: bypass,
  })
  const later = () => new Date(Date.parse(inAnHour()) + 3_600_000).toISOString()

  test('keep each object until a date, can be extended, shortened only with the bypass, and removed', async () => {
    const { user, bucket, at } = await filled(['f/1', 'f/2'], { locking: true })
    const headOf = async (key: string) => {
      const head = await storage.head(bucket, key)
      return [head['x-amz-object-lock-mode'], head['x-amz-object-lock-retain-until-date']]
    }
    const [soon, end] = [inAnHour(), later()]
    expect(await change(user, at, FOLDER, retain('governance', end))).toEqual({ ...DONE, changed: 2 })
    expect(await headOf('f/2')).toEqual(['GOVERNANCE', expect.stringContaining(end.slice(0, 19))])
    const shorter = await change(user, at, FOLDER, retain('governance', soon))
    expect(shorter).toMatchObject({ changed: 0, failed: [{ path: 'f/1' }, { path: 'f/2' }] })
    expect(shorter.failed[0]?.message).toMatch(/governance/i)
    expect(await change(user, at, FOLDER, retain('governance', soon, true))).toEqual({ ...DONE, changed: 2 })
    expect(await headOf('f/1')).toEqual(['GOVERNANCE', expect.stringContaining(soon.slice(0, 19))])
    expect(await change(user, at, FOLDER, { kind: 'endRetention' })).toEqual({ ...DONE, changed: 2 })
    expect(await headOf('f/1')).toEqual([undefined, undefined])
  })

  test('in compliance mode are listed by key, and kept', async () => {
    const { user, at } = await filled(['f/free', 'f/kept'], { locking: true })
    await change(user, at, [{ path: 'f/kept' }], retain('compliance', later()))
    const outcome = await change(user, at, FOLDER, { kind: 'endRetention' })
    expect(outcome).toEqual({
      changed: 1,
      failed: [{ path: 'f/kept', message: expect.stringMatching(/compliance/i) }],
      alsoFailed: 0,
    })
  })

  test('set and remove a legal hold on each object', async () => {
    const { user, bucket, at } = await filled(['f/1', 'f/2'], { locking: true })
    const holds = async () => (await storage.head(bucket, 'f/2'))['x-amz-object-lock-legal-hold']
    expect(await change(user, at, FOLDER, { kind: 'legalHold', status: 'enabled' })).toEqual({ ...DONE, changed: 2 })
    expect(await holds()).toBe('ON')
    expect(await change(user, at, FOLDER, { kind: 'legalHold', status: 'disabled' })).toEqual({ ...DONE, changed: 2 })
    expect(await holds()).not.toBe('ON')
  })

  test('are rejected as a whole in a bucket without object locking, and with a date in the past', async () => {
    const { user, at } = await filled(['f/1'])
    const json = { paths: FOLDER, change: { kind: 'legalHold', status: 'enabled' } }
    expect((await user.call('POST', `${at}/objects/change`, { json })).json).toMatchObject({ code: 'NoObjectLock' })
    const over = { paths: FOLDER, change: retain('governance', '2020-01-01T00:00:00Z') }
    expect((await user.call('POST', `${at}/objects/change`, { json: over })).outcome).toBe('400 InvalidInput')
  })
})
