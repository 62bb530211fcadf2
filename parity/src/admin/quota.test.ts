/**
 * The hard quota of a bucket. MinIO compares with the usage from its last scan, so on a new bucket it counts
 * only the incoming object. Unless they say otherwise, cases use single objects that exceed the quota.
 */
import { type TestResponse, uniqueName, waitUntil } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postForm } from '../form.ts'
import { type OwnServer, startOwnServer } from '../own-server.ts'
import { completeUpload, createUpload, putPart } from '../s3/multipart-upload.ts'
import { differs, given, request } from '../target.ts'
import { admin, allow, newUser } from './iam-calls.ts'

const QUOTA = 1000
const DONE = '200'
const EXCEEDED = '400 XMinioAdminBucketQuotaExceeded'
const LAGS = 'the engine updates the usage with every write, MinIO periodically'
const CLIENTS_FAULT = 'a client error must not be a server error, which clients would retry'

const set = (bucket: string, plain: unknown) => admin('PUT', 'set-bucket-quota', { query: { bucket }, plain })
const get = async (bucket: string) => (await admin('GET', 'get-bucket-quota', { query: { bucket } })).json
const put = (bucket: string, key: string, bytes: number, headers: Record<string, string> = {}) =>
  request({ method: 'PUT', bucket, key, body: 'x'.repeat(bytes), headers })
const copy = (from: string, bucket: string, key: string, headers: Record<string, string> = {}) =>
  request({ method: 'PUT', bucket, key, headers: { 'x-amz-copy-source': from, ...headers } })

async function limited(quota = QUOTA, versioning?: 'Enabled' | 'Suspended'): Promise<string> {
  const bucket = await given.bucket(versioning)
  expect((await set(bucket, { quota, size: quota, quotatype: 'hard' })).outcome).toBe(DONE)
  return bucket
}

async function big(bytes = 2 * QUOTA): Promise<string> {
  const bucket = await given.bucket()
  await given.object(bucket, 'big', 'x'.repeat(bytes))
  return `/${bucket}/big`
}

const NONE = { quota: 0, size: 0, rate: 0, requests: 0 }

describe('get-bucket-quota', () => {
  test('returns zeros and no type for a bucket without a quota', async () => {
    expect(await get(await given.bucket())).toEqual(NONE)
  })

  test.each([
    ["by today's field", { size: 2000, quotatype: 'hard' }],
    ['with the older field', { quota: 1000, quotatype: 'hard' }],
    ['by both', { quota: 1000, size: 2000, quotatype: 'hard' }],
    ['of nothing', { quotatype: 'hard' }],
    ['up to the largest safe integer', { size: Number.MAX_SAFE_INTEGER, quotatype: 'hard' }],
  ])('returns a quota set %s', async (_, quota) => {
    const bucket = await given.bucket()
    const response = await set(bucket, quota)
    expect([response.outcome, response.text]).toEqual([DONE, ''])
    expect(await get(bucket)).toEqual({ ...NONE, ...quota })
  })

  test('reads field names in any case and ignores unknown ones', async () => {
    const bucket = await given.bucket()
    expect((await set(bucket, { Size: 77, QuotaType: 'hard', more: true })).outcome).toBe(DONE)
    expect(await get(bucket)).toEqual({ ...NONE, size: 77, quotatype: 'hard' })
  })

  test.each([
    ['as mc does', { quota: 0, quotatype: '' }],
    ['with nothing', {}],
    ['with null', 'null'],
  ])('is empty after it was cleared %s', async (_, clear) => {
    const bucket = await limited()
    expect((await set(bucket, clear)).outcome).toBe(DONE)
    expect(await get(bucket)).toEqual(NONE)
    expect((await put(bucket, 'k', 2 * QUOTA)).outcome).toBe(DONE)
  })

  test.each(['get', 'set'])("%s doesn't find an unknown bucket", async (verb) => {
    const bucket = uniqueName('missing')
    const response =
      verb === 'get' ? await admin('GET', 'get-bucket-quota', { query: { bucket } }) : await set(bucket, {})
    expect(response.refusal).toBe('404 NoSuchBucket: The specified bucket does not exist')
  })

  test('requires a bucket', async () => {
    expect((await admin('GET', 'get-bucket-quota')).outcome).toBe('426 XMinioAdminVersionMismatch')
    expect((await admin('PUT', 'set-bucket-quota', { plain: {} })).status).toBe(426)
  })

  test('is part of the account information', async () => {
    const bucket = await limited()
    const quota = await waitUntil('the account information names the quota', async () => {
      const { json } = await admin('GET', 'accountinfo')
      const found = Object(json).Buckets.find(({ name }: { name: string }) => name === bucket)
      return found?.details.quota.size > 0 && found.details.quota
    })
    expect(quota).toEqual({ ...NONE, quota: QUOTA, size: QUOTA, quotatype: 'hard' })
  })
})

