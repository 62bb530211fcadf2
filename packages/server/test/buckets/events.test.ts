import { permissionError } from '@cooperage/contract'
import { accountsOf, addWebhookTargets, allow, send, TestWebhook, waitUntil } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()
const hook = new TestWebhook()
const ARN = 'arn:minio:sqs::first:webhook'
const OTHER = 'arn:minio:sqs::second:webhook'
const GONE = 'arn:minio:sqs::gone:webhook'

beforeAll(async () => {
  await hook.up()
  await addWebhookTargets(given.storage, { first: `${hook.url}/first`, second: `${hook.url}/second` })
}, 60_000)
afterAll(() => hook.down())

const pathOf = (bucket: string) => `/api/v1/buckets/${bucket}/events`
const subscribe = (user: Visitor, bucket: string, configuration: object, ignoreExisting = true) =>
  user.call('POST', pathOf(bucket), { json: { configuration, ignoreExisting } })
const eventsOf = async (user: Visitor, bucket: string) =>
  ((await user.get(pathOf(bucket))).json as { events: unknown[] }).events
const remove = (user: Visitor, bucket: string, arn: string, json: object) =>
  user.call('DELETE', `${pathOf(bucket)}/${encodeURIComponent(arn)}`, { json })

/** The document of a bucket, read and written without the console. */
async function stored(bucket: string, body?: string): Promise<string> {
  const { url, root } = given.storage
  const query = { notification: '' }
  const response = await send({ url, credentials: root, method: body ? 'PUT' : 'GET', bucket, query, body: body ?? '' })
  expect(response.status).toBe(200)
  return response.text
}

test('GET /admin/arns lists the targets of the server', async () => {
  const user = await given.user()
  const { status, json } = await user.get('/api/v1/admin/arns')
  expect([status, json]).toEqual([200, { arns: [ARN, OTHER] }])
})

test('subscribes to put, get and delete, which are groups of storage events', async () => {
  const { user, bucket } = await given.userWithBucket()
  expect((await user.get(pathOf(bucket))).json).toEqual({ events: [], total: 0 })
  const configuration = { arn: ARN, events: ['put', 'get', 'delete'], prefix: 'in & out/', suffix: '.txt' }
  const reply = await subscribe(user, bucket, configuration)
  expect([reply.status, reply.json]).toEqual([201, { existed: false }])
  expect((await user.get(pathOf(bucket))).json).toEqual({ events: [{ id: '', ...configuration }], total: 1 })
  const text = await stored(bucket)
  for (const name of ['s3:ObjectCreated:*', 's3:ObjectAccessed:*', 's3:ObjectRemoved:*']) {
    expect(text).toContain(`<Event>${name}</Event>`)
  }
  expect((await remove(user, bucket, ARN, configuration)).json).toMatchObject({ code: 'InvalidInput' })
  const { arn: _, ...body } = configuration
  expect((await remove(user, bucket, ARN, body)).status).toBe(204)
  expect(await eventsOf(user, bucket)).toEqual([])
})

test('delivers events to the webhook of a subscription until it is deleted', async () => {
  const { user, bucket } = await given.userWithBucket()
  const { url, root } = given.storage
  const put = (key: string) => send({ url, credentials: root, method: 'PUT', bucket, key, body: 'x' })
  const came = (path: string, key: string) => hook.bodies(path).some((body) => body.Key === `${bucket}/${key}`)
  await subscribe(user, bucket, { arn: ARN, events: ['put'], prefix: 'in/' })
  await subscribe(user, bucket, { arn: OTHER, events: ['put'] })
  await put('out/a')
  await put('in/b')
  await waitUntil('the event comes', () => came('/first', 'in/b') && came('/second', 'in/b'))
  expect(came('/first', 'out/a')).toBe(false)
  await remove(user, bucket, ARN, { events: ['put'], prefix: 'in/', suffix: '' })
  await put('in/c')
  await waitUntil('the other event comes', () => came('/second', 'in/c'))
  expect(came('/first', 'in/c')).toBe(false)
})

test('rejects an existing subscription unless existing ones are ignored', async () => {
  const { user, bucket } = await given.userWithBucket()
  const configuration = { arn: ARN, events: ['put', 'delete'], prefix: 'a/' }
  await subscribe(user, bucket, configuration)
  const before = await stored(bucket)
  for (const events of [['delete', 'put'], ['put']]) {
    const again = await subscribe(user, bucket, { ...configuration, events })
    expect([again.status, again.json]).toEqual([201, { existed: true }])
  }
  const refused = await subscribe(user, bucket, configuration, false)
  expect(refused.refusal).toBe('409 SubscriptionExists: This target is already subscribed to these events.')
  expect(await stored(bucket)).toBe(before)
  expect((await subscribe(user, bucket, { ...configuration, events: ['put', 'get'] })).json).toEqual({ existed: false })
  expect(await eventsOf(user, bucket)).toHaveLength(2)
})

