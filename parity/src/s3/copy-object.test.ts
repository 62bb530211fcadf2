import { createHash } from 'node:crypto'
import { texts } from '@cooperage/testkit'
import { checksumHeader, createChecksum, objectPath, parseCopied } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, ODD_KEYS, request } from '../target.ts'
import { tagsOf } from './inside.ts'
import { uploadInParts } from './multipart-upload.ts'

const MD5_OF_SOURCE = '36cd38f49b9afa08222c0dc9ebfe35eb'

function copy(bucket: string, key: string, source: string, headers: Record<string, string> = {}) {
  return request({ method: 'PUT', bucket, key, headers: { 'x-amz-copy-source': source, ...headers } })
}

function head(bucket: string, key: string, headers: Record<string, string> = {}) {
  return request({ method: 'HEAD', bucket, key, headers })
}

async function withSource() {
  const bucket = await given.bucket()
  await given.object(bucket, 'source', 'source', {
    'x-amz-meta-a': '1',
    'content-type': 'text/a',
    'cache-control': 'no-cache',
    'x-amz-tagging': 't=1',
  })
  return bucket
}

describe('CopyObject', () => {
  test('copies bytes, metadata and tags', async () => {
    const bucket = await withSource()
    const before = Date.now() - 1000
    const response = await copy(bucket, 'copy', `/${bucket}/source`)
    expect(response.outcome).toBe('200')
    const copied = parseCopied('object', response.bytes)
    expect(copied.etag).toBe(MD5_OF_SOURCE)
    expect(copied.lastModified).toBeGreaterThan(before)
    expect(response.headers).toMatchObject({ etag: `"${MD5_OF_SOURCE}"`, 'content-type': 'application/xml' })

    const got = await request({ method: 'GET', bucket, key: 'copy' })
    expect(got).toMatchObject({
      text: 'source',
      headers: {
        'x-amz-meta-a': '1',
        'content-type': 'text/a',
        'cache-control': 'no-cache',
        etag: `"${MD5_OF_SOURCE}"`,
      },
    })
    expect(await tagsOf(bucket, 'copy')).toEqual({ t: '1' })
  })

  test('keeps the copy intact when its source is overwritten and deleted', async () => {
    const bucket = await given.bucket()
    const body = Buffer.alloc(300_000, 'abc')
    await given.object(bucket, 'source', body)
    await copy(bucket, 'copy', `${bucket}/source`)
    await copy(bucket, 'copy of copy', `${bucket}/copy`)
    await given.object(bucket, 'source', 'other')
    await request({ method: 'DELETE', bucket, key: 'source' })
    await request({ method: 'DELETE', bucket, key: 'copy' })
    expect((await request({ method: 'GET', bucket, key: 'copy of copy' })).bytes.equals(body)).toBe(true)
  })

  test('copies to another bucket', async () => {
    const bucket = await withSource()
    const other = await given.bucket()
    expect((await copy(other, 'copy', `${bucket}/source`)).status).toBe(200)
    expect((await request({ method: 'GET', bucket: other, key: 'copy' })).text).toBe('source')
  })

  test('copies an empty object', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'source', '')
    expect((await copy(bucket, 'copy', `${bucket}/source`)).status).toBe(200)
    expect((await head(bucket, 'copy')).headers['content-length']).toBe('0')
  })

  test('replaces metadata and tags only when directed to', async () => {
    const bucket = await withSource()
    await copy(bucket, 'metadata', `${bucket}/source`, {
      'x-amz-metadata-directive': 'REPLACE',
      'x-amz-meta-b': '2',
      'x-amz-tagging': 'n=2',
    })
    const { headers } = await head(bucket, 'metadata')
    expect([
      headers['x-amz-meta-a'],
      headers['x-amz-meta-b'],
      headers['content-type'],
      headers['cache-control'],
    ]).toEqual([undefined, '2', 'binary/octet-stream', undefined])
    expect(await tagsOf(bucket, 'metadata')).toEqual({ t: '1' })

    await copy(bucket, 'tags', `${bucket}/source`, { 'x-amz-tagging-directive': 'REPLACE', 'x-amz-tagging': 'n=2' })
    expect(await tagsOf(bucket, 'tags')).toEqual({ n: '2' })
    expect((await head(bucket, 'tags')).headers['x-amz-meta-a']).toBe('1')
    await copy(bucket, 'tags', `${bucket}/source`, { 'x-amz-tagging-directive': 'REPLACE' })
    expect(await tagsOf(bucket, 'tags')).toEqual({})
  })

  test('keeps the source metadata despite other headers without a directive', async () => {
    const bucket = await withSource()
    await copy(bucket, 'copy', `${bucket}/source`, { 'x-amz-meta-b': '2', 'content-type': 'text/b' })
    const { headers } = await head(bucket, 'copy')
    expect([headers['x-amz-meta-a'], headers['x-amz-meta-b'], headers['content-type']]).toEqual([
      '1',
      undefined,
      'text/a',
    ])
  })

  test.each([
    ['x-amz-metadata-directive', 'BAD', 'Unknown metadata directive.'],
    ['x-amz-metadata-directive', 'replace', 'Unknown metadata directive.'],
    ['x-amz-tagging-directive', 'BAD', 'Unknown tag directive.'],
  ])('rejects %s: %s', async (name, directive, message) => {
    const bucket = await withSource()
    const response = await copy(bucket, 'copy', `${bucket}/source`, { [name]: directive })
    expect(response.refusal).toBe(`400 InvalidArgument: ${message}`)
  })

  test.each([{}, { 'x-amz-storage-class': 'STANDARD' }])(
    'rejects a copy onto itself that changes nothing: %j',
    async (headers) => {
      const bucket = await withSource()
      const response = await copy(bucket, 'source', `${bucket}/source`, headers)
      expect(response.outcome).toBe('400 InvalidRequest')
      expect(response.message).toBe(
        "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
      )
    },
  )

  test('changes metadata or tags by a copy onto itself', async () => {
    const bucket = await withSource()
    const source = `${bucket}/source`
    const metadata = { 'x-amz-metadata-directive': 'REPLACE', 'x-amz-meta-z': '9' }
    expect((await copy(bucket, 'source', source, metadata)).status).toBe(200)
    expect((await head(bucket, 'source')).headers).toMatchObject({ 'x-amz-meta-z': '9', etag: `"${MD5_OF_SOURCE}"` })
    expect(await tagsOf(bucket, 'source')).toEqual({ t: '1' })
    const tags = { 'x-amz-tagging-directive': 'REPLACE', 'x-amz-tagging': 'k=v' }
    expect((await copy(bucket, 'source', source, tags)).status).toBe(200)
    expect(await tagsOf(bucket, 'source')).toEqual({ k: 'v' })
    expect((await request({ method: 'GET', bucket, key: 'source' })).text).toBe('source')
  })

  test.each([
    ['a missing object', (bucket: string) => `${bucket}/nothing`, '404 NoSuchKey'],
    ['a missing bucket', () => 'parity-not-there/nothing', '404 NoSuchBucket'],
    ['a bucket', (bucket: string) => bucket, '400 InvalidArgument'],
    ['a bucket and a slash', (bucket: string) => `${bucket}/`, '400 InvalidArgument'],
    ['a slash', () => '/', '400 InvalidArgument'],
    ['nothing', () => '', '400 InvalidArgument'],
    ['an invalid object name', (bucket: string) => `${bucket}/a/../b`, '400 XMinioInvalidObjectName'],
    ['an invalid version', (bucket: string) => `${bucket}/source?versionId=zz`, '404 NoSuchVersion'],
    [
      'a missing version',
      (bucket: string) => `${bucket}/source?versionId=11111111-1111-4111-8111-111111111111`,
      '404 NoSuchVersion',
    ],
  ])('rejects %s as its source', async (_, source, outcome) => {
    const bucket = await withSource()
    expect((await copy(bucket, 'copy', source(bucket))).outcome).toBe(outcome)
    expect((await head(bucket, 'copy')).status).toBe(404)
  })

  test('reports a missing destination bucket', async () => {
    const bucket = await withSource()
    expect((await copy('parity-not-there', 'copy', `${bucket}/source`)).outcome).toBe('404 NoSuchBucket')
  })

  test.each(['source', 'other%zz'])('accepts an escaped or unescaped source: %s', async (key) => {
    const bucket = await given.bucket()
    await given.object(bucket, key, 'read')
    const source = key === 'source' ? `${bucket}%2Fsource` : `${bucket}/${key}`
    expect((await copy(bucket, 'copy', source)).status).toBe(200)
    expect((await request({ method: 'GET', bucket, key: 'copy' })).text).toBe('read')
  })

  test.each(ODD_KEYS)('copies from and to an unusual key: %j', async (key) => {
    const bucket = await given.bucket()
    await given.object(bucket, key, 'odd')
    const other = await given.bucket()
    expect((await copy(other, key, objectPath(bucket, key))).outcome).toBe('200')
    expect((await request({ method: 'GET', bucket: other, key })).text).toBe('odd')
  })
})

