/** Groups and their members (spec identity-and-settings 7), on the engine and on MinIO. */
import { type Group, permissionError } from '@cooperage/contract'
import { accountsOf, allow, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import type { Visitor } from '../visitor.ts'

const given = await withConsole()
const GROUPS = '/api/v1/groups'
const pathOf = (name: string) => `/api/v1/group?name=${encodeURIComponent(name)}`

const root = await given.user()
const accounts = accountsOf(given.storage)

const create = (group: string, members: string[] = [], by = root) =>
  by.call('POST', GROUPS, { json: { group, members } })
const update = (name: string, fields: object, by = root) => by.call('PUT', pathOf(name), { json: fields })
const read = async (name: string) => (await root.get(pathOf(name))).json as Group
const newUsers = async (count: number) => {
  const users = await Promise.all(Array.from({ length: count }, () => accounts.user()))
  return users.map(({ accessKey }) => accessKey).sort()
}

const signedIn = async (...actions: string[]) => given.signedIn(await accounts.allowed(allow(actions)))

test('a group is created, read, changed and deleted by the calls of the specification', async () => {
  const [member = ''] = await newUsers(1)
  const name = uniqueName('group')
  expect((await root.call('POST', '/api/v1/groups', { json: { group: name, members: [member] } })).status).toBe(201)
  expect((await root.call('GET', '/api/v1/groups')).json).toMatchObject({
    groups: expect.arrayContaining([name]),
    source: 'builtIn',
  })
  expect((await root.call('GET', `/api/v1/group?name=${name}`)).json).toMatchObject({
    name,
    members: [member],
    status: 'enabled',
  })
  const change = { group: name, members: [], status: 'disabled' }
  expect((await root.call('PUT', `/api/v1/group?name=${name}`, { json: change })).status).toBe(200)
  expect((await root.call('DELETE', `/api/v1/group?name=${name}`)).status).toBe(204)
})

describe.each(['plain', 'with space', 'sl/ash', 'ünïcödé-日本語', 'per%cent+plus&amp?#\'"'])(
  'A group named %s',
  (kind) => {
    test('is created, listed, read, changed and deleted', async () => {
      const name = `${kind}${uniqueName('-')}`
      const [one = '', other = '', third = ''] = await newUsers(3)
      const created = await create(name, [other, one])
      expect([created.status, created.text]).toEqual([201, ''])

      const list = (await root.get(GROUPS)).json as { groups: string[]; total: number }
      expect(list.groups).toContain(name)
      expect(list.groups).toEqual(list.groups.toSorted())
      expect(list.total).toBe(list.groups.length)

      const details = {
        name,
        status: 'enabled',
        members: [one, other],
        policy: '',
        isPolicyKnown: true,
        updatedAt: expect.stringMatching(/Z$/),
      }
      expect(await read(name)).toEqual(details)

      const changed = await update(name, { group: name, members: [third, one], status: 'enabled' })
      expect(changed.status).toBe(200)
      expect(changed.json).toEqual({ ...details, members: [one, third].sort() })

      expect((await update(name, { members: [], status: 'enabled' })).json, 'an empty group stays').toEqual({
        ...details,
        members: [],
      })
      expect((await root.call('DELETE', pathOf(name))).status).toBe(204)
      expect((await root.get(pathOf(name))).outcome).toBe('404 NoSuchGroup')
    })
  },
)

test('a group is created without members', async () => {
  const name = uniqueName('empty')
  expect((await root.call('POST', GROUPS, { json: { group: name } })).status).toBe(201)
  expect(await read(name)).toMatchObject({ members: [] })
})

test('a name that is taken is refused, and its members stay', async () => {
  const [member = '', other = ''] = await newUsers(2)
  const name = uniqueName('taken')
  await create(name, [member])
  const refused = await create(name, [other])
  expect(refused.refusal).toBe(`409 GroupExists: A group named ${name} already exists. Choose another name.`)
  expect(await read(name)).toMatchObject({ members: [member] })
})

test('an unknown member is named, and nothing is created or changed', async () => {
  const [member = ''] = await newUsers(1)
  const name = uniqueName('group')
  const refused = await create(name, [member, 'nobody'])
  expect([refused.status, refused.json]).toMatchObject([
    404,
    { code: 'NoSuchUser', message: expect.stringContaining('nobody') },
  ])
  expect((refused.json as { message: string }).message).not.toContain(member)
  expect((await root.get(pathOf(name))).status).toBe(404)

  await create(name, [])
  expect((await update(name, { members: [member, 'nobody'], status: 'enabled' })).json).toMatchObject({
    code: 'NoSuchUser',
  })
  expect(await read(name)).toMatchObject({ members: [] })
})

test('root and service accounts can’t be members', async () => {
  const service = await accounts.serviceAccount(await accounts.user('readonly'))
  for (const member of [given.storage.root.accessKey, service.accessKey]) {
    expect((await create(uniqueName('group'), [member])).outcome).toBe('409 NotAUser')
  }
})

test.each([
  ['', 'it is empty'],
  ['   ', 'it is empty'],
  ['a,b', 'it contains a comma or an equals sign'],
  ['a=b', 'it contains a comma or an equals sign'],
  [' a', 'it starts or ends with a space'],
  ['a ', 'it starts or ends with a space'],
  ['x'.repeat(256), 'it is too long'],
])('the name "%.20s" is refused: %s', async (name, reason) => {
  expect((await create(name)).refusal).toBe(`400 InvalidGroupName: This isn’t a valid group name: ${reason}.`)
})

test('a group whose name is a relative path is neither found nor created', async () => {
  const name = `${uniqueName('up')}/../group`
  const [found, created] = [await root.get(pathOf(name)), await create(name)]
  expect(found.outcome).toBe('404 NoSuchGroup')
  expect(created.refusal).toBe(
    '400 InvalidGroupName: This isn’t a valid group name: it contains . or .. as a part of its path.',
  )
})

test('a group with members is not deleted', async () => {
  const [member = ''] = await newUsers(1)
  const name = uniqueName('full')
  await create(name, [member])
  const refused = await root.call('DELETE', pathOf(name))
  expect(refused.refusal).toBe(
    `409 GroupNotEmpty: Can’t delete ${name}: the group has members. Remove its members first.`,
  )
  expect(await read(name)).toMatchObject({ members: [member] })
})

test.each([
  ['read', (name: string) => root.get(pathOf(name))],
  ['changed', (name: string) => update(name, { members: [], status: 'enabled' })],
  ['deleted', (name: string) => root.call('DELETE', pathOf(name))],
])('an unknown group can’t be %s, and is not created', async (_what, callWith) => {
  const name = uniqueName('ghost')
  expect((await callWith(name)).outcome).toBe('404 NoSuchGroup')
  expect((await root.get(pathOf(name))).status).toBe(404)
})

test('a disabled group keeps its members and policies, and changes of its members keep it disabled', async () => {
  const [member = '', other = ''] = await newUsers(2)
  const name = await accounts.group([], 'readonly', 'diagnostics')
  const disabled = {
    status: 'disabled',
    policy: expect.stringMatching(/^(diagnostics,readonly|readonly,diagnostics)$/),
  }
  expect((await update(name, { members: [member], status: 'disabled' })).json).toMatchObject({
    ...disabled,
    members: [member],
    isPolicyKnown: true,
  })
  await update(name, { members: [other], status: 'disabled' })
  expect(await read(name)).toMatchObject({ ...disabled, members: [other] })
  const enabled = await update(name, { members: [other], status: 'enabled' })
  expect(enabled.json).toMatchObject({ ...disabled, status: 'enabled', members: [other] })
})

test('the policies of a disabled group are unknown without permission to list them', async () => {
  const name = await accounts.group([], 'readonly')
  await update(name, { members: [], status: 'disabled' })
  const user = await signedIn('admin:GetGroup')
  expect((await user.get(pathOf(name))).json).toMatchObject({ policy: '', isPolicyKnown: false })
})

test('a change that fails half-way reports what was saved', async () => {
  const [member = ''] = await newUsers(1)
  const name = uniqueName('half')
  await create(name)
  const user = await signedIn('admin:GetGroup', 'admin:AddUserToGroup')
  const refused = await update(name, { members: [member], status: 'disabled' }, user)
  expect([refused.status, refused.json]).toMatchObject([
    403,
    { message: permissionError('admin:EnableGroup'), detailedMessage: 'Saved: added members. Not saved: status.' },
  ])
  expect(await read(name)).toMatchObject({ members: [member], status: 'enabled' })
})

test('summaries have the number of members, and omit deleted groups', async () => {
  const users = await newUsers(2)
  const [full, empty] = [uniqueName('full'), await accounts.group([], 'readonly')]
  await create(full, users)
  await update(empty, { members: [], status: 'disabled' })
  const response = await root.call('POST', `${GROUPS}/summaries`, { json: { groups: [full, empty, 'ghost', full] } })
  expect(response.status).toBe(200)
  const rest = { isPolicyKnown: true, updatedAt: expect.stringMatching(/Z$/) }
  const groups = [
    { ...rest, name: full, status: 'enabled', members: 2, policy: '' },
    { ...rest, name: empty, status: 'disabled', members: 0, policy: 'readonly' },
  ]
  expect(response.json).toEqual({ groups: groups.sort((a, b) => (a.name < b.name ? -1 : 1)) })
  const tooMany = Array.from({ length: 51 }, (_, index) => `group-${index}`)
  expect((await root.call('POST', `${GROUPS}/summaries`, { json: { groups: tooMany } })).status).toBe(400)
})

test.each<[string, string, string[], (user: Visitor, name: string) => Promise<{ status: number; json: unknown }>]>([
  ['list groups', 'admin:ListGroups', ['admin:GetGroup'], (user) => user.get(GROUPS)],
  ['read a group', 'admin:GetGroup', ['admin:ListGroups'], (user, name) => user.get(pathOf(name))],
  [
    'summarize groups',
    'admin:GetGroup',
    ['admin:ListGroups'],
    (user, name) => user.call('POST', `${GROUPS}/summaries`, { json: { groups: [name] } }),
  ],
  ['create a group', 'admin:AddUserToGroup', ['admin:GetGroup'], (user) => create(uniqueName('new'), [], user)],
  [
    'find out whether a name is free',
    'admin:ListGroups',
    ['admin:AddUserToGroup'],
    (user) => create(uniqueName('new'), [], user),
  ],
  [
    'remove members',
    'admin:AddUserToGroup',
    ['admin:GetGroup', 'admin:RemoveUserFromGroup'],
    (user, name) => update(name, { members: [], status: 'enabled' }, user),
  ],
  [
    'delete a group',
    'admin:AddUserToGroup',
    ['admin:RemoveUserFromGroup'],
    (user, name) => user.call('DELETE', pathOf(name)),
  ],
  [
    'disable a group',
    'admin:EnableGroup',
    ['admin:GetGroup', 'admin:AddUserToGroup', 'admin:DisableGroup'],
    (user, name) => update(name, { members: [], status: 'disabled' }, user),
  ],
])('a user who may not %s gets %s', async (_what, action, granted, callWith) => {
  const [member = ''] = await newUsers(1)
  const name = uniqueName('group')
  await create(name, [member])
  const { status, json } = await callWith(await signedIn(...granted), name)
  expect([status, json]).toMatchObject([403, { message: permissionError(action) }])
})

test('a user who may list groups but not read them can still create one', async () => {
  const name = uniqueName('new')
  const user = await signedIn('admin:ListGroups', 'admin:AddUserToGroup')
  expect((await create(name, [], user)).status).toBe(201)
  expect((await create(name, [], user)).json).toMatchObject({ code: 'GroupExists' })
})

test('a resource in a policy doesn’t limit administration to one group', async () => {
  const actions = ['admin:GetGroup', 'admin:AddUserToGroup']
  const user = given.stranger()
  await user.signIn(await accounts.allowed(allow(actions, 'devs')))
  expect((await create(uniqueName('other'), [], user)).status).toBe(201)
})