test('deletes one of two subscriptions of a target that differ in their prefix', async () => {
  const { user, bucket } = await given.userWithBucket()
  const rest = { events: ['put'], suffix: '' }
  for (const prefix of ['a/', 'b/', '']) await subscribe(user, bucket, { arn: ARN, prefix, ...rest })
  expect((await remove(user, bucket, ARN, { prefix: 'a/', ...rest })).status).toBe(204)
  expect(await eventsOf(user, bucket)).toMatchObject([{ prefix: 'b/' }, { prefix: '' }])
  const again = await remove(user, bucket, ARN, { prefix: 'a/', ...rest })
  expect(again.refusal).toBe(`404 NoSuchSubscription: This subscription no longer exists in bucket ${bucket}.`)
})

describe('subscriptions created elsewhere', () => {
  const entry = (id: string, name: string, filter = '') =>
    `<QueueConfiguration><Id>${id}</Id>${filter}<Event>${name}</Event><Queue>${ARN}</Queue></QueueConfiguration>`
  const filter = '<Filter><S3Key><FilterRule><Name>suffix</Name><Value>.jpg</Value></FilterRule></S3Key></Filter>'
  const rules =
    entry('one', 's3:ObjectCreated:Copy') +
    entry('two', 's3:ObjectCreated:Copy') +
    entry('x', 's3:Replication:*', filter)

  test('are shown unchanged, and survive changes made here', async () => {
    const { user, bucket } = await given.userWithBucket()
    await stored(bucket, `<NotificationConfiguration>${rules}</NotificationConfiguration>`)
    const before = await stored(bucket)
    expect(await eventsOf(user, bucket)).toEqual([
      { id: 'one', arn: ARN, events: ['s3:ObjectCreated:Copy'], prefix: '', suffix: '' },
      { id: 'two', arn: ARN, events: ['s3:ObjectCreated:Copy'], prefix: '', suffix: '' },
      { id: 'x', arn: ARN, events: ['s3:Replication:*'], prefix: '', suffix: '.jpg' },
    ])
    await subscribe(user, bucket, { arn: ARN, events: ['get'] })
    await remove(user, bucket, ARN, { events: ['get'] })
    expect(await stored(bucket)).toBe(before)
    // If two differ only in their id, exactly that one.
    await remove(user, bucket, ARN, { id: 'two', events: ['s3:ObjectCreated:Copy'] })
    expect(await eventsOf(user, bucket)).toMatchObject([{ id: 'one' }, { id: 'x' }])
  })
})

test('concurrent changes do not overwrite each other', async () => {
  const { user, bucket } = await given.userWithBucket()
  const prefixes = Array.from({ length: 8 }, (_, index) => `p${index}/`)
  await Promise.all(prefixes.map((prefix) => subscribe(user, bucket, { arn: ARN, events: ['put'], prefix })))
  const found = (await eventsOf(user, bucket)) as { prefix: string }[]
  expect(found.map(({ prefix }) => prefix).sort()).toEqual(prefixes)
})

test('names a missing target and says what to do', async () => {
  const { user, bucket } = await given.userWithBucket()
  const reply = await subscribe(user, bucket, { arn: GONE, events: ['put'] })
  expect(reply.refusal).toBe(
    `400 NoSuchEventTarget: The storage server has no notification target ${GONE}. Add it under Settings, Lambda Notifications, and restart the server.`,
  )
  expect((await subscribe(user, bucket, { arn: 'nonsense', events: ['put'] })).json).toMatchObject({
    code: 'NoSuchEventTarget',
  })
})

test('rejects invalid subscriptions', async () => {
  const { user, bucket } = await given.userWithBucket()
  for (const wrong of [{ events: [] }, { events: ['replica'] }, { arn: '' }, { prefix: '\u0001' }, { suffix: 5 }]) {
    expect((await subscribe(user, bucket, { arn: ARN, events: ['put'], ...wrong })).outcome).toBe('400 InvalidInput')
  }
})

test('names the missing permission', async () => {
  const { bucket } = await given.userWithBucket()
  const other = visitor(given.server.url)
  await other.signIn(await accountsOf(given.storage).allowed(allow(['s3:ListBucket'], bucket)))
  const lacks = (action: string, where: string) => ({
    code: 'AccessDenied',
    message: permissionError(action, where),
  })
  expect((await other.get(pathOf(bucket))).json).toMatchObject(lacks('s3:GetBucketNotification', bucket))
  expect((await other.get('/api/v1/admin/arns')).json).toMatchObject(lacks('admin:ServerInfo', 'this server'))
  const reader = visitor(given.server.url)
  await reader.signIn(await accountsOf(given.storage).allowed(allow(['s3:GetBucketNotification'], bucket)))
  const reply = await subscribe(reader, bucket, { arn: ARN, events: ['put'] })
  expect(reply.json).toMatchObject(lacks('s3:PutBucketNotification', bucket))
})
