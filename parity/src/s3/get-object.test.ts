import { uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { differs, given, ODD_KEYS, request, target } from '../target.ts'

const TEXT = '0123456789abcdefghij'
const YESTERDAY = new Date(Date.now() - 86_400_000).toUTCString()
const TOMORROW = new Date(Date.now() + 86_400_000).toUTCString()

const bucket = await given.bucket()
const { headers } = await given.object(bucket, 'twenty', TEXT, {
  'content-type': 'text/plain',
  'x-amz-meta-colour': 'green',
})
const etag = headers.etag ?? ''
await given.object(bucket, 'empty', '')

const get = (headers: Record<string, string>, query: Record<string, string> = {}) =>
  request({ method: 'GET', bucket, key: 'twenty', headers, query })

describe.each(['GET', 'HEAD'])('%s of an object', (method) => {
  test('returns its metadata', async () => {
    const response = await request({ method, bucket, key: 'twenty' })
    expect(response.status).toBe(200)
    expect(response.headers).toMatchObject({
      'content-length': '20',
      'content-type': 'text/plain',
      'accept-ranges': 'bytes',
      'x-amz-meta-colour': 'green',
      etag,
    })
    const modified = Date.parse(response.headers['last-modified'] ?? '')
    expect(Math.abs(modified - Date.now())).toBeLessThan(60_000)
    expect(response.text).toBe(method === 'GET' ? TEXT : '')
  })

  test('reports a missing key', async () => {
    const response = await request({ method, bucket, key: 'nothing here' })
    expect(response.outcome).toBe('404 NoSuchKey')
    if (method === 'HEAD') expect(response.bytes.length).toBe(0)
  })

  test('reports missing keys below and above an existing one', async () => {
    await given.object(bucket, 'folder/file')
    expect((await request({ method, bucket, key: 'folder' })).outcome).toBe('404 NoSuchKey')
    expect((await request({ method, bucket, key: 'folder/' })).outcome).toBe('404 NoSuchKey')
    expect((await request({ method, bucket, key: 'twenty/below' })).outcome).toBe('404 NoSuchKey')
  })

  test('reports a missing bucket', async () => {
    expect((await request({ method, bucket: uniqueName(), key: 'twenty' })).outcome).toBe('404 NoSuchBucket')
  })

  test('rejects anonymous callers', async () => {
    expect((await request({ method, bucket, key: 'twenty', credentials: undefined })).outcome).toBe('403 AccessDenied')
  })

  test('rejects a wrong secret', async () => {
    const response = await request({
      method,
      bucket,
      key: 'twenty',
      credentials: { ...target.root, secretKey: 'not-the-secret' },
    })
    expect(response.outcome).toBe('403 SignatureDoesNotMatch')
  })

  test('rejects an invalid version ID and reports a missing version', async () => {
    const bad = await request({ method, bucket, key: 'twenty', query: { versionId: 'no-version' } })
    const unknown = await request({
      method,
      bucket,
      key: 'twenty',
      query: { versionId: '7d4a4d7a-3ea0-4e6c-9dc0-0a1b2c3d4e5f' },
    })
    expect(bad.outcome).toBe('400 InvalidArgument')
    expect(unknown.outcome).toBe('404 NoSuchVersion')
  })

  test('accepts the version ID null for an unversioned object', async () => {
    expect((await request({ method, bucket, key: 'twenty', query: { versionId: 'null' } })).status).toBe(200)
  })

  test.each(ODD_KEYS)('finds the key %j', async (key) => {
    await given.object(bucket, key, '')
    expect((await request({ method, bucket, key })).status).toBe(200)
  })

  test('returns a range of one byte', async () => {
    const response = await request({ method, bucket, key: 'twenty', headers: { range: 'bytes=0-0' } })
    expect(response.status).toBe(206)
    expect(response.headers['content-length']).toBe('1')
    expect(response.headers['content-range']).toBe('bytes 0-0/20')
  })
})

describe('Range', () => {
  test.each([
    ['bytes=0-4', '01234', 'bytes 0-4/20'],
    ['bytes=15-', 'fghij', 'bytes 15-19/20'],
    ['bytes=-3', 'hij', 'bytes 17-19/20'],
    ['bytes=-50', TEXT, 'bytes 0-19/20'],
    ['bytes=18-1000', 'ij', 'bytes 18-19/20'],
    ['bytes=19-19', 'j', 'bytes 19-19/20'],
  ])('"%s" gives "%s"', async (range, text, contentRange) => {
    const response = await get({ range })
    expect(response.status).toBe(206)
    expect(response.text).toBe(text)
    expect(response.headers['content-range']).toBe(contentRange)
    expect(response.headers['content-length']).toBe(String(text.length))
    expect(response.headers.etag).toBe(etag)
  })

  test.each(['bytes=20-', 'bytes=20-30', 'bytes=-0'])('"%s" cannot be satisfied', async (range) => {
    expect((await get({ range })).outcome).toBe('416 InvalidRange')
  })

  test('ignores a range that ends before it starts', async () => {
    const { status } = await get({ range: 'bytes=5-2' })
    expect(status).toBe(differs({ engine: 200, minio: 416 }, 'AWS refers to RFC 9110, which ignores invalid ranges'))
  })

  test.each(['bytes=a-b', 'lines=0-4', 'bytes=0-1,4-5', 'bytes=', '0-4', 'bytes=0--4', 'bytes=-'])(
    '"%s" is invalid and ignored',
    async (range) => {
      const response = await get({ range })
      expect([response.status, response.text, response.code]).toEqual([200, TEXT, undefined])
    },
  )

  describe.each(['GET', 'HEAD'])('of a %s with If-Range', (method) => {
    const OTHER = '"0123456789abcdef0123456789abcdef"'
    const get = (validator: string, range = 'bytes=5-') =>
      request({ method, bucket, key: 'twenty', headers: { range, 'if-range': validator } })

    test('is returned for the same ETag and the same date', async () => {
      const { headers } = await request({ method: 'HEAD', bucket, key: 'twenty' })
      for (const validator of [etag, headers['last-modified'] ?? '']) {
        const response = await get(validator)
        expect([response.status, response.headers['content-range']]).toEqual([206, 'bytes 5-19/20'])
      }
    })

    test.each([
      ['another ETag', OTHER],
      ['a weak ETag', 'W/"0123456789abcdef0123456789abcdef"'],
      ['an earlier date', YESTERDAY],
      ['a later date', TOMORROW],
      ['something else', 'yesterday'],
    ])('is not returned for %s, but the whole object', async (_, validator) => {
      const response = await get(validator)
      expect([response.status, response.headers['content-length']]).toEqual(
        differs(
          { engine: [200, '20'], minio: [206, '15'] },
          'the rest of another object must not be appended to an interrupted download; AWS and RFC 9110 respect it',
        ),
      )
    })

    test('is ignored for another ETag even if it is beyond the end', async () => {
      const { status } = await get(OTHER, 'bytes=30-')
      expect(status).toBe(differs({ engine: 200, minio: 416 }, 'a range that is not applied cannot be unsatisfiable'))
    })
  })

  test('If-Range without a range has no effect', async () => {
    expect((await get({ 'if-range': '"0123456789abcdef0123456789abcdef"' })).status).toBe(200)
  })

  test('of an empty object cannot be satisfied', async () => {
    const response = await request({ method: 'GET', bucket, key: 'empty', headers: { range: 'bytes=0-' } })
    expect(response.outcome).toBe('416 InvalidRange')
  })

  test('of the last bytes of an empty object', async () => {
    const response = await request({ method: 'GET', bucket, key: 'empty', headers: { range: 'bytes=-5' } })
    expect([response.status, response.headers['content-range']]).toEqual(
      differs({ engine: [416, undefined], minio: [206, 'bytes 0--1/0'] }, "MinIO's Content-Range is not parseable"),
    )
  })

  test('across an object of 3 MiB', async () => {
    const body = Buffer.alloc(3 << 20)
    for (let at = 0; at < body.length; at += 4) body.writeUInt32BE(at, at)
    await given.object(bucket, 'big', body)
    const response = await request({ method: 'GET', bucket, key: 'big', headers: { range: 'bytes=1048570-2097160' } })
    expect(response.status).toBe(206)
    expect(response.bytes.equals(body.subarray(1_048_570, 2_097_161))).toBe(true)
  })
})

describe('Conditions', () => {
  const OTHER = '"0123456789abcdef0123456789abcdef"'
  const RFC_ORDER = 'AWS refers to the RFC for the order of conditions'

  test('If-Match accepts the same ETag and a wildcard', async () => {
    expect((await get({ 'if-match': etag })).status).toBe(200)
    expect((await get({ 'if-match': etag.replaceAll('"', '') })).status).toBe(200)
  })

  test('If-Match rejects another ETag', async () => {
    expect((await get({ 'if-match': '"0123456789abcdef0123456789abcdef"' })).outcome).toBe('412 PreconditionFailed')
  })

  test('If-None-Match returns 304 for the same ETag, with the ETag and without a body', async () => {
    const response = await get({ 'if-none-match': etag })
    expect(response.status).toBe(304)
    expect(response.headers.etag).toBe(etag)
    expect(response.bytes.length).toBe(0)
  })

  test('If-None-Match accepts another ETag', async () => {
    expect((await get({ 'if-none-match': '"0123456789abcdef0123456789abcdef"' })).status).toBe(200)
  })

  test('If-Modified-Since', async () => {
    expect((await get({ 'if-modified-since': YESTERDAY })).status).toBe(200)
    expect((await get({ 'if-modified-since': TOMORROW })).status).toBe(304)
  })

  test('If-Unmodified-Since', async () => {
    expect((await get({ 'if-unmodified-since': TOMORROW })).status).toBe(200)
    expect((await get({ 'if-unmodified-since': YESTERDAY })).outcome).toBe('412 PreconditionFailed')
  })

  test('an invalid date is ignored', async () => {
    expect((await get({ 'if-modified-since': 'yesterday' })).status).toBe(200)
  })

  test('a matching If-Match overrides If-Unmodified-Since, and If-None-Match overrides If-Modified-Since', async () => {
    const a = await get({ 'if-match': etag, 'if-unmodified-since': YESTERDAY })
    const b = await get({ 'if-none-match': etag, 'if-modified-since': YESTERDAY })
    const c = await get({ 'if-none-match': OTHER, 'if-modified-since': TOMORROW })
    expect([a.status, b.status]).toEqual([200, 304])
    expect(c.status).toBe(differs({ engine: 200, minio: 304 }, RFC_ORDER))
  })

  test('a failed precondition takes precedence over an unmodified object', async () => {
    const a = await get({ 'if-match': OTHER, 'if-none-match': etag })
    const b = await get({ 'if-unmodified-since': YESTERDAY, 'if-none-match': etag })
    expect([a.status, b.status]).toEqual(differs({ engine: [412, 412], minio: [304, 304] }, RFC_ORDER))
  })
})

describe('Overrides of response headers', () => {
  test('are accepted in a signed request', async () => {
    const response = await get(
      {},
      {
        'response-content-type': 'image/png',
        'response-content-disposition': 'attachment; filename="ü.png"',
        'response-cache-control': 'no-cache',
        'response-content-language': 'fr',
        'response-content-encoding': 'identity',
        'response-expires': 'Sat, 21 Nov 2026 12:00:00 GMT',
      },
    )
    expect(response.status).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-cache',
      'content-language': 'fr',
      expires: 'Sat, 21 Nov 2026 12:00:00 GMT',
    })
    expect(response.headers['content-disposition']).toContain('attachment; filename="')
  })
})
