import { describe, expect, test } from 'vitest'
import { CHECKSUM_ALGORITHMS, createChecksum } from '../checksum.ts'
import { signingKey } from './canonical.ts'
import { decodeSignedChunks, decodeUnsignedTrailer } from './chunked-decode.ts'
import { chunkedLength, encodeSignedChunks, encodeUnsignedTrailer } from './chunked-encode.ts'
import type { SigningSeed } from './sign.ts'

/** S3 API reference, "Transferring Payload in Multiple Chunks" and its variant with trailing headers. */
const scope = { date: '20130524', region: 'us-east-1', service: 's3' } as const
const key = signingKey('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', scope)
const seed: SigningSeed = {
  signature: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
  signingKey: key,
  scope,
  timestamp: '20130524T000000Z',
}
const trailerSeed = { ...seed, signature: '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e' }
const letters = Buffer.alloc(66560, 'a')
const published = Buffer.concat([
  Buffer.from('10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n'),
  letters.subarray(0, 65536),
  Buffer.from('\r\n400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n'),
  letters.subarray(65536),
  Buffer.from('\r\n0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n'),
])
const publishedTrailer = Buffer.concat([
  Buffer.from('10000;chunk-signature=b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2\r\n'),
  letters.subarray(0, 65536),
  Buffer.from('\r\n400;chunk-signature=1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7\r\n'),
  letters.subarray(65536),
  Buffer.from('\r\n0;chunk-signature=2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992\r\n'),
  Buffer.from('x-amz-checksum-crc32c:sOO8/Q==\r\n'),
  Buffer.from('x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n'),
])

async function* cut(bytes: Uint8Array, size = bytes.length || 1): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(body))
}

const refusedWith = (code: string, status: number) => expect.objectContaining({ code, status })

describe('signed chunks', () => {
  test('are encoded as published', async () => {
    const encoded = await collect(encodeSignedChunks(cut(letters, 1000), seed, { chunkBytes: 65536 }))

    expect(encoded.equals(published)).toBe(true)
    expect(chunkedLength(66560, { chunkBytes: 65536, isSigned: true })).toBe(66824)
  })

  test('are encoded as published with a trailer', async () => {
    const options = { chunkBytes: 65536, checksum: 'crc32c' } as const
    const encoded = await collect(encodeSignedChunks(cut(letters, 1000), trailerSeed, options))

    expect(encoded.equals(publishedTrailer)).toBe(true)
    expect(chunkedLength(66560, { ...options, isSigned: true })).toBe(encoded.length)
  })

  test.each([1, 7, 86, 4096, 66824])('are decoded however the network splits them (%d bytes)', async (size) => {
    const decoded = await collect(decodeSignedChunks(cut(published, size), seed, { decodedLength: 66560 }))

    expect(decoded.equals(letters)).toBe(true)
  })

  test('are decoded with a signed trailer', async () => {
    let checksum: string | undefined
    const decoded = await collect(
      decodeSignedChunks(cut(publishedTrailer, 10), trailerSeed, {
        decodedLength: 66560,
        trailers: ['x-amz-checksum-crc32c'],
        onTrailers: (trailers) => {
          checksum = trailers.get('x-amz-checksum-crc32c')
        },
      }),
    )

    expect(decoded.equals(letters)).toBe(true)
    expect(checksum).toBe('sOO8/Q==')
  })

  test('pass on slices of the input', async () => {
    const pieces = await Array.fromAsync(decodeSignedChunks(cut(published), seed, { decodedLength: 66560 }))

    expect(pieces.every((piece) => piece.buffer === published.buffer)).toBe(true)
  })

  test('are rejected if a byte, a signature, the order or the trailer is changed', async () => {
    const decode = (bytes: Uint8Array) => collect(decodeSignedChunks(cut(bytes), seed, { decodedLength: 66560 }))
    const mismatch = refusedWith('SignatureDoesNotMatch', 403)
    const changed = (at: number) => {
      const copy = Buffer.from(published)
      copy.write('b', at)
      return copy
    }

    await expect(decode(changed(100))).rejects.toThrow(mismatch)
    await expect(decode(changed(85))).rejects.toThrow(mismatch)
    await expect(decode(changed(66000))).rejects.toThrow(mismatch)
    await expect(collect(decodeSignedChunks(cut(published), trailerSeed, { decodedLength: 66560 }))).rejects.toThrow(
      mismatch,
    )
    const forged = Buffer.from(publishedTrailer.toString('latin1').replace('sOO8', 'sOO9'), 'latin1')
    await expect(
      collect(
        decodeSignedChunks(cut(forged), trailerSeed, { decodedLength: 66560, trailers: ['x-amz-checksum-crc32c'] }),
      ),
    ).rejects.toThrow(mismatch)
  })

  test('are rejected if they end early, at any position', async () => {
    for (let length = 0; length < published.length - 2; length += length < 200 ? 1 : 997) {
      await expect(
        collect(decodeSignedChunks(cut(published.subarray(0, length)), seed, { decodedLength: 66560 })),
      ).rejects.toThrow(refusedWith('IncompleteBody', 400))
    }
  })

  test('are rejected if one has more than 16 MiB', async () => {
    const header = Buffer.from(`1000001;chunk-signature=${'0'.repeat(64)}\r\n`)
    await expect(collect(decodeSignedChunks(cut(header), seed, { decodedLength: 0x1000001 }))).rejects.toThrow(
      'chunk too big: choose chunk size <= 16MiB',
    )
  })

  test('are rejected if they have more or fewer bytes than announced', async () => {
    const decode = (decodedLength: number) => collect(decodeSignedChunks(cut(published), seed, { decodedLength }))

    await expect(decode(66559)).rejects.toThrow(refusedWith('ExcessData', 400))
    await expect(decode(66561)).rejects.toThrow(refusedWith('IncompleteBody', 400))
  })
})

