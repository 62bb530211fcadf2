import { createHash } from 'node:crypto'
import { texts } from '@cooperage/testkit'
import { writeCompleteMultipartUpload } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, ODD_KEYS, request } from '../target.ts'

const ETAG = '"f97c5d29941bfb1b2fdab0874906ab82"'
const OTHER = '"0123456789abcdef0123456789abcdef"'
const written = '200'
const failed = '412 PreconditionFailed'
const missing = '404 NoSuchKey'

/** Conditions with their results for an object `one` and for a missing object. */
const CASES: [Record<string, string>, string, string][] = [
  [{ 'if-match': ETAG }, written, missing],
  [{ 'if-match': ETAG.replaceAll('"', '') }, written, missing],
  [{ 'if-match': '*' }, written, missing],
  [{ 'if-match': OTHER }, failed, missing],
  [{ 'if-none-match': '*' }, failed, written],
  [{ 'if-none-match': ETAG }, failed, written],
  [{ 'if-none-match': OTHER }, written, written],
  [{ 'if-match': OTHER, 'if-none-match': OTHER }, failed, missing],
  [{ 'if-match': ETAG, 'if-none-match': OTHER }, written, missing],
]

describe('PutObject under a condition', () => {
  test.each(CASES)('%j', async (headers, onObject, onNothing) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'there', 'one')
    const put = (key: string) => request({ method: 'PUT', bucket, key, body: 'new', headers })
    expect((await put('there')).outcome).toBe(onObject)
    const isWritten = onObject === written
    expect((await request({ method: 'GET', bucket, key: 'there' })).text).toBe(isWritten ? 'new' : 'one')
    expect((await put('nothing')).outcome).toBe(onNothing)
    expect((await request({ method: 'HEAD', bucket, key: 'nothing' })).status).toBe(onNothing === written ? 200 : 404)
  })

  test('reports the current object when the condition fails', async () => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'k', 'one')
    const response = await request({ method: 'PUT', bucket, key: 'k', body: 'new', headers: { 'if-none-match': '*' } })
    expect([response.status, response.headers.etag, response.headers['x-amz-version-id']]).toEqual([
      412,
      ETAG,
      undefined,
    ])
    expect(response.headers['last-modified']).toMatch(/ GMT$/)
  })

  test('ignores dates, which are conditions for reads', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'one')
    const headers = { 'if-unmodified-since': 'Fri, 01 Jan 2010 00:00:00 GMT' }
    expect((await request({ method: 'PUT', bucket, key: 'k', body: 'new', headers })).outcome).toBe(written)
  })

  test('reports a missing bucket first', async () => {
    const response = await request({
      method: 'PUT',
      bucket: 'parity-not-there',
      key: 'k',
      body: 'x',
      headers: { 'if-match': '*' },
    })
    expect(response.outcome).toBe('404 NoSuchBucket')
  })

  test('lets exactly one of many concurrent creations succeed', async () => {
    const bucket = await given.bucket()
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        request({ method: 'PUT', bucket, key: 'k', body: `writer ${n}`, headers: { 'if-none-match': '*' } }),
      ),
    )
    const winners = responses.flatMap(({ status }, n) => (status === 200 ? [`writer ${n}`] : []))
    expect(winners).toEqual([(await request({ method: 'GET', bucket, key: 'k' })).text])
    expect(responses.filter(({ status }) => status !== 200).map(({ code }) => code)).toEqual(
      Array.from({ length: 7 }, () => 'PreconditionFailed'),
    )
  })

  test.each(ODD_KEYS)('finds the object by an unusual key: %j', async (key) => {
    const bucket = await given.bucket()
    await given.object(bucket, key, 'one')
    const response = await request({ method: 'PUT', bucket, key, body: 'new', headers: { 'if-none-match': '*' } })
    expect(response.outcome).toBe(failed)
  })
})

describe('CompleteMultipartUpload under a condition', () => {
  test.each(CASES)('%j', async (headers, onObject, onNothing) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'there', 'one')
    for (const [key, expected] of [
      ['there', onObject],
      ['nothing', onNothing],
    ] as const) {
      const created = await request({ method: 'POST', bucket, key, query: { uploads: '' } })
      const uploadId = texts(created.text, 'UploadId')[0] ?? ''
      const part = await request({ method: 'PUT', bucket, key, query: { uploadId, partNumber: '1' }, body: 'new' })
      const body = writeCompleteMultipartUpload([
        { partNumber: 1, etag: (part.headers.etag ?? '').replaceAll('"', '') },
      ])
      const completed = await request({ method: 'POST', bucket, key, query: { uploadId }, body, headers })
      expect(completed.outcome).toBe(expected)
      // A failed condition leaves the upload as it was.
      const parts = await request({ method: 'GET', bucket, key, query: { uploadId } })
      expect(parts.status).toBe(expected === written ? 404 : 200)
    }
  })
})

test('a condition on the destination of a copy', async () => {
  const bucket = await given.bucket()
  await given.object(bucket, 'k', 'one')
  await given.object(bucket, 'source')
  const headers = { 'x-amz-copy-source': `${bucket}/source`, 'if-none-match': '*' }
  expect((await request({ method: 'PUT', bucket, key: 'k', headers })).outcome).toBe(
    differs({ engine: failed, minio: written }, 'a condition must not be ignored; AWS honours it'),
  )
})

