/** The policy of a bucket as a document. `anonymous.test.ts` covers what it allows. */
import { accountsOf } from '@cooperage/testkit'
import { type Credentials, parsePolicyStatus } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, request, target } from '../target.ts'

const bucket = await given.bucket()

const NO_SUCH_BUCKET = 'parity-no-such-bucket'
const VERSION = '2012-10-17'

type Parts = Record<string, unknown>

function statement(parts: Parts = {}): Parts {
  return {
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: ['s3:GetObject'],
    Resource: [`arn:aws:s3:::${bucket}/*`],
    ...parts,
  }
}
const policy = (...statements: Parts[]) => ({ Version: VERSION, Statement: statements })
const put = (document: unknown, into = bucket) =>
  request({
    method: 'PUT',
    bucket: into,
    query: { policy: '' },
    body: typeof document === 'string' ? document : JSON.stringify(document),
  })
const get = (from = bucket) => request({ method: 'GET', bucket: from, query: { policy: '' } })
const remove = (from = bucket) => request({ method: 'DELETE', bucket: from, query: { policy: '' } })

async function isPublic(): Promise<boolean> {
  const response = await request({ method: 'GET', bucket, query: { policyStatus: '' } })
  expect([response.status, response.headers['content-type']]).toEqual([200, 'application/xml'])
  return parsePolicyStatus(response.text)
}

