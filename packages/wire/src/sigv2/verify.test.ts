import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyRequest } from '../authentication/verify-request.ts'
import type { IncomingRequest } from '../sigv4/incoming.ts'
import type { VerifyOptions } from '../sigv4/verification.ts'

const accessKey = 'AKIAIOSFODNN7EXAMPLE'
const secretKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const now = new Date('2007-03-27T19:36:42Z')
const DATE = 'Tue, 27 Mar 2007 19:36:42 +0000'
const EXPIRES = String(now.getTime() / 1000 + 60)

function lookup(key: string) {
  if (key === accessKey) return { secretKey }
  if (key === 'TEMPORARYKEY') return { secretKey: 'temporary-secret', sessionToken: 'the-token' }
  return undefined
}

function verify(request: IncomingRequest, options: Partial<VerifyOptions> = {}) {
  return verifyRequest(request, { lookup, now, acceptsSignatureV2: true, ...options })
}

/** Signs a string that the test writes out, independent of the tested code. */
function sign(text: string, secret = secretKey): string {
  return createHmac('sha1', secret).update(text, 'latin1').digest('base64')
}

const refusedWith = (code: string, status: number) => expect.objectContaining({ code, status })
const MISMATCH = refusedWith('SignatureDoesNotMatch', 403)

describe('a request signed in its headers', () => {
  const TEXT = `GET\n\n\n${DATE}\n/johnsmith/photos/puppy.jpg`

  function signed(headers: Record<string, string> = {}, text = TEXT, key = accessKey): IncomingRequest {
    const secret = key === 'TEMPORARYKEY' ? 'temporary-secret' : secretKey
    const authorization = `AWS ${key}:${sign(text, secret)}`
    return { method: 'GET', target: '/johnsmith/photos/puppy.jpg', headers: { date: DATE, authorization, ...headers } }
  }

  test('is accepted, without a hash of its body', () => {
    expect(verify(signed())).toEqual({ accessKey, payloadHash: 'UNSIGNED-PAYLOAD' })
  })

  test('declares the hash of its body like any other', () => {
    const text = TEXT.replace('/johns', 'x-amz-content-sha256:abc\n/johns')
    expect(verify(signed({ 'x-amz-content-sha256': 'abc' }, text)).payloadHash).toBe('abc')
  })

  test('is refused where only version 4 is accepted', () => {
    expect(() => verify(signed(), { acceptsSignatureV2: false })).toThrow(refusedWith('InvalidRequest', 400))
    expect(() => verifyRequest(signed(), { lookup, now })).toThrow(refusedWith('InvalidRequest', 400))
  })

  test.each(['x-amz-date', 'date'])('may be 15 minutes off, by %s', (name) => {
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    const headers = name === 'date' ? {} : { 'x-amz-date': DATE }
    const text = name === 'date' ? TEXT : `GET\n\n\n\nx-amz-date:${DATE}\n/johnsmith/photos/puppy.jpg`
    const request = signed(headers, text)
    expect(verify(request, { now: at(15) })).toMatchObject({ accessKey })
    expect(verify(request, { now: at(-15) })).toMatchObject({ accessKey })
    expect(() => verify(request, { now: at(16) })).toThrow(refusedWith('RequestTimeTooSkewed', 403))
    expect(() => verify(request, { now: at(-16) })).toThrow(refusedWith('RequestTimeTooSkewed', 403))
  })

  test.each(['Tue, 27 Mar 2007 19:36:42 GMT', 'Tue, 27 Mar 2007 21:36:42 +0200', '20070327T193642Z'])(
    'may have the date %j',
    (date) => {
      expect(verify(signed({ date }, TEXT.replace(DATE, date)))).toMatchObject({ accessKey })
    },
  )

  test.each(['today', '1175024202', '2007-03-27T19:36:42Z', 'Tue, 99 Mar 2007 19:36:42 GMT'])(
    'is refused with the date %j',
    (date) => {
      expect(() => verify(signed({ date }))).toThrow(refusedWith('MalformedDate', 400))
    },
  )

  test('is refused without a date', () => {
    expect(() => verify(signed({ date: '' }))).toThrow(refusedWith('AccessDenied', 400))
  })

  test.each(['AWS', 'AWS ', 'AWS nothing', `AWS  ${accessKey}:x`, 'AWS a b:c', `AWS ${accessKey}:a:b`])(
    'is refused with the header %j',
    (authorization) => {
      expect(() => verify(signed({ authorization }))).toThrow(refusedWith('MissingFields', 400))
    },
  )

  test.each([`AWS ${accessKey}:`, `AWS ${accessKey}:%%%`, `AWS ${accessKey}:${sign('other')}`])(
    'does not match with the header %j',
    (authorization) => {
      expect(() => verify(signed({ authorization }))).toThrow(MISMATCH)
    },
  )

  test.each(['AWS :x', 'AWS nobody:x'])('is refused for the unknown key in %j', (authorization) => {
    expect(() => verify(signed({ authorization }))).toThrow(refusedWith('InvalidAccessKeyId', 403))
  })

  test.each<[string, Partial<IncomingRequest>, Record<string, string>]>([
    ['method', { method: 'HEAD' }, {}],
    ['key', { target: '/johnsmith/photos/other.jpg' }, {}],
    ['escaping of the key', { target: '/johnsmith/photos/puppy%2Ejpg' }, {}],
    ['sub-resources', { target: '/johnsmith/photos/puppy.jpg?acl' }, {}],
    ['Content-Type', {}, { 'content-type': 'text/plain' }],
    ['Content-MD5', {}, { 'content-md5': 'x' }],
    ['x-amz headers', {}, { 'x-amz-meta-a': '1' }],
    ['date', {}, { date: 'Tue, 27 Mar 2007 19:36:43 +0000' }],
  ])('does not match with another %s', (_, change, headers) => {
    expect(() => verify({ ...signed(headers), ...change })).toThrow(MISMATCH)
  })

  test('does not cover parameters that narrow a listing', () => {
    const request = signed({}, `GET\n\n\n${DATE}\n/johnsmith`)
    expect(verify({ ...request, target: '/johnsmith?prefix=a&max-keys=1' })).toMatchObject({ accessKey })
  })

  test.each(['/johnsmith', '/johnsmith/'])('can name its bucket as %s', (resource) => {
    const request = signed({}, `GET\n\n\n${DATE}\n${resource}`)
    expect(verify({ ...request, target: '/johnsmith' })).toMatchObject({ accessKey })
    expect(() => verify({ ...request, target: '/johnsmith/k' })).toThrow(MISMATCH)
  })

  test('signs the bytes of a header, whatever they mean', () => {
    const bytes = Buffer.from('grün', 'utf8').toString('latin1')
    const text = TEXT.replace('/johns', `x-amz-meta-a:${bytes}\n/johns`)
    expect(verify(signed({ 'x-amz-meta-a': bytes }, text))).toMatchObject({ accessKey })
  })

  test('of temporary credentials contains their token, signed', () => {
    const text = TEXT.replace('/johns', 'x-amz-security-token:the-token\n/johns')
    const token = { 'x-amz-security-token': 'the-token' }
    expect(verify(signed(token, text, 'TEMPORARYKEY'))).toMatchObject({ accessKey: 'TEMPORARYKEY' })
    expect(() => verify(signed(token, TEXT, 'TEMPORARYKEY'))).toThrow(MISMATCH)
    expect(() => verify(signed({}, TEXT, 'TEMPORARYKEY'))).toThrow(refusedWith('InvalidTokenId', 403))
    expect(() => verify(signed(token, text))).toThrow(refusedWith('InvalidTokenId', 403))
  })
})

