import { createHash } from 'node:crypto'
import { crc32 as zlibCrc32 } from 'node:zlib'
import { uniqueName } from '@cooperage/testkit'
import { PAYLOAD, sha256Hex } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { given, ODD_KEYS, request, target, WRONG_CHECKSUM } from '../target.ts'

function crc32(text: string): string {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(zlibCrc32(text))
  return sum.toString('base64')
}

const md5 = (text: string, encoding: 'hex' | 'base64') => createHash('md5').update(text).digest(encoding)

describe('PutObject', () => {
  test('stores the bytes and returns their MD5 as the ETag', async () => {
    const bucket = await given.bucket()
    const response = await request({ method: 'PUT', bucket, key: 'a.txt', body: 'hello' })
    expect(response.status).toBe(200)
    expect(response.headers.etag).toBe(`"${md5('hello', 'hex')}"`)
    expect(response.bytes.length).toBe(0)
    expect((await request({ method: 'GET', bucket, key: 'a.txt' })).text).toBe('hello')
  })

  test('keeps an object of 3 MiB', async () => {
    const bucket = await given.bucket()
    const body = Buffer.alloc(3 << 20, 'three mebibytes ')
    await given.object(bucket, 'big', body)
    const response = await request({ method: 'GET', bucket, key: 'big' })
    expect(response.bytes.equals(body)).toBe(true)
  })

  test('keeps an object without bytes', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'empty', '')
    const response = await request({ method: 'GET', bucket, key: 'empty' })
    expect(response.status).toBe(200)
    expect(response.headers['content-length']).toBe('0')
    expect(response.headers.etag).toBe(`"${md5('', 'hex')}"`)
  })

  test('replaces the existing object and its metadata', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'first', { 'x-amz-meta-one': '1', 'content-type': 'text/plain' })
    await given.object(bucket, 'k', 'second')
    const response = await request({ method: 'GET', bucket, key: 'k' })
    expect(response.text).toBe('second')
    expect(response.headers['x-amz-meta-one']).toBeUndefined()
    expect(response.headers['content-type']).toBe('binary/octet-stream')
  })

  test.each(ODD_KEYS)('accepts the key %j', async (key) => {
    const bucket = await given.bucket()
    const body = key.endsWith('/') ? '' : `about ${key}`
    await given.object(bucket, key, body)
    expect((await request({ method: 'GET', bucket, key })).text).toBe(body)
  })

  test('accepts a key of 1024 bytes and rejects a longer one', async () => {
    const bucket = await given.bucket()
    const longest = `${'d'.repeat(204)}/`.repeat(4) + 'n'.repeat(204)
    await given.object(bucket, longest)
    expect((await request({ method: 'HEAD', bucket, key: longest })).status).toBe(200)
    const response = await request({ method: 'PUT', bucket, key: `${longest}x`, body: 'x' })
    expect(response.outcome).toBe('400 KeyTooLongError')
  })

  test.each(['a/../b', '../b', 'a/..', './a', 'a/./b'])(
    'rejects the key "%s", which a file system resolves to another',
    async (key) => {
      const bucket = await given.bucket()
      const response = await request({ method: 'PUT', bucket, path: `/${bucket}/${key}`, body: 'x' })
      expect(response.outcome).toBe('400 XMinioInvalidResourceName')
    },
  )

  test.each(['a//b', 'nul\0'])('rejects the key %j, which no file system can represent', async (key) => {
    const bucket = await given.bucket()
    expect((await request({ method: 'PUT', bucket, key, body: 'x' })).outcome).toBe('400 XMinioInvalidObjectName')
  })

  test('accepts bytes for a key that ends with a slash', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a/', 'bytes')
    expect((await request({ method: 'GET', bucket, key: 'a/' })).text).toBe('bytes')
  })

  test('drops one slash before the key', async () => {
    const bucket = await given.bucket()
    expect((await request({ method: 'PUT', bucket, path: `/${bucket}//k`, body: 'x' })).status).toBe(200)
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(200)
  })

  test('stores and returns standard headers and user metadata', async () => {
    const bucket = await given.bucket()
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'max-age=60',
      'content-disposition': 'attachment; filename="a.csv"',
      'content-encoding': 'gzip',
      'content-language': 'de',
      expires: 'Sat, 21 Nov 2026 12:00:00 GMT',
      'x-amz-meta-purpose': 'a test, with a comma',
      'x-amz-meta-mixed-case': 'Kept As Sent',
    }
    await given.object(bucket, 'k', 'x', headers)
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).headers).toMatchObject(headers)
  })

  test('rejects more than 2 KiB of user metadata', async () => {
    const bucket = await given.bucket()
    const response = await request({
      method: 'PUT',
      bucket,
      key: 'k',
      body: 'x',
      headers: { 'x-amz-meta-long': 'x'.repeat(2049) },
    })
    expect(response.outcome).toBe('400 MetadataTooLarge')
  })

  test('accepts a body that matches its Content-MD5', async () => {
    const bucket = await given.bucket()
    const response = await request({
      method: 'PUT',
      bucket,
      key: 'k',
      body: 'x',
      headers: { 'content-md5': md5('x', 'base64') },
    })
    expect(response.status).toBe(200)
  })

  test('rejects a body that does not match its Content-MD5, and stores nothing', async () => {
    const bucket = await given.bucket()
    const response = await request({
      method: 'PUT',
      bucket,
      key: 'k',
      body: 'x',
      headers: { 'content-md5': md5('y', 'base64') },
    })
    expect(response.outcome).toBe('400 BadDigest')
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
  })

  test('rejects an invalid Content-MD5', async () => {
    const bucket = await given.bucket()
    const response = await request({ method: 'PUT', bucket, key: 'k', body: 'x', headers: { 'content-md5': 'short' } })
    expect(response.outcome).toBe('400 InvalidDigest')
  })

  test('rejects a body that does not match its signed hash, and stores nothing', async () => {
    const bucket = await given.bucket()
    const response = await request({ method: 'PUT', bucket, key: 'k', body: 'x', payloadHash: sha256Hex('y') })
    expect(response.outcome).toBe('400 XAmzContentSHA256Mismatch')
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
  })

  test('accepts an unsigned body', async () => {
    const bucket = await given.bucket()
    const response = await request({ method: 'PUT', bucket, key: 'k', body: 'x', payloadHash: PAYLOAD.unsigned })
    expect(response.status).toBe(200)
  })

  test('rejects a body of unknown length', async () => {
    const bucket = await given.bucket()
    const response = await request({
      method: 'PUT',
      bucket,
      key: 'k',
      body: 'x',
      payloadHash: PAYLOAD.unsigned,
      afterSigning: ({ headers }) => {
        delete headers['content-length']
        headers['transfer-encoding'] = 'chunked'
      },
    })
    expect(response.outcome).toBe('411 MissingContentLength')
  })

  test.each([
    ['crc32', 'jN+Dnw=='],
    ['crc32c', 'CpyTpQ=='],
    ['sha1', 'EfatjsUqKYSvqvYwSD4ceWJ6BPo='],
    ['sha256', 'LXEWQrcmsEQBYnyp+6wy8+K1dbR0Ksi6+Ntq0rzxnEQ='],
  ])('rejects a body that does not match its %s', async (name, other) => {
    const bucket = await given.bucket()
    const response = await request({
      method: 'PUT',
      bucket,
      key: 'k',
      body: 'x',
      headers: { [`x-amz-checksum-${name}`]: other },
    })
    expect(response.outcome).toBe(`400 ${WRONG_CHECKSUM}`)
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
  })

  test.each([
    ['crc32', crc32('x')],
    ['sha256', createHash('sha256').update('x').digest('base64')],
  ])('accepts a body that matches its %s', async (name, value) => {
    const bucket = await given.bucket()
    const response = await request({
      method: 'PUT',
      bucket,
      key: 'k',
      body: 'x',
      headers: { [`x-amz-checksum-${name}`]: value },
    })
    expect([response.status, response.code, response.headers[`x-amz-checksum-${name}`]]).toEqual([
      200,
      undefined,
      value,
    ])
  })

  test('rejects an invalid checksum', async () => {
    const bucket = await given.bucket()
    const response = await request({
      method: 'PUT',
      bucket,
      key: 'k',
      body: 'x',
      headers: { 'x-amz-checksum-crc32': 'no' },
    })
    expect(response.outcome).toBe('400 InvalidArgument')
  })

  test('reports a missing bucket', async () => {
    const response = await request({ method: 'PUT', bucket: uniqueName(), key: 'k', body: 'x' })
    expect(response.outcome).toBe('404 NoSuchBucket')
  })

  test('rejects anonymous callers', async () => {
    const bucket = await given.bucket()
    const response = await request({ method: 'PUT', bucket, key: 'k', body: 'x', credentials: undefined })
    expect(response.outcome).toBe('403 AccessDenied')
  })

  test('rejects a wrong secret, and stores nothing', async () => {
    const bucket = await given.bucket()
    const response = await request({
      method: 'PUT',
      bucket,
      key: 'k',
      body: 'x',
      credentials: { ...target.root, secretKey: 'not-the-secret' },
    })
    expect(response.outcome).toBe('403 SignatureDoesNotMatch')
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
  })

  test('accepts a key below another key', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a', 'above')
    await given.object(bucket, 'a/b', 'below')
    expect((await request({ method: 'GET', bucket, key: 'a' })).text).toBe('above')
    expect((await request({ method: 'GET', bucket, key: 'a/b' })).text).toBe('below')
  })

  test.each([
    ['another storage class', { 'x-amz-storage-class': 'GLACIER' }, '400 InvalidStorageClass'],
    ['KMS keys without a KMS', { 'x-amz-server-side-encryption': 'aws:kms' }, '501 NotImplemented'],
  ])('rejects %s rather than ignoring it', async (_, headers, outcome) => {
    const bucket = await given.bucket()
    expect((await request({ method: 'PUT', bucket, key: 'k', body: 'x', headers })).outcome).toBe(outcome)
  })

  test('rejects retention without object lock', async () => {
    const bucket = await given.bucket()
    const headers = {
      'x-amz-object-lock-mode': 'GOVERNANCE',
      'x-amz-object-lock-retain-until-date': '2099-01-01T00:00:00Z',
    }
    expect((await request({ method: 'PUT', bucket, key: 'k', body: 'x', headers })).outcome).toBe('400 InvalidRequest')
  })
})

test.each<[string, string]>([
  ['', '200'],
  ['100-continue', '200'],
  ['200-ok', '417'],
])('handles the Expect header "%s"', async (value, expected) => {
  const bucket = await given.bucket()
  const response = await request({
    method: 'PUT',
    bucket,
    key: 'k',
    body: 'text',
    afterSigning: ({ headers }) => Object.assign(headers, { expect: value }),
  })
  expect(response.outcome).toBe(expected)
})