describe('CopyObject under a condition', () => {
  const past = 'Fri, 01 Jan 2010 00:00:00 GMT'
  const future = 'Wed, 01 Jan 2031 00:00:00 GMT'

  test.each<[Record<string, string>, number]>([
    [{ match: `"${MD5_OF_SOURCE}"` }, 200],
    [{ match: MD5_OF_SOURCE }, 200],
    [{ match: '"bad"' }, 412],
    [{ 'none-match': '"bad"' }, 200],
    [{ 'none-match': `"${MD5_OF_SOURCE}"` }, 412],
    [{ 'none-match': '*' }, 412],
    [{ 'modified-since': past }, 200],
    [{ 'modified-since': future }, 412],
    [{ 'unmodified-since': future }, 200],
    [{ 'unmodified-since': past }, 412],
    [{ match: MD5_OF_SOURCE, 'unmodified-since': past }, differs({ engine: 200, minio: 412 }, 'AWS documents 200')],
    [{ match: '"bad"', 'unmodified-since': future }, 412],
    [{ 'none-match': '"bad"', 'modified-since': past }, 200],
    [{ 'none-match': '"bad"', 'modified-since': future }, 412],
    [{ 'none-match': MD5_OF_SOURCE, 'modified-since': past }, 412],
    [{ match: MD5_OF_SOURCE, 'none-match': MD5_OF_SOURCE }, 412],
  ])('%j returns %i', async (conditions, status) => {
    const bucket = await withSource()
    const headers = Object.entries(conditions).map(([name, value]) => [`x-amz-copy-source-if-${name}`, value])
    const response = await copy(bucket, 'copy', `${bucket}/source`, Object.fromEntries(headers))
    expect(response.outcome).toBe(status === 200 ? '200' : `${status} PreconditionFailed`)
    expect((await head(bucket, 'copy')).status).toBe(status === 200 ? 200 : 404)
    if (status === 412) expect(response.headers.etag).toBe(`"${MD5_OF_SOURCE}"`)
  })
})

