import { uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { differs, target } from '../target.ts'
import {
  ACCESS_DENIED,
  admin,
  allow,
  document,
  NO_SUCH_GROUP,
  NO_SUCH_POLICY,
  NO_SUCH_USER,
  NOT_ALLOWED,
  newGroup,
  newPolicy,
  newServiceAccount,
  newUser,
  succeed,
  UNKNOWN_CALL,
} from './iam-calls.ts'

const infoOf = async (accessKey: string) => (await succeed('GET', 'user-info', { query: { accessKey } })).json
const groupOf = async (group: string) => (await succeed('GET', 'group', { query: { group } })).json

describe('set-user-or-group-policy', () => {
  const set = (policyName: string, userOrGroup: string, isGroup = 'false') =>
    admin('PUT', 'set-user-or-group-policy', { query: { policyName, userOrGroup, isGroup } })

  test('replaces the policies of a user', async () => {
    const { accessKey } = await newUser.with('readonly', 'diagnostics')
    expect((await set('writeonly', accessKey)).status).toBe(200)
    expect(await infoOf(accessKey)).toMatchObject({ policyName: 'writeonly' })
  })

  test('replaces the policies of a group, even of a disabled one', async () => {
    const group = await newGroup([], 'readonly')
    await succeed('PUT', 'set-group-status', { query: { group, status: 'disabled' } })
    expect((await set('writeonly,diagnostics', group, 'true')).status).toBe(200)
    await succeed('PUT', 'set-group-status', { query: { group, status: 'enabled' } })
    expect(await groupOf(group)).toMatchObject({ policy: 'writeonly,diagnostics' })
  })

  test('detaches all policies when given none, even if none was attached', async () => {
    const { accessKey } = await newUser.with('readonly')
    expect((await set('', accessKey)).status).toBe(200)
    expect((await set('', accessKey)).status).toBe(200)
    expect(await infoOf(accessKey)).not.toHaveProperty('policyName')
  })

  test('attaches the same policies again', async () => {
    const { accessKey } = await newUser.with('readonly', 'diagnostics')
    expect((await set('readonly,diagnostics', accessKey)).status).toBe(200)
    expect(await infoOf(accessKey)).toMatchObject({ policyName: 'readonly,diagnostics' })
  })

  test.each<[string, string, string]>([
    ['readonly,,writeonly,', 'readonly,writeonly', ',,readonly,writeonly'],
    ['readonly,readonly', 'readonly', 'readonly,readonly'],
  ])('reads the list "%s"', async (list, engine, minio) => {
    const { accessKey } = await newUser.with()
    expect((await set(list, accessKey)).status).toBe(200)
    const { policyName } = (await infoOf(accessKey)) as { policyName: string }
    expect(policyName.split(',').toSorted().join(',')).toBe(
      differs({ engine, minio }, 'MinIO keeps empty and repeated names'),
    )
  })

  test('attaches to a disabled user', async () => {
    const { accessKey } = await newUser.with('readonly')
    const encrypted = { policies: ['diagnostics'], user: accessKey }
    await succeed('PUT', 'set-user-status', { query: { accessKey, status: 'disabled' } })
    const found = '200'
    const unknown = '404 XMinioAdminNoSuchUser'
    const reason = 'in MinIO, a disabled user counts as unknown'
    expect((await set('writeonly', accessKey)).outcome).toBe(differs({ engine: found, minio: unknown }, reason))
    expect((await set('', accessKey)).outcome).toBe(differs({ engine: found, minio: unknown }, reason))
    expect((await admin('POST', 'idp/builtin/policy/attach', { encrypted })).outcome).toBe(
      differs({ engine: found, minio: unknown }, reason),
    )
  })

  test('changes nothing when one of the policies does not exist', async () => {
    const { accessKey } = await newUser.with('readonly')
    expect((await set('writeonly,ghost', accessKey)).refusal).toBe(NO_SUCH_POLICY)
    expect(await infoOf(accessKey)).toMatchObject({ policyName: 'readonly' })
  })

  test.each<[string, string, string, string]>([
    ['readonly', 'ghost', 'false', NO_SUCH_USER],
    ['readonly', '', 'false', NO_SUCH_USER],
    ['readonly', 'ghost-group', 'true', NO_SUCH_GROUP],
    ['readonly', 'ghost', 'perhaps', UNKNOWN_CALL],
  ])('refuses "%s" for "%s", group: %s', async (policy, name, isGroup, expected) => {
    expect((await set(policy, name, isGroup)).refusal).toBe(expected)
  })

  test('rejects root and missing parameters', async () => {
    expect((await set('readonly', target.root.accessKey)).refusal).toBe(NOT_ALLOWED)
    expect((await admin('PUT', 'set-user-or-group-policy', { query: { policyName: 'readonly' } })).refusal).toBe(
      UNKNOWN_CALL,
    )
  })

  test('requires a permission', async () => {
    const as = await newUser.with('readwrite')
    const query = { policyName: 'consoleAdmin', userOrGroup: as.accessKey, isGroup: 'false' }
    expect((await admin('PUT', 'set-user-or-group-policy', { query, as })).refusal).toBe(ACCESS_DENIED)
  })
})

describe.each(['user', 'group'] as const)('attach and detach, %s', (kind) => {
  const update = (operation: string, encrypted: object, more: object = {}) =>
    admin('POST', `idp/builtin/policy/${operation}`, { encrypted, ...more })
  const newEntity = async (...policies: string[]) =>
    kind === 'user' ? (await newUser.with(...policies)).accessKey : newGroup([], ...policies)
  const attached = async (name: string): Promise<string[]> => {
    const { json } = await succeed('GET', 'idp/builtin/policy-entities', { query: { [kind]: name } })
    const { userMappings = [], groupMappings = [] } = json as Record<string, { policies: string[] }[]>
    return [...userMappings, ...groupMappings].flatMap(({ policies }) => policies)
  }
  const alreadyApplied: string =
    '400 XMinioAdminPolicyChangeAlreadyApplied: The specified policy change is already in effect. (Specified policy update has no net effect)'

  test('attach and detach policies and return which ones', async () => {
    const name = await newEntity()
    expect((await update('attach', { policies: ['writeonly', 'readonly'], [kind]: name })).json).toEqual({
      policiesAttached: ['readonly', 'writeonly'],
      updatedAt: expect.stringMatching(/^20\d\d-/),
    })
    const second = await update('attach', { policies: ['readonly', 'diagnostics'], [kind]: name })
    expect(second.json).toMatchObject({ policiesAttached: ['diagnostics'] })
    expect(await attached(name)).toEqual(['diagnostics', 'readonly', 'writeonly'])
    const third = await update('detach', { policies: ['readonly', 'ghost'], [kind]: name })
    expect(third.json).toMatchObject({ policiesDetached: ['readonly'] })
    expect(await attached(name)).toEqual(['diagnostics', 'writeonly'])
  })

  test('report that nothing changes', async () => {
    const name = await newEntity('readonly')
    expect((await update('attach', { policies: ['readonly'], [kind]: name })).refusal).toBe(alreadyApplied)
    expect((await update('detach', { policies: ['writeonly'], [kind]: name })).refusal).toBe(alreadyApplied)
  })

  test('attach nothing when one of the policies does not exist', async () => {
    const name = await newEntity('readonly')
    expect((await update('attach', { policies: ['writeonly', 'ghost'], [kind]: name })).refusal).toBe(NO_SUCH_POLICY)
    expect(await attached(name)).toEqual(['readonly'])
  })

  test('reject unknown users and groups', async () => {
    const expected = kind === 'user' ? NO_SUCH_USER : NO_SUCH_GROUP
    expect((await update('attach', { policies: ['readonly'], [kind]: 'ghost' })).refusal).toBe(expected)
    expect((await update('detach', { policies: ['readonly'], [kind]: 'ghost' })).refusal).toBe(expected)
  })

  test('require a policy', async () => {
    const internal = (reason: string) =>
      `500 InternalError: We encountered an internal error, please try again. (${reason})`
    const name = await newEntity()
    expect((await update('attach', { policies: [], [kind]: name })).refusal).toBe(
      internal('no policy names were given'),
    )
    expect((await update('attach', { policies: [''], [kind]: name })).refusal).toBe(
      internal('an empty policy name was given'),
    )
  })

  test('take effect immediately', async () => {
    const user = await newUser.with()
    const name = kind === 'user' ? user.accessKey : await newGroup([user.accessKey])
    const statements = async () =>
      (await admin('GET', 'accountinfo', { as: user })).json as { Policy: { Statement: unknown } }
    expect((await statements()).Policy.Statement).toBeNull()
    await update('attach', { policies: ['writeonly'], [kind]: name })
    expect((await statements()).Policy.Statement).toEqual([allow(['s3:PutObject'], '*')])
    await update('detach', { policies: ['writeonly'], [kind]: name })
    expect((await statements()).Policy.Statement).toBeNull()
  })

  test('require a permission', async () => {
    const as = await newUser.with('readwrite')
    const response = await update('attach', { policies: ['consoleAdmin'], [kind]: as.accessKey }, { as })
    expect(response.refusal).toBe(ACCESS_DENIED)
  })
})

describe('Odd names', () => {
  const NAMES = ['with space', 'plus+plus', 'sl/ash', 'per%cent', 'dou"ble', "quo'te&<b>", 'ünïcödé', 'x'.repeat(100)]
  const sample = document(allow(['s3:GetObject'], '*'))

  test.each(NAMES)('of policies, users and groups: %s', async (odd) => {
    const name = `${odd}${uniqueName('')}`
    const [set, attached] = [await newPolicy(sample, `${name}-set`), await newPolicy(sample, `${name}-attached`)]
    await newUser.named(name, set)
    await succeed('PUT', 'update-group-members', { plain: { group: name, members: [name], isRemove: false } })
    await succeed('PUT', 'set-user-or-group-policy', { query: { policyName: set, userOrGroup: name, isGroup: 'true' } })
    for (const kind of ['user', 'group']) {
      const encrypted = { policies: [attached], [kind]: name }
      const { json } = await succeed('POST', 'idp/builtin/policy/attach', { encrypted })
      expect(json).toMatchObject({ policiesAttached: [attached] })
    }
    expect(await infoOf(name)).toMatchObject({ policyName: `${attached},${set}`, memberOf: [name] })
    expect(await groupOf(name)).toMatchObject({ name, members: [name], policy: `${attached},${set}` })
    const entities = async (query: Record<string, string>) =>
      (await succeed('GET', 'idp/builtin/policy-entities', { query })).json
    expect(await entities({ policy: set })).toMatchObject({
      policyMappings: [{ policy: set, users: [name], groups: [name] }],
    })
    expect(await entities({ user: name })).toMatchObject({
      userMappings: [
        { user: name, policies: [attached, set], memberOfMappings: [{ group: name, policies: [attached, set] }] },
      ],
    })
    expect(await entities({ group: name })).toMatchObject({
      groupMappings: [{ group: name, policies: [attached, set] }],
    })
  })
})

describe('attach', () => {
  const attach = (options: object) => admin('POST', 'idp/builtin/policy/attach', options)

  test.each<[string, object, string]>([
    [
      'both a user and a group',
      { policies: ['readonly'], user: 'u', group: 'g' },
      'either a group or a user association must be given, not both',
    ],
    ['neither', { policies: ['readonly'] }, 'no user or group association was given'],
  ])('refuses %s', async (_, encrypted, reason) => {
    expect((await attach({ encrypted })).refusal).toBe(
      `500 InternalError: We encountered an internal error, please try again. (${reason})`,
    )
  })

  test('rejects root and a disabled group', async () => {
    expect((await attach({ encrypted: { policies: ['readonly'], user: target.root.accessKey } })).refusal).toBe(
      NOT_ALLOWED,
    )
    const group = await newGroup([])
    await succeed('PUT', 'set-group-status', { query: { group, status: 'disabled' } })
    expect((await attach({ encrypted: { policies: ['readonly'], group } })).refusal).toBe(
      '500 InternalError: We encountered an internal error, please try again. (Specified group is disabled)',
    )
  })

  test.each<[string, object, string]>([
    [
      'another content type',
      { encrypted: { policies: ['readonly'], user: 'ghost' }, contentType: 'application/json' },
      '400 BadRequest: 400 BadRequest',
    ],
    ['an unencrypted body', { plain: { policies: ['readonly'], user: 'ghost' } }, '400 BadRequest: 400 BadRequest'],
  ])('refuses %s', async (_, options, expected) => {
    expect((await attach(options)).refusal).toBe(expected)
  })

  test('rejects invalid JSON', async () => {
    expect((await attach({ encrypted: '{' })).outcome).toBe('500 InternalError')
  })

  test('rejects operations other than attach and detach', async () => {
    const encrypted = { policies: ['readonly'], user: 'ghost' }
    const response = await admin('POST', 'idp/builtin/policy/perhaps', { encrypted })
    expect(response.refusal).toBe('400 XMinioAdminInvalidArgument: Invalid arguments specified.')
  })
})

describe('policy-entities', () => {
  const entities = async (query: Record<string, string>) =>
    (await succeed('GET', 'idp/builtin/policy-entities', { query })).json

  test('lists the users and groups of a policy', async () => {
    const policy = await newPolicy(document(allow(['s3:GetObject'], '*')))
    const { accessKey } = await newUser.with(policy)
    const group = await newGroup([], policy)
    expect(await entities({ policy })).toEqual({
      timestamp: expect.stringMatching(/^20\d\d-/),
      policyMappings: [{ policy, users: [accessKey], groups: [group] }],
    })
  })

  test('lists no groups for a policy attached to one user only', async () => {
    const policy = await newPolicy(document(allow(['s3:GetObject'], '*')))
    const { accessKey } = await newUser.with(policy)
    expect(await entities({ policy })).toMatchObject({ policyMappings: [{ policy, users: [accessKey], groups: null }] })
  })

  test('lists the policies of a user and of its groups', async () => {
    const { accessKey: user } = await newUser.with('readonly')
    const group = await newGroup([user], 'writeonly')
    expect(await entities({ user })).toMatchObject({
      userMappings: [{ user, policies: ['readonly'], memberOfMappings: [{ group, policies: ['writeonly'] }] }],
    })
  })

  test('lists the policies of a group', async () => {
    const group = await newGroup([], 'writeonly', 'diagnostics')
    expect(await entities({ group })).toMatchObject({
      groupMappings: [{ group, policies: ['diagnostics', 'writeonly'] }],
    })
  })

  test('lists a user and a group without policies', async () => {
    const { accessKey: user } = await newUser.with()
    const group = await newGroup([user])
    expect(await entities({ user })).toEqual({ timestamp: expect.any(String) })
    expect(await entities({ group })).toEqual({ timestamp: expect.any(String) })
  })

  test.each<Record<string, string>>([{ user: 'ghost' }, { group: 'ghost' }, { policy: 'ghost' }])(
    'of %j: nothing',
    async (query) => {
      expect(await entities(query)).toEqual({ timestamp: expect.any(String) })
    },
  )

  test('lists several users, groups and policies in one call, sorted and once each, without unknown ones', async () => {
    const policy = await newPolicy(document(allow(['s3:GetObject'], '*')))
    const users = [await newUser.with(policy), await newUser.named(`sl/ash ü+%"${uniqueName('')}`, 'readonly')]
    const names = users.map(({ accessKey }) => accessKey).sort()
    const groups = [await newGroup([], policy), await newGroup([], 'writeonly')].sort()
    const wanted = { user: [...names, ...names, 'ghost'], group: [...groups, 'ghost'], policy: [policy, 'ghost'] }
    const query = Object.entries(wanted).flatMap(([name, values]) =>
      values.toReversed().map((value) => `${name}=${encodeURIComponent(value)}`),
    )
    const { json } = await succeed('GET', `idp/builtin/policy-entities?${query.join('&')}`)
    expect(json).toMatchObject({
      userMappings: names.map((user) => ({ user })),
      groupMappings: groups.map((group) => ({ group })),
      policyMappings: [{ policy, users: [users[0]?.accessKey], groups: [expect.any(String)] }],
    })
  })

  test('lists all attached policies by default', async () => {
    const policy = await newPolicy(document(allow(['s3:GetObject'], '*')))
    const unused = await newPolicy(document(allow(['s3:GetObject'], '*')))
    await newUser.with(policy)
    const { policyMappings } = (await entities({})) as { policyMappings: { policy: string }[] }
    const names = policyMappings.map((mapping) => mapping.policy)
    expect(names).toContain(policy)
    expect(names).not.toContain(unused)
    expect(names).toEqual(names.toSorted())
  })

  test('requires a permission', async () => {
    const as = await newUser.with('readwrite')
    expect((await admin('GET', 'idp/builtin/policy-entities', { as })).refusal).toBe(ACCESS_DENIED)
  })
})

describe('LDAP, which is not configured', () => {
  test.each(['attach', 'detach'])('has no policies to %s', async (operation) => {
    const encrypted = { policies: ['readonly'], user: uniqueName() }
    expect((await admin('POST', `idp/ldap/policy/${operation}`, { encrypted })).refusal).toBe(
      '501 XMinioLDAPNotEnabled: LDAP is not enabled. LDAP must be enabled to make LDAP requests.',
    )
  })

  test('has no keys of one of its users', async () => {
    const query = { userDN: 'uid=ada,dc=example,dc=org', listType: 'all' }
    expect((await admin('GET', 'idp/ldap/list-access-keys', { query })).refusal).toBe(
      '500 InternalError: We encountered an internal error, please try again. (LDAP is not configured)',
    )
    expect((await admin('GET', 'idp/ldap/list-access-keys', { query: { listType: 'all' } })).refusal).toBe(UNKNOWN_CALL)
  })

  test('refuses callers without permission first', async () => {
    const as = await newUser.with('readwrite')
    expect((await admin('GET', 'idp/ldap/policy-entities', { as })).refusal).toBe(ACCESS_DENIED)
    const query = { listType: 'all', all: 'true' }
    expect((await admin('GET', 'idp/ldap/list-access-keys-bulk', { query, as })).refusal).toBe(ACCESS_DENIED)
  })

  test('has no entities and no keys, and issues none', async () => {
    expect((await admin('GET', 'idp/ldap/policy-entities')).refusal).toBe(NOT_ALLOWED)
    expect((await admin('GET', 'idp/ldap/list-access-keys-bulk', { query: { listType: 'all' } })).refusal).toBe(
      '500 InternalError: We encountered an internal error, please try again. (LDAP is not configured)',
    )
    expect((await admin('PUT', 'idp/ldap/add-service-account', { encrypted: {} })).outcome).toBe(
      '501 XMinioLDAPNotEnabled',
    )
  })
})

test('service accounts have no policies attached', async () => {
  const { accessKey } = await newServiceAccount(await newUser.with('readonly'), {
    expiration: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const query = { policyName: 'readonly', userOrGroup: accessKey, isGroup: 'false' }
  expect((await admin('PUT', 'set-user-or-group-policy', { query })).refusal).toBe(NOT_ALLOWED)
})
