/**
 * Edge cases of upload signatures and of the digests that go with them. `signatures`, `presigned` and
 * `chunked-uploads` cover the common cases.
 */
import { createHash } from 'node:crypto'
import type { SendOptions, TestResponse } from '@cooperage/testkit'
import { sendUrl } from '@cooperage/testkit'
import {
  CHECKSUM_ALGORITHMS,
  type ChecksumAlgorithm,
  type Credentials,
  createChecksum,
  encodeSignedChunks,
  encodeUnsignedTrailer,
  objectPath,
  PAYLOAD,
  type PresignOptions,
  presignUrl,
  sha256Hex,
} from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { assumeRole } from '../sts/session.ts'
import { differs, given, request, target, WRONG_CHECKSUM } from '../target.ts'

const bucket = await given.bucket()
await given.object(bucket, 'k', 'text')
const temporary = await assumeRole()
const other = await assumeRole()

const ok = '200'
const refused = (code: string, status = 400) => `${status} ${code}`
const MISMATCH = refused('SignatureDoesNotMatch', 403)
const CHECKSUM_MISMATCH = refused(WRONG_CHECKSUM)
const BAD_CHUNKS = refused('BadRequest')
const UNSIGNED_HEADERS = refused('AccessDenied')

const ALL_SIGNED = 'S3 requires all x-amz headers to be signed because they change the operation'
const CLIENTS_FAULT = 'a client error is not a server error'
const WHOLE = 'a body is accepted only if it is complete, with nothing added'

const get = (options: Partial<SendOptions> = {}) => request({ method: 'GET', bucket, key: 'k', ...options })
const put = (key: string, options: Partial<SendOptions> = {}) =>
  request({ method: 'PUT', bucket, key, body: 'x', ...options })

async function expectNothing(key: string): Promise<void> {
  expect((await request({ method: 'HEAD', bucket, key })).status).toBe(404)
}

