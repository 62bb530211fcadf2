/** The webhooks of the server's logs (spec identity-and-settings 2, Webhook configuration page), on the engine and on MinIO. */

import { WEBHOOK_TEST_ENTRY } from '@cooperage/contract'
import { accountsOf, allow, deny, TestWebhook, waitUntil } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import type { Visitor } from '../visitor.ts'

const given = await withConsole({ outboundLoopback: true })
const hook = new TestWebhook()
await hook.up()
const admin = await given.user()
afterAll(() => hook.down())

interface Listed {
  target: string
  endpoint: string
  enabled: boolean
  state: string
  hasToken: boolean
  variables: string[]
}
const list = async (kind: string, visitor = admin) =>
  ((await visitor.get(`/api/v1/webhooks/${kind}`)).json as { webhooks: Listed[] }).webhooks
const save = (id: string, values: Record<string, string>) =>
  admin.call('PUT', `/api/v1/configs/${encodeURIComponent(id)}`, {
    json: { key_values: Object.entries(values).map(([key, value]) => ({ key, value })) },
  })
const remove = (id: string) =>
  admin.call('POST', `/api/v1/configs/${encodeURIComponent(id)}/reset`, { json: { keys: [] } })
const probe = (kind: string, json: object) => admin.call('POST', `/api/v1/webhooks/${kind}/test`, { json })

test('an audit webhook is listed, goes online, is tested, disabled, enabled and deleted', async () => {
  expect(await list('audit')).toEqual([])
  const endpoint = `${hook.url}/audit`
  const saved = await save('audit_webhook:one', { endpoint, auth_token: 'hidden-token-2' })
  expect(saved.json, 'in effect without a restart').toEqual({ restart: false })
  const listed = { target: 'one', endpoint, enabled: true, hasToken: true, variables: [] }
  expect(await list('audit')).toMatchObject([listed])
  await waitUntil('the storage server has delivered', async () => (await list('audit'))[0]?.state === 'online')

  const tested = await probe('audit', { target: 'one', auth_token: 'typed-token' })
  expect([tested.status, tested.json]).toEqual([200, { status: 200, reason: '', state: 'online' }])
  const sent = hook.deliveries.find(({ text }) => text.includes(WEBHOOK_TEST_ENTRY.trigger))
  expect(sent).toMatchObject({ path: '/audit', headers: { authorization: 'typed-token' } })
  expect(JSON.parse(sent?.text ?? '')).toEqual({ ...WEBHOOK_TEST_ENTRY, time: expect.any(String) })

  await save('audit_webhook:one', { enable: 'off' })
  expect(await list('audit')).toMatchObject([{ ...listed, enabled: false, state: 'unknown' }])
  await save('audit_webhook:one', { enable: 'on' })
  expect(await list('audit'), 'the token is kept').toMatchObject([listed])
  const response = await admin.get('/api/v1/webhooks/audit')
  for (const secret of ['hidden-token-2', 'typed-token']) {
    expect([response.text, tested.text, given.server.log.join('')].join(), 'a token is never shown').not.toContain(
      secret,
    )
  }
  expect((await remove('audit_webhook:one')).status).toBe(200)
  expect(await list('audit')).toEqual([])
})

test('logger webhooks are listed by target, the unnamed one once it is in use', async () => {
  await save('logger_webhook', { endpoint: `${hook.url}/log`, auth_token: 't' })
  await save('logger_webhook:second', { endpoint: `${hook.url}/second`, auth_token: 't' })
  const targets = (await list('logger')).map(({ target, enabled }) => [target, enabled])
  expect(targets.sort()).toEqual([
    ['', true],
    ['second', true],
  ])
  expect(await list('audit'), 'the kinds are apart').toEqual([])
  expect((await probe('logger', { target: 'second' })).json).toMatchObject({ status: 200, reason: '' })
  expect(hook.bodies('/second')).toContainEqual({ ...WEBHOOK_TEST_ENTRY, time: expect.any(String) })
  await remove('logger_webhook')
  await remove('logger_webhook:second')
  expect(await list('logger')).toEqual([])
})

test('testing an unreachable webhook reports the reason, and that the storage server does not deliver either', async () => {
  await save('audit_webhook:dead', { endpoint: 'http://127.0.0.1:9/x', auth_token: 't' })
  const tested = await probe('audit', { target: 'dead' })
  const text = { key: 'detail:nothingListens', values: {}, text: 'Nothing listens there.' }
  expect([tested.status, tested.json]).toEqual([200, { status: 0, reason: text.text, text, state: 'offline' }])
  await save('audit_webhook:meta', { endpoint: 'http://169.254.169.254/x', auth_token: 't', enable: 'off' })
  expect((await probe('audit', { target: 'meta' })).json).toMatchObject({
    status: 0,
    reason: expect.stringContaining('addresses of this kind are never connected to'),
  })
  expect((await probe('audit', { target: 'nope' })).outcome).toBe('404 NoSuchConfiguration')
  const wrong = await probe('audit', { target: 'dead', auth_token: 'a\r\nx-more: b' })
  expect(wrong.status, 'a token can’t add headers').toBe(400)
  await remove('audit_webhook:dead')
  await remove('audit_webhook:meta')
})

test('without admin:ConfigUpdate there are no webhooks, and without admin:ServerInfo no states', async () => {
  const accounts = accountsOf(given.storage)
  const signedIn = async (...statements: Parameters<typeof accounts.allowed>) => {
    const visitor = given.stranger()
    await visitor.signIn(await accounts.allowed(...statements))
    return visitor
  }
  const pagesOf = async (visitor: Visitor) =>
    ((await visitor.get('/api/v1/session')).json as { pages: string[] }).pages.filter((page) =>
      /^\/(settings|webhook)/.test(page),
    )
  const viewer = await signedIn(allow(['admin:*']), deny(['admin:ConfigUpdate', 'admin:ListTier', 'admin:SetTier']))
  expect(await pagesOf(viewer)).toEqual([])
  const message = 'You don’t have permission to view or change the configuration (admin:ConfigUpdate on this server).'
  const refused = [
    await viewer.get('/api/v1/webhooks/audit'),
    await viewer.call('POST', '/api/v1/webhooks/audit/test', { json: { target: '' } }),
  ]
  for (const { status, json } of refused) expect([status, json]).toMatchObject([403, { message }])

  const configurer = await signedIn(allow(['admin:ConfigUpdate']))
  expect(await pagesOf(configurer)).toEqual(['/settings', '/webhook/logger', '/webhook/audit'])
  await save('audit_webhook:two', { endpoint: `${hook.url}/two`, auth_token: 't' })
  expect(await list('audit', configurer)).toMatchObject([{ target: 'two', enabled: true, state: 'unknown' }])
  await remove('audit_webhook:two')
})
