/** A storage server that takes its users from LDAP: it has no built-in users to create, change or put into groups. */
import {
  allow,
  type Directory,
  missingDirectory,
  personDn,
  type StorageServer,
  startDirectory,
  startTarget,
  useDirectory,
} from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningConsole, startConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

const PERSON = personDn('alice')
const SECRET = 'secret-of-the-user'

const missing = missingDirectory()
if (missing !== undefined) console.warn(`!!!!  SKIPPED: ${missing}`)

describe.skipIf(missing !== undefined)('A storage server with LDAP', () => {
  let directory: Directory
  let storage: StorageServer
  let server: RunningConsole
  let root: Visitor
  beforeAll(async () => {
    directory = await startDirectory({ people: ['alice'] })
    storage = await startTarget()
    await useDirectory(storage, directory)
    server = await startConsole(storage.url)
    root = visitor(server.url)
    await root.signIn(storage.root)
    // A person of the directory whom the server lists.
    const attached = await setPolicy('user', 'alice')
    expect([attached.status, attached.text]).toEqual([204, ''])
  })
  afterAll(async () => {
    await server?.stop()
    await storage?.stop()
    await directory?.stop()
  })

  const setPolicy = (entityType: string, entityName: string) =>
    root.call('PUT', '/api/v1/set-policy/readonly', { json: { entityType, entityName } })
  const user = `/api/v1/user?name=${encodeURIComponent(PERSON)}`

  test('lists the people of the directory who have policies, and no groups', async () => {
    const { json } = await root.get('/api/v1/users')
    expect(json).toMatchObject({
      users: [{ accessKey: PERSON, status: 'enabled', policy: ['readonly'] }],
      source: 'ldap',
    })
    expect((await root.get(user)).json).toMatchObject({ accessKey: PERSON, policy: ['readonly'], source: 'ldap' })
    expect((await root.get('/api/v1/groups')).json).toEqual({ groups: [], total: 0, source: 'ldap' })
  })

  describe('explains why it refuses to', () => {
    test.each<[string, string, string, object?]>([
      ['create a user', 'POST', '/api/v1/users', { accessKey: 'bob', secretKey: SECRET, groups: [] }],
      ['disable a user', 'PUT', user, { status: 'disabled', groups: [] }],
      ['delete a user', 'DELETE', user, { id: PERSON }],
      [
        'set a password',
        'POST',
        '/api/v1/account/change-user-password',
        { selectedUser: PERSON, newSecretKey: 'another-secret' },
      ],
      ['show an unknown user', 'GET', '/api/v1/user?name=bob'],
      ['add a user to a group', 'PUT', '/api/v1/users-groups-bulk', { users: [PERSON], groups: ['devs'] }],
      ['create a group', 'POST', '/api/v1/groups', { group: 'devs', members: [] }],
      ['show a group', 'GET', '/api/v1/group?name=devs'],
      ['change a group', 'PUT', '/api/v1/group?name=devs', { group: 'devs', members: [], status: 'disabled' }],
      ['delete a group', 'DELETE', '/api/v1/group?name=devs'],
      [
        'attach a policy to an unknown user',
        'PUT',
        '/api/v1/set-policy/readonly',
        { entityType: 'user', entityName: 'bob' },
      ],
      ['attach a policy to a group', 'PUT', '/api/v1/set-policy/readonly', { entityType: 'group', entityName: 'devs' }],
    ])('%s', async (_, method, path, json) => {
      const { status, json: response } = await root.call(method, path, json && { json })
      expect([status, response]).toMatchObject([
        501,
        {
          code: 'NotInThisSetup',
          message:
            'The storage server doesn’t support built-in users and groups, because it takes its users from LDAP.',
        },
      ])
    })
  })

  test('the keys of root are managed as on any other server', async () => {
    const policy = JSON.stringify({ Version: '2012-10-17', Statement: [allow(['s3:GetObject'], 'photos/*')] })
    const created = await root.call('POST', '/api/v1/service-accounts', { json: { policy } })
    expect([created.status, created.text]).toMatchObject([201, expect.stringContaining('accessKey')])
  })
})
