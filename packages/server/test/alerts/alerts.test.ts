/** Alerts: rules over the console's samples, channels, history; on the engine and on MinIO. */
import type { Alert, AlertChannel, AlertRuleEntry } from '@cooperage/contract'
import { accountsOf, allow, deny, metricsToken, TestWebhook, waitUntil } from '@cooperage/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startConsole, withConsole } from '../running-console.ts'
import { signedIn, type Visitor, visitor } from '../visitor.ts'
import { startChatServices } from './chat-services.ts'

const given = await withConsole(({ root }) => ({
  outboundLoopback: true,
  metrics: { scrapeToken: async () => metricsToken(root), scrapeSeconds: 1 },
}))
const hook = new TestWebhook()
let admin: Visitor
beforeAll(async () => {
  await hook.up()
  admin = await given.user()
  // The token of the tests is valid for a short time.
  await set('expiry', { threshold: 0 })
})
afterAll(() => hook.down())

const rules = async (user = admin) => (await user.get('/api/v1/alerts/rules')).json as AlertRuleEntry[]
const ruleOf = async (id: string, user = admin) => (await rules(user)).find((one) => one.id === id)
const firing = async (user = admin) => ((await user.get('/api/v1/alerts')).json as { alerts: Alert[] }).alerts
const count = async (user = admin) => (await user.get('/api/v1/alerts/count')).json
const past = async () => (await admin.get('/api/v1/alerts/past')).json as Alert[]
const channels = async () => (await admin.get('/api/v1/alerts/channels')).json as AlertChannel[]
const set = async (id: string, change: object, user = admin) => {
  const json = { threshold: 0, minutes: 0, enabled: true, ...change }
  expect((await user.call('PUT', `/api/v1/alerts/rules/${id}`, { json })).status).toBe(204)
}
const mute = (id: string, until: string) => admin.call('POST', `/api/v1/alerts/rules/${id}/mute`, { json: { until } })
const add = async (json: object) => {
  const { status, json: body } = await admin.call('POST', '/api/v1/alerts/channels', { json: { name: 'ops', ...json } })
  expect([status, body]).toEqual([201, { id: expect.any(String) }])
  return (body as { id: string }).id
}
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** Saving a rule doesn't wait for the messages. */
const delivered = () => waitUntil('the delivery', async () => (await channels()).every(({ waiting }) => waiting === 0))

/** Saving a rule evaluates it: once there are samples, capacity above 0% fires. */
async function fireCapacity(user = admin): Promise<void> {
  await waitUntil('the alert', async () => {
    await set('capacity', { threshold: 0 }, user)
    return (await firing(user)).some(({ rule }) => rule === 'capacity')
  })
}

test('an alert fires with one message, is acknowledged, muted, resolved, and stays in the history', async () => {
  const id = await add({ kind: 'webhook', url: `${hook.url}/alerts`, token: 'Bearer hidden-1' })
  await fireCapacity()
  const [alert] = await firing()
  expect(alert).toMatchObject({
    rule: 'capacity',
    severity: 'warning',
    threshold: 0,
    muted: false,
    acknowledged_by: '',
  })
  expect(alert?.text.text).toMatch(/^Used capacity: [\d.]+%\.$/)
  expect(await count()).toEqual({ firing: 1 })
  await set('capacity', { threshold: 0 })
  await delivered()
  const messages = () => hook.bodies('/alerts')
  expect(messages(), 'another evaluation repeats nothing').toMatchObject([
    { version: 1, event: 'firing', rule: 'capacity', severity: 'warning', alerts: [{ id: alert?.id, resolved: '' }] },
  ])
  expect(hook.deliveries[0]?.headers.authorization).toBe('Bearer hidden-1')

  expect((await admin.call('POST', `/api/v1/alerts/${alert?.id}/acknowledge`)).status).toBe(204)
  expect(await count(), 'what was acknowledged needs no attention').toEqual({ firing: 0 })
  expect(await firing()).toMatchObject([{ id: alert?.id, acknowledged_by: expect.stringMatching(/./) }])
  expect((await admin.call('POST', '/api/v1/alerts/nope/acknowledge')).json).toMatchObject({ code: 'NoSuchAlert' })

  await mute('capacity', inAnHour())
  expect(await firing()).toMatchObject([{ muted: true }])
  expect(await ruleOf('capacity')).toMatchObject({ state: 'firing', muted_until: expect.stringMatching(/Z$/) })
  await set('capacity', { threshold: 100 })
  await delivered()
  expect([await firing(), messages().map(({ event }) => event)], 'its end is reported anyway').toEqual([
    [],
    ['firing', 'resolved'],
  ])
  expect(await past()).toMatchObject([{ id: alert?.id, resolved: expect.stringMatching(/Z$/) }])
  await fireCapacity()
  await set('capacity', { threshold: 100 })
  await delivered()
  expect(messages().length, 'a muted rule sends nothing').toBe(2)
  await mute('capacity', '')
  await fireCapacity()
  await set('capacity', { threshold: 100 })
  await delivered()
  expect(
    messages()
      .slice(2)
      .map(({ event }) => event),
  ).toEqual(['firing', 'resolved'])
  expect(await channels()).toMatchObject([{ id, host: new URL(hook.url).host, problem: '', waiting: 0, enabled: true }])
  const answers = [await admin.get('/api/v1/alerts/channels'), await admin.get('/api/v1/alerts')]
  expect([...answers.map(({ text }) => text), given.server.log.join('')].join()).not.toContain('hidden-1')
  expect((await admin.call('DELETE', `/api/v1/alerts/channels/${id}`)).status).toBe(204)
  expect(await channels()).toEqual([])
})

