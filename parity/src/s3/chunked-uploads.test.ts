/**
 * Bodies in the aws-chunked framing, as the SDKs send them, and what a server must refuse in them. Good ones come from
 * `wire`'s encoders, damaged ones are good ones with bytes changed.
 */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { SendOptions, TestResponse } from '@cooperage/testkit'
import { encodeSignedChunks, encodeUnsignedTrailer, PAYLOAD } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, request, target, WRONG_CHECKSUM } from '../target.ts'

const BODY = Buffer.alloc(200_000, 'chunk after chunk ')

async function* pieces(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += 50_000) yield body.subarray(at, at + 50_000)
}

async function gather(encoded: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of encoded) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* damaged(
  encoded: AsyncIterable<Uint8Array>,
  change: (text: string) => string,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(change((await gather(encoded)).toString('latin1')), 'latin1')
}

type Form = 'unsigned with trailer' | 'signed chunks' | 'signed chunks with trailer'

interface Upload {
  body?: Uint8Array
  change?: (text: string) => string
  decodedLength?: string
  chunkBytes?: number
  headers?: Record<string, string>
  edit?: NonNullable<SendOptions['afterSigning']>
}

function upload(
  form: Form,
  bucket: string,
  { body = BODY, change = (text) => text, decodedLength, chunkBytes = 65_536, headers = {}, edit }: Upload = {},
): Promise<TestResponse> {
  const trailer = form === 'signed chunks' ? {} : { 'x-amz-trailer': 'x-amz-checksum-crc32' }
  return request({
    method: 'PUT',
    bucket,
    key: 'k',
    headers: {
      'content-encoding': 'aws-chunked',
      'x-amz-decoded-content-length': decodedLength ?? String(body.length),
      ...trailer,
      ...headers,
    },
    payloadHash: {
      'unsigned with trailer': PAYLOAD.unsignedTrailer,
      'signed chunks': PAYLOAD.signedChunks,
      'signed chunks with trailer': PAYLOAD.signedChunksTrailer,
    }[form],
    chunkedBody: (seed) => {
      if (form === 'unsigned with trailer') {
        return damaged(encodeUnsignedTrailer(pieces(body), { checksum: 'crc32', chunkBytes }), change)
      }
      const checksum = form === 'signed chunks' ? {} : { checksum: 'crc32' as const }
      return damaged(encodeSignedChunks(pieces(body), seed, { chunkBytes, ...checksum }), change)
    },
    ...(edit === undefined ? {} : { afterSigning: edit }),
  })
}

/** No part of a rejected upload may be visible. */
async function expectNothing(bucket: string): Promise<void> {
  expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
}

const INCOMPLETE = '400 IncompleteBody'
const ENDED_EARLY = differs(
  { engine: [INCOMPLETE], minio: [INCOMPLETE, '500 InternalError'] },
  'MinIO detects a truncated body in two places at the same time, and sometimes the one without its own error comes first',
)

const FORMS: Form[] = ['unsigned with trailer', 'signed chunks', 'signed chunks with trailer']

describe.each(FORMS)('An upload in the form "%s"', (form) => {
  test('stores the bytes without their framing', async () => {
    const bucket = await given.bucket()
    const response = await upload(form, bucket)
    expect(response.outcome).toBe('200')
    expect(response.headers.etag).toBe(`"${createHash('md5').update(BODY).digest('hex')}"`)
    const got = await request({ method: 'GET', bucket, key: 'k' })
    expect(got.bytes.equals(BODY)).toBe(true)
    expect(got.headers['content-encoding']).toBeUndefined()
  })

  test('keeps an empty body', async () => {
    const bucket = await given.bucket()
    expect((await upload(form, bucket, { body: Buffer.alloc(0) })).status).toBe(200)
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).headers['content-length']).toBe('0')
  })

  test('keeps the actual content encoding', async () => {
    const bucket = await given.bucket()
    await upload(form, bucket, { headers: { 'content-encoding': 'aws-chunked,gzip' } })
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).headers['content-encoding']).toBe('gzip')
  })

  test('is rejected when the decoded length is too long', async () => {
    const bucket = await given.bucket()
    const response = await upload(form, bucket, { decodedLength: String(BODY.length + 1) })
    expect(ENDED_EARLY).toContainEqual(response.outcome)
    await expectNothing(bucket)
  })

  test('is rejected when the decoded length is too short', async () => {
    const bucket = await given.bucket()
    expect((await upload(form, bucket, { decodedLength: String(BODY.length - 1) })).outcome).toBe('400 ExcessData')
    await expectNothing(bucket)
  })

  test('is rejected without a decoded length', async () => {
    const bucket = await given.bucket()
    const response = await upload(form, bucket, {
      edit: ({ headers }) => delete headers['x-amz-decoded-content-length'],
    })
    expect(response.outcome).toBe('400 AccessDenied')
    await expectNothing(bucket)
  })

  test('is rejected when it ends early', async () => {
    const bucket = await given.bucket()
    const response = await upload(form, bucket, { change: (text) => text.slice(0, 150_000) })
    expect(ENDED_EARLY).toContainEqual(response.outcome)
    await expectNothing(bucket)
  })

  test('is rejected when a chunk size is not a number', async () => {
    const bucket = await given.bucket()
    const response = await upload(form, bucket, { change: (text) => text.replace('10000', 'xyzzy') })
    expect(response.outcome).toBe('400 BadRequest')
    await expectNothing(bucket)
  })
})

