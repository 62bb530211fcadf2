/** The calls of the specification (core-console 7) about events and lifecycle rules, word for word. */
import { addWebhookTargets, TestWebhook } from '@cooperage/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole()
const hook = new TestWebhook()
const ARN = 'arn:minio:sqs::hook:webhook'

beforeAll(async () => {
  await hook.up()
  await addWebhookTargets(given.storage, { hook: hook.url })
}, 60_000)
afterAll(() => hook.down())

test('a subscription to a listed ARN is created, listed and deleted', async () => {
  const { user, bucket } = await given.userWithBucket()
  expect((await user.get('/api/v1/admin/arns')).json).toEqual({ arns: [ARN] })
  const rest = { events: ['put', 'get', 'delete'], prefix: 'a/', suffix: '.txt' }
  const json = { configuration: { arn: ARN, ...rest }, ignoreExisting: true }
  expect((await user.call('POST', `/api/v1/buckets/${bucket}/events`, { json })).status).toBe(201)
  const listed = await user.get(`/api/v1/buckets/${bucket}/events`)
  expect(listed.json).toEqual({ events: [{ id: '', arn: ARN, ...rest }], total: 1 })
  const arn = encodeURIComponent(ARN)
  expect((await user.call('DELETE', `/api/v1/buckets/${bucket}/events/${arn}`, { json: rest })).status).toBe(204)
  expect((await user.get(`/api/v1/buckets/${bucket}/events`)).json).toEqual({ events: [], total: 0 })
})

test('a lifecycle rule is added, listed, and changed by disable and tags', async () => {
  const { user, bucket } = await given.userWithBucket()
  const json = {
    prefix: 'a/',
    tags: 'k=v',
    expired_object_delete_marker: false,
    expiry_days: 3,
    noncurrentversion_expiration_days: 2,
  }
  expect((await user.call('POST', `/api/v1/buckets/${bucket}/lifecycle`, { json })).status).toBe(201)
  const read = async () => (await user.get(`/api/v1/buckets/${bucket}/lifecycle`)).json
  const listed = (await read()) as { lifecycle: { id: string }[] }
  expect(listed).toMatchObject({
    lifecycle: [
      {
        prefix: 'a/',
        status: 'Enabled',
        tags: [{ key: 'k', value: 'v' }],
        expiration: { days: 3, date: '0001-01-01T00:00:00Z' },
        transition: { days: 0, date: '0001-01-01T00:00:00Z', storage_class: '' },
      },
    ],
  })
  const id = listed.lifecycle[0]?.id
  const change = { disable: true, tags: 'k=w' }
  expect((await user.call('PUT', `/api/v1/buckets/${bucket}/lifecycle/${id}`, { json: change })).status).toBe(204)
  expect(await read()).toMatchObject({ lifecycle: [{ status: 'Disabled', tags: [{ key: 'k', value: 'w' }] }] })
})

test('the tiers are listed, and a storage server without any lists none', async () => {
  const { status, json } = await (await given.user()).get('/api/v1/admin/tiers')
  if (given.storage.kind === 'minio') expect([status, json]).toEqual([200, { items: [] }])
  else expect([status, json]).toMatchObject([501, { code: 'NotInThisSetup' }])
})
