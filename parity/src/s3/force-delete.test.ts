/** MinIO's `x-minio-force-delete`: a bucket with everything in it, or everything under a prefix, in one request. */
import { accountsOf, allow, deny, sendUrl, type TestResponse, texts, uniqueName } from '@cooperage/testkit'
import { presignUrl } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { followLink, requestV2 } from '../signature-v2.ts'
import { differs, given, request, target } from '../target.ts'
import { lockedBucket } from './locks.ts'
import { createUpload } from './multipart-upload.ts'

const GONE = '204'
const DENIED = '403 AccessDenied'
const accounts = accountsOf(target)

const force = (bucket: string, key?: string, options: { value?: string; as?: typeof target.root } = {}) =>
  request({
    method: 'DELETE',
    bucket,
    ...(key === undefined ? {} : { key }),
    headers: { 'x-minio-force-delete': options.value ?? 'true' },
    ...(options.as === undefined ? {} : { credentials: options.as }),
  })

/** The keys of all versions and delete markers in the bucket. */
async function keysIn(bucket: string): Promise<string[]> {
  const { text } = await request({ method: 'GET', bucket, query: { versions: '' } })
  return texts(text, 'Key')
}

describe('force-deleting a bucket', () => {
  test('removes it with versions, delete markers and uploads', async () => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'a/b')
    await given.version(bucket, 'a/b')
    await request({ method: 'DELETE', bucket, key: 'a/b' })
    await createUpload(bucket, 'upload')
    expect((await force(bucket)).outcome).toBe(GONE)
    expect((await request({ method: 'HEAD', bucket })).status).toBe(404)
    // A bucket of the same name starts empty.
    await request({ method: 'PUT', bucket })
    expect(await keysIn(bucket)).toEqual([])
  })

  test('removes more objects than one page lists', async () => {
    const bucket = await given.bucket()
    await Promise.all(Array.from({ length: 1100 }, (_, at) => given.object(bucket, `k${at}`, 'x')))
    expect((await force(bucket)).outcome).toBe(GONE)
    expect((await request({ method: 'HEAD', bucket })).status).toBe(404)
  })

  test.each(['false', '0', 'F'])('is an ordinary DELETE when the header is %s', async (value) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    expect((await force(bucket, undefined, { value })).outcome).toBe('409 BucketNotEmpty')
  })

  test('rejects a header that is neither true nor false', async () => {
    const bucket = await given.bucket()
    expect((await force(bucket, undefined, { value: 'yes' })).outcome).toBe('400 InvalidRequest')
  })

  test('succeeds where there is no bucket', async () => {
    expect((await force(uniqueName())).outcome).toBe(GONE)
  })

  test('needs s3:ForceDeleteBucket besides s3:DeleteBucket', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    for (const action of ['s3:DeleteBucket', 's3:ForceDeleteBucket']) {
      expect((await force(bucket, undefined, { as: await accounts.allowed(allow([action], bucket)) })).outcome).toBe(
        DENIED,
      )
    }
    const both = await accounts.allowed(allow(['s3:DeleteBucket', 's3:ForceDeleteBucket'], bucket))
    expect((await force(bucket, undefined, { as: both })).outcome).toBe(GONE)
  })

  test('rejects a bucket with object locking, also when it is empty', async () => {
    expect((await force(await lockedBucket())).outcome).toBe('405 MethodNotAllowed')
  })
})

