/** The configuration of the server (spec identity-and-settings 2, 3 and 7), on the engine and on MinIO. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { accountsOf, allow, targetKind, uniqueName, waitUntil } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { testOn } from '../test-on.ts'
import { FORM_TYPE, formBody, type Visitor } from '../visitor.ts'

const given = await withConsole()
const CONFIGS = '/api/v1/configs'

const admin = await given.user()

const put = (id: string, values: Record<string, string>, replaces?: Record<string, string>) =>
  admin.call('PUT', `${CONFIGS}/${encodeURIComponent(id)}`, {
    json: { key_values: pairs(values), ...(replaces && { replaces: pairs(replaces) }) },
  })
const pairs = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }))
const reset = (id: string, keys: string[] = []) =>
  admin.call('POST', `${CONFIGS}/${encodeURIComponent(id)}/reset`, { json: { keys } })

interface Details {
  targets: {
    target: string
    enabled: boolean
    keys: { key: string; type: string; value: string; source: string; untilRestart?: string }[]
  }[]
}
const details = async (section: string) => (await admin.get(`${CONFIGS}/${section}/details`)).json as Details
const keyOf = async (section: string, key: string, target = '') =>
  (await details(section)).targets.find((one) => one.target === target)?.keys.find((one) => one.key === key)

/** Restarts the storage server, and waits until nothing waits for a restart. */
async function restarted(): Promise<void> {
  const { status, text } = await admin.call('POST', '/api/v1/service/restart', { json: {} })
  expect(status, text).toBe(204)
  let state = ''
  const isRestarted = async () => {
    const { status, json, text } = await admin.get('/api/v1/service/restart')
    state = text
    return status === 200 && (json as { pending: string[] }).pending.length === 0
  }
  await waitUntil('the server has restarted', isRestarted, { deadlineMs: 40_000 }).catch((error) =>
    expect.fail(`${error}: ${state}`),
  )
}

test('lists the sections of the server', async () => {
  const { configurations, total } = (await admin.get(CONFIGS)).json as {
    configurations: { key: string; hasTargets: boolean }[]
    total: number
  }
  expect(total).toBe(configurations.length)
  expect(configurations).toContainEqual({ key: 'api', description: expect.any(String), hasTargets: false })
  expect(configurations).toContainEqual({ key: 'audit_webhook', description: expect.any(String), hasTargets: true })
})

testOn.minio('switches have one type, whatever the server calls it', async () => {
  const typeOf = async (section: string, key: string) => (await keyOf(section, key))?.type
  for (const key of ['root_access', 'odirect', 'sync_events']) expect(await typeOf('api', key), key).toBe('on|off')
  expect(await typeOf('compression', 'allow_encryption')).toBe('on|off')
  expect(await typeOf('api', 'stale_uploads_expiry')).toBe('duration')
})

test('a change of a live section is in effect immediately', async () => {
  expect(await keyOf('api', 'stale_uploads_expiry')).toMatchObject({ value: '24h', source: 'default', secret: false })
  const change = {
    key_values: pairs({ stale_uploads_expiry: '48h' }),
    replaces: pairs({ stale_uploads_expiry: '24h' }),
  }
  const saved = await admin.call('PUT', '/api/v1/configs/api', { json: change })
  expect([saved.status, saved.json]).toEqual([200, { restart: false }])
  expect(await keyOf('api', 'stale_uploads_expiry')).toMatchObject({ value: '48h', source: 'stored' })
  expect((await admin.get('/api/v1/configs/api')).json).toMatchObject({
    name: 'api',
    key_values: expect.arrayContaining([{ key: 'stale_uploads_expiry', value: '48h' }]),
  })
  expect((await reset('api', ['stale_uploads_expiry'])).json).toEqual({ restart: false })
  expect(await keyOf('api', 'stale_uploads_expiry')).toMatchObject({ value: '24h', source: 'default' })
})