describe('set-bucket-quota rejects', () => {
  test('the obsolete type fifo', async () => {
    const bucket = await limited()
    const response = await set(bucket, { quota: 5, quotatype: 'fifo' })
    expect(response.refusal).toBe(
      "500 InternalError: We encountered an internal error, please try again.: cause(invalid quota type 'fifo')",
    )
    expect(await get(bucket)).toMatchObject({ size: QUOTA, quotatype: 'hard' })
  })

  test.each<[string, unknown, string]>([
    ['another type', { quota: 5, quotatype: 'soft' }, 'InvalidArgument'],
    ['the type in upper case', { quota: 5, quotatype: 'HARD' }, 'InvalidArgument'],
    ['a quota without type', { quota: 5 }, 'InvalidArgument'],
    ['a negative quota', { quota: -1, quotatype: 'hard' }, 'XMinioAdminConfigBadJSON'],
    ['a fraction of a byte', { quota: 1.5, quotatype: 'hard' }, 'XMinioAdminConfigBadJSON'],
    ['a string instead of a number', { quota: '5', quotatype: 'hard' }, 'XMinioAdminConfigBadJSON'],
    ['a number instead of a string', { quota: 5, quotatype: 5 }, 'XMinioAdminConfigBadJSON'],
    ['a list', [], 'XMinioAdminConfigBadJSON'],
    ['no JSON', 'nonsense', 'XMinioAdminConfigBadJSON'],
    ['text after the JSON', '{"quota":5,"quotatype":"hard"} more', 'XMinioAdminConfigBadJSON'],
    ['an empty body', '', 'XMinioAdminConfigBadJSON'],
  ])('%s', async (_, payload, code) => {
    const bucket = await limited()
    expect((await set(bucket, payload)).outcome).toBe(
      differs({ engine: `400 ${code}`, minio: '500 InternalError' }, CLIENTS_FAULT),
    )
    expect(await get(bucket)).toMatchObject({ size: QUOTA, quotatype: 'hard' })
  })

  test('a rate limit', async () => {
    const bucket = await given.bucket()
    expect((await set(bucket, { rate: 5, requests: 6, quotatype: 'hard' })).outcome).toBe(
      differs(
        { engine: '501 NotImplemented', minio: DONE },
        'MinIO stores it and ignores it; the engine accepts nothing that it would ignore',
      ),
    )
  })

  test('a quota beyond the largest safe integer', async () => {
    const bucket = await given.bucket()
    expect((await set(bucket, '{"quota":9007199254740993,"quotatype":"hard"}')).outcome).toBe(
      differs({ engine: '400 InvalidArgument', minio: DONE }, 'the engine supports up to eight pebibytes'),
    )
  })
})

describe('The permissions for quotas', () => {
  test('are admin:GetBucketQuota and admin:SetBucketQuota', async () => {
    const bucket = await limited()
    const reader = await newUser.allowed({ Effect: 'Allow', Action: ['admin:GetBucketQuota'] })
    const writer = await newUser.allowed({ Effect: 'Allow', Action: ['admin:SetBucketQuota'] })
    const statuses = []
    for (const as of [reader, writer]) {
      statuses.push((await admin('GET', 'get-bucket-quota', { query: { bucket }, as })).status)
      statuses.push((await admin('PUT', 'set-bucket-quota', { query: { bucket }, plain: {}, as })).status)
    }
    expect(statuses).toEqual([200, 403, 403, 200])
  })

  test('are not those of S3', async () => {
    const bucket = await limited()
    const as = await newUser.allowed(allow(['s3:*'], '*'))
    expect((await admin('GET', 'get-bucket-quota', { query: { bucket }, as })).outcome).toBe('403 AccessDenied')
  })
})

