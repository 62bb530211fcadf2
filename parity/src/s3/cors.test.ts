/**
 * Cross-origin access to buckets. Open-source MinIO has no configuration per bucket: it allows every origin with
 * credentials unless its operator configures otherwise, so most of this file is deliberate difference, with both sides asserted.
 */
import { send, sendUrl, type TestResponse } from '@cooperage/testkit'
import {
  type CorsConfiguration,
  type CorsRule,
  createChecksum,
  objectPath,
  type PresignOptions,
  parseCors,
  presignUrl,
  writeCors,
} from '@cooperage/wire'
import { beforeAll, describe, expect, test } from 'vitest'
import { differs, given, request, target, WRONG_CHECKSUM } from '../target.ts'

const NO_SUCH_BUCKET = 'parity-no-such-bucket'
const ORIGIN = 'https://app.example'
const PER_BUCKET = 'the engine has a configuration per bucket, like S3; open-source MinIO has one for the whole server'
const CLOSED = 'without a configuration no other origin may read anything: this is the safe default, and what S3 does'

const rule = (parts: Partial<CorsRule> = {}): CorsRule => ({
  allowedOrigins: [ORIGIN],
  allowedMethods: ['GET', 'PUT'],
  allowedHeaders: [],
  exposeHeaders: [],
  ...parts,
})
const put = (bucket: string, body: string) => request({ method: 'PUT', bucket, query: { cors: '' }, body })
const get = (bucket: string) => request({ method: 'GET', bucket, query: { cors: '' } })

async function bucketWith(configuration: CorsConfiguration): Promise<string> {
  const bucket = await given.bucket()
  await given.object(bucket, 'k')
  expect((await put(bucket, writeCors(configuration))).outcome).toBe(
    differs({ engine: '200', minio: '501 NotImplemented' }, PER_BUCKET),
  )
  return bucket
}

/** The CORS headers of a response, and nothing else. */
function access({ headers }: TestResponse): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith('access-control-'))
      .map(([name, value]) => [name.slice('access-control-'.length), value]),
  )
}

const preflight = (bucket: string, headers: Record<string, string>, key = 'k') =>
  send({ url: target.url, method: 'OPTIONS', bucket, key, headers })

/** MinIO's CORS headers for every origin. */
const EVERY_ORIGIN = { 'allow-credentials': 'true', 'allow-origin': ORIGIN }

describe('The CORS configuration of a bucket', () => {
  test('is returned, replaced and removed', async () => {
    const full: CorsConfiguration = {
      rules: [
        rule({ id: 'one', allowedHeaders: ['x-amz-*'], exposeHeaders: ['ETag'], maxAgeSeconds: 3000 }),
        rule({ allowedOrigins: ['*'] }),
      ],
    }
    const bucket = await bucketWith(full)
    const got = await get(bucket)
    expect(got.status === 200 ? parseCors(got.text) : got.outcome).toEqual(
      differs({ engine: full, minio: '404 NoSuchCORSConfiguration' }, PER_BUCKET),
    )
    const removed = await request({ method: 'DELETE', bucket, query: { cors: '' } })
    expect(removed.outcome).toBe(differs({ engine: '204', minio: '501 NotImplemented' }, PER_BUCKET))
    expect((await get(bucket)).refusal).toBe('404 NoSuchCORSConfiguration: The CORS configuration does not exist')
  })

  test.each<[string, string, string]>([
    ['nothing', '', '400 MalformedXML'],
    ['another document', '<Foo/>', '400 MalformedXML'],
    ['no rule', '<CORSConfiguration></CORSConfiguration>', '400 MalformedXML'],
    ['no origin', writeCors({ rules: [rule({ allowedOrigins: [] })] }), '400 MalformedXML'],
    ['no method', writeCors({ rules: [rule({ allowedMethods: [] })] }), '400 MalformedXML'],
    [
      'a method that S3 does not have',
      writeCors({ rules: [rule({ allowedMethods: ['PATCH'] })] }),
      '400 InvalidRequest',
    ],
    ['two wildcards', writeCors({ rules: [rule({ allowedOrigins: ['https://*.*.example'] })] }), '400 InvalidRequest'],
    [
      'a wildcard among the exposed headers',
      writeCors({ rules: [rule({ exposeHeaders: ['x-*'] })] }),
      '400 InvalidRequest',
    ],
    [
      'more than a hundred rules',
      writeCors({ rules: Array.from({ length: 101 }, () => rule()) }),
      '400 InvalidRequest',
    ],
  ])('is rejected with %s', async (_, body, refused) => {
    const bucket = await given.bucket()
    expect((await put(bucket, body)).outcome).toBe(
      differs({ engine: refused, minio: '501 NotImplemented' }, PER_BUCKET),
    )
    expect((await get(bucket)).status).toBe(404)
  })

  test.each(['GET', 'PUT', 'DELETE'])('requires its bucket, and a signature: %s', async (method) => {
    const body = method === 'PUT' ? writeCors({ rules: [rule()] }) : undefined
    const query = { cors: '' }
    expect((await request({ method, bucket: NO_SUCH_BUCKET, query, body })).outcome).toBe('404 NoSuchBucket')
    const bucket = await given.bucket()
    expect((await request({ method, bucket, query, body, credentials: undefined })).outcome).toBe('403 AccessDenied')
  })
})

