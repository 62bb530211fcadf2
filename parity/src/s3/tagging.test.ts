/** Tags of objects and of buckets. */
import { parseTagging, writeTagging } from '@cooperage/wire'
import { beforeAll, describe, expect, test } from 'vitest'
import { differs, given, ODD_KEYS, request } from '../target.ts'

const bucket = await given.bucket()

const NO_SUCH_BUCKET = 'parity-no-such-bucket'
const UNKNOWN_VERSION = '9a8e6b5b-6b0e-4c2e-9d0f-6a0c1c9c1c11'
const document = (...tags: [string, string][]) =>
  `<Tagging><TagSet>${tags.map(([key, value]) => `<Tag><Key>${key}</Key><Value>${value}</Value></Tag>`).join('')}</TagSet></Tagging>`
const numbered = (count: number) => Array.from({ length: count }, (_, index): [string, string] => [`k${index}`, 'v'])

const put = (key: string | undefined, body: string, query: Record<string, string> = {}) =>
  request({ method: 'PUT', bucket, ...(key === undefined ? {} : { key }), query: { tagging: '', ...query }, body })
const get = (key: string | undefined, query: Record<string, string> = {}) =>
  request({ method: 'GET', bucket, ...(key === undefined ? {} : { key }), query: { tagging: '', ...query } })

async function tagsOf(key: string | undefined, query?: Record<string, string>): Promise<Record<string, string>> {
  const response = await get(key, query)
  expect(response.status).toBe(200)
  return parseTagging(response.text, key === undefined ? 'bucket' : 'object')
}