describe('unsigned chunks with a trailer', () => {
  const trailers = ['x-amz-checksum-crc32']
  const decode = (text: string, decodedLength: number) =>
    collect(decodeUnsignedTrailer(cut(Buffer.from(text)), { decodedLength, trailers }))

  test.each(CHECKSUM_ALGORITHMS)('round-trip with their %s', async (checksum) => {
    for (const length of [0, 1, 8191, 8192, 20000]) {
      const bytes = Buffer.alloc(length, 'xyz')
      const encoded = await collect(encodeUnsignedTrailer(cut(bytes, 100), { checksum, chunkBytes: 8192 }))
      const expected = createChecksum(checksum)
      expected.update(bytes)
      let received: string | undefined
      const decoded = await collect(
        decodeUnsignedTrailer(cut(encoded, 999), {
          decodedLength: length,
          trailers: [`x-amz-checksum-${checksum}`],
          onTrailers: (values) => {
            received = values.get(`x-amz-checksum-${checksum}`)
          },
        }),
      )

      expect(decoded.equals(bytes)).toBe(true)
      expect(received).toBe(expected.base64())
      expect(encoded.length).toBe(chunkedLength(length, { checksum, chunkBytes: 8192, isSigned: false }))
    }
  })

  test('are accepted with any length', async () => {
    const length = 16 * 1024 * 1024 + 1
    const encoded = encodeUnsignedTrailer(cut(Buffer.alloc(length), 65_536), { checksum: 'crc32', chunkBytes: length })
    let decoded = 0
    for await (const piece of decodeUnsignedTrailer(encoded, { decodedLength: length, trailers }))
      decoded += piece.length
    expect(decoded).toBe(length)
  })

  test('let others be served while tiny ones are decoded', async () => {
    const encoded = await collect(encodeUnsignedTrailer(cut(Buffer.alloc(2_000)), { checksum: 'crc32', chunkBytes: 1 }))
    let isServed = false
    setImmediate(() => {
      isServed = true
    })
    await collect(decodeUnsignedTrailer(cut(encoded), { decodedLength: 2_000, trailers }))
    expect(isServed).toBe(true)
  })

  test('are accepted with bare line feeds in the trailer', async () => {
    expect(await decode('1\r\na\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\n\r\n', 1)).toEqual(Buffer.from('a'))
  })

  test.each([
    ['a size that is no number', 'xyz\r\nabc\r\n0\r\n\r\n', 'BadRequest'],
    ['a chunk extension', '3;a=b\r\nabc\r\n0\r\n\r\n', 'BadRequest'],
    ['a size without end', `${'0'.repeat(500)}`, 'BadRequest'],
    ['a size beyond the decoded length', '1000001\r\n', 'ExcessData'],
    ['a size beyond all numbers', 'ffffffffffffffff\r\n', 'ExcessData'],
    ['a chunk longer than its size', '2\r\nabc\r\n0\r\n\r\n', 'BadRequest'],
    ['a bare line feed after the size', '3\nabc\r\n0\r\n\r\n', 'BadRequest'],
    ['an unannounced trailer', '3\r\nabc\r\n0\r\nx-amz-other:1\r\n\r\n', 'BadRequest'],
    ['a repeated trailer', '3\r\nabc\r\n0\r\nx-amz-checksum-crc32:A\r\nx-amz-checksum-crc32:B\r\n\r\n', 'BadRequest'],
    ['a trailer without a colon', '3\r\nabc\r\n0\r\nx-amz-checksum-crc32\r\n\r\n', 'BadRequest'],
    ['a trailer without end', `3\r\nabc\r\n0\r\nx-amz-checksum-crc32:${'A'.repeat(5000)}`, 'BadRequest'],
    ['no trailer', '3\r\nabc\r\n0\r\n\r\n', 'BadRequest'],
    ['no last chunk', '3\r\nabc\r\n', 'IncompleteBody'],
  ])('are rejected with %s', async (_, text, code) => {
    await expect(decode(text, 3)).rejects.toThrow(refusedWith(code, 400))
  })
})
