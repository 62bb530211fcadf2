import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CHECKSUM_ALGORITHMS, createChecksum } from '../checksum.ts'
import { sha256Hex } from '../hash.ts'
import { encodeSignedChunks, encodeUnsignedTrailer } from './chunked-encode.ts'
import type { IncomingHeaders } from './incoming.ts'
import { PAYLOAD } from './payload.ts'
import { checkedPayload } from './payload-check.ts'
import { signWithSeed } from './sign.ts'

const text = Buffer.from('a body of some bytes')
const length = String(text.length)
const { seed } = signWithSeed({
  method: 'PUT',
  url: new URL('http://storage.example/b/k'),
  credentials: { accessKey: 'access', secretKey: 'secret' },
  payloadHash: PAYLOAD.signedChunks,
})

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
}

async function read(headers: IncomingHeaders, payloadHash: string, body: AsyncIterable<Uint8Array> = pieces(text)) {
  return Buffer.concat(await Array.fromAsync(checkedPayload(headers, body, { payloadHash, seed }).body))
}

function checksumOf(algorithm: (typeof CHECKSUM_ALGORITHMS)[number], bytes: Uint8Array): string {
  const checksum = createChecksum(algorithm)
  checksum.update(bytes)
  return checksum.base64()
}

const refusedWith = (code: string, status: number) => expect.objectContaining({ code, status })

describe('a plain body', () => {
  test('is accepted if its hash is the signed one', async () => {
    expect(await read({ 'content-length': length }, sha256Hex(text))).toEqual(text)
    await expect(read({ 'content-length': length }, sha256Hex('other'))).rejects.toThrow(
      refusedWith('XAmzContentSHA256Mismatch', 400),
    )
  })

  test('is rejected with a malformed hash', async () => {
    await expect(read({ 'content-length': length }, 'not-a-hash')).rejects.toThrow(
      refusedWith('XAmzContentSHA256Mismatch', 400),
    )
  })

  test('must have exactly the announced length', async () => {
    await expect(read({ 'content-length': '21' }, PAYLOAD.unsigned)).rejects.toThrow(refusedWith('IncompleteBody', 400))
    await expect(read({ 'content-length': '19' }, PAYLOAD.unsigned)).rejects.toThrow(refusedWith('ExcessData', 400))
    await expect(read({ 'transfer-encoding': 'chunked' }, PAYLOAD.unsigned)).rejects.toThrow(
      refusedWith('MissingContentLength', 411),
    )
    expect(await read({}, PAYLOAD.unsigned, pieces(Buffer.alloc(0)))).toEqual(Buffer.alloc(0))
  })

  test('is compared with Content-MD5', async () => {
    const md5 = createHash('md5').update(text).digest('base64')

    expect(await read({ 'content-length': length, 'content-md5': md5 }, PAYLOAD.unsigned)).toEqual(text)
    await expect(
      read({ 'content-length': length, 'content-md5': `A${md5.slice(1)}` }, PAYLOAD.unsigned),
    ).rejects.toThrow(refusedWith('BadDigest', 400))
    await expect(read({ 'content-length': length, 'content-md5': 'short' }, PAYLOAD.unsigned)).rejects.toThrow(
      refusedWith('InvalidDigest', 400),
    )
  })

  test.each(CHECKSUM_ALGORITHMS)('is compared with its %s header', async (algorithm) => {
    const name = `x-amz-checksum-${algorithm}`
    const right = { 'content-length': length, [name]: checksumOf(algorithm, text) }

    expect(await read(right, PAYLOAD.unsigned)).toEqual(text)
    await expect(
      read({ ...right, [name]: checksumOf(algorithm, Buffer.from('other')) }, PAYLOAD.unsigned),
    ).rejects.toThrow(refusedWith('BadDigest', 400))
    await expect(read({ ...right, [name]: 'AA==' }, PAYLOAD.unsigned)).rejects.toThrow(
      refusedWith('InvalidArgument', 400),
    )
  })

  test('is not compared with the checksum of other data', async () => {
    const headers = { 'content-length': length, 'x-amz-checksum-crc32': 'AAAAAA==' }
    const verified = { payloadHash: PAYLOAD.unsigned, seed }
    const { body } = checkedPayload(headers, pieces(text), verified, { checksumHeadersAreForeign: true })

    expect(Buffer.concat(await Array.fromAsync(body))).toEqual(text)
  })

  test('of an anonymous request needs no hash', async () => {
    const payload = checkedPayload({ 'content-length': length }, pieces(text), undefined)

    expect(payload.length).toBe(text.length)
    expect(Buffer.concat(await Array.fromAsync(payload.body))).toEqual(text)
  })
})