describe('The tags of an object', () => {
  test('are returned in key order', async () => {
    await given.object(bucket, 'order')
    const response = await put('order', document(['b', '1'], ['a', '']))
    expect([response.status, response.text]).toEqual([200, ''])
    const got = await get('order')
    expect(got.text).toBe(writeTagging({ a: '', b: '1' }))
    expect(got.headers['content-type']).toBe('application/xml')
  })

  test('are empty at first', async () => {
    await given.object(bucket, 'untagged')
    const response = await get('untagged')
    expect([response.status, response.text]).toEqual([200, writeTagging({})])
    expect((await request({ method: 'HEAD', bucket, key: 'untagged' })).headers['x-amz-tagging-count']).toBeUndefined()
  })

  test('are replaced as a whole, and removed', async () => {
    await given.object(bucket, 'replaced')
    await put('replaced', document(['a', '1'], ['b', '2']))
    await put('replaced', document(['c', '3']))
    expect(await tagsOf('replaced')).toEqual({ c: '3' })
    const removed = await request({ method: 'DELETE', bucket, key: 'replaced', query: { tagging: '' } })
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect(await tagsOf('replaced')).toEqual({})
    expect((await request({ method: 'DELETE', bucket, key: 'replaced', query: { tagging: '' } })).status).toBe(204)
  })

  test('do not change the object', async () => {
    const { headers } = await given.object(bucket, 'same', 'bytes', { 'x-amz-meta-a': 'b' })
    const before = await request({ method: 'HEAD', bucket, key: 'same' })
    await put('same', document(['a', '1']))
    const after = await request({ method: 'GET', bucket, key: 'same' })
    expect(after.text).toBe('bytes')
    expect(after.headers.etag).toBe(headers.etag)
    expect(after.headers['x-amz-meta-a']).toBe('b')
    expect(after.headers['last-modified']).toBe(before.headers['last-modified'])
  })

  test('are counted by GET and HEAD', async () => {
    await given.object(bucket, 'counted')
    await put('counted', document(['a', '1'], ['b', '2']))
    for (const method of ['GET', 'HEAD']) {
      expect((await request({ method, bucket, key: 'counted' })).headers['x-amz-tagging-count']).toBe('2')
    }
  })

  test('are removed when the object is overwritten', async () => {
    await given.object(bucket, 'anew')
    await put('anew', document(['a', '1']))
    await given.object(bucket, 'anew')
    expect(await tagsOf('anew')).toEqual({})
  })

  test.each(ODD_KEYS)('are stored for the key %j', async (key) => {
    await given.object(bucket, key)
    expect((await put(key, document(['a', '1']))).status).toBe(200)
    expect(await tagsOf(key)).toEqual({ a: '1' })
  })

  test.each<[string, string, Record<string, string>]>([
    ['no set', '<Tagging></Tagging>', {}],
    ['an empty set', document(), {}],
    ['ten tags', document(...numbered(10)), Object.fromEntries(numbered(10))],
    ['a tag without a value', '<Tagging><TagSet><Tag><Key>q</Key></Tag></TagSet></Tagging>', { q: '' }],
    [
      'a namespace',
      `<Tagging xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><TagSet><Tag><Key>n</Key><Value>s</Value></Tag></TagSet></Tagging>`,
      { n: 's' },
    ],
    ['the longest key and value', document(['k'.repeat(128), 'v'.repeat(256)]), { ['k'.repeat(128)]: 'v'.repeat(256) }],
    ['every sign', document(['a b+-=._:/@', 'c d+-=._:/@']), { 'a b+-=._:/@': 'c d+-=._:/@' }],
    ['spaces at the ends', document([' sp ', ' v ']), { ' sp ': ' v ' }],
    ['a key that is a JavaScript property', document(['constructor', '1']), { constructor: '1' }],
  ])('accept %s', async (name, body, tags) => {
    await given.object(bucket, name)
    expect((await put(name, body)).status).toBe(200)
    expect(await tagsOf(name)).toEqual(tags)
  })

  test.each<[string, string, string, string]>([
    ['eleven tags', document(...numbered(11)), 'BadRequest', 'Tags cannot be more than 10'],
    ['a key twice', document(['a', '1'], ['a', '2']), 'InvalidTag', 'Cannot provide multiple Tags with the same key'],
    ['an empty key', document(['', '1']), 'InvalidTag', 'The TagKey you have provided is invalid'],
    [
      'no key',
      '<Tagging><TagSet><Tag><Value>1</Value></Tag></TagSet></Tagging>',
      'InvalidTag',
      'The TagKey you have provided is invalid',
    ],
    [
      'a key of 129 characters',
      document(['k'.repeat(129), '1']),
      'InvalidTag',
      'The TagKey you have provided is invalid',
    ],
    [
      'a value of 257 characters',
      document(['a', 'v'.repeat(257)]),
      'InvalidTag',
      'The TagValue you have provided is invalid',
    ],
    ['an invalid character in a key', document(['a*b', '1']), 'InvalidTag', 'The TagKey you have provided is invalid'],
    ['a tab in a key', document(['a\tb', '1']), 'InvalidTag', 'The TagKey you have provided is invalid'],
    ['an escaped character in a key', document(['&lt;', '1']), 'InvalidTag', 'The TagKey you have provided is invalid'],
    ['an accented letter in a value', document(['a', 'é']), 'InvalidTag', 'The TagValue you have provided is invalid'],
  ])('are rejected with %s', async (_, body, code, message) => {
    await given.object(bucket, 'refused')
    expect((await put('refused', body)).refusal).toBe(`400 ${code}: ${message}`)
    expect(await tagsOf('refused')).toEqual({})
  })

  test('are rejected in a truncated document', async () => {
    await given.object(bucket, 'half')
    expect((await put('half', '<Tagging><TagSet>')).outcome).toBe('400 MalformedXML')
  })

  test.each([
    ['no document', ''],
    ['text', 'hello'],
    ['another document', '<Foo><TagSet></TagSet></Foo>'],
  ])('are rejected with %s', async (_, body) => {
    await given.object(bucket, 'no-document')
    expect((await put('no-document', body)).outcome).toBe(
      differs({ engine: '400 MalformedXML', minio: '500 InternalError' }, 'a client error is not a server error'),
    )
  })

  test.each(['GET', 'PUT', 'DELETE'])('need an existing object: %s', async (method) => {
    await given.object(bucket, 'k')
    const body = method === 'PUT' ? document(['a', '1']) : undefined
    const query = { tagging: '' }
    expect((await request({ method, bucket, key: 'absent', query, body })).outcome).toBe('404 NoSuchKey')
    expect((await request({ method, bucket: NO_SUCH_BUCKET, key: 'k', query, body })).outcome).toBe('404 NoSuchBucket')
    const malformed = await request({ method, bucket, key: 'k', query: { ...query, versionId: 'zz' }, body })
    expect(malformed.refusal).toBe('400 InvalidArgument: Invalid version id specified')
    const unknown = { ...query, versionId: UNKNOWN_VERSION }
    expect((await request({ method, bucket, key: 'k', query: unknown, body })).outcome).toBe('404 NoSuchVersion')
    const none = await request({ method, bucket, key: 'k', query: { ...query, versionId: 'null' }, body })
    expect(none.status).toBe(method === 'DELETE' ? 204 : 200)
    expect(none.headers['x-amz-version-id']).toBeUndefined()
  })

  test.each(['GET', 'PUT', 'DELETE'])('require a signature: %s', async (method) => {
    await given.object(bucket, 'k')
    const body = method === 'PUT' ? document(['a', '1']) : undefined
    const response = await request({ method, bucket, key: 'k', query: { tagging: '' }, body, credentials: undefined })
    expect(response.outcome).toBe('403 AccessDenied')
  })
})

