import { afterAll, expect, test } from 'vitest'
import { ROOT, startTestEngine } from '../test-engine.ts'

const ADMIN = '/minio/admin/v3'

const engine = await startTestEngine()
await engine.send('PUT', '/bkt')
await engine.send('PUT', '/bkt/a', { body: 'hello world' })
await engine.send('PUT', '/empty')
afterAll(() => engine.stop())

async function json(path: string, query = '') {
  // MinIO's admin client signs with an empty region.
  const reply = await engine.send('GET', `${ADMIN}/${path}`, { query, region: '' })
  expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } })
  return JSON.parse(reply.text)
}

test('info describes one server with one drive and the stored data', async () => {
  const info = await json('info')
  expect(info).toMatchObject({
    mode: 'online',
    buckets: { count: 2 },
    objects: { count: 1 },
    usage: { size: 11 },
    backend: { backendType: 'Erasure', totalDrivesPerSet: [1], onlineDisks: 1, offlineDisks: 0 },
    servers: [{ state: 'online', drives: [{ state: 'ok', path: engine.dataDir }] }],
  })
  expect(info.servers[0].drives[0].totalspace).toBeGreaterThan(info.servers[0].drives[0].availspace)
  expect(info.deploymentID).toMatch(/^[0-9a-f-]{36}$/)
})

test('the deployment id survives a restart', async () => {
  const { deploymentID } = await json('info')
  await engine.restart()
  expect((await json('info')).deploymentID).toBe(deploymentID)
})

test('storageinfo describes the drive', async () => {
  expect(await json('storageinfo')).toMatchObject({ Disks: [{ state: 'ok' }], Backend: { Type: 2, DrivesPerSet: [1] } })
})

test('datausageinfo reports usage by bucket, and capacity on request', async () => {
  const usage = await json('datausageinfo')
  expect(usage).toMatchObject({
    objectsCount: 1,
    objectsTotalSize: 11,
    bucketsCount: 2,
    bucketsUsageInfo: {
      bkt: { size: 11, objectsCount: 1, objectsSizesHistogram: { LESS_THAN_1024_B: 1, GREATER_THAN_512_MB: 0 } },
      empty: { size: 0, objectsCount: 0 },
    },
  })
  expect(usage).not.toHaveProperty('capacity')
  expect((await json('datausageinfo', 'capacity=true')).capacity).toBeGreaterThan(0)
})

test('accountinfo returns the account, its policy and its buckets', async () => {
  expect(await json('accountinfo')).toMatchObject({
    AccountName: ROOT.accessKey,
    Server: { Type: 2 },
    Policy: { Version: '2012-10-17', Statement: [{ Action: ['admin:*'] }, {}, {}] },
    Buckets: [
      { name: 'bkt', size: 11, objects: 1, access: { read: true, write: true }, details: { versioning: false } },
      { name: 'empty', size: 0, objects: 0 },
    ],
  })
})

test('accountinfo of temporary credentials returns the parent and only the accessible buckets', async () => {
  const as = await engine.assumeRole({
    policy:
      '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:ListBucket"],"Resource":["arn:aws:s3:::bkt"]}]}',
  })
  const account = JSON.parse((await engine.send('GET', `${ADMIN}/accountinfo`, { as })).text)
  expect(account.AccountName).toBe(ROOT.accessKey)
  expect(account.Buckets).toMatchObject([{ name: 'bkt', access: { read: true, write: false } }])
  expect(account.Policy.Statement).toHaveLength(3)
})

test.each([
  ['GET', '/minio/admin/v3/no-such-call', /not supported by server in 'mode-server-xl-single'/],
  ['DELETE', '/minio/admin/v3/info', /not supported by server in 'mode-server-xl-single'/],
  ['POST', '/minio/admin/v3/heal/', /not supported by server in 'mode-server-xl-single'/],
  ['GET', '/minio/admin/v2/info', /found 'v2', please upgrade/],
  ['GET', '/minio/admin/v4/info', /found 'v4', expected 'v3', please downgrade/],
  ['GET', '/minio/admin/x', /found 'unknown'/],
  ['GET', '/minio/admin', /found 'unknown'/],
])('responds to the unsupported call %s %s with 426', async (method, path, message) => {
  const reply = await engine.send(method, path)
  expect(reply).toMatchObject({ status: 426, code: 'XMinioAdminVersionMismatch' })
  expect(JSON.parse(reply.text).Message).toMatch(message)
})

test.each([
  [null, 'AccessDenied'],
  [{ accessKey: 'nobody', secretKey: 'nothing-here' }, 'InvalidAccessKeyId'],
  [{ accessKey: ROOT.accessKey, secretKey: 'wrong-secret' }, 'SignatureDoesNotMatch'],
])('rejects a caller without valid keys in JSON', async (as, code) => {
  const reply = await engine.send('GET', `${ADMIN}/info`, { as })
  expect(reply).toMatchObject({ status: 403, code, headers: { 'content-type': 'application/json' } })
})

test('key management is not available', async () => {
  expect(await engine.send('GET', '/minio/kms/v1/status')).toMatchObject({ status: 501, code: 'NotImplemented' })
  expect(await engine.send('GET', '/minio/kms/v1/status', { as: null })).toMatchObject({ status: 403 })
})
