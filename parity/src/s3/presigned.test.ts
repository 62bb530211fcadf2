/** URLs with their signature in the query. */
import { sendUrl } from '@cooperage/testkit'
import { objectPath, type PresignOptions, presignUrl } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { againstAws, differs, given, ODD_KEYS, request, target } from '../target.ts'

const bucket = await given.bucket()
await given.object(bucket, 'k', 'text')

function presign(options: Partial<PresignOptions> & { key?: string; query?: string } = {}): URL {
  const { key = 'k', query = '', ...rest } = options
  const url = new URL(objectPath(bucket, key) + query, target.url)
  return presignUrl({ method: 'GET', url, credentials: target.root, expiresInSeconds: 60, ...rest })
}

function changed(url: URL, name: string, value: string | undefined): URL {
  const copy = new URL(url)
  if (value === undefined) copy.searchParams.delete(name)
  else copy.searchParams.set(name, value)
  return copy
}

describe('A presigned URL', () => {
  test('returns the object to anyone with the URL', async () => {
    const response = await sendUrl(presign())
    expect([response.status, response.text]).toEqual([200, 'text'])
  })

  test.each(ODD_KEYS)('works for the key %j', async (key) => {
    await given.object(bucket, key, '')
    expect((await sendUrl(presign({ key }))).status).toBe(200)
  })

  test('accepts an object with an unsigned body', async () => {
    const response = await sendUrl(presign({ method: 'PUT', key: 'put' }), { method: 'PUT', body: 'from afar' })
    expect(response.status).toBe(200)
    expect((await request({ method: 'GET', bucket, key: 'put' })).text).toBe('from afar')
  })

  test('returns the response headers that it requests', async () => {
    const response = await sendUrl(
      presign({ query: '?response-content-disposition=attachment%3B%20filename%3D%22a%20b.txt%22' }),
    )
    expect(response.headers['content-disposition']).toBe('attachment; filename="a b.txt"')
  })

  test('works for a range', async () => {
    const response = await sendUrl(presign(), { headers: { range: 'bytes=1-2' } })
    expect([response.status, response.text]).toEqual([206, 'ex'])
  })

  test('expires as declared', async () => {
    const twoMinutesAgo = new Date(Date.now() - 120_000)
    expect((await sendUrl(presign({ now: twoMinutesAgo, expiresInSeconds: 300 }))).status).toBe(200)
    const response = await sendUrl(presign({ now: twoMinutesAgo, expiresInSeconds: 60 }))
    expect(response.outcome).toBe('403 AccessDenied')
    expect(response.message).toBe('Request has expired')
  })

  test('can last at most seven days', async () => {
    expect((await sendUrl(presign({ expiresInSeconds: 604_800 }))).status).toBe(200)
    const response = await sendUrl(presign({ expiresInSeconds: 604_801 }))
    expect(response.outcome).toBe('400 AuthorizationQueryParametersError')
  })

  test('from the future is rejected', async () => {
    expect((await sendUrl(presign({ now: new Date(Date.now() + 20 * 60_000) }))).outcome).toBe('403 AccessDenied')
  })

  test('works for its method only', async () => {
    expect((await sendUrl(presign(), { method: 'DELETE' })).outcome).toBe('403 SignatureDoesNotMatch')
  })

  test('works for its key only', async () => {
    const url = presign()
    url.pathname = objectPath(bucket, 'other')
    expect((await sendUrl(url)).outcome).toBe('403 SignatureDoesNotMatch')
  })

  test('does not work for HEAD if signed for GET', async () => {
    expect((await sendUrl(presign({ method: 'HEAD' }), { method: 'HEAD' })).status).toBe(200)
    expect((await sendUrl(presign(), { method: 'HEAD' })).status).toBe(403)
  })

  test('requires the signed headers', async () => {
    const url = presign({ headers: { 'x-amz-meta-must': 'have' } })
    expect((await sendUrl(url, { headers: { 'x-amz-meta-must': 'have' } })).status).toBe(200)
    expect((await sendUrl(url, { headers: { 'x-amz-meta-must': 'other' } })).outcome).toBe('403 SignatureDoesNotMatch')
    expect((await sendUrl(url)).outcome).toBe(againstAws('400 AccessDenied', 'unsignedHeaders'))
  })

  test.each<[string, string, string | undefined, string]>([
    ['the signature is another', 'X-Amz-Signature', '0'.repeat(64), '403 SignatureDoesNotMatch'],
    ['the signature is missing', 'X-Amz-Signature', undefined, '400 AuthorizationQueryParametersError'],
    ['its lifetime was extended', 'X-Amz-Expires', '61', '403 SignatureDoesNotMatch'],
    ['its lifetime is not a number', 'X-Amz-Expires', 'long', '400 AuthorizationQueryParametersError'],
    ['its lifetime is negative', 'X-Amz-Expires', '-1', '400 AuthorizationQueryParametersError'],
    ['its lifetime is missing', 'X-Amz-Expires', undefined, '400 AuthorizationQueryParametersError'],
    ['the date is missing', 'X-Amz-Date', undefined, '400 AuthorizationQueryParametersError'],
    ['the date is invalid', 'X-Amz-Date', 'today', '400 AuthorizationQueryParametersError'],
    ['the algorithm is another', 'X-Amz-Algorithm', 'AWS4-HMAC-SHA512', '400 AuthorizationQueryParametersError'],
    ['the credential is missing', 'X-Amz-Credential', undefined, '403 AccessDenied'],
    ['the credential is nonsense', 'X-Amz-Credential', 'abc', '400 AuthorizationQueryParametersError'],
    ['the signed headers are missing', 'X-Amz-SignedHeaders', undefined, '400 AuthorizationQueryParametersError'],
    ['the host is not among the signed headers', 'X-Amz-SignedHeaders', 'x-amz-date', '400 AccessDenied'],
    ['a parameter was added', 'response-content-type', 'text/html', '403 SignatureDoesNotMatch'],
    ['a session token was added', 'X-Amz-Security-Token', 'token', '403 InvalidTokenId'],
  ])('is rejected when %s', async (_, name, value, outcome) => {
    expect((await sendUrl(changed(presign(), name, value))).outcome).toBe(outcome)
  })

  test('is rejected with another signature in the headers', async () => {
    const signed: Record<string, string> = {}
    await request({
      method: 'GET',
      bucket,
      key: 'k',
      afterSigning: ({ headers }) => {
        Object.assign(signed, headers)
      },
    })
    expect((await sendUrl(presign(), { headers: signed })).outcome).toBe(
      differs(
        { engine: '403 SignatureDoesNotMatch', minio: '400 InvalidRequest' },
        'the header takes precedence, and it does not cover the query',
      ),
    )
  })

  test('of an unknown access key, or a wrong secret, is rejected', async () => {
    const unknown = await sendUrl(presign({ credentials: { ...target.root, accessKey: 'nobody-we-know' } }))
    const wrong = await sendUrl(presign({ credentials: { ...target.root, secretKey: 'not-the-secret' } }))
    expect(unknown.outcome).toBe('403 InvalidAccessKeyId')
    expect(wrong.outcome).toBe('403 SignatureDoesNotMatch')
  })
})