describe('The header of a signature', () => {
  const rewritten = (rewrite: (authorization: string) => string) =>
    get({
      afterSigning({ headers }) {
        headers.authorization = rewrite(headers.authorization ?? '')
      },
    })
  const signedHeaders = (change: (names: string[]) => string[]) => (text: string) =>
    text.replace(/SignedHeaders=([^,]*)/, (_, names: string) => `SignedHeaders=${change(names.split(';')).join(';')}`)

  test.each<[string, (text: string) => string]>([
    ['spaces between its parts', (text) => text.replace('SHA256 ', 'SHA256   ').replaceAll(', ', '  ,  ')],
    ['no spaces between its parts', (text) => text.replaceAll(', ', ',')],
    ['no blank after the algorithm', (text) => text.replace('SHA256 ', 'SHA256')],
    ['the names in another order', signedHeaders((names) => names.toReversed())],
    ['a name twice', signedHeaders(([first = '', ...rest]) => [first, first, ...rest])],
    ['a slash after the scope', (text) => text.replace('aws4_request,', 'aws4_request/,')],
  ])('may have %s', async (_, rewrite) => {
    expect((await rewritten(rewrite)).outcome).toBe(ok)
  })

  test.each<[string, (text: string) => string, string]>([
    ['a fourth part', (text) => `${text}, Extra=1`, refused('MissingFields')],
    ['a part twice', (text) => text.replace(/(Signature=.*)/, '$1, $1'), refused('MissingFields')],
    [
      'its parts in another order',
      (text) => text.replace(/(Credential=[^,]*), (SignedHeaders=[^,]*)/, '$2, $1'),
      refused('InvalidRequest'),
    ],
    ['a part in lower case', (text) => text.replace('Credential=', 'credential='), refused('InvalidRequest')],
    ['a part without its equals sign', (text) => text.replace('Signature=', 'Signature'), refused('MissingFields')],
    ['no names', signedHeaders(() => []), refused('MissingFields')],
    ['names in upper case', signedHeaders((names) => names.map((name) => name.toUpperCase())), UNSIGNED_HEADERS],
    ['an empty signature', (text) => text.replace(/Signature=.*/, 'Signature='), refused('MissingFields')],
    ['a signature in upper case', (text) => text.replace(/=[0-9a-f]{64}$/, (it) => it.toUpperCase()), MISMATCH],
    ['a signature cut short', (text) => text.slice(0, -1), MISMATCH],
    [
      'an empty credential',
      (text) => text.replace(/Credential=[^,]*/, 'Credential='),
      refused('AuthorizationQueryParametersError'),
    ],
    [
      'an access key of two letters',
      (text) => text.replace(target.root.accessKey, 'ab'),
      refused('InvalidAccessKeyId', 403),
    ],
    ['the service in upper case', (text) => text.replace('/s3/', '/S3/'), refused('AuthorizationParametersError')],
    ['the algorithm in lower case', (text) => text.toLowerCase(), refused('InvalidRequest')],
    ['the algorithm alone', () => 'AWS4-HMAC-SHA256', refused('MissingFields')],
    ['nothing in it', () => '', refused('InvalidRequest')],
    ['a name and a password', () => 'Basic eDp5', refused('InvalidRequest')],
    [
      'the scope of yesterday',
      (text) =>
        text.replace(
          /\/\d{8}\//,
          `/${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}/`,
        ),
      MISMATCH,
    ],
  ])('is rejected with %s', async (_, rewrite, expected) => {
    expect((await rewritten(rewrite)).outcome).toBe(expected)
  })

  test.each([-16, 16])('is rejected %i minutes off', async (minutes) => {
    const response = await get({ now: new Date(Date.now() + minutes * 60_000) })
    expect(response.outcome).toBe(refused('RequestTimeTooSkewed', 403))
  })

  test.each(['1700000000', new Date().toUTCString(), '20261121'])('is rejected with the date %j', async (date) => {
    const response = await get({
      afterSigning({ headers }) {
        headers['x-amz-date'] = date
      },
    })
    expect(response.outcome).toBe(refused('MalformedDate'))
  })

  test.each(['x-amz-content-sha256;', ';x-amz-date'])('must cover %s', async (name) => {
    const response = await rewritten((text) => text.replace(name, ''))
    expect(response.outcome).toBe(differs({ engine: UNSIGNED_HEADERS, minio: MISMATCH }, ALL_SIGNED))
  })

  test('of version 2 must match', async () => {
    const response = await get({
      credentials: undefined,
      headers: { authorization: `AWS ${target.root.accessKey}:c2ln`, date: new Date().toUTCString() },
    })
    const query = { AWSAccessKeyId: target.root.accessKey, Expires: '4000000000', Signature: 'c2ln' }
    expect(response.outcome).toBe(MISMATCH)
    expect((await get({ credentials: undefined, query })).outcome).toBe(MISMATCH)
  })
})

describe('The token of temporary credentials', () => {
  const withoutToken = () => ({ accessKey: temporary.accessKey, secretKey: temporary.secretKey })
  const INVALID = refused('InvalidTokenId', 403)

  test('is required', async () => {
    expect((await get({ credentials: temporary })).outcome).toBe(ok)
    expect((await get({ credentials: withoutToken() })).outcome).toBe(INVALID)
  })

  test.each(['', 'nonsense'])('is rejected as %j', async (sessionToken) => {
    expect((await get({ credentials: { ...temporary, sessionToken } })).outcome).toBe(INVALID)
  })

  test('of others is rejected', async () => {
    const { sessionToken = '' } = other
    expect((await get({ credentials: { ...temporary, sessionToken } })).outcome).toBe(INVALID)
  })

  test('must be signed', async () => {
    const response = await get({
      credentials: withoutToken(),
      afterSigning({ headers }) {
        headers['x-amz-security-token'] = temporary.sessionToken ?? ''
      },
    })
    expect(response.outcome).toBe(differs({ engine: UNSIGNED_HEADERS, minio: ok }, ALL_SIGNED))
  })

  test('is required in a presigned URL as well', async () => {
    const presign = (credentials: Credentials) =>
      presignUrl({
        method: 'GET',
        url: new URL(objectPath(bucket, 'k'), target.url),
        credentials,
        expiresInSeconds: 60,
      })
    const removed = presign(temporary)
    removed.searchParams.delete('X-Amz-Security-Token')
    const added = presign(withoutToken())
    added.searchParams.set('X-Amz-Security-Token', temporary.sessionToken ?? '')
    expect((await sendUrl(presign(temporary))).outcome).toBe(ok)
    expect((await sendUrl(removed)).outcome).toBe(INVALID)
    expect((await sendUrl(presign(withoutToken()))).outcome).toBe(INVALID)
    expect((await sendUrl(added)).outcome).toBe(MISMATCH)
    const inHeader = await sendUrl(presign(withoutToken()), {
      headers: { 'x-amz-security-token': temporary.sessionToken ?? '' },
    })
    expect(inHeader.outcome).toBe(differs({ engine: UNSIGNED_HEADERS, minio: ok }, ALL_SIGNED))
  })
})

