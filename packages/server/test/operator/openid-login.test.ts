/** Sign-in at a real OpenID Connect provider whose ID tokens the API server accepts: they are the visitor's own tokens there. */
import { onFreePort, startOpenIdProvider, startPlatformCluster } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import type { OperatorSettings } from '../../src/index.ts'
import { type Visitor, visitor } from '../visitor.ts'
import { type RunningOperator, startOperator } from './running-operator.ts'

const ACCOUNTS = {
  ada: { preferred_username: 'Ada Lovelace', token_seconds: 3600 },
  bob: {},
  // The longest that a browser can keep, with what is around it.
  crowd: { groups: Array.from({ length: 200 }, (_, index) => `a-group-with-a-long-name-${index}`).join() },
  throng: { groups: Array.from({ length: 500 }, (_, index) => `a-group-with-a-long-name-${index}`).join() },
}

const provider = await startOpenIdProvider({ accounts: ACCOUNTS })
const running = await consoleOf([{ url: new URL(provider.issuer), clientId: provider.clientId }])
await bindTo(`${provider.issuer}#ada`)
afterAll(async () => {
  await running.stop()
  await provider.stop()
})

type Issuers = NonNullable<Parameters<typeof startPlatformCluster>[1]>['issuers']

async function consoleOf(issuers: Issuers, settings: Partial<OperatorSettings> = {}): Promise<RunningOperator> {
  const cluster = await startPlatformCluster('current', { issuers: issuers ?? [] })
  return await onFreePort((port) => {
    const openId = {
      id: 'default',
      name: 'Our Provider',
      discoveryUrl: new URL(provider.configUrl),
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      scopes: ['openid', 'offline_access'],
      callbackUrl: `http://127.0.0.1:${port}/oauth_callback`,
    }
    return startOperator(cluster, { port, openId: [openId], ...settings })
  })
}

/** Lets a user list tenants, as an administrator of the cluster does. */
async function bindTo(user: string): Promise<void> {
  const rbac = '/apis/rbac.authorization.k8s.io/v1'
  const rules = [{ apiGroups: ['minio.min.io'], resources: ['tenants'], verbs: ['list'] }]
  const role = { metadata: { name: 'lists-tenants' }, rules }
  const binding = {
    metadata: { name: 'lists-tenants' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'lists-tenants' },
    subjects: [{ kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' }],
  }
  expect((await running.cluster.send('POST', `${rbac}/clusterroles`, { body: role })).status).toBe(201)
  expect((await running.cluster.send('POST', `${rbac}/clusterrolebindings`, { body: binding })).status).toBe(201)
}

async function walked(one: Visitor, login: string) {
  const { redirect } = (await one.get('/api/v1/login')).json as { redirect: string }
  const callback = await provider.walk(redirect, login)
  const json = Object.fromEntries(callback.searchParams)
  return await one.call('POST', '/api/v1/login/oauth2/auth', { json })
}

async function signedIn(login: string): Promise<Visitor> {
  const one = visitor(running.url)
  const reply = await walked(one, login)
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
  return one
}

test('offers the provider and tokens of the cluster, unless the settings restrict it', async () => {
  expect((await visitor(running.url).get('/api/v1/login')).json).toMatchObject({
    loginStrategy: 'redirect',
    acceptsClusterToken: true,
    acceptsAccessKey: false,
    providers: [{ name: 'Our Provider', problem: '' }],
  })
  const restricted = await consoleOf([], { login: 'sso' })
  expect((await visitor(restricted.url).get('/api/v1/login')).json).toMatchObject({ acceptsClusterToken: false })
  const refused = await visitor(restricted.url).call('POST', '/api/v1/login/operator', {
    json: { jwt: restricted.cluster.adminToken },
  })
  expect(refused.outcome).toBe('403 LoginNotOffered')
  await restricted.stop()
})

test('each visitor acts with their own permissions in the cluster', async () => {
  const ada = await signedIn('ada')
  expect((await ada.get('/api/v1/session')).json).toMatchObject({
    accountName: `${provider.issuer}#ada`,
    displayName: 'Ada Lovelace',
    way: 'openId',
    provider: 'Our Provider',
    pages: expect.arrayContaining(['/tenants']),
  })
  expect((await ada.get('/api/v1/tenants')).json).toEqual({ tenants: [], total: 0 })
  const bob = await signedIn('bob')
  expect((await bob.get('/api/v1/session')).json).toMatchObject({ pages: ['/license'] })
  expect((await bob.get('/api/v1/tenants')).outcome).toBe('403 AccessDenied')
})

test('an issuer that the cluster doesn’t accept is refused with the reason', async () => {
  const other = await consoleOf([{ url: new URL(provider.issuer), clientId: 'another-client' }])
  const one = visitor(other.url)
  expect(await walked(one, 'ada')).toMatchObject({
    status: 401,
    json: { code: 'IssuerNotAccepted', message: expect.stringContaining(provider.issuer) },
  })
  expect((await one.get('/api/v1/session')).status).toBe(401)
  await other.stop()
})

test('is renewed with the refresh token, for all tabs together, and ends with the sign-out', async () => {
  const ada = await signedIn('ada')
  const [tab, stolen] = [ada.twin(), ada.twin()]
  const before = (await ada.get('/api/v1/session')).json as { expiresAt: string }
  ACCOUNTS.ada.token_seconds += 60
  const renewals = await Promise.all([ada, tab].map((one) => one.call('POST', '/api/v1/session/renew')))
  expect(renewals.map(({ json }) => json)).toEqual([{ renewed: true }, { renewed: true }])
  const after = (await ada.get('/api/v1/session')).json as { expiresAt: string }
  expect(Date.parse(after.expiresAt)).toBeGreaterThan(Date.parse(before.expiresAt))
  expect((await tab.get('/api/v1/tenants')).status).toBe(200)
  // Signing out with an older cookie ends all sessions that were renewed from it.
  const { json } = await stolen.call('POST', '/api/v1/logout', { json: {} })
  expect(json).toEqual({ redirect: expect.stringContaining('/session/end') })
  for (const one of [ada, tab]) expect((await one.get('/api/v1/tenants')).status).toBe(401)
})

test('isn’t renewed once the provider refuses, or without a refresh token', async () => {
  const ada = await signedIn('ada')
  provider.refusesTokens(true)
  const refused = await ada.call('POST', '/api/v1/session/renew')
  provider.refusesTokens(false)
  expect(refused.json).toEqual({ renewed: false })
  expect((await ada.get('/api/v1/tenants')).status).toBe(200)
  const admin = await running.signedIn(running.cluster.adminToken)
  expect((await admin.call('POST', '/api/v1/session/renew')).json).toEqual({ renewed: false })
})

test('a long ID token is kept in several cookies, a longer one is refused with the reason', async () => {
  const crowd = await signedIn('crowd')
  expect(crowd.cookies.size).toBeGreaterThan(2)
  expect((await crowd.get('/api/v1/session')).json).toMatchObject({ displayName: 'crowd' })
  expect((await walked(visitor(running.url), 'throng')).outcome).toBe('401 SessionTooLarge')
})
