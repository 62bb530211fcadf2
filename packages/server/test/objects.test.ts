import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { accountsOf, allow } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { listed, visitorOf } from './objects/scripted-visitor.ts'
import { withConsole } from './running-console.ts'
import type { FormFile, Visitor } from './visitor.ts'

const given = await withConsole()

interface Listing {
  objects: { name: string; size: number; last_modified: string; etag: string }[]
  total?: number
  next?: string
  continuation?: string
}

async function store(user: Visitor, objects: string, names: readonly string[]): Promise<void> {
  const form: FormFile[] = names.map((name) => ({ name: '1', fileName: name, content: 'x' }))
  expect((await user.call('POST', `${objects}/upload`, { form })).status).toBe(200)
}

async function list(user: Visitor, objects: string, query = ''): Promise<Listing> {
  return (await user.get(`${objects}?${query}`)).json as Listing
}

const names = ({ objects }: Listing) => objects.map(({ name }) => name)

test('lists one level, folders and objects in the order of their names', async () => {
  const { user, objects } = await given.userWithBucket()
  await store(user, objects, ['b.txt', 'a/1', 'a/2', 'c/d/3'])
  const top = await list(user, objects)
  expect(names(top)).toEqual(['a/', 'b.txt', 'c/'])
  expect(top.total).toBe(3)
  expect(top.objects[0]).toEqual({ name: 'a/', size: 0, last_modified: '', etag: '' })
  expect(top.objects[1]).toMatchObject({ size: 1, etag: expect.stringMatching(/^[0-9a-f-]+$/) })
  expect(names(await list(user, objects, 'prefix=a/'))).toEqual(['a/1', 'a/2'])
  expect(names(await list(user, objects, 'recursive=true'))).toEqual(['a/1', 'a/2', 'b.txt', 'c/d/3'])
})

test('returns pages that continue after the last key or folder', async () => {
  const { user, objects } = await given.userWithBucket()
  const all = ['a', 'b/1', 'b/2', 'c', '日本', '\u{1F600}']
  await store(user, objects, all)
  const seen: string[] = []
  for (let after = ''; ; ) {
    const page = await list(user, objects, `limit=2&after=${encodeURIComponent(after)}`)
    seen.push(...names(page))
    if (page.next === undefined) break
    after = page.next
  }
  expect(seen).toEqual(['a', 'b/', 'c', '日本', '\u{1F600}'])
})

test('continues at the token of the storage server, or after the key alone', async () => {
  const { user, objects } = await given.userWithBucket()
  await store(user, objects, ['a/1', 'b', 'c/1', 'd'])
  const first = await list(user, objects, 'limit=2')
  expect(first).toMatchObject({ next: 'b', continuation: expect.stringMatching(/./) })
  const { next = '', continuation = '' } = first
  const byKey = await list(user, objects, `limit=5&after=${next}`)
  expect(names(byKey)).toEqual(['c/', 'd'])
  expect(await list(user, objects, `limit=5&after=${next}&continuation=${encodeURIComponent(continuation)}`)).toEqual(
    byKey,
  )
  expect(byKey).not.toHaveProperty('continuation')
  expect((await user.get(`${objects}?limit=5&with_versions=true&continuation=x`)).outcome).toBe('400 InvalidInput')
})

test('sends the storage server its own token instead of a key', async () => {
  const requests: (string | null)[][] = []
  const user = await visitorOf(({ query }) => {
    requests.push([query.get('continuation-token'), query.get('start-after') || null])
    return listed(['f/1'], !query.has('continuation-token'), 'a +token')
  })
  const objects = '/api/v1/buckets/photos/objects'
  const { next = '', continuation = '' } = await list(user, objects, 'prefix=f/&limit=1')
  await list(user, objects, `prefix=f/&limit=1&${new URLSearchParams({ after: next, continuation })}`)
  expect(requests).toEqual([
    [null, null],
    ['a +token', null],
  ])
})

test('streams a listing of several pages, compressed as the client accepts', { timeout: 180_000 }, async () => {
  const { user, objects } = await given.userWithBucket()
  const many = Array.from({ length: 1_003 }, (_, index) => `key-${String(index).padStart(5, '0')}`)
  // Several forms concurrently: each object is on disk before the next of its form.
  const eighths = Array.from({ length: 8 }, (_, at) => many.filter((_, index) => index % 8 === at))
  await Promise.all(eighths.map((some) => store(user, objects, some)))
  const plain = await user.get(objects)
  expect(names(plain.json as Listing)).toEqual(many)
  expect(plain.headers['content-encoding']).toBeUndefined()
  const br = await user.get(objects, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.text)
  const gzip = await user.get(objects, { headers: { 'accept-encoding': 'gzip, br;q=0' } })
  expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text)
  const page = await user.get(`${objects}?limit=1000`, { headers: { 'accept-encoding': 'br' } })
  expect(page.headers['content-encoding']).toBe('br')
})

