/** Tiers of a MinIO whose remote storage is another MinIO. */
import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { accountsOf, type StorageServer, send, startMinio, waitUntil } from '@cooperage/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole({}, { minio: { env: { MINIO_SCANNER_SPEED: 'fastest' } } })
const TIERS = '/api/v1/admin/tiers'

let remote: StorageServer
beforeAll(async () => {
  remote = await startMinio()
  await onRemote('PUT', 'cold')
})
afterAll(() => remote?.stop())

const onRemote = (method: string, bucket: string, key?: string) =>
  send({ url: remote.url, credentials: remote.root, method, bucket, ...(key && { key, body: 'foreign' }) })

/** The body for a tier with this name, which is its prefix too. */
const tier = (name: string, fields: Record<string, string> = {}) => ({
  type: 's3',
  s3: {
    name,
    endpoint: remote.url,
    bucket: 'cold',
    prefix: name.toLowerCase(),
    region: 'us-east-1',
    accesskey: remote.root.accessKey,
    secretkey: remote.root.secretKey,
    ...fields,
  },
})

test('a tier is added, verified, used, counted, gets new credentials and is removed', {
  timeout: 120_000,
}, async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  expect((await user.call('POST', TIERS, { json: tier('COLD', { storageclass: 'STANDARD' }) })).status).toBe(201)
  const { text, json } = await user.get(TIERS)
  const place = { name: 'COLD', endpoint: remote.url, bucket: 'cold', prefix: 'cold', region: 'us-east-1' }
  expect(json).toEqual({
    items: [{ type: 's3', s3: { ...place, accesskey: remote.root.accessKey, storageclass: 'STANDARD' } }],
  })
  expect(text).not.toContain(remote.root.secretKey)
  expect((await user.call('POST', `${TIERS}/COLD/verify`)).status).toBe(204)

  const rule = { transition_days: 1, storage_class: 'COLD' }
  const made = await user.call('POST', `/api/v1/buckets/${bucket}/lifecycle`, { json: rule })
  const [id] = (made.json as { ids: string[] }).ids
  expect((await user.get(`${TIERS}/COLD/rules`)).json).toEqual({
    rules: [{ bucket, id, enabled: true }],
    unread: [],
    left: 0,
  })
  expect((await user.get(`${TIERS}/OTHER/rules`)).json).toEqual({ rules: [], unread: [], left: 0 })

  await moveNow(bucket)
  const form = [{ name: '5', fileName: 'k.txt', content: 'moved' }]
  expect((await user.call('POST', `${objects}/upload`, { form })).status).toBeLessThan(300)
  await waitUntil('the object has moved', async () => {
    const head = await onStorage('HEAD', bucket, 'k.txt')
    return head.headers['x-amz-storage-class'] === 'COLD'
  })
  expect((await user.get(`${objects}/download?prefix=k.txt`)).text).toBe('moved')
  expect((await user.call('DELETE', `${TIERS}/COLD`)).outcome).toBe('409 TierNotEmpty')

  const keys = await accountsOf(remote).allowed({ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] })
  const put = (access_key: string, secret_key: string) =>
    user.call('PUT', '/api/v1/admin/tiers/s3/COLD/credentials', { json: { access_key, secret_key } })
  expect((await put(keys.accessKey, 'not the secret')).json).toMatchObject({
    code: 'TierCredentialsRefused',
    field: 'keys',
  })
  expect((await put(keys.accessKey, keys.secretKey)).status).toBe(204)
  expect((await user.get(TIERS)).json).toMatchObject({ items: [{ s3: { accesskey: keys.accessKey } }] })
  expect((await user.get(`${objects}/download?prefix=k.txt`)).text).toBe('moved')

  await waitUntil(
    'the tier is counted',
    async () => {
      const { items } = (await user.get('/api/v1/admin/tier-stats')).json as { items: { name: string }[] }
      const counted = items.find(({ name }) => name === 'COLD')
      if (counted === undefined) return false
      expect(counted).toEqual({ name: 'COLD', objects: 1, versions: 1, bytes: 5 })
      return true
    },
    { deadlineMs: 90_000 },
  )
})

test('an empty tier is removed', async () => {
  const user = await given.user()
  expect((await user.call('POST', TIERS, { json: tier('EMPTY') })).status).toBe(201)
  expect((await user.call('DELETE', `${TIERS}/EMPTY`)).status).toBe(204)
  expect((await user.get(TIERS)).text).not.toContain('EMPTY')
  expect((await user.call('POST', `${TIERS}/EMPTY/verify`)).json).toMatchObject({ code: 'NoSuchTier' })
  const json = { access_key: 'a', secret_key: 'long enough' }
  expect((await user.call('PUT', `${TIERS}/s3/EMPTY/credentials`, { json })).outcome).toBe('400 NoSuchTier')
})