describe('A presigned upload', () => {
  const presign = (options: Partial<PresignOptions> = {}) =>
    presignUrl({
      method: 'PUT',
      url: new URL(objectPath(bucket, 'presigned'), target.url),
      credentials: target.root,
      expiresInSeconds: 60,
      ...options,
    })
  const send = (url: URL, headers: Record<string, string> = {}) => sendUrl(url, { method: 'PUT', body: 'x', headers })
  const edited = (edit: (search: string) => string) => {
    const url = presign()
    url.search = edit(url.search)
    return url
  }

  test('can be 15 minutes early', async () => {
    expect((await send(presign({ now: new Date(Date.now() + 14 * 60_000) }))).outcome).toBe(ok)
    const response = await send(presign({ now: new Date(Date.now() + 16 * 60_000) }))
    expect(response.refusal).toBe('403 AccessDenied: Request is not valid yet')
  })

  test('with no lifetime has expired', async () => {
    const response = await send(presign({ expiresInSeconds: 0, now: new Date(Date.now() - 1000) }))
    expect(response.refusal).toBe('403 AccessDenied: Request has expired')
  })

  test.each<[string, (search: string) => string, string]>([
    [
      'a parameter in lower case',
      (search) => search.replace('X-Amz-Algorithm', 'x-amz-algorithm'),
      refused('AuthorizationQueryParametersError'),
    ],
    ['the signature in upper case', (search) => search.replace(/=[0-9a-f]{64}$/, (it) => it.toUpperCase()), MISMATCH],
  ])('is rejected with %s', async (_, edit, expected) => {
    expect((await send(edited(edit))).outcome).toBe(expected)
  })

  test.each<[string, (search: string) => string, string]>([
    ['another service', (search) => search.replace('%2Fs3%2F', '%2Fsts%2F'), refused('AuthorizationParametersError')],
    [
      'another scope terminator',
      (search) => search.replace('aws4_request', 'aws5_request'),
      refused('AuthorizationQueryParametersError'),
    ],
  ])('is rejected with %s', async (_, edit, engine) => {
    expect((await send(edited(edit))).outcome).toBe(
      differs(
        { engine, minio: refused('MissingFields') },
        'nothing is missing; MinIO itself returns this for a presigned download',
      ),
    )
  })

  test('is rejected when a parameter was added twice', async () => {
    expect((await send(edited((search) => `${search}&X-Amz-Date=20200101T000000Z`))).outcome).toBe(
      differs({ engine: MISMATCH, minio: ok }, 'parameters added after signing are not covered by the signature'),
    )
  })

  test('rejects metadata that was not signed', async () => {
    expect((await send(presign(), { 'x-amz-meta-a': 'b' })).outcome).toBe(UNSIGNED_HEADERS)
    expect((await send(presign(), { 'x-amz-tagging': 'a=b' })).outcome).toBe(
      differs({ engine: UNSIGNED_HEADERS, minio: ok }, ALL_SIGNED),
    )
  })

  test('can be limited to one body', async () => {
    const headers = { 'x-amz-content-sha256': sha256Hex('x') }
    expect((await send(presign({ headers }), headers)).outcome).toBe(ok)
    const forAnother = { 'x-amz-content-sha256': sha256Hex('y') }
    expect((await send(presign({ headers: forAnother }), forAnother)).outcome).toBe(
      refused('XAmzContentSHA256Mismatch'),
    )
    expect((await send(presign(), headers)).outcome).toBe(
      differs({ engine: UNSIGNED_HEADERS, minio: MISMATCH }, ALL_SIGNED),
    )
  })
})

