/** Requests signed in their headers, and all the ways this can go wrong. */

import type { SendOptions } from '@cooperage/testkit'
import { sha256Hex } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, request, target } from '../target.ts'

const bucket = await given.bucket()
await given.object(bucket, 'k', 'text')

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)

function get(options: Partial<SendOptions> = {}) {
  return request({ method: 'GET', bucket, key: 'k', ...options })
}

function edited(edit: (headers: Record<string, string>) => void) {
  return get({ afterSigning: ({ headers }) => edit(headers) })
}

const change = (headers: Record<string, string>, from: string | RegExp, to: string) => {
  headers.authorization = (headers.authorization ?? '').replace(from, to)
}

describe('A signed request', () => {
  test.each(['us-east-1', '', 'eu-west-9'])('may name the region "%s" where none is configured', async (region) => {
    expect((await get({ region })).status).toBe(200)
  })

  test('can be 15 minutes early or late', async () => {
    expect((await get({ now: minutesFromNow(-14) })).status).toBe(200)
    expect((await get({ now: minutesFromNow(14) })).status).toBe(200)
  })

  test('is rejected with a larger clock skew', async () => {
    expect((await get({ now: minutesFromNow(-20) })).outcome).toBe('403 RequestTimeTooSkewed')
    expect((await get({ now: minutesFromNow(20) })).outcome).toBe('403 RequestTimeTooSkewed')
  })

  test('can sign further headers, with repeated spaces in them', async () => {
    expect((await get({ headers: { 'x-amz-meta-a': '  two   blanks ', 'x-custom': 'ü' } })).status).toBe(200)
  })

  test('can have unusual query values', async () => {
    const response = await request({
      method: 'GET',
      bucket,
      query: { 'list-type': '2', prefix: 'a b+c/ü&=%', delimiter: '/' },
    })
    expect(response.status).toBe(200)
  })

  test('of the service sts is rejected by S3', async () => {
    expect((await get({ service: 'sts' })).outcome).toBe('400 AuthorizationParametersError')
  })

  test.each<[string, (headers: Record<string, string>) => void, string]>([
    [
      'the signature is another',
      (headers) => change(headers, /Signature=.*/, `Signature=${'0'.repeat(64)}`),
      '403 SignatureDoesNotMatch',
    ],
    ['the signature is missing', (headers) => change(headers, /, Signature=.*/, ''), '400 MissingFields'],
    ['the credential is missing', (headers) => change(headers, /Credential=[^,]*, /, ''), '400 MissingFields'],
    ['the signed headers are missing', (headers) => change(headers, /SignedHeaders=[^,]*, /, ''), '400 MissingFields'],
    [
      'the credential has no scope',
      (headers) => change(headers, /Credential=[^,]*/, 'Credential=abc'),
      '400 AuthorizationQueryParametersError',
    ],
    [
      'the scope has another date',
      (headers) => change(headers, /\/\d{8}\//, '/20200101/'),
      '403 SignatureDoesNotMatch',
    ],
    [
      'the scope has no date',
      (headers) => change(headers, /\/\d{8}\//, '/2020-1-1/'),
      '400 AuthorizationQueryParametersError',
    ],
    [
      'the scope has another terminator',
      (headers) => change(headers, 'aws4_request', 'aws5_request'),
      '400 AuthorizationQueryParametersError',
    ],
    [
      'the scope names another service',
      (headers) => change(headers, '/s3/', '/ec2/'),
      '400 AuthorizationParametersError',
    ],
    [
      'the header is nonsense',
      (headers) => {
        headers.authorization = 'Bearer token'
      },
      '403 AccessDenied',
    ],
    ['the host is not signed', (headers) => change(headers, 'host;', ''), '400 AccessDenied'],
    [
      'a signed header is missing',
      (headers) => change(headers, 'SignedHeaders=', 'SignedHeaders=absent;'),
      '400 AccessDenied',
    ],
    ['there is no date', (headers) => delete headers['x-amz-date'], '400 AccessDenied'],
    [
      'the date is invalid',
      (headers) => {
        headers['x-amz-date'] = 'today'
      },
      '400 MalformedDate',
    ],
    [
      'the date was changed',
      (headers) => {
        headers['x-amz-date'] = new Date(Date.now() - 60_000).toISOString().replace(/[-:]|\.\d{3}/g, '')
      },
      '403 SignatureDoesNotMatch',
    ],
    ['there is no payload hash', (headers) => delete headers['x-amz-content-sha256'], '400 AccessDenied'],
    [
      'the payload hash is invalid',
      (headers) => {
        headers['x-amz-content-sha256'] = 'none'
      },
      '403 SignatureDoesNotMatch',
    ],
    [
      'the host is another',
      (headers) => {
        headers.host = 'elsewhere.example'
      },
      '403 SignatureDoesNotMatch',
    ],
    [
      'the access key is unknown',
      (headers) => change(headers, target.root.accessKey, 'nobody-we-know'),
      '403 InvalidAccessKeyId',
    ],
  ])('is rejected when %s', async (_, edit, outcome) => {
    expect((await edited(edit)).outcome).toBe(outcome)
  })

  test('of another algorithm is rejected', async () => {
    expect((await edited((headers) => change(headers, 'AWS4-HMAC-SHA256', 'AWS4-HMAC-SHA512'))).outcome).toBe(
      differs(
        { engine: '400 InvalidRequest', minio: '400 MissingFields' },
        'nothing is missing from the header; S3 responds like the engine',
      ),
    )
  })

  test('of version 2 is rejected when the access key is unknown', async () => {
    const response = await edited((headers) => {
      headers.authorization = 'AWS nobody:c2lnbmF0dXJl'
    })
    expect(response.outcome).toBe('403 InvalidAccessKeyId')
  })

  test('rejects x-amz headers added after signing', async () => {
    const response = await edited((headers) => {
      headers['x-amz-meta-added'] = 'later'
    })
    expect(response.outcome).toBe(
      differs(
        { engine: '400 AccessDenied', minio: '200' },
        'S3 requires all of them to be signed because they change the operation',
      ),
    )
  })

  test('of long-term keys must not contain a session token', async () => {
    expect((await get({ credentials: { ...target.root, sessionToken: 'token' } })).outcome).toBe('403 InvalidTokenId')
  })

  test('is rejected when path or query were changed after signing', async () => {
    const path = await get({
      afterSigning: (request) => {
        request.path = `/${bucket}/other`
      },
    })
    const query = await get({
      afterSigning: (request) => {
        request.path += '?response-content-type=text/html'
      },
    })
    expect(path.outcome).toBe('403 SignatureDoesNotMatch')
    expect(query.outcome).toBe('403 SignatureDoesNotMatch')
  })

  test('is rejected when the method is another', async () => {
    const signed: Record<string, string> = {}
    await get({
      afterSigning: ({ headers }) => {
        Object.assign(signed, headers)
      },
    })
    const response = await request({ method: 'DELETE', bucket, key: 'k', credentials: undefined, headers: signed })
    expect(response.outcome).toBe('403 SignatureDoesNotMatch')
    expect((await get()).status).toBe(200)
  })

  test('with a body other than the signed one is rejected before anything is done', async () => {
    const response = await request({ method: 'PUT', bucket, key: 'other', body: 'x', payloadHash: sha256Hex('y') })
    expect(response.outcome).toBe('400 XAmzContentSHA256Mismatch')
  })

  test('errors name resource, bucket and key', async () => {
    const response = await edited((headers) => change(headers, /Signature=.*/, `Signature=${'0'.repeat(64)}`))
    expect(response.text).toContain(`<Resource>/${bucket}/k</Resource>`)
    expect(response.headers['content-type']).toBe('application/xml')
  })
})