describe('A hard quota', () => {
  test('is exceeded by an object of its size', async () => {
    const bucket = await limited()
    expect((await put(bucket, 'more', QUOTA + 1)).outcome).toBe(EXCEEDED)
    expect((await put(bucket, 'exact', QUOTA)).refusal).toBe(`${EXCEEDED}: Bucket quota exceeded`)
    expect((await put(bucket, 'less', QUOTA - 1)).outcome).toBe(DONE)
  })

  test.each([
    ['the newer field if both are set', { quota: 10, size: QUOTA }, QUOTA - 1, DONE],
    ['the newer field if it is smaller', { quota: 10 * QUOTA, size: QUOTA }, QUOTA, EXCEEDED],
    ['the older field alone', { quota: QUOTA }, QUOTA, EXCEEDED],
    ['nothing if it is zero', { quota: 0 }, 10 * QUOTA, DONE],
  ])('is %s', async (_, quota, bytes, expected) => {
    const bucket = await given.bucket()
    await set(bucket, { ...quota, quotatype: 'hard' })
    expect((await put(bucket, 'k', bytes)).outcome).toBe(expected)
  })

  test('applies to versions', async () => {
    const bucket = await limited(QUOTA, 'Enabled')
    expect((await put(bucket, 'k', QUOTA)).outcome).toBe(EXCEEDED)
    expect((await put(bucket, 'k', 10)).outcome).toBe(DONE)
  })

  test('rejects copies, even within the bucket', async () => {
    const bucket = await limited(5 * QUOTA)
    await put(bucket, 'own', 2 * QUOTA)
    await set(bucket, { quota: QUOTA, quotatype: 'hard' })
    expect((await copy(await big(), bucket, 'k')).outcome).toBe(EXCEEDED)
    expect((await copy(`/${bucket}/own`, bucket, 'k')).outcome).toBe(EXCEEDED)
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
  })

  test('allows metadata to be replaced', async () => {
    const bucket = await limited(5 * QUOTA)
    await put(bucket, 'own', 2 * QUOTA)
    await set(bucket, { quota: QUOTA, quotatype: 'hard' })
    const replaced = { 'x-amz-metadata-directive': 'REPLACE', 'x-amz-meta-a': '1' }
    expect((await copy(`/${bucket}/own`, bucket, 'own', replaced)).outcome).toBe(DONE)
    const tagging = '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>'
    expect((await request({ method: 'PUT', bucket, key: 'own', query: { tagging: '' }, body: tagging })).outcome).toBe(
      DONE,
    )
  })

  test('allows an upload to be created but rejects its parts', async () => {
    const bucket = await limited()
    const upload = await createUpload(bucket, 'k')
    expect((await putPart(bucket, 'k', upload, 1, 'x'.repeat(QUOTA))).outcome).toBe(EXCEEDED)
    expect((await putPart(bucket, 'k', 'no-such-upload', 1, 'x'.repeat(QUOTA))).outcome).toBe(EXCEEDED)
    const part = await putPart(bucket, 'k', upload, 1, 'x'.repeat(QUOTA - 1))
    expect((await completeUpload(bucket, 'k', upload, [part])).outcome).toBe(DONE)
  })

  test('rejects a copied part', async () => {
    const bucket = await limited()
    const source = await big()
    const upload = await createUpload(bucket, 'k')
    const copyPart = (headers: Record<string, string>) =>
      request({
        method: 'PUT',
        bucket,
        key: 'k',
        query: { uploadId: upload, partNumber: '1' },
        headers: { 'x-amz-copy-source': source, ...headers },
      })
    expect((await copyPart({})).outcome).toBe(EXCEEDED)
    expect((await copyPart({ 'x-amz-copy-source-range': 'bytes=0-99' })).outcome).toBe(
      differs({ engine: DONE, minio: EXCEEDED }, 'MinIO counts the whole source of a range copy'),
    )
  })

  test('counts parts only once their upload is completed', async () => {
    const bucket = await limited()
    const [one, other] = [await createUpload(bucket, 'one'), await createUpload(bucket, 'other')]
    const part = await putPart(bucket, 'one', one, 1, 'x'.repeat(QUOTA - 1))
    expect(part.outcome).toBe(DONE)
    expect((await putPart(bucket, 'one', one, 2, 'x'.repeat(QUOTA - 1))).outcome).toBe(DONE)
    expect((await putPart(bucket, 'other', other, 1, 'x'.repeat(QUOTA - 1))).outcome).toBe(DONE)
    expect((await completeUpload(bucket, 'one', one, [part])).outcome).toBe(DONE)
    expect((await put(bucket, 'object', QUOTA - 1)).outcome).toBe(
      differs({ engine: EXCEEDED, minio: DONE }, 'MinIO counts only what its scanner has seen'),
    )
  })

  test('is checked again when an upload is completed', async () => {
    const bucket = await limited(10 * QUOTA)
    const upload = await createUpload(bucket, 'k')
    const part = await putPart(bucket, 'k', upload, 1, 'x'.repeat(2 * QUOTA))
    await set(bucket, { quota: QUOTA, quotatype: 'hard' })
    expect((await completeUpload(bucket, 'k', upload, [part])).outcome).toBe(
      differs({ engine: EXCEEDED, minio: DONE }, 'many parts below the quota could make an object beyond it'),
    )
  })

  test('rejects a form upload', async () => {
    const bucket = await limited()
    const post = (bytes: number) => postForm(bucket, { file: { content: 'x'.repeat(bytes) } })
    expect((await post(10)).status).toBe(204)
    expect((await post(QUOTA)).outcome).toBe(
      differs({ engine: EXCEEDED, minio: '204' }, 'no kind of upload may bypass the quota'),
    )
  })

  test('is checked before a failing precondition', async () => {
    const bucket = await limited()
    await put(bucket, 'k', 10)
    expect((await put(bucket, 'k', QUOTA, { 'if-none-match': '*' })).outcome).toBe(EXCEEDED)
  })

  test('applies to its bucket only', async () => {
    await limited()
    expect((await put(await given.bucket(), 'k', 2 * QUOTA)).outcome).toBe(DONE)
  })

  test('is deleted with its bucket', async () => {
    const bucket = await limited()
    expect((await request({ method: 'DELETE', bucket })).status).toBe(204)
    expect((await request({ method: 'PUT', bucket })).status).toBe(200)
    expect(await get(bucket)).toEqual(NONE)
  })

  test('applies to concurrent uploads', async () => {
    const bucket = await limited()
    const responses = await Promise.all(Array.from({ length: 20 }, (_, at) => put(bucket, `k${at}`, 300)))
    const stored = responses.filter(({ status }: TestResponse) => status === 200).length
    expect(stored).toBe(differs({ engine: 3, minio: 20 }, LAGS))
  })

  test('counts every version and every copy', async () => {
    const bucket = await limited(QUOTA, 'Enabled')
    await put(bucket, 'k', 400)
    await put(bucket, 'k', 400)
    expect((await copy(`/${bucket}/k`, bucket, 'copy')).outcome).toBe(differs({ engine: EXCEEDED, minio: DONE }, LAGS))
  })
})