test('a change that needs a restart is pending for every administrator', async () => {
  await waitUntil('changes are surely later than the start, which is known to the second', async () => {
    const { startedAt } = (await admin.get('/api/v1/service/restart')).json as { startedAt: string }
    return Date.now() >= Date.parse(startedAt) + 2_000
  })
  const pending = async (visitor: Visitor) =>
    ((await visitor.get('/api/v1/service/restart')).json as { pending: string[] }).pending
  expect(await pending(admin)).toEqual([])
  expect((await put('site', { region: 'eu-west-9', comment: 'two words' })).json).toEqual({ restart: true })
  expect(await keyOf('site', 'region')).toMatchObject({ value: 'eu-west-9', source: 'stored', untilRestart: '' })
  expect(await pending(await given.user())).toEqual(['site'])
  const late = await put('site', { region: 'eu-west-7' }, { region: '' })
  expect([late.status, late.json], 'another administrator sees it before overwriting it').toMatchObject([
    409,
    { code: 'ConfigurationChanged', message: expect.stringContaining('region') },
  ])
  expect((await reset('site', ['comment'])).json).toEqual({ restart: true })
  expect(await keyOf('site', 'comment')).toMatchObject({ value: '', source: 'default' })
  expect((await reset('region')).json).toEqual({ restart: true })
  expect(await pending(admin)).toEqual(['region', 'site'])
})