describe('The hash of a body', () => {
  test('can be omitted from the signature, even over plain HTTP', async () => {
    expect((await put('unsigned', { payloadHash: PAYLOAD.unsigned })).outcome).toBe(ok)
  })

  test('may be in upper case', async () => {
    expect((await put('capitals', { payloadHash: sha256Hex('x').toUpperCase() })).outcome).toBe(ok)
  })

  test.each([
    ['of an empty body', sha256Hex('')],
    ['of nothing', 'garbage'],
    ['of another algorithm', 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD'],
  ])('is rejected when it is %s', async (_, payloadHash) => {
    expect((await put('hash', { payloadHash })).outcome).toBe(refused('XAmzContentSHA256Mismatch'))
    await expectNothing('hash')
  })

  test('is rejected when it is empty', async () => {
    expect((await put('empty-hash', { payloadHash: '' })).outcome).toBe(
      differs({ engine: refused('XAmzContentSHA256Mismatch'), minio: ok }, 'an empty hash matches no body'),
    )
  })

  test('cannot be changed to unsigned', async () => {
    const response = await put('stripped', {
      afterSigning({ headers }) {
        headers['x-amz-content-sha256'] = PAYLOAD.unsigned
      },
    })
    expect(response.outcome).toBe(MISMATCH)
    await expectNothing('stripped')
  })

  test.each(Object.values(PAYLOAD))('grants nothing to an unsigned request: %s', async (payloadHash) => {
    const response = await put('anonymous', {
      credentials: undefined,
      headers: { 'x-amz-content-sha256': payloadHash, 'x-amz-decoded-content-length': '1' },
    })
    const isSigned = payloadHash.startsWith('STREAMING-AWS4')
    expect(response.outcome).toBe(
      differs(
        { engine: refused('AccessDenied', 403), minio: refused('AccessDenied', isSigned ? 400 : 403) },
        'the request is unsigned, so no date is missing',
      ),
    )
    await expectNothing('anonymous')
  })
})

describe('A digest', () => {
  const digest = (algorithm: ChecksumAlgorithm, text: string) => {
    const running = createChecksum(algorithm)
    running.update(Buffer.from(text))
    return running.base64()
  }

  describe.each(CHECKSUM_ALGORITHMS)('of %s', (algorithm) => {
    const upload = (value: string) => put(algorithm, { headers: { [`x-amz-checksum-${algorithm}`]: value } })

    test.each<[string, string, string]>([
      ['wrong', digest(algorithm, 'y'), CHECKSUM_MISMATCH],
      ['too short', 'AAA=', refused('InvalidArgument')],
      ['no base64', '***', refused('InvalidArgument')],
    ])('is rejected when it is %s', async (_, value, expected) => {
      expect((await upload(value)).outcome).toBe(expected)
      await expectNothing(algorithm)
    })

    test('is accepted when correct, and returned', async () => {
      const response = await upload(digest(algorithm, 'x'))
      expect(response.outcome).toBe(ok)
      expect(response.headers[`x-amz-checksum-${algorithm}`]).toBe(digest(algorithm, 'x'))
    })
  })

  describe('of MD5', () => {
    const md5 = (text: string) => createHash('md5').update(text).digest('base64')

    test.each<[string, string, string]>([
      ['wrong', md5('y'), refused('BadDigest')],
      ['too short', 'AAA=', refused('InvalidDigest')],
      ['no base64', '***', refused('InvalidDigest')],
      ['empty', '', refused('InvalidDigest')],
      ['in hex', createHash('md5').update('x').digest('hex'), refused('InvalidDigest')],
    ])('is rejected when it is %s', async (_, value, expected) => {
      expect((await put('md5', { headers: { 'content-md5': value } })).outcome).toBe(expected)
      await expectNothing('md5')
    })

    test('is accepted when correct', async () => {
      expect((await put('md5-right', { headers: { 'content-md5': md5('x') } })).outcome).toBe(ok)
    })
  })

  test('of two kinds is rejected', async () => {
    const headers = { 'x-amz-checksum-crc32': digest('crc32', 'x'), 'x-amz-checksum-sha1': digest('sha1', 'x') }
    expect((await put('two', { headers })).outcome).toBe(refused('InvalidArgument'))
  })

  test.each([PAYLOAD.unsigned, undefined])('is required when its trailer cannot be sent: %s', async (payloadHash) => {
    const response = await put('no-trailer', {
      headers: { 'x-amz-trailer': 'x-amz-checksum-crc32' },
      ...(payloadHash === undefined ? {} : { payloadHash }),
    })
    expect(response.outcome).toBe(CHECKSUM_MISMATCH)
    await expectNothing('no-trailer')
  })
})

const BODY = Buffer.alloc(200_000, 'chunk after chunk ')
async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < BODY.length; at += 50_000) yield BODY.subarray(at, at + 50_000)
}