describe('The policy of a bucket', () => {
  test('is returned, replaced and removed', async () => {
    const own = await given.bucket()
    expect((await get(own)).refusal).toBe('404 NoSuchBucketPolicy: The bucket policy does not exist')
    const document = policy(statement({ Resource: [`arn:aws:s3:::${own}/*`] }))
    const response = await put(document, own)
    expect([response.status, response.text]).toEqual([204, ''])
    const got = await get(own)
    expect([got.status, got.headers['content-type'], got.text]).toEqual([
      200,
      'application/json',
      JSON.stringify(document),
    ])
    const other = policy(statement({ Effect: 'Deny', Resource: [`arn:aws:s3:::${own}/x`] }))
    await put(other, own)
    expect(JSON.parse((await get(own)).text)).toEqual(other)
    expect((await remove(own)).status).toBe(204)
    expect((await get(own)).status).toBe(404)
    expect((await remove(own)).status).toBe(204)
  })

  test.each<[string, () => Parts, () => Parts]>([
    ['a star for everyone', () => statement({ Principal: '*' }), () => statement()],
    [
      'strings instead of lists',
      () => statement({ Principal: { AWS: '*' }, Action: 's3:GetObject', Resource: `arn:aws:s3:::${bucket}/*` }),
      () => statement(),
    ],
    [
      'a condition and a name',
      () => statement({ Sid: 'x', Condition: { StringEquals: { 'aws:Referer': 'a' } } }),
      () => statement({ Sid: 'x', Condition: { StringEquals: { 'aws:Referer': ['a'] } } }),
    ],
    ['unknown fields', () => statement({ Foo: 1 }), () => statement()],
  ])('is returned in canonical form: %s', async (_, given, kept) => {
    expect((await put(policy(given()))).status).toBe(204)
    expect(JSON.parse((await get()).text)).toEqual(policy(kept()))
  })

  test('drops duplicate statements', async () => {
    await put(policy(statement(), statement()))
    expect(JSON.parse((await get()).text)).toEqual(policy(statement()))
  })

  test('may have no statements', async () => {
    expect((await put(policy())).status).toBe(204)
    expect((await get()).text).toBe(`{"Version":"${VERSION}","Statement":[]}`)
  })

  test('may name all buckets', async () => {
    expect((await put(policy(statement({ Resource: ['arn:aws:s3:::*'] })))).status).toBe(204)
  })

  test.each<[string, unknown, number]>([
    ['everyone', '*', 200],
    ['an empty name', { AWS: '' }, 200],
    ['the ARN of a user', { AWS: 'arn:aws:iam::111122223333:user/backup' }, 403],
    ['every user of an account', { AWS: 'arn:aws:iam::*:user/*' }, 403],
    ['an account', { AWS: '111122223333' }, 403],
    ['everyone, beside a service', { AWS: '*', Service: 'cloudfront.amazonaws.com' }, 200],
  ])('applies to anonymous requests only if its principal is %s', async (_, Principal, status) => {
    const own = await given.bucket()
    await given.object(own, 'a')
    const Resource = [`arn:aws:s3:::${own}/*`]
    expect((await put(policy(statement({ Principal, Resource })), own)).status).toBe(204)
    expect((await request({ method: 'GET', bucket: own, key: 'a', credentials: undefined })).status).toBe(status)
  })

  test('neither allows nor denies anything to users', async () => {
    const own = await given.bucket()
    await given.object(own, 'a')
    const accounts = accountsOf(target)
    const reader = await accounts.user('readonly')
    const other = await accounts.user()
    const read = async (credentials: Credentials) =>
      (await request({ method: 'GET', bucket: own, key: 'a', credentials })).status
    const Resource = [`arn:aws:s3:::${own}/*`]
    const names = [reader, other].map(({ accessKey }) => accessKey)
    await put(policy(statement({ Principal: { AWS: names }, Resource })), own)
    expect([await read(reader), await read(other)]).toEqual([200, 403])
    await put(policy(statement({ Effect: 'Deny', Principal: '*', Resource })), own)
    expect([await read(reader), await read(other)]).toEqual([200, 403])
  })

  test('is kept when a replacement is invalid', async () => {
    await put(policy(statement({ Sid: 'kept' })))
    await put(policy(statement({ Effect: 'Maybe' })))
    expect(JSON.parse((await get()).text)).toEqual(policy(statement({ Sid: 'kept' })))
  })

  test.each<[string, () => unknown, string]>([
    ['no version', () => ({ Statement: [statement()] }), 'The policy must contain a valid version string'],
    ['nothing in it', () => ({}), 'The policy must contain a valid version string'],
    ['another version', () => ({ ...policy(statement()), Version: '2008-10-17' }), "invalid version '2008-10-17'"],
    ['another bucket', () => policy(statement({ Resource: ['arn:aws:s3:::another/*'] })), 'bucket name does not match'],
    [
      'a bucket with the same prefix',
      () => policy(statement({ Resource: [`arn:aws:s3:::${bucket}x/*`] })),
      'bucket name does not match',
    ],
    ['no principal', () => policy(statement({ Principal: undefined })), 'invalid Principal {[]}'],
    ['another effect', () => policy(statement({ Effect: 'Maybe' })), 'invalid Effect Maybe'],
    ['no resource', () => policy(statement({ Resource: undefined })), 'Resource must not be empty'],
    ['no action', () => policy(statement({ Action: undefined })), 'Action must not be empty'],
    [
      'an action on the bucket for objects',
      () => policy(statement({ Action: ['s3:ListBucket'] })),
      `unsupported Resource found [arn:aws:s3:::BUCKET/*] for action s3:ListBucket`,
    ],
    [
      'an action on objects for the bucket',
      () => policy(statement({ Resource: [`arn:aws:s3:::${bucket}`] })),
      'unsupported Resource found [arn:aws:s3:::BUCKET] for action s3:GetObject',
    ],
    [
      'an unknown operator',
      () => policy(statement({ Condition: { Foo: { 'aws:Referer': 'x' } } })),
      "invalid condition name 'Foo'",
    ],
    [
      'an unknown key',
      () => policy(statement({ Condition: { StringEquals: { 'foo:bar': 'x' } } })),
      "invalid condition key 'foo:bar'",
    ],
    [
      'a key that the action does not have',
      () => policy(statement({ Condition: { StringEquals: { 's3:prefix': 'x' } } })),
      "unsupported condition keys '[s3:prefix]' used for action 's3:GetObject'",
    ],
  ])('is rejected with %s', async (_, document, message) => {
    expect((await put(document())).refusal).toBe(`400 MalformedPolicy: ${message.replace('BUCKET', bucket)}`)
  })

  test('is rejected when it is not JSON', async () => {
    expect((await put('hello')).outcome).toBe('400 MalformedPolicy')
  })

  test('is rejected when it is empty', async () => {
    expect((await put('')).outcome).toBe('411 MissingContentLength')
  })

  test('is rejected when larger than 20 KiB', async () => {
    const response = await put(policy(statement({ Sid: 'x'.repeat(20 * 1024) })))
    expect(response.refusal).toBe('400 PolicyTooLarge: Policy exceeds the maximum allowed document size.')
  })

  test('may use NotAction', async () => {
    const document = policy(statement({ Action: undefined, NotAction: ['s3:PutObject'] }))
    expect((await put(document)).outcome).toBe(
      differs({ engine: '204', minio: '500 InternalError' }, 'MinIO parses it but fails to serialize it'),
    )
  })

  test('requires its bucket', async () => {
    for (const response of [await put(policy(statement()), NO_SUCH_BUCKET), await get(NO_SUCH_BUCKET)]) {
      expect(response.outcome).toBe('404 NoSuchBucket')
    }
    expect((await remove(NO_SUCH_BUCKET)).outcome).toBe('404 NoSuchBucket')
    const status = await request({ method: 'GET', bucket: NO_SUCH_BUCKET, query: { policyStatus: '' } })
    expect(status.outcome).toBe('404 NoSuchBucket')
  })

  test.each(['GET', 'PUT', 'DELETE'])('requires a signature: %s', async (method) => {
    const body = method === 'PUT' ? JSON.stringify(policy(statement())) : undefined
    const response = await request({ method, bucket, query: { policy: '' }, body, credentials: undefined })
    expect(response.outcome).toBe('403 AccessDenied')
  })

  test('is deleted with its bucket', async () => {
    const own = await given.bucket()
    await put(policy(statement({ Resource: [`arn:aws:s3:::${own}/*`] })), own)
    await request({ method: 'DELETE', bucket: own })
    await request({ method: 'PUT', bucket: own })
    expect((await get(own)).status).toBe(404)
  })
})

