import { permissionError } from '@cooperage/contract'
import { accountsOf, allow, send, targetKind } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { testOn } from '../test-on.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()

/** A bucket created through the console with the given settings. */
async function bucketWith(options: object = {}): Promise<{ user: Visitor; bucket: string; path: string }> {
  const user = await given.user()
  const bucket = `set-${Math.random().toString(36).slice(2)}`
  const created = await user.call('POST', '/api/v1/buckets', { json: { name: bucket, ...options } })
  expect([created.status, created.json]).toMatchObject([201, { steps: expect.anything() }])
  return { user, bucket, path: `/api/v1/buckets/${bucket}` }
}

describe('versioning', () => {
  test('is enabled and suspended', async () => {
    const { user, path } = await bucketWith()
    const can_exclude = targetKind() === 'minio'
    const off = { is_versioned: false, status: '', excluded_prefixes: [], exclude_folders: false, can_exclude }
    expect((await user.get(`${path}/versioning`)).json).toEqual(off)
    expect((await user.call('PUT', `${path}/versioning`, { json: { versioning: true } })).status).toBe(204)
    expect((await user.get(`${path}/versioning`)).json).toEqual({ ...off, is_versioned: true, status: 'Enabled' })
    expect((await user.call('PUT', `${path}/versioning`, { json: { versioning: false } })).status).toBe(204)
    expect((await user.get(`${path}/versioning`)).json).toEqual({ ...off, status: 'Suspended' })
  })

  testOn.engine('with exclusions is refused by name where the storage has none', async () => {
    const { user, path } = await bucketWith()
    const reply = await user.call('PUT', `${path}/versioning`, {
      json: { versioning: true, excluded_prefixes: ['tmp/*'] },
    })
    expect(reply.refusal).toBe(
      '501 NotInThisSetup: The storage server doesn’t support the exclusion of prefixes or folders from versioning.',
    )
    expect((await user.get(`${path}/versioning`)).json).toMatchObject({ status: '' })
  })

  test('of a bucket with locking cannot be suspended, with the reason of the server', async () => {
    const { user, path } = await bucketWith({ locking: true })
    expect((await user.get(`${path}/versioning`)).json).toMatchObject({ is_versioned: true })
    const reply = await user.call('PUT', `${path}/versioning`, { json: { versioning: false } })
    expect([reply.status, reply.json]).toMatchObject([
      409,
      {
        code: 'SettingConflict',
        detailedMessage: 'An Object Lock configuration is present on this bucket, versioning cannot be suspended.',
      },
    ])
  })
})

describe('quota', () => {
  test('is set, changed and removed', async () => {
    const { user, path } = await bucketWith()
    expect((await user.get(`${path}/quota`)).json).toEqual({ type: '', quota: 0 })
    const put = (json: object) => user.call('PUT', `${path}/quota`, { json })
    expect((await put({ enabled: true, amount: 5 * 1024 ** 3, quota_type: 'hard' })).status).toBe(204)
    expect((await user.get(`${path}/quota`)).json).toEqual({ type: 'hard', quota: 5 * 1024 ** 3 })
    expect((await put({ enabled: true, amount: 1536 })).status).toBe(204)
    expect((await user.get(`${path}/quota`)).json).toEqual({ type: 'hard', quota: 1536 })
    expect((await put({ enabled: false })).status).toBe(204)
    expect((await user.get(`${path}/quota`)).json).toEqual({ type: '', quota: 0 })
  })

  test('of zero, of a fraction of a byte or of an unknown type is rejected', async () => {
    const { user, path } = await bucketWith()
    for (const wrong of [
      { amount: 0 },
      { amount: 0.5 },
      { amount: -1 },
      { amount: 2 ** 64 },
      { amount: 1, quota_type: 'soft' },
    ]) {
      const reply = await user.call('PUT', `${path}/quota`, { json: { enabled: true, ...wrong } })
      expect(reply.outcome).toBe('400 InvalidInput')
    }
  })

  test('of the type fifo is rejected by name, without calling a current server', async () => {
    const { user, path } = await bucketWith()
    expect((await user.get('/api/v1/quota-types')).json).toEqual({ types: ['hard'] })
    const reply = await user.call('PUT', `${path}/quota`, { json: { enabled: true, amount: 5, quota_type: 'fifo' } })
    expect(reply.refusal).toBe('501 NotInThisSetup: The storage server doesn’t support quotas of the type fifo.')
  })

  test('is denied without admin permissions, naming the missing one', async () => {
    const { bucket, path } = await bucketWith()
    const other = visitor(given.server.url)
    await other.signIn(await accountsOf(given.storage).allowed(allow(['s3:*'], bucket, `${bucket}/*`)))
    expect((await other.get(`${path}/quota`)).json).toMatchObject({
      code: 'AccessDenied',
      message: permissionError('admin:GetBucketQuota', bucket),
    })
    const reply = await other.call('PUT', `${path}/quota`, { json: { enabled: true, amount: 5 } })
    expect([reply.status, reply.json]).toMatchObject([
      403,
      { message: permissionError('admin:SetBucketQuota', bucket) },
    ])
    expect((await other.get('/api/v1/quota-types')).json).toEqual({ types: ['hard'] })
  })
})

