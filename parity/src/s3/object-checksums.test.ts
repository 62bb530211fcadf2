/** Checksums that come with an object are kept and given to who asks. */
import { CHECKSUM_ALGORITHMS, checksumHeader, createChecksum, encodeUnsignedTrailer, PAYLOAD } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { ask, given } from '../target.ts'

const checked = { 'x-amz-checksum-mode': 'ENABLED' }

function sum(algorithm: (typeof CHECKSUM_ALGORITHMS)[number], text: string): string {
  const checksum = createChecksum(algorithm)
  checksum.update(Buffer.from(text))
  return checksum.base64()
}

describe.each(CHECKSUM_ALGORITHMS)('%s of an object', (algorithm) => {
  const name = checksumHeader(algorithm)
  const expected = { [name]: sum(algorithm, 'hello'), 'x-amz-checksum-type': 'FULL_OBJECT' }

  test('sent in a header', async () => {
    const bucket = await given.bucket()
    const put = await given.object(bucket, 'k', 'hello', { [name]: sum(algorithm, 'hello') })
    expect(put.headers).toMatchObject(expected)
    expect((await ask({ method: 'HEAD', bucket, key: 'k', headers: checked })).headers).toMatchObject(expected)
    expect((await ask({ method: 'GET', bucket, key: 'k', headers: checked })).headers).toMatchObject(expected)
  })

  test('sent in the trailer', async () => {
    const bucket = await given.bucket()
    const put = await ask({
      method: 'PUT',
      bucket,
      key: 'k',
      payloadHash: PAYLOAD.unsignedTrailer,
      headers: { 'x-amz-decoded-content-length': '5', 'x-amz-trailer': name, 'content-encoding': 'aws-chunked' },
      chunkedBody: () => encodeUnsignedTrailer(piece(), { checksum: algorithm }),
    })
    expect(put).toMatchObject({ status: 200, headers: expected })
    const { headers } = await ask({ method: 'HEAD', bucket, key: 'k', headers: checked })
    expect(headers).toMatchObject(expected)
    expect(headers['content-encoding']).toBeUndefined()
  })
})

async function* piece(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('hello')
}

test('is told only to who asks, and not of a range or a part', async () => {
  const bucket = await given.bucket()
  await given.object(bucket, 'k', 'hello', { 'x-amz-checksum-sha256': sum('sha256', 'hello') })
  const told = async (headers: Record<string, string>, query: Record<string, string> = {}) =>
    (await ask({ method: 'GET', bucket, key: 'k', headers, query })).headers['x-amz-checksum-sha256']
  expect(await told({})).toBeUndefined()
  expect(await told({ 'x-amz-checksum-mode': 'enabled' })).toBeUndefined()
  expect(await told({ ...checked, range: 'bytes=0-1' })).toBeUndefined()
  expect(await told(checked, { partNumber: '1' })).toBeUndefined()
  expect(await told(checked)).toBe(sum('sha256', 'hello'))
})

test('is none when none was sent, whatever algorithm was named', async () => {
  const bucket = await given.bucket()
  await given.object(bucket, 'k', 'hello', { 'x-amz-sdk-checksum-algorithm': 'CRC32' })
  const { headers } = await ask({ method: 'HEAD', bucket, key: 'k', headers: checked })
  expect(Object.keys(headers).filter((name) => name.startsWith('x-amz-checksum'))).toEqual([])
})

test('goes when the object is overwritten without one', async () => {
  const bucket = await given.bucket()
  await given.object(bucket, 'k', 'hello', { 'x-amz-checksum-sha256': sum('sha256', 'hello') })
  await given.object(bucket, 'k', 'other')
  const { headers } = await ask({ method: 'HEAD', bucket, key: 'k', headers: checked })
  expect(headers['x-amz-checksum-sha256']).toBeUndefined()
})
