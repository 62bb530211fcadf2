/** Signature version 2, with which boto3 signs links and forms by default. */
import { createHash } from 'node:crypto'
import { PAYLOAD } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import {
  type FormV2Options,
  followLink,
  inSeconds,
  type LinkOptions,
  postFormV2,
  requestV2,
  type V2Options,
} from '../signature-v2.ts'
import { assumeRole } from '../sts/session.ts'
import { differs, given, ODD_KEYS, request, target } from '../target.ts'

const bucket = await given.bucket()
const object = `/${bucket}/k`
await given.object(bucket, 'k', 'text')
const temporary = await assumeRole()

const OK = '200'
const refused = (status: number, code: string) => `${status} ${code}`
const MISMATCH = refused(403, 'SignatureDoesNotMatch')
const DENIED = refused(403, 'AccessDenied')
const INVALID_TOKEN = refused(403, 'InvalidTokenId')
const UNKNOWN_KEY = refused(403, 'InvalidAccessKeyId')
const NOBODY = { accessKey: 'nobody-we-know', secretKey: 'nothing-we-know' }
const WRONG_SECRET = { ...target.root, secretKey: 'not-the-secret' }

const BY_AWS = 'the engine follows the AWS documentation and SDKs'
const ALL_SUB_RESOURCES =
  'a parameter that selects another operation must be signed, or a link could be used for that operation'
const DECLARED = 'what a request declares about its body is verified, however it is signed'
const LINK_HEADERS = 'AWS signs and applies headers in the query of a link; MinIO applies them unsigned'

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toUTCString()
const get = (options: Partial<Parameters<typeof requestV2>[0]> = {}) => requestV2({ path: object, ...options })
const put = (key: string, options: Partial<V2Options> = {}) =>
  requestV2({ method: 'PUT', path: `/${bucket}/${key}`, body: 'x', ...options })
const head = (key: string) => request({ method: 'HEAD', bucket, key })