describe('retention', () => {
  test('is set, changed and cleared on a bucket with locking', async () => {
    const { user, path } = await bucketWith({ locking: true })
    expect((await user.get(`${path}/object-locking`)).json).toEqual({ object_locking_enabled: true })
    expect((await user.get(`${path}/retention`)).json).toEqual({ mode: '', unit: '', validity: 0 })
    for (const retention of [
      { mode: 'governance', unit: 'days', validity: 3 },
      { mode: 'compliance', unit: 'years', validity: 1 },
    ]) {
      expect((await user.call('PUT', `${path}/retention`, { json: retention })).status).toBe(204)
      expect((await user.get(`${path}/retention`)).json).toEqual(retention)
    }
    expect((await user.call('DELETE', `${path}/retention`)).status).toBe(204)
    expect((await user.get(`${path}/retention`)).json).toEqual({ mode: '', unit: '', validity: 0 })
  })

  test('applies to new versions', async () => {
    const { user, bucket, path } = await bucketWith({ locking: true })
    await user.call('PUT', `${path}/retention`, { json: { mode: 'governance', unit: 'days', validity: 2 } })
    await user.call('POST', `${path}/objects/upload`, { form: [{ name: '1', fileName: 'a', content: 'a' }] })
    const head = await send({
      url: given.storage.url,
      credentials: given.storage.root,
      method: 'HEAD',
      bucket,
      key: 'a',
    })
    expect(head.headers['x-amz-object-lock-mode']).toBe('GOVERNANCE')
    const days = (Date.parse(head.headers['x-amz-object-lock-retain-until-date'] ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(1.9)
    expect(days).toBeLessThan(2.1)
  })

  test('needs a bucket that was created with locking', async () => {
    const { user, path } = await bucketWith({ versioning: true })
    expect((await user.get(`${path}/object-locking`)).json).toEqual({ object_locking_enabled: false })
    expect((await user.get(`${path}/retention`)).json).toEqual({ mode: '', unit: '', validity: 0 })
    const json = { mode: 'governance', unit: 'days', validity: 3 }
    const reply = await user.call('PUT', `${path}/retention`, { json })
    expect([reply.status, reply.json]).toMatchObject([
      409,
      {
        code: 'SettingConflict',
        detailedMessage: 'Object Lock configuration cannot be enabled on existing buckets',
      },
    ])
  })

  test('of no or too much time, or of an unknown mode, is rejected', async () => {
    const { user, path } = await bucketWith({ locking: true })
    const right = { mode: 'governance', unit: 'days', validity: 3 }
    for (const wrong of [
      { validity: 0 },
      { validity: 1.5 },
      { unit: 'years', validity: 101 },
      { mode: 'none' },
      { unit: 'weeks' },
    ]) {
      const reply = await user.call('PUT', `${path}/retention`, { json: { ...right, ...wrong } })
      expect(reply.outcome).toBe('400 InvalidInput')
    }
  })
})

test('a bucket without replication has no rules', async () => {
  const { user, path } = await bucketWith()
  expect((await user.get(`${path}/replication`)).json).toEqual({ rules: [] })
})

const SETTINGS = ['versioning', 'quota', 'object-locking', 'retention', 'replication', 'encryption/info']
describe.each(SETTINGS)('%s', (setting) => {
  test('of a missing bucket is not found', async () => {
    const reply = await (await given.user()).get(`/api/v1/buckets/no-such-bucket/${setting}`)
    expect(reply.outcome).toBe('404 NoSuchBucket')
  })
})