test('downloads the content as an attachment that no browser runs', async () => {
  const { user, objects } = await given.userWithBucket()
  const content = randomBytes(3_000_000)
  const form = [{ name: String(content.length), fileName: 'dir/ü "x".html', content, type: 'text/html' }]
  await user.call('POST', `${objects}/upload`, { form })
  const reply = await user.get(`${objects}/download?prefix=${encodeURIComponent('dir/ü "x".html')}`)
  expect(reply.status).toBe(200)
  expect(reply.bytes.equals(content)).toBe(true)
  expect(reply.headers).toMatchObject({
    'content-length': String(content.length),
    'content-type': 'text/html',
    'content-disposition': `attachment; filename="_ _x_.html"; filename*=UTF-8''%C3%BC%20%22x%22.html`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
})

test('serves ranges and conditions', async () => {
  const { user, objects } = await given.userWithBucket()
  await user.call('POST', `${objects}/upload`, { form: [{ name: '10', fileName: 'digits', content: '0123456789' }] })
  const path = `${objects}/download?prefix=digits`
  const middle = await user.get(path, { headers: { range: 'bytes=2-4' } })
  expect([middle.status, middle.text, middle.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  expect((await user.get(path, { headers: { range: 'bytes=99-' } })).outcome).toBe('416 InvalidRange')
  const etag = middle.headers.etag ?? ''
  const same = await user.get(path, { headers: { 'if-none-match': etag } })
  expect([same.status, same.text]).toEqual([304, ''])
  expect((await user.get(path, { headers: { 'if-match': '"other"' } })).outcome).toBe('412 PreconditionFailed')
})

test('resumes a download only of the same object', async () => {
  const { user, objects } = await given.userWithBucket()
  const store = (content: string) =>
    user.call('POST', `${objects}/upload`, { form: [{ name: '10', fileName: 'digits', content }] })
  await store('0123456789')
  const path = `${objects}/download?prefix=digits`
  const { etag = '', 'last-modified': modified = '' } = (await user.get(path)).headers
  const rest = async (validator: string) => {
    const { status, text } = await user.get(path, { headers: { range: 'bytes=5-', 'if-range': validator } })
    return [status, text]
  }
  expect([await rest(etag), await rest(modified)]).toEqual([
    [206, '56789'],
    [206, '56789'],
  ])
  for (const unusable of [`W/${etag}`, 'not a date']) expect(await rest(unusable)).toEqual([200, '0123456789'])
  await store('abcdefghij')
  expect(await rest(etag), 'the bytes of two objects are never mixed').toEqual([200, 'abcdefghij'])
})

test('reports a missing object or bucket before the first byte', async () => {
  const { user, objects } = await given.userWithBucket()
  expect((await user.get(`${objects}/download?prefix=nothing`)).outcome).toBe('404 NoSuchKey')
  const noBucket = await user.get('/api/v1/buckets/no-such-bucket-here/objects/download?prefix=nothing')
  expect(noBucket.outcome).toBe('404 NoSuchBucket')
  expect((await user.get('/api/v1/buckets/no-such-bucket-here/objects')).outcome).toBe('404 NoSuchBucket')
})

test.each(['../other/secret', 'a/../../other/secret', '.'])('never turns the key %j into another path', async (key) => {
  const { user, objects } = await given.userWithBucket()
  const query = `prefix=${encodeURIComponent(key)}`
  expect((await user.get(`${objects}/download?${query}`)).outcome).toBe('400 InvalidObjectName')
})

test('downloads an empty object', async () => {
  const { user, objects } = await given.userWithBucket()
  await user.call('POST', `${objects}/upload`, { form: [{ name: '0', fileName: 'empty', content: '' }] })
  const reply = await user.get(`${objects}/download?prefix=empty`)
  expect([reply.status, reply.headers['content-length'], reply.text]).toEqual([200, '0', ''])
})

test('deletes one object, a folder, and several together', async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  await store(user, objects, ['one', 'f/1', 'f/2', 'f', 'fg', 'g/x', 'last', 'tab\tname'])
  expect((await user.call('DELETE', `${objects}?path=one`)).status).toBe(204)
  expect((await user.call('DELETE', `${objects}?path=one`)).status).toBe(204)
  expect((await user.call('DELETE', `${objects}?path=f/&recursive=true`)).status).toBe(204)
  expect(names(await list(user, objects, 'recursive=true'))).toEqual(['f', 'fg', 'g/x', 'last', 'tab\tname'])
  const several = await user.call('POST', `/api/v1/buckets/${bucket}/delete-objects`, {
    json: [
      { path: 'last' },
      { path: 'tab\tname', versionID: '' },
      { path: 'g/', recursive: true },
      { path: 'never-there' },
    ],
  })
  expect([several.status, several.json]).toEqual([200, { deleted: 4, failed: [], alsoFailed: 0 }])
  expect(names(await list(user, objects, 'recursive=true'))).toEqual(['f', 'fg'])
})

describe('a completely failed deletion', () => {
  /** A visitor who may list and write `bucket` but delete nothing in it. */
  async function reader(bucket: string): Promise<Visitor> {
    const keys = await accountsOf(given.storage).allowed(
      allow(['s3:ListBucket', 's3:GetObject'], bucket, `${bucket}/*`),
    )
    const one = given.stranger()
    expect((await one.signIn(keys)).status).toBe(201)
    return one
  }

  test('returns the status of the error, and lists every object in the body', async () => {
    const { user, bucket, objects } = await given.userWithBucket()
    await store(user, objects, ['one', 'f/1'])
    const denied = await reader(bucket)
    const json = [{ path: 'one' }, { path: 'f/', recursive: true }]
    for (const query of ['', '?in_parts=true']) {
      const reply = await denied.call('POST', `/api/v1/buckets/${bucket}/delete-objects${query}`, { json })
      expect([reply.status, reply.json]).toEqual([
        403,
        {
          code: 'AccessDenied',
          message: expect.stringContaining('s3:DeleteObject'),
          parameters: { action: 's3:DeleteObject', task: expect.anything(), resource: expect.anything() },
          detailedMessage: '',
          requestId: expect.any(String),
          storageRequestId: expect.any(String),
          deleted: 0,
          failed: ['one', 'f/1'].map((path) => ({
            path,
            message: expect.stringContaining('s3:DeleteObject'),
            text: expect.objectContaining({ key: 'error:AccessDenied' }),
            storageRequestId: expect.stringMatching(/^[0-9A-F]{16}$/),
          })),
          alsoFailed: 0,
        },
      ])
    }
    expect(names(await list(user, objects, 'recursive=true'))).toEqual(['f/1', 'one'])
  })

  test('signs out a visitor whose account has lost its policy', async () => {
    const { user, bucket, objects } = await given.userWithBucket()
    await store(user, objects, ['one'])
    const accounts = accountsOf(given.storage)
    const keys = await accounts.allowed(allow(['s3:ListBucket'], bucket))
    const one = given.stranger()
    expect((await one.signIn(keys)).status).toBe(201)
    await accounts.setPolicies(keys)
    const reply = await one.call('POST', `/api/v1/buckets/${bucket}/delete-objects`, { json: [{ path: 'one' }] })
    expect(reply.outcome).toBe('401 NoPolicy')
    expect(one.cookies.size).toBe(0)
  })

  test('is a success once one object is deleted', async () => {
    const { user, bucket, objects } = await given.userWithBucket()
    await store(user, objects, ['kept', 'free'])
    const keys = await accountsOf(given.storage).allowed(
      allow(['s3:ListBucket'], bucket),
      allow(['s3:DeleteObject'], `${bucket}/free`),
    )
    const one = given.stranger()
    await one.signIn(keys)
    const json = [{ path: 'kept' }, { path: 'free' }]
    const reply = await one.call('POST', `/api/v1/buckets/${bucket}/delete-objects`, { json })
    expect([reply.status, reply.json]).toMatchObject([200, { deleted: 1, failed: [{ path: 'kept' }] }])
  })
})

test('serves more concurrent downloads than have large buffers', async () => {
  const { user, objects } = await given.userWithBucket()
  const content = randomBytes(200_000)
  const form = [{ name: String(content.length), fileName: 'shared', content }]
  await user.call('POST', `${objects}/upload`, { form })
  const downloads = await Promise.all(Array.from({ length: 50 }, () => user.get(`${objects}/download?prefix=shared`)))
  for (const { bytes } of downloads) expect(bytes.equals(content)).toBe(true)
})
