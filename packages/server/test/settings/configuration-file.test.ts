/** Export and import of the whole configuration, on the engine and on MinIO. */
import type { ConfigurationImportResult, ConfigurationPreview } from '@cooperage/contract'
import { accountsOf, allow } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole()
const CONFIGS = '/api/v1/configs'
const SECRET = 'hidden-token-2'

const admin = await given.user()

const set = (id: string, values: Record<string, string>) =>
  admin.call('PUT', `${CONFIGS}/${encodeURIComponent(id)}`, {
    json: { key_values: Object.entries(values).map(([key, value]) => ({ key, value })) },
  })
const resetOf = (id: string) => admin.call('POST', `${CONFIGS}/${encodeURIComponent(id)}/reset`, { json: {} })
const exported = async () => (await admin.get(`${CONFIGS}/export`)).text
const preview = async (text: string) =>
  (await admin.call('POST', `${CONFIGS}/import/preview`, { json: { configurationFile: text } }))
    .json as ConfigurationPreview
const importing = (text: string, fingerprint: string) =>
  admin.call('POST', `${CONFIGS}/import`, { json: { configurationFile: text, fingerprint } })
const outcomes = ({ entries }: ConfigurationImportResult) =>
  entries.map(({ section, target, outcome }) => `${section}:${target} ${outcome}`).sort()

test('an export downloads every section with its secrets, and imports without a change', async () => {
  await set('audit_webhook:kept', { endpoint: 'http://127.0.0.1:9/a', auth_token: SECRET, enable: 'off' })
  const reply = await admin.get(`${CONFIGS}/export`)
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="server-configuration-[\d-]{10}\.txt"/)
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.text).toMatch(/^api .*stale_uploads_expiry=24h/m)
  expect(reply.text).toMatch(new RegExp(`^# audit_webhook:kept enable=off .*auth_token=${SECRET}`, 'm'))
  const same = await preview(reply.text)
  expect([same.entries, same.problems, same.unchanged > 3]).toEqual([[], [], true])
  await resetOf('audit_webhook:kept')
})

test('a preview shows what changes in each section, but no secret, and the import does just that', async () => {
  await set('audit_webhook:gone', { endpoint: 'http://127.0.0.1:9/a', auth_token: SECRET, enable: 'off' })
  const text = (await exported())
    .replace('stale_uploads_expiry=24h', 'stale_uploads_expiry=48h')
    .replace('audit_webhook:gone', 'audit_webhook:new')
    .replace(SECRET, 'another-token-3')
  const reply = await admin.call('POST', `${CONFIGS}/import/preview`, { json: { configurationFile: text } })
  expect(reply.text).not.toMatch(/hidden-token|another-token/)
  const { entries } = reply.json as ConfigurationPreview
  expect(entries.map(({ section, target, change }) => `${section}:${target} ${change}`).sort()).toEqual([
    'api: change',
    'audit_webhook:gone remove',
    'audit_webhook:new add',
  ])
  expect(entries.find(({ section }) => section === 'api')?.keys).toEqual([
    { key: 'stale_uploads_expiry', change: 'add', secret: false, before: '24h', after: '48h' },
  ])
  expect(entries.find(({ target }) => target === 'new')?.keys).toContainEqual({
    key: 'auth_token',
    change: 'add',
    secret: true,
    before: '',
    after: '',
  })
  expect(await exported(), 'a preview changes nothing').toContain('audit_webhook:gone')

  const { fingerprint } = await preview(text)
  const result = (await importing(text, fingerprint)).json as ConfigurationImportResult
  expect(outcomes(result)).toEqual(['api: applied', 'audit_webhook:gone applied', 'audit_webhook:new applied'])
  const after = await exported()
  expect(after).toMatch(/^api .*stale_uploads_expiry=48h/m)
  expect(after).toMatch(/^# audit_webhook:new enable=off .*auth_token=another-token-3/m)
  expect(after).not.toContain('audit_webhook:gone')
  expect(given.server.log.join('')).not.toMatch(/hidden-token|another-token/)
  await resetOf('api')
  await resetOf('audit_webhook:new')
})

test('a section that the server refuses is reported, and the others are applied', async () => {
  const before = await exported()
  const text = `${before.replace('stale_uploads_expiry=24h', 'stale_uploads_expiry=soon')}
audit_webhook:late endpoint=http://127.0.0.1:9/a enable=off
notify_webhook:dead endpoint=http://127.0.0.1:9/x
`
  const { fingerprint } = await preview(text)
  const { entries, stopped } = (await importing(text, fingerprint)).json as ConfigurationImportResult
  expect(stopped).toBe('')
  const found = Object.fromEntries(entries.map((one) => [`${one.section}:${one.target}`, one]))
  expect(found['api:']).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('invalid duration "soon"'),
  })
  expect(found['notify_webhook:dead']).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('connection refused'),
  })
  expect(found['audit_webhook:late']).toMatchObject({ outcome: 'applied', message: '' })
  await resetOf('audit_webhook:late')
  expect(await exported()).toBe(before)
})

test('a section that needs a restart says so, and waits for it', async () => {
  const text = (await exported()).replace(/^(site name=\S*) .*$/m, '$1 region=eu-north-7')
  const { fingerprint } = await preview(text)
  const result = (await importing(text, fingerprint)).json as ConfigurationImportResult
  expect(outcomes(result)).toEqual(['site: restart'])
  expect((await preview(text)).pending).toEqual(['site'])
  await resetOf('site')
})

test('nothing is imported from a file with a problem, or after the configuration changed', async () => {
  const before = await exported()
  const text = `${before}ghost a=1\napi ghost=1\n`
  const { problems, fingerprint } = await preview(text)
  expect(problems.map(({ reason, name }) => [reason, name])).toEqual([
    ['unknownSection', 'ghost'],
    ['unknownKey', 'ghost'],
  ])
  const refused = await importing(text, fingerprint)
  const message = expect.stringContaining('has a problem with ghost')
  expect([refused.status, refused.json]).toMatchObject([
    400,
    { code: 'InvalidConfiguration', line: problems[0]?.line, message },
  ])

  const good = before.replace('stale_uploads_expiry=24h', 'stale_uploads_expiry=47h')
  const old = (await preview(good)).fingerprint
  await set('api', { stale_uploads_expiry: '46h' })
  expect((await importing(good, old)).outcome).toBe('409 ConfigurationOutdated')
  expect(await exported()).toContain('stale_uploads_expiry=46h')
  await resetOf('api')
})

test('without permission to read the configuration, exporting and importing it name the missing permission', async () => {
  const user = given.stranger()
  await user.signIn(await accountsOf(given.storage).allowed(allow(['s3:*'], '*')))
  const replies = await Promise.all([
    user.get(`${CONFIGS}/export`),
    user.call('POST', `${CONFIGS}/import/preview`, { json: { configurationFile: 'api requests_max=1' } }),
    user.call('POST', `${CONFIGS}/import`, { json: { configurationFile: 'api requests_max=1', fingerprint: 'x' } }),
  ])
  const message = expect.stringContaining('(admin:ConfigUpdate on this server)')
  for (const { status, json } of replies) expect([status, json]).toMatchObject([403, { message }])
})