describe('A page of another origin', () => {
  let open = ''
  let closed = ''
  beforeAll(async () => {
    closed = await given.bucket()
    await given.object(closed, 'k')
    open = await bucketWith({
      rules: [
        rule({
          allowedHeaders: ['x-amz-*', 'Content-Type'],
          exposeHeaders: ['ETag', 'x-amz-version-id'],
          maxAgeSeconds: 600,
        }),
        rule({ allowedOrigins: ['https://*.sub.example'], allowedMethods: ['GET'], allowedHeaders: ['*'] }),
        rule({ allowedOrigins: ['*'], allowedMethods: ['HEAD'] }),
      ],
    })
  })

  const EXPOSED = { 'expose-headers': 'ETag, x-amz-version-id' }
  const exposedByMinio = expect.objectContaining({ ...EVERY_ORIGIN, 'expose-headers': expect.stringContaining('Etag') })

  test('may read a response when a rule allows it', async () => {
    const response = await request({ method: 'GET', bucket: open, key: 'k', headers: { origin: ORIGIN } })
    expect(response.status).toBe(200)
    expect(access(response)).toEqual(
      differs({ engine: { ...EVERY_ORIGIN, ...EXPOSED }, minio: exposedByMinio }, PER_BUCKET),
    )
    expect(response.headers.vary).toBe(
      differs(
        {
          engine: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
          minio: 'Origin, Accept-Encoding',
        },
        'the engine varies by the headers that it evaluates, like S3; it does not compress',
      ),
    )
  })

  test('may read errors too', async () => {
    const missing = await request({ method: 'GET', bucket: open, key: 'absent', headers: { origin: ORIGIN } })
    const refused = await request({
      method: 'GET',
      bucket: open,
      key: 'k',
      headers: { origin: ORIGIN },
      credentials: undefined,
    })
    expect([missing.status, refused.status]).toEqual([404, 403])
    for (const response of [missing, refused]) {
      expect(access(response)).toEqual(
        differs({ engine: { ...EVERY_ORIGIN, ...EXPOSED }, minio: exposedByMinio }, PER_BUCKET),
      )
    }
  })

  test('gets no credentials where any origin is allowed', async () => {
    const response = await request({
      method: 'HEAD',
      bucket: open,
      key: 'k',
      headers: { origin: 'https://else.example' },
    })
    expect(access(response)['allow-origin']).toBe(differs({ engine: '*', minio: 'https://else.example' }, PER_BUCKET))
    expect(access(response)['allow-credentials']).toBe(differs({ engine: undefined, minio: 'true' }, PER_BUCKET))
  })

  test.each<[string, string, string]>([
    ['of another name', 'https://else.example', 'GET'],
    ['of another scheme', 'http://app.example', 'GET'],
    ['of another port', 'https://app.example:8443', 'GET'],
    ['with a method that is not allowed', ORIGIN, 'DELETE'],
  ])('may read nothing %s', async (_, origin, method) => {
    const response = await request({ method, bucket: open, key: 'absent', headers: { origin } })
    expect(access(response)['allow-origin']).toBe(differs({ engine: undefined, minio: origin }, PER_BUCKET))
  })

  test('can read nothing in a bucket without a configuration', async () => {
    const response = await request({ method: 'GET', bucket: closed, key: 'k', headers: { origin: ORIGIN } })
    expect(response.status).toBe(200)
    expect(access(response)).toEqual(differs({ engine: {}, minio: exposedByMinio }, CLOSED))
  })

  test('gets no CORS headers without an origin', async () => {
    const response = await request({ method: 'GET', bucket: open, key: 'k' })
    expect(access(response)).toEqual({})
    expect(response.headers.vary).toContain('Origin')
  })

  test("can't read the list of buckets", async () => {
    const response = await request({ method: 'GET', headers: { origin: ORIGIN } })
    expect(access(response)).toEqual(differs({ engine: {}, minio: exposedByMinio }, CLOSED))
  })

  describe('a preflight request', () => {
    const preflightHeaders = (method: string, headers?: string) => ({
      origin: ORIGIN,
      'access-control-request-method': method,
      ...(headers === undefined ? {} : { 'access-control-request-headers': headers }),
    })
    const FORBIDDEN = '403 AccessForbidden'
    const LET_IN = '204'

    test('returns what is allowed', async () => {
      const response = await preflight(open, preflightHeaders('PUT', 'X-Amz-Date, content-type'))
      expect(response.status).toBe(differs({ engine: 200, minio: 204 }, 'S3 returns 200'))
      expect(response.text).toBe('')
      expect(access(response)).toEqual(
        differs(
          {
            engine: {
              ...EVERY_ORIGIN,
              ...EXPOSED,
              'allow-methods': 'GET, PUT',
              'allow-headers': 'x-amz-date, content-type',
              'max-age': '600',
            },
            minio: { ...EVERY_ORIGIN, 'allow-methods': 'PUT', 'allow-headers': 'X-Amz-Date, content-type' },
          },
          PER_BUCKET,
        ),
      )
    })

    test('can contain the signature of the actual request', async () => {
      const response = await send({
        url: target.url,
        method: 'OPTIONS',
        bucket: open,
        key: 'k',
        query: {
          'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
          'X-Amz-Credential': 'abc/20261121/us-east-1/s3/aws4_request',
          'X-Amz-Date': '20261121T000000Z',
          'X-Amz-Expires': '60',
          'X-Amz-SignedHeaders': 'host',
          'X-Amz-Signature': '0'.repeat(64),
        },
        headers: preflightHeaders('GET'),
      })
      expect(response.status).toBe(differs({ engine: 200, minio: 204 }, 'S3 returns 200'))
      expect(access(response)['allow-origin']).toBe(ORIGIN)
    })

    test.each<[string, Record<string, string>]>([
      ['by a method that is not allowed', preflightHeaders('DELETE')],
      ['with a header that is not allowed', preflightHeaders('PUT', 'x-amz-date, authorization')],
      ['from another origin', { ...preflightHeaders('GET'), origin: 'https://else.example' }],
      ['from no origin', { ...preflightHeaders('GET'), origin: 'null' }],
    ])('is rejected %s', async (_, headers) => {
      const response = await preflight(open, headers)
      expect(response.outcome).toBe(differs({ engine: FORBIDDEN, minio: LET_IN }, PER_BUCKET))
      expect(access(response)['allow-origin']).toBe(differs({ engine: undefined, minio: headers.origin }, PER_BUCKET))
    })

    test('is rejected the same way by a bucket without a configuration and by a missing bucket', async () => {
      for (const bucket of [closed, NO_SUCH_BUCKET]) {
        const response = await preflight(bucket, preflightHeaders('GET'))
        expect(response.outcome).toBe(differs({ engine: FORBIDDEN, minio: LET_IN }, CLOSED))
        expect(response.message).toBe(
          differs({ engine: 'CORSResponse: CORS is not enabled for this bucket.', minio: undefined }, CLOSED),
        )
      }
    })

    test.each<[string, Record<string, string>, number, string]>([
      [
        'without an origin',
        { 'access-control-request-method': 'GET' },
        204,
        'Insufficient information. Origin request header needed.',
      ],
      ['without a method', { origin: ORIGIN }, 200, 'Invalid Access-Control-Request-Method: null'],
      ['without both', {}, 200, 'Insufficient information. Origin request header needed.'],
    ])('is rejected %s', async (_, headers, status, message) => {
      expect((await preflight(open, headers)).refusal).toBe(
        differs(
          { engine: `400 BadRequest: ${message}`, minio: `${status}` },
          'S3 reports what is missing; MinIO responds to any OPTIONS',
        ),
      )
    })
  })
})