describe('The tags of a version', () => {
  let versioned = ''
  const versions: string[] = []
  beforeAll(async () => {
    versioned = await given.bucket()
    await request({
      method: 'PUT',
      bucket: versioned,
      query: { versioning: '' },
      body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
    })
    for (const headers of [{ 'x-amz-tagging': 'first=1' }, {}]) {
      versions.push((await given.object(versioned, 'k', 'text', headers)).headers['x-amz-version-id'] ?? '')
    }
  })
  const on = (method: string, query: Record<string, string>, body?: string) =>
    request({ method, bucket: versioned, key: 'k', query: { tagging: '', ...query }, body })

  test('are separate for each version, and the version is returned', async () => {
    const [first = '', second = ''] = versions
    const older = await on('GET', { versionId: first })
    expect(older.text).toBe(writeTagging({ first: '1' }))
    expect(older.headers['x-amz-version-id']).toBe(first)
    const latest = await on('GET', {})
    expect(latest.text).toBe(writeTagging({}))
    expect(latest.headers['x-amz-version-id']).toBeUndefined()

    const put = await on('PUT', { versionId: first }, document(['t', '1']))
    expect(put.headers['x-amz-version-id']).toBe(first)
    expect((await on('PUT', {}, document(['u', '2']))).headers['x-amz-version-id']).toBe(second)
    expect((await on('GET', { versionId: first })).text).toBe(writeTagging({ t: '1' }))
    expect((await on('GET', {})).text).toBe(writeTagging({ u: '2' }))

    const removed = await on('DELETE', { versionId: first })
    expect([removed.status, removed.headers['x-amz-version-id']]).toEqual([204, first])
    expect((await on('GET', {})).text).toBe(writeTagging({ u: '2' }))
    expect((await on('DELETE', {})).headers['x-amz-version-id']).toBe(second)
  })

  test.each(['GET', 'PUT', 'DELETE'])('are not supported for a delete marker: %s', async (method) => {
    const bucket = await given.bucket()
    await request({
      method: 'PUT',
      bucket,
      query: { versioning: '' },
      body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
    })
    await given.object(bucket, 'k')
    const marker = (await request({ method: 'DELETE', bucket, key: 'k' })).headers['x-amz-version-id'] ?? ''
    const body = method === 'PUT' ? document(['a', '1']) : undefined
    const latest = await request({ method, bucket, key: 'k', query: { tagging: '' }, body })
    const named = await request({ method, bucket, key: 'k', query: { tagging: '', versionId: marker }, body })
    expect(latest.outcome).toBe('404 NoSuchKey')
    expect(named.outcome).toBe('405 MethodNotAllowed')
  })
})

describe('Tags in the header of an upload', () => {
  const upload = (key: string, tagging: string) =>
    request({ method: 'PUT', bucket, key, body: 'text', headers: { 'x-amz-tagging': tagging } })

  test.each<[string, string, Record<string, string>]>([
    ['two', 'a=1&b=2', { a: '1', b: '2' }],
    ['escapes', 'a+b=c%20d', { 'a b': 'c d' }],
    ['nothing', '', {}],
    ['no value', 'a', { a: '' }],
    ['empty places', '&&a=1&', { a: '1' }],
    ['a second equals sign', 'a=b=c', { a: 'b=c' }],
  ])('are kept: %s', async (name, tagging, tags) => {
    const key = `header ${name}`
    expect((await upload(key, tagging)).status).toBe(200)
    expect(await tagsOf(key)).toEqual(tags)
    const count = Object.keys(tags).length
    expect((await request({ method: 'HEAD', bucket, key })).headers['x-amz-tagging-count']).toBe(
      count === 0 ? undefined : String(count),
    )
  })

  test.each<[string, string, string, string]>([
    ['a key twice', 'a=1&a=2', 'InvalidTag', 'Cannot provide multiple Tags with the same key'],
    ['an empty key', '=1', 'InvalidTag', 'The TagKey you have provided is invalid'],
    ['a long key', `${'k'.repeat(129)}=1`, 'InvalidTag', 'The TagKey you have provided is invalid'],
    ['an invalid character', 'a=%C3%A9', 'InvalidTag', 'The TagValue you have provided is invalid'],
    ['a semicolon', 'a=1;b=2', 'InvalidTag', 'The TagValue you have provided is invalid'],
    [
      'eleven',
      numbered(11)
        .map((pair) => pair.join('='))
        .join('&'),
      'BadRequest',
      'Tags cannot be more than 10',
    ],
  ])('are rejected along with the object: %s', async (_, tagging, code, message) => {
    expect((await upload('header-refused', tagging)).refusal).toBe(`400 ${code}: ${message}`)
    expect((await request({ method: 'HEAD', bucket, key: 'header-refused' })).status).toBe(404)
  })

  test('are rejected when malformed', async () => {
    expect((await upload('header-escape', 'a=%zz')).outcome).toBe(
      differs(
        {
          engine: '400 InvalidArgument',
          minio: '400 XMinioInvalidObjectName',
        },
        'MinIO blames the object name, which is valid; S3 responds like the engine',
      ),
    )
  })
})