test('a condition on a delete', async () => {
  const bucket = await given.bucket()
  await given.object(bucket, 'k', 'one')
  const remove = (etag: string, query: Record<string, string> = {}) =>
    request({ method: 'DELETE', bucket, key: 'k', headers: { 'if-match': etag }, query })
  const reason = 'a conditional delete must not remove an object that fails the condition; AWS honours it'
  const done = '204'
  expect((await remove(OTHER)).outcome).toBe(differs({ engine: failed, minio: done }, reason))
  expect((await remove(ETAG)).outcome).toBe(done)
  expect((await remove(ETAG)).outcome).toBe(differs({ engine: missing, minio: done }, reason))
})

describe('conditional deletes', () => {
  const reason = 'a condition must not be ignored; AWS honours it, some in directory buckets only'
  const done = '204'
  const SIZE = 'x-amz-if-match-size'
  const TIME = 'x-amz-if-match-last-modified-time'
  const invalid = '400 InvalidArgument'

  /** An object `one`, its modification time in header format, and whether it still exists. */
  async function scene() {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'one')
    const stat = () => request({ method: 'HEAD', bucket, key: 'k' })
    const { headers } = await stat()
    return { bucket, time: headers['last-modified'] ?? '', isThere: async () => (await stat()).status === 200 }
  }

  test.each([
    ['another size', { [SIZE]: '4' }, failed],
    ['another time', { [TIME]: 'Thu, 01 Jan 2015 00:00:00 GMT' }, failed],
    ['the epoch', { [TIME]: 'Thu, 01 Jan 1970 00:00:00 GMT' }, failed],
    ['another ETag next to the size', { 'if-match': OTHER, [SIZE]: '3' }, failed],
    ['an invalid size', { [SIZE]: '-3' }, invalid],
    ['an invalid time', { [TIME]: 'yesterday' }, invalid],
  ])('DeleteObject keeps an object for %s', async (_, headers, refused) => {
    const { bucket, isThere } = await scene()
    const response = await request({ method: 'DELETE', bucket, key: 'k', headers })
    expect([response.outcome, await isThere()]).toEqual(
      differs({ engine: [refused, true], minio: [done, false] }, reason),
    )
  })

  test('DeleteObject deletes an object that meets all conditions', async () => {
    const { bucket, time, isThere } = await scene()
    const headers = { 'if-match': ETAG, [SIZE]: '3', [TIME]: time }
    expect((await request({ method: 'DELETE', bucket, key: 'k', headers })).outcome).toBe(done)
    expect(await isThere()).toBe(false)
  })

  test('conditions apply to the named version, not to the latest', async () => {
    const bucket = await given.bucket('Enabled')
    const versionId = await given.version(bucket, 'k', 'one')
    await given.version(bucket, 'k', 'another')
    const remove = (size: string) =>
      request({ method: 'DELETE', bucket, key: 'k', query: { versionId }, headers: { [SIZE]: size } })
    expect((await remove('7')).outcome).toBe(differs({ engine: failed, minio: done }, reason))
    expect((await remove('3')).outcome).toBe(done)
    expect((await remove('3')).outcome).toBe(differs({ engine: '404 NoSuchVersion', minio: done }, reason))
  })

  const deleteAll = async (bucket: string, objects: string) => {
    const body = `<Delete>${objects}</Delete>`
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    return await request({ method: 'POST', bucket, query: { delete: '' }, body, headers })
  }

  test.each([
    ['another ETag', `<ETag>${OTHER}</ETag>`, 'PreconditionFailed'],
    ['another size', '<Size>4</Size>', 'PreconditionFailed'],
    ['another time', '<LastModifiedTime>Thu, 01 Jan 2015 00:00:00 GMT</LastModifiedTime>', 'PreconditionFailed'],
    ['an invalid size', '<Size>large</Size>', 'MalformedXML'],
    ['an unknown element', '<Foo>1</Foo>', 'NotImplemented'],
  ])('DeleteObjects keeps an object for %s', async (_, condition, code) => {
    const { bucket, isThere } = await scene()
    const { text } = await deleteAll(bucket, `<Object><Key>k</Key>${condition}</Object>`)
    expect([texts(text, 'Code'), await isThere()]).toEqual(
      differs({ engine: [[code], true], minio: [[], false] }, reason),
    )
  })

  test('DeleteObjects deletes objects that meet the conditions and reports each result', async () => {
    const { bucket, time } = await scene()
    await given.object(bucket, 'other', 'one')
    const met = `<ETag>${ETAG}</ETag><Size>3</Size><LastModifiedTime>${time}</LastModifiedTime>`
    const { text } = await deleteAll(
      bucket,
      `<Object><Key>k</Key>${met}</Object><Object><Key>other</Key><Size>9</Size></Object>`,
    )
    expect(text).toContain('<Deleted><Key>k</Key></Deleted>')
    expect(texts(text, 'Code')).toEqual(differs({ engine: ['PreconditionFailed'], minio: [] }, reason))
  })
})
