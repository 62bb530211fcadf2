/** Whatever a value, a key or a target contains, a change sets nothing else: in every section of the engine and of MinIO. */
import type { ConfigurationDetails, ConfigurationPreview } from '@cooperage/contract'
import { configHelp, listConfigSections, StorageEndpoint, setConfig } from '@cooperage/storage-client'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole()
const CONFIGS = '/api/v1/configs'

const admin = await given.user()

const put = (id: string, values: Record<string, string>, resets: string[] = []) =>
  admin.call('PUT', `${CONFIGS}/${encodeURIComponent(id)}`, {
    json: { key_values: Object.entries(values).map(([key, value]) => ({ key, value })), resets },
  })
const exported = async () => (await admin.get(`${CONFIGS}/export`)).text
const details = async (section: string) =>
  (await admin.get(`${CONFIGS}/${section}/details`)).json as ConfigurationDetails
/** MinIO reads each of them as two keys. */
const INJECTIONS = [
  (key: string) => `x" ${key}="injected`,
  (key: string) => `x ${key}=injected`,
  (key: string) => `'x' ${key}='injected'`,
  (key: string) => `x,${key}=injected`,
]
const refusal = (key: string, said = key) => [
  400,
  { code: 'InvalidConfiguration', key, message: expect.stringContaining(said) },
]

test('a value that contains another key is refused in every section', async () => {
  const { url, root } = given.storage
  const endpoint = new StorageEndpoint({ url: new URL(url) })
  const client = { endpoint, credentials: root }
  const before = await exported()
  const tried: string[] = []
  for (const { section } of await listConfigSections(client)) {
    const keys = (await configHelp(client, section)).keys.map(({ key }) => key)
    const [first, ...others] = keys.filter((key) => key !== 'enable')
    if (first === undefined || others.length === 0) continue
    const values = others.flatMap((other) => INJECTIONS.map((injection) => injection(other)))
    for (const value of values.slice(0, 12)) {
      const set = setConfig(client, section, '', { [first]: value })
      await expect(set, `${section} ${value}`).rejects.toMatchObject({ name: 'ConfigTextError', key: first })
    }
    tried.push(section)
  }
  await endpoint.close()
  expect(tried).toEqual(expect.arrayContaining(['site', 'api', 'identity_openid', 'identity_ldap', 'notify_webhook']))
  if (given.storage.kind === 'minio') expect(tried).toContain('compression')
  const [value] = INJECTIONS.map((injection) => injection('auth_token'))
  const { status, json } = await put('audit_webhook', { endpoint: value ?? '' })
  expect([status, json]).toMatchObject(refusal('endpoint', 'auth_token='))
  expect(await exported()).toBe(before)
})

test('a target or a reset with more than one word is refused', async () => {
  const before = await exported()
  for (const target of ['a enable=off', 'a\nsite comment=injected']) {
    const set = await put(`notify_webhook:${target}`, { endpoint: 'http://127.0.0.1:9/', enable: 'off' })
    expect([set.status, set.json], target).toMatchObject(refusal('', 'the name'))
    const path = `${CONFIGS}/${encodeURIComponent(`notify_webhook:${target}`)}/reset`
    const reset = await admin.call('POST', path, { json: { keys: [] } })
    expect([reset.status, reset.text], target).toEqual([400, expect.stringContaining('the name')])
  }
  const reset = await admin.call('POST', `${CONFIGS}/site/reset`, { json: { keys: ['region\nsite name'] } })
  expect([reset.status, reset.text]).toEqual([400, expect.stringContaining('InvalidConfiguration')])
  const both = await put('site', { comment: 'kept out' }, ['region name'])
  expect([both.status, both.json]).toMatchObject(refusal('region name'))
  expect(await exported()).toBe(before)
})

test('identity providers and notification targets refuse such values too', async () => {
  const before = await exported()
  const values = [
    { key: 'config_url', value: 'http://127.0.0.1:9/" role_policy="consoleAdmin' },
    { key: 'client_id', value: 'a' },
  ]
  const provider = await admin.call('PUT', '/api/v1/identity-providers/openid/it', { json: { values } })
  const directory = await admin.call('PUT', '/api/v1/identity-providers/ldap/_', {
    json: { values: [{ key: 'server_addr', value: 'ldap.example.org:636 server_insecure=on' }] },
  })
  const target = await admin.call('POST', '/api/v1/admin/notification_endpoints', {
    json: {
      service: 'webhook',
      account_id: 'it',
      properties: { endpoint: 'http://127.0.0.1:9/ auth_token=injected', enable: 'off' },
    },
  })
  for (const [{ status, json }, said] of [
    [provider, 'role_policy='],
    [directory, 'server_insecure='],
    [target, 'auth_token='],
  ] as const) {
    expect([status, json]).toMatchObject([
      400,
      { code: 'InvalidConfiguration', message: expect.stringContaining(said) },
    ])
  }
  expect(await exported()).toBe(before)
})

test('an import names the line and the key', async () => {
  const before = await exported()
  const text = `${before}\nnotify_webhook:it endpoint="http://127.0.0.1:9/ auth_token=injected" enable=off\n`
  const preview = await admin.call('POST', `${CONFIGS}/import/preview`, { json: { configurationFile: text } })
  const { problems } = preview.json as ConfigurationPreview
  expect(problems).toEqual([{ line: before.split('\n').length + 1, reason: 'otherKey', name: 'endpoint' }])
})

test.each([["default-src 'self'"], ['a "b" c" # ; \\ a=b, c:d %s '], ["comment=caf\u00e9\u{1f600}'"]])(
  '%j is stored unchanged',
  async (comment) => {
    const id = 'audit_webhook:exact'
    const set = await put(id, { comment, endpoint: 'http://127.0.0.1:9/', enable: 'off' })
    expect(set.status, set.text).toBe(200)
    const { targets } = await details('audit_webhook')
    const keys = targets.find(({ target }) => target === 'exact')?.keys ?? []
    expect(Object.fromEntries(keys.map(({ key, value }) => [key, value]))).toMatchObject({
      comment,
      endpoint: 'http://127.0.0.1:9/',
      enable: 'off',
    })
    const { changes } = (await admin.get('/api/v1/config-history')).json as {
      changes: { lines: { target: string; key_values: object[] }[] }[]
    }
    expect(changes[0]?.lines[0]?.key_values).toContainEqual({ key: 'comment', value: comment, secret: false })
    await admin.call('POST', `${CONFIGS}/${encodeURIComponent(id)}/reset`, { json: {} })
  },
)
