import { createHash } from 'node:crypto'
import { texts } from '@cooperage/testkit'
import { objectPath, parseCopied, parseListParts } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, ODD_KEYS, request } from '../target.ts'
import { completeUpload, createUpload, PART_BYTES } from './multipart-upload.ts'

async function begun(headers: Record<string, string> = {}) {
  const bucket = await given.bucket()
  await given.object(bucket, 'source', 'hello')
  const uploadId = await createUpload(bucket, 'k', headers)
  const copyPart = (partNumber: number | string, source: string, more: Record<string, string> = {}) =>
    request({
      method: 'PUT',
      bucket,
      key: 'k',
      query: { uploadId, partNumber: String(partNumber) },
      headers: { 'x-amz-copy-source': source, ...more },
    })
  return { bucket, uploadId, copyPart }
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const INVALID_NUMBER = differs(
  { engine: 'InvalidArgument', minio: 'InvalidPart' },
  'AWS has one error for invalid numbers',
)

describe('UploadPartCopy', () => {
  test('creates a part from a whole object', async () => {
    const { bucket, uploadId, copyPart } = await begun()
    const response = await copyPart(2, `/${bucket}/source`)
    expect(response.outcome).toBe('200')
    expect(parseCopied('part', response.bytes).etag).toBe(md5('hello'))
    expect(response.headers.etag).toBeUndefined()
    const listed = parseListParts((await request({ method: 'GET', bucket, key: 'k', query: { uploadId } })).bytes)
    expect(listed.parts).toMatchObject([{ partNumber: 2, size: 5, etag: md5('hello') }])
  })

  test('combines ranges of other objects', async () => {
    const { bucket, uploadId, copyPart } = await begun()
    const long = Buffer.from(Array.from({ length: PART_BYTES + 10 }, (_, at) => at % 251))
    await given.object(bucket, 'long', long)
    const responses = [
      await copyPart(1, `${bucket}/long`, { 'x-amz-copy-source-range': `bytes=5-${PART_BYTES + 4}` }),
      await copyPart(2, `${bucket}/source`, { 'x-amz-copy-source-range': 'bytes=1-2' }),
    ]
    for (const response of responses) response.headers.etag = texts(response.text, 'ETag')[0] ?? ''
    expect((await completeUpload(bucket, 'k', uploadId, responses)).status).toBe(200)
    const { bytes } = await request({ method: 'GET', bucket, key: 'k' })
    expect(bytes.equals(Buffer.concat([long.subarray(5, PART_BYTES + 5), Buffer.from('el')]))).toBe(true)
  })

  const form =
    'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy'
  test.each([
    ['bytes=1-9', 'Range specified is not valid for source object'],
    ['bytes=1-', form],
    ['bytes=-2', form],
    ['bytes=3-2', form],
    ['', form],
    ['foo', "'foo' does not start with 'bytes='"],
  ])('rejects the range %j', async (range, message) => {
    const { bucket, copyPart } = await begun()
    const response = await copyPart(1, `${bucket}/source`, { 'x-amz-copy-source-range': range })
    expect(response.refusal).toBe(`400 InvalidArgument: ${message}`)
  })

  test('rejects a range beyond the end', async () => {
    const { bucket, copyPart } = await begun()
    await given.object(bucket, 'empty', '')
    const response = await copyPart(1, `${bucket}/empty`, { 'x-amz-copy-source-range': 'bytes=0-0' })
    expect(response.outcome).toBe('416 InvalidRange')
    expect((await copyPart(1, `${bucket}/empty`)).status).toBe(200)
  })

  test.each([
    ['0', 400, INVALID_NUMBER],
    ['x', 400, INVALID_NUMBER],
    ['10001', 400, 'InvalidArgument'],
  ])('rejects the part number %s', async (partNumber, status, code) => {
    const { bucket, copyPart } = await begun()
    expect((await copyPart(partNumber, `${bucket}/source`)).outcome).toBe(`${status} ${code}`)
  })

  test.each([
    ['a missing object', (bucket: string) => `${bucket}/nothing`, '404 NoSuchKey'],
    ['a missing bucket', () => 'parity-not-there/nothing', '404 NoSuchBucket'],
    ['a bucket', (bucket: string) => bucket, '400 InvalidArgument'],
    ['an invalid version', (bucket: string) => `${bucket}/source?versionId=zz`, '404 NoSuchVersion'],
  ])('rejects %s as its source', async (_, source, outcome) => {
    const { bucket, copyPart } = await begun()
    expect((await copyPart(1, source(bucket))).outcome).toBe(outcome)
  })

  test('rejects a missing upload', async () => {
    const { bucket } = await begun()
    const response = await request({
      method: 'PUT',
      bucket,
      key: 'k',
      query: { uploadId: 'none', partNumber: '1' },
      headers: { 'x-amz-copy-source': `${bucket}/source` },
    })
    expect(response.outcome).toBe('404 NoSuchUpload')
  })

  const PAST = 'Fri, 01 Jan 2010 00:00:00 GMT'
  const FUTURE = 'Wed, 01 Jan 2031 00:00:00 GMT'
  test.each<[Record<string, string>, number]>([
    [{ match: '"bad"' }, 412],
    [{ match: md5('hello') }, 200],
    [{ 'none-match': '*' }, 412],
    [{ 'none-match': '"bad"', 'modified-since': PAST }, 200],
    [{ 'none-match': md5('hello'), 'modified-since': PAST }, 412],
    [{ 'modified-since': FUTURE }, 412],
    [{ 'unmodified-since': PAST }, 412],
    [{ match: md5('hello'), 'unmodified-since': PAST }, differs({ engine: 200, minio: 412 }, 'AWS documents 200')],
    [{ match: '"bad"', 'unmodified-since': FUTURE }, 412],
  ])('under the conditions %j returns %i', async (conditions, status) => {
    const { bucket, copyPart } = await begun()
    const headers = Object.entries(conditions).map(([name, value]) => [`x-amz-copy-source-if-${name}`, value])
    const response = await copyPart(1, `${bucket}/source`, Object.fromEntries(headers))
    expect(response.outcome).toBe(status === 200 ? '200' : `${status} PreconditionFailed`)
  })

  test('copies a version', async () => {
    const { bucket, copyPart } = await begun()
    await given.versioning(bucket, 'Enabled')
    const versionId = await given.version(bucket, 'source', 'a version')
    await given.version(bucket, 'source', 'a later one')
    const response = await copyPart(1, `${bucket}/source?versionId=${versionId}`)
    expect(parseCopied('part', response.bytes).etag).toBe(md5('a version'))
    expect(response.headers['x-amz-copy-source-version-id']).toEqual(
      differs(
        { engine: versionId, minio: undefined },
        'a copy of an object returns the version too, and AWS does so for parts',
      ),
    )
    expect(parseCopied('part', (await copyPart(1, `${bucket}/source?versionId=null`)).bytes).etag).toBe(md5('hello'))
  })

  test('computes the checksum of a part where one is required', async () => {
    const { bucket, copyPart } = await begun({ 'x-amz-checksum-algorithm': 'CRC32' })
    expect((await copyPart(1, `${bucket}/source`)).outcome).toBe(
      differs(
        { engine: '200', minio: '400 InvalidArgument' },
        'a client cannot send the checksum of bytes on the server; AWS computes it',
      ),
    )
  })

  test.each(ODD_KEYS.filter((key) => !key.endsWith('/')))('copies from an unusual key: %j', async (key) => {
    const { bucket, copyPart } = await begun()
    await given.object(bucket, key, 'odd')
    const response = await copyPart(1, objectPath(bucket, key))
    expect(parseCopied('part', response.bytes).etag).toBe(md5('odd'))
  })
})
