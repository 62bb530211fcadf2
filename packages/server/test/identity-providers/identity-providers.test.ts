import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { detailText } from '@cooperage/contract'
import { CHECK_ADVICE, type CheckAdvice } from '@cooperage/directory'
import {
  type Directory,
  groupDn,
  type IdentityProvider,
  missingDirectory,
  startDirectory,
  startIdentityProvider,
  startTarget,
  TEST_CERTIFICATES,
  useDirectory,
} from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleAt, startConsole } from '../running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { visitor } from '../visitor.ts'

const missing = missingDirectory()
if (missing !== undefined) console.warn(`!!!!  SKIPPED: ${missing}`)

const PATH = '/api/v1/identity-providers'
const provider = await startIdentityProvider()
const storage = await startTarget()
const server = await startConsole(storage.url, { outboundLoopback: true })
const root = visitor(server.url)
await root.signIn(storage.root)
afterAll(async () => {
  await server.stop()
  await storage.stop()
  await provider.stop()
})

const valuesOf = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }))
const openId = (more: Record<string, string> = {}) =>
  valuesOf({ config_url: provider.configUrl, client_id: 'console', client_secret: 'a-secret', ...more })
const testOf = (type: string, values: object, browser = root) =>
  browser.call('POST', '/api/v1/identity-provider-test', { json: { type, values } })

