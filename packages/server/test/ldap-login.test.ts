/** Sign-in with the users of an LDAP directory, on a storage server that takes its users from there. */
import type { NewAuthenticator } from '@cooperage/contract'
import {
  accountsOf,
  allow,
  DIRECTORY_SECRET,
  type Directory,
  groupDn,
  missingDirectory,
  personDn,
  type StorageServer,
  startDirectory,
  startTarget,
  startTestEngine,
  useDirectory,
  waitUntil,
} from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditedIn, type RunningConsole, startConsole } from './running-console.ts'
import { appOf } from './second-factor/authenticators.ts'
import { testOn } from './test-on.ts'
import { type Visitor, visitor } from './visitor.ts'

const missing = missingDirectory()
if (missing !== undefined) console.warn(`!!!!  SKIPPED: ${missing}`)

const signInAs = (browser: Visitor, name: string, password = DIRECTORY_SECRET) =>
  browser.call('POST', '/api/v1/login', { json: { accessKey: name, secretKey: password, way: 'ldap' } })

describe.skipIf(missing !== undefined)('A storage server with LDAP', () => {
  let directory: Directory
  let storage: StorageServer
  let server: RunningConsole
  let root: Visitor
  beforeAll(async () => {
    directory = await startDirectory({
      people: ['alice', 'bob'],
      outsiders: ['mallory'],
      groups: { devs: ['alice'] },
    })
    storage = await startTarget()
    await useDirectory(storage, directory)
    server = await startConsole(storage.url)
    root = visitor(server.url)
    await root.signIn(storage.root)
  })
  afterAll(async () => {
    await server?.stop()
    await storage?.stop()
    await directory?.stop()
  })

  const signIn = (name: string, password = DIRECTORY_SECRET, browser = visitor(server.url)) =>
    signInAs(browser, name, password)

  test('the sign-in page offers it beside access keys', async () => {
    expect((await visitor(server.url).get('/api/v1/login')).json).toMatchObject({
      loginStrategy: 'form',
      acceptsAccessKey: true,
      acceptsLdap: true,
    })
  })

  test.each([
    [
      'a wrong password',
      'alice',
      'wrong',
      'InvalidLdapLogin',
      'The directory doesn’t accept this username and password.',
    ],
    [
      'a user outside the search base',
      'mallory',
      DIRECTORY_SECRET,
      'InvalidLdapLogin',
      'outside the part of the directory that the storage server searches',
    ],
    [
      'a user without policies',
      'bob',
      DIRECTORY_SECRET,
      'NoPolicyInLdap',
      'no policy of the storage server is attached to you or your groups',
    ],
  ])('%s is explained', async (_, name, password, code, message) => {
    const { status, json } = await signIn(name, password)
    expect([status, json]).toMatchObject([401, { code, message: expect.stringContaining(message) }])
  })

  test('a user has the permissions of its group, and its own access keys', async () => {
    const attached = await root.call('PUT', '/api/v1/set-policy/readwrite', {
      json: { entityType: 'group', entityName: groupDn('devs') },
    })
    expect([attached.status, attached.text]).toEqual([204, ''])
    const alice = visitor(server.url)
    expect((await signIn('alice', DIRECTORY_SECRET, alice)).status).toBe(201)
    expect((await alice.get('/api/v1/session')).json).toMatchObject({
      accountName: personDn('alice'),
      displayName: 'alice',
      way: 'ldap',
      passwordChange: 'external',
    })
    const created = await alice.call('POST', '/api/v1/service-accounts', { json: {} })
    const { accessKey } = created.json as { accessKey: string }
    expect((await alice.get('/api/v1/account/access-keys')).json).toMatchObject([{ accessKey, restricted: false }])
    expect((await alice.call('POST', '/api/v1/logout')).status).toBe(200)
    expect((await alice.get('/api/v1/session')).status).toBe(401)
  })

  test('the audit trail has the user name of who signs in, and not what was entered by who tries', async () => {
    const json = { entityType: 'group', entityName: groupDn('devs') }
    await root.call('PUT', '/api/v1/set-policy/readwrite', { json })
    await signIn('alice', 'wrong')
    const alice = visitor(server.url)
    await signIn('alice', DIRECTORY_SECRET, alice)
    await alice.call('POST', '/api/v1/logout')
    const signIns = () =>
      auditedIn(server).flatMap(({ kind, account, code }) => (kind === 'sign-in' ? [{ account, code }] : []))
    await expect.poll(signIns).toContainEqual({ account: 'alice', code: '' })
    expect(signIns()).toContainEqual({ account: '', code: 'InvalidLdapLogin' })
  })

  test('an administrator sees until when its users are signed in, and ends their sessions', async () => {
    const alice = visitor(server.url)
    expect((await signIn('alice', DIRECTORY_SECRET, alice)).status).toBe(201)
    expect((await alice.get('/api/v1/account/sessions')).json).toMatchObject({
      sessions: [{ isCurrent: true }],
      isComplete: true,
    })
    const { json } = await root.get('/api/v1/access-keys?kind=temporary')
    expect(json).toContainEqual(
      expect.objectContaining({
        ownerName: personDn('alice'),
        source: 'ldap',
        expiry: expect.stringMatching(/^\d{4}-/),
      }),
    )
    const revoked = { user: personDn('alice'), source: 'ldap' }
    expect((await root.call('POST', '/api/v1/access-keys/revoke-temporary', { json: revoked })).status).toBe(204)
    expect((await alice.get('/api/v1/session')).status).toBe(401)
  })

  test('a second factor is asked for however the user name is spelled', async () => {
    const json = { entityType: 'group', entityName: groupDn('devs') }
    await root.call('PUT', '/api/v1/set-policy/readwrite', { json })
    const setMode = (mode: string) => root.call('PUT', '/api/v1/second-factor', { json: { mode } })
    expect((await setMode('optional')).status).toBe(204)
    try {
      const alice = visitor(server.url)
      await signIn('alice', DIRECTORY_SECRET, alice)
      const own = '/api/v1/account/second-factor/authenticator'
      const made = (await alice.call('POST', own, { json: {} })).json as NewAuthenticator
      const code = appOf(made)(Date.now())
      expect((await alice.call('POST', `${own}/confirm`, { json: { setup: made.setup, code } })).status).toBe(201)
      for (const name of ['alice', 'ALICE', 'Alice']) {
        const { status, json: said } = await signIn(name)
        expect([name, status, said]).toMatchObject([
          name,
          403,
          { code: 'SecondFactorNeeded', account: personDn('alice'), factors: ['totp', 'recovery'] },
        ])
      }

      // Who may set passwords of users sets none of a directory.
      const policy = await accountsOf(storage).policy(allow(['admin:CreateUser', 'admin:GetUser']))
      const ofBob = { entityType: 'user', entityName: personDn('bob') }
      await root.call('PUT', `/api/v1/set-policy/${policy}`, { json: ofBob })
      await root.call('PUT', '/api/v1/set-policy/readonly', {
        json: { entityType: 'user', entityName: personDn('alice') },
      })
      const bob = visitor(server.url)
      expect((await signIn('bob', DIRECTORY_SECRET, bob)).status).toBe(201)
      const reset = (by: Visitor) =>
        by.call('DELETE', `/api/v1/second-factor/accounts?name=${encodeURIComponent(personDn('alice'))}`)
      expect((await reset(bob)).outcome).toBe('403 AccessDenied')
      expect((await reset(root)).status).toBe(204)
    } finally {
      await setMode('off')
    }
  })

  // MinIO does it every ten minutes.
  testOn.engine('keys end with the user, and lose the permissions of a group that the user left', async () => {
    const before = await startDirectory({ people: ['alice', 'bob'], groups: { devs: ['alice', 'bob'] } })
    const storage = await startTestEngine({ directorySeconds: 1 })
    await useDirectory(storage, before)
    const server = await startConsole(storage.url)
    const root = visitor(server.url)
    await root.signIn(storage.root)
    await root.call('PUT', '/api/v1/set-policy/readwrite', {
      json: { entityType: 'group', entityName: groupDn('devs') },
    })
    await root.call('PUT', '/api/v1/set-policy/diagnostics', {
      json: { entityType: 'user', entityName: personDn('alice') },
    })
    const [alice, bob] = [visitor(server.url), visitor(server.url)]
    for (const [browser, name] of [[alice, 'alice'] as const, [bob, 'bob'] as const]) {
      expect((await signInAs(browser, name)).status).toBe(201)
      expect((await browser.call('POST', '/api/v1/buckets', { json: { name: `of-${name}` } })).status).toBe(201)
    }

    await before.stop()
    const after = await startDirectory({ people: ['alice', 'carol'], groups: { devs: ['carol'] } }, before.address)
    await waitUntil('the session of the deleted user has ended', async () => {
      return (await bob.get('/api/v1/buckets')).status === 401
    })
    expect((await alice.call('POST', '/api/v1/buckets', { json: { name: 'of-nobody' } })).status).toBe(403)
    expect((await alice.get('/api/v1/session')).status).toBe(200)
    await server.stop()
    await storage.stop()
    await after.stop()
  })

  test('a directory that does not respond is explained', async () => {
    await directory.stop()
    const { status, json } = await signIn('alice')
    expect([status, json]).toMatchObject([503, { code: 'LdapUnavailable' }])
    expect(server.log.join('')).not.toContain(DIRECTORY_SECRET)
  })
})
