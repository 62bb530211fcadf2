/** A copy onto its own object, which is how metadata, headers and the storage class of an object are changed. */
import { type TestResponse, texts, waitUntil } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { given, request } from '../target.ts'
import { tagsOf, versionsOf } from './inside.ts'
import { OK } from './locks.ts'
import { uploadInParts } from './multipart-upload.ts'

const REPLACE = { 'x-amz-metadata-directive': 'REPLACE' }
const HEADERS = {
  'cache-control': 'no-cache',
  'content-disposition': 'attachment; filename="a.txt"',
  'content-encoding': 'br',
  'content-language': 'de',
  'content-type': 'text/a',
  'x-amz-meta-a': '1',
  'x-amz-tagging': 't=1',
} as const
const ALL_HEADERS = Object.fromEntries(Object.entries(HEADERS).filter(([name]) => name !== 'x-amz-tagging'))
const METADATA_HEADERS = Object.keys(ALL_HEADERS)
const REFUSED = '400 InvalidRequest'

const onto = (bucket: string, headers: Record<string, string>, source = `${bucket}/k`) =>
  request({ method: 'PUT', bucket, key: 'k', headers: { 'x-amz-copy-source': source, ...headers } })
const head = (bucket: string, versionId?: string) =>
  request({ method: 'HEAD', bucket, key: 'k', ...(versionId !== undefined && { query: { versionId } }) })
const dateOf = ({ headers }: TestResponse) => Date.parse(headers['last-modified'] ?? '')
const headersOf = ({ headers }: TestResponse) =>
  Object.fromEntries(METADATA_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))

async function withObject(versioning?: 'Enabled' | 'Suspended') {
  const bucket = await given.bucket(versioning)
  await given.object(bucket, 'k', 'text', HEADERS)
  return bucket
}

describe('a copy onto itself', () => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['sets the type alone', { 'content-type': 'text/b' }, { 'content-type': 'text/b' }],
    [
      'sets the encoding alone',
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'gzip', 'content-type': 'binary/octet-stream' },
    ],
    [
      'sets the language alone',
      { 'content-language': 'en' },
      { 'content-language': 'en', 'content-type': 'binary/octet-stream' },
    ],
    [
      'sets caching alone',
      { 'cache-control': 'max-age=1' },
      { 'cache-control': 'max-age=1', 'content-type': 'binary/octet-stream' },
    ],
    [
      'sets the disposition alone',
      { 'content-disposition': 'inline' },
      { 'content-disposition': 'inline', 'content-type': 'binary/octet-stream' },
    ],
    [
      'sets user metadata alone',
      { 'x-amz-meta-a': '2' },
      { 'x-amz-meta-a': '2', 'content-type': 'binary/octet-stream' },
    ],
    ['removes everything', {}, { 'content-type': 'binary/octet-stream' }],
    ['sets all of them', HEADERS, ALL_HEADERS],
  ])('that replaces metadata %s', async (_, headers, expected) => {
    const bucket = await withObject()
    expect((await onto(bucket, { ...REPLACE, ...headers })).status).toBe(200)
    expect(headersOf(await head(bucket))).toEqual(expected)
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('text')
    expect(await tagsOf(bucket)).toEqual({ t: '1' })
  })

  test.each<[string, Record<string, string>]>([
    ['of metadata alone', { 'x-amz-meta-a': '2' }],
    ['of headers alone', { 'content-type': 'text/b' }],
    ['of tags without their directive', { 'x-amz-tagging': 'n=2' }],
    ['with both directives at COPY', { 'x-amz-metadata-directive': 'COPY', 'x-amz-tagging-directive': 'COPY' }],
    ['with the storage class that it has', { 'x-amz-storage-class': 'STANDARD' }],
  ])('is rejected without a directive to replace: %s', async (_, headers) => {
    const bucket = await withObject()
    expect((await onto(bucket, headers)).outcome).toBe(REFUSED)
    expect(await tagsOf(bucket)).toEqual({ t: '1' })
  })

  test('keeps the ETag and updates the date', async () => {
    const bucket = await withObject()
    const before = await head(bucket)
    const earlier = dateOf(before)
    await waitUntil('the next second', () => Date.now() >= earlier + 1000)
    const response = await onto(bucket, { ...REPLACE, 'content-type': 'text/b' })
    const after = await head(bucket)
    expect([response.headers.etag, after.headers.etag]).toEqual([before.headers.etag, before.headers.etag])
    expect(dateOf(after)).toBeGreaterThan(earlier)
  })

  test('of a multipart object gets a new ETag', async () => {
    const bucket = await given.bucket()
    const { text } = await uploadInParts(bucket, 'k', ['parts'], { 'x-amz-meta-a': '1' })
    expect(texts(text, 'ETag')[0]).toMatch(/-1"$/)
    expect((await onto(bucket, { ...REPLACE, 'x-amz-meta-a': '2' })).status).toBe(200)
    const { headers } = await head(bucket)
    expect([headers.etag, headers['x-amz-meta-a']]).toEqual([expect.stringMatching(/^"[0-9a-f]{32}"$/), '2'])
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('parts')
  })

  test('changes the storage class, and keeps it only when the header repeats it', async () => {
    const bucket = await withObject()
    const rare = { 'x-amz-storage-class': 'REDUCED_REDUNDANCY' }
    const classes = [(await onto(bucket, rare)).outcome, (await head(bucket)).headers['x-amz-storage-class']]
    for (const headers of [rare, {}]) {
      classes.push((await onto(bucket, { ...REPLACE, ...headers, ...HEADERS })).code)
      classes.push((await head(bucket)).headers['x-amz-storage-class'])
    }
    expect(classes).toEqual([OK, 'REDUCED_REDUNDANCY', undefined, 'REDUCED_REDUNDANCY', undefined, undefined])
    expect(headersOf(await head(bucket))).toEqual(ALL_HEADERS)
    expect(await tagsOf(bucket)).toEqual({ t: '1' })
  })

  test('replaces tags next to metadata', async () => {
    const bucket = await withObject()
    const tags = { 'x-amz-tagging-directive': 'REPLACE', 'x-amz-tagging': 'n=2&o=' }
    expect((await onto(bucket, { ...REPLACE, ...tags, 'x-amz-meta-b': '2' })).status).toBe(200)
    expect(await tagsOf(bucket)).toEqual({ n: '2', o: '' })
    expect((await head(bucket)).headers).toMatchObject({ 'x-amz-meta-b': '2', 'x-amz-tagging-count': '2' })
  })

  test.each<[string, Record<string, string>, string]>([
    ['more metadata than fits', { 'x-amz-meta-a': 'x'.repeat(2100) }, '400 MetadataTooLarge'],
    [
      'eleven tags',
      {
        'x-amz-tagging-directive': 'REPLACE',
        'x-amz-tagging': Array.from({ length: 11 }, (_, at) => `t${at}=`).join('&'),
      },
      '400 BadRequest',
    ],
    ['a source that has changed', { 'x-amz-copy-source-if-match': '"other"' }, '412 PreconditionFailed'],
    ['another storage class', { 'x-amz-storage-class': 'GLACIER' }, '400 InvalidStorageClass'],
  ])('with %s changes nothing', async (_, headers, outcome) => {
    const bucket = await withObject('Enabled')
    const before = await head(bucket)
    expect((await onto(bucket, { ...REPLACE, ...headers })).outcome).toBe(outcome)
    const after = await head(bucket)
    expect([headersOf(after), after.headers['x-amz-version-id']]).toEqual([
      headersOf(before),
      before.headers['x-amz-version-id'],
    ])
    expect(await tagsOf(bucket)).toEqual({ t: '1' })
  })
})

