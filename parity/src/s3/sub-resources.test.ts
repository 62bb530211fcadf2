/** Query parameters that select an unsupported operation must not run the plain operation. */
import { uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { differs, given, request } from '../target.ts'

const reason = 'a request for another operation must not overwrite or delete; MinIO ignores unknown parameters'
const refused = '501 NotImplemented'
const done = '200'

describe('an unknown sub-resource', () => {
  test.each<Record<string, string>>([
    { renameObject: '' },
    { annotation: '' },
    { annotation: 'name' },
    { policy: '' },
    { 'acl.extra': '' },
    { versionid: 'null' },
    { versionId: 'null' },
  ])('does not become a PutObject: %j', async (query) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'old')
    const response = await request({ method: 'PUT', bucket, key: 'k', query, body: 'new' })
    const { text } = await request({ method: 'GET', bucket, key: 'k' })
    expect([response.outcome, text]).toEqual(differs({ engine: [refused, 'old'], minio: [done, 'new'] }, reason))
  })

  test('is named in the error', async () => {
    const bucket = await given.bucket()
    const { message } = await request({ method: 'PUT', bucket, key: 'k', query: { renameObject: '' } })
    expect(message).toEqual(
      differs({ engine: 'The sub-resource renameObject is not implemented by this server.', minio: undefined }, reason),
    )
  })

  test('does not become a CopyObject', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'source', 'new')
    const headers = { 'x-amz-copy-source': `${bucket}/source` }
    const response = await request({ method: 'PUT', bucket, key: 'k', query: { annotation: '' }, headers })
    expect(response.outcome).toBe(differs({ engine: refused, minio: done }, reason))
  })

  test('does not become a DeleteObject', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    const response = await request({ method: 'DELETE', bucket, key: 'k', query: { annotation: '' } })
    const { status } = await request({ method: 'HEAD', bucket, key: 'k' })
    expect([response.outcome, status]).toEqual(differs({ engine: [refused, 200], minio: ['204', 404] }, reason))
  })

  test('does not become a CreateBucket or a DeleteBucket', async () => {
    const bucket = uniqueName('sub')
    const query = { metadataTable: '' }
    expect((await request({ method: 'PUT', bucket, query })).outcome).toBe(
      differs({ engine: refused, minio: done }, reason),
    )
    const there = await given.bucket()
    expect((await request({ method: 'DELETE', bucket: there, query })).outcome).toBe(
      differs({ engine: refused, minio: '204' }, reason),
    )
  })

  test('is ignored by reads', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'text')
    const query = { annotation: '' }
    expect((await request({ method: 'GET', bucket, key: 'k', query })).text).toBe('text')
    expect((await request({ method: 'HEAD', bucket, key: 'k', query })).status).toBe(200)
  })
})

test.each<Record<string, string>>([
  { 'x-id': 'PutObject' },
  { 'x-batch': '7' },
  { 'X-Amz-Something': 'v' },
  { 'response-content-type': 'text/plain' },
])('a parameter that selects no operation does not affect an upload: %j', async (query) => {
  const bucket = await given.bucket()
  expect((await request({ method: 'PUT', bucket, key: 'k', query, body: 'new' })).outcome).toBe(done)
  expect((await request({ method: 'DELETE', bucket, key: 'k', query })).status).toBe(204)
})
