import { describe, expect, test } from 'vitest'
import { EMPTY_SHA256 } from '../hash.ts'
import { canonicalRequest } from './canonical.ts'
import { objectPath } from './percent-encoding.ts'
import { presignUrl } from './presign.ts'
import { Presigner } from './presigner.ts'
import { signRequest } from './sign.ts'

/** Amazon S3 API reference, "Signature Calculations for the Authorization Header" and "Using Query Parameters". */
const credentials = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const now = new Date('2013-05-24T00:00:00Z')
const host = 'http://examplebucket.s3.amazonaws.com'

describe('signRequest', () => {
  test.each([
    {
      name: 'GET object with a range',
      method: 'GET',
      path: '/test.txt',
      headers: { Range: 'bytes=0-9' },
      payloadHash: EMPTY_SHA256,
      signedHeaders: 'host;range;x-amz-content-sha256;x-amz-date',
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      name: 'PUT object with a key that needs escaping',
      method: 'PUT',
      path: '/test%24file.text',
      headers: { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      payloadHash: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      signedHeaders: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
    {
      name: 'GET lifecycle',
      method: 'GET',
      path: '/?lifecycle',
      headers: {},
      payloadHash: EMPTY_SHA256,
      signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
    {
      name: 'list objects',
      method: 'GET',
      path: '/?max-keys=2&prefix=J',
      headers: {},
      payloadHash: EMPTY_SHA256,
      signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  ])('signs the published example: $name', ({ method, path, headers, payloadHash, signedHeaders, signature }) => {
    const signed = signRequest({ method, url: new URL(host + path), headers, credentials, payloadHash, now })

    expect(signed.authorization).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    )
  })

  test('sends and signs the session token of temporary credentials', () => {
    const signed = signRequest({
      method: 'GET',
      url: new URL(host),
      credentials: { ...credentials, sessionToken: 'token' },
      payloadHash: EMPTY_SHA256,
      now,
    })

    expect(signed['x-amz-security-token']).toBe('token')
    expect(signed.authorization).toContain('x-amz-security-token')
  })

  test('accepts an empty region and the service sts', () => {
    const signed = signRequest({
      method: 'POST',
      url: new URL(host),
      credentials,
      region: '',
      service: 'sts',
      payloadHash: EMPTY_SHA256,
      now,
    })

    expect(signed.authorization).toContain('Credential=AKIAIOSFODNN7EXAMPLE/20130524//sts/aws4_request,')
  })
})

describe('presignUrl', () => {
  test('signs the published example', () => {
    const url = presignUrl({
      method: 'GET',
      url: new URL(`${host}/test.txt`),
      credentials,
      expiresInSeconds: 86400,
      now,
    })

    expect(url.searchParams.get('X-Amz-Credential')).toBe('AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request')
    expect(url.searchParams.get('X-Amz-Signature')).toBe(
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    )
  })

  test('does not modify the given URL', () => {
    const url = new URL(`${host}/a?response-content-type=text/plain`)

    presignUrl({ method: 'GET', url, credentials, expiresInSeconds: 60, now })

    expect(url.search).toBe('?response-content-type=text/plain')
  })
})

test.each([
  { path: '/photos/a', query: {}, headers: {} },
  { path: '/photos/a%20b%2Bc', query: { uploadId: 'x+/=', partNumber: '3' }, headers: { 'content-length': '12' } },
  {
    path: '/photos/a',
    query: { versionId: 'v' },
    headers: { 'content-type': 'text/plain;  charset=utf-8', zeta: '1' },
  },
])('a Presigner signs $path like presignUrl, whatever its query and headers', ({ path, query, headers }) => {
  const common = { credentials: { ...credentials, sessionToken: 'a/b+c=' }, region: 'eu-1', expiresInSeconds: 60, now }
  const presigner = new Presigner({ ...common, origin: new URL(host) })

  const url = new URL(
    `${presigner.origin}${presigner.sign({ method: 'PUT', path, query, headers })}&${presigner.query}`,
  )

  const alone = presignUrl({
    method: 'PUT',
    url: new URL(`${host}${path}?${new URLSearchParams(query)}`),
    headers,
    ...common,
  })
  expect(url.pathname).toBe(alone.pathname)
  expect([...url.searchParams].sort()).toEqual([...alone.searchParams].sort())
})

describe('objectPath', () => {
  test.each([
    ['photos', undefined, '/photos'],
    ['photos', 'a/b c.txt', '/photos/a/b%20c.txt'],
    ['photos', "it's (1)*!", '/photos/it%27s%20%281%29%2A%21'],
    ['photos', 'ü/%41', '/photos/%C3%BC/%2541'],
    ['photos', '/leading//double/', '/photos//leading//double/'],
    ['photos', 'a~b_c-d.e', '/photos/a~b_c-d.e'],
    ['photos', 'a+b?c#d', '/photos/a%2Bb%3Fc%23d'],
  ])('escapes %s %s', (bucket, key, path) => {
    expect(objectPath(bucket, key)).toBe(path)
    expect(new URL(`http://host${path}`).pathname).toBe(path)
  })
})

test('ASCII whitespace is collapsed and trimmed; the byte A0, part of a UTF-8 character, is kept', () => {
  const note = Buffer.from('  à  \t la').toString('latin1')

  const text = canonicalRequest({
    method: 'PUT',
    path: '/photos/k',
    query: '',
    headers: [['x-amz-meta-note', note]],
    payloadHash: EMPTY_SHA256,
  })

  expect(text).toContain(`\nx-amz-meta-note:${Buffer.from('à la').toString('latin1')}\n`)
})
