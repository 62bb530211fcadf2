/** Anonymous requests: what a bucket policy allows everyone, and nothing else. */
import { createHash } from 'node:crypto'
import { texts } from '@cooperage/testkit'
import { encodeUnsignedTrailer, PAYLOAD, writeDeleteRequest } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, request, WRONG_CHECKSUM } from '../target.ts'

const DENIED = '403 AccessDenied'
const NO_SUCH_BUCKET = 'parity-no-such-bucket'

interface Statement {
  Effect?: 'Allow' | 'Deny'
  Action: string[]
  /** The path after the bucket: empty for the bucket itself. */
  on?: string[]
  Condition?: Record<string, Record<string, string | string[]>>
}

/** A bucket with that policy and the objects `a`, `public/a` and `private/a`. */
async function bucketWith(...statements: Statement[]): Promise<string> {
  const bucket = await given.bucket()
  for (const key of ['a', 'public/a', 'private/a']) await given.object(bucket, key)
  const Statement = statements.map(({ Effect = 'Allow', on = ['/*'], ...rest }) => ({
    Effect,
    Principal: { AWS: ['*'] },
    ...rest,
    Resource: on.map((path) => `arn:aws:s3:::${bucket}${path}`),
  }))
  const body = JSON.stringify({ Version: '2012-10-17', Statement })
  const response = await request({ method: 'PUT', bucket, query: { policy: '' }, body })
  if (response.status !== 204) throw new Error(`PutBucketPolicy returned ${response.status}: ${response.text}`)
  return bucket
}

type Options = Omit<Parameters<typeof request>[0], 'credentials'>
const anonymously = (options: Options) => request({ ...options, credentials: undefined })
const status = async (options: Options) => (await anonymously(options)).status

/** A list of keys to delete, each perhaps with a version. */
function deletion(...keys: (string | [key: string, versionId: string])[]) {
  const objects = keys.map((one) => (typeof one === 'string' ? { key: one } : { key: one[0], versionId: one[1] }))
  const body = writeDeleteRequest({ objects, quiet: false })
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  return { query: { delete: '' }, body, headers }
}

describe('Without a policy an anonymous caller cannot', () => {
  test.each<[string, Options]>([
    ['read', { method: 'GET', key: 'a' }],
    ['read a missing object', { method: 'GET', key: 'absent' }],
    ['write', { method: 'PUT', key: 'new', body: 'x' }],
    ['copy', { method: 'PUT', key: 'new', headers: { 'x-amz-copy-source': '/elsewhere/a' } }],
    ['delete', { method: 'DELETE', key: 'a' }],
    ['list', { method: 'GET' }],
    ['list with version 2', { method: 'GET', query: { 'list-type': '2' } }],
    ['list versions', { method: 'GET', query: { versions: '' } }],
    ['get the location', { method: 'GET', query: { location: '' } }],
    ['create a multipart upload', { method: 'POST', key: 'new', query: { uploads: '' } }],
    ['list uploads', { method: 'GET', query: { uploads: '' } }],
    ['create the bucket', { method: 'PUT' }],
    ['remove the bucket', { method: 'DELETE' }],
    ['open it', { method: 'PUT', query: { policy: '' }, body: '{}' }],
  ])('%s', async (_, options) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a')
    expect((await anonymously({ ...options, bucket })).outcome).toBe(DENIED)
  })

  test.each(['GET', 'HEAD'])('find out what exists: %s', async (method) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a')
    const responses = await Promise.all([
      anonymously({ method, bucket, key: 'a' }),
      anonymously({ method, bucket, key: 'absent' }),
      anonymously({ method, bucket }),
    ])
    expect(responses.map(({ outcome }) => outcome)).toEqual([DENIED, DENIED, DENIED])
    expect((await anonymously({ method, bucket: NO_SUCH_BUCKET, key: 'a' })).outcome).toBe(DENIED)
  })

  test('list buckets', async () => {
    expect((await anonymously({ method: 'GET' })).outcome).toBe(DENIED)
  })

  test('have a list of keys to delete processed', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a')
    const response = await anonymously({ method: 'POST', bucket, ...deletion('a') })
    expect([response.status, response.text.includes('<DeleteResult')]).toEqual(
      differs(
        { engine: [403, false], minio: [200, true] },
        'MinIO processes the list of an anonymous caller without permissions and responds key by key',
      ),
    )
    expect((await request({ method: 'HEAD', bucket, key: 'a' })).status).toBe(200)
  })
})

