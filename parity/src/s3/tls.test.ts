/** The S3 port with a certificate, and behind a proxy that has one. */
import { createHash } from 'node:crypto'
import { uniqueName } from '@cooperage/testkit'
import { encryptAdminPayload } from '@cooperage/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnServer, startOwnServer } from '../own-server.ts'
import { differs } from '../target.ts'

/** A user who may do anything over TLS, and nothing without. */
async function secureUser(server: OwnServer) {
  const credentials = { accessKey: uniqueName('user'), secretKey: 'secret-of-user' }
  const account = Buffer.from(JSON.stringify({ secretKey: credentials.secretKey, status: 'enabled' }))
  const body = await encryptAdminPayload(server.root.secretKey, account, { algorithm: 2 })
  await server.admin('add-user', { method: 'PUT', query: { accessKey: credentials.accessKey }, body })
  const name = uniqueName('policy')
  const statements = [
    { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
    {
      Effect: 'Deny',
      Action: ['s3:*'],
      Resource: ['arn:aws:s3:::*'],
      Condition: { Bool: { 'aws:SecureTransport': ['false'] } },
    },
  ]
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: statements })
  await server.admin('add-canned-policy', { method: 'PUT', query: { name }, body: policy })
  const query = { policyName: name, userOrGroup: credentials.accessKey, isGroup: 'false' }
  expect((await server.admin('set-user-or-group-policy', { method: 'PUT', query })).status).toBe(200)
  return credentials
}

const DENIED = '403 AccessDenied'
const OK = '200'

describe('With a certificate', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer({ tls: true })
  })
  afterAll(() => server.stop())

  test('stores and returns objects over HTTPS', async () => {
    expect(server.url).toMatch(/^https:/)
    const bucket = await server.bucket()
    const body = Buffer.alloc(3 * 1024 * 1024, 'abc')
    expect((await server.request({ method: 'PUT', bucket, key: 'k', body })).outcome).toBe(OK)
    expect((await server.request({ method: 'GET', bucket, key: 'k' })).bytes.equals(body)).toBe(true)
  })

  test('aws:SecureTransport lets HTTPS pass, and nothing else', async () => {
    const bucket = await server.bucket()
    const credentials = await secureUser(server)
    expect((await server.request({ method: 'GET', bucket, credentials })).outcome).toBe(OK)
    const plain = await server.request({
      url: server.url.replace('https:', 'http:'),
      method: 'GET',
      bucket,
      credentials,
    })
    expect(plain.outcome).toBe(
      differs({ engine: DENIED, minio: '400' }, 'The engine serves plain HTTP to clients on its own machine'),
    )
  })

  test('X-Forwarded-Proto of a client is ignored', async () => {
    const bucket = await server.bucket()
    const credentials = await secureUser(server)
    const headers = { 'x-forwarded-proto': 'http' }
    expect((await server.request({ method: 'GET', bucket, credentials, headers })).outcome).toBe(OK)
  })

  test('customer-provided keys', async () => {
    const bucket = await server.bucket()
    const key = Buffer.alloc(32, 1)
    const headers = {
      'x-amz-server-side-encryption-customer-algorithm': 'AES256',
      'x-amz-server-side-encryption-customer-key': key.toString('base64'),
      'x-amz-server-side-encryption-customer-key-md5': createHash('md5').update(key).digest('base64'),
    }
    const response = await server.request({ method: 'PUT', bucket, key: 'k', body: 'x', headers })
    expect(response.outcome).toBe(differs({ engine: '501 NotImplemented', minio: OK }, 'only MinIO supports them'))
  })
})

describe('Behind a proxy with a certificate', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer({ trustedProxies: ['loopback'] })
  })
  afterAll(() => server.stop())

  test('aws:SecureTransport is about the connection to the proxy', async () => {
    const bucket = await server.bucket()
    const credentials = await secureUser(server)
    const as = (headers: Record<string, string>) => server.request({ method: 'GET', bucket, credentials, headers })
    const throughHttps = (await as({ 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.7' })).outcome
    expect(throughHttps).toEqual(differs({ engine: OK, minio: DENIED }, 'MinIO knows only about its own certificate'))
    expect((await as({ 'x-forwarded-proto': 'http' })).outcome).toBe(DENIED)
    expect((await as({})).outcome).toBe(DENIED)
  })
})
