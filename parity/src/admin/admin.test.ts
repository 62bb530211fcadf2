import { type SendOptions, type TestResponse, uniqueName, waitUntil } from '@cooperage/testkit'
import { type AdminPayloadAlgorithm, type Credentials, decryptAdminPayload, encryptAdminPayload } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { assumeRole } from '../sts/session.ts'
import { differs, given, request, target } from '../target.ts'

function admin(call: string, options: Partial<SendOptions> = {}): Promise<TestResponse> {
  return request({ method: 'GET', path: `/minio/admin/v3/${call}`, region: '', ...options })
}

const json = (response: TestResponse) => JSON.parse(response.text)

/** The policy of root, in the form that both servers return. */
const EVERYTHING = [
  { Effect: 'Allow', Action: ['admin:*'] },
  { Effect: 'Allow', Action: ['kms:*'] },
  { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
]

interface AccountBucket {
  name: string
  created: string
  access: { read: boolean; write: boolean }
  details: object
}

/** MinIO's list of buckets can be a second old here, so this polls until `bucket` is in it. */
function accountBuckets(bucket: string, credentials: Credentials = target.root): Promise<AccountBucket[]> {
  return waitUntil(`accountinfo names ${bucket}`, async () => {
    const buckets: AccountBucket[] = json(await admin('accountinfo', { credentials })).Buckets ?? []
    return buckets.some(({ name }) => name === bucket) && buckets
  })
}

const NO_BUCKETS = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::nothing/*'] }],
})

describe('info', () => {
  test('returns the state of the server', async () => {
    const response = await admin('info')
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('application/json')
    expect(json(response)).toMatchObject({
      mode: 'online',
      deploymentID: expect.stringMatching(/^[0-9a-f-]{36}$/),
      buckets: { count: expect.any(Number) },
      objects: { count: expect.any(Number) },
      usage: { size: expect.any(Number) },
      backend: {
        backendType: 'Erasure',
        onlineDisks: 1,
        offlineDisks: 0,
        standardSCParity: 0,
        rrSCParity: 0,
        totalSets: [1],
        totalDrivesPerSet: [1],
      },
      servers: [
        {
          state: 'online',
          endpoint: new URL(target.url).host,
          version: expect.any(String),
          network: { [new URL(target.url).host]: 'online' },
          drives: [
            {
              state: 'ok',
              path: expect.any(String),
              totalspace: expect.any(Number),
              usedspace: expect.any(Number),
              availspace: expect.any(Number),
            },
          ],
        },
      ],
    })
  })

  test('requires its permission', async () => {
    const credentials = await assumeRole({ policy: NO_BUCKETS })
    const response = await admin('info', { credentials })
    expect(response.outcome).toBe('403 AccessDenied')
    expect(response.headers['content-type']).toBe('application/json')
    expect(json(response)).toMatchObject({
      Code: 'AccessDenied',
      Message: 'Access Denied.',
      Resource: '/minio/admin/v3/info',
    })
  })

  test('rejects an unknown access key, a wrong secret key and an anonymous request', async () => {
    const unknown = await admin('info', { credentials: { ...target.root, accessKey: uniqueName() } })
    const wrong = await admin('info', { credentials: { ...target.root, secretKey: 'not-the-secret' } })
    const anonymous = await admin('info', { credentials: undefined })
    expect(unknown.outcome).toBe('403 InvalidAccessKeyId')
    expect(wrong.outcome).toBe('403 SignatureDoesNotMatch')
    expect(anonymous.outcome).toBe('403 AccessDenied')
  })
})

describe('accountinfo', () => {
  test('returns the account, its policy and its buckets', async () => {
    const bucket = await given.bucket()
    const response = await admin('accountinfo')
    expect(response.status).toBe(200)
    const info = json(response)
    expect(info).toMatchObject({
      AccountName: target.root.accessKey,
      Server: { Type: 2, StandardSCData: [1], StandardSCParity: 0, TotalSets: [1], DrivesPerSet: [1] },
      Policy: { Version: '2012-10-17', Statement: expect.any(Array) },
    })
    const found = (await accountBuckets(bucket)).find(({ name }) => name === bucket)
    expect(found).toMatchObject({ access: { read: true, write: true }, details: { versioning: false, locking: false } })
    expect(Date.parse(found?.created ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('returns the policy that allows everything for root', async () => {
    expect(json(await admin('accountinfo')).Policy.Statement).toEqual(EVERYTHING)
  })

  test('returns the parent of temporary credentials', async () => {
    const info = json(await admin('accountinfo', { credentials: await assumeRole() }))
    expect(info.AccountName).toBe(target.root.accessKey)
  })

  test('returns the permissions that remain under an inline policy', async () => {
    const [open, shut] = [await given.bucket(), await given.bucket()]
    const policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['s3:ListBucket', 's3:GetObject'],
          Resource: [`arn:aws:s3:::${open}`, `arn:aws:s3:::${open}/*`],
        },
      ],
    })
    const credentials = await assumeRole({ policy })
    const buckets = (await accountBuckets(open, credentials)).map(({ name, access }) => [name, access])
    expect(buckets).toEqual([[open, { read: true, write: false }]])
    expect(buckets.map(([name]) => name)).not.toContain(shut)
  })

  test("names the account's policy regardless of an inline policy", async () => {
    const info = json(await admin('accountinfo', { credentials: await assumeRole({ policy: NO_BUCKETS }) }))
    expect(info.Policy.Statement).toEqual(EVERYTHING)
  })

  test('needs no permission', async () => {
    const credentials = await assumeRole({ policy: NO_BUCKETS })
    const response = await admin('accountinfo', { credentials })
    expect(response.status).toBe(200)
    expect(json(response).Buckets).toBeNull()
  })
})

describe('datausageinfo', () => {
  test('returns objects and bytes', async () => {
    const response = await admin('datausageinfo')
    expect(response.status).toBe(200)
    expect(json(response)).toMatchObject({
      lastUpdate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      objectsCount: expect.any(Number),
      objectsTotalSize: expect.any(Number),
      bucketsCount: expect.any(Number),
    })
  })

  test('accepts a request for the capacity', async () => {
    const { capacity, freeCapacity, usedCapacity, ...usage } = json(
      await admin('datausageinfo', { query: { capacity: 'true' } }),
    )
    expect(usage).toMatchObject({ objectsCount: expect.any(Number), bucketsCount: expect.any(Number) })
    const number = expect.any(Number)
    expect([capacity, freeCapacity, usedCapacity]).toEqual(
      differs(
        { engine: [number, number, number], minio: [undefined, undefined, undefined] },
        'newer releases of MinIO leave the capacity out',
      ),
    )
  })

  test('requires its permission', async () => {
    const response = await admin('datausageinfo', { credentials: await assumeRole({ policy: NO_BUCKETS }) })
    expect(response.outcome).toBe('403 AccessDenied')
  })
})

describe('The admin API', () => {
  test.each(['', 'us-east-1', 'eu-west-9'])('accepts signatures for the region "%s"', async (region) => {
    expect((await admin('accountinfo', { region })).status).toBe(200)
  })

  test.each([
    ['GET', '/minio/admin/v3/no-such-call', "This 'admin' API is not supported by server in 'mode-server-xl-single'"],
    ['DELETE', '/minio/admin/v3/info', "This 'admin' API is not supported by server in 'mode-server-xl-single'"],
    [
      'GET',
      '/minio/admin/v2/info',
      "Server expects client requests with 'admin' API version 'v3', found 'v2', please upgrade the client to latest releases",
    ],
    [
      'GET',
      '/minio/admin/v4/info',
      "Unexpected client 'admin' API version found 'v4', expected 'v3', please downgrade the client to older releases",
    ],
  ])('rejects unsupported calls: %s %s', async (method, path, message) => {
    const response = await request({ method, path })
    expect(response.outcome).toBe('426 XMinioAdminVersionMismatch')
    expect(json(response).Message).toBe(message)
  })

  test("encrypts secrets with the caller's secret key", async () => {
    const response = await admin('list-users')
    expect(JSON.parse((await decryptAdminPayload(target.root.secretKey, response.bytes)).toString())).toEqual(
      expect.any(Object),
    )
    await expect(decryptAdminPayload('not-the-secret', response.bytes)).rejects.toThrow()
  })

  test.each<AdminPayloadAlgorithm>([0, 1, 2])('accepts payloads encrypted with algorithm %i', async (algorithm) => {
    const payload = Buffer.from(JSON.stringify({ secretKey: 'long-enough-secret', status: 'enabled' }))
    const body = await encryptAdminPayload(target.root.secretKey, payload, { algorithm })
    const response = await admin('add-user', { method: 'PUT', query: { accessKey: uniqueName('user') }, body })
    expect(response.outcome).toBe('200')
  })

  test('rejects payloads encrypted with another secret key', async () => {
    const body = await encryptAdminPayload('not-the-secret', Buffer.from('{"secretKey":"long-enough-secret"}'))
    const response = await admin('add-user', { method: 'PUT', query: { accessKey: uniqueName('user') }, body })
    expect(response.outcome).toBe('400 XMinioAdminConfigBadJSON')
  })
})

describe('Health', () => {
  test.each(['live', 'ready', 'cluster', 'cluster/read'])(
    '/minio/health/%s reports a healthy server without authentication',
    async (what) => {
      const response = await request({ method: 'GET', path: `/minio/health/${what}`, credentials: undefined })
      expect(response.status).toBe(200)
      expect(response.bytes.length).toBe(0)
    },
  )

  test.each([
    ['cluster', 'x-minio-write-quorum'],
    ['cluster/read', 'x-minio-read-quorum'],
  ])('/minio/health/%s names its quorum', async (what, header) => {
    const response = await request({ method: 'GET', path: `/minio/health/${what}`, credentials: undefined })
    expect(response.headers[header]).toBe('1')
  })
})
