import { createChecksum, parseObjectAttributes } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { given, ODD_KEYS, request } from '../target.ts'
import { completeUpload, createUpload, PART_BYTES, putPart, uploadInParts } from './multipart-upload.ts'

const ALL = 'ETag,Checksum,ObjectParts,StorageClass,ObjectSize'

function attributes(bucket: string, key: string, headers: Record<string, string>, query: Record<string, string> = {}) {
  return request({ method: 'GET', bucket, key, query: { attributes: '', ...query }, headers })
}

async function read(bucket: string, key: string, asked = ALL, headers: Record<string, string> = {}) {
  const response = await attributes(bucket, key, { 'x-amz-object-attributes': asked, ...headers })
  expect(response.outcome).toBe('200')
  return parseObjectAttributes(response.bytes)
}

function sha256(text: string | Uint8Array): string {
  const checksum = createChecksum('sha256')
  checksum.update(Buffer.from(text))
  return checksum.base64()
}

const onePart = (size: number) => ({
  partNumberMarker: 0,
  nextPartNumberMarker: 1,
  maxParts: 10_000,
  partsCount: 1,
  isTruncated: false,
  parts: [{ partNumber: 1, size }],
})

describe('GetObjectAttributes', () => {
  test('returns all attributes of an object', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'hello', { 'x-amz-checksum-sha256': sha256('hello') })
    expect(await read(bucket, 'k')).toEqual({
      etag: '5d41402abc4b2a76b9719d911017c592',
      checksum: { values: { sha256: sha256('hello') }, type: 'FULL_OBJECT' },
      parts: onePart(5),
      storageClass: 'STANDARD',
      size: 5,
    })
  })

  test('returns only what is requested, and no checksum where there is none', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'hello')
    expect(await read(bucket, 'k', 'ObjectSize')).toEqual({ size: 5 })
    expect(await read(bucket, 'k', 'Checksum,StorageClass')).toEqual({ storageClass: 'STANDARD' })
  })

  test('returns the parts with their checksums, in pages', async () => {
    const bucket = await given.bucket()
    const bodies = [Buffer.alloc(PART_BYTES, 'a'), 'tail']
    const uploadId = await createUpload(bucket, 'k', { 'x-amz-checksum-algorithm': 'SHA256' })
    const responses = await Promise.all(
      bodies.map((body, at) => putPart(bucket, 'k', uploadId, at + 1, body, { 'x-amz-checksum-sha256': sha256(body) })),
    )
    const completed = await completeUpload(bucket, 'k', uploadId, responses)
    const value = completed.headers['x-amz-checksum-sha256']?.replace(/-2$/, '')
    const [first, second] = bodies.map((body, at) => ({
      partNumber: at + 1,
      size: body.length,
      checksums: { sha256: sha256(body) },
    }))
    const both = { partNumberMarker: 0, nextPartNumberMarker: 2, maxParts: 10_000, partsCount: 2, isTruncated: false }
    expect(await read(bucket, 'k', 'ETag,Checksum,ObjectParts')).toEqual({
      etag: completed.headers.etag?.replaceAll('"', ''),
      checksum: { values: { sha256: value }, type: 'COMPOSITE' },
      parts: { ...both, parts: [first, second] },
    })
    expect(await read(bucket, 'k', 'ObjectParts', { 'x-amz-max-parts': '1' })).toEqual({
      parts: { ...both, maxParts: 1, nextPartNumberMarker: 1, isTruncated: true, parts: [first] },
    })
    expect(await read(bucket, 'k', 'ObjectParts', { 'x-amz-part-number-marker': '1' })).toEqual({
      parts: { ...both, partNumberMarker: 1, parts: [second] },
    })
  })

  test('returns parts without checksums', async () => {
    const bucket = await given.bucket()
    await uploadInParts(bucket, 'k', ['only'])
    expect(await read(bucket, 'k', 'Checksum,ObjectParts')).toEqual({ parts: onePart(4) })
  })

  test.each([
    ['nothing', {}],
    ['an unknown one', { 'x-amz-object-attributes': 'Foo' }],
    ['one in lower case', { 'x-amz-object-attributes': 'etag' }],
  ])('rejects %s', async (_, headers) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    const response = await attributes(bucket, 'k', headers)
    expect(response.outcome).toBe('400 InvalidArgument')
    expect(response.message).toBe('Invalid attribute name specified.')
  })

  test('describes a version', async () => {
    const bucket = await given.bucket('Enabled')
    const first = await given.version(bucket, 'k', 'one')
    await given.version(bucket, 'k', 'three')
    const response = await attributes(bucket, 'k', { 'x-amz-object-attributes': 'ObjectSize' }, { versionId: first })
    expect(parseObjectAttributes(response.bytes)).toEqual({ size: 3 })
    expect(response.headers).toMatchObject({
      'x-amz-version-id': first,
      'last-modified': expect.stringMatching(/ GMT$/),
    })
  })

  test('reports a missing object or version', async () => {
    const bucket = await given.bucket('Enabled')
    const asked = { 'x-amz-object-attributes': 'ETag' }
    expect((await attributes(bucket, 'nothing', asked)).outcome).toBe('404 NoSuchKey')
    await given.version(bucket, 'k')
    await request({ method: 'DELETE', bucket, key: 'k' })
    const hidden = await attributes(bucket, 'k', asked)
    expect([hidden.outcome, hidden.headers['x-amz-delete-marker']]).toEqual(['404 NoSuchKey', undefined])
    const unknown = { versionId: '11111111-1111-4111-8111-111111111111' }
    expect((await attributes(bucket, 'k', asked, unknown)).outcome).toBe('404 NoSuchVersion')
  })

  test.each(ODD_KEYS)('describes an unusual key: %j', async (key) => {
    const bucket = await given.bucket()
    await given.object(bucket, key, 'odd')
    expect(await read(bucket, key, 'ObjectSize')).toEqual({ size: 3 })
  })
})