type Form = 'unsigned with trailer' | 'signed chunks' | 'signed chunks with trailer'
const HASHES: Record<Form, string> = {
  'unsigned with trailer': PAYLOAD.unsignedTrailer,
  'signed chunks': PAYLOAD.signedChunks,
  'signed chunks with trailer': PAYLOAD.signedChunksTrailer,
}
const FORMS: Form[] = ['unsigned with trailer', 'signed chunks', 'signed chunks with trailer']
const SIGNED: Form[] = ['signed chunks', 'signed chunks with trailer']
const TRAILED: Form[] = ['unsigned with trailer', 'signed chunks with trailer']

interface ChunkedUpload {
  change?: (text: string) => string
  decodedLength?: string
  headers?: Record<string, string>
  checksum?: ChecksumAlgorithm
  /** The form of the body if it differs from the one in the headers. */
  body?: Form
}

/** Bodies are ASCII, so that they can be changed as text. */
function upload(form: Form, key: string, options: ChunkedUpload = {}): Promise<TestResponse> {
  const { change = (text) => text, checksum = 'crc32', body = form } = options
  const trailer = form === 'signed chunks' ? {} : { 'x-amz-trailer': `x-amz-checksum-${checksum}` }
  return request({
    method: 'PUT',
    bucket,
    key,
    headers: {
      'content-encoding': 'aws-chunked',
      'x-amz-decoded-content-length': options.decodedLength ?? String(BODY.length),
      ...trailer,
      ...options.headers,
    },
    payloadHash: HASHES[form],
    async *chunkedBody(seed) {
      const chunkBytes = 65_536
      const encoded =
        body === 'unsigned with trailer'
          ? encodeUnsignedTrailer(pieces(), { checksum, chunkBytes })
          : encodeSignedChunks(pieces(), seed, { chunkBytes, ...(body === 'signed chunks' ? {} : { checksum }) })
      yield Buffer.from(change(Buffer.concat(await Array.fromAsync(encoded)).toString('latin1')), 'latin1')
    },
  })
}

/** The chunks of a body, the last one with the trailer. */
function chunksOf(text: string): string[] {
  const chunks: string[] = []
  let at = 0
  for (;;) {
    const size = Number.parseInt(text.slice(at), 16)
    if (size === 0) return [...chunks, text.slice(at)]
    const end = text.indexOf('\r\n', at) + 2 + size + 2
    chunks.push(text.slice(at, end))
    at = end
  }
}