describe('a chunked body', () => {
  const headers = { 'content-length': '9999', 'x-amz-decoded-content-length': length }

  test('is rejected without a version 4 signature to start from', () => {
    const refusedWith = (code: string) => expect.objectContaining({ code })
    const payloadHash = PAYLOAD.signedChunks
    expect(() => checkedPayload(headers, pieces(text), { payloadHash })).toThrow(refusedWith('InvalidRequest'))
    const declared = { ...headers, 'x-amz-content-sha256': payloadHash }
    expect(() => checkedPayload(declared, pieces(text), undefined)).toThrow(refusedWith('AccessDenied'))
  })

  test('is decoded and verified', async () => {
    expect(await read(headers, PAYLOAD.signedChunks, encodeSignedChunks(pieces(text), seed))).toEqual(text)
  })

  test.each(CHECKSUM_ALGORITHMS)('is compared with the %s in its trailer', async (checksum) => {
    const announced = { ...headers, 'x-amz-trailer': `x-amz-checksum-${checksum}` }

    expect(await read(announced, PAYLOAD.unsignedTrailer, encodeUnsignedTrailer(pieces(text), { checksum }))).toEqual(
      text,
    )
    expect(
      await read(announced, PAYLOAD.signedChunksTrailer, encodeSignedChunks(pieces(text), seed, { checksum })),
    ).toEqual(text)
    const wrong = `${text.length.toString(16)}\r\n${text}\r\n0\r\nx-amz-checksum-${checksum}:${checksumOf(checksum, Buffer.from('other'))}\r\n\r\n`
    await expect(read(announced, PAYLOAD.unsignedTrailer, pieces(Buffer.from(wrong)))).rejects.toThrow(
      refusedWith('BadDigest', 400),
    )
  })

  test('is compared with a checksum header if no trailer has one', async () => {
    const encoded = () => encodeSignedChunks(pieces(text), seed)
    const name = 'x-amz-checksum-crc32'

    expect(await read({ ...headers, [name]: checksumOf('crc32', text) }, PAYLOAD.signedChunks, encoded())).toEqual(text)
    await expect(
      read({ ...headers, [name]: checksumOf('crc32', Buffer.from('other')) }, PAYLOAD.signedChunks, encoded()),
    ).rejects.toThrow(refusedWith('BadDigest', 400))
  })

  test('cannot be signed in an anonymous request', () => {
    expect(() =>
      checkedPayload({ ...headers, 'x-amz-content-sha256': PAYLOAD.signedChunks }, pieces(text), undefined),
    ).toThrow(refusedWith('AccessDenied', 403))
  })
})

describe('the checksum that was verified', () => {
  const drained = async (
    headers: IncomingHeaders,
    payloadHash: string,
    body: AsyncIterable<Uint8Array> = pieces(text),
  ) => {
    const payload = checkedPayload(headers, body, { payloadHash, seed })
    await Array.fromAsync(payload.body)
    return payload.checksum()
  }

  test('is returned, from a header or from the trailer', async () => {
    const value = checksumOf('crc32c', text)
    expect(await drained({ 'content-length': length, 'x-amz-checksum-crc32c': value }, PAYLOAD.unsigned)).toEqual({
      algorithm: 'crc32c',
      value,
    })
    const framed = encodeUnsignedTrailer(pieces(text), { checksum: 'crc32c' })
    const headers = { 'x-amz-decoded-content-length': length, 'x-amz-trailer': 'x-amz-checksum-crc32c' }
    expect(await drained(headers, PAYLOAD.unsignedTrailer, framed)).toEqual({ algorithm: 'crc32c', value })
  })

  test('is absent if none was sent', async () => {
    expect(await drained({ 'content-length': length }, PAYLOAD.unsigned)).toBeUndefined()
  })
})
