import { texts, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { differs, given, request, target } from '../target.ts'

describe('ListBuckets', () => {
  test('lists buckets in name order, with owner and creation date', async () => {
    const made = [await given.bucket(), await given.bucket(), await given.bucket()].sort()

    const response = await request({ method: 'GET' })

    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('application/xml')
    const names = texts(response.text, 'Name')
    expect(names.filter((name) => made.includes(name))).toEqual(made)
    expect(names).toEqual([...names].sort())
    for (const date of texts(response.text, 'CreationDate'))
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(texts(response.text, 'ID')).toEqual(['02d6176db174dc93cb1b899f7c6078f08654445fe8cf1b6ce98d8855f66bdbf4'])
    expect(texts(response.text, 'DisplayName')).toEqual(['minio'])
  })

  test('rejects an unknown access key', async () => {
    const response = await request({ method: 'GET', credentials: { ...target.root, accessKey: 'nobody-we-know' } })
    expect(response.outcome).toBe('403 InvalidAccessKeyId')
  })

  test('rejects a wrong secret', async () => {
    const response = await request({ method: 'GET', credentials: { ...target.root, secretKey: 'not-the-secret' } })
    expect(response.outcome).toBe('403 SignatureDoesNotMatch')
  })

  test('rejects anonymous callers, even with a public bucket', async () => {
    const bucket = await given.bucket()
    const Statement = [
      { Effect: 'Allow', Principal: '*', Action: ['s3:ListBucket'], Resource: [`arn:aws:s3:::${bucket}`] },
    ]
    const body = JSON.stringify({ Version: '2012-10-17', Statement })
    expect((await request({ method: 'PUT', bucket, query: { policy: '' }, body })).status).toBe(204)
    expect((await request({ method: 'GET', credentials: undefined })).outcome).toBe('403 AccessDenied')
  })

  test('every response contains a request ID', async () => {
    const response = await request({ method: 'GET' })
    expect(response.headers['x-amz-request-id']).toMatch(/^[0-9A-F]{16}$/)
  })
})

describe('a page of ListBuckets', () => {
  const reason =
    'a client that requests a page or a prefix must not mistake all buckets for it; MinIO always returns all'
  const list = (query: Record<string, string>) => request({ method: 'GET', query })
  const names = (text: string) => texts(text, 'Name')

  /** Five buckets with a unique prefix. */
  async function five(): Promise<{ prefix: string; buckets: string[] }> {
    const prefix = uniqueName('page')
    const buckets = [1, 2, 3, 4, 5].map((at) => `${prefix}-${at}`)
    for (const bucket of buckets) await request({ method: 'PUT', bucket })
    return { prefix, buckets }
  }

  test('contains the buckets of a prefix', async () => {
    await given.bucket()
    const { prefix, buckets } = await five()
    const { text } = await list({ prefix })
    const others = names(text).filter((name) => !buckets.includes(name))
    expect([names(text).filter((name) => buckets.includes(name)), others.length > 0]).toEqual(
      differs({ engine: [buckets, false], minio: [buckets, true] }, reason),
    )
    expect(texts(text, 'Prefix')).toEqual(differs({ engine: [prefix], minio: [] }, reason))
  })

  test('is followed by further pages until the last', async () => {
    const { prefix, buckets } = await five()
    const pages: string[][] = []
    let token: string | undefined
    do {
      const more: Record<string, string> = token === undefined ? {} : { 'continuation-token': token }
      const { text } = await list({ prefix, 'max-buckets': '2', ...more })
      pages.push(names(text).filter((name) => buckets.includes(name)))
      token = texts(text, 'ContinuationToken')[0]
    } while (token !== undefined)
    expect(pages).toEqual(
      differs({ engine: [buckets.slice(0, 2), buckets.slice(2, 4), buckets.slice(4)], minio: [buckets] }, reason),
    )
  })

  test('contains no bucket of another region', async () => {
    const { prefix } = await five()
    const count = async (region: string) => names((await list({ prefix, 'bucket-region': region })).text).length
    expect(await count('elsewhere-1')).toEqual(differs({ engine: 0, minio: expect.any(Number) }, reason))
    expect(await count('us-east-1')).toEqual(differs({ engine: 5, minio: expect.any(Number) }, reason))
  })

  test.each<Record<string, string>>([
    { 'max-buckets': '0' },
    { 'max-buckets': '10001' },
    { 'max-buckets': 'many' },
    { 'continuation-token': 'no token' },
  ])('is not %j', async (query) => {
    expect((await list(query)).outcome).toBe(differs({ engine: '400 InvalidArgument', minio: '200' }, reason))
  })
})
