import { parseListVersions } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, ODD_KEYS, request, target } from '../target.ts'

function list(bucket: string, query: Record<string, string> = {}) {
  return request({ method: 'GET', bucket, query: { versions: '', ...query } })
}

async function page(bucket: string, query: Record<string, string> = {}) {
  const response = await list(bucket, query)
  expect(response.outcome).toBe('200')
  return parseListVersions(response.bytes)
}

/** a: two versions; b: a version and a delete marker; d/e and d/f: one version each. */
async function filled() {
  const bucket = await given.bucket('Enabled')
  const a1 = await given.version(bucket, 'a', '1')
  const a2 = await given.version(bucket, 'a', '22')
  const b1 = await given.version(bucket, 'b', '333')
  const marker = (await request({ method: 'DELETE', bucket, key: 'b' })).headers['x-amz-version-id'] ?? ''
  const e1 = await given.version(bucket, 'd/e')
  const f1 = await given.version(bucket, 'd/f')
  return { bucket, a1, a2, b1, marker, e1, f1 }
}

const idsOf = ({ versions }: Awaited<ReturnType<typeof page>>) => versions.map(({ versionId }) => versionId)

describe('ListObjectVersions', () => {
  test('returns versions and delete markers by key, latest first', async () => {
    const { bucket, a1, a2, b1, marker, e1, f1 } = await filled()
    const { versions, ...rest } = await page(bucket)
    expect(versions).toMatchObject([
      { key: 'a', versionId: a2, isLatest: true, isDeleteMarker: false, size: 2 },
      { key: 'a', versionId: a1, isLatest: false, isDeleteMarker: false, size: 1 },
      { key: 'b', versionId: marker, isLatest: true, isDeleteMarker: true, size: 0, etag: '' },
      { key: 'b', versionId: b1, isLatest: false, isDeleteMarker: false, size: 3 },
      { key: 'd/e', versionId: e1, isLatest: true },
      { key: 'd/f', versionId: f1, isLatest: true },
    ])
    expect(rest).toEqual({
      bucket,
      prefix: '',
      keyMarker: '',
      versionIdMarker: '',
      maxKeys: 1000,
      isTruncated: false,
      commonPrefixes: [],
    })
  })

  test('names the null version of an object without versioning', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    expect((await page(bucket)).versions).toMatchObject([{ key: 'k', versionId: 'null', isLatest: true }])
  })

  test('accepts a prefix', async () => {
    const { bucket, e1, f1 } = await filled()
    expect(idsOf(await page(bucket, { prefix: 'd/' }))).toEqual([e1, f1])
  })

  test('accepts a delimiter', async () => {
    const { bucket } = await filled()
    const listed = await page(bucket, { delimiter: '/' })
    expect([listed.versions.length, listed.commonPrefixes, listed.delimiter]).toEqual([4, ['d/'], '/'])
  })

  test.each([1, 2, 3, 5])('returns everything once in pages of %i', async (size) => {
    const { bucket, a1, a2, b1, marker, e1, f1 } = await filled()
    const ids: string[] = []
    let markers: Record<string, string> = {}
    for (let pages = 0; pages < 7; pages++) {
      const listed = await page(bucket, { 'max-keys': String(size), ...markers })
      expect(listed.maxKeys).toBe(size)
      ids.push(...idsOf(listed))
      if (!listed.isTruncated) break
      expect(listed.nextVersionIdMarker).toBe(ids.at(-1))
      markers = {
        'key-marker': listed.nextKeyMarker ?? '',
        'version-id-marker': listed.nextVersionIdMarker ?? '',
      }
    }
    expect(ids).toEqual([a2, a1, marker, b1, e1, f1])
  })

  test('continues from a key marker', async () => {
    const { bucket } = await filled()
    expect((await page(bucket, { 'max-keys': '1' })).nextKeyMarker).toBe(
      differs({ engine: 'a', minio: 'a[minio_cache:v2,return:]' }, 'the suffix is internal to MinIO'),
    )
  })

  test('continues after all versions of a key without a version marker', async () => {
    const { bucket, marker, b1, e1, f1 } = await filled()
    expect(idsOf(await page(bucket, { 'key-marker': 'a' }))).toEqual([marker, b1, e1, f1])
    expect(idsOf(await page(bucket, { 'key-marker': 'b', prefix: '' }))).toEqual([e1, f1])
  })

  test('rejects a version marker without a key marker', async () => {
    const { bucket } = await filled()
    expect((await list(bucket, { 'version-id-marker': 'x' })).outcome).toBe(
      differs({ engine: '400 InvalidArgument', minio: '501 NotImplemented' }, 'as in AWS, the argument is at fault'),
    )
  })

  test('continues after a marker outside the prefix', async () => {
    const { bucket, e1, f1 } = await filled()
    if (target.kind === 'minio') {
      expect((await list(bucket, { prefix: 'd/', 'key-marker': 'a' })).status).toBe(501)
      return
    }
    expect(idsOf(await page(bucket, { prefix: 'd/', 'key-marker': 'a' }))).toEqual([e1, f1])
    expect(idsOf(await page(bucket, { prefix: 'd/', 'key-marker': 'z' }))).toEqual([])
  })

  test('returns nothing for max-keys 0', async () => {
    const { bucket } = await filled()
    expect(await page(bucket, { 'max-keys': '0' })).toMatchObject({ versions: [], isTruncated: false, maxKeys: 0 })
  })

  test.each(['-1', 'x'])('rejects max-keys %s', async (number) => {
    const response = await list(await given.bucket(), { 'max-keys': number })
    expect(response.outcome).toBe('400 InvalidArgument')
    expect(response.message).toBe('Argument maxKeys must be an integer between 0 and 2147483647')
  })

  test('rejects an unknown encoding and a missing bucket', async () => {
    const bucket = await given.bucket()
    expect((await list(bucket, { 'encoding-type': 'x' })).outcome).toBe('400 InvalidArgument')
    expect((await list('parity-not-there')).outcome).toBe('404 NoSuchBucket')
    expect((await request({ method: 'GET', bucket, query: { versions: '' }, credentials: undefined })).outcome).toBe(
      '403 AccessDenied',
    )
  })

  test.each([false, true])('returns every unusual key unchanged (encoded: %s)', async (isEncoded) => {
    const bucket = await given.bucket('Enabled')
    for (const key of ODD_KEYS) await given.version(bucket, key, '')
    const { versions } = await page(bucket, isEncoded ? { 'encoding-type': 'url' } : {})
    expect(versions.map(({ key }) => key)).toEqual(
      ODD_KEYS.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    )
  })

  test('adds metadata and tags when asked, for versions only', async () => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'k', '1', {
      'x-amz-meta-foo-1x_y.z': 'v&<',
      'x-amz-tagging': 't=1&u=a%20b',
      'cache-control': 'no-cache',
      'content-type': 'text/x',
      expires: 'Sun, 01 Dec 2030 16:00:00 GMT',
    })
    await request({ method: 'DELETE', bucket, key: 'k' })
    const { versions } = await page(bucket, { metadata: 'true' })
    expect(versions.map(({ metadata }) => metadata)).toEqual([
      undefined,
      {
        headers: { 'content-type': 'text/x', 'cache-control': 'no-cache', 'x-amz-meta-foo-1x_y.z': 'v&<' },
        tags: 't=1&u=a%20b',
      },
    ])
  })
})
