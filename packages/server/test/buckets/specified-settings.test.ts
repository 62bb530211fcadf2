/** The calls of the specification (core-console 7) that read and set bucket settings, word for word. */
import { accountsOf, allow, ENCRYPTING_MINIO, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole({}, { minio: ENCRYPTING_MINIO })

test('a bucket is created with versioning, locking, quota and retention, and returns each of them', async () => {
  const user = await given.user()
  const name = uniqueName('specified')
  const json = {
    name,
    versioning: true,
    locking: true,
    quota: { enabled: true, quota_type: 'hard', amount: 1_099_511_627_776 },
    retention: { mode: 'compliance', unit: 'days', validity: 1 },
  }
  expect((await user.call('POST', '/api/v1/buckets', { json })).status).toBe(201)
  expect((await user.get(`/api/v1/buckets/${name}/versioning`)).json).toMatchObject({ is_versioned: true })
  expect((await user.get(`/api/v1/buckets/${name}/object-locking`)).json).toEqual({ object_locking_enabled: true })
  expect((await user.get(`/api/v1/buckets/${name}/quota`)).json).toEqual({ type: 'hard', quota: 1_099_511_627_776 })
  expect((await user.get(`/api/v1/buckets/${name}/retention`)).json).toEqual(json.retention)
})

test('the access of a bucket is PRIVATE, and PUBLIC once it was set so', async () => {
  const { user, bucket } = await given.userWithBucket()
  expect((await user.get(`/api/v1/buckets/${bucket}`)).json).toMatchObject({ access: 'PRIVATE' })
  const reply = await user.call('PUT', `/api/v1/buckets/${bucket}/set-policy`, { json: { access: 'PUBLIC' } })
  expect(reply.status).toBe(204)
  expect((await user.get(`/api/v1/buckets/${bucket}`)).json).toMatchObject({ access: 'PUBLIC' })
})

test('versioning is returned as is_versioned, and set by versioning', async () => {
  const { user, bucket } = await given.userWithBucket()
  const read = () => user.get(`/api/v1/buckets/${bucket}/versioning`)
  for (const versioning of [true, false]) {
    expect((await user.call('PUT', `/api/v1/buckets/${bucket}/versioning`, { json: { versioning } })).status).toBe(204)
    expect((await read()).json).toMatchObject({ is_versioned: versioning })
  }
})

test('a quota is returned as type and quota, and set by enabled, amount and quota_type', async () => {
  const { user, bucket } = await given.userWithBucket()
  const json = { enabled: true, amount: 5_368_709_120, quota_type: 'hard' }
  expect((await user.call('PUT', `/api/v1/buckets/${bucket}/quota`, { json })).status).toBe(204)
  expect((await user.get(`/api/v1/buckets/${bucket}/quota`)).json).toEqual({ type: 'hard', quota: 5_368_709_120 })
})

test('a retention is returned and set as mode, unit and validity', async () => {
  const user = await given.user()
  const name = uniqueName('specified')
  await user.call('POST', '/api/v1/buckets', { json: { name, locking: true } })
  const retention = { mode: 'governance', unit: 'years', validity: 2 }
  expect((await user.call('PUT', `/api/v1/buckets/${name}/retention`, { json: retention })).status).toBe(204)
  expect((await user.get(`/api/v1/buckets/${name}/retention`)).json).toEqual(retention)
})

test('encryption is enabled by encType, returned as algorithm and kmsMasterKeyID, and disabled', async () => {
  const { user, bucket } = await given.userWithBucket()
  const json = { encType: 'sse-s3', kmsKeyID: '' }
  expect((await user.call('POST', `/api/v1/buckets/${bucket}/encryption/enable`, { json })).status).toBe(204)
  const info = await user.get(`/api/v1/buckets/${bucket}/encryption/info`)
  expect(info.json).toEqual({ algorithm: 'AES256', kmsMasterKeyID: '' })
  expect((await user.call('POST', `/api/v1/buckets/${bucket}/encryption/disable`)).status).toBe(204)
  const none = await user.get(`/api/v1/buckets/${bucket}/encryption/info`)
  expect(none.json).toMatchObject({ message: 'The server side encryption configuration was not found' })
})

test('the policies and the users with access to a bucket are listed, each policy with its name', async () => {
  const { user, bucket } = await given.userWithBucket()
  const accounts = accountsOf(given.storage)
  const name = await accounts.policy(allow(['s3:GetObject'], `${bucket}/*`))
  const { accessKey } = await accounts.user(name)
  const reached = await user.get(`/api/v1/bucket-policy/${bucket}`)
  expect(reached.json).toMatchObject({ policies: expect.arrayContaining([expect.objectContaining({ name })]) })
  expect((await user.get(`/api/v1/bucket-users/${bucket}`)).json).toEqual(expect.arrayContaining([accessKey]))
})
