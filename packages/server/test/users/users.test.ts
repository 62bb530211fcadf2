/** The users of the storage server (spec identity-and-settings 2, 5 and 7), on the engine and on MinIO. */

import type { UserDetails } from '@cooperage/contract'
import { permissionError } from '@cooperage/contract'
import { accountsOf, allow, send, uniqueName } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { startConsole, withConsole } from '../running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { type Reply, visitor } from '../visitor.ts'

const given = await withConsole()
const USERS = '/api/v1/users'
const PASSWORD = '/api/v1/account/change-user-password'
const SECRET = 'another-secret'

const root = await given.user()
const accounts = accountsOf(given.storage)

const read = (name: string, by = root) => by.get(`/api/v1/user?name=${encodeURIComponent(name)}`)
const userOf = async (name: string) => (await read(name)).json
const create = (fields: object, by = root) => by.call('POST', USERS, { json: fields })
const update = (name: string, fields: object, by = root) =>
  by.call('PUT', `/api/v1/user?name=${encodeURIComponent(name)}`, { json: fields })
const remove = (name: string, by = root) =>
  by.call('DELETE', `/api/v1/user?name=${encodeURIComponent(name)}`, { json: { id: name } })
const setPassword = (selectedUser: string, newSecretKey: string, by = root) =>
  by.call('POST', PASSWORD, { json: { selectedUser, newSecretKey } })
const addToGroups = (users: string[], groups: string[], by = root) =>
  by.call('PUT', '/api/v1/users-groups-bulk', { json: { users, groups } })
/** The response to a sign-in with these keys. */
const signIn = async (keys: Credentials) => (await given.stranger().signIn(keys)).status

/** A signed-in visitor who may perform exactly these actions. */
const visitorWith = async (...actions: string[]) => given.signedIn(await accounts.allowed(allow(actions)))

function expectError({ status, json }: Reply, expected: { status: number; code: string; message?: string }): void {
  const { status: expectedStatus, ...body } = expected
  expect([status, json]).toMatchObject([expectedStatus, body])
}

test('POST /users creates a user in groups, GET /user returns it, GET /users lists it', async () => {
  const accessKey = uniqueName('user')
  const groups = [await accounts.group([]), await accounts.group([])].toSorted()
  const user = { accessKey, status: 'enabled', memberOf: groups, policy: [], updatedAt: '' }

  const created = await create({ accessKey, secretKey: SECRET, groups: groups.toReversed() })
  expect([created.status, created.json]).toEqual([201, user])
  expect(await userOf(accessKey)).toEqual({ ...user, source: 'builtIn' })
  await accounts.setPolicies({ accessKey, secretKey: SECRET }, 'readwrite', 'diagnostics')
  const { users } = (await root.get(USERS)).json as { users: { accessKey: string }[] }
  expect(users).toContainEqual({
    ...user,
    policy: ['diagnostics', 'readwrite'],
    updatedAt: expect.stringMatching(/^20\d\d-.*Z$/),
  })
  const names = users.map((one) => one.accessKey)
  expect(names, 'sorted, without root').toEqual(names.toSorted())
  expect(names).not.toContain(given.storage.root.accessKey)
  expect(await signIn({ accessKey, secretKey: SECRET })).toBe(201)
})

test('PUT /user sets status and groups, and without groups keeps them', async () => {
  const [left, kept, joined] = [await accounts.group([]), await accounts.group([]), await accounts.group([])]
  const accessKey = uniqueName('user')
  await create({ accessKey, secretKey: SECRET, groups: [left, kept] })

  const updated = await update(accessKey, { status: 'disabled', groups: [kept, joined] })
  const memberOf = [kept, joined].toSorted()
  expect([updated.status, updated.json]).toEqual([
    200,
    { accessKey, status: 'disabled', memberOf, policy: [], updatedAt: '' },
  ])
  expect((await update(accessKey, { status: 'enabled' })).json).toMatchObject({ status: 'enabled', memberOf })
})

test('DELETE /user deletes a user with its access keys and memberships', async () => {
  const keys = await accounts.user('readwrite')
  const service = await accounts.serviceAccount(keys)
  const group = await accounts.group([keys])
  expect((await remove(keys.accessKey)).status).toBe(204)
  expectError(await read(keys.accessKey), { status: 404, code: 'NoSuchUser' })
  expect((await root.get(`/api/v1/group?name=${group}`)).json).toMatchObject({ members: [] })
  expect([await signIn(keys), await signIn(service)]).toEqual([401, 401])
  expectError(await remove(keys.accessKey), { status: 404, code: 'NoSuchUser' })
})