describe('a presigned link', () => {
  const TEXT = `GET\n\n\n${EXPIRES}\n/johnsmith/photos/puppy.jpg`

  interface LinkOptions {
    text?: string
    path?: string
    /** Further parameters, as they are in the query. */
    more?: string
    change?: Record<string, string | undefined>
    headers?: Record<string, string>
    key?: string
  }
  function link(options: LinkOptions = {}): IncomingRequest {
    const {
      text = TEXT,
      path = '/johnsmith/photos/puppy.jpg',
      more,
      change = {},
      headers = {},
      key = accessKey,
    } = options
    const secret = key === 'TEMPORARYKEY' ? 'temporary-secret' : secretKey
    const all = { AWSAccessKeyId: key, Expires: EXPIRES, Signature: sign(text, secret), ...change }
    const query = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    )
    if (more !== undefined) query.push(more)
    return { method: 'GET', target: `${path}?${query.join('&')}`, headers: { host: 'h', ...headers } }
  }

  test('is accepted until it expires', () => {
    const end = Number(EXPIRES) * 1000
    expect(verify(link())).toEqual({ accessKey, payloadHash: 'UNSIGNED-PAYLOAD' })
    expect(verify(link(), { now: new Date(end) })).toMatchObject({ accessKey })
    expect(() => verify(link(), { now: new Date(end + 1) })).toThrow(refusedWith('AccessDenied', 403))
  })

  test('is refused where only version 4 is accepted', () => {
    expect(() => verify(link(), { acceptsSignatureV2: false })).toThrow(refusedWith('InvalidRequest', 400))
  })

  test.each<[string, Record<string, string | undefined>, string, number]>([
    ['no signature', { Signature: undefined }, 'AuthorizationQueryParametersError', 400],
    ['an empty signature', { Signature: '' }, 'AuthorizationQueryParametersError', 400],
    ['no end', { Expires: undefined }, 'AuthorizationQueryParametersError', 400],
    ['an end that is no number', { Expires: 'soon' }, 'AuthorizationQueryParametersError', 400],
    ['an end that is a fraction', { Expires: `${EXPIRES}.5` }, 'AuthorizationQueryParametersError', 400],
    ['an end that was', { Expires: '1' }, 'AccessDenied', 403],
    ['an end below zero', { Expires: '-1' }, 'AccessDenied', 403],
    ['a later end', { Expires: `${EXPIRES}0` }, 'SignatureDoesNotMatch', 403],
    ['an empty key', { AWSAccessKeyId: '' }, 'AuthorizationQueryParametersError', 400],
    ['an unknown key', { AWSAccessKeyId: 'nobody' }, 'InvalidAccessKeyId', 403],
    ['another signature', { Signature: 'c2ln' }, 'SignatureDoesNotMatch', 403],
  ])('is refused with %s', (_, change, code, status) => {
    expect(() => verify(link({ change }))).toThrow(refusedWith(code, status))
  })

  test('signs the headers of its response', () => {
    const text = `${TEXT}?response-content-type=text/html`
    expect(verify(link({ text, more: 'response-content-type=text%2Fhtml' }))).toMatchObject({ accessKey })
    expect(() => verify(link({ more: 'response-content-type=text%2Fhtml' }))).toThrow(MISMATCH)
    expect(() => verify(link({ text }))).toThrow(MISMATCH)
  })

  test('cannot be reinterpreted as another link with the same string to sign', () => {
    const text = `${TEXT}?response-content-type=a&versionId=b`
    expect(verify(link({ text, more: 'response-content-type=a&versionId=b' }))).toMatchObject({ accessKey })
    expect(() => verify(link({ text, more: 'response-content-type=a%26versionId%3Db' }))).toThrow(MISMATCH)
  })

  test.each(['acl', 'tagging', 'retention', 'attributes', 'uploadId=x', 'versionId=x', 'events'])(
    'cannot become another operation by %s',
    (more) => {
      expect(() => verify(link({ more }))).toThrow(MISMATCH)
    },
  )

  test('signs the headers in its query', () => {
    const text = TEXT.replace('\n\n\n', '\n\ntext/plain\n').replace('/johns', 'x-amz-meta-a:ü 1\n/johns')
    const bytes = Buffer.from(text, 'utf8').toString('latin1')
    const more = 'content-type=text%2Fplain&x-amz-meta-a=%C3%BC%201'
    expect(verify(link({ text: bytes, more }))).toMatchObject({ accessKey })
    const same = { 'content-type': 'text/plain' }
    expect(verify(link({ text: bytes, more, headers: same }))).toMatchObject({ accessKey })
    const other = { 'content-type': 'text/html' }
    expect(() => verify(link({ text: bytes, more, headers: other }))).toThrow(MISMATCH)
    expect(() => verify(link({ more }))).toThrow(MISMATCH)
  })

  test('rejects a header in its query that could pass for two', () => {
    const text = TEXT.replace('/johns', 'x-amz-meta-a:1\nx-amz-meta-b:2\n/johns')
    expect(verify(link({ text, more: 'x-amz-meta-a=1&x-amz-meta-b=2' }))).toMatchObject({ accessKey })
    expect(() => verify(link({ text, more: 'x-amz-meta-a=1%0Ax-amz-meta-b:2' }))).toThrow(MISMATCH)
    const split = TEXT.replace('/johns', 'x-amz-meta-a:b:c\n/johns')
    expect(verify(link({ text: split, more: 'x-amz-meta-a=b:c' }))).toMatchObject({ accessKey })
    expect(() => verify(link({ text: split, more: 'x-amz-meta-a:b=c' }))).toThrow(MISMATCH)
  })

  test.each([
    ['as a header', TEXT.replace('/johns', 'x-amz-security-token:the-token\n/johns'), 'x-amz-security-token'],
    ['unsigned, as MinIO accepts it', TEXT, 'X-Amz-Security-Token'],
  ])('of temporary credentials brings their token %s', (_, text, name) => {
    const key = 'TEMPORARYKEY'
    expect(verify(link({ text, key, more: `${name}=the-token` }))).toMatchObject({ accessKey: key })
    expect(() => verify(link({ text, key, more: `${name}=other` }))).toThrow(refusedWith('InvalidTokenId', 403))
    expect(() => verify(link({ text, key }))).toThrow(refusedWith('InvalidTokenId', 403))
  })

  test('of permanent keys has no token', () => {
    expect(() => verify(link({ more: 'X-Amz-Security-Token=x' }))).toThrow(refusedWith('InvalidTokenId', 403))
  })
})
