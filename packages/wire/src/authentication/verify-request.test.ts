import { describe, expect, test } from 'vitest'
import type { Credentials } from '../credentials.ts'
import { EMPTY_SHA256, sha256Hex } from '../hash.ts'
import type { IncomingRequest } from '../sigv4/incoming.ts'
import { objectPath } from '../sigv4/percent-encoding.ts'
import { presignUrl } from '../sigv4/presign.ts'
import { type SignOptions, signRequest } from '../sigv4/sign.ts'
import type { VerifyOptions } from '../sigv4/verification.ts'
import { authenticationForm, verifyRequest } from './verify-request.ts'

const credentials: Credentials = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const now = new Date('2013-05-24T00:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

function lookup(accessKey: string) {
  if (accessKey === credentials.accessKey) return { secretKey: credentials.secretKey }
  if (accessKey === 'TEMPORARYKEY') return { secretKey: 'temporary-secret', sessionToken: 'the-token' }
  return undefined
}

function verify(request: IncomingRequest, options: Partial<VerifyOptions> = {}) {
  return verifyRequest(request, { lookup, now, ...options })
}

function signed(options: Partial<SignOptions> & { target?: string } = {}): IncomingRequest {
  const method = options.method ?? 'GET'
  const url = new URL(`http://storage.example${options.target ?? '/photos/a.txt'}`)
  const headers = signRequest({ method, url, credentials, payloadHash: EMPTY_SHA256, now, ...options })
  return { method, target: url.pathname + url.search, headers }
}

function presigned(options: { expiresInSeconds?: number; credentials?: Credentials; target?: string } = {}) {
  const url = presignUrl({
    method: 'GET',
    url: new URL(`http://storage.example${options.target ?? '/photos/a.txt'}`),
    credentials: options.credentials ?? credentials,
    expiresInSeconds: options.expiresInSeconds ?? 60,
    now,
  })
  return { method: 'GET', target: url.pathname + url.search, headers: { host: url.host } }
}

function authorization(request: IncomingRequest, from: string | RegExp, to: string): IncomingRequest {
  const value = String(request.headers.authorization)
  return { ...request, headers: { ...request.headers, authorization: value.replace(from, to) } }
}

const refusedWith = (code: string, status: number, message?: string) =>
  expect.objectContaining({ code, status, ...(message === undefined ? {} : { message }) })

describe('a request signed in its headers', () => {
  test('is accepted in the published form', () => {
    const request = {
      method: 'GET',
      target: '/?prefix=J&max-keys=2',
      headers: {
        host: 'examplebucket.s3.amazonaws.com',
        'x-amz-date': '20130524T000000Z',
        'x-amz-content-sha256': EMPTY_SHA256,
        authorization:
          'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      },
    }

    expect(verify(request)).toMatchObject({ accessKey: 'AKIAIOSFODNN7EXAMPLE', payloadHash: EMPTY_SHA256 })
  })

  test.each([
    ['a key that needs escaping', { target: objectPath('photos', "ü it's +(1)*%41//x") }],
    ['a path escaped differently than the client signed it', { target: "/photos/(it's)" }],
    [
      'a query with every kind of character',
      { target: '/photos?prefix=a%20b%2Bc%2F&delimiter=%2F&marker=&list-type=2' },
    ],
    ['a query that writes blanks as plus', { target: '/photos?prefix=a+b' }],
    ['an empty region', { region: '' }],
    ['another region while none is configured', { region: 'eu-west-9' }],
    ['header values with runs of blanks', { headers: { 'x-amz-meta-note': '  two   words ' } }],
    ['header values of bytes above ASCII', { headers: { 'x-amz-meta-note': Buffer.from('größe').toString('latin1') } }],
  ] satisfies [string, Partial<SignOptions> & { target?: string }][])('is accepted with %s', (_, options) => {
    expect(verify(signed(options)).accessKey).toBe(credentials.accessKey)
  })

  test('is accepted when a repeated header was signed joined by commas', () => {
    const request = signed({ headers: { 'x-amz-meta-note': 'a,b' } })

    expect(verify({ ...request, headers: { ...request.headers, 'x-amz-meta-note': ['a', 'b'] } })).toBeDefined()
  })

  test('is accepted 15 minutes early or late and refused beyond', () => {
    expect(() => verify(signed(), { now: later(899) })).not.toThrow()
    expect(() => verify(signed(), { now: later(-899) })).not.toThrow()
    expect(() => verify(signed(), { now: later(901) })).toThrow(refusedWith('RequestTimeTooSkewed', 403))
    expect(() => verify(signed(), { now: later(-901) })).toThrow(refusedWith('RequestTimeTooSkewed', 403))
  })

  test('is refused when anything signed is changed', () => {
    const request = signed({ target: '/photos/a.txt?versionId=1', headers: { 'content-type': 'text/plain' } })
    const mismatch = refusedWith('SignatureDoesNotMatch', 403)

    expect(() => verify({ ...request, method: 'PUT' })).toThrow(mismatch)
    expect(() => verify({ ...request, target: '/photos/b.txt?versionId=1' })).toThrow(mismatch)
    expect(() => verify({ ...request, target: '/photos/a.txt?versionId=2' })).toThrow(mismatch)
    expect(() => verify({ ...request, target: '/photos/a.txt?versionId=1&acl' })).toThrow(mismatch)
    for (const name of ['host', 'content-type', 'x-amz-content-sha256']) {
      expect(() => verify({ ...request, headers: { ...request.headers, [name]: 'other' } })).toThrow(mismatch)
    }
    expect(() => verify(authorization(request, /.$/, 'x'))).toThrow(mismatch)
    expect(() => verify(authorization(request, '20130524', '20130525'))).toThrow(mismatch)
  })

  test('is refused when the secret is wrong', () => {
    const request = signed({ credentials: { ...credentials, secretKey: 'wrong' } })

    expect(() => verify(request)).toThrow(refusedWith('SignatureDoesNotMatch', 403))
  })

  test('is refused when the access key is unknown', () => {
    const request = signed({ credentials: { ...credentials, accessKey: 'GHOST' } })

    expect(() => verify(request)).toThrow(refusedWith('InvalidAccessKeyId', 403))
  })

  test('rethrows errors of the lookup itself', () => {
    expect(() =>
      verify(signed(), {
        lookup: () => {
          throw new RangeError('disabled')
        },
      }),
    ).toThrow('disabled')
  })

  test('is refused when the host, an x-amz header or an x-minio header is not signed', () => {
    const request = signed()
    const unsigned = refusedWith('AccessDenied', 400)

    expect(() => verify(authorization(request, 'host;', ''))).toThrow(unsigned)
    for (const [name, value] of [
      ['x-amz-acl', 'public-read'],
      ['x-minio-force-delete', 'true'],
    ] as const) {
      expect(() => verify({ ...request, headers: { ...request.headers, [name]: value } })).toThrow(unsigned)
      expect(() => verify(signed({ headers: { [name]: value } }))).not.toThrow()
    }
    expect(() => verify(authorization(request, 'host;', 'host;range;'))).toThrow(unsigned)
  })

  test.each([
    ['an unknown algorithm', /^AWS4-HMAC-SHA256/, 'AWS4-HMAC-SHA1', 'InvalidRequest'],
    ['two fields', /, Signature.*/, '', 'MissingFields'],
    ['an empty signature', /Signature=.*/, 'Signature=', 'MissingFields'],
    ['no Credential', 'Credential=', 'Credentials=', 'InvalidRequest'],
    ['no SignedHeaders', 'SignedHeaders=', 'Signed=', 'InvalidArgument'],
    ['no Signature', 'Signature=', 'Sign=', 'AccessDenied'],
    ['a short credential', '/us-east-1', '', 'AuthorizationQueryParametersError'],
    ['a credential date that is none', '20130524', '2013-05-24', 'AuthorizationQueryParametersError'],
    ['another service', '/s3/', '/ec2/', 'AuthorizationParametersError'],
    ['another terminal', 'aws4_request', 'aws5_request', 'AuthorizationQueryParametersError'],
  ])('is refused with %s', (_, from, to, code) => {
    expect(() => verify(authorization(signed(), from, to))).toThrow(refusedWith(code, 400))
  })

  test('is refused for another region than the configured one, with the expected region', () => {
    expect(() => verify(signed({ region: 'eu-west-9' }), { region: 'us-east-1' })).toThrow(
      refusedWith(
        'AuthorizationHeaderMalformed',
        400,
        "The authorization header is malformed; the region is wrong; expecting 'us-east-1'.",
      ),
    )
    expect(() => verify(signed({ region: 'US' }), { region: 'us-east-1' })).not.toThrow()
  })

  test('is refused without a date or with a malformed one', () => {
    const request = signed()

    expect(() => verify({ ...request, headers: { ...request.headers, 'x-amz-date': undefined } })).toThrow(
      refusedWith('AccessDenied', 400),
    )
    expect(() => verify({ ...request, headers: { ...request.headers, 'x-amz-date': 'yesterday' } })).toThrow(
      refusedWith('MalformedDate', 400),
    )
  })
})

describe('temporary credentials', () => {
  const temporary = { accessKey: 'TEMPORARYKEY', secretKey: 'temporary-secret', sessionToken: 'the-token' }

  test('are accepted with their token, in headers and in the query', () => {
    expect(verify(signed({ credentials: temporary })).accessKey).toBe('TEMPORARYKEY')
    expect(verify(presigned({ credentials: temporary })).accessKey).toBe('TEMPORARYKEY')
  })

  test('are refused without the token or with another', () => {
    const { accessKey, secretKey } = temporary
    const invalid = refusedWith('InvalidTokenId', 403)

    expect(() => verify(signed({ credentials: { accessKey, secretKey } }))).toThrow(invalid)
    expect(() => verify(signed({ credentials: { ...temporary, sessionToken: 'other' } }))).toThrow(invalid)
    expect(() => verify(presigned({ credentials: { ...temporary, sessionToken: 'other' } }))).toThrow(invalid)
  })

  test('a token with a permanent key is refused', () => {
    expect(() => verify(signed({ credentials: { ...credentials, sessionToken: 'any' } }))).toThrow(
      refusedWith('InvalidTokenId', 403),
    )
  })
})

describe('a request of the STS endpoint', () => {
  test('is verified with the hash of the form that was read', () => {
    const form = 'Action=AssumeRole&Version=2011-06-15'
    const request = signed({ method: 'POST', service: 'sts', payloadHash: sha256Hex(form), target: '/' })

    expect(verify(request, { service: 'sts', payloadHash: sha256Hex(form) }).accessKey).toBe(credentials.accessKey)
    expect(() => verify(request, { service: 'sts', payloadHash: sha256Hex('other') })).toThrow(
      refusedWith('SignatureDoesNotMatch', 403),
    )
    expect(() => verify(signed({ method: 'POST', target: '/' }), { service: 'sts' })).toThrow(
      refusedWith('AuthorizationParametersError', 400),
    )
  })
})

describe('a presigned URL', () => {
  test('is accepted in the published form', () => {
    const target =
      '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'

    expect(verify({ method: 'GET', target, headers: { host: 'examplebucket.s3.amazonaws.com' } })).toMatchObject({
      accessKey: credentials.accessKey,
      payloadHash: 'UNSIGNED-PAYLOAD',
    })
  })

  test('is accepted until it expires', () => {
    expect(() => verify(presigned(), { now: later(60) })).not.toThrow()
    expect(() => verify(presigned(), { now: later(61) })).toThrow(
      refusedWith('AccessDenied', 403, 'Request has expired'),
    )
    expect(() => verify(presigned(), { now: later(-901) })).toThrow(
      refusedWith('AccessDenied', 403, 'Request is not valid yet'),
    )
  })

  test('is refused when its query was changed', () => {
    const request = presigned({ target: '/photos/a.txt?response-content-type=text%2Fplain' })
    const mismatch = refusedWith('SignatureDoesNotMatch', 403)

    expect(() => verify(request)).not.toThrow()
    expect(() => verify({ ...request, target: request.target.replace('plain', 'html') })).toThrow(mismatch)
    expect(() => verify({ ...request, target: request.target.replace('Expires=60', 'Expires=600') })).toThrow(mismatch)
    expect(() => verify({ ...request, target: `${request.target}&versionId=1` })).toThrow(mismatch)
  })

  test.each(['x-amz-meta-a', 'x-minio-force-delete'])('is refused with an unsigned %s header', (name) => {
    const request = presigned()

    expect(() => verify({ ...request, headers: { ...request.headers, [name]: 'true' } })).toThrow(
      refusedWith('AccessDenied', 400),
    )
  })

  test.each([
    ['more than seven days', 'X-Amz-Expires=60', 'X-Amz-Expires=604801'],
    ['a negative time', 'X-Amz-Expires=60', 'X-Amz-Expires=-1'],
    ['a time that is no number', 'X-Amz-Expires=60', 'X-Amz-Expires=soon'],
    ['no date', /X-Amz-Date=[^&]*&/, ''],
    ['a malformed date', /X-Amz-Date=[^&]*/, 'X-Amz-Date=today'],
    ['another algorithm', 'HMAC-SHA256', 'HMAC-SHA1'],
  ])('is refused with %s', (_, from, to) => {
    const request = presigned()

    expect(() => verify({ ...request, target: request.target.replace(from, to) })).toThrow(
      refusedWith('AuthorizationQueryParametersError', 400),
    )
  })
})

test('distinguishes the forms of authentication', () => {
  const request = { method: 'GET', target: '/', headers: { host: 'h' } }

  expect(authenticationForm(signed())).toBe('header')
  expect(authenticationForm(presigned())).toBe('query')
  expect(authenticationForm(request)).toBe('anonymous')
  expect(authenticationForm({ ...request, headers: { authorization: 'AWS AKID:sig' } })).toBe('header-v2')
  expect(authenticationForm({ ...request, target: '/?AWSAccessKeyId=A&Signature=s' })).toBe('query-v2')
  expect(authenticationForm({ ...request, headers: { authorization: 'AWS4 AKID:sig' } })).toBe('unsupported')
  expect(() => verify(request)).toThrow(refusedWith('AccessDenied', 403))
  expect(() => verify({ ...request, headers: { authorization: 'Bearer x' } })).toThrow(refusedWith('AccessDenied', 403))
  expect(() => verify({ ...request, headers: { authorization: 'Basic x' } })).toThrow(
    refusedWith('InvalidRequest', 400),
  )
})