describe('OpenID', () => {
  test('is tested by discovery', async () => {
    expect((await testOf('openid', openId())).json).toEqual({ works: true, problem: '', suggestion: '' })
    const cases: [string, string][] = [
      ['nonsense', 'The address isn’t a URL.'],
      ['http://127.0.0.1:1/.well-known/openid-configuration', 'The provider doesn’t respond. Nothing listens there.'],
      [`${storage.url}/minio/health/live`, 'The response isn’t a discovery document: it isn’t JSON.'],
      [`${storage.url}/nowhere`, 'The provider responded with status 403.'],
    ]
    for (const [config_url, problem] of cases) {
      expect((await testOf('openid', openId({ config_url }))).json).toMatchObject({ works: false, problem })
    }
  })

  test.each<[string, Parameters<IdentityProvider['discovers']>[0], string]>([
    ['a document of 10 MB', { body: 'x'.repeat(10_000_000) }, 'The response is too long for a discovery document.'],
    ['a redirect', { redirect: 'http://169.254.169.254/latest/' }, 'The provider responded with status 302.'],
    [
      'a document without endpoints',
      { body: '{"issuer":"x"}' },
      'The discovery document has no authorization_endpoint.',
    ],
  ])('%s is distinguished from a provider that works', async (_, response, problem) => {
    const other = await startIdentityProvider()
    other.discovers(response)
    const tested = await testOf('openid', openId({ config_url: other.configUrl }))
    expect(tested.json).toMatchObject({ works: false, problem })
    await other.stop()
  })

  test('a provider whose certificate isn’t trusted is reported with the settings of the console and the storage server', async () => {
    const [{ cert, key }] = TEST_CERTIFICATES
    const server = createTlsServer({ cert, key }).on('tlsClientError', () => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(server.address() as { port: number }).port}`
    expect((await testOf('openid', openId({ config_url: `https://${host}/` }))).json).toMatchObject({
      works: false,
      problem: expect.stringMatching(
        new RegExp(`^The console doesn’t trust the certificate of ${host}: self-signed certificate.*COOPERAGE_CA_FILE`),
      ),
      suggestion: expect.stringContaining('certs/CAs'),
    })
    server.close()
  })

  test('a provider or a directory that stays silent is reported within ten seconds', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = `127.0.0.1:${(silent.address() as { port: number }).port}`
    const started = performance.now()
    const ldap = { server_addr: address, server_insecure: 'on', lookup_bind_dn: 'cn=reader', lookup_bind_password: 'x' }
    const tests = await Promise.all([
      testOf('openid', openId({ config_url: `http://${address}/` })),
      testOf('ldap', valuesOf(ldap)),
    ])
    expect(performance.now() - started).toBeLessThan(10_000)
    const [discovery, bind] = tests.map(({ json }) => json)
    expect(discovery).toMatchObject({ works: false, problem: expect.stringMatching(/^The provider doesn’t respond/) })
    expect(bind).toMatchObject({ works: false, problem: expect.stringMatching(/timeout/) })
    silent.close()
  })

  test('is tested only for those who may configure it, and not on this machine unless that is allowed', async () => {
    await root.call('POST', '/api/v1/users', {
      json: { accessKey: 'reader', secretKey: 'secret-of-reader', groups: [] },
    })
    await root.call('PUT', '/api/v1/set-policy/readonly', { json: { entityType: 'user', entityName: 'reader' } })
    const reader = visitor(server.url)
    await reader.signIn({ accessKey: 'reader', secretKey: 'secret-of-reader' })
    expect((await testOf('openid', openId(), reader)).json).toMatchObject({ code: 'AccessDenied' })
    const guarded = await startConsole(storage.url)
    try {
      const other = visitor(guarded.url)
      await other.signIn(storage.root)
      expect((await testOf('openid', openId(), other)).json).toMatchObject({ code: 'RemoteAddressRefused' })
      const ldap = valuesOf({ server_addr: '127.0.0.1:389' })
      expect((await testOf('ldap', ldap, other)).json).toMatchObject({
        works: false,
        problem: expect.stringContaining('The console doesn’t connect to 127.0.0.1'),
      })
    } finally {
      await guarded.stop()
    }
  })

  test('is added, and waits for a restart; what the server rejects is explained', async () => {
    expect((await root.get(PATH)).json).toEqual({ providers: [] })
    const unreachable = { values: openId({ config_url: 'http://127.0.0.1:1/x' }) }
    expect((await root.call('POST', `${PATH}/openid/corporate`, { json: unreachable })).json).toMatchObject({
      code: 'InvalidConfiguration',
      detailedMessage: expect.stringContaining('connection refused'),
    })
    const added = await root.call('POST', `${PATH}/openid/corporate`, { json: { values: openId() } })
    expect([added.status, added.text]).toEqual([204, ''])
    expect((await root.get('/api/v1/service/restart')).json).toMatchObject({ pending: ['identity_openid:corporate'] })
    const ghost = await root.call('PUT', `${PATH}/openid/ghost`, { json: { values: openId() } })
    expect(ghost.json).toMatchObject({ code: 'NoSuchIdentityProvider' })
    expect((await root.call('DELETE', `${PATH}/openid/ghost`)).json).toMatchObject({ code: 'NoSuchIdentityProvider' })

    expect((await root.get('/api/v1/ldap-policies')).json).toEqual({ enabled: false, attachments: [] })
  })
})

test('what to do about settings of LDAP reads the same on the page and in the answers of the engine', () => {
  const names = Object.keys(CHECK_ADVICE) as CheckAdvice[]
  expect(Object.fromEntries(names.map((name) => [name, detailText(name).text]))).toEqual(CHECK_ADVICE)
})