test('before a restart, the uploads of all users are counted', async () => {
  const { user, objects } = await given.userWithBucket()
  const uploads = async () => ((await admin.get('/api/v1/service/restart')).json as { uploads: number }).uploads
  expect(await uploads()).toBe(0)
  const body = formBody([{ name: '4', fileName: 'file', content: 'slow' }])
  const { host, hostname, port } = new URL(user.url)
  const socket = connect({ host: hostname, port: Number(port) })
  const cookie = [...user.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  socket.write(
    `POST ${objects}/upload HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n` +
      `content-type: ${FORM_TYPE}\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  socket.write(body.subarray(0, -20))
  await waitUntil('the upload is counted', async () => (await uploads()) === 1)
  socket.write(body.subarray(-20))
  await waitUntil('it is over', async () => (await uploads()) === 0)
  socket.destroy()
})

test('lists what is changed from the defaults in each section, without secrets', async () => {
  interface Changes {
    sections: { section: string; total: number; changed: { target: string; key: string; value: string }[] }[]
  }
  const changed = async (section: string) =>
    ((await admin.get('/api/v1/changed-configs')).json as Changes).sections.find((one) => one.section === section)
  await reset('api')
  expect(await changed('api')).toEqual({ section: 'api', changed: [], total: 0 })
  await put('api', { requests_max: '77' })
  const requests = { target: '', key: 'requests_max', value: '77', secret: false, source: 'stored' }
  expect(await changed('api')).toEqual({ section: 'api', changed: [requests], total: 1 })
  await reset('api')
  const target = uniqueName('hook').replaceAll('-', '')
  await put(`audit_webhook:${target}`, { endpoint: 'http://127.0.0.1:9/', auth_token: 'Bearer hidden-token' })
  const text = JSON.stringify(await changed('audit_webhook'))
  expect(text).toContain(`"target":"${target}"`)
  expect(text).not.toContain('hidden-token')
  await reset(`audit_webhook:${target}`)
})

test('a secret is stored and never returned', async () => {
  const secret = 'hidden-token-1'
  const url = 'http://127.0.0.1:9/audit'
  const saved = await put('audit_webhook:one', { endpoint: url, auth_token: secret, enable: 'off' })
  expect([saved.status, saved.json]).toEqual([200, { restart: false }])
  expect(await keyOf('audit_webhook', 'auth_token', 'one')).toMatchObject({ value: '', secret: true, source: 'stored' })
  const found = (await details('audit_webhook')).targets
  expect(found.map(({ target, enabled }) => [target, enabled])).toEqual([
    ['', false],
    ['one', false],
  ])
  const responses = await Promise.all([
    admin.get(`${CONFIGS}/audit_webhook:one`),
    admin.get(`${CONFIGS}/audit_webhook/details`),
    admin.get('/api/v1/config-history'),
  ])
  for (const { status, text } of responses) expect([status, text.includes(secret)]).toEqual([200, false])
  expect(responses[2]?.json).toMatchObject({
    changes: expect.arrayContaining([
      expect.objectContaining({
        lines: [
          expect.objectContaining({
            section: 'audit_webhook',
            target: 'one',
            key_values: expect.arrayContaining([{ key: 'auth_token', value: '', secret: true }]),
          }),
        ],
      }),
    ]),
  })
  expect(given.server.log.join(''), 'the audit trail contains no secret').not.toContain(secret)
  expect((await reset('audit_webhook:one')).status).toBe(200)
  expect((await details('audit_webhook')).targets.map(({ target }) => target)).toEqual([''])
})

test('an earlier change is restored from the history, and in effect after a restart', async () => {
  await put('api', { stale_uploads_expiry: '7h' })
  await put('api', { stale_uploads_expiry: '8h' })
  const response = (await admin.get('/api/v1/config-history')).json as {
    changes: { id: string; lines: { key_values: { value: string }[] }[] }[]
  }
  const { changes } = response
  const values = changes.slice(0, 2).map(({ lines }) => lines[0]?.key_values[0]?.value)
  expect(values, 'newest first').toEqual(['8h', '7h'])
  const restore = (id: string) => admin.call('POST', `/api/v1/config-history/${id}/restore`, { json: {} })
  expect((await restore(changes[1]?.id ?? '')).json).toEqual({ restart: true })
  const after = (await admin.get('/api/v1/config-history')).json as typeof response
  expect(after.changes[0]?.id).toBe(changes[0]?.id)
  expect(after.changes.some(({ id }) => id === changes[1]?.id)).toBe(false)
  expect((await restore('nope')).json).toMatchObject({ code: 'NoSuchConfigurationChange' })
  expect(await keyOf('api', 'stale_uploads_expiry')).toMatchObject({ value: '7h', untilRestart: '8h' })
  await restarted()
  const { value, untilRestart } = (await keyOf('api', 'stale_uploads_expiry')) ?? {}
  expect([value, untilRestart]).toEqual(['7h', undefined])
  await reset('api')
})

test.each([
  ['api', { ghost: '1' }, 'ghost', 'This isn’t a valid configuration: api has no key ghost.'],
  ['site', { region: 'a\nb' }, 'region', expect.stringContaining('a line break')],
  [
    'api',
    { stale_uploads_expiry: 'soon' },
    'stale_uploads_expiry',
    expect.stringContaining('the storage server rejects it'),
  ],
])('a change of %s to %j is refused', async (section, values, key, message) => {
  const reply = await put(section, values as Record<string, string>)
  expect([reply.status, reply.json]).toMatchObject([400, { code: 'InvalidConfiguration', key, message }])
})

test('the reason of the server is passed on when an endpoint does not respond', async () => {
  const reply = await put('notify_webhook:dead', { endpoint: 'http://127.0.0.1:9/x' })
  expect([reply.status, reply.json]).toMatchObject([
    400,
    { code: 'InvalidConfiguration', key: 'endpoint', detailedMessage: expect.stringContaining('connection refused') },
  ])
})

test('an endpoint that never responds is reported within ten seconds', { timeout: 30_000 }, async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const config_url = `http://127.0.0.1:${port}/.well-known/openid-configuration`
  const begun = Date.now()
  const reply = await put('identity_openid', { config_url, client_id: 'a', client_secret: 'b' })
  expect(Date.now() - begun).toBeLessThan(10_000)
  // The engine stops waiting before the console does.
  const expected = targetKind() === 'minio' ? [504, 'ConfigurationNoResponse'] : [400, 'InvalidConfiguration']
  expect([reply.status, (reply.json as { code: string }).code]).toEqual(expected)
})

test('a value that changed since it was read is not overwritten', async () => {
  const reply = await put('api', { stale_uploads_expiry: '9h' }, { stale_uploads_expiry: '1h' })
  expect(reply.outcome).toBe('409 ConfigurationChanged')
  expect(await keyOf('api', 'stale_uploads_expiry')).toMatchObject({ value: '24h' })
})

test.each(['ghost', 'cache', 'audit_webhook:nope'])('the section %s does not exist', async (id) => {
  expect((await admin.get(`${CONFIGS}/${encodeURIComponent(id)}`)).outcome).toBe('404 NoSuchConfiguration')
})

test('a section of MinIO that the engine lacks is refused by name', async () => {
  const reply = await admin.get(`${CONFIGS}/compression`)
  if (targetKind() === 'minio') expect(reply.status).toBe(200)
  else expect(reply.outcome).toBe('501 NotInThisSetup')
})

test('without permission to configure the server, errors name the missing one', async () => {
  const user = given.stranger()
  await user.signIn(await accountsOf(given.storage).allowed(allow(['s3:*'], '*')))
  const replies = await Promise.all([
    user.get(CONFIGS),
    user.get(`${CONFIGS}/api/details`),
    user.get('/api/v1/config-history'),
    user.get('/api/v1/service/restart'),
    user.call('POST', '/api/v1/service/restart', { json: {} }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  expect(replies[4]?.json).toMatchObject({
    message: 'You don’t have permission to restart the storage server (admin:ServiceRestart on this server).',
  })
})
