import { encryptAdminPayload, writeDeleteRequest } from '@cooperage/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { md5Base64, ROOT, startTestEngine, type TestEngine, type TestRequest } from '../test-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startTestEngine()
  await engine.send('PUT', '/bkt')
})
afterAll(() => engine.stop())

function deleteAll(keys: string[], options: TestRequest = {}) {
  const body = writeDeleteRequest({ objects: keys.map((key) => ({ key })), quiet: true })
  return engine.send('POST', '/bkt', { query: 'delete', body, headers: { 'content-md5': md5Base64(body) }, ...options })
}

/** Keys of a user without any policy, with a session policy whose resource fits a key of many `a` nearly everywhere. */
async function slowSession() {
  const payload = Buffer.from(JSON.stringify({ secretKey: 'secret-of-alice', status: 'enabled' }))
  const body = await encryptAdminPayload(ROOT.secretKey, payload, { algorithm: 2 })
  await engine.send('PUT', '/minio/admin/v3/add-user', { query: 'accessKey=alice', body })
  const Resource = ['b', 'c', 'd'].map((end) => `arn:aws:s3:::*${'a'.repeat(520)}${end}`)
  const policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['s3:DeleteObject'], Resource }],
  })
  return engine.assumeRole({ policy }, { accessKey: 'alice', secretKey: 'secret-of-alice' })
}

test('no policy makes it slow to decide on a thousand keys', async () => {
  const as = await slowSession()
  const keys = Array.from({ length: 1_000 }, (_, index) => `${index}`.padEnd(1_024, 'a'))
  const before = process.threadCpuUsage()

  const { text } = await deleteAll(keys, { as })

  const { user, system } = process.threadCpuUsage(before)
  expect(text.match(/<Code>AccessDenied</g)).toHaveLength(1_000)
  expect((user + system) / 1_000).toBeLessThan(1_500)
})

test('a key longer than any can be is refused before policies are asked', async () => {
  const reply = await deleteAll(['a'.repeat(1_025), 'a'.repeat(1024 * 1024)], { as: await slowSession() })

  expect(reply.text.match(/<Code>\w+/g)).toEqual(['<Code>KeyTooLongError', '<Code>KeyTooLongError'])
})

test.each<[string, string, TestRequest, string]>([
  ['of a stranger who may delete nothing', '/bkt', { as: null }, 'AccessDenied'],
  ['of a bucket that does not exist', '/no-such-bucket', {}, 'NoSuchBucket'],
  ['that is longer than any can be', '/bkt', { headers: { 'content-length': `${9 * 1024 * 1024}` } }, 'MalformedXML'],
])('a list %s is not read', async (_, path, options, code) => {
  // The body never comes.
  const headers = { 'content-md5': md5Base64('x'), 'content-length': '1000', ...options.headers }

  expect((await engine.send('POST', path, { query: 'delete', ...options, headers })).code).toBe(code)
})