describe('The tags of a bucket', () => {
  const SAID_OTHERWISE = 'the missing bucket takes precedence over the missing tags'

  test('are returned, replaced and removed', async () => {
    const own = await given.bucket()
    const on = (method: string, body?: string) => request({ method, bucket: own, query: { tagging: '' }, body })
    expect((await on('GET')).outcome).toBe('404 NoSuchTagSet')
    const response = await on('PUT', document(['b', '1'], ['a', '']))
    expect([response.status, response.text]).toEqual([200, ''])
    expect(parseTagging((await on('GET')).text, 'bucket')).toEqual({ a: '', b: '1' })
    await on('PUT', document(...numbered(50)))
    expect(parseTagging((await on('GET')).text, 'bucket')).toEqual(Object.fromEntries(numbered(50)))
    expect((await on('DELETE')).status).toBe(204)
    expect((await on('GET')).outcome).toBe('404 NoSuchTagSet')
    expect((await on('DELETE')).status).toBe(204)
  })

  test('can be an empty set, which differs from no tags', async () => {
    const own = await given.bucket()
    await request({ method: 'PUT', bucket: own, query: { tagging: '' }, body: document() })
    const got = await request({ method: 'GET', bucket: own, query: { tagging: '' } })
    expect([got.status, parseTagging(got.text, 'bucket')]).toEqual([200, {}])
  })

  test.each<[string, string, string, string]>([
    ['51 tags', document(...numbered(51)), 'MalformedXML', 'Tags cannot be more than 50'],
    ['a key twice', document(['a', '1'], ['a', '2']), 'InvalidTag', 'Cannot provide multiple Tags with the same key'],
    ['an empty key', document(['', '1']), 'InvalidTag', 'The TagKey you have provided is invalid'],
    ['a long value', document(['a', 'v'.repeat(257)]), 'InvalidTag', 'The TagValue you have provided is invalid'],
  ])('are rejected with %s', async (_, body, code, message) => {
    expect((await put(undefined, body)).refusal).toBe(
      `400 ${differs({ engine: code, minio: 'MalformedXML' }, 'the document is well-formed; AWS documents InvalidTag')}: ${message}`,
    )
  })

  test.each(['', 'text', '<Foo/>', '<Tagging>'])('are rejected as %j', async (body) => {
    expect((await put(undefined, body)).outcome).toBe('400 MalformedXML')
  })

  test('require the bucket', async () => {
    const on = (method: string, body?: string) =>
      request({ method, bucket: NO_SUCH_BUCKET, query: { tagging: '' }, body })
    expect((await on('PUT', document(['a', '1']))).outcome).toBe('404 NoSuchBucket')
    expect((await on('GET')).outcome).toBe(
      differs({ engine: '404 NoSuchBucket', minio: '404 NoSuchTagSet' }, SAID_OTHERWISE),
    )
    expect((await on('DELETE')).outcome).toBe(differs({ engine: '404 NoSuchBucket', minio: '204' }, SAID_OTHERWISE))
  })

  test.each(['GET', 'PUT', 'DELETE'])('require a signature: %s', async (method) => {
    const body = method === 'PUT' ? document(['a', '1']) : undefined
    const response = await request({ method, bucket, query: { tagging: '' }, body, credentials: undefined })
    expect(response.outcome).toBe('403 AccessDenied')
  })
})
