import { encryptAdminPayload, writeDeleteRequest } from '@cooperage/wire'
import { afterAll, expect, test } from 'vitest'
import { md5Base64, ROOT, startTestEngine, type TestRequest } from '../test-engine.ts'

const engine = await startTestEngine()
await engine.send('PUT', '/bkt')
afterAll(() => engine.stop())

function deleteAll(keys: string[], options: TestRequest = {}) {
  const body = writeDeleteRequest({ objects: keys.map((key) => ({ key })), quiet: true })
  return engine.send('POST', '/bkt', { query: 'delete', body, headers: { 'content-md5': md5Base64(body) }, ...options })
}

/** Credentials with a session policy whose patterns almost match a key of many `a`, which is slow with backtracking. */
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

test('evaluates any policy quickly for a thousand keys', async () => {
  const as = await slowSession()
  const keys = Array.from({ length: 1_000 }, (_, index) => `${index}`.padEnd(1_024, 'a'))
  const before = process.threadCpuUsage()

  const { text } = await deleteAll(keys, { as })

  const { user, system } = process.threadCpuUsage(before)
  expect(text.match(/<Code>AccessDenied</g)).toHaveLength(1_000)
  expect((user + system) / 1_000).toBeLessThan(1_500)
})

test('rejects too long keys before evaluating policies', async () => {
  const reply = await deleteAll(['a'.repeat(1_025), 'a'.repeat(1024 * 1024)], { as: await slowSession() })

  expect(reply.text.match(/<Code>\w+/g)).toEqual(['<Code>KeyTooLongError', '<Code>KeyTooLongError'])
})

test.each<[string, string, TestRequest, string]>([
  ['of an anonymous caller who may delete nothing', '/bkt', { as: null }, 'AccessDenied'],
  ['of a bucket that does not exist', '/no-such-bucket', {}, 'NoSuchBucket'],
  ['that exceeds the maximum size', '/bkt', { headers: { 'content-length': `${9 * 1024 * 1024}` } }, 'MalformedXML'],
])('does not read a list %s', async (_, path, options, code) => {
  // The body is never sent.
  const headers = { 'content-md5': md5Base64('x'), 'content-length': '1000', ...options.headers }

  expect((await engine.send('POST', path, { query: 'delete', ...options, headers })).code).toBe(code)
})