describe('force-deleting a prefix', () => {
  test('removes every version under it and keeps its neighbours', async () => {
    const bucket = await given.bucket('Enabled')
    for (const key of ['a/b', 'a/b', 'a/c/d', 'ab', 'b/a/c']) await given.version(bucket, key)
    await request({ method: 'DELETE', bucket, key: 'a/c/d' })
    expect((await force(bucket, 'a/')).outcome).toBe(GONE)
    expect(await keysIn(bucket)).toEqual(['ab', 'b/a/c'])
  })

  test('without the trailing slash removes the object of that name too', async () => {
    const bucket = await given.bucket()
    for (const key of ['a', 'a.txt', 'ab', 'x/a']) await given.object(bucket, key)
    expect((await force(bucket, 'a')).outcome).toBe(GONE)
    expect(await keysIn(bucket)).toEqual(['a.txt', 'ab', 'x/a'])
  })

  test('succeeds when nothing matches', async () => {
    const bucket = await given.bucket()
    expect((await force(bucket, 'nothing/')).outcome).toBe(GONE)
    expect((await force(uniqueName(), 'nothing/')).status).toBe(
      differs({ engine: 404, minio: 204 }, 'a misspelled bucket name is an error'),
    )
  })

  test('refuses to remove a single version', async () => {
    const bucket = await given.bucket('Enabled')
    const [first] = [await given.version(bucket, 'a'), await given.version(bucket, 'a')]
    const response = await request({
      method: 'DELETE',
      bucket,
      key: 'a',
      query: { versionId: first },
      headers: { 'x-minio-force-delete': 'true' },
    })
    expect([response.status, (await keysIn(bucket)).length]).toEqual(
      differs({ engine: [501, 2], minio: [204, 0] }, 'a request for one version must not delete all versions'),
    )
  })

  test('needs s3:DeleteObject on the prefix', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a/b')
    const reader = await accounts.allowed(allow(['s3:GetObject'], `${bucket}/*`))
    expect((await force(bucket, 'a/', { as: reader })).outcome).toBe(DENIED)
    const deleter = await accounts.allowed(allow(['s3:DeleteObject'], `${bucket}/a/*`))
    expect((await force(bucket, 'a/', { as: deleter })).outcome).toBe(GONE)
  })

  test('does not remove what a policy denies', async () => {
    const bucket = await given.bucket()
    for (const key of ['a/b', 'a/kept']) await given.object(bucket, key)
    const user = await accounts.allowed(
      allow(['s3:DeleteObject'], `${bucket}/a/*`),
      deny(['s3:DeleteObject'], `${bucket}/a/kept`),
    )
    expect([(await force(bucket, 'a/', { as: user })).status, await keysIn(bucket)]).toEqual(
      differs({ engine: [403, ['a/b', 'a/kept']], minio: [204, []] }, 'a Deny applies to every kind of deletion'),
    )
  })
})

describe('x-minio-force-delete that the signature does not cover', () => {
  const UNSIGNED = { 'x-minio-force-delete': 'true' }
  const REASON = 'the holder of a link that deletes one object could delete everything under its key'

  async function filled(): Promise<{ bucket: string; path: string }> {
    const bucket = await given.bucket()
    for (const key of ['a', 'a/b']) await given.object(bucket, key)
    return { bucket, path: `/${bucket}/a` }
  }

  test.each<[string, (of: { bucket: string; path: string }) => Promise<TestResponse>, number]>([
    [
      'a request of version 4',
      ({ path }) =>
        request({ method: 'DELETE', path, afterSigning: ({ headers }) => void Object.assign(headers, UNSIGNED) }),
      400,
    ],
    [
      'a link of version 4',
      ({ path }) => {
        const url = new URL(path, target.url)
        const link = presignUrl({ method: 'DELETE', url, credentials: target.root, expiresInSeconds: 60 })
        return sendUrl(link, { method: 'DELETE', headers: UNSIGNED })
      },
      400,
    ],
    ['a request of version 2', ({ path }) => requestV2({ method: 'DELETE', path, headers: UNSIGNED }), 403],
    ['a link of version 2', ({ path }) => followLink({ method: 'DELETE', path, unsignedHeaders: UNSIGNED }), 403],
    [
      'a request of version 2 on the bucket',
      ({ bucket }) => requestV2({ method: 'DELETE', path: `/${bucket}`, headers: UNSIGNED }),
      403,
    ],
  ])('is rejected with %s', async (_, send, status) => {
    const made = await filled()
    const response = await send(made)
    const left = (await request({ method: 'GET', bucket: made.bucket, key: 'a/b' })).status
    expect([response.outcome, left]).toEqual(
      differs({ engine: [`${status} AccessDenied`, 200], minio: [GONE, 404] }, REASON),
    )
  })

  test('does not affect a version 2 link without the header', async () => {
    const { bucket, path } = await filled()
    expect((await followLink({ method: 'DELETE', path })).outcome).toBe(GONE)
    expect(await keysIn(bucket)).toEqual(['a/b'])
  })
})
