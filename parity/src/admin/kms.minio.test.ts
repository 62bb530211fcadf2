/** What the console's pages of keys rely on, of a real MinIO whose only key is in its environment. */
import { accountsOf, allow, ENCRYPTING_MINIO, send, startMinio } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'

const KEY = 'cooperage-key'

const server = await startMinio(ENCRYPTING_MINIO)
afterAll(() => server.stop())

const call = (method: string, path: string, query: Record<string, string> = {}, as = server.root) =>
  send({ url: server.url, credentials: as, method, path: `/minio/kms/v1/${path}`, query, region: '' })
const json = async (path: string, query: Record<string, string> = {}) =>
  JSON.parse((await call('GET', path, query)).text)

test('names itself, its default key and its version', async () => {
  expect(await json('status')).toMatchObject({
    name: 'MinIO builtin',
    'default-key-id': KEY,
    endpoints: { '127.0.0.1': 'online' },
  })
  expect(await json('version')).toEqual({ version: 'v1' })
})

test('counts its requests', async () => {
  await call('GET', 'key/status', { 'key-id': KEY })
  const metrics = await json('metrics')
  expect(metrics.kms_req_success).toBeGreaterThan(0)
  expect(metrics).toMatchObject({ kms_req_error: expect.any(Number), kms_req_failure: expect.any(Number) })
  expect(metrics.kms_resp_time['10000000']).toBeGreaterThan(0)
})

// What is called a pattern is only the beginning of a name; earlier servers took it for a pattern.
test('lists its key by the beginning of its name', async () => {
  const names = async (pattern: string) =>
    ((await json('key/list', { pattern })) ?? []).map(({ name }: { name: string }) => name)
  expect([await names('*'), await names('coop'), await names(KEY)]).toEqual([[KEY], [KEY], [KEY]])
  expect([await names('coop*'), await names('other')]).toEqual([[], []])
})

test('tests a key', async () => {
  expect(await json('key/status', { 'key-id': KEY })).toEqual({ 'key-id': KEY })
  const unknown = { 'key-id': 'ghost', 'encryption-error': 'key with given key ID does not exist' }
  expect(await json('key/status', { 'key-id': 'ghost' })).toEqual(unknown)
})

test('refuses what only a KMS of its own can do', async () => {
  for (const [method, path] of [
    ['GET', 'apis'],
    ['POST', 'key/create'],
  ] as const) {
    const refused = await call(method, path, { 'key-id': 'new-key' })
    expect([path, refused.outcome]).toEqual([path, '500 InternalError'])
    expect(refused.text).toContain('requested functionality is not supported')
  }
  const existing = await call('POST', 'key/create', { 'key-id': KEY })
  expect(existing.outcome).toBe('500 InternalError')
  expect(existing.text).toMatch(/key with given key ID already exi/)
  for (const [method, path] of [
    ['POST', 'key/import'],
    ['DELETE', 'key/delete'],
  ] as const) {
    expect((await call(method, path, { 'key-id': KEY })).outcome).toBe('400 BadRequest')
  }
})

test('each call needs its permission', async () => {
  const accounts = accountsOf(server)
  const [allowed, other] = await Promise.all([
    accounts.allowed({ Effect: 'Allow', Action: ['kms:KeyStatus'], Resource: ['arn:minio:kms:::coop*'] }),
    accounts.allowed(allow(['kms:Status'])),
  ])
  const test = async (key: string, as: typeof allowed) =>
    (await call('GET', 'key/status', { 'key-id': key }, as)).status
  expect([await test(KEY, allowed), await test('ghost', allowed), await test(KEY, other)]).toEqual([200, 403, 403])
})
