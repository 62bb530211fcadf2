import { uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { assumeRole } from '../sts/session.ts'
import { target } from '../target.ts'
import {
  ACCESS_DENIED,
  admin,
  allow,
  document,
  newServiceAccount,
  newUser,
  succeed,
  UNKNOWN_CALL,
} from './iam-calls.ts'

const READ = document(allow(['s3:GetObject'], '*'))

describe('list-access-keys-bulk', () => {
  const list = (query: Record<string, string>, as = target.root) => admin('GET', 'list-access-keys-bulk', { query, as })
  const key = (accessKey: string) => ({
    parentUser: '',
    accountStatus: '',
    impliedPolicy: false,
    accessKey,
    expiration: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  })

  test('lists keys of both kinds, or of one', async () => {
    const user = await newUser.with('readonly')
    const service = key((await newServiceAccount(user)).accessKey)
    const session = key((await assumeRole({}, user)).accessKey)
    const of = async (listType: string) => (await list({ listType, users: user.accessKey })).json
    expect(await of('all')).toEqual({ [user.accessKey]: { serviceAccounts: [service], stsKeys: [session] } })
    expect(await of('svcacc-only')).toEqual({ [user.accessKey]: { serviceAccounts: [service], stsKeys: null } })
    expect(await of('sts-only')).toEqual({ [user.accessKey]: { serviceAccounts: null, stsKeys: [session] } })
    expect(await of('users-only')).toEqual({ [user.accessKey]: { serviceAccounts: null, stsKeys: null } })
  })

  test('leaves out users without keys of the requested type and unknown users', async () => {
    const { accessKey } = await newUser.with('readonly')
    expect((await list({ listType: 'svcacc-only', users: accessKey })).json).toEqual({})
    expect((await list({ listType: 'all', users: accessKey })).json).toEqual({
      [accessKey]: { serviceAccounts: null, stsKeys: null },
    })
    expect((await list({ listType: 'all', users: 'ghost' })).json).toEqual({})
  })

  test('lists the keys of all users', async () => {
    const { accessKey } = await newUser.with()
    const names = Object.keys((await list({ listType: 'users-only', all: 'true' })).json as object)
    expect(names).toEqual(expect.arrayContaining([accessKey, target.root.accessKey]))
  })

  test('lists the keys of several users, root among them, named or all', async () => {
    const users = [await newUser.with('readonly'), await newUser.named(`sl/ash ü+%"${uniqueName('')}`, 'readonly')]
    const keys: [user: string, accessKey: string][] = []
    for (const { accessKey: targetUser } of [...users, target.root]) {
      const { json } = await succeed('PUT', 'add-service-account', { encrypted: { targetUser } })
      keys.push([targetUser, (json as { credentials: { accessKey: string } }).credentials.accessKey])
    }
    const named = keys.map(([user]) => `users=${encodeURIComponent(user)}`).join('&')
    for (const query of [named, 'all=true']) {
      const { json } = await succeed('GET', `list-access-keys-bulk?listType=svcacc-only&${query}`)
      const all = json as Record<string, { serviceAccounts: { accessKey: string }[] }>
      for (const [user, accessKey] of keys) {
        expect(all[user]?.serviceAccounts.map((one) => one.accessKey)).toContain(accessKey)
      }
    }
  })

  test('leaves out the keys of disabled users only when they are named', async () => {
    const user = await newUser.with('readonly')
    await newServiceAccount(user)
    await succeed('PUT', 'set-user-status', { query: { accessKey: user.accessKey, status: 'disabled' } })
    expect((await list({ listType: 'svcacc-only', users: user.accessKey })).json).toEqual({})
    expect((await list({ listType: 'svcacc-only', all: 'true' })).json).toHaveProperty([user.accessKey])
  })

  test('lists the keys of other users with admin:ListServiceAccounts, and of all with admin:ListUsers too', async () => {
    const user = await newUser.with('readonly')
    const { accessKey } = await newServiceAccount(user)
    const lists = { Effect: 'Allow' as const, Action: ['admin:ListServiceAccounts'] }
    const one = await newUser.allowed(lists)
    const all = await newUser.allowed(lists, { Effect: 'Allow', Action: ['admin:ListUsers'] })
    const listed = { [user.accessKey]: { serviceAccounts: [key(accessKey)], stsKeys: null } }
    expect((await list({ listType: 'svcacc-only', users: user.accessKey }, one)).json).toEqual(listed)
    expect((await list({ listType: 'svcacc-only', all: 'true' }, one)).refusal).toBe(ACCESS_DENIED)
    expect((await list({ listType: 'svcacc-only', all: 'true' }, all)).json).toMatchObject(listed)
  })

  test('lists temporary credentials until they are revoked, of users and of root', async () => {
    const user = await newUser.named(`sl/ash ü+%"${uniqueName('')}`, 'readonly')
    const tokenRevokeType = uniqueName('session')
    for (const of of [user, target.root]) {
      const { accessKey } = await assumeRole({ tokenRevokeType }, of)
      const listed = async () => {
        const { json } = await list({ listType: 'sts-only', users: of.accessKey })
        const keys = (json as Record<string, { stsKeys: { accessKey: string }[] | null }>)[of.accessKey]
        return keys?.stsKeys?.some((one) => one.accessKey === accessKey) ?? false
      }
      expect(await listed()).toBe(true)
      await succeed('POST', 'revoke-tokens/builtin', { query: { user: of.accessKey, tokenRevokeType } })
      expect(await listed()).toBe(false)
    }
  })

  test("needs no permission for the caller's own keys if the caller has a policy", async () => {
    const [user, other] = [await newUser.with('readonly'), await newUser.with('readonly')]
    const session = await assumeRole({}, user)
    for (const as of [user, session]) {
      expect((await list({ listType: 'svcacc-only' }, as)).json).toEqual({})
      expect((await list({ listType: 'users-only', users: user.accessKey }, as)).status).toBe(200)
      expect((await list({ listType: 'all', users: other.accessKey }, as)).refusal).toBe(ACCESS_DENIED)
      expect((await list({ listType: 'all', all: 'true' }, as)).refusal).toBe(ACCESS_DENIED)
    }
    expect((await list({ listType: 'all' }, await newUser.with())).refusal).toBe(ACCESS_DENIED)
  })

  test.each<[Record<string, string>, string]>([
    [{ listType: 'nope' }, '400 InvalidRequest: Invalid Request (invalid list type)'],
    [{ listType: 'all', users: 'u', all: 'true' }, '400 InvalidRequest: Invalid Request'],
    [{}, UNKNOWN_CALL],
  ])('refuses %j', async (query, expected) => {
    expect((await list(query)).refusal).toBe(expected)
  })
})

describe('info-access-key', () => {
  const info = (accessKey: string, as = target.root) => admin('GET', 'info-access-key', { query: { accessKey }, as })
  const builtin = {
    userProvider: 'builtin',
    ldapSpecificInfo: { username: '' },
    openIDSpecificInfo: { configName: '', userID: '', userIDClaim: '' },
  }

  test('describes a service account', async () => {
    const user = await newUser.with('writeonly')
    const { accessKey } = await newServiceAccount(user, { name: 'a-name', policy: READ })
    expect((await info(accessKey)).json).toEqual({
      AccessKey: accessKey,
      parentUser: user.accessKey,
      accountStatus: 'on',
      impliedPolicy: false,
      policy: JSON.stringify(READ, null, 1),
      name: 'a-name',
      userType: 'Service Account',
      ...builtin,
    })
  })

  test('describes temporary credentials', async () => {
    const user = await newUser.with('writeonly')
    const { accessKey } = await assumeRole({ policy: JSON.stringify(READ) }, user)
    expect((await info(accessKey)).json).toEqual({
      AccessKey: accessKey,
      parentUser: user.accessKey,
      accountStatus: 'on',
      impliedPolicy: false,
      policy: JSON.stringify(READ, null, 1),
      expiration: expect.stringMatching(/^20\d\d-/),
      userType: 'STS',
      ...builtin,
    })
  })

  test("without a name describes the caller's key", async () => {
    const session = await assumeRole({}, await newUser.with('writeonly'))
    expect((await info('', session)).json).toMatchObject({ AccessKey: session.accessKey, impliedPolicy: true })
  })

  test("doesn't find users or unknown keys", async () => {
    const { accessKey } = await newUser.with()
    const none = 'The specified access key does not exist.'
    expect((await info(accessKey)).refusal).toBe(
      `404 XMinioAdminNoSuchAccessKey: ${none} (Specified access key does not exist)`,
    )
    expect((await info('ghost')).refusal).toBe(`404 XMinioAdminNoSuchAccessKey: ${none}`)
  })

  test("needs no permission for keys of the caller's own account", async () => {
    const [user, other] = [await newUser.with('readonly'), await newUser.with('readonly')]
    const { accessKey } = await newServiceAccount(user)
    expect((await info(accessKey, user)).status).toBe(200)
    expect((await info(accessKey, other)).refusal).toBe(ACCESS_DENIED)
    expect((await info('ghost', other)).refusal).toBe(ACCESS_DENIED)
    expect((await info('', other)).refusal).toBe(ACCESS_DENIED)
  })
})

describe('temporary-account-info', () => {
  const info = (accessKey: string, as = target.root) =>
    admin('GET', 'temporary-account-info', { query: { accessKey }, as })

  test('returns parent, policy and expiry', async () => {
    const user = await newUser.with('writeonly')
    const { accessKey } = await assumeRole({}, user)
    expect((await info(accessKey)).json).toEqual({
      parentUser: user.accessKey,
      accountStatus: 'on',
      impliedPolicy: true,
      policy: JSON.stringify(document(allow(['s3:PutObject'], '*')), null, 1),
      expiration: expect.stringMatching(/^20\d\d-/),
    })
  })

  test.each<[string, string]>([
    [
      'ghost',
      '500 InternalError: We encountered an internal error, please try again. (Specified temporary account does not exist)',
    ],
    ['', '400 InvalidRequest: Invalid Request'],
  ])('of "%s" is refused', async (accessKey, expected) => {
    expect((await info(accessKey)).refusal).toBe(expected)
  })

  test("requires a permission, even for the caller's own account", async () => {
    const user = await newUser.with('readwrite')
    const { accessKey } = await assumeRole({}, user)
    expect((await info(accessKey, user)).refusal).toBe(ACCESS_DENIED)
  })
})
