/** Keys of a real MinIO whose only key is in its environment: who may see what, and what it refuses. */
import type { KmsMetrics } from '@cooperage/contract'
import { accountsOf, allow, ENCRYPTING_MINIO, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const KEY = 'cooperage-key'
const given = await withConsole({}, { minio: ENCRYPTING_MINIO })

test('has the status, the version, the metrics and the key of the server', async () => {
  const user = await given.user()
  const read = async (path: string) => (await user.get(`/api/v1/kms/${path}`)).json
  expect(((await user.get('/api/v1/session')).json as { features: string[] }).features).toContain('kms')
  expect(await read('status')).toEqual({
    name: 'MinIO builtin',
    isBuiltIn: true,
    defaultKey: KEY,
    endpoints: [{ endpoint: '127.0.0.1', state: 'online' }],
  })
  expect(await read('version')).toEqual({ version: 'v1' })
  expect(await read('key-list?pattern=*-key')).toEqual({ items: [{ name: KEY, createdAt: '', createdBy: '' }] })
  expect(await read('key-list?pattern=other*')).toEqual({ items: [] })
  const tested = async (key: string) => (await user.call('POST', `/api/v1/kms/keys/${key}/test`)).json
  expect(await tested(KEY)).toEqual({ encryptionError: '', decryptionError: '' })
  expect(await tested('ghost')).toEqual({
    encryptionError: 'key with given key ID does not exist',
    decryptionError: '',
  })
  const { succeeded, latencies } = (await read('metrics')) as KmsMetrics
  expect(succeeded).toBeGreaterThan(0)
  expect(latencies.map(({ upToMs }) => upToMs)).toEqual([10, 50, 100, 250, 500, 1000, 1500, 3000, 5000, 10_000])
})

test('what a built-in key can’t do is refused in the console’s words', async () => {
  const user = await given.user()
  const create = async (key: string) => (await user.call('POST', '/api/v1/kms/keys', { json: { key } })).json
  expect(await create('another')).toMatchObject({ code: 'KmsBuiltIn' })
  expect(await create(KEY)).toMatchObject({ code: 'KmsKeyExists' })
  const missing = (feature: string) => ({
    message: `The storage server doesn’t support ${feature}.`,
    parameters: { feature: { text: feature } },
  })
  expect((await user.get('/api/v1/kms/apis')).json).toMatchObject(missing('the list of the API of its KMS'))
  expect((await user.call('DELETE', `/api/v1/kms/keys/${KEY}`)).json).toMatchObject(missing('deleting keys of its KMS'))
})

test('names the buckets that encrypt with a key', async () => {
  const user = await given.user()
  const [ours, plain] = [uniqueName('ours'), uniqueName('plain')]
  for (const name of [ours, plain]) await user.call('POST', '/api/v1/buckets', { json: { name } })
  const json = { encType: 'sse-kms', kmsKeyID: KEY }
  expect((await user.call('POST', `/api/v1/buckets/${ours}/encryption/enable`, { json })).status).toBeLessThan(300)
  const uses = (key: string, as = user) => as.get(`/api/v1/kms/keys/${key}/buckets`)
  expect((await uses(KEY)).json).toEqual({ buckets: [ours], unread: [], left: 0 })
  expect((await uses('other')).json).toMatchObject({ buckets: [] })
  const lister = given.stranger()
  await lister.signIn(await accountsOf(given.storage).allowed(allow(['s3:ListAllMyBuckets', 's3:ListBucket'], '*')))
  expect((await uses(KEY, lister)).json).toEqual({ buckets: [], unread: [ours, plain].toSorted(), left: 0 })
})

test('an account with one of the permissions sees only that', async () => {
  const accounts = accountsOf(given.storage)
  const calls = [
    ['GET', 'status'],
    ['GET', 'version'],
    ['GET', 'metrics'],
    ['GET', 'key-list'],
    ['POST', `keys/${KEY}/test`],
  ] as const
  const actions = ['kms:Status', 'kms:Version', 'kms:Metrics', 'kms:ListKeys', 'kms:KeyStatus']
  for (const [index, action] of actions.entries()) {
    const user = given.stranger()
    await user.signIn(await accounts.allowed(allow([action])))
    const statuses: number[] = []
    for (const [method, path] of calls) statuses.push((await user.call(method, `/api/v1/kms/${path}`)).status)
    expect([action, statuses]).toEqual([action, calls.map((_, place) => (place === index ? 200 : 403))])
  }
})