describe('CopyObject between versions', () => {
  test('creates a version from the requested one', async () => {
    const bucket = await given.bucket('Enabled')
    const first = await given.version(bucket, 'k', 'one')
    await given.version(bucket, 'k', 'two')
    const response = await copy(bucket, 'copy', `${bucket}/k?versionId=${first}`)
    expect(response.headers['x-amz-copy-source-version-id']).toBe(first)
    const got = await request({ method: 'GET', bucket, key: 'copy' })
    expect([got.text, got.headers['x-amz-version-id']]).toEqual(['one', response.headers['x-amz-version-id']])
  })

  test('returns no source version when none was requested', async () => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'k', 'one')
    const response = await copy(bucket, 'copy', `${bucket}/k`)
    expect([response.status, response.headers['x-amz-copy-source-version-id']]).toEqual([200, undefined])
  })

  test.each(['versionId=', 'versionId'])('rejects an empty version: %s', async (query) => {
    const bucket = await withSource()
    expect((await copy(bucket, 'copy', `${bucket}/source?${query}`)).outcome).toBe(
      differs(
        { engine: '400 InvalidArgument', minio: '200' },
        'a copy that lacks the version it was meant for must not be one of another; AWS refuses an empty ID',
      ),
    )
  })

  test('restores an older version by copying it onto its object', async () => {
    const bucket = await given.bucket('Enabled')
    const first = await given.version(bucket, 'k', 'one')
    await given.version(bucket, 'k', 'two')
    expect((await copy(bucket, 'k', `${bucket}/k?versionId=${first}`)).status).toBe(200)
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('one')
    const { text } = await request({ method: 'GET', bucket, query: { versions: '' } })
    expect(texts(text, 'VersionId')).toHaveLength(3)
  })

  test('names the null version', async () => {
    const bucket = await withSource()
    const response = await copy(bucket, 'copy', `${bucket}/source?versionId=null`)
    expect([
      response.status,
      response.headers['x-amz-copy-source-version-id'],
      response.headers['x-amz-version-id'],
    ]).toEqual([200, 'null', undefined])
  })

  test('rejects a delete marker and identifies it', async () => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'k', 'one')
    const marker = (await request({ method: 'DELETE', bucket, key: 'k' })).headers['x-amz-version-id'] ?? ''
    const headers = { 'x-amz-delete-marker': 'true', 'x-amz-version-id': marker }
    expect(await copy(bucket, 'copy', `${bucket}/k`)).toMatchObject({ outcome: '404 NoSuchKey', headers })
    expect(await copy(bucket, 'copy', `${bucket}/k?versionId=${marker}`)).toMatchObject({
      outcome: differs(
        { engine: '400 InvalidRequest', minio: '405 MethodNotAllowed' },
        'as AWS documents it: PUT is allowed, but not with this source',
      ),
      headers,
    })
  })
})

