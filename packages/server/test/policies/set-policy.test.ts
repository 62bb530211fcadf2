/** Attaching policies to users and groups (spec identity-and-settings 7), on the engine and on MinIO. */
import { type Group, permissionError, type User } from '@cooperage/contract'
import { accountsOf, allow, targetKind, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole()

const root = await given.user()
const accounts = accountsOf(given.storage)

const pathOf = (kind: string, name: string) => `/api/v1/${kind}?name=${encodeURIComponent(name)}`
const ofUser = async (name: string) => ((await root.get(pathOf('user', name))).json as User).policy
const ofGroup = async (name: string) => ((await root.get(pathOf('group', name))).json as Group).policy.split(',').sort()
const specified = (policies: string, entityType: string, entityName: string, by = root) =>
  by.call('PUT', `/api/v1/set-policy/${encodeURIComponent(policies)}`, { json: { entityName, entityType } })
const setAll = (
  entityType: string,
  entityName: string,
  change: { policies: string[]; replaces: string[] },
  by = root,
) => by.call('PUT', '/api/v1/set-policy', { json: { entityName, entityType, ...change } })

const signedIn = async (...actions: string[]) => given.signedIn(await accounts.allowed(allow(actions)))

describe('The call of the specification', () => {
  test('replaces the policies of a user and of a group', async () => {
    const { accessKey } = await accounts.user('diagnostics')
    const group = await accounts.group([], 'diagnostics')
    const body = { entityName: accessKey, entityType: 'user' }
    const response = await root.call('PUT', '/api/v1/set-policy/readonly,writeonly', { json: body })
    expect([response.status, response.text]).toEqual([204, ''])
    expect(await ofUser(accessKey)).toEqual(['readonly', 'writeonly'])
    expect((await specified('readonly', 'group', group)).status).toBe(204)
    expect(await ofGroup(group)).toEqual(['readonly'])
  })

  test('attaches policies to a disabled user, or explains that the storage server refuses to', async () => {
    const user = await accounts.user()
    await accounts.setStatus(user, 'disabled')
    const { status, json } = await specified('readonly', 'user', user.accessKey)
    if (targetKind() === 'minio') expect([status, json]).toMatchObject([409, { code: 'UserDisabled' }])
    else expect([status, await ofUser(user.accessKey)]).toEqual([204, ['readonly']])
  })

  test('accepts policies with odd names', async () => {
    const names = ['with space', 'sl/ash', 'per%cent+plus&?#'].map((name) => `${name}${uniqueName('-')}`)
    for (const name of names) {
      await accounts.putPolicy(name, { Version: '2012-10-17', Statement: [allow(['s3:GetObject'], 'photos/*')] })
    }
    const { accessKey } = await accounts.user()
    expect((await specified(names.join(','), 'user', accessKey)).status).toBe(204)
    expect(await ofUser(accessKey)).toEqual(names.toSorted())
  })

  test('cannot detach everything', async () => {
    const { accessKey } = await accounts.user('readonly')
    expect(
      (await root.call('PUT', '/api/v1/set-policy/', { json: { entityName: accessKey, entityType: 'user' } })).status,
    ).toBeGreaterThanOrEqual(400)
    expect(await ofUser(accessKey)).toEqual(['readonly'])
  })
})

describe('The conditional call', () => {
  test('attaches, detaches and clears', async () => {
    const { accessKey } = await accounts.user('readonly')
    const first = await setAll('user', accessKey, { policies: ['writeonly', 'diagnostics'], replaces: ['readonly'] })
    expect([first.status, first.text]).toEqual([204, ''])
    expect(await ofUser(accessKey)).toEqual(['diagnostics', 'writeonly'])
    expect((await setAll('user', accessKey, { policies: [], replaces: ['diagnostics', 'writeonly'] })).status).toBe(204)
    expect(await ofUser(accessKey)).toEqual([])
  })

  test('rejects a change of what someone else has changed, and changes nothing', async () => {
    const { accessKey } = await accounts.user('readonly')
    const group = await accounts.group([], 'readonly')
    for (const [kind, name] of [
      ['user', accessKey],
      ['group', group],
    ] as const) {
      const refused = await setAll(kind, name, { policies: ['writeonly'], replaces: [] })
      expect(refused.refusal).toBe(
        `409 AttachmentsChanged: The policies of ${name} changed while you were editing. Review them, then save again.`,
      )
    }
    expect([await ofUser(accessKey), await ofGroup(group)]).toEqual([['readonly'], ['readonly']])
  })

  test('compares with what is attached to a disabled group, and keeps it disabled', async () => {
    const group = await accounts.group([], 'readonly')
    await root.call('PUT', pathOf('group', group), { json: { members: [], status: 'disabled' } })
    expect((await setAll('group', group, { policies: [], replaces: [] })).json).toMatchObject({
      code: 'AttachmentsChanged',
    })
    expect((await setAll('group', group, { policies: ['writeonly'], replaces: ['readonly'] })).status).toBe(204)
    expect((await root.get(pathOf('group', group))).json).toMatchObject({ status: 'disabled', policy: 'writeonly' })
    await root.call('PUT', pathOf('group', group), { json: { members: [], status: 'enabled' } })
    expect(await ofGroup(group)).toEqual(['writeonly'])
  })

  test('refuses a disabled group whose policies the visitor may not read', async () => {
    const group = await accounts.group([], 'readonly')
    await root.call('PUT', pathOf('group', group), { json: { members: [], status: 'disabled' } })
    const user = await signedIn('admin:GetGroup', 'admin:AttachUserOrGroupPolicy')
    const refused = await setAll('group', group, { policies: [], replaces: [] }, user)
    expect(refused.outcome).toBe('409 GroupPoliciesUnknown')
    expect(await ofGroup(group)).toEqual(['readonly'])
  })
})

test.each([
  ['user', 'NoSuchUser'],
  ['group', 'NoSuchGroup'],
])('an unknown %s is refused', async (kind, code) => {
  expect((await specified('readonly', kind, 'ghost')).json).toMatchObject({ code })
  expect((await setAll(kind, 'ghost', { policies: ['readonly'], replaces: [] })).json).toMatchObject({ code })
})

test('an unknown policy is named, and nothing changes', async () => {
  const { accessKey } = await accounts.user('readonly')
  for (const refused of [
    await specified('writeonly,ghost', 'user', accessKey),
    await setAll('user', accessKey, { policies: ['writeonly', 'ghost'], replaces: ['readonly'] }),
  ]) {
    expect(refused.refusal).toBe('404 NoSuchPolicy: The policy ghost doesn’t exist.')
  }
  expect(await ofUser(accessKey)).toEqual(['readonly'])
})

test('no policy is attached to root', async () => {
  const { accessKey } = given.storage.root
  expect((await specified('readonly', 'user', accessKey)).json).toMatchObject({ code: 'NotAUser' })
  expect((await setAll('user', accessKey, { policies: ['readonly'], replaces: [] })).json).toMatchObject({
    code: 'NoSuchUser',
  })
})

test('without permission to attach policies, the error names it', async () => {
  const { accessKey } = await accounts.user('readonly')
  const user = await signedIn('admin:GetUser')
  for (const { status, json } of [
    await specified('writeonly', 'user', accessKey, user),
    await setAll('user', accessKey, { policies: [], replaces: ['readonly'] }, user),
  ]) {
    expect([status, json]).toMatchObject([403, { message: permissionError('admin:AttachUserOrGroupPolicy') }])
  }
  expect(await ofUser(accessKey)).toEqual(['readonly'])
})

test('a change applies to a signed-in user immediately', async () => {
  const { objects } = await given.userWithBucket()
  const keys = await accounts.user('readwrite')
  const user = given.stranger()
  await user.signIn(keys)
  expect((await user.get(objects)).status).toBe(200)
  await setAll('user', keys.accessKey, { policies: ['diagnostics'], replaces: ['readwrite'] })
  expect((await user.get(objects)).status).toBe(403)
})

describe('The preview', () => {
  const preview = (kind: string, name: string, policies: string[], by = root) =>
    by.call('POST', '/api/v1/effective-permissions/preview', {
      json: { entityType: kind, entityName: name, policies },
    })
  const nothing = { fullAccess: [], resources: [], administration: [] }

  test('lists what a user gains and loses, beside what its groups keep', async () => {
    const [read, write] = [
      await accounts.policy(allow(['s3:GetObject'], 'photos/*', 'videos/*')),
      await accounts.policy(allow(['s3:PutObject'], 'photos/*')),
    ]
    const keys = await accounts.user(read)
    await accounts.group([keys], await accounts.policy(allow(['s3:GetObject'], 'videos/*')))
    const response = await preview('user', keys.accessKey, [write])
    expect(response.status).toBe(200)
    const base = { resource: 'photos/*', except: [], conditionalKinds: [], isNarrowed: false }
    expect(response.json).toEqual({
      gained: { ...nothing, resources: [{ ...base, kinds: ['write'] }] },
      lost: { ...nothing, resources: [{ ...base, kinds: ['read'] }] },
      kept: [],
      isDisabled: false,
      unread: [],
    })
    expect(await ofUser(keys.accessKey), 'nothing changes').toEqual([read])
    expect((await preview('user', keys.accessKey, [read])).json).toMatchObject({ gained: nothing, lost: nothing })
  })

  test('works for a group, and lists what could not be read', async () => {
    const group = await accounts.group([], 'readonly')
    expect((await preview('group', group, ['consoleAdmin', 'ghost'])).json).toMatchObject({
      gained: { fullAccess: [{ scope: 'storage' }, { scope: 'administration' }] },
      lost: nothing,
      unread: [{ source: { policy: 'ghost' }, reason: 'missing' }],
    })
    const user = await signedIn('admin:GetGroup')
    expect((await preview('group', group, ['readonly'], user)).json).toMatchObject({
      unread: [{ source: { policy: 'readonly' }, reason: 'denied', permission: 'admin:GetPolicy' }],
    })
  })

  test('fails for an unknown user or group', async () => {
    expect((await preview('user', 'ghost', [])).json).toMatchObject({ code: 'NoSuchUser' })
    expect((await preview('group', 'ghost', [])).json).toMatchObject({ code: 'NoSuchGroup' })
  })
})