describe.each(FORMS)('A body in the form "%s"', (form) => {
  const key = `refused ${form}`

  test.each<[string, string, string, string]>([
    ['-1', '-1', refused('MissingContentLength', 411), refused('MissingContentLength', 411)],
    ['nothing', '', refused('MissingContentLength', 411), refused('MissingContentLength', 411)],
    ['a word', 'abc', refused('MissingContentLength', 411), refused('InternalError', 500)],
    ['a number in hex', '0x30d40', refused('MissingContentLength', 411), refused('InternalError', 500)],
    ['a number with a sign', '+200000', refused('MissingContentLength', 411), ok],
  ])('is rejected with a decoded length of %s', async (name, decodedLength, engine, minio) => {
    const response = await upload(form, `${key} ${name}`, { decodedLength })
    expect(response.outcome).toBe(engine === minio ? engine : differs({ engine, minio }, CLIENTS_FAULT))
  })

  test.each<[string, (text: string) => string]>([
    ['a missing line end after a chunk', (text) => text.replace(/\r\n(?=[0-9a-f]+(?:;|\r\n))/, '')],
    ['line feeds only', (text) => text.replaceAll('\r\n', '\n')],
    ['a negative size', (text) => `-${text}`],
    ['a size with a prefix', (text) => `0x${text}`],
    ['a size after a space', (text) => ` ${text}`],
    ['a chunk size out of range', (text) => text.replace(/^10000/, 'fffffffffffffffff')],
    ['an unknown extension', (text) => text.replace(/^10000/, '10000;foo=bar')],
  ])('is rejected with %s', async (_, change) => {
    expect((await upload(form, key, { change })).outcome).toBe(BAD_CHUNKS)
    await expectNothing(key)
  })

  test('is rejected with a chunk of 4 GiB', async () => {
    const change = (text: string) => text.replace(/^10000/, 'ffffffff')
    const reason =
      'the length of an unsigned chunk has no limit of its own; the decoded length says that it is too long'
    const expected =
      form === 'unsigned with trailer'
        ? differs({ engine: refused('ExcessData'), minio: BAD_CHUNKS }, reason)
        : BAD_CHUNKS
    expect((await upload(form, key, { change })).outcome).toBe(expected)
    await expectNothing(key)
  })

  test.each<[string, (text: string) => string, string]>([
    ['data after its end', (text) => `${text}garbage`, BAD_CHUNKS],
    ['a second end', (text) => `${text}0\r\n\r\n`, BAD_CHUNKS],
    ['no end', (text) => `${text.slice(0, text.lastIndexOf('\r\n0'))}\r\n`, refused('IncompleteBody')],
  ])('is rejected with %s', async (_, change, engine) => {
    expect((await upload(form, `${key} end`, { change })).outcome).toBe(differs({ engine, minio: ok }, WHOLE))
  })

  test('is compared with an MD5 in the headers', async () => {
    const headers = { 'content-md5': '1B2M2Y8AsgTpgAmY7PhCfg==' }
    expect((await upload(form, key, { headers })).outcome).toBe(refused('BadDigest'))
    await expectNothing(key)
  })

  test('is compared with a checksum in the headers', async () => {
    const headers = { 'x-amz-checksum-crc32': 'AAAAAA==' }
    expect((await upload(form, `${key} checksum`, { headers })).outcome).toBe(
      form === 'signed chunks'
        ? CHECKSUM_MISMATCH
        : differs(
            { engine: CHECKSUM_MISMATCH, minio: ok },
            'both checksums must be verified; MinIO checks only the one in the trailer',
          ),
    )
  })

  test('can omit its framing from the content encoding', async () => {
    expect((await upload(form, `plain ${form}`, { headers: { 'content-encoding': 'gzip' } })).outcome).toBe(ok)
    const head = await request({ method: 'HEAD', bucket, key: `plain ${form}` })
    expect([head.headers['content-length'], head.headers['content-encoding']]).toEqual([String(BODY.length), 'gzip'])
  })
})

describe.each(SIGNED)('The chain of signatures in the form "%s"', (form) => {
  const key = `chain ${form}`

  test.each<[string, (chunks: string[]) => (string | undefined)[], number]>([
    ['chunks change places', ([first, second, ...rest]) => [second, first, ...rest], 0],
    ['a chunk is repeated', ([first, ...rest]) => [first, first, ...rest], 65_536],
    ['a chunk is left out', ([first, _, ...rest]) => [first, ...rest], -65_536],
    ['it ends early with a valid final chunk', (chunks) => [chunks[0], chunks.at(-1)], 65_536 - BODY.length],
  ])('breaks when %s', async (_, rearrange, more) => {
    const response = await upload(form, key, {
      decodedLength: String(BODY.length + more),
      change: (text) => rearrange(chunksOf(text)).join(''),
    })
    expect(response.outcome).toBe(MISMATCH)
    await expectNothing(key)
  })

  test('requires complete signatures', async () => {
    const change = (text: string) => text.replace(/chunk-signature=[0-9a-f]{64}/, 'chunk-signature=00')
    expect((await upload(form, key, { change })).outcome).toBe(BAD_CHUNKS)
    await expectNothing(key)
  })
})