describe('Public read access', () => {
  test('covers the resources that the policy names, whole or in ranges', async () => {
    const bucket = await bucketWith({ Action: ['s3:GetObject'], on: ['/public/*'] })
    const got = await anonymously({ method: 'GET', bucket, key: 'public/a' })
    expect([got.status, got.text]).toEqual([200, 'text'])
    expect(await status({ method: 'HEAD', bucket, key: 'public/a' })).toBe(200)
    const part = await anonymously({ method: 'GET', bucket, key: 'public/a', headers: { range: 'bytes=1-2' } })
    expect([part.status, part.text]).toEqual([206, 'ex'])
  })

  test('covers nothing else', async () => {
    const bucket = await bucketWith({ Action: ['s3:GetObject'], on: ['/public/*'] })
    expect((await anonymously({ method: 'GET', bucket, key: 'private/a' })).outcome).toBe(DENIED)
    expect((await anonymously({ method: 'GET', bucket, key: 'publicity' })).outcome).toBe(DENIED)
    expect((await anonymously({ method: 'PUT', bucket, key: 'public/b', body: 'x' })).outcome).toBe(DENIED)
    expect((await anonymously({ method: 'DELETE', bucket, key: 'public/a' })).outcome).toBe(DENIED)
    expect((await anonymously({ method: 'GET', bucket })).outcome).toBe(DENIED)
    expect((await anonymously({ method: 'GET', bucket, key: 'public/a', query: { tagging: '' } })).outcome).toBe(DENIED)
  })

  test('reports missing objects, which list access alone does not', async () => {
    const readable = await bucketWith({ Action: ['s3:GetObject'] })
    const listed = await bucketWith({ Action: ['s3:ListBucket'], on: [''] })
    for (const method of ['GET', 'HEAD']) {
      expect((await anonymously({ method, bucket: readable, key: 'absent' })).outcome).toBe('404 NoSuchKey')
      expect((await anonymously({ method, bucket: listed, key: 'absent' })).outcome).toBe(DENIED)
      expect((await anonymously({ method, bucket: listed, key: 'a' })).outcome).toBe(DENIED)
    }
  })

  test('is revoked by a Deny', async () => {
    const bucket = await bucketWith(
      { Action: ['s3:GetObject'] },
      { Effect: 'Deny', Action: ['s3:GetObject'], on: ['/private/*'] },
    )
    expect(await status({ method: 'GET', bucket, key: 'public/a' })).toBe(200)
    expect((await anonymously({ method: 'GET', bucket, key: 'private/a' })).outcome).toBe(DENIED)
  })

  test('ends when the policy is removed', async () => {
    const bucket = await bucketWith({ Action: ['s3:GetObject'] })
    expect(await status({ method: 'GET', bucket, key: 'a' })).toBe(200)
    await request({ method: 'DELETE', bucket, query: { policy: '' } })
    expect((await anonymously({ method: 'GET', bucket, key: 'a' })).outcome).toBe(DENIED)
  })

  test('does not include response header overrides', async () => {
    const bucket = await bucketWith({ Action: ['s3:GetObject'] })
    const query = { 'response-content-type': 'text/html' }
    const response = await anonymously({ method: 'GET', bucket, key: 'a', query })
    expect([response.status, response.headers['content-type']]).toEqual(
      differs(
        { engine: [400, 'application/xml'], minio: [200, 'text/html'] },
        'S3 accepts overrides in signed requests only: an arbitrary link must not turn an object into a web page',
      ),
    )
  })
})

describe('Public list access', () => {
  test('covers a bucket but not its configuration', async () => {
    await bucketWith({ Action: ['s3:*'], on: ['', '/*'] })
    expect((await anonymously({ method: 'GET' })).outcome).toBe(DENIED)
  })

  test('covers every kind of listing that the policy allows', async () => {
    const bucket = await bucketWith({ Action: ['s3:ListBucket'], on: [''] })
    const response = await anonymously({ method: 'GET', bucket, query: { 'list-type': '2' } })
    expect(response.status).toBe(200)
    expect(response.text).toContain('<Key>private/a</Key>')
    expect(await status({ method: 'GET', bucket })).toBe(200)
    expect(await status({ method: 'HEAD', bucket })).toBe(200)
    expect((await anonymously({ method: 'GET', bucket, key: 'a' })).outcome).toBe(DENIED)
  })

  test('covers a single folder', async () => {
    const bucket = await bucketWith({
      Action: ['s3:ListBucket'],
      on: [''],
      Condition: { StringEquals: { 's3:prefix': ['public/', ''], 's3:delimiter': ['/'] } },
    })
    const list = (query: Record<string, string>) =>
      anonymously({ method: 'GET', bucket, query: { 'list-type': '2', ...query } })
    expect((await list({ prefix: 'public/', delimiter: '/' })).status).toBe(200)
    expect((await list({ prefix: 'public/' })).outcome).toBe(DENIED)
    expect((await list({ prefix: 'private/', delimiter: '/' })).outcome).toBe(DENIED)
    expect((await list({ prefix: 'public/', delimiter: '-' })).outcome).toBe(DENIED)
  })
})

