import { uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { assumeRole } from '../sts/session.ts'
import { differs, given, request, target } from '../target.ts'
import {
  ACCESS_DENIED,
  admin,
  INVALID_ARGUMENT,
  NAME_INVALID,
  NO_SUCH_GROUP,
  NO_SUCH_USER,
  NOT_ALLOWED,
  newGroup,
  newServiceAccount,
  newUser,
  succeed,
  UNKNOWN_CALL,
} from './iam-calls.ts'

const update = (group: string, members: string[], isRemove = false) =>
  admin('PUT', 'update-group-members', { plain: { group, members, isRemove, groupStatus: 'enabled' } })
/** MinIO returns members in any order. */
const describeGroup = async (group: string) => {
  const info = (await succeed('GET', 'group', { query: { group } })).json as { members: string[] }
  return { ...info, members: info.members.toSorted() }
}
const setStatus = (group: string, status: string) => admin('PUT', 'set-group-status', { query: { group, status } })

describe('update-group-members', () => {
  test('creates a group and adds each member once', async () => {
    const [one, other] = [await newUser.with(), await newUser.with()]
    const group = uniqueName('group')
    expect((await update(group, [one.accessKey])).status).toBe(200)
    expect((await update(group, [other.accessKey, one.accessKey])).status).toBe(200)
    expect(await describeGroup(group)).toEqual({
      name: group,
      status: 'enabled',
      members: [one.accessKey, other.accessKey].sort(),
      policy: '',
      updatedAt: expect.stringMatching(/^20\d\d-/),
    })
  })

  test('creates an empty group', async () => {
    const group = uniqueName('group')
    await update(group, [])
    expect(await describeGroup(group)).toMatchObject({ members: [] })
  })

  test.each([
    'with space',
    'sl/ash',
    'ünïcödé',
    'per%cent',
    "quo'te&<>",
    'dou"ble',
    'back\\slash',
    'hash#?query',
    '日本語',
    'plus+plus',
    'right-to-left-\u202egnp',
    'x'.repeat(100),
  ])('accepts the name %s', async (odd) => {
    const group = `${odd}${uniqueName('')}`
    const user = await newUser.with()
    await update(group, [user.accessKey])
    expect(await describeGroup(group)).toMatchObject({ name: group, members: [user.accessKey] })
    expect((await succeed('GET', 'groups')).json).toContain(group)
  })

  test('ignores the status in the request', async () => {
    const group = uniqueName('group')
    for (const isNew of [true, false]) {
      const plain = { group, members: [], isRemove: false, groupStatus: 'disabled' }
      expect([isNew, (await admin('PUT', 'update-group-members', { plain })).status]).toEqual([isNew, 200])
      expect(await describeGroup(group)).toMatchObject({ status: 'enabled' })
    }
  })

  test('adds a member named twice once', async () => {
    const { accessKey } = await newUser.with()
    const { members } = await describeGroup(await newGroup([accessKey, accessKey]))
    expect(members).toEqual(differs({ engine: [accessKey], minio: [accessKey, accessKey] }, 'MinIO lists it twice'))
  })

  test('changes the members of a disabled group, which stays disabled, and removes it', async () => {
    const [one, other] = [await newUser.with(), await newUser.with()]
    const group = await newGroup([one.accessKey], 'readonly')
    await setStatus(group, 'disabled')
    expect((await update(group, [other.accessKey])).status).toBe(200)
    expect((await update(group, [one.accessKey], true)).status).toBe(200)
    expect(await describeGroup(group)).toMatchObject({ status: 'disabled', members: [other.accessKey] })
    expect((await update(group, [other.accessKey], true)).status).toBe(200)
    expect((await update(group, [], true)).status).toBe(200)
    expect((await admin('GET', 'group', { query: { group } })).refusal).toBe(NO_SUCH_GROUP)
  })

  test('adds and removes a disabled user', async () => {
    const { accessKey } = await newUser.with()
    await succeed('PUT', 'set-user-status', { query: { accessKey, status: 'disabled' } })
    const group = await newGroup([accessKey])
    expect(await describeGroup(group)).toMatchObject({ members: [accessKey] })
    expect((await update(group, [accessKey], true)).status).toBe(200)
    expect(await describeGroup(group)).toMatchObject({ members: [] })
  })

  test('adds and removes members with odd names', async () => {
    const names = ['sl/ash', 'ünïcödé', 'per%cent', 'dou"ble', 'with space'].map((odd) => `${odd}${uniqueName('')}`)
    for (const name of names) await newUser.named(name)
    const group = await newGroup(names)
    expect(await describeGroup(group)).toMatchObject({ members: names.toSorted() })
    await update(group, names.slice(1), true)
    expect(await describeGroup(group)).toMatchObject({ members: names.slice(0, 1) })
  })

  test('removes members', async () => {
    const [one, other, stranger] = [await newUser.with(), await newUser.with(), await newUser.with()]
    const group = await newGroup([one.accessKey, other.accessKey])
    expect((await update(group, [one.accessKey, stranger.accessKey], true)).status).toBe(200)
    expect(await describeGroup(group)).toMatchObject({ members: [other.accessKey] })
  })

  test('removes an empty group and detaches its policies', async () => {
    const group = await newGroup([], 'readonly')
    expect((await update(group, [], true)).status).toBe(200)
    expect((await admin('GET', 'group', { query: { group } })).refusal).toBe(NO_SUCH_GROUP)
    await update(group, [])
    expect(await describeGroup(group)).toMatchObject({ policy: '' })
  })

  test('does not remove a group with members', async () => {
    const group = await newGroup([(await newUser.with()).accessKey])
    expect((await update(group, [], true)).refusal).toBe(
      '400 XMinioAdminGroupNotEmpty: The specified group is not empty - cannot remove it. (Specified group is not empty - cannot remove it)',
    )
  })

  test('adds no user when one of them does not exist', async () => {
    const group = uniqueName('group')
    const user = await newUser.with()
    expect((await update(group, [user.accessKey, 'ghost'])).refusal).toBe(NO_SUCH_USER)
    expect((await admin('GET', 'group', { query: { group } })).refusal).toBe(NO_SUCH_GROUP)
  })

  test('removes no user when one of them does not exist', async () => {
    const user = await newUser.with()
    const group = await newGroup([user.accessKey])
    expect((await update(group, [user.accessKey, 'ghost'], true)).refusal).toBe(NO_SUCH_USER)
    expect(await describeGroup(group)).toMatchObject({ members: [user.accessKey] })
  })

  test('accepts neither root nor service accounts', async () => {
    const service = await newServiceAccount(await newUser.with('readonly'))
    expect((await update(uniqueName('group'), [target.root.accessKey])).refusal).toBe(NOT_ALLOWED)
    expect((await update(uniqueName('group'), [service.accessKey])).refusal).toBe(NOT_ALLOWED)
  })

  test.each<[string, boolean, string]>([
    ['', false, INVALID_ARGUMENT],
    ['', true, INVALID_ARGUMENT],
    [' leading', false, NAME_INVALID],
    ['trailing ', false, NAME_INVALID],
    ['ghost-group', true, NO_SUCH_GROUP],
    [
      'a=b',
      false,
      "400 XMinioInvalidGroupName: The group name is invalid. (Group name contains reserved characters '=' or ',')",
    ],
    [
      'a,b',
      false,
      "400 XMinioInvalidGroupName: The group name is invalid. (Group name contains reserved characters '=' or ',')",
    ],
  ])('rejects the name "%s" (removal: %s)', async (group, isRemove, expected) => {
    expect((await update(group, [], isRemove)).refusal).toBe(expected)
  })

  test('accepts a relative path as the name, but no call with the name in its address', async () => {
    const group = `${uniqueName('group')}/../${uniqueName('group')}`
    expect((await update(group, [])).status).toBe(200)
    const refused = '400 XMinioInvalidResourceName'
    expect((await admin('GET', 'group', { query: { group } })).outcome).toBe(refused)
    expect((await setStatus(group, 'disabled')).outcome).toBe(refused)
  })

  test('rejects a name longer than 255 bytes', async () => {
    expect((await update('x'.repeat(256), [])).outcome).toBe('400 XMinioInvalidObjectName')
  })

  test.each(['{', '[]', '{"group":5}', ''])('rejects the body %s', async (plain) => {
    expect((await admin('PUT', 'update-group-members', { plain })).refusal).toBe('400 InvalidRequest: Invalid Request')
  })

  test('requires admin:AddUserToGroup, also to remove members and groups', async () => {
    const { accessKey } = await newUser.with()
    const adder = await newUser.allowed({ Effect: 'Allow', Action: ['admin:AddUserToGroup'] })
    const remover = await newUser.allowed({ Effect: 'Allow', Action: ['admin:RemoveUserFromGroup'] })
    const group = await newGroup([])
    for (const change of [
      { members: [accessKey], isRemove: false },
      { members: [accessKey], isRemove: true },
      { members: [], isRemove: true },
    ]) {
      const plain = { group, ...change }
      expect((await admin('PUT', 'update-group-members', { plain, as: remover })).refusal).toBe(ACCESS_DENIED)
      expect((await admin('PUT', 'update-group-members', { plain, as: adder })).status).toBe(200)
    }
  })

  test('requires a permission', async () => {
    const as = await newUser.with('readwrite')
    const response = await admin('PUT', 'update-group-members', { plain: { group: 'g', members: [] }, as })
    expect(response.refusal).toBe(ACCESS_DENIED)
  })
})

describe('group', () => {
  test('returns the policies in effect', async () => {
    const group = await newGroup([], 'readonly', 'diagnostics')
    expect(await describeGroup(group)).toMatchObject({ policy: 'readonly,diagnostics' })
    await setStatus(group, 'disabled')
    expect(await describeGroup(group)).toMatchObject({ status: 'disabled', policy: '' })
  })

  test('is not found', async () => {
    expect((await admin('GET', 'group', { query: { group: 'ghost-group' } })).refusal).toBe(NO_SUCH_GROUP)
    expect((await admin('GET', 'group', { query: { group: '' } })).refusal).toBe(NO_SUCH_GROUP)
    expect((await admin('GET', 'group')).refusal).toBe(UNKNOWN_CALL)
  })

  test('requires a permission, as does the list', async () => {
    const as = await newUser.with('readwrite')
    const group = await newGroup([])
    expect((await admin('GET', 'group', { query: { group }, as })).refusal).toBe(ACCESS_DENIED)
    expect((await admin('GET', 'groups', { as })).refusal).toBe(ACCESS_DENIED)
  })

  test('appears in the sorted list', async () => {
    const group = await newGroup([])
    const names = (await succeed('GET', 'groups')).json as string[]
    expect(names).toContain(group)
    expect(names).toEqual(names.toSorted())
  })
})

describe('set-group-status', () => {
  test("disables the policies of the group but not the members' own policies", async () => {
    const bucket = await given.bucket()
    const user = await newUser.with('readwrite')
    const group = await newGroup([user.accessKey])
    const list = async () => (await request({ method: 'GET', bucket, credentials: user })).status
    expect(await list()).toBe(200)
    expect((await setStatus(group, 'disabled')).status).toBe(200)
    expect(await list()).toBe(403)
    expect((await setStatus(group, 'enabled')).status).toBe(200)
    expect(await list()).toBe(200)
  })

  test("keeps members and policies, and takes the members' sessions and keys with it", async () => {
    const user = await newUser.with('readwrite')
    const group = await newGroup([user.accessKey], 'readonly')
    const derived = [await newServiceAccount(user), await assumeRole({}, user)]
    const bucket = await given.bucket()
    const list = () =>
      Promise.all(derived.map(async (credentials) => (await request({ method: 'GET', bucket, credentials })).status))
    expect(await list()).toEqual([200, 200])
    await setStatus(group, 'disabled')
    expect(await list()).toEqual([403, 403])
    await setStatus(group, 'enabled')
    expect(await list()).toEqual([200, 200])
    expect(await describeGroup(group)).toMatchObject({ members: [user.accessKey], policy: 'readonly' })
  })

  test('requires admin:EnableGroup, also to disable a group', async () => {
    const group = await newGroup([])
    const enabler = await newUser.allowed({ Effect: 'Allow', Action: ['admin:EnableGroup'] })
    const disabler = await newUser.allowed({ Effect: 'Allow', Action: ['admin:DisableGroup'] })
    for (const status of ['disabled', 'enabled']) {
      const query = { group, status }
      expect((await admin('PUT', 'set-group-status', { query, as: enabler })).status).toBe(200)
      expect((await admin('PUT', 'set-group-status', { query, as: disabler })).refusal).toBe(ACCESS_DENIED)
    }
  })

  test.each<[string, string, string]>([
    ['ghost-group', 'enabled', NO_SUCH_GROUP],
    ['ghost-group', 'maybe', INVALID_ARGUMENT],
    ['', 'enabled', INVALID_ARGUMENT],
  ])('refuses "%s" and "%s"', async (group, status, expected) => {
    expect((await setStatus(group, status)).refusal).toBe(expected)
  })

  test('requires a permission', async () => {
    const query = { group: await newGroup([]), status: 'disabled' }
    const response = await admin('PUT', 'set-group-status', { query, as: await newUser.with('readwrite') })
    expect(response.refusal).toBe(ACCESS_DENIED)
  })
})