describe.each(['signed chunks', 'signed chunks with trailer'] as const)('The signatures of "%s"', (form) => {
  test('cover the bytes of every chunk', async () => {
    const bucket = await given.bucket()
    const response = await upload(form, bucket, { change: (text) => text.replace('chunk after', 'chunk befor') })
    expect(response.outcome).toBe('403 SignatureDoesNotMatch')
    await expectNothing(bucket)
  })

  test('cover the last chunk too', async () => {
    const bucket = await given.bucket()
    const change = (text: string) => {
      const at = text.lastIndexOf('\r\n0;chunk-signature=') + '\r\n0;chunk-signature='.length
      return `${text.slice(0, at)}${'0'.repeat(64)}${text.slice(at + 64)}`
    }
    expect((await upload(form, bucket, { change })).outcome).toBe('403 SignatureDoesNotMatch')
    await expectNothing(bucket)
  })

  test('cannot be left out', async () => {
    const bucket = await given.bucket()
    const response = await upload(form, bucket, {
      change: (text) => text.replaceAll(/;chunk-signature=[0-9a-f]{64}/g, ''),
    })
    expect(response.outcome).toBe('400 BadRequest')
    await expectNothing(bucket)
  })

  test('cannot be left out of one chunk alone', async () => {
    const bucket = await given.bucket()
    let seen = 0
    const change = (text: string) =>
      text.replaceAll(/;chunk-signature=[0-9a-f]{64}/g, (match) => (++seen === 2 ? '' : match))
    expect((await upload(form, bucket, { change })).outcome).toBe('400 BadRequest')
    await expectNothing(bucket)
  })
})

describe('The checksum in the trailer', () => {
  const other = (() => {
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32('something else'))
    return sum.toString('base64')
  })()

  test('is compared with the bytes', async () => {
    const bucket = await given.bucket()
    const change = (text: string) => text.replace(/x-amz-checksum-crc32:[^\r\n]*/, `x-amz-checksum-crc32:${other}`)
    expect((await upload('unsigned with trailer', bucket, { change })).outcome).toBe(`400 ${WRONG_CHECKSUM}`)
    await expectNothing(bucket)
  })

  test('is compared after the bytes were changed on the way', async () => {
    const bucket = await given.bucket()
    const response = await upload('unsigned with trailer', bucket, {
      change: (text) => text.replace('chunk after', 'chunk befor'),
    })
    expect(response.outcome).toBe(`400 ${WRONG_CHECKSUM}`)
    await expectNothing(bucket)
  })

  test('is covered by the signature of the trailer', async () => {
    const bucket = await given.bucket()
    const change = (text: string) => text.replace(/x-amz-checksum-crc32:[^\r\n]*/, `x-amz-checksum-crc32:${other}`)
    expect((await upload('signed chunks with trailer', bucket, { change })).outcome).toBe('403 SignatureDoesNotMatch')
    await expectNothing(bucket)
  })

  test('is rejected when the signature of the trailer is missing', async () => {
    const bucket = await given.bucket()
    const change = (text: string) => text.replace(/x-amz-trailer-signature:[^\r\n]*\r\n/, '')
    expect((await upload('signed chunks with trailer', bucket, { change })).outcome).toBe('400 BadRequest')
    await expectNothing(bucket)
  })

  test('is required when it was announced', async () => {
    const bucket = await given.bucket()
    const change = (text: string) => text.replace(/x-amz-checksum-crc32:[^\r\n]*\r\n/, '')
    expect((await upload('unsigned with trailer', bucket, { change })).outcome).toBe('400 BadRequest')
    await expectNothing(bucket)
  })
})

