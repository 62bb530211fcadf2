import { parseListMultipartUploads } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, ODD_KEYS, request } from '../target.ts'
import { createUpload } from './multipart-upload.ts'

const ONE_KEY = 'MinIO lists the uploads of exactly one key, or of all; S3 lists those of a prefix'

function list(bucket: string, query: Record<string, string> = {}) {
  return request({ method: 'GET', bucket, query: { uploads: '', ...query } })
}

async function page(bucket: string, query: Record<string, string> = {}) {
  const response = await list(bucket, query)
  expect(response.outcome).toBe('200')
  return parseListMultipartUploads(response.bytes)
}

const keysOf = ({ uploads }: Awaited<ReturnType<typeof page>>) => uploads.map(({ key }) => key)

describe('ListMultipartUploads', () => {
  test('returns the uploads of a key in order of creation', async () => {
    const bucket = await given.bucket()
    const ids = [await createUpload(bucket, 'k'), await createUpload(bucket, 'k')]
    const before = Date.now() - 10_000
    const { uploads, ...rest } = await page(bucket, { prefix: 'k' })
    expect(uploads.map(({ key, uploadId }) => [key, uploadId])).toEqual(ids.map((id) => ['k', id]))
    for (const { initiatedAt } of uploads) expect(initiatedAt).toBeGreaterThan(before)
    expect(rest).toEqual({
      bucket,
      prefix: 'k',
      keyMarker: '',
      uploadIdMarker: '',
      nextKeyMarker: '',
      nextUploadIdMarker: '',
      maxUploads: 10_000,
      isTruncated: false,
      commonPrefixes: [],
    })
  })

  test('omits aborted uploads', async () => {
    const bucket = await given.bucket()
    const uploadId = await createUpload(bucket, 'k')
    expect((await request({ method: 'DELETE', bucket, key: 'k', query: { uploadId } })).status).toBe(204)
    expect((await page(bucket, { prefix: 'k' })).uploads).toEqual([])
  })

  test('returns the uploads of all keys', async () => {
    const bucket = await given.bucket()
    for (const key of ['b', 'a', 'a/1']) await createUpload(bucket, key)
    expect(keysOf(await page(bucket)).toSorted()).toEqual(['a', 'a/1', 'b'])
  })

  test('accepts a prefix and a delimiter', async () => {
    const bucket = await given.bucket()
    for (const key of ['a/1', 'a/2', 'ab', 'b']) await createUpload(bucket, key)
    expect(keysOf(await page(bucket, { prefix: 'a' }))).toEqual(
      differs({ engine: ['a/1', 'a/2', 'ab'], minio: [] }, ONE_KEY),
    )
    const { uploads, commonPrefixes } = await page(bucket, { prefix: 'a', delimiter: '/' })
    expect([uploads.map(({ key }) => key), commonPrefixes]).toEqual(
      differs({ engine: [['ab'], ['a/']], minio: [[], []] }, ONE_KEY),
    )
  })

  test('returns pages, and continues after an upload', async () => {
    const bucket = await given.bucket()
    const ids = [await createUpload(bucket, 'k'), await createUpload(bucket, 'k'), await createUpload(bucket, 'k')]
    const first = await page(bucket, { prefix: 'k', 'max-uploads': '2' })
    expect([first.isTruncated, first.nextUploadIdMarker, first.uploads.length]).toEqual([true, ids[1], 2])
    expect(first.nextKeyMarker).toBe(
      differs({ engine: 'k', minio: '' }, 'the upload ID marker applies together with the key marker'),
    )
    const rest = await page(bucket, { prefix: 'k', 'key-marker': 'k', 'upload-id-marker': first.nextUploadIdMarker })
    expect([rest.isTruncated, rest.uploads.map(({ uploadId }) => uploadId)]).toEqual([false, [ids[2]]])
  })

  test.each(['-1', 'x'])('rejects max-uploads %s', async (number) => {
    const response = await list(await given.bucket(), { 'max-uploads': number })
    expect(response.outcome).toBe('400 InvalidArgument')
    expect(response.message).toBe('Argument max-uploads must be an integer between 0 and 2147483647')
  })

  test('ignores an upload ID marker without a key', async () => {
    expect((await list(await given.bucket(), { 'upload-id-marker': 'x' })).outcome).toBe(
      differs({ engine: '200', minio: '404 NoSuchUpload' }, 'as AWS documents'),
    )
  })

  test('rejects a missing bucket', async () => {
    expect((await list('parity-not-there')).outcome).toBe('404 NoSuchBucket')
  })

  test('rejects an unknown encoding', async () => {
    expect((await list(await given.bucket(), { 'encoding-type': 'x' })).outcome).toBe(
      differs({ engine: '400 InvalidArgument', minio: '200' }, 'every other listing rejects it, in MinIO too'),
    )
  })

  test.each([false, true])('returns every unusual key unchanged (encoded: %s)', async (isEncoded) => {
    const bucket = await given.bucket()
    const keys = ODD_KEYS.filter((key) => !key.endsWith('/'))
    for (const key of keys) await createUpload(bucket, key)
    for (const key of keys) {
      const query = { prefix: key, ...(isEncoded ? { 'encoding-type': 'url' } : {}) }
      expect(keysOf(await page(bucket, query))).toEqual([key])
    }
  })
})