describe('a copy onto itself in a versioned bucket', () => {
  test('creates a version and leaves the previous one unchanged', async () => {
    const bucket = await withObject('Enabled')
    const [first = ''] = await versionsOf(bucket)
    const response = await onto(bucket, { ...REPLACE, 'x-amz-meta-a': '2' })
    expect(await versionsOf(bucket)).toEqual([response.headers['x-amz-version-id'], first])
    expect((await head(bucket, first)).headers).toMatchObject({ 'x-amz-meta-a': '1', 'content-type': 'text/a' })
    expect((await head(bucket)).headers).toMatchObject({ 'x-amz-meta-a': '2' })
  })

  test('of an older version restores it as the latest, with the changes', async () => {
    const bucket = await withObject('Enabled')
    const [first = ''] = await versionsOf(bucket)
    await given.version(bucket, 'k', 'two')
    expect((await onto(bucket, { ...REPLACE, 'x-amz-meta-a': '3' }, `${bucket}/k?versionId=${first}`)).status).toBe(200)
    const got = await request({ method: 'GET', bucket, key: 'k' })
    expect([got.text, got.headers['x-amz-meta-a']]).toEqual(['text', '3'])
    expect(await versionsOf(bucket)).toHaveLength(3)
  })

  test('of a deleted object fails, but restores it by its version', async () => {
    const bucket = await withObject('Enabled')
    const [first = ''] = await versionsOf(bucket)
    await request({ method: 'DELETE', bucket, key: 'k' })
    expect((await onto(bucket, REPLACE)).outcome).toBe('404 NoSuchKey')
    expect((await onto(bucket, {}, `${bucket}/k?versionId=${first}`)).status).toBe(200)
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('text')
    expect(await tagsOf(bucket)).toEqual({ t: '1' })
  })

  test('replaces the null version while versioning is suspended', async () => {
    const bucket = await withObject('Suspended')
    expect((await onto(bucket, { ...REPLACE, 'x-amz-meta-a': '2' })).status).toBe(200)
    expect(await versionsOf(bucket)).toEqual(['null'])
    expect((await head(bucket)).headers).toMatchObject({ 'x-amz-meta-a': '2' })
  })

  test('keeps the version from before versioning', async () => {
    const bucket = await withObject()
    await given.versioning(bucket, 'Enabled')
    const response = await onto(bucket, { ...REPLACE, 'x-amz-meta-a': '2' })
    expect(await versionsOf(bucket)).toEqual([response.headers['x-amz-version-id'], 'null'])
    expect((await head(bucket, 'null')).headers).toMatchObject({ 'x-amz-meta-a': '1' })
  })

  test('that changes nothing is rejected and creates no version', async () => {
    const bucket = await withObject('Enabled')
    expect((await onto(bucket, {})).outcome).toBe(REFUSED)
    expect(await versionsOf(bucket)).toHaveLength(1)
  })
})