describe('A page of another origin with a presigned URL', () => {
  const BODY = 'from another page'
  const CRC32C = checksumOf(BODY)
  let closed = ''
  let other = ''
  beforeAll(async () => {
    closed = await given.bucket()
    await given.object(closed, 'k')
    other = await bucketWith({ rules: [rule({ allowedOrigins: ['https://else.example'], allowedMethods: ['PUT'] })] })
  })

  function checksumOf(text: string): string {
    const checksum = createChecksum('crc32c')
    checksum.update(Buffer.from(text))
    return checksum.base64()
  }
  const presigned = (bucket: string, options: Partial<PresignOptions> = {}): URL =>
    presignUrl({
      method: 'GET',
      url: new URL(objectPath(bucket, 'k'), target.url),
      credentials: target.root,
      expiresInSeconds: 60,
      ...options,
    })
  const SENT = { 'content-type': 'text/plain', 'x-amz-checksum-crc32c': CRC32C }
  const put = (bucket: string) =>
    presigned(bucket, { method: 'PUT', headers: { ...SENT, 'content-length': String(BODY.length) } })
  const asking = (method: string, headers = '') => ({
    origin: ORIGIN,
    'access-control-request-method': method,
    ...(headers && { 'access-control-request-headers': headers }),
  })

  test('may send what the URL permits, in a bucket without a configuration, and read the outcome', async () => {
    const url = put(closed)
    const asked = await sendUrl(url, {
      method: 'OPTIONS',
      headers: asking('PUT', 'content-type,x-amz-checksum-crc32c'),
    })
    expect(asked.status).toBe(differs({ engine: 200, minio: 204 }, 'S3 returns 200'))
    expect(access(asked)).toMatchObject({
      'allow-origin': differs({ engine: '*', minio: ORIGIN }, CLOSED),
      'allow-methods': differs({ engine: 'GET, HEAD, PUT', minio: 'PUT' }, CLOSED),
      'allow-headers': differs(
        { engine: 'content-type, x-amz-checksum-crc32c', minio: 'content-type,x-amz-checksum-crc32c' },
        'only the space differs',
      ),
    })

    const stored = await sendUrl(url, { method: 'PUT', body: BODY, headers: { ...SENT, origin: ORIGIN } })
    expect([stored.status, stored.headers['x-amz-checksum-crc32c']]).toEqual([200, CRC32C])
    expect(access(stored)['allow-origin']).toBe(differs({ engine: '*', minio: ORIGIN }, CLOSED))
    const exposed = (access(stored)['expose-headers'] ?? '').toLowerCase()
    expect(exposed).toContain('etag')
    expect(exposed).toContain(differs({ engine: 'x-amz-checksum-crc32c', minio: 'x-amz*' }, 'MinIO has a wildcard'))
    expect((await request({ method: 'GET', bucket: closed, key: 'k' })).text).toBe(BODY)
  })

  test('reads errors of what it may send', async () => {
    const response = await sendUrl(put(closed), {
      method: 'PUT',
      body: 'from another pagE',
      headers: { ...SENT, origin: ORIGIN },
    })
    expect(response.outcome).toBe(`400 ${WRONG_CHECKSUM}`)
    expect(access(response)['allow-origin']).toBe(differs({ engine: '*', minio: ORIGIN }, CLOSED))
  })

  test.each<[string, (url: URL) => URL]>([
    ['with another signature', (url) => new URL(url.href.replace(/Signature=.{64}/, `Signature=${'0'.repeat(64)}`))],
    ['for another key', (url) => new URL(url.href.replace('/k?', '/l?'))],
  ])('reads nothing %s', async (_, change) => {
    const response = await sendUrl(change(presigned(closed)), { headers: { origin: ORIGIN } })
    expect(response.outcome).toBe('403 SignatureDoesNotMatch')
    expect(access(response)['allow-origin']).toBe(differs({ engine: undefined, minio: ORIGIN }, CLOSED))
  })

  test('may not delete by preflight, although the URL might permit it', async () => {
    const asked = await sendUrl(presigned(closed, { method: 'DELETE' }), {
      method: 'OPTIONS',
      headers: asking('DELETE'),
    })
    expect(asked.outcome).toBe(differs({ engine: '403 AccessForbidden', minio: '204' }, CLOSED))
  })

  test('follows the configuration of a bucket that has one', async () => {
    const asked = await sendUrl(put(other), { method: 'OPTIONS', headers: asking('PUT') })
    expect(asked.outcome).toBe(differs({ engine: '403 AccessForbidden', minio: '204' }, PER_BUCKET))
    const response = await sendUrl(presigned(other), { headers: { origin: ORIGIN } })
    expect([response.status, access(response)['allow-origin']]).toEqual(
      differs({ engine: [200, undefined], minio: [200, ORIGIN] }, PER_BUCKET),
    )
  })

  test.each<[string, string, Record<string, string>]>([
    ['a longer body', `${BODY}!`, {}],
    ['another checksum', BODY, { 'x-amz-checksum-crc32c': checksumOf('other') }],
    ['another content type', BODY, { 'content-type': 'text/html' }],
  ])('sends nothing else by a URL for an upload: %s', async (_, body, headers) => {
    const key = 'never'
    const url = presigned(closed, {
      method: 'PUT',
      url: new URL(objectPath(closed, key), target.url),
      headers: { ...SENT, 'content-length': String(BODY.length) },
    })
    const response = await sendUrl(url, { method: 'PUT', body, headers: { ...SENT, ...headers, origin: ORIGIN } })
    expect(response.outcome).toBe('403 SignatureDoesNotMatch')
    expect((await request({ method: 'HEAD', bucket: closed, key })).status).toBe(404)
  })

  test('sends a part of an upload, and no other one', async () => {
    const begun = await request({
      method: 'POST',
      bucket: closed,
      key: 'k',
      query: { uploads: '' },
      headers: { 'x-amz-checksum-algorithm': 'CRC32C' },
    })
    const uploadId = /<UploadId>([^<]+)/.exec(begun.text)?.[1] ?? ''
    const url = presigned(closed, {
      method: 'PUT',
      url: new URL(`${objectPath(closed, 'k')}?partNumber=1&uploadId=${encodeURIComponent(uploadId)}`, target.url),
      headers: { 'x-amz-checksum-crc32c': CRC32C, 'content-length': String(BODY.length) },
    })
    const headers = { 'x-amz-checksum-crc32c': CRC32C, origin: ORIGIN }
    const other = new URL(url.href.replace('partNumber=1', 'partNumber=2'))
    expect((await sendUrl(other, { method: 'PUT', body: BODY, headers })).outcome).toBe('403 SignatureDoesNotMatch')
    const response = await sendUrl(url, { method: 'PUT', body: BODY, headers })
    expect([response.status, response.headers['x-amz-checksum-crc32c']]).toEqual([200, CRC32C])
  })
})