describe('Public write access', () => {
  test('covers the resources that the policy names', async () => {
    const bucket = await bucketWith({ Action: ['s3:PutObject'], on: ['/public/*'] })
    expect(await status({ method: 'PUT', bucket, key: 'public/b', body: 'anonymous' })).toBe(200)
    expect((await request({ method: 'GET', bucket, key: 'public/b' })).text).toBe('anonymous')
    expect((await anonymously({ method: 'PUT', bucket, key: 'b', body: 'x' })).outcome).toBe(DENIED)
    expect((await anonymously({ method: 'GET', bucket, key: 'public/b' })).outcome).toBe(DENIED)
  })

  test('covers multipart uploads', async () => {
    const bucket = await bucketWith({
      Action: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
    })
    const created = await anonymously({ method: 'POST', bucket, key: 'parts', query: { uploads: '' } })
    expect(created.status).toBe(200)
    const uploadId = /<UploadId>(.*)<\/UploadId>/.exec(created.text)?.[1] ?? ''
    const part = await anonymously({
      method: 'PUT',
      bucket,
      key: 'parts',
      query: { partNumber: '1', uploadId },
      body: 'part',
    })
    expect(part.status).toBe(200)
    expect(await status({ method: 'GET', bucket, key: 'parts', query: { uploadId } })).toBe(200)
    const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${part.headers.etag}</ETag></Part></CompleteMultipartUpload>`
    expect(await status({ method: 'POST', bucket, key: 'parts', query: { uploadId }, body })).toBe(200)
    expect((await request({ method: 'GET', bucket, key: 'parts' })).text).toBe('part')
  })

  test('covers deletion', async () => {
    const bucket = await bucketWith({ Action: ['s3:DeleteObject'], on: ['/public/*'] })
    expect(await status({ method: 'DELETE', bucket, key: 'public/a' })).toBe(204)
    expect((await anonymously({ method: 'DELETE', bucket, key: 'private/a' })).outcome).toBe(DENIED)
    expect((await request({ method: 'HEAD', bucket, key: 'public/a' })).status).toBe(404)
    expect((await request({ method: 'HEAD', bucket, key: 'private/a' })).status).toBe(200)
  })

  test('verifies the declared digest of a body', async () => {
    const bucket = await bucketWith({ Action: ['s3:PutObject'] })
    const put = (headers: Record<string, string>) =>
      anonymously({ method: 'PUT', bucket, key: 'b', body: 'x', headers })
    expect((await put({ 'content-md5': '1B2M2Y8AsgTpgAmY7PhCfg==' })).outcome).toBe('400 BadDigest')
    expect((await put({ 'x-amz-checksum-crc32': 'AAAAAA==' })).outcome).toBe(`400 ${WRONG_CHECKSUM}`)
    expect((await request({ method: 'HEAD', bucket, key: 'b' })).status).toBe(404)
  })

  test('accepts chunks with a trailing checksum', async () => {
    const bucket = await bucketWith({ Action: ['s3:PutObject'] })
    async function* bytes() {
      yield Buffer.from('chunked')
    }
    const chunks = await Array.fromAsync(encodeUnsignedTrailer(bytes(), { checksum: 'crc32' }))
    const response = await anonymously({
      method: 'PUT',
      bucket,
      key: 'chunked',
      headers: {
        'content-encoding': 'aws-chunked',
        'x-amz-content-sha256': PAYLOAD.unsignedTrailer,
        'x-amz-decoded-content-length': '7',
        'x-amz-trailer': 'x-amz-checksum-crc32',
      },
      body: Buffer.concat(chunks),
    })
    expect(response.outcome).toBe('200')
    expect((await request({ method: 'GET', bucket, key: 'chunked' })).text).toBe('chunked')
  })
})

describe('Conditions apply to anonymous requests', () => {
  const read = (bucket: string, headers: Record<string, string> = {}) =>
    anonymously({ method: 'GET', bucket, key: 'a', headers })

  test('on the referrer', async () => {
    const bucket = await bucketWith({
      Action: ['s3:GetObject'],
      Condition: { StringLike: { 'aws:Referer': ['https://app.example/*'] } },
    })
    expect((await read(bucket, { referer: 'https://app.example/page' })).status).toBe(200)
    expect((await read(bucket, { referer: 'https://else.example/page' })).outcome).toBe(DENIED)
    expect((await read(bucket)).outcome).toBe(DENIED)
  })

  test.each<[string, string, number]>([
    ['this', '127.0.0.0/8', 200],
    ['another', '10.0.0.0/8', 403],
  ])('on the address: %s', async (_, range, expected) => {
    const bucket = await bucketWith({
      Action: ['s3:GetObject'],
      Condition: { IpAddress: { 'aws:SourceIp': range } },
    })
    expect((await read(bucket)).status).toBe(expected)
  })

  test('on the connection', async () => {
    const secure = await bucketWith({
      Action: ['s3:GetObject'],
      Condition: { Bool: { 'aws:SecureTransport': 'true' } },
    })
    const plain = await bucketWith({
      Action: ['s3:GetObject'],
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    })
    expect((await read(secure)).status).toBe(403)
    expect((await read(plain)).status).toBe(200)
  })

  test('on the user agent', async () => {
    const bucket = await bucketWith({
      Action: ['s3:GetObject'],
      Condition: { StringLike: { 'aws:UserAgent': ['curl/*'] } },
    })
    expect((await read(bucket, { 'user-agent': 'curl/8' })).status).toBe(200)
    expect((await read(bucket, { 'user-agent': 'wget' })).status).toBe(403)
  })

  test('on the time', async () => {
    const past = await bucketWith({
      Action: ['s3:GetObject'],
      Condition: { DateLessThan: { 'aws:CurrentTime': '2020-01-01T00:00:00Z' } },
    })
    const future = await bucketWith({
      Action: ['s3:GetObject'],
      Condition: { DateLessThan: { 'aws:CurrentTime': '2094-01-01T00:00:00Z' } },
    })
    expect((await read(past)).status).toBe(403)
    expect((await read(future)).status).toBe(200)
  })
})

test('a wrong signature does not count as anonymous', async () => {
  const bucket = await bucketWith({ Action: ['s3:GetObject'] })
  const wrong = await request({
    method: 'GET',
    bucket,
    key: 'a',
    credentials: { accessKey: 'nobody-we-know', secretKey: 'nothing-we-know' },
  })
  expect(wrong.outcome).toBe('403 InvalidAccessKeyId')
})

test('a policy for other principals does not apply to anonymous requests', async () => {
  const bucket = await given.bucket()
  await given.object(bucket, 'a')
  const Statement = [
    {
      Effect: 'Allow',
      Principal: { AWS: ['somebody'] },
      Action: ['s3:GetObject'],
      Resource: [`arn:aws:s3:::${bucket}/*`],
    },
  ]
  const body = JSON.stringify({ Version: '2012-10-17', Statement })
  expect((await request({ method: 'PUT', bucket, query: { policy: '' }, body })).status).toBe(204)
  expect((await anonymously({ method: 'GET', bucket, key: 'a' })).outcome).toBe(DENIED)
})

describe('Public delete access', () => {
  test('covers the named keys of a list, with a result for each key', async () => {
    const bucket = await bucketWith({ Action: ['s3:DeleteObject'], on: ['/public/*'] })
    const response = await anonymously({ method: 'POST', bucket, ...deletion('public/a', 'a') })
    expect([response.status, texts(response.text, 'Key'), texts(response.text, 'Code')]).toEqual([
      200,
      ['public/a', 'a'],
      ['AccessDenied'],
    ])
  })

  test('does not cover versions where that is denied', async () => {
    const bucket = await bucketWith(
      { Action: ['s3:DeleteObject'] },
      { Effect: 'Deny', Action: ['s3:DeleteObjectVersion'], on: ['/private/*'] },
    )
    const expected = differs({ engine: 403, minio: 204 }, 'MinIO checks s3:DeleteObjectVersion for accounts only')
    const version = { method: 'DELETE', bucket, query: { versionId: 'null' } }
    expect(await status({ ...version, key: 'private/a' })).toBe(expected)
    expect(await status({ ...version, key: 'public/a' })).toBe(204)
    const list = await anonymously({ method: 'POST', bucket, ...deletion(['private/a', 'null']) })
    expect(texts(list.text, 'Code')).toEqual(expected === 403 ? ['AccessDenied'] : [])
  })
})