describe('ETag and checksums of a copy', () => {
  const checked = { 'x-amz-checksum-mode': 'ENABLED' }
  const sum = (algorithm: 'crc32c' | 'sha256' | 'crc64nvme', text: string) => {
    const checksum = createChecksum(algorithm)
    checksum.update(Buffer.from(text))
    return checksum.base64()
  }

  test('of a multipart object cover the whole object', async () => {
    const bucket = await given.bucket()
    const body = 'the only part'
    await uploadInParts(bucket, 'source', [body])
    const response = await copy(bucket, 'copy', `${bucket}/source`)
    const md5 = createHash('md5').update(body).digest('hex')
    expect(response.headers).toMatchObject({
      etag: `"${md5}"`,
      'x-amz-checksum-crc64nvme': sum('crc64nvme', body),
      'x-amz-checksum-type': 'FULL_OBJECT',
    })
    expect((await head(bucket, 'copy', checked)).headers).toMatchObject({ etag: `"${md5}"` })
    const part = await request({ method: 'HEAD', bucket, key: 'copy', query: { partNumber: '1' } })
    expect([part.status, part.headers['x-amz-mp-parts-count']]).toEqual([206, undefined])
  })

  test.each(['source', ''])('of an object without a checksum are computed: %j', async (body) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'source', body)
    const { headers } = await copy(bucket, 'copy', `${bucket}/source`)
    const expected = { 'x-amz-checksum-crc64nvme': sum('crc64nvme', body), 'x-amz-checksum-type': 'FULL_OBJECT' }
    expect(headers).toMatchObject(expected)
    expect((await head(bucket, 'copy', checked)).headers).toMatchObject(expected)
  })

  test('stay those of the source', async () => {
    const bucket = await given.bucket()
    const name = checksumHeader('sha256')
    await given.object(bucket, 'source', 'text', { [name]: sum('sha256', 'text') })
    const expected = { [name]: sum('sha256', 'text'), 'x-amz-checksum-type': 'FULL_OBJECT' }
    expect((await copy(bucket, 'copy', `${bucket}/source`)).headers).toMatchObject(expected)
    expect((await head(bucket, 'copy', checked)).headers).toMatchObject(expected)
  })

  test('are computed with the requested algorithm', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'source', 'text', { 'x-amz-checksum-sha256': sum('sha256', 'text') })
    const { headers } = await copy(bucket, 'copy', `${bucket}/source`, { 'x-amz-checksum-algorithm': 'CRC32C' })
    const names = ['x-amz-checksum-crc32c', 'x-amz-checksum-sha256', 'x-amz-checksum-type']
    expect(names.map((name) => headers[name])).toEqual([sum('crc32c', 'text'), undefined, 'FULL_OBJECT'])
  })

  test('are rejected for an unknown algorithm', async () => {
    const bucket = await withSource()
    expect((await copy(bucket, 'copy', `${bucket}/source`, { 'x-amz-checksum-algorithm': 'FOO' })).outcome).toBe(
      differs(
        { engine: '400 InvalidArgument', minio: '200' },
        'an unsupported request is rejected, as it is when a multipart upload is created',
      ),
    )
  })

  test.each([
    ['an unknown storage class', { 'x-amz-storage-class': 'FOO' }, '400 InvalidStorageClass'],
    ['wrong tags', { 'x-amz-tagging-directive': 'REPLACE', 'x-amz-tagging': 'a=b&a=c' }, '400 InvalidTag'],
  ])('rejects %s', async (_, headers, outcome) => {
    const bucket = await withSource()
    expect((await copy(bucket, 'copy', `${bucket}/source`, headers)).outcome).toBe(outcome)
  })
})
