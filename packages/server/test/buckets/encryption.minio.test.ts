/** Encryption on a MinIO that has a key. */
import { accountsOf, allow, type StorageServer, startMinio, uniqueName } from '@cooperage/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningConsole, startConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

let storage: StorageServer
let server: RunningConsole
let user: Visitor

beforeAll(async () => {
  const secret = Buffer.alloc(32, 7).toString('base64')
  storage = await startMinio({ env: { MINIO_KMS_SECRET_KEY: `the-key:${secret}` } })
  server = await startConsole(storage.url)
  user = visitor(server.url)
  await user.signIn(storage.root)
})
afterAll(async () => {
  await server?.stop()
  await storage?.stop()
})
const bucketOf = async () => {
  const name = uniqueName('sealed')
  await user.call('POST', '/api/v1/buckets', { json: { name } })
  return `/api/v1/buckets/${name}/encryption`
}

test('its keys are listed, and its default is named', async () => {
  expect((await user.get('/api/v1/kms/keys')).json).toEqual({ keys: [{ name: 'the-key' }], defaultKey: 'the-key' })
})

test('SSE-S3 and SSE-KMS are enabled, changed and disabled', async () => {
  const path = await bucketOf()
  const enable = (json: object) => user.call('POST', `${path}/enable`, { json })
  expect((await enable({ encType: 'sse-s3' })).status).toBe(204)
  expect((await user.get(`${path}/info`)).json).toEqual({ algorithm: 'AES256', kmsMasterKeyID: '' })
  expect((await enable({ encType: 'sse-kms', kmsKeyID: 'the-key' })).status).toBe(204)
  expect((await user.get(`${path}/info`)).json).toEqual({ algorithm: 'aws:kms', kmsMasterKeyID: 'the-key' })
  expect((await user.call('POST', `${path}/disable`)).status).toBe(204)
  expect((await user.get(`${path}/info`)).json).toMatchObject({ code: 'EncryptionNotSet' })
  expect((await user.call('POST', `${path}/disable`)).status).toBe(204)
})

test('a key that it does not have is named', async () => {
  const reply = await user.call('POST', `${await bucketOf()}/enable`, {
    json: { encType: 'sse-kms', kmsKeyID: 'another' },
  })
  expect([reply.status, reply.json]).toMatchObject([
    404,
    {
      code: 'NoSuchEncryptionKey',
      message: 'The key management of the storage server has no key named another.',
    },
  ])
})

test('who may not list keys is told which permission is missing', async () => {
  const other = visitor(server.url)
  await other.signIn(await accountsOf(storage).allowed(allow(['s3:*'], '*')))
  expect((await other.get('/api/v1/kms/keys')).json).toMatchObject({
    code: 'AccessDenied',
    message: 'You lack the permission kms:ListKeys on this server. An administrator can grant it.',
  })
})