describe.each(TRAILED)('The trailer in the form "%s"', (form) => {
  const key = `trailer ${form}`
  const isSigned = form !== 'unsigned with trailer'
  const line = /x-amz-checksum-crc32:[^\r\n]*\r\n/

  test.each(CHECKSUM_ALGORITHMS)('can have a %s checksum, which is stored', async (checksum) => {
    const name = `${key} ${checksum}`
    expect((await upload(form, name, { checksum })).outcome).toBe(ok)
    const head = await request({ method: 'HEAD', bucket, key: name, headers: { 'x-amz-checksum-mode': 'ENABLED' } })
    const running = createChecksum(checksum)
    running.update(BODY)
    expect(head.headers[`x-amz-checksum-${checksum}`]).toBe(running.base64())
  })

  test('may be announced in upper case', async () => {
    const headers = { 'x-amz-trailer': 'X-Amz-Checksum-CRC32' }
    expect((await upload(form, `${key} announced`, { headers })).outcome).toBe(ok)
  })

  test.each<[string, Record<string, string>]>([
    ['another checksum', { 'x-amz-trailer': 'x-amz-checksum-sha1' }],
    ['something else', { 'x-amz-trailer': 'x-foo' }],
    ['nothing', { 'x-amz-trailer': '' }],
  ])('is rejected when %s was announced', async (_, headers) => {
    expect((await upload(form, key, { headers })).outcome).toBe(BAD_CHUNKS)
    await expectNothing(key)
  })

  test('is rejected when two checksums were announced', async () => {
    const headers = { 'x-amz-trailer': 'x-amz-checksum-crc32,x-amz-checksum-sha1' }
    expect((await upload(form, key, { headers })).outcome).toBe(
      differs(
        { engine: refused('InvalidArgument'), minio: BAD_CHUNKS },
        'the engine rejects it by the headers, before the body is sent',
      ),
    )
  })

  test.each<[string, (text: string) => string]>([
    ['a line twice', (text) => text.replace(line, '$&$&')],
    ['an extra line', (text) => text.replace(line, '$&x-foo:bar\r\n')],
  ])('is rejected with %s', async (_, change) => {
    expect((await upload(form, key, { change })).outcome).toBe(BAD_CHUNKS)
    await expectNothing(key)
  })

  test.each<[string, string]>([
    ['nonsense', '***'],
    ['nothing', ''],
    ['another checksum', 'AAAAAA=='],
  ])('is rejected with %s for a checksum', async (_, value) => {
    const change = (text: string) => text.replace(line, `x-amz-checksum-crc32:${value}\r\n`)
    expect((await upload(form, key, { change })).outcome).toBe(isSigned ? MISMATCH : CHECKSUM_MISMATCH)
    await expectNothing(key)
  })
})

describe('The forms of a body', () => {
  test.each<[Form, Form]>([
    ['unsigned with trailer', 'signed chunks with trailer'],
    ['signed chunks with trailer', 'unsigned with trailer'],
    ['signed chunks', 'unsigned with trailer'],
  ])('cannot be mixed: "%s" is not "%s"', async (form, body) => {
    expect((await upload(form, 'mixed', { body })).outcome).toBe(BAD_CHUNKS)
    await expectNothing('mixed')
  })

  test.each<[Form, Form]>([
    ['signed chunks', 'signed chunks with trailer'],
    ['signed chunks with trailer', 'signed chunks'],
  ])('agree about the trailer: "%s" is not "%s"', async (form, body) => {
    expect((await upload(form, 'trailer-or-not', { body })).outcome).toBe(
      differs({ engine: BAD_CHUNKS, minio: ok }, WHOLE),
    )
  })

  test('have a trailer only if declared', async () => {
    const headers = { 'x-amz-trailer': 'x-amz-checksum-crc32' }
    expect((await upload('signed chunks', 'no-trailer', { headers })).outcome).toBe(CHECKSUM_MISMATCH)
    await expectNothing('no-trailer')
  })
})
