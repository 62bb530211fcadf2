/** Default encryption of a bucket: uploads without an encryption header, permissions, and KMS keys. */
import { accountsOf, allow, texts } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs } from '../target.ts'
import { AES256, ENCRYPTED, SSE, startEncryptingServer } from './encrypting-server.ts'

const { request, bucket: newBucket, configure, encryptingBucket, head, put, server } = await startEncryptingServer()

const HEADER = 'x-amz-server-side-encryption'
const OK = '200'
const NONE = '404 ServerSideEncryptionConfigurationNotFoundError'
const NO_BUCKET = '404 NoSuchBucket'
const MALFORMED = '400 MalformedXML'
const REFUSED = '501 NotImplemented'
const NO_KMS = 'the engine has no key management service: it encrypts with its own keys only'

const read = (bucket: string) => request({ method: 'GET', bucket, query: { encryption: '' } })
const remove = (bucket: string) => request({ method: 'DELETE', bucket, query: { encryption: '' } })
const document = (rules: string) =>
  `<ServerSideEncryptionConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${rules}</ServerSideEncryptionConfiguration>`
const rule = (inner: string) =>
  `<Rule><ApplyServerSideEncryptionByDefault>${inner}</ApplyServerSideEncryptionByDefault></Rule>`
const AES = '<SSEAlgorithm>AES256</SSEAlgorithm>'
const KMS = '<SSEAlgorithm>aws:kms</SSEAlgorithm>'
const key = (id: string) => `<KMSMasterKeyID>${id}</KMSMasterKeyID>`