describe('A chunk of more than 16 MiB', () => {
  const LENGTH = 20 * 1024 * 1024
  const LONG = { body: Buffer.alloc(LENGTH, 'one chunk '), chunkBytes: LENGTH }
  /**
   * Declares a longer chunk than it has. Who rejects one does so by its declared length and closes the connection, which can
   * cost a client that still sends the whole chunk the response.
   */
  const DECLARED: Upload = { change: (text) => text.replace(/^10000(?=[;\r])/, (16 * 1024 * 1024 + 1).toString(16)) }
  const long = (changed: Upload = {}): Upload => (target.kind === 'minio' ? DECLARED : { ...LONG, ...changed })
  const TOO_BIG = '400 BadRequest'
  const STREAMED =
    'the AWS SDK for Go sends a body as one unsigned chunk over HTTPS; S3 accepts it, and MinIO limits every chunk'

  test('is accepted unsigned, with its checksum', async () => {
    const bucket = await given.bucket()
    const response = await upload('unsigned with trailer', bucket, long())
    expect(response.outcome).toBe(differs({ engine: '200', minio: TOO_BIG }, STREAMED))
    if (response.status !== 200) return
    const headers = { 'x-amz-checksum-mode': 'ENABLED' }
    const got = await request({ method: 'GET', bucket, key: 'k', headers })
    expect(got.bytes.equals(LONG.body)).toBe(true)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(LONG.body))
    expect(got.headers['x-amz-checksum-crc32']).toBe(sum.toString('base64'))
  })

  test('is compared with its checksum', async () => {
    const bucket = await given.bucket()
    const change = (text: string) => text.replace('one chunk', 'two chunk')
    const response = await upload('unsigned with trailer', bucket, long({ change }))
    const mismatch = '400 BadDigest'
    expect(response.outcome).toBe(differs({ engine: mismatch, minio: TOO_BIG }, STREAMED))
    await expectNothing(bucket)
  })

  test('is rejected if it is longer than the decoded length', async () => {
    const bucket = await given.bucket()
    const response = await upload('unsigned with trailer', bucket, long({ decodedLength: String(LENGTH - 1) }))
    const excess = '400 ExcessData'
    expect(response.outcome).toBe(differs({ engine: excess, minio: TOO_BIG }, STREAMED))
    await expectNothing(bucket)
  })

  test.each(['signed chunks', 'signed chunks with trailer'] as const)('is rejected in %s', async (form) => {
    const bucket = await given.bucket()
    expect((await upload(form, bucket, DECLARED)).outcome).toBe(TOO_BIG)
    await expectNothing(bucket)
  })
})

describe('Parts of a multipart upload', () => {
  test('may be chunked', async () => {
    const bucket = await given.bucket()
    const created = await request({ method: 'POST', bucket, key: 'k', query: { uploads: '' } })
    const uploadId = /<UploadId>(.*)<\/UploadId>/.exec(created.text)?.[1] ?? ''
    const response = await request({
      method: 'PUT',
      bucket,
      key: 'k',
      query: { partNumber: '1', uploadId },
      headers: { 'x-amz-decoded-content-length': String(BODY.length) },
      payloadHash: PAYLOAD.signedChunks,
      chunkedBody: (seed) => encodeSignedChunks(pieces(BODY), seed),
    })
    expect(response.status).toBe(200)
    expect(response.headers.etag).toBe(`"${createHash('md5').update(BODY).digest('hex')}"`)
  })
})

describe('Unsigned chunks', () => {
  test('still require signed headers', async () => {
    const bucket = await given.bucket()
    const response = await request({
      method: 'PUT',
      bucket,
      key: 'k',
      headers: { 'x-amz-decoded-content-length': String(BODY.length), 'x-amz-trailer': 'x-amz-checksum-crc32' },
      credentials: { ...target.root, secretKey: 'not-the-secret' },
      payloadHash: PAYLOAD.unsignedTrailer,
      chunkedBody: () => encodeUnsignedTrailer(pieces(BODY), { checksum: 'crc32' }),
    })
    expect(response.outcome).toBe('403 SignatureDoesNotMatch')
    await expectNothing(bucket)
  })

  test('cannot be sent as anonymous ones', async () => {
    const bucket = await given.bucket()
    const encoded = await gather(encodeUnsignedTrailer(pieces(BODY), { checksum: 'crc32' }))
    const response = await request({
      method: 'PUT',
      bucket,
      key: 'k',
      credentials: undefined,
      headers: {
        'content-encoding': 'aws-chunked',
        'x-amz-content-sha256': PAYLOAD.unsignedTrailer,
        'x-amz-decoded-content-length': String(BODY.length),
        'x-amz-trailer': 'x-amz-checksum-crc32',
      },
      body: encoded,
    })
    expect(response.outcome).toBe('403 AccessDenied')
    await expectNothing(bucket)
  })
})