/** As objects are counted by size; the first one is the sum of four others. */
const SIZE_RANGES = [
  'BETWEEN_1024B_AND_1_MB',
  'BETWEEN_1024_B_AND_64_KB',
  'BETWEEN_10_MB_AND_64_MB',
  'BETWEEN_128_MB_AND_512_MB',
  'BETWEEN_1_MB_AND_10_MB',
  'BETWEEN_256_KB_AND_512_KB',
  'BETWEEN_512_KB_AND_1_MB',
  'BETWEEN_64_KB_AND_256_KB',
  'BETWEEN_64_MB_AND_128_MB',
  'GREATER_THAN_512_MB',
  'LESS_THAN_1024_B',
]

describe('A quota that is reached', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer()
    if (server.kind === 'minio') expect((await server.setConfig('scanner speed=fastest')).status).toBe(200)
  })
  afterAll(() => server.stop())

  test('rejects even empty objects and smaller replacements', { timeout: 150_000 }, async () => {
    const bucket = await server.bucket()
    const put = async (key: string, bytes: number) =>
      (await server.request({ method: 'PUT', bucket, key, body: 'x'.repeat(bytes) })).outcome
    const limit = async (quota: number) => {
      const body = JSON.stringify({ quota, quotatype: 'hard' })
      expect((await server.admin('set-bucket-quota', { method: 'PUT', query: { bucket }, body })).status).toBe(200)
    }
    await limit(QUOTA)
    expect(await put('large', QUOTA - 1)).toEqual(DONE)
    // Until MinIO's scanner has seen it.
    await waitUntil('the bucket counts as full', async () => (await put('tiny', 1)) === EXCEEDED, {
      deadlineMs: 140_000,
      everyMs: 500,
    })
    // The usage by bucket is what has been counted.
    const usage = await waitUntil('the usage of the bucket', async () => {
      const { bucketsUsageInfo } = JSON.parse((await server.admin('datausageinfo')).text)
      return bucketsUsageInfo?.[bucket]
    })
    expect(usage).toMatchObject({ size: expect.any(Number), objectsCount: expect.any(Number), deleteMarkersCount: 0 })
    expect(usage.size).toBeGreaterThanOrEqual(QUOTA - 1)
    expect(Object.keys(usage.objectsSizesHistogram).toSorted()).toEqual(SIZE_RANGES)
    await limit(QUOTA / 2)
    expect(await put('empty', 0)).toEqual(EXCEEDED)
    expect(await put('large', 1)).toEqual(EXCEEDED)
    expect((await server.request({ method: 'GET', bucket, key: 'large' })).status).toBe(200)
    expect((await server.request({ method: 'DELETE', bucket, key: 'large' })).status).toBe(204)
  })
})
