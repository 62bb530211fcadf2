/** Lifecycle rules with transitions, on a MinIO with a tier: another MinIO. */
import { send, startMcFor, startMinio } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole()

test('lists the tier, and transitions objects to it by days and by date', { timeout: 120_000 }, async () => {
  const remote = await startMinio()
  onTestFinished(() => remote.stop())
  const mc = await startMcFor(given.storage)
  onTestFinished(() => mc.stop())
  await send({ url: remote.url, credentials: remote.root, method: 'PUT', bucket: 'cold' })
  const { accessKey, secretKey } = remote.root
  const keys = ['--access-key', accessKey, '--secret-key', secretKey]
  const where = ['--endpoint', remote.url, ...keys, '--bucket', 'cold']
  expect(await mc.run('ilm', 'tier', 'add', 'minio', 'it', 'COLD', ...where)).toMatchObject({ exitCode: 0 })

  const { user, bucket } = await given.userWithBucket()
  const tiers = await user.get('/api/v1/admin/tiers')
  expect(tiers.json).toMatchObject({ items: [{ type: 'minio', minio: { name: 'COLD' } }] })
  const noncurrent = { noncurrentversion_transition_days: 3, noncurrentversion_transition_storage_class: 'COLD' }
  for (const json of [
    { transition_days: 7, storage_class: 'COLD', ...noncurrent, expired_object_delete_marker: true },
    { transition_date: '2035-01-31T23:59:59Z', storage_class: 'COLD' },
  ]) {
    expect((await user.call('POST', `/api/v1/buckets/${bucket}/lifecycle`, { json })).status).toBe(201)
  }
  const none = '0001-01-01T00:00:00Z'
  expect((await user.get(`/api/v1/buckets/${bucket}/lifecycle`)).json).toMatchObject({
    lifecycle: [
      {
        expiration: { days: 0, date: none, delete_marker: true },
        transition: { days: 7, date: none, storage_class: 'COLD' },
        noncurrent_transition_days: 3,
        noncurrent_storage_class: 'COLD',
      },
      {
        expiration: { delete_marker: false },
        transition: { days: 0, date: '2035-01-31T00:00:00Z', storage_class: 'COLD' },
        noncurrent_transition_days: 0,
      },
    ],
  })
})