test('a bucket near its quota fires an alert of its own', async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  const quota = { enabled: true, quota_type: 'hard', amount: 1_000_000 }
  expect((await user.call('PUT', `/api/v1/buckets/${bucket}/quota`, { json: quota })).status).toBeLessThan(300)
  const form = [{ name: '900000', fileName: 'big', content: Buffer.alloc(900_000) }]
  expect((await user.call('POST', `${objects}/upload?prefix=`, { form })).status).toBeLessThan(300)
  // Another console reads the metrics of buckets at its start.
  const alert = await waitUntil(
    'the alert',
    async () => {
      const { url, consoleToken } = given.storage
      const other = await startConsole(url, {
        metrics: { scrapeToken: async () => metricsToken(given.storage.root), scrapeSeconds: 1 },
        ...(consoleToken && { consoleToken }),
      })
      try {
        const visitor = await signedIn(other.url, given.storage.root)
        await waitUntil('samples', async () => {
          await set('quota', { threshold: 50 }, visitor)
          return !['noData', 'waiting'].includes((await ruleOf('quota', visitor))?.state ?? '')
        })
        return (await firing(visitor)).find(({ subject }) => subject === bucket)
      } finally {
        await other.stop()
      }
      // MinIO counts once a minute.
    },
    { deadlineMs: 100_000 },
  )
  expect(alert.text.text).toBe(`Used quota of bucket ${bucket}: 90%.`)
}, 120_000)

test('rules have a state each: what the server does not measure is said, and what is off too', async () => {
  await set('capacity', { threshold: 100 })
  // A rate needs two samples.
  await waitUntil('samples', async () => {
    await set('scanner', { threshold: 24, enabled: false })
    return (await rules()).every(({ id, state }) => !['requestErrors', 'quota'].includes(id) || state === 'ok')
  })
  const states = new Map((await rules()).map(({ id, state }) => [id, state]))
  const isEngine = given.storage.kind !== 'minio'
  expect(Object.fromEntries(states)).toMatchObject({
    driveOffline: 'ok',
    serverOffline: 'ok',
    damagedObjects: isEngine ? 'ok' : 'notMeasured',
    capacity: 'ok',
    // The bucket has just its threshold.
    quota: 'ok',
    replication: isEngine ? 'notMeasured' : 'ok',
    requestErrors: 'ok',
    scanner: 'off',
    noMetrics: 'ok',
    consoleErrors: 'ok',
    expiry: 'ok',
    keyExpiry: 'ok',
  })
})

test('a message that can’t be delivered is retried, and the channel says why', async () => {
  const down = await new TestWebhook().up()
  const url = `${down.url}/slack`
  await down.down()
  const id = await add({ kind: 'slack', url })
  const tested = await admin.call('POST', `/api/v1/alerts/channels/${id}/test`)
  expect(tested.json).toMatchObject({ problem: 'Nothing listens there.' })
  await fireCapacity()
  await waitUntil('an attempt', () => given.server.log.filter((line) => line.includes('Nothing listens')).length > 1)
  expect(await channels()).toMatchObject([{ problem: 'Nothing listens there.', waiting: 1, last_sent: '' }])
  await down.up()
  expect((await admin.call('POST', `/api/v1/alerts/channels/${id}/test`)).json).toEqual({ problem: '' })
  await delivered()
  expect(down.bodies('/slack'), 'what has waited follows').toEqual([
    { text: expect.stringMatching(/: test\*\nThis is a test message/) },
    { text: expect.stringMatching(/Used capacity/) },
  ])
  expect((await channels())[0]?.last_sent).toMatch(/Z$/)
  const off = { json: { enabled: false } }
  expect((await admin.call('PUT', `/api/v1/alerts/channels/${id}`, off)).status).toBe(204)
  expect(await channels()).toMatchObject([{ enabled: false, waiting: 0 }])
  await admin.call('DELETE', `/api/v1/alerts/channels/${id}`)
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', '/test'],
  ] as const) {
    expect((await admin.call(method, `/api/v1/alerts/channels/${id}${path}`)).outcome).toBe('404 NoSuchAlertChannel')
  }
  await set('capacity', { threshold: 100 })
  await down.down()
})