describe.skipIf(missing !== undefined)('LDAP', () => {
  let directory: Directory
  beforeAll(async () => {
    directory = await startDirectory({ people: ['alice'], groups: { devs: ['alice'] } })
  })
  afterAll(() => directory?.stop())

  test('is tested by a bind and searches', async () => {
    const { settings } = directory
    expect((await testOf('ldap', valuesOf(settings))).json).toMatchObject({ works: true })
    expect((await testOf('ldap', valuesOf({ ...settings, lookup_bind_password: 'wrong' }))).json).toMatchObject({
      works: false,
      problem: expect.stringContaining('Invalid Credentials'),
      suggestion: CHECK_ADVICE.directoryCheckAccount,
      text: { values: { second: { key: expect.stringContaining('directoryCheckAccount') } } },
    })
  })

  test('is listed without its password, disabled and deleted, and its policies are attached and detached', async () => {
    await useDirectory(storage, directory)
    await root.signIn(storage.root)
    // The start is known to the second: a change within the first one could be from before it.
    const restart = async () => (await root.get('/api/v1/service/restart')).json as { startedAt: string }
    await expect
      .poll(async () => Date.now() - Date.parse((await restart()).startedAt), { timeout: 20_000 })
      .toBeGreaterThan(1_000)
    const { providers } = (await root.get(PATH)).json as { providers: { type: string; values: { key: string }[] }[] }
    const ldap = providers.find(({ type }) => type === 'ldap')
    expect(ldap).toMatchObject({ name: '_', enabled: true })
    expect(ldap?.values.map(({ key }) => key)).not.toContain('lookup_bind_password')
    expect(providers).toContainEqual(expect.objectContaining({ type: 'openid', name: 'corporate', enabled: true }))
    const again = await root.call('POST', `${PATH}/openid/corporate`, { json: { values: openId() } })
    expect(again.json).toMatchObject({ code: 'IdentityProviderExists' })

    const edit = async (json: object) => await root.call('PUT', `${PATH}/openid/corporate`, { json })
    expect((await edit({ values: valuesOf({ claim_name: 'groups' }), enabled: true })).status).toBe(204)
    for (const enabled of [false, true]) expect((await edit({ values: [], enabled })).status).toBe(204)
    const unknown = await edit({ values: valuesOf({ color: 'red' }), enabled: true })
    expect(unknown.json).toMatchObject({ code: 'InvalidConfiguration', message: expect.stringContaining('color') })

    const change = (operation: string, name: string, policies = ['readonly']) =>
      root.call('POST', '/api/v1/ldap-policies', { json: { operation, kind: 'group', name, policies } })
    expect((await change('attach', groupDn('devs'))).json).toEqual({ changed: ['readonly'] })
    expect((await change('attach', groupDn('devs'))).json).toMatchObject({ code: 'LdapPoliciesUnchanged' })
    expect((await change('attach', groupDn('nobody'))).json).toMatchObject({ code: 'NoSuchLdapEntry' })
    expect((await root.get('/api/v1/ldap-policies')).json).toEqual({
      enabled: true,
      attachments: [{ kind: 'group', name: groupDn('devs'), policy: 'readonly' }],
    })
    expect((await change('detach', groupDn('devs'))).json).toEqual({ changed: ['readonly'] })

    const disabled = await root.call('PUT', `${PATH}/ldap/_`, { json: { values: [], enabled: false } })
    expect([disabled.status, disabled.text]).toEqual([204, ''])
    expect((await root.call('DELETE', `${PATH}/openid/corporate`)).status).toBe(204)
    expect((await root.get('/api/v1/service/restart')).json).toMatchObject({
      pending: expect.arrayContaining(['identity_ldap', 'identity_openid:corporate']),
    })
    expect(server.log.join('')).not.toContain(directory.settings.lookup_bind_password)
  })
})

test('a storage server from before these calls is explained', async () => {
  const older = await scriptedStorage((request, response) => {
    const path = request.url ?? ''
    if (path.includes('/idp')) {
      const body = JSON.stringify({ Code: 'XMinioAdminVersionMismatch', Message: 'This admin API is not supported' })
      response.writeHead(426, { 'content-type': 'application/json' }).end(body)
      return
    }
    const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['admin:*'] }] }
    response.end(path.includes('/minio/admin/v3/accountinfo') ? accountDocument(policy) : stsKeys())
  })
  const console = await consoleAt(older.url)
  const admin = visitor(console.url)
  await admin.signIn({ accessKey: 'admin', secretKey: 'secret-of-the-admin' })
  for (const path of [PATH, '/api/v1/ldap-policies']) {
    const { status, json } = await admin.get(path)
    expect([status, json]).toMatchObject([
      501,
      { code: 'NotInThisSetup', message: expect.stringContaining('The storage server doesn’t support') },
    ])
  }
})
