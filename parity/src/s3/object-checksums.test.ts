/** Checksums sent with an object are stored and returned on request. */
import { CHECKSUM_ALGORITHMS, checksumHeader, createChecksum, encodeUnsignedTrailer, PAYLOAD } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, request } from '../target.ts'
import { createUpload, putPart } from './multipart-upload.ts'

const checked = { 'x-amz-checksum-mode': 'ENABLED' }

function sum(algorithm: (typeof CHECKSUM_ALGORITHMS)[number], text: string): string {
  const checksum = createChecksum(algorithm)
  checksum.update(Buffer.from(text))
  return checksum.base64()
}

describe.each(CHECKSUM_ALGORITHMS)('%s of an object', (algorithm) => {
  const name = checksumHeader(algorithm)
  const expected = { [name]: sum(algorithm, 'hello'), 'x-amz-checksum-type': 'FULL_OBJECT' }

  test('is accepted in a header', async () => {
    const bucket = await given.bucket()
    const put = await given.object(bucket, 'k', 'hello', { [name]: sum(algorithm, 'hello') })
    expect(put.headers).toMatchObject(expected)
    expect((await request({ method: 'HEAD', bucket, key: 'k', headers: checked })).headers).toMatchObject(expected)
    expect((await request({ method: 'GET', bucket, key: 'k', headers: checked })).headers).toMatchObject(expected)
  })

  test('is accepted in the trailer', async () => {
    const bucket = await given.bucket()
    const put = await request({
      method: 'PUT',
      bucket,
      key: 'k',
      payloadHash: PAYLOAD.unsignedTrailer,
      headers: { 'x-amz-decoded-content-length': '5', 'x-amz-trailer': name, 'content-encoding': 'aws-chunked' },
      chunkedBody: () => encodeUnsignedTrailer(piece(), { checksum: algorithm }),
    })
    expect(put).toMatchObject({ status: 200, headers: expected })
    const { headers } = await request({ method: 'HEAD', bucket, key: 'k', headers: checked })
    expect(headers).toMatchObject(expected)
    expect(headers['content-encoding']).toBeUndefined()
  })
})

async function* piece(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('hello')
}

test('is returned only on request, and not for a range or a part', async () => {
  const bucket = await given.bucket()
  await given.object(bucket, 'k', 'hello', { 'x-amz-checksum-sha256': sum('sha256', 'hello') })
  const checksumOf = async (headers: Record<string, string>, query: Record<string, string> = {}) =>
    (await request({ method: 'GET', bucket, key: 'k', headers, query })).headers['x-amz-checksum-sha256']
  expect(await checksumOf({})).toBeUndefined()
  expect(await checksumOf({ 'x-amz-checksum-mode': 'enabled' })).toBeUndefined()
  expect(await checksumOf({ ...checked, range: 'bytes=0-1' })).toBeUndefined()
  expect(await checksumOf(checked, { partNumber: '1' })).toBeUndefined()
  expect(await checksumOf(checked)).toBe(sum('sha256', 'hello'))
})

test('is absent if none was sent, whatever algorithm was named', async () => {
  const bucket = await given.bucket()
  await given.object(bucket, 'k', 'hello', { 'x-amz-sdk-checksum-algorithm': 'CRC32' })
  const { headers } = await request({ method: 'HEAD', bucket, key: 'k', headers: checked })
  expect(Object.keys(headers).filter((name) => name.startsWith('x-amz-checksum'))).toEqual([])
})

test('is removed when the object is overwritten without one', async () => {
  const bucket = await given.bucket()
  await given.object(bucket, 'k', 'hello', { 'x-amz-checksum-sha256': sum('sha256', 'hello') })
  await given.object(bucket, 'k', 'other')
  const { headers } = await request({ method: 'HEAD', bucket, key: 'k', headers: checked })
  expect(headers['x-amz-checksum-sha256']).toBeUndefined()
})

describe('a checksum that cannot be verified is rejected', () => {
  const reason = 'a client that sends a checksum relies on its verification; MinIO ignores unknown ones'
  const unknown = '400 InvalidRequest'
  const done = '200'

  test.each<Record<string, string>>([
    { 'x-amz-checksum-md5': 'XUFAKrxLKna5cZ2REBfFkg==' },
    { 'x-amz-checksum-sha512': 'AAAA' },
    { 'x-amz-checksum-xxhash64': 'AAAA' },
    { 'x-amz-checksum-invented': 'AAAA' },
    { 'x-amz-trailer': 'x-amz-checksum-sha512' },
    { 'x-amz-sdk-checksum-algorithm': 'SHA512' },
  ])('in the headers: %j', async (headers) => {
    const bucket = await given.bucket()
    const response = await request({ method: 'PUT', bucket, key: 'k', body: 'hello', headers })
    const { status } = await request({ method: 'HEAD', bucket, key: 'k' })
    expect([response.outcome, status]).toEqual(differs({ engine: [unknown, 404], minio: [done, 200] }, reason))
  })

  test('by name or type alone', async () => {
    const bucket = await given.bucket()
    const put = (headers: Record<string, string>) =>
      request({ method: 'PUT', bucket, key: 'k', body: 'hello', headers })
    const invalid = '400 InvalidArgument'
    expect((await put({ 'x-amz-checksum-algorithm': 'SHA512' })).outcome).toBe(invalid)
    expect((await put({ 'x-amz-checksum-type': 'PARTIAL' })).outcome).toBe(
      differs({ engine: invalid, minio: done }, reason),
    )
  })

  test('of the list that DeleteObjects deletes', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    const body = '<Delete><Object><Key>k</Key></Object></Delete>'
    const remove = (trailer: string) =>
      request({ method: 'POST', bucket, query: { delete: '' }, body, headers: { 'x-amz-trailer': trailer } })
    expect((await remove('x-amz-checksum-sha512')).outcome).toBe(
      differs({ engine: unknown, minio: '400 MissingContentMD5' }, reason),
    )
    expect((await remove('x-other')).outcome).toBe('400 MissingContentMD5')
  })

  test('of a part, when the upload is completed', async () => {
    const bucket = await given.bucket()
    const uploadId = await createUpload(bucket, 'k')
    const { headers } = await putPart(bucket, 'k', uploadId, 1, 'hello')
    const part = `<PartNumber>1</PartNumber><ETag>${headers.etag}</ETag><ChecksumSHA512>AAAA</ChecksumSHA512>`
    const body = `<CompleteMultipartUpload><Part>${part}</Part></CompleteMultipartUpload>`
    const response = await request({ method: 'POST', bucket, key: 'k', query: { uploadId }, body })
    expect(response.outcome).toBe(differs({ engine: unknown, minio: done }, reason))
  })
})
