import { texts, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { differs, given, ODD_KEYS, request } from '../target.ts'

const KEYS = ['a', 'b/1', 'b/2', 'b/sub/3', 'c', 'd/4', 'd-5', 'e/6', 'f/']

const bucket = await given.bucket()
for (const key of KEYS) await given.object(bucket, key, key.endsWith('/') ? '' : key)

interface Listing {
  keys: string[]
  prefixes: string[]
  isTruncated: boolean
  next: string | undefined
  keyCount: number
}

async function list(query: Record<string, string> = {}, of = bucket): Promise<Listing> {
  const response = await request({ method: 'GET', bucket: of, query: { 'list-type': '2', ...query } })
  expect(response.outcome).toBe('200')
  return {
    keys: texts(response.text, 'Key'),
    prefixes: [...response.text.matchAll(/<CommonPrefixes>(.*?)<\/CommonPrefixes>/gs)].flatMap((match) =>
      texts(match[1] ?? '', 'Prefix'),
    ),
    isTruncated: texts(response.text, 'IsTruncated')[0] === 'true',
    next: texts(response.text, 'NextContinuationToken')[0],
    keyCount: Number(texts(response.text, 'KeyCount')[0]),
  }
}

describe('ListObjectsV2', () => {
  test('lists all keys in byte order', async () => {
    const listing = await list()
    expect(listing.keys).toEqual([...KEYS].sort())
    expect(listing).toMatchObject({ prefixes: [], isTruncated: false, next: undefined, keyCount: KEYS.length })
  })

  test('returns size, ETag, date and storage class of each', async () => {
    const response = await request({ method: 'GET', bucket, query: { 'list-type': '2', prefix: 'b/sub/' } })
    expect(texts(response.text, 'Size')).toEqual(['7'])
    expect(texts(response.text, 'ETag')[0]).toMatch(/^"[0-9a-f]{32}"$/)
    expect(texts(response.text, 'LastModified')[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(texts(response.text, 'StorageClass')).toEqual(['STANDARD'])
    expect(texts(response.text, 'Name')).toEqual([bucket])
    expect(texts(response.text, 'MaxKeys')).toEqual(['1000'])
    expect(texts(response.text, 'Prefix')).toEqual(['b/sub/'])
  })

  test('returns the owner only on request', async () => {
    const without = await request({ method: 'GET', bucket, query: { 'list-type': '2' } })
    const withOwner = await request({
      method: 'GET',
      bucket,
      query: { 'list-type': '2', 'fetch-owner': 'true', prefix: 'c' },
    })
    expect(texts(without.text, 'DisplayName')).toEqual([])
    expect(texts(withOwner.text, 'DisplayName')).toEqual(['minio'])
  })

  test('lists keys with a prefix', async () => {
    expect((await list({ prefix: 'b/' })).keys).toEqual(['b/1', 'b/2', 'b/sub/3'])
    expect((await list({ prefix: 'd' })).keys).toEqual(['d-5', 'd/4'])
    expect((await list({ prefix: 'nothing' })).keys).toEqual([])
  })

  test('groups keys by folder', async () => {
    expect(await list({ delimiter: '/' })).toEqual({
      keys: ['a', 'c', 'd-5'],
      prefixes: ['b/', 'd/', 'e/', 'f/'],
      isTruncated: false,
      next: undefined,
      keyCount: 7,
    })
    expect(await list({ delimiter: '/', prefix: 'b/' })).toMatchObject({ keys: ['b/1', 'b/2'], prefixes: ['b/sub/'] })
    expect(await list({ delimiter: '/', prefix: 'b' })).toMatchObject({ keys: [], prefixes: ['b/'] })
    expect(await list({ delimiter: '/', prefix: 'f/' })).toMatchObject({ keys: ['f/'], prefixes: [] })
  })

  test('groups keys by a delimiter other than a slash', async () => {
    expect(await list({ delimiter: '-' })).toMatchObject({ prefixes: ['d-'] })
    expect(await list({ delimiter: 'sub' })).toMatchObject({ prefixes: ['b/sub'] })
  })

  test('starts after a key, existing or not', async () => {
    expect((await list({ 'start-after': 'b/2' })).keys[0]).toBe('b/sub/3')
    expect((await list({ 'start-after': 'b/15' })).keys[0]).toBe('b/2')
    expect((await list({ 'start-after': 'zzz' })).keys).toEqual([])
  })

  test('starts after a folder without repeating it', async () => {
    expect(await list({ delimiter: '/', 'start-after': 'b/' })).toMatchObject({
      keys: ['c', 'd-5'],
      prefixes: ['d/', 'e/', 'f/'],
    })
  })

  test('starts after a key inside a folder without naming that folder', async () => {
    expect((await list({ delimiter: '/', 'start-after': 'b/1' })).prefixes).toEqual(['d/', 'e/', 'f/'])
  })

  test.each([{ delimiter: '/' }, {}])('returns the same keys in pages of one, two and three (%j)', async (query) => {
    const whole = await list(query)
    for (const size of [1, 2, 3]) {
      const found: Listing = { keys: [], prefixes: [], isTruncated: false, next: undefined, keyCount: 0 }
      let token: string | undefined
      do {
        const page = await list({
          ...query,
          'max-keys': String(size),
          ...(token === undefined ? {} : { 'continuation-token': token }),
        })
        found.keys.push(...page.keys)
        found.prefixes.push(...page.prefixes)
        found.keyCount += page.keyCount
        expect(page.keyCount).toBeLessThanOrEqual(size)
        expect(page.isTruncated).toBe(page.next !== undefined)
        token = page.next
      } while (token !== undefined)
      expect(found).toEqual(whole)
    }
  })

  test('a continuation token is echoed and overrides start-after', async () => {
    const first = await list({ 'max-keys': '2' })
    const response = await request({
      method: 'GET',
      bucket,
      query: { 'list-type': '2', 'continuation-token': first.next ?? '', 'start-after': 'd', 'max-keys': '1' },
    })
    expect(texts(response.text, 'Key')).toEqual(['b/2'])
    expect(texts(response.text, 'ContinuationToken')).toEqual([first.next])
    expect(texts(response.text, 'StartAfter')).toEqual(['d'])
  })

  test('max-keys 0 lists nothing', async () => {
    expect(await list({ 'max-keys': '0' })).toMatchObject({ keys: [], prefixes: [], isTruncated: false, keyCount: 0 })
  })

  test('max-keys above 1000 is echoed, although no page contains more than 1000 keys', async () => {
    const response = await request({ method: 'GET', bucket, query: { 'list-type': '2', 'max-keys': '2000' } })
    expect(texts(response.text, 'MaxKeys')).toEqual(['2000'])
  })

  test('rejects max-keys above 2,147,483,647', async () => {
    const response = await request({ method: 'GET', bucket, query: { 'list-type': '2', 'max-keys': '2147483648' } })
    expect(response.status).toBe(differs({ engine: 400, minio: 200 }, 'an integer in AWS, and in the error message'))
  })

  test.each(['-1', 'many', '1.5'])('rejects max-keys %s', async (maxKeys) => {
    const response = await request({ method: 'GET', bucket, query: { 'list-type': '2', 'max-keys': maxKeys } })
    expect(response.outcome).toBe('400 InvalidArgument')
  })

  test('rejects an invalid continuation token', async () => {
    const response = await request({ method: 'GET', bucket, query: { 'list-type': '2', 'continuation-token': '!!!' } })
    expect(response.outcome).toBe('400 InvalidArgument')
  })

  test('rejects an unknown encoding', async () => {
    const response = await request({ method: 'GET', bucket, query: { 'list-type': '2', 'encoding-type': 'base64' } })
    expect(response.outcome).toBe('400 InvalidArgument')
  })

  test('reports a missing bucket', async () => {
    const response = await request({ method: 'GET', bucket: uniqueName(), query: { 'list-type': '2' } })
    expect(response.outcome).toBe('404 NoSuchBucket')
  })

  test('rejects anonymous callers', async () => {
    const response = await request({ method: 'GET', bucket, query: { 'list-type': '2' }, credentials: undefined })
    expect(response.outcome).toBe('403 AccessDenied')
  })

  test('lists an empty bucket', async () => {
    const empty = await given.bucket()
    expect(await list({}, empty)).toEqual({ keys: [], prefixes: [], isTruncated: false, next: undefined, keyCount: 0 })
  })

  test('returns unusual keys unchanged, plain and escaped', async () => {
    const odd = await given.bucket()
    for (const key of ODD_KEYS) await given.object(odd, key, '')
    const inOrder = [...ODD_KEYS].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect((await list({}, odd)).keys).toEqual(inOrder)
    const escaped = await list({ 'encoding-type': 'url' }, odd)
    expect(escaped.keys.map((key) => decodeURIComponent(key.replaceAll('+', ' ')))).toEqual(inOrder)
    expect(escaped.keys.every((key) => /^[\x21-\x7e]*$/.test(key))).toBe(true)
  })

  test('escapes prefix, delimiter, start-after and common prefixes alike', async () => {
    const odd = await given.bucket()
    await given.object(odd, 'ä b/c+d/e&f')
    const response = await request({
      method: 'GET',
      bucket: odd,
      query: { 'list-type': '2', 'encoding-type': 'url', prefix: 'ä b/', delimiter: '+', 'start-after': 'ä a' },
    })
    expect(response.status).toBe(200)
    expect(texts(response.text, 'EncodingType')).toEqual(['url'])
    expect(texts(response.text, 'Prefix')).toEqual(['%C3%A4+b/', '%C3%A4+b/c%2B'])
    expect(texts(response.text, 'Delimiter')).toEqual(['%2B'])
    expect(texts(response.text, 'StartAfter')).toEqual(['%C3%A4+a'])
  })

  test.each(ODD_KEYS)('finds %j by its own prefix and after its predecessor', async (key) => {
    const odd = await given.bucket()
    await given.object(odd, key, '')
    expect((await list({ prefix: key.slice(0, 3) }, odd)).keys).toEqual([key])
    expect((await list({ 'start-after': key }, odd)).keys).toEqual([])
    const parent = key.slice(0, key.indexOf('/') + 1)
    expect((await list({ delimiter: '/' }, odd)).prefixes).toEqual(parent === '' ? [] : [parent])
  })

  test('pages through more than a thousand keys', async () => {
    const many = await given.bucket()
    const keys = Array.from({ length: 1003 }, (_, index) => `k${String(index).padStart(4, '0')}`)
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => given.object(many, key, '')))
    const first = await list({ 'max-keys': '2000' }, many)
    expect([first.keys.length, first.isTruncated]).toEqual([1000, true])
    const second = await list({ 'continuation-token': first.next ?? '' }, many)
    expect([...first.keys, ...second.keys]).toEqual(keys)
    expect(second.isTruncated).toBe(false)
  })
})

describe('ListObjects version 1', () => {
  test('continues after a marker', async () => {
    const first = await request({ method: 'GET', bucket, query: { 'max-keys': '2' } })
    expect(texts(first.text, 'IsTruncated')).toEqual(['true'])
    const response = await request({
      method: 'GET',
      bucket,
      query: { marker: texts(first.text, 'Key')[1] ?? '', 'max-keys': '1' },
    })
    expect(texts(response.text, 'Key')).toEqual(['b/2'])
    expect(texts(response.text, 'Marker')).toEqual(['b/1'])
  })

  test('responds without counts and tokens', async () => {
    const response = await request({ method: 'GET', bucket, query: { prefix: 'b/', delimiter: '/' } })
    expect(response.status).toBe(200)
    expect(texts(response.text, 'Key')).toEqual(['b/1', 'b/2'])
    expect(texts(response.text, 'KeyCount')).toEqual([])
  })
})

describe.each<[string, Record<string, string>]>([
  ['ListObjectsV2', { 'list-type': '2' }],
  ['ListObjects', {}],
  ['ListObjectVersions', { versions: '' }],
])('%s', (_, operation) => {
  const found = async (query: Record<string, string>) => {
    const response = await request({ method: 'GET', bucket, query: { ...operation, ...query } })
    const inPrefixes = [...response.text.matchAll(/<CommonPrefixes><Prefix>(.*?)</g)].map(([, prefix]) => prefix)
    return { outcome: response.outcome, names: [...texts(response.text, 'Key'), ...inPrefixes] }
  }
  const NOTHING = { outcome: '200', names: [] }
  const refused = (code: string) => ({ outcome: `400 ${code}`, names: [] })
  const OPAQUE = 'a prefix is any text in AWS; no client needs the error'

  describe.each([{}, { delimiter: '/' }])('with %j', (delimiter) => {
    test.each([
      ['/', NOTHING],
      ['/a', NOTHING],
      ['/b/', NOTHING],
      ['//', refused('XMinioInvalidObjectName')],
      ['b//', refused('XMinioInvalidObjectName')],
      ['b//1', refused('XMinioInvalidObjectName')],
      ['b/../', refused('XMinioInvalidResourceName')],
      ['b/.', refused('XMinioInvalidResourceName')],
    ])('finds nothing by the prefix %s', async (prefix, minio) => {
      expect(await found({ ...delimiter, prefix })).toEqual(differs({ engine: NOTHING, minio }, OPAQUE))
    })
  })

  test('starts after a name that no key can have', async () => {
    const marker = 'list-type' in operation ? 'start-after' : 'versions' in operation ? 'key-marker' : 'marker'
    const { names, outcome } = await found({ [marker]: 'd/../' })
    expect([outcome, names]).toEqual(
      differs(
        {
          engine: ['200', ['d/4', 'e/6', 'f/']],
          minio: ['400 XMinioInvalidResourceName', []],
        },
        OPAQUE,
      ),
    )
    expect((await found({ [marker]: 'd//' })).names).toEqual(['d/4', 'e/6', 'f/'])
  })
})