test('a disabled user and its access keys are refused until it is enabled again', async () => {
  const keys = await accounts.user('readwrite')
  const service = await accounts.serviceAccount(keys)
  const uses = async (credentials: Credentials) =>
    (await send({ url: given.storage.url, method: 'GET', credentials })).status
  await update(keys.accessKey, { status: 'disabled' })
  expect([await uses(keys), await uses(service), await signIn(keys)]).toEqual([403, 403, 401])
  await update(keys.accessKey, { status: 'enabled' })
  expect([await uses(keys), await uses(service), await signIn(keys)]).toEqual([200, 200, 201])
})

test('POST /account/change-user-password replaces the secret key and keeps the rest', async () => {
  const keys = await accounts.user('readonly')
  const group = await accounts.group([keys])
  await update(keys.accessKey, { status: 'disabled' })
  const before = await userOf(keys.accessKey)
  expect(before).toMatchObject({ status: 'disabled', policy: ['readonly'], memberOf: [group] })

  expect((await setPassword(keys.accessKey, SECRET)).status).toBe(201)
  expect(await userOf(keys.accessKey)).toEqual(before)
  await update(keys.accessKey, { status: 'enabled' })
  expect([await signIn(keys), await signIn({ ...keys, secretKey: SECRET })]).toEqual([401, 201])
})

test('PUT /users-groups-bulk adds users to groups and removes them from none', async () => {
  const users = [await accounts.user(), await accounts.user()]
  const names = users.map(({ accessKey }) => accessKey)
  const [old, ...groups] = [await accounts.group(users), await accounts.group([]), await accounts.group([])] as const
  expect((await addToGroups(names, groups)).status).toBe(200)
  for (const name of names) expect(await userOf(name)).toMatchObject({ memberOf: [old, ...groups].toSorted() })
})

describe.each([
  ['slashes', 'teams/eu/ann'],
  ['outer slashes', '/ann/'],
  ['percent and plus', '100%+%2F'],
  ['a space', 'ann lee'],
  ['quotes and markup', `"<b>'&`],
  ['query characters', 'a?b#c&d;e'],
  ['a mail address', 'ann@example.com'],
  ['accents', 'Ünïcödé'],
  ['other scripts', '日本語-عربي-😀'],
  ['128 characters', 'x'.repeat(100)],
])('A name with %s', (_what, odd) => {
  const accessKey = `${uniqueName('odd')}${odd}`.padEnd(odd.length === 100 ? 128 : 0, 'y')

  test('is created, read, changed, signed in with and deleted', async () => {
    const group = await accounts.group([])
    expect((await create({ accessKey, secretKey: SECRET, groups: [group] })).status).toBe(201)
    expect(await userOf(accessKey)).toMatchObject({ accessKey, memberOf: [group] })
    expect((await update(accessKey, { status: 'disabled', groups: [] })).json).toMatchObject({
      accessKey,
      status: 'disabled',
      memberOf: [],
    })
    const secretKey = 'yet-another-secret'
    expect((await setPassword(accessKey, secretKey)).status).toBe(201)
    expect((await update(accessKey, { status: 'enabled' })).json).toMatchObject({ status: 'enabled' })
    await accounts.setPolicies({ accessKey, secretKey }, 'readonly')
    expect(await signIn({ accessKey, secretKey })).toBe(201)
    expect((await remove(accessKey)).status).toBe(204)
  })
})