describe('The public status of a policy', () => {
  const EVERYTHING = () =>
    statement({ Action: ['s3:*'], Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`] })

  test.each<[string, boolean, () => Parts[]]>([
    ['there is no statement', false, () => []],
    ['everyone may do everything', true, () => [EVERYTHING()]],
    ['everyone may read', false, () => [statement()]],
    [
      'everyone may list and write objects',
      false,
      () => [
        statement({ Action: ['s3:ListBucket'], Resource: [`arn:aws:s3:::${bucket}`] }),
        statement({ Action: ['s3:PutObject'] }),
      ],
    ],
    ['someone may do everything', false, () => [{ ...EVERYTHING(), Principal: { AWS: ['somebody'] } }]],
    [
      'listing is denied',
      false,
      () => [
        EVERYTHING(),
        statement({ Effect: 'Deny', Action: ['s3:ListBucket'], Resource: [`arn:aws:s3:::${bucket}`] }),
      ],
    ],
  ])('when %s: %s', async (_, expected, statements) => {
    await put(policy(...statements()))
    expect(await isPublic()).toBe(expected)
  })

  test('never without a policy', async () => {
    await remove()
    expect(await isPublic()).toBe(false)
  })

  test('is not returned to anonymous callers', async () => {
    const response = await request({ method: 'GET', bucket, query: { policyStatus: '' }, credentials: undefined })
    expect(response.status).toBe(403)
    expect(response.text === '').toBe(differs({ engine: false, minio: true }, 'an error has a document like any other'))
  })
})
