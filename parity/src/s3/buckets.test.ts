import { texts, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { differs, given, request, target } from '../target.ts'

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
    expect((await request({ method: 'PUT', bucket })).outcome).toBe('409 BucketAlreadyOwnedByYou')
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
    expect((await request({ method: 'PUT', bucket })).outcome).toBe('400 InvalidBucketName')
  })

  test.each(['abc', 'with.dots', '1digits9', `l${'o'.repeat(61)}g`])('accepts a name like "%s"', async (name) => {
    const bucket =
      name.length > 60 ? `${uniqueName()}${'o'.repeat(63 - uniqueName().length)}` : `${name}.${uniqueName()}`
    expect((await request({ method: 'PUT', bucket })).status).toBe(200)
    expect((await request({ method: 'DELETE', bucket })).status).toBe(204)
  })

  test('rejects a reserved name', async () => {
    expect((await request({ method: 'PUT', bucket: 'minio' })).outcome).toBe('403 AllAccessDisabled')
  })

  test('rejects a body that is not XML', async () => {
    expect((await request({ method: 'PUT', bucket: uniqueName(), body: 'no xml' })).outcome).toBe('400 MalformedXML')
  })

  test('rejects anonymous callers', async () => {
    const response = await request({ method: 'PUT', bucket: uniqueName(), credentials: undefined })
    expect(response.outcome).toBe('403 AccessDenied')
  })
})

describe('HeadBucket', () => {
  test('finds a bucket', async () => {
    const bucket = await given.bucket()
    expect((await request({ method: 'HEAD', bucket })).status).toBe(200)
  })

  test('reports a missing bucket without a body', async () => {
    const response = await request({ method: 'HEAD', bucket: uniqueName() })
    expect(response.outcome).toBe('404 NoSuchBucket')
    expect(response.bytes.length).toBe(0)
  })

  test('rejects a wrong secret without a body', async () => {
    const bucket = await given.bucket()
    const response = await request({
      method: 'HEAD',
      bucket,
      credentials: { ...target.root, secretKey: 'not-the-secret' },
    })
    expect(response.outcome).toBe('403 SignatureDoesNotMatch')
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
    expect((await request({ method: 'DELETE', bucket })).outcome).toBe('409 BucketNotEmpty')
  })

  test('removes a bucket with only an incomplete upload', async () => {
    const bucket = await given.bucket()
    await request({ method: 'POST', bucket, key: 'k', query: { uploads: '' } })
    expect((await request({ method: 'DELETE', bucket })).status).toBe(204)
  })

  test('reports a missing bucket', async () => {
    expect((await request({ method: 'DELETE', bucket: uniqueName() })).outcome).toBe('404 NoSuchBucket')
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
    expect(response.outcome).toBe('404 NoSuchBucket')
    expect(texts(response.text, 'BucketName')).toEqual([bucket])
    expect(texts(response.text, 'Resource')).toEqual([`/${bucket}`])
  })

  test('rejects an invalid bucket name', async () => {
    const response = await request({ method: 'GET', bucket: 'ab', query: { location: '' } })
    expect(response.outcome).toBe('400 InvalidBucketName')
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