describe('A request signed with version 2', () => {
  test('creates a bucket, writes, lists, reads and deletes', async () => {
    const other = `/${bucket}-v2`
    const key = `${other}/${encodeURIComponent('a b+(ü)')}`
    const headers = { 'content-type': 'text/plain', 'content-md5': createHash('md5').update('body').digest('base64') }
    expect((await requestV2({ method: 'PUT', path: other })).status).toBe(200)
    expect((await requestV2({ method: 'PUT', path: key, headers, body: 'body' })).status).toBe(200)
    const list = await requestV2({ path: `${other}?list-type=2&prefix=a`, signed: { resource: other } })
    expect(list.text).toContain('<Key>a b+(ü)</Key>')
    expect((await requestV2({ path: key })).text).toBe('body')
    expect((await requestV2({ method: 'HEAD', path: key })).headers['content-type']).toBe('text/plain')
    expect((await requestV2({ method: 'DELETE', path: key })).status).toBe(204)
    expect((await requestV2({ method: 'DELETE', path: other })).status).toBe(204)
    expect((await requestV2({ path: '/' })).text).toContain(`<Name>${bucket}</Name>`)
  })

  test('creates multipart uploads and copies', async () => {
    const path = `/${bucket}/parts`
    const started = await requestV2({ method: 'POST', path: `${path}?uploads` })
    const uploadId = /<UploadId>(.*)<\/UploadId>/.exec(started.text)?.[1] ?? ''
    const part = await requestV2({ method: 'PUT', path: `${path}?partNumber=1&uploadId=${uploadId}`, body: 'part' })
    expect(part.outcome).toBe(OK)
    const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${part.headers.etag}</ETag></Part></CompleteMultipartUpload>`
    expect((await requestV2({ method: 'POST', path: `${path}?uploadId=${uploadId}`, body })).status).toBe(200)
    const headers = { 'x-amz-copy-source': path, 'x-amz-metadata-directive': 'REPLACE', 'x-amz-meta-a': '1' }
    expect((await put('copied', { headers, body: '' })).outcome).toBe(OK)
    const copied = await request({ method: 'GET', bucket, key: 'copied' })
    expect([copied.text, copied.headers['x-amz-meta-a']]).toEqual(['part', '1'])
  })

  test.each(ODD_KEYS)('may name the key %j', async (key) => {
    const path = `/${bucket}/${encodeURIComponent(key)}`
    expect((await requestV2({ method: 'PUT', path, body: key })).outcome).toBe(OK)
    expect((await request({ method: 'GET', bucket, key })).text).toBe(key)
  })

  test.each<[string, (text: string) => string]>([
    ['GMT', (text) => text],
    ['an offset', (text) => text.replace('GMT', '+0000')],
    ['the form of version 4', (text) => new Date(text).toISOString().replace(/[-:]|\.\d{3}/g, '')],
  ])('may have its date with %s, in either header', async (_, form) => {
    const date = form(at(0))
    expect((await get({ date })).outcome).toBe(OK)
    expect((await get({ date: null, headers: { 'x-amz-date': date } })).outcome).toBe(OK)
  })

  test('signs no Date next to an x-amz-date', async () => {
    const date = at(0)
    const headers = { 'x-amz-date': date }
    expect((await get({ date, headers })).outcome).toBe(differs({ engine: OK, minio: MISMATCH }, BY_AWS))
    const response = await get({ date, headers, signed: { date } })
    expect(response.outcome).toBe(differs({ engine: MISMATCH, minio: OK }, BY_AWS))
  })

  test.each([-14, 14])('may be %i minutes off', async (minutes) => {
    expect((await get({ date: at(minutes) })).outcome).toBe(OK)
  })

  test.each([-20, 20])('is rejected %i minutes off', async (minutes) => {
    const skewed = refused(403, 'RequestTimeTooSkewed')
    expect((await get({ date: at(minutes) })).outcome).toBe(skewed)
    expect((await get({ date: at(0), headers: { 'x-amz-date': at(minutes) } })).outcome).toBe(skewed)
  })

  test('is rejected without a date', async () => {
    expect((await get({ date: null })).outcome).toBe(refused(400, 'AccessDenied'))
  })

  test.each(['today', '1700000000', '2026-11-23T13:22:30Z'])('is rejected with the date %j', async (date) => {
    expect((await get({ date })).outcome).toBe(refused(400, 'MalformedDate'))
    expect((await get({ date, authorization: 'AWS nonsense' })).outcome).toBe(refused(400, 'MalformedDate'))
  })

  test.each(['AWS', 'AWS nothing', 'AWS  a:b', 'AWS a b:c', `AWS ${target.root.accessKey}:a:b`])(
    'is rejected with the header %j',
    async (authorization) => {
      expect((await get({ authorization })).outcome).toBe(refused(400, 'MissingFields'))
    },
  )

  test.each(['AWS3 a:b', 'AWS4 a:b'])('is rejected with another scheme: %j', async (authorization) => {
    expect((await get({ authorization })).outcome).toBe(
      differs({ engine: refused(400, 'InvalidRequest'), minio: UNKNOWN_KEY }, 'the authorization scheme is unknown'),
    )
  })

  test('of an unknown access key, or a wrong secret, is rejected', async () => {
    expect((await get({ credentials: NOBODY })).outcome).toBe(UNKNOWN_KEY)
    expect((await get({ authorization: 'AWS :x' })).outcome).toBe(UNKNOWN_KEY)
    expect((await get({ credentials: WRONG_SECRET })).outcome).toBe(MISMATCH)
    expect((await get({ authorization: `AWS ${target.root.accessKey}:` })).outcome).toBe(MISMATCH)
  })

  test.each<[string, Partial<V2Options>]>([
    ['method', { signed: { method: 'HEAD' } }],
    ['key', { signed: { resource: '/elsewhere/k' } }],
    ['date', { signed: { date: at(-1) } }],
    ['Content-Type', { headers: { 'content-type': 'a/b' }, signed: { contentType: '' } }],
    ['x-amz headers', { headers: { 'x-amz-meta-a': '1' }, signed: { amz: '' } }],
    ['spaces in an x-amz header', { headers: { 'x-amz-meta-a': '1  2' }, signed: { amz: 'x-amz-meta-a:1 2\n' } }],
  ])('does not match when another %s was signed', async (_, options) => {
    expect((await get(options)).outcome).toBe(MISMATCH)
  })

  test('signs its raw path', async () => {
    const path = `/${bucket}/%6b`
    expect((await requestV2({ path })).text).toBe('text')
    expect((await requestV2({ path, signed: { resource: object } })).outcome).toBe(MISMATCH)
  })

  test('signs the raw bytes of a header', async () => {
    const headers = { 'x-amz-meta-a': Buffer.from('ü  1', 'utf8').toString('latin1') }
    expect((await put('bytes', { headers })).outcome).toBe(OK)
  })

  test('signs a bucket with or without a trailing slash, however it is sent', async () => {
    const plain = `/${bucket}`
    expect((await requestV2({ path: `${plain}/` })).outcome).toBe(OK)
    expect((await requestV2({ path: `${plain}/`, signed: { resource: plain } })).outcome).toBe(MISMATCH)
    expect((await requestV2({ path: plain, signed: { resource: `${plain}/` } })).outcome).toBe(
      differs({ engine: OK, minio: MISMATCH }, 'boto3 signs this form, and AWS accepts it'),
    )
  })

  test('is rejected by the admin API', async () => {
    expect((await requestV2({ path: '/minio/admin/v3/info' })).outcome).toBe(
      differs({ engine: refused(400, 'InvalidRequest'), minio: DENIED }, 'the response names the required signature'),
    )
  })

  test('is rejected by STS', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await requestV2({
      method: 'POST',
      path: '/',
      headers,
      body: 'Action=AssumeRole&Version=2011-06-15',
    })
    expect(response.outcome).toBe(refused(400, 'InvalidParameterValue'))
  })
})

describe('The body of a request signed with version 2', () => {
  test('has its digest verified', async () => {
    const headers = { 'content-md5': 'AAAAAAAAAAAAAAAAAAAAAA==' }
    expect((await put('md5', { headers })).outcome).toBe(refused(400, 'BadDigest'))
    expect((await head('md5')).status).toBe(404)
  })

  test('has its declared hash verified', async () => {
    const headers = { 'x-amz-content-sha256': '0'.repeat(64) }
    expect((await put('sha256', { headers })).outcome).toBe(
      differs({ engine: refused(400, 'XAmzContentSHA256Mismatch'), minio: OK }, DECLARED),
    )
  })

  test('may come in chunks with a trailer', async () => {
    const headers = {
      'x-amz-content-sha256': PAYLOAD.unsignedTrailer,
      'x-amz-decoded-content-length': '1',
      'x-amz-trailer': 'x-amz-checksum-crc32',
    }
    const response = await put('trailer', { headers, body: '1\r\nx\r\n0\r\nx-amz-checksum-crc32:jNwWgw==\r\n\r\n' })
    const MISSED = refused(400, 'XAmzContentChecksumMismatch')
    expect(response.outcome).toBe(differs({ engine: OK, minio: MISSED }, 'MinIO supports chunks in version 4 only'))
  })

  test('cannot have signed chunks', async () => {
    const headers = { 'x-amz-content-sha256': PAYLOAD.signedChunks, 'x-amz-decoded-content-length': '1' }
    expect((await put('chunks', { headers })).outcome).toBe(
      differs({ engine: refused(400, 'InvalidRequest'), minio: OK }, 'version 2 defines no chunk signatures'),
    )
  })
})

describe('The sub-resources of a request signed with version 2', () => {
  const ofBucket = ['acl', 'cors', 'delete', 'encryption', 'lifecycle', 'location', 'logging', 'notification', 'policy']
  const alsoOfBucket = ['requestPayment', 'tagging', 'uploads', 'versioning', 'versions', 'website']
  const ofObject = ['acl', 'legal-hold', 'partNumber=1', 'retention', 'tagging', 'uploadId=x', 'versionId=null']
  const ofAnswer = [
    'cache-control',
    'content-disposition',
    'content-encoding',
    'content-language',
    'content-type',
    'expires',
  ]
  const all: [key: string, query: string][] = [
    ...[...ofBucket, ...alsoOfBucket].map((one): [string, string] => ['', one]),
    ...[...ofObject, ...ofAnswer.map((name) => `response-${name}=a`)].map((one): [string, string] => ['/k', one]),
  ]

  test.each(all)('are signed: %s?%s', async (key, query) => {
    const resource = `/${bucket}${key}`
    const path = `${resource}?${query}`
    expect((await requestV2({ path })).code).not.toBe('SignatureDoesNotMatch')
    expect((await requestV2({ path, signed: { resource } })).outcome).toBe(MISMATCH)
  })

  test.each<[key: string, query: string, headers?: Record<string, string>]>([
    ['', 'accelerate'],
    ['', 'events'],
    ['', 'object-lock'],
    ['', 'policyStatus'],
    ['', 'replication'],
    ['/k', 'attributes', { 'x-amz-object-attributes': 'ETag' }],
  ])('are signed, including those that MinIO omits: %s?%s', async (key, query, headers = {}) => {
    const resource = `/${bucket}${key}`
    const path = `${resource}?${query}`
    const isSigned = (await requestV2({ path, headers })).code !== 'SignatureDoesNotMatch'
    const isLeftOut = (await requestV2({ path, headers, signed: { resource } })).code !== 'SignatureDoesNotMatch'
    expect({ isSigned, isLeftOut }).toEqual(
      differs(
        { engine: { isSigned: true, isLeftOut: false }, minio: { isSigned: false, isLeftOut: true } },
        ALL_SUB_RESOURCES,
      ),
    )
  })

  test.each(['prefix=k', 'delimiter=/', 'max-keys=1', 'list-type=2', 'encoding-type=url', 'x-id=ListObjects'])(
    'do not include listing parameters: %s',
    async (query) => {
      expect((await requestV2({ path: `/${bucket}?${query}`, signed: { resource: `/${bucket}` } })).outcome).toBe(OK)
    },
  )

  test('are sorted, unescaped, and without an equals sign if empty', async () => {
    const sorted = await requestV2({
      path: `/${bucket}?versions&uploads`,
      signed: { resource: `/${bucket}?uploads&versions` },
    })
    expect(sorted.outcome).toBe(OK)
    expect((await requestV2({ path: `/${bucket}?acl=`, signed: { resource: `/${bucket}?acl` } })).outcome).toBe(OK)
    const path = `${object}?response-content-type=a%2Fb+c`
    expect((await requestV2({ path, signed: { resource: `${object}?response-content-type=a/b c` } })).outcome).toBe(OK)
    expect((await requestV2({ path })).outcome).toBe(MISMATCH)
  })
})

describe('A link signed with version 2', () => {
  const link = (options: Partial<LinkOptions> = {}) => followLink({ path: object, ...options })
  const BAD_PARAMETERS = refused(400, 'AuthorizationQueryParametersError')

  test('returns the object to anyone with the link', async () => {
    const response = await link()
    expect([response.status, response.text]).toEqual([200, 'text'])
    const range = await link({ unsignedHeaders: { range: 'bytes=1-2' } })
    expect([range.status, range.text]).toEqual([206, 'ex'])
  })

  test('writes and deletes an object', async () => {
    const path = `/${bucket}/put`
    const headers = { 'content-type': 'a/b', 'x-amz-meta-a': '1' }
    expect((await followLink({ method: 'PUT', path, headers, body: 'from afar' })).outcome).toBe(OK)
    const got = await request({ method: 'GET', bucket, key: 'put' })
    expect([got.text, got.headers['content-type'], got.headers['x-amz-meta-a']]).toEqual(['from afar', 'a/b', '1'])
    expect((await followLink({ method: 'DELETE', path })).status).toBe(204)
    expect((await head('put')).status).toBe(404)
  })

  test('accepts no headers that were not signed', async () => {
    const path = `/${bucket}/headers`
    const unsigned = (name: string) => followLink({ method: 'PUT', path, unsignedHeaders: { [name]: 'x' } })
    for (const name of ['content-type', 'x-amz-meta-a', 'x-amz-acl'])
      expect((await unsigned(name)).outcome).toBe(MISMATCH)
    expect((await head('headers')).status).toBe(404)
  })

  test('returns the response headers that it requests', async () => {
    const value = 'attachment; filename="a b.txt"'
    const response = await link({
      path: `${object}?response-content-disposition=${encodeURIComponent(value)}`,
      signed: { resource: `${object}?response-content-disposition=${value}` },
    })
    expect(response.headers['content-disposition']).toBe(value)
    expect((await link({ more: 'response-content-type=text%2Fhtml' })).outcome).toBe(MISMATCH)
  })

  test('reads a sub-resource', async () => {
    const path = `/${bucket}?versioning`
    expect((await followLink({ path })).outcome).toBe(
      differs({ engine: OK, minio: BAD_PARAMETERS }, 'MinIO requires an equals sign after every parameter'),
    )
    expect((await followLink({ path: `${path}=`, signed: { resource: path } })).outcome).toBe(OK)
  })

  test('expires as declared', async () => {
    expect((await link({ expires: inSeconds(-2) })).outcome).toBe(DENIED)
    expect((await link({ expires: inSeconds(-2) })).message).toBe('Request has expired')
    expect((await link({ expires: inSeconds(-2), credentials: WRONG_SECRET })).outcome).toBe(DENIED)
    expect((await link({ expires: inSeconds(-2), credentials: NOBODY })).outcome).toBe(UNKNOWN_KEY)
    expect((await link({ expires: '-1' })).outcome).toBe(DENIED)
  })

  test('can last for more than a week', async () => {
    expect((await link({ expires: inSeconds(30 * 24 * 3600) })).outcome).toBe(OK)
    expect((await link({ expires: '9223372036854775807' })).outcome).toBe(OK)
  })

  test.each(['soon', '4000000000.5', '0xffffffff', '1e10', '99999999999999999999'])(
    'is rejected with the expiry %j',
    async (expires) => {
      expect((await link({ expires })).outcome).toBe(BAD_PARAMETERS)
    },
  )

  test.each<[string, Record<string, string | undefined>, string]>([
    ['its signature is another', { Signature: 'c2ln' }, MISMATCH],
    ['its signature is empty', { Signature: '' }, BAD_PARAMETERS],
    ['its signature is missing', { Signature: undefined }, BAD_PARAMETERS],
    ['its expiry is missing', { Expires: undefined }, BAD_PARAMETERS],
    ['its expiry was changed', { Expires: '4000000000' }, MISMATCH],
    ['its key is missing', { AWSAccessKeyId: undefined }, DENIED],
    ['its key is empty', { AWSAccessKeyId: '' }, BAD_PARAMETERS],
    ['its key is unknown', { AWSAccessKeyId: NOBODY.accessKey }, UNKNOWN_KEY],
  ])('is rejected when %s', async (_, change, expected) => {
    expect((await link({ change })).outcome).toBe(expected)
  })

  test('works for its method and key only', async () => {
    expect((await link({ method: 'DELETE', signed: { method: 'GET' } })).outcome).toBe(MISMATCH)
    expect((await link({ method: 'HEAD', signed: { method: 'GET' } })).outcome).toBe(MISMATCH)
    expect((await followLink({ path: `/${bucket}/other`, signed: { resource: object } })).outcome).toBe(MISMATCH)
    expect((await link({ method: 'HEAD' })).status).toBe(200)
  })

  test.each([
    ['tagging=', ''],
    ['retention=', ''],
    ['attributes=', ALL_SUB_RESOURCES],
  ])('cannot be used for another operation: %s', async (more, reason) => {
    const { code } = await link({ more })
    const expected = reason === '' ? true : differs({ engine: true, minio: false }, reason)
    expect(code === 'SignatureDoesNotMatch').toBe(expected)
  })

  test('cannot hide a parameter in the value of another', async () => {
    await request({ method: 'PUT', bucket, query: { versioning: '' }, body: '<VersioningConfiguration/>' })
    const resource = `${object}?response-content-type=a&versionId=null`
    const open = await link({ path: resource, signed: { resource } })
    expect([open.status, open.headers['content-type']]).toEqual([200, 'a'])
    const hidden = await link({ path: `${object}?response-content-type=a%26versionId%3Dnull`, signed: { resource } })
    expect(hidden.outcome).toBe(
      differs({ engine: MISMATCH, minio: OK }, 'a link to one version must not give access to later ones'),
    )
  })

  test('signs the headers in its query', async () => {
    const path = `/${bucket}/in-query`
    const more = 'content-type=text%2Fplain&x-amz-meta-a=1'
    const signed = { contentType: 'text/plain', amz: 'x-amz-meta-a:1\n' }
    const response = await followLink({ method: 'PUT', path, body: 'x', more, signed })
    expect(response.outcome).toBe(differs({ engine: OK, minio: MISMATCH }, LINK_HEADERS))
    if (target.kind === 'engine') {
      const { headers } = await head('in-query')
      expect([headers['content-type'], headers['x-amz-meta-a']]).toEqual(['text/plain', '1'])
    }
    const added = await followLink({ method: 'PUT', path, body: 'x', more })
    expect(added.outcome).toBe(differs({ engine: MISMATCH, minio: OK }, LINK_HEADERS))
  })

  test('accepts them as headers too, with the same values', async () => {
    const path = `/${bucket}/twice`
    const headers = { 'content-type': 'text/plain', 'x-amz-meta-a': '1' }
    const more = 'content-type=text%2Fplain&x-amz-meta-a=1'
    expect((await followLink({ method: 'PUT', path, headers, more })).outcome).toBe(OK)
    const signed = { contentType: 'text/plain', amz: 'x-amz-meta-a:1\n' }
    const other = { ...headers, 'x-amz-meta-a': '2' }
    expect((await followLink({ method: 'PUT', path, headers: other, more, signed })).outcome).toBe(MISMATCH)
    expect((await head('twice')).headers['x-amz-meta-a']).toBe('1')
  })

  test('copies when its query requests it', async () => {
    const path = `/${bucket}/copied-by-link`
    const more = `x-amz-copy-source=${encodeURIComponent(object)}`
    const response = await followLink({ method: 'PUT', path, more, signed: { amz: `x-amz-copy-source:${object}\n` } })
    expect(response.outcome).toBe(differs({ engine: OK, minio: MISMATCH }, LINK_HEADERS))
    if (target.kind === 'minio') return
    expect((await request({ method: 'GET', bucket, key: 'copied-by-link' })).text).toBe('text')
  })
})

describe('Temporary credentials with signature version 2', () => {
  const token = () => ({ 'x-amz-security-token': temporary.sessionToken })

  test('send their token in a signed header', async () => {
    expect((await get({ credentials: temporary, headers: token() })).outcome).toBe(OK)
    expect((await get({ credentials: temporary, headers: token(), signed: { amz: '' } })).outcome).toBe(MISMATCH)
    expect((await followLink({ path: object, credentials: temporary, headers: token() })).outcome).toBe(OK)
  })

  test('are rejected without their token and with another', async () => {
    const wrong = { 'x-amz-security-token': 'nonsense' }
    expect((await get({ credentials: temporary })).outcome).toBe(INVALID_TOKEN)
    expect((await get({ credentials: temporary, headers: wrong })).outcome).toBe(INVALID_TOKEN)
    expect((await get({ headers: token() })).outcome).toBe(INVALID_TOKEN)
    expect((await followLink({ path: object, credentials: temporary })).outcome).toBe(INVALID_TOKEN)
  })

  test('send it signed in the query of a link, as boto3 does', async () => {
    const more = `x-amz-security-token=${encodeURIComponent(temporary.sessionToken)}`
    const signed = { amz: `x-amz-security-token:${temporary.sessionToken}\n` }
    expect((await followLink({ path: object, credentials: temporary, more, signed })).outcome).toBe(
      differs({ engine: OK, minio: INVALID_TOKEN }, BY_AWS),
    )
    expect((await followLink({ path: object, credentials: temporary, more })).outcome).toBe(
      differs({ engine: MISMATCH, minio: INVALID_TOKEN }, BY_AWS),
    )
  })

  test('send it unsigned in the query of a link, as MinIO expects', async () => {
    const more = `X-Amz-Security-Token=${encodeURIComponent(temporary.sessionToken)}`
    expect((await followLink({ path: object, credentials: temporary, more })).outcome).toBe(OK)
    expect((await followLink({ path: object, credentials: temporary, more: `${more}x` })).outcome).toBe(INVALID_TOKEN)
  })

  test('send it in a form, with a condition', async () => {
    const form = (options: Partial<FormV2Options>) =>
      postFormV2(bucket, { key: 'form', credentials: temporary, ...options })
    expect((await form({ fields: token() })).outcome).toBe('204')
    expect((await form({})).outcome).toBe(INVALID_TOKEN)
    const uncovered = (fields: Record<string, string>) => void Object.assign(fields, token())
    expect((await form({ change: uncovered })).outcome).toBe(DENIED)
  })
})

describe('A form signed with version 2', () => {
  const post = (options: Partial<FormV2Options> = {}) => postFormV2(bucket, { key: 'form', ...options })
  const set = (name: string, value: string) => ({
    change(fields: Record<string, string>) {
      fields[name] = value
    },
  })
  const without = (name: string) => ({
    change(fields: Record<string, string>) {
      delete fields[name]
    },
  })

  test('becomes an object', async () => {
    expect((await post({ key: 'posted', fields: { 'Content-Type': 'a/b', 'x-amz-meta-a': '1' } })).status).toBe(204)
    const got = await request({ method: 'GET', bucket, key: 'posted' })
    expect([got.text, got.headers['content-type'], got.headers['x-amz-meta-a']]).toEqual(['content', 'a/b', '1'])
  })

  test('accepts but does not require conditions on its access key and signature', async () => {
    expect((await post({ conditions: [{ AWSAccessKeyId: target.root.accessKey }] })).status).toBe(204)
  })

  test.each<[string, Partial<FormV2Options>, string]>([
    ['its policy has expired', { lasts: -2 }, DENIED],
    ['its key is unknown', { credentials: NOBODY }, UNKNOWN_KEY],
    ['its secret is wrong', { credentials: WRONG_SECRET }, MISMATCH],
    ['its policy is another', set('policy', 'e30='), MISMATCH],
    ['its policy is missing', without('policy'), MISMATCH],
    ['its signature is empty', set('signature', ''), MISMATCH],
    ['its signature is missing', without('signature'), refused(400, 'AuthorizationQueryParametersError')],
    ['its access key is missing', without('AWSAccessKeyId'), UNKNOWN_KEY],
    ['a field has no condition', set('x-amz-meta-a', '1'), DENIED],
    ['a condition is not met', { fields: { 'x-amz-meta-a': '1' }, ...set('x-amz-meta-a', '2') }, DENIED],
  ])('is rejected when %s', async (_, options, expected) => {
    expect((await post({ key: 'refused', ...options })).outcome).toBe(expected)
    expect((await head('refused')).status).toBe(404)
  })
})

describe('A policy can distinguish version 2', () => {
  const WRONG_VERSION = 'MinIO calls the signature of such a form version 4, so no policy could deny version 2'

  async function limitedBy(condition: object): Promise<Pick<V2Options, 'credentials' | 'headers'>> {
    const statement = {
      Effect: 'Allow',
      Action: 's3:*',
      Resource: 'arn:aws:s3:::*',
      Condition: { StringEquals: condition },
    }
    const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
    const credentials = await assumeRole({ policy })
    return { credentials, headers: { 'x-amz-security-token': credentials.sessionToken } }
  }

  async function outcomes(condition: object) {
    const { credentials = target.root, headers = {} } = await limitedBy(condition)
    const form = await postFormV2(bucket, { key: 'limited', credentials, fields: headers })
    const v4 = await request({ method: 'GET', bucket, key: 'k', credentials })
    return {
      header: (await get({ credentials, headers })).status,
      link: (await followLink({ path: object, credentials, headers })).status,
      form: form.status,
      v4: v4.status,
    }
  }

  test('by s3:signatureversion', async () => {
    expect(await outcomes({ 's3:signatureversion': 'AWS' })).toEqual(
      differs(
        {
          engine: { header: 200, link: 200, form: 204, v4: 403 },
          minio: { header: 200, link: 200, form: 403, v4: 403 },
        },
        WRONG_VERSION,
      ),
    )
    expect(await outcomes({ 's3:signatureversion': 'AWS4-HMAC-SHA256' })).toEqual(
      differs(
        {
          engine: { header: 403, link: 403, form: 403, v4: 200 },
          minio: { header: 403, link: 403, form: 204, v4: 200 },
        },
        WRONG_VERSION,
      ),
    )
  })

  test('by s3:authType', async () => {
    expect(await outcomes({ 's3:authType': 'REST-HEADER' })).toEqual({ header: 200, link: 403, form: 403, v4: 200 })
    expect(await outcomes({ 's3:authType': 'REST-QUERY-STRING' })).toEqual({
      header: 403,
      link: 200,
      form: 403,
      v4: 403,
    })
    expect(await outcomes({ 's3:authType': 'POST' })).toEqual({ header: 403, link: 403, form: 204, v4: 403 })
  })

  test('not by unsigned additions to a link', async () => {
    const { credentials = target.root, headers = {} } = await limitedBy({ 's3:x-amz-server-side-encryption': 'AES256' })
    const put = (options: Partial<LinkOptions>) =>
      followLink({ method: 'PUT', path: `/${bucket}/plain`, credentials, headers, ...options })
    expect((await put({})).outcome).toBe(DENIED)
    expect((await put({ more: 'X-Amz-Server-Side-Encryption=AES256' })).outcome).toBe(
      differs(
        { engine: DENIED, minio: OK },
        'the holder of a link could add it, with no effect other than to meet the condition',
      ),
    )
  })
})
