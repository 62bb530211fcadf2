/** The notification targets of the server (spec identity-and-settings 2, 3 and 7), on the engine and on MinIO. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import {
  accountsOf,
  addWebhookTargets,
  allow,
  metricsToken,
  send,
  TestWebhook,
  targetKind,
  tempFolder,
  uniqueName,
  waitUntil,
} from '@cooperage/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startConsole, withConsole } from '../running-console.ts'
import { testOn } from '../test-on.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()
const TARGETS = '/api/v1/admin/notification_endpoints'
const hook = new TestWebhook()
const other = new TestWebhook()
const queue = tempFolder('queue')

let admin: Visitor
beforeAll(async () => {
  await hook.up()
  await other.up()
  const endpoints = { first: `${hook.url}/first`, second: `${other.url}/second` }
  // The engine always has queues.
  await addWebhookTargets(given.storage, endpoints, targetKind() === 'minio' ? { queueDir: queue.path } : {})
  admin = await given.user()
}, 60_000)
afterAll(async () => {
  await hook.down()
  await other.down()
  queue.remove()
})

interface Endpoint {
  since: string
  service: string
  account_id: string
  status: string
  reason: string
  after_restart: string
}
const endpoints = async () =>
  ((await admin.get(TARGETS)).json as { notification_endpoints: Endpoint[] }).notification_endpoints
const endpoint = async (account_id: string) => (await endpoints()).find((one) => one.account_id === account_id)
const set = (id: string, values: Record<string, string>) =>
  admin.call('PUT', `/api/v1/configs/${encodeURIComponent(id)}`, {
    json: { key_values: Object.entries(values).map(([key, value]) => ({ key, value })) },
  })
const remove = (id: string) => admin.call('POST', `/api/v1/configs/${encodeURIComponent(id)}/reset`, { json: {} })
const valuesOf = async (path: string) => {
  const { json } = await admin.get(`${TARGETS}/${path}`)
  const { keys, is_pending } = json as { keys: { key: string; value: string; source: string }[]; is_pending: boolean }
  return { values: Object.fromEntries(keys.map(({ key, value }) => [key, value])), keys, is_pending }
}
async function subscribed(arn: string, events: string[], prefix = ''): Promise<string> {
  const { bucket } = await given.userWithBucket()
  const configuration = { arn, events, prefix }
  expect((await admin.call('POST', `/api/v1/buckets/${bucket}/events`, { json: { configuration } })).status).toBe(201)
  return bucket
}

test('lists targets with their status, and the services of the server', async () => {
  const reply = await admin.get(TARGETS)
  expect([reply.status, reply.json]).toMatchObject([
    200,
    {
      notification_endpoints: [
        { service: 'webhook', account_id: 'first', status: 'online', reason: '', after_restart: '' },
        { service: 'webhook', account_id: 'second', status: 'online', reason: '', after_restart: '' },
      ],
    },
  ])
  const { services } = reply.json as { services: string[] }
  if (targetKind() === 'minio') expect(services).toHaveLength(10)
  else expect(services).toEqual(['webhook'])
})

test('a target that does not respond is offline until it is back', async () => {
  const bucket = await subscribed('arn:minio:sqs::second:webhook', ['put'])
  await other.down()
  const { url, root } = given.storage
  await send({ url, credentials: root, method: 'PUT', bucket, key: 'a', body: 'x' })
  await waitUntil('the target is offline', async () => (await endpoint('second'))?.status === 'offline')
  const since = Date.parse((await endpoint('second'))?.since ?? '')
  expect([since > Date.parse((await endpoint('first'))?.since ?? ''), since <= Date.now()]).toEqual([true, true])
  const reason = targetKind() === 'minio' ? '' : expect.stringContaining('ECONNREFUSED')
  expect(await endpoint('second')).toMatchObject({ reason })
  expect(await endpoint('first')).toMatchObject({ status: 'online' })
  await other.up()
  await waitUntil('the target is online', async () => (await endpoint('second'))?.status === 'online')
})

test('changes are listed as pending until the restart', async () => {
  const url = `${hook.url}/new`
  const added = await set('notify_webhook:added', { endpoint: url, auth_token: 'hidden-token-7', comment: 'two words' })
  expect([added.status, added.json]).toEqual([200, { restart: true }])
  expect((await set('notify_webhook:off', { endpoint: url, enable: 'off' })).status).toBe(200)
  expect(await endpoint('added')).toMatchObject({ status: 'inactive', after_restart: 'added' })
  expect(await endpoint('off')).toMatchObject({ status: 'disabled', after_restart: 'added' })
  const { values, keys, is_pending } = await valuesOf('webhook/added')
  expect([values, is_pending]).toMatchObject([
    { enable: 'on', endpoint: url, auth_token: '', comment: 'two words' },
    true,
  ])
  expect(keys.find(({ key }) => key === 'auth_token')).toMatchObject({ secret: true, source: 'stored' })

  expect((await set('notify_webhook:first', { comment: 'changed' })).status).toBe(200)
  expect(await endpoint('first')).toMatchObject({ status: 'online', after_restart: 'changed' })
  expect((await valuesOf('webhook/first')).values).toMatchObject({ endpoint: `${hook.url}/first`, comment: 'changed' })
  expect((await set('notify_webhook:first', { enable: 'off' })).status).toBe(200)
  expect(await endpoint('first')).toMatchObject({ status: 'online', after_restart: 'disabled' })
  expect((await set('notify_webhook:first', { enable: 'on' })).status).toBe(200)
  expect((await remove('notify_webhook:added')).status).toBe(200)
  expect(await endpoint('added')).toBeUndefined()

  await admin.call('POST', '/api/v1/service/restart', { json: {} })
  await waitUntil('the server has restarted', async () => {
    const { status, json } = await admin.get(TARGETS)
    const rows = status === 200 ? (json as { notification_endpoints: Endpoint[] }).notification_endpoints : []
    return rows.some(({ account_id, after_restart }) => account_id === 'off' && after_restart === '')
  })
  const states = (await endpoints()).map(({ account_id, status, after_restart }) => [account_id, status, after_restart])
  expect(states.sort()).toEqual([
    ['first', 'online', ''],
    ['off', 'disabled', ''],
    ['second', 'online', ''],
  ])
  expect((await remove('notify_webhook:off')).status).toBe(200)
  expect(await endpoint('off')).toMatchObject({ status: 'disabled', after_restart: 'deleted' })
  expect((await admin.get(`${TARGETS}/webhook/off`)).outcome).toBe('404 NoSuchConfiguration')
})

test('POST adds a target, and returns it without its secrets', async () => {
  const properties = { endpoint: `${hook.url}/posted`, auth_token: 'hidden-token-8', queue_limit: '10000' }
  const reply = await admin.call('POST', TARGETS, { json: { service: 'webhook', account_id: 'posted', properties } })
  expect([reply.status, reply.json]).toEqual([
    201,
    { service: 'webhook', account_id: 'posted', properties: { ...properties, auth_token: '' }, restart: true },
  ])
  expect(await endpoint('posted')).toMatchObject({ after_restart: 'added' })
  const wrong = { service: 'webhook', account_id: 'x', properties: { ghost: '1' } }
  expect((await admin.call('POST', TARGETS, { json: wrong })).json).toMatchObject({
    code: 'InvalidConfiguration',
    key: 'ghost',
  })
  const unknown = { service: 'smtp', account_id: 'x', properties: {} }
  expect((await admin.call('POST', TARGETS, { json: unknown })).status).toBe(400)
  await remove('notify_webhook:posted')
})

test('a broker that does not respond is refused with the reason of the server', async () => {
  const properties = {
    connection_string: 'host=127.0.0.1 port=9 user=a dbname=b',
    table: 'events',
    format: 'namespace',
  }
  const reply = await admin.call('POST', TARGETS, { json: { service: 'postgres', account_id: 'p', properties } })
  if (targetKind() === 'minio') {
    expect([reply.status, reply.json]).toMatchObject([
      400,
      { code: 'InvalidConfiguration', detailedMessage: expect.stringContaining('connection refused') },
    ])
  } else {
    expect([reply.status, reply.json]).toMatchObject([
      501,
      { code: 'NotInThisSetup', message: expect.stringContaining('notify_postgres') },
    ])
  }
})

test('lists the buckets that use a target, and those that it could not read', async () => {
  const bucket = await subscribed('arn:minio:sqs::first:webhook', ['put', 'delete'], 'in/')
  const unreadable = uniqueName('unreadable')
  await admin.call('POST', '/api/v1/buckets', { json: { name: unreadable } })
  const path = `${TARGETS}/webhook/first/buckets`
  expect((await admin.get(path)).json).toEqual({
    buckets: [{ name: bucket, subscriptions: [{ events: ['put', 'delete'], prefix: 'in/', suffix: '' }] }],
    unread: [],
    left: 0,
  })
  const reader = given.stranger()
  await reader.signIn(
    await accountsOf(given.storage).allowed(
      ...[allow(['s3:ListBucket'], unreadable), allow(['s3:ListBucket', 's3:GetBucketNotification'], bucket)],
    ),
  )
  const { buckets, unread } = (await reader.get(path)).json as { buckets: unknown[]; unread: unknown[] }
  expect([buckets.length, unread]).toEqual([
    1,
    [
      {
        name: unreadable,
        message: expect.stringContaining('s3:GetBucketNotification'),
        text: expect.objectContaining({ key: 'error:AccessDenied' }),
      },
    ],
  ])
})

test('a test creates an event for the target, and leaves nothing behind', async () => {
  const bucket = await subscribed('arn:minio:sqs::first:webhook', ['put'], 'in/')
  const { url, root } = given.storage
  const test = (name: string) => admin.call('POST', `${TARGETS}/webhook/first/test`, { json: { bucket: name } })
  const reply = await test(bucket)
  const { key } = reply.json as { key: string }
  expect([reply.status, reply.json]).toEqual([
    200,
    { key, leftover: '', status: 'online', reason: '', tested_at: expect.any(String) },
  ])
  expect(key).toMatch(/^in\/cooperage-test-/)
  await waitUntil('the event arrives', () => hook.bodies('/first').some(({ Key }) => Key === `${bucket}/${key}`))
  const versions = await send({ url, credentials: root, method: 'GET', bucket, query: { versions: '' } })
  expect(versions.text).not.toContain('cooperage-test')
  const reads = await subscribed('arn:minio:sqs::first:webhook', ['get'])
  expect((await test(reads)).json).toMatchObject({ code: 'NoTestableSubscription' })
})

test('reports a target that goes offline during the test', async () => {
  const bucket = await subscribed('arn:minio:sqs::second:webhook', ['delete'])
  await other.down()
  const reply = await admin.call('POST', `${TARGETS}/webhook/second/test`, { json: { bucket } })
  expect([reply.status, reply.json]).toMatchObject([200, { leftover: '', status: 'offline' }])
  await other.up()
})

test('the queue of a target empties, or grows while the target is offline, if the console reads metrics', async () => {
  const { url, root } = given.storage
  const server = await startConsole(url, { metrics: { scrapeToken: async () => metricsToken(root) } })
  onTestFinished(server.stop)
  const user = visitor(server.url)
  await user.signIn(root)
  const since = new Date().toISOString()
  const queueOf = async (name: string, by = user, from = since) =>
    (await by.get(`${TARGETS}/webhook/${name}/queue?since=${from}`)).json as { queued: number; is_current: boolean }
  const bucket = await subscribed('arn:minio:sqs::first:webhook', ['put'])
  const offline = await subscribed('arn:minio:sqs::second:webhook', ['put'])
  await other.down()
  for (const [target, name] of Object.entries({ first: bucket, second: offline })) {
    expect((await user.call('POST', `${TARGETS}/webhook/${target}/test`, { json: { bucket: name } })).status).toBe(200)
  }
  expect(await queueOf('first', user, new Date().toISOString()), 'too early').toMatchObject({ is_current: false })
  const counted = (name: string) =>
    waitUntil(`the queue of ${name} is counted`, async () => {
      const found = await queueOf(name)
      return found.is_current && found
    })
  const [emptied, growing] = await Promise.all([counted('first'), counted('second')])
  expect([emptied, growing]).toMatchObject([{ queued: 0, reason: '' }, { reason: '' }])
  // An event of an earlier test may still wait, too.
  expect(growing.queued).toBeGreaterThan(0)
  await other.up()

  expect(await queueOf('missing')).toMatchObject({ queued: null, reason: 'The storage server doesn’t report it.' })
  expect(await queueOf('first', admin)).toMatchObject({
    queued: null,
    is_current: true,
    reason: expect.stringContaining('COOPERAGE_METRICS_TOKEN'),
  })
  const configurer = visitor(server.url)
  await configurer.signIn(await accountsOf(given.storage).allowed(allow(['admin:ServerInfo', 'admin:ConfigUpdate'])))
  expect(await queueOf('first', configurer)).toMatchObject({
    queued: null,
    reason: expect.stringContaining('admin:Prometheus'),
  })
  const denied = await startConsole(url, { metrics: { scrapeToken: async () => 'nonsense' } })
  onTestFinished(denied.stop)
  const unlucky = visitor(denied.url)
  await unlucky.signIn(root)
  expect(await queueOf('first', unlucky)).toMatchObject({
    queued: null,
    reason: expect.stringContaining('refuses the token'),
  })
})

test('names the missing permission', async () => {
  const user = given.stranger()
  await user.signIn(await accountsOf(given.storage).allowed(allow(['s3:*'], '*')))
  for (const path of ['', '/webhook/first']) expect((await user.get(`${TARGETS}${path}`)).status).toBe(403)
})

// Last: MinIO stores no other change of its configuration while it waits.
testOn.minio('a broker that accepts connections but never responds is reported within ten seconds', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const properties = { connection_string: `host=127.0.0.1 port=${port} user=a dbname=b`, table: 'events' }
  const begun = Date.now()
  const reply = await admin.call('POST', TARGETS, { json: { service: 'postgres', account_id: 'silent', properties } })
  expect(Date.now() - begun).toBeLessThan(10_000)
  expect(reply.outcome).toBe('504 ConfigurationNoResponse')
})