describe('A new user is refused', () => {
  test('if the name is taken, and the password of the existing user still works', async () => {
    const keys = await accounts.user('readonly')
    expectError(await create({ accessKey: keys.accessKey, secretKey: SECRET, groups: [] }), {
      status: 409,
      code: 'UserExists',
      message: `A user named ${keys.accessKey} already exists. Choose another access key, or change the password of that user.`,
    })
    expect([await signIn(keys), await signIn({ ...keys, secretKey: SECRET })]).toEqual([201, 401])
  })

  test('for all but the first of several concurrent requests', async () => {
    const accessKey = uniqueName('user')
    const secrets = Array.from({ length: 4 }, (_, index) => `secret-of-attempt-${index}`)
    const replies = await Promise.all(secrets.map((secretKey) => create({ accessKey, secretKey, groups: [] })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    await accounts.setPolicies({ accessKey, secretKey: '' }, 'readonly')
    const secretKey = secrets[replies.findIndex(({ status }) => status === 201)] ?? ''
    expect(await signIn({ accessKey, secretKey })).toBe(201)
  })

  test('if someone else creates a user of the same name at the same time, and replaces the secret key', async () => {
    const admin = accountDocument({ Version: '2012-10-17', Statement: [allow(['admin:*'])] })
    const calls: string[] = []
    const storage = await scriptedStorage(({ method = '', url = '', headers }, response) => {
      const call = `${method} ${new URL(url, 'http://storage').pathname.split('/').at(-1)}`
      const isNewUser = headers.authorization?.includes('Credential=new-user/')
      calls.push(isNewUser ? `${call} as the new user` : call)
      const [status, body] =
        call === 'POST '
          ? [200, stsKeys()]
          : call === 'GET accountinfo' && !isNewUser
            ? [200, admin]
            : call === 'PUT add-user'
              ? [200, '']
              : call === 'GET user-info'
                ? [404, JSON.stringify({ Code: 'XMinioAdminNoSuchUser', Message: 'none' })]
                : [403, JSON.stringify({ Code: 'SignatureDoesNotMatch', Message: 'another secret key' })]
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    const server = await startConsole(storage.url)
    try {
      const user = visitor(server.url)
      await user.signIn({ accessKey: 'admin', secretKey: 'any-secret' })
      calls.length = 0
      expectError(await create({ accessKey: 'new-user', secretKey: SECRET, groups: [] }, user), {
        status: 409,
        code: 'UserExists',
      })
      expect(calls).toEqual(['GET user-info', 'PUT add-user', 'GET accountinfo as the new user'])
    } finally {
      await server.stop()
      await storage.stop()
    }
  })

  test('if a group doesn’t exist, which is not created either', async () => {
    const [accessKey, group] = [uniqueName('user'), uniqueName('group')]
    const refused = await create({ accessKey, secretKey: SECRET, groups: [group] })
    expectError(refused, { status: 404, code: 'NoSuchGroup', message: `The group ${group} doesn’t exist.` })
    expectError(await read(accessKey), { status: 404, code: 'NoSuchUser' })
    expectError(await root.get(`/api/v1/group?name=${group}`), { status: 404, code: 'NoSuchGroup' })
  })

  test('if the name is root’s or that of a service account', async () => {
    const service = await accounts.serviceAccount(await accounts.user('readonly'))
    for (const accessKey of [given.storage.root.accessKey, service.accessKey]) {
      expectError(await create({ accessKey, secretKey: SECRET, groups: [] }), {
        status: 409,
        code: 'ReservedAccessKey',
        message: `The access key ${accessKey} belongs to root or to a service account. Choose another one.`,
      })
    }
    expect(await signIn(given.storage.root)).toBe(201)
  })

  test.each([
    ['ab', 'it must have at least 3 characters'],
    ['a=b', 'the characters , and = aren’t allowed'],
    ['a,b', 'the characters , and = aren’t allowed'],
    [' ann', 'it starts or ends with a space'],
    ['ann ', 'it starts or ends with a space'],
    ['a/../b', 'it contains . or .. as a part of its path'],
    ['a\tb\nc', 'it contains a control character'],
    ['x'.repeat(256), 'it is too long'],
  ])('with the name %j', async (accessKey, reason) => {
    expectError(await create({ accessKey, secretKey: SECRET, groups: [] }), {
      status: 400,
      code: 'InvalidAccessKey',
      message: `This isn’t a valid access key: ${reason}.`,
    })
  })

  test('if the secret key has fewer than 8 characters', async () => {
    const accessKey = uniqueName('user')
    const message = 'This isn’t a valid secret key: it must have at least 8 characters.'
    const expected = { status: 400, code: 'InvalidSecretKey', message }
    expectError(await create({ accessKey, secretKey: '1234567', groups: [] }), expected)
    expectError(await read(accessKey), { status: 404, code: 'NoSuchUser' })
    const { accessKey: existing } = await accounts.user()
    expectError(await setPassword(existing, '1234567'), expected)
  })
})

test.each([8, 40, 41, 200])('a secret key of %i characters signs in', async (length) => {
  const accessKey = uniqueName('user')
  const secretKey = 's'.repeat(length)
  expect((await create({ accessKey, secretKey, groups: [] })).status).toBe(201)
  await accounts.setPolicies({ accessKey, secretKey }, 'readonly')
  expect(await signIn({ accessKey, secretKey })).toBe(201)
})

describe('A user that doesn’t exist', () => {
  test.each(['ghost', '..', 'a/../b'])('%s is not found by any call, and not created', async (name) => {
    const message = `The user ${name} doesn’t exist.`
    const replies = [
      await read(name),
      await update(name, { status: 'enabled', groups: [] }),
      await remove(name),
      await setPassword(name, SECRET),
    ]
    for (const reply of replies) expectError(reply, { status: 404, code: 'NoSuchUser', message })
    expectError(await read(name), { status: 404, code: 'NoSuchUser' })
  })

  test('includes root and service accounts', async () => {
    const service = await accounts.serviceAccount(await accounts.user('readonly'))
    const admin = await given.signedIn(await accounts.user('consoleAdmin'))
    for (const name of [given.storage.root.accessKey, service.accessKey]) {
      expectError(await read(name, admin), { status: 404, code: 'NoSuchUser' })
      expectError(await remove(name, admin), { status: 404, code: 'NoSuchUser' })
      expectError(await setPassword(name, SECRET, admin), { status: 404, code: 'NoSuchUser' })
    }
    expect(await signIn(given.storage.root)).toBe(201)
  })

  test('is named when it is one of several that join groups, and no one joins', async () => {
    const { accessKey } = await accounts.user()
    const group = await accounts.group([])
    const message = 'The user ghost doesn’t exist.'
    expectError(await addToGroups([accessKey, 'ghost'], [group]), { status: 404, code: 'NoSuchUser', message })
    expect(await userOf(accessKey)).toMatchObject({ memberOf: [] })
  })

  test('can’t be created in a group by a typo', async () => {
    const { accessKey } = await accounts.user()
    const group = uniqueName('group')
    expectError(await addToGroups([accessKey], [group]), { status: 404, code: 'NoSuchGroup' })
    expectError(await update(accessKey, { status: 'enabled', groups: [group] }), { status: 404, code: 'NoSuchGroup' })
    expectError(await root.get(`/api/v1/group?name=${group}`), { status: 404, code: 'NoSuchGroup' })
  })
})

test("users can't delete, disable or set a password for the user that they are signed in as", async () => {
  const keys = await accounts.user('consoleAdmin')
  const admin = await given.signedIn(keys)
  const expected = (change: string, instead = 'Ask another administrator.') => ({
    status: 409,
    code: 'OwnUser',
    message: `You can’t ${change} your own user. ${instead}`,
  })
  expectError(await remove(keys.accessKey, admin), expected('delete'))
  expectError(await update(keys.accessKey, { status: 'disabled' }, admin), expected('disable'))
  expectError(
    await setPassword(keys.accessKey, SECRET, admin),
    expected('set a password for', 'Change your own password on the account page.'),
  )
  expect(await signIn(keys)).toBe(201)
})

test('a user that is created, but can’t join a group, is reported', async () => {
  const [accessKey, group] = [uniqueName('user'), await accounts.group([])]
  const by = await visitorWith('admin:CreateUser', 'admin:GetUser', 'admin:GetGroup')
  const refused = await create({ accessKey, secretKey: SECRET, groups: [group] }, by)
  expect([refused.status, refused.json]).toMatchObject([
    403,
    {
      message: permissionError('admin:AddUserToGroup'),
      detailedMessage: `Saved: user ${accessKey}. Not saved: group ${group}.`,
    },
  ])
  expect(await userOf(accessKey)).toMatchObject({ status: 'enabled', memberOf: [] })
})

test('a change that fails halfway reports what was saved', async () => {
  const { accessKey } = await accounts.user()
  const group = await accounts.group([])
  const by = await visitorWith('admin:GetUser', 'admin:EnableUser', 'admin:GetGroup')
  const refused = await update(accessKey, { status: 'disabled', groups: [group] }, by)
  expect([refused.status, refused.json]).toMatchObject([
    403,
    {
      code: 'AccessDenied',
      message: permissionError('admin:AddUserToGroup'),
      detailedMessage: `Saved: status. Not saved: group ${group}.`,
    },
  ])
  expect(await userOf(accessKey)).toMatchObject({ status: 'disabled', memberOf: [] })
})

describe('Without a permission', () => {
  test('every call names it and changes nothing', async () => {
    const keys = await accounts.user('readonly')
    const { accessKey } = keys
    const by = await visitorWith('admin:GetUser')
    const denied = (action: string) => ({ status: 403, code: 'AccessDenied', message: permissionError(action) })
    expectError(await by.get(USERS), denied('admin:ListUsers'))
    expectError(
      await create({ accessKey: uniqueName('user'), secretKey: SECRET, groups: [] }, by),
      denied('admin:CreateUser'),
    )
    expectError(await update(accessKey, { status: 'disabled' }, by), denied('admin:EnableUser'))
    expectError(await remove(accessKey, by), denied('admin:DeleteUser'))
    expectError(await setPassword(accessKey, SECRET, by), denied('admin:CreateUser'))
    expect(await userOf(accessKey)).toMatchObject({ status: 'enabled', policy: ['readonly'] })
    expect(await signIn(keys)).toBe(201)
  })

  test('to change users, those who may list and read them change nothing', async () => {
    const keys = await accounts.user('readonly')
    const { accessKey } = keys
    const group = await accounts.group([keys], 'writeonly')
    const by = await visitorWith('admin:ListUsers', 'admin:GetUser', 'admin:ListGroups', 'admin:GetGroup')
    const before = await userOf(accessKey)
    const { source, ...entry } = before as UserDetails
    expect((await by.get(USERS)).json).toMatchObject({ users: expect.arrayContaining([entry]), source })
    expect((await read(accessKey, by)).json).toEqual(before)
    const newUser = uniqueName('user')
    const changes: [action: string, reply: Reply][] = [
      ['admin:CreateUser', await create({ accessKey: newUser, secretKey: SECRET, groups: [] }, by)],
      ['admin:EnableUser', await update(accessKey, { status: 'disabled' }, by)],
      ['admin:AddUserToGroup', await update(accessKey, { status: 'enabled', groups: [] }, by)],
      ['admin:AddUserToGroup', await addToGroups([accessKey], [group], by)],
      ['admin:CreateUser', await setPassword(accessKey, SECRET, by)],
      ['admin:DeleteUser', await remove(accessKey, by)],
    ]
    for (const [action, reply] of changes) {
      expectError(reply, { status: 403, code: 'AccessDenied', message: permissionError(action) })
    }
    expect(await userOf(accessKey)).toEqual(before)
    expectError(await read(newUser), { status: 404, code: 'NoSuchUser' })
    expect(await signIn(keys)).toBe(201)
  })

  test('to read or list users, nothing is created and no password is set', async () => {
    const keys = await accounts.user('readonly')
    const by = await visitorWith('admin:CreateUser')
    const accessKey = uniqueName('user')
    for (const refused of [
      await create({ accessKey, secretKey: SECRET, groups: [] }, by),
      await setPassword(keys.accessKey, SECRET, by),
    ]) {
      expect([refused.status, refused.json]).toMatchObject([
        403,
        {
          message: permissionError('admin:GetUser'),
          detailedMessage: expect.stringContaining('first checks whether the user exists'),
        },
      ])
    }
    expectError(await read(accessKey), { status: 404, code: 'NoSuchUser' })
    expect(await signIn(keys)).toBe(201)
  })

  test('to read users, those who may list them create users and set passwords', async () => {
    const by = await visitorWith('admin:CreateUser', 'admin:ListUsers', 'admin:EnableUser')
    const accessKey = uniqueName('user')
    expect((await create({ accessKey, secretKey: SECRET, groups: [] }, by)).status).toBe(201)
    expectError(await create({ accessKey, secretKey: SECRET, groups: [] }, by), { status: 409, code: 'UserExists' })
    expect((await update(accessKey, { status: 'disabled' }, by)).status).toBe(200)
    expect((await setPassword(accessKey, 'yet-another-secret', by)).status).toBe(201)
    expect(await userOf(accessKey)).toMatchObject({ status: 'disabled' })
    expectError(await setPassword('ghost', SECRET, by), { status: 404, code: 'NoSuchUser' })
  })
})