test('Slack, ntfy and Gotify accept what fires and what is resolved, and say what they refuse', async () => {
  const { accepted, channels: services, stop } = await startChatServices()
  onTestFinished(async () => void (await stop()))
  const kinds = Object.entries(services)
  const ids = await Promise.all(kinds.map(([kind, settings]) => add({ kind, ...settings })))
  ids.push(await add({ kind: 'ntfy', url: services.ntfy.url, token: 'tk_wrong' }))
  const tested = await Promise.all(
    ids.map(async (id) => (await admin.call('POST', `/api/v1/alerts/channels/${id}/test`)).json),
  )
  expect(tested).toMatchObject([
    { problem: '' },
    { problem: '' },
    { problem: '' },
    { problem: expect.stringContaining('403') },
  ])
  await admin.call('DELETE', `/api/v1/alerts/channels/${ids.pop()}`)
  await fireCapacity()
  await delivered()
  await set('capacity', { threshold: 100 })
  await delivered()
  const said = [
    { title: /: test$/, message: /test message/, ntfy: 3, gotify: 5 },
    { title: /: warning: Capacity$/, message: /^Used capacity: [\d.]+%\.$/, ntfy: 3, gotify: 5 },
    { title: /: resolved: Capacity$/, message: /^Used capacity: [\d.]+%\.$/, ntfy: 2, gotify: 2 },
  ]
  expect(accepted.slack.map(({ text }) => String(text).split('\n'))).toEqual(
    said.map(({ title, message }) => [
      expect.stringMatching(new RegExp(title.source.replace('$', '\\*$'))),
      expect.stringMatching(message),
    ]),
  )
  for (const kind of ['ntfy', 'gotify'] as const) {
    expect(accepted[kind]).toMatchObject(
      said.map((one) => ({
        title: expect.stringMatching(one.title),
        message: expect.stringMatching(one.message),
        priority: one[kind],
      })),
    )
  }
  await Promise.all(ids.map((id) => admin.call('DELETE', `/api/v1/alerts/channels/${id}`)))
})

test('keys that expire are known from the visit of somebody who may list them, those of share links and jobs aren’t', async () => {
  const accounts = accountsOf(given.storage)
  const [owner, linker] = [await accounts.user('readwrite'), await accounts.user('readwrite')]
  const inDays = (days: number) => ({ expiration: new Date(Date.now() + days * 86_400_000).toISOString() })
  for (const days of [20, 5, 200]) await accounts.serviceAccount(owner, inDays(days))
  await accounts.serviceAccount(linker, {
    ...inDays(5),
    accessKey: 'LINK0123456789ABCDEF',
    secretKey: 'a-secret-of-a-link',
  })
  const { accessKey: rootKey } = await accounts.serviceAccount(given.storage.root, inDays(3))
  const { url, consoleToken, root } = given.storage
  const own = await startConsole(url, {
    metrics: { scrapeToken: async () => metricsToken(root) },
    ...(consoleToken && { consoleToken }),
  })
  onTestFinished(own.stop)
  const reader = visitor(own.url)
  await reader.signIn(await accounts.allowed(allow(['admin:Prometheus', 'admin:ConfigUpdate'])))
  await firing(reader)
  await set('expiry', { threshold: 0 }, reader)
  expect(await ruleOf('keyExpiry', reader), 'who may not list them finds none').toMatchObject({ state: 'noData' })
  const visiting = await signedIn(own.url, root)
  await waitUntil('the keys', async () => {
    await firing(visiting)
    await set('expiry', { threshold: 0 }, visiting)
    return (await ruleOf('keyExpiry', reader))?.state === 'firing'
  })
  const keysFor = async (user: Visitor) => (await firing(user)).filter(({ rule }) => rule === 'keyExpiry')
  const ofKeys = await keysFor(visiting)
  expect(ofKeys.map(({ subject, value }) => [subject, Math.round(value)])).toEqual(
    expect.arrayContaining([
      [owner.accessKey, 5],
      ['root', 3],
    ]),
  )
  expect(ofKeys).toHaveLength(2)
  expect(ofKeys.find(({ subject }) => subject === 'root')?.text.text).toMatch(/^An access key of root expires soon/)
  const forReader = await keysFor(reader)
  expect(forReader.map(({ subject }) => subject).sort(), 'names of users are for who may list them').toEqual([
    '',
    'root',
  ])
  expect(forReader.map(({ text }) => text.text).join()).toMatch(/An access key of an account expires soon/)
  expect(JSON.stringify(forReader)).not.toContain(owner.accessKey)
  expect((await visiting.call('DELETE', `/api/v1/service-accounts/${rootKey}`)).status).toBe(204)
  await Promise.all([owner, linker].map((user) => accounts.remove(user)))
})