describe('The encryption of a bucket', () => {
  test('is not set at first', async () => {
    const bucket = await newBucket()
    const response = await read(bucket)
    expect(response.outcome).toBe(NONE)
    expect(response.message).toBe('The server side encryption configuration was not found')
    expect((await put(bucket, 'k', 'x', {})).headers).not.toHaveProperty(HEADER)
  })

  test('is set, returned and removed', async () => {
    const bucket = await newBucket()
    const set = await configure(bucket, AES256)
    expect([set.status, set.text]).toEqual([200, ''])
    expect(await read(bucket)).toMatchObject({
      status: 200,
      text: AES256,
      headers: { 'content-type': 'application/xml' },
    })
    expect((await put(bucket, 'k', 'x', {})).headers).toMatchObject(ENCRYPTED)
    const removed = await remove(bucket)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect((await read(bucket)).outcome).toBe(NONE)
    expect((await put(bucket, 'plain', 'x', {})).headers).not.toHaveProperty(HEADER)
    expect((await head(bucket, 'k')).headers).toMatchObject(ENCRYPTED)
  })

  test('leaves existing objects unchanged', async () => {
    const bucket = await newBucket()
    await put(bucket, 'plain', 'x', {})
    await configure(bucket, AES256)
    expect((await head(bucket, 'plain')).headers).not.toHaveProperty(HEADER)
  })

  test('can be set twice, and removed when there is none', async () => {
    const bucket = await encryptingBucket()
    expect((await configure(bucket, AES256)).outcome).toBe(OK)
    for (let times = 0; times < 2; times++) expect((await remove(bucket)).status).toBe(204)
  })

  test('is deleted with the bucket', async () => {
    const bucket = await encryptingBucket()
    expect((await request({ method: 'DELETE', bucket })).status).toBe(204)
    expect((await request({ method: 'PUT', bucket })).outcome).toBe(OK)
    expect((await read(bucket)).outcome).toBe(NONE)
  })

  test('allows an explicit encryption header', async () => {
    const bucket = await encryptingBucket()
    expect((await put(bucket, 'k', 'x', SSE)).headers).toMatchObject(ENCRYPTED)
    for (const value of ['x', '']) {
      const response = await request({ method: 'PUT', bucket, key: 'wrong', body: 'x', headers: { [HEADER]: value } })
      expect(response.outcome).toBe('400 InvalidArgument')
    }
  })

  test('requires a bucket', async () => {
    const bucket = 'no-such-bucket-here'
    expect((await read(bucket)).outcome).toBe(NO_BUCKET)
    expect((await remove(bucket)).outcome).toBe(NO_BUCKET)
    expect((await configure(bucket, AES256)).outcome).toBe(NO_BUCKET)
    expect((await configure(bucket, 'nonsense')).outcome).toBe(NO_BUCKET)
  })

  test.each([
    ['without a namespace', AES256.replace(/ xmlns="[^"]*"/, '')],
    ['with an empty key', document(rule(AES + key('')))],
    ['with a bucket key', document(rule(AES).replace('</Rule>', '<BucketKeyEnabled>true</BucketKeyEnabled></Rule>'))],
    ['with unknown elements', document(`<A/>${rule(`${AES}<B/>`)}`)],
    ['with a declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${AES256}`],
  ])('is set %s', async (_, body) => {
    const bucket = await newBucket()
    expect((await configure(bucket, body)).outcome).toBe(OK)
    expect((await read(bucket)).text).toBe(AES256)
  })

  test.each([
    ['nothing', ''],
    ['no document', 'nonsense'],
    ['a truncated document', AES256.slice(0, -30)],
    ['another document', `<Tagging>${rule(AES)}</Tagging>`],
    ['no rule', document('')],
    ['two rules', document(rule(AES) + rule(AES))],
    ['an unknown algorithm', document(rule('<SSEAlgorithm>ROT13</SSEAlgorithm>'))],
    ['small letters', document(rule('<SSEAlgorithm>aes256</SSEAlgorithm>'))],
    ['spaces around it', document(rule('<SSEAlgorithm> AES256 </SSEAlgorithm>'))],
    ['two layers of keys', document(rule('<SSEAlgorithm>aws:kms:dsse</SSEAlgorithm>'))],
    ['a key without a service', document(rule(AES + key('k')))],
    ['a service without a key', document(rule(KMS))],
    ['a service with an empty key', document(rule(KMS + key('')))],
    ['a key with spaces', document(rule(KMS + key(' k ')))],
  ])('is rejected with %s, and the previous one is kept', async (_, body) => {
    const bucket = await encryptingBucket()
    expect((await configure(bucket, body)).outcome).toBe(MALFORMED)
    expect((await read(bucket)).text).toBe(AES256)
  })

  test.each([
    ['an empty rule', document('<Rule></Rule>')],
    ['no algorithm', document(rule(''))],
  ])('is rejected with %s', async (_, body) => {
    const bucket = await newBucket()
    expect((await configure(bucket, body)).outcome).toBe(
      differs({ engine: MALFORMED, minio: OK }, 'MinIO stores an empty rule'),
    )
  })

  test('cannot be a KMS key', async () => {
    const bucket = await newBucket()
    const known = await configure(bucket, document(rule(KMS + key('cooperage-key'))))
    expect(known.outcome).toBe(differs({ engine: REFUSED, minio: OK }, NO_KMS))
    const unknown = await configure(bucket, document(rule(KMS + key('other'))))
    expect(unknown.outcome).toBe(differs({ engine: REFUSED, minio: '404 kms:KeyNotFound' }, NO_KMS))
  })
})

describe('The permission to', () => {
  const denied = '403 AccessDenied'

  test('read and set the encryption of a bucket', async () => {
    const bucket = await newBucket()
    const accounts = accountsOf(server)
    const [reader, writer, other] = await Promise.all([
      accounts.allowed(allow(['s3:GetEncryptionConfiguration'], bucket)),
      accounts.allowed(allow(['s3:PutEncryptionConfiguration'], bucket)),
      accounts.allowed(allow(['s3:GetBucketPolicy', 's3:PutObject', 's3:ListBucket'], bucket, `${bucket}/*`)),
    ])
    const as = (credentials: Credentials, method: string) =>
      request({ method, bucket, credentials, query: { encryption: '' }, ...(method === 'PUT' ? { body: AES256 } : {}) })
    const outcomes = async (credentials: Credentials) =>
      (await Promise.all(['PUT', 'GET', 'DELETE'].map((method) => as(credentials, method)))).map(({ status }) => status)
    expect((await as(writer, 'PUT')).outcome).toBe(OK)
    expect((await as(reader, 'GET')).outcome).toBe(OK)
    expect((await as(reader, 'PUT')).outcome).toBe(denied)
    expect((await as(reader, 'DELETE')).outcome).toBe(denied)
    expect((await as(writer, 'GET')).outcome).toBe(denied)
    expect((await as(writer, 'DELETE')).status).toBe(204)
    expect(await outcomes(other)).toEqual([403, 403, 403])
  })

  test('upload can depend on the requested encryption', async () => {
    const bucket = await newBucket()
    const accounts = accountsOf(server)
    const put = allow(['s3:PutObject', 's3:GetObject'], `${bucket}/*`)
    const onlyEncrypted = await accounts.allowed(put, {
      ...put,
      Action: ['s3:PutObject'],
      Effect: 'Deny',
      Condition: { StringNotEquals: { 's3:x-amz-server-side-encryption': ['AES256'] } },
    })
    const onlyPlain = await accounts.allowed({
      ...put,
      Condition: { Null: { 's3:x-amz-server-side-encryption': [true] } },
    })
    const send = async (credentials: Credentials, headers: Record<string, string>) => [
      (await request({ method: 'PUT', bucket, key: 'k', body: 'x', credentials, headers })).status,
      (await request({ method: 'POST', bucket, key: 'k', query: { uploads: '' }, credentials, headers })).status,
    ]
    expect(await send(onlyEncrypted, SSE)).toEqual([200, 200])
    expect(await send(onlyEncrypted, {})).toEqual([403, 403])
    expect(await send(onlyPlain, SSE)).toEqual([403, 403])
    expect(await send(onlyPlain, {})).toEqual([200, 200])
  })

  test('a bucket policy can require encryption from everyone', async () => {
    const bucket = await newBucket()
    const statement = (Effect: string, more: object) => ({
      Effect,
      Principal: { AWS: ['*'] },
      Action: ['s3:PutObject'],
      Resource: [`arn:aws:s3:::${bucket}/*`],
      ...more,
    })
    const Condition = { StringNotEquals: { 's3:x-amz-server-side-encryption': ['AES256'] } }
    const Statement = [statement('Allow', {}), statement('Deny', { Condition })]
    const body = JSON.stringify({ Version: '2012-10-17', Statement })
    expect((await request({ method: 'PUT', bucket, query: { policy: '' }, body })).status).toBe(204)
    const anonymous = (headers: Record<string, string>) =>
      request({ method: 'PUT', bucket, key: 'k', body: 'x', credentials: undefined, headers })
    expect((await anonymous({})).outcome).toBe(denied)
    expect((await anonymous(SSE)).outcome).toBe(OK)
    expect((await head(bucket, 'k')).headers).toMatchObject(ENCRYPTED)
  })
})

test('other calls ignore a header that does not apply to them', async () => {
  const bucket = await encryptingBucket()
  await put(bucket, 'k', 'x')
  const listed = await request({ method: 'GET', bucket, query: { 'list-type': '2' }, headers: SSE })
  expect(texts(listed.text, 'Key')).toEqual(['k'])
  expect((await request({ method: 'GET', bucket, key: 'k', query: { tagging: '' }, headers: SSE })).status).toBe(200)
  expect((await request({ method: 'DELETE', bucket, key: 'k', headers: SSE })).status).toBe(204)
})