test.each([
  ['a bucket that is missing', { bucket: 'no-such-bucket' }, 400, 'TierBucketNotFound', 'bucket'],
  ['an unknown access key', { accesskey: 'nobody' }, 400, 'TierCredentialsRefused', 'keys'],
  ['a wrong secret key', { secretkey: 'not the secret' }, 400, 'TierCredentialsRefused', 'keys'],
  ['an endpoint where nothing listens', { endpoint: 'http://127.0.0.1:1' }, 400, 'TierUnreachable', 'endpoint'],
  ['an endpoint with a path', { endpoint: 'http://127.0.0.1/x' }, 400, 'InvalidTier', 'endpoint'],
  ['a name in lower case', { name: 'cold' }, 400, 'InvalidTier', 'name'],
  ['a reserved name', { name: 'STANDARD' }, 400, 'InvalidTier', 'name'],
  ['no name', { name: '' }, 400, 'InvalidTier', 'name'],
  ['a prefix with other objects', { prefix: 'foreign/' }, 409, 'TierLocationInUse', 'prefix'],
] as const)('%s is refused at its field', async (_, fields, status, code, field) => {
  const user = await given.user()
  await onRemote('PUT', 'cold', 'foreign/object')
  const reply = await user.call('POST', TIERS, { json: tier('REFUSED', fields) })
  expect([reply.status, reply.json]).toMatchObject([status, { code, field }])
  expect(reply.text).not.toContain(remote.root.secretKey)
})

test('the name of another tier is refused', async () => {
  const user = await given.user()
  expect((await user.call('POST', TIERS, { json: tier('TAKEN') })).status).toBe(201)
  const again = await user.call('POST', TIERS, { json: tier('TAKEN') })
  expect([again.status, again.json]).toMatchObject([409, { code: 'TierExists', field: 'name' }])
})

test('a GCS tier needs a JSON file', async () => {
  const place = { name: 'G', endpoint: 'https://storage.googleapis.com/', bucket: 'b', prefix: 'p', region: 'r' }
  const user = await given.user()
  for (const creds of ['%%%', Buffer.from('text').toString('base64'), Buffer.from('{}').toString('base64')]) {
    const reply = await user.call('POST', TIERS, { json: { type: 'gcs', gcs: { ...place, creds } } })
    expect([reply.status, reply.json]).toMatchObject([400, { code: 'InvalidTier', field: 'keys' }])
  }
})

test('names the buckets whose rules can’t be read', async () => {
  const { bucket } = await given.userWithBucket()
  const keys = await accountsOf(given.storage).allowed({
    Effect: 'Allow',
    Action: ['s3:ListAllMyBuckets', 's3:ListBucket'],
    Resource: ['arn:aws:s3:::*'],
  })
  const other = given.stranger()
  await other.signIn(keys)
  expect((await other.get(`${TIERS}/COLD/rules`)).json).toMatchObject({
    rules: [],
    unread: expect.arrayContaining([bucket]),
  })
  expect((await other.call('POST', TIERS, { json: tier('DENIED') })).outcome).toBe('403 AccessDenied')
})

// Last: MinIO blocks other calls about tiers while it waits.
test('a remote storage that never responds is reported within ten seconds', { timeout: 30_000 }, async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await waitUntil('the silent server listens', async () => silent.listening)
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const user = await given.user()
  const begun = Date.now()
  const reply = await user.call('POST', TIERS, { json: tier('SILENT', { endpoint: `http://127.0.0.1:${port}` }) })
  expect(Date.now() - begun).toBeLessThan(10_000)
  expect([reply.status, reply.json]).toMatchObject([504, { code: 'TierNoResponse', field: 'endpoint' }])
})

const onStorage = (method: string, bucket: string, key: string) =>
  send({ url: given.storage.url, credentials: given.storage.root, method, bucket, key })

/** Replaces the rule by one without a delay, which the console doesn't offer. */
async function moveNow(bucket: string): Promise<void> {
  const body =
    '<LifecycleConfiguration><Rule><ID>now</ID><Status>Enabled</Status><Filter><Prefix></Prefix></Filter>' +
    '<Transition><Days>0</Days><StorageClass>COLD</StorageClass></Transition></Rule></LifecycleConfiguration>'
  const { status } = await send({
    url: given.storage.url,
    credentials: given.storage.root,
    method: 'PUT',
    bucket,
    query: { lifecycle: '' },
    headers: { 'content-md5': createHash('md5').update(body).digest('base64') },
    body,
  })
  expect(status).toBe(200)
}
