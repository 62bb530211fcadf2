import { texts, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { differs, given, outcome, request, target } from '../target.ts'

describe('CreateBucket', () => {
  test('creates a bucket and returns its location', async () => {
    const bucket = uniqueName()
    const response = await request({ method: 'PUT', bucket })
    expect(response.status).toBe(200)
    expect(response.headers.location).toBe(`/${bucket}`)
    expect(response.bytes.length).toBe(0)
    const head = await request({ method: 'HEAD', bucket })
    expect(head.status).toBe(200)
    expect(head.headers['x-amz-bucket-region']).toBe(
      differs({ engine: 'us-east-1', minio: undefined }, 'AWS documents the header, and SDKs read the region from it'),
    )
  })

  test('accepts the default region in the body', async () => {
    const body =
      '<CreateBucketConfiguration><LocationConstraint>us-east-1</LocationConstraint></CreateBucketConfiguration>'
    expect((await request({ method: 'PUT', bucket: uniqueName(), body })).status).toBe(200)
  })

  test('rejects creating it twice', async () => {
    const bucket = await given.bucket()
    expect(outcome(await request({ method: 'PUT', bucket }))).toEqual({ status: 409, code: 'BucketAlreadyOwnedByYou' })
  })

  test.each([
    'ab',
    'Upper-Case',
    'under_score',
    '-dash',
    'dash-',
    'dots..dots',
    '192.168.1.1',
    'sp ace',
    `long${'g'.repeat(60)}`,
    'dot.-dash',
    'é-accent',
  ])('rejects the name "%s"', async (bucket) => {
    expect(outcome(await request({ method: 'PUT', bucket }))).toEqual({ status: 400, code: 'InvalidBucketName' })
  })

  test.each(['abc', 'with.dots', '1digits9', `l${'o'.repeat(61)}g`])('accepts a name like "%s"', async (name) => {
    const bucket =
      name.length > 60 ? `${uniqueName()}${'o'.repeat(63 - uniqueName().length)}` : `${name}.${uniqueName()}`
    expect((await request({ method: 'PUT', bucket })).status).toBe(200)
    expect((await request({ method: 'DELETE', bucket })).status).toBe(204)
  })

  test('rejects a reserved name', async () => {
    const response = await request({ method: 'PUT', bucket: 'minio' })
    expect(outcome(response)).toEqual({ status: 403, code: 'AllAccessDisabled' })
  })

  test('rejects a body that is not XML', async () => {
    const response = await request({ method: 'PUT', bucket: uniqueName(), body: 'no xml' })
    expect(outcome(response)).toEqual({ status: 400, code: 'MalformedXML' })
  })

  test('rejects anonymous callers', async () => {
    const response = await request({ method: 'PUT', bucket: uniqueName(), credentials: undefined })
    expect(outcome(response)).toEqual({ status: 403, code: 'AccessDenied' })
  })
})

describe('HeadBucket', () => {
  test('finds a bucket', async () => {
    const bucket = await given.bucket()
    expect((await request({ method: 'HEAD', bucket })).status).toBe(200)
  })

  test('reports a missing bucket without a body', async () => {
    const response = await request({ method: 'HEAD', bucket: uniqueName() })
    expect(outcome(response)).toEqual({ status: 404, code: 'NoSuchBucket' })
    expect(response.bytes.length).toBe(0)
  })

  test('rejects a wrong secret without a body', async () => {
    const bucket = await given.bucket()
    const response = await request({
      method: 'HEAD',
      bucket,
      credentials: { ...target.root, secretKey: 'not-the-secret' },
    })
    expect(outcome(response)).toEqual({ status: 403, code: 'SignatureDoesNotMatch' })
    expect(response.bytes.length).toBe(0)
  })
})

describe('DeleteBucket', () => {
  test('removes an empty bucket', async () => {
    const bucket = await given.bucket()
    const response = await request({ method: 'DELETE', bucket })
    expect(response.status).toBe(204)
    expect(response.bytes.length).toBe(0)
    expect((await request({ method: 'HEAD', bucket })).status).toBe(404)
  })

  test('rejects a bucket that contains an object', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a/b')
    expect(outcome(await request({ method: 'DELETE', bucket }))).toEqual({ status: 409, code: 'BucketNotEmpty' })
  })

  test('removes a bucket with only an incomplete upload', async () => {
    const bucket = await given.bucket()
    await request({ method: 'POST', bucket, key: 'k', query: { uploads: '' } })
    expect((await request({ method: 'DELETE', bucket })).status).toBe(204)
  })

  test('reports a missing bucket', async () => {
    expect(outcome(await request({ method: 'DELETE', bucket: uniqueName() }))).toEqual({
      status: 404,
      code: 'NoSuchBucket',
    })
  })
})

describe('GetBucketLocation', () => {
  test('is empty for the default region', async () => {
    const bucket = await given.bucket()
    const response = await request({ method: 'GET', bucket, query: { location: '' } })
    expect(response.status).toBe(200)
    expect(texts(response.text, 'LocationConstraint')).toEqual([''])
  })

  test('reports a missing bucket', async () => {
    const bucket = uniqueName()
    const response = await request({ method: 'GET', bucket, query: { location: '' } })
    expect(outcome(response)).toEqual({ status: 404, code: 'NoSuchBucket' })
    expect(texts(response.text, 'BucketName')).toEqual([bucket])
    expect(texts(response.text, 'Resource')).toEqual([`/${bucket}`])
  })

  test('rejects an invalid bucket name', async () => {
    const response = await request({ method: 'GET', bucket: 'ab', query: { location: '' } })
    expect(outcome(response)).toEqual({ status: 400, code: 'InvalidBucketName' })
  })
})

describe('GetBucketVersioning', () => {
  test('reports that versioning was never set', async () => {
    const bucket = await given.bucket()
    const response = await request({ method: 'GET', bucket, query: { versioning: '' } })
    expect(response.status).toBe(200)
    expect(texts(response.text, 'Status')).toEqual([])
  })
})