test('a restart neither repeats a message nor loses what fires', async () => {
  const { url, consoleToken } = given.storage
  const settings = {
    outboundLoopback: true,
    metrics: { scrapeToken: async () => metricsToken(given.storage.root), scrapeSeconds: 1 },
    ...(consoleToken && { consoleToken }),
  }
  const first = await startConsole(url, settings)
  const user = await signedIn(first.url, given.storage.root)
  await set('expiry', { threshold: 0 }, user)
  const json = { name: 'ops', kind: 'webhook', url: `${hook.url}/restart` }
  expect((await user.call('POST', '/api/v1/alerts/channels', { json })).status).toBe(201)
  await fireCapacity(user)
  const before = await firing(user)
  const { dataDir } = first
  // The folder of a console is deleted when it stops, so the second one runs beside it, as one that was started after a crash.
  const second = await startConsole(url, { ...settings, dataDir })
  const again = await signedIn(second.url, given.storage.root)
  await set('scanner', { threshold: 24 }, again)
  expect(await firing(again)).toMatchObject(before.map(({ id }) => ({ id })))
  await waitUntil('the message', () => hook.bodies('/restart').length > 0)
  await second.stop()
  await first.stop()
  expect(hook.bodies('/restart')).toHaveLength(1)
})

test('the rules are a file for Prometheus', async () => {
  const { status, headers, text } = await admin.get('/api/v1/alerts/prometheus')
  expect([status, headers['content-type']]).toEqual([200, 'application/yaml; charset=utf-8'])
  expect(text).toContain('alert: StorageDriveOffline')
})

test('who may not read metrics sees no alerts, and who may not change the configuration changes none', async () => {
  const accounts = accountsOf(given.storage)
  const visitorWith = async (...statements: Parameters<typeof accounts.allowed>) => {
    const visitor = given.stranger()
    await visitor.signIn(await accounts.allowed(...statements))
    return visitor
  }
  const session = async (visitor: Visitor) =>
    ((await visitor.get('/api/v1/session')).json as { pages: string[] }).pages.includes('/alerts')
  const stranger = await visitorWith(allow(['admin:*']), deny(['admin:Prometheus', 'admin:ConfigUpdate']))
  expect(await session(stranger)).toBe(false)
  for (const path of ['', '/count', '/rules', '/channels', '/past', '/prometheus']) {
    expect((await stranger.get(`/api/v1/alerts${path}`)).status, path).toBe(403)
  }
  const reader = await visitorWith(allow(['admin:Prometheus']))
  expect([await session(reader), (await reader.get('/api/v1/alerts/rules')).status]).toEqual([true, 200])
  const channel = { name: 'a', kind: 'slack', url: `${hook.url}/x` }
  for (const [method, path, json] of [
    ['PUT', '/rules/capacity', { threshold: 0, minutes: 0, enabled: false }],
    ['POST', '/rules/capacity/mute', { until: '' }],
    ['POST', '/x/acknowledge', undefined],
    ['POST', '/channels', channel],
    ['PUT', '/channels/x', { enabled: true }],
    ['DELETE', '/channels/x', undefined],
    ['POST', '/channels/x/test', undefined],
  ] as const) {
    const refused = await reader.call(method, `/api/v1/alerts${path}`, json && { json })
    expect([path, refused.status, refused.json]).toMatchObject([path, 403, { code: 'AccessDenied' }])
  }
  expect(await ruleOf('capacity')).toMatchObject({ enabled: true })
})

test('a channel leads nowhere that the console never connects to', async () => {
  for (const json of [
    { kind: 'webhook', url: 'http://169.254.169.254/latest' },
    { kind: 'email', host: '169.254.169.254', from: 'a@b.example', to: ['c@d.example'] },
  ]) {
    const refused = await admin.call('POST', '/api/v1/alerts/channels', { json: { name: 'x', ...json } })
    expect(refused.outcome).toBe('400 RemoteAddressRefused')
  }
})
