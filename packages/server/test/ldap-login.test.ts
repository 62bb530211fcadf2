/** Sign-in with the users of an LDAP directory, on a storage server that takes its users from there. */
import {
  DIRECTORY_SECRET,
  type Directory,
  groupDn,
  missingDirectory,
  personDn,
  type StorageServer,
  startDirectory,
  startTarget,
  useDirectory,
} from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningConsole, startConsole } from './running-console.ts'
import { type Visitor, visitor } from './visitor.ts'

const missing = missingDirectory()
if (missing !== undefined) console.warn(`!!!!  SKIPPED: ${missing}`)

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
    browser.call('POST', '/api/v1/login', { json: { accessKey: name, secretKey: password, way: 'ldap' } })

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
      'neither you nor a group of yours has a policy',
    ],
  ])('%s is explained', async (_, name, password, code, message) => {
    const { status, json } = await signIn(name, password)
    expect([status, json]).toMatchObject([401, { code, message: expect.stringContaining(message) }])
  })

  test('a user has the permissions of its group, and access keys of its own', async () => {
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

  test('a directory that does not respond is explained', async () => {
    await directory.stop()
    const { status, json } = await signIn('alice')
    expect([status, json]).toMatchObject([503, { code: 'LdapUnavailable' }])
    expect(server.log.join('')).not.toContain(DIRECTORY_SECRET)
  })
})
