/** Requests with an expected bucket owner fail for a bucket of another owner. */
import { describe, expect, test } from 'vitest'
import { differs, given, request } from '../target.ts'

const EXPECTED = 'x-amz-expected-bucket-owner'
const SOURCE = 'x-amz-source-expected-bucket-owner'
const OWNER = '02d6176db174dc93cb1b899f7c6078f08654445fe8cf1b6ce98d8855f66bdbf4'
const reason = "the header protects a client from using another owner's bucket; MinIO ignores it"
const denied = '403 AccessDenied'
const done = '200'

describe.each(['111122223333', 'nobody'])('a bucket is not that of %s', (other) => {
  test.each([
    ['PutObject', 'PUT', 'k', {}],
    ['GetObject', 'GET', 'k', {}],
    ['HeadObject', 'HEAD', 'k', {}],
    ['ListObjectsV2', 'GET', undefined, { 'list-type': '2' }],
    ['HeadBucket', 'HEAD', undefined, {}],
    ['GetBucketVersioning', 'GET', undefined, { versioning: '' }],
  ] as const)('%s', async (_, method, key, query) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    const headers = { [EXPECTED]: other }
    const response = await request({ method, bucket, query, headers, ...(key === undefined ? {} : { key }) })
    expect(response.outcome).toBe(differs({ engine: denied, minio: done }, reason))
  })

  test('neither is the source bucket of a copy', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'source')
    const headers = { 'x-amz-copy-source': `${bucket}/source`, [SOURCE]: other }
    expect((await request({ method: 'PUT', bucket, key: 'k', headers })).outcome).toBe(
      differs({ engine: denied, minio: done }, reason),
    )
  })

  test('and nothing is deleted', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    await request({ method: 'DELETE', bucket, key: 'k', headers: { [EXPECTED]: other } })
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(
      differs({ engine: 200, minio: 404 }, reason),
    )
  })
})

test('the owner that ListBuckets names is the one to expect', async () => {
  const bucket = await given.bucket()
  await given.object(bucket, 'source')
  const headers = { 'x-amz-copy-source': `${bucket}/source`, [EXPECTED]: OWNER, [SOURCE]: OWNER }
  expect((await request({ method: 'PUT', bucket, key: 'k', headers })).outcome).toBe(done)
})
