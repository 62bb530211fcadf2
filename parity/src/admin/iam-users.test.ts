import { uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { assumeRole } from '../sts/session.ts'
import { differs, given, request, target } from '../target.ts'
import {
  ACCESS_DENIED,
  admin,
  allow,
  attach,
  document,
  INVALID_ARGUMENT,
  NO_SUCH_USER,
  NOT_ALLOWED,
  newGroup,
  newPolicy,
  newServiceAccount,
  newUser,
  SECRET,
  succeed,
  UNKNOWN_CALL,
} from './iam-calls.ts'

const NO_TIME = '0001-01-01T00:00:00Z'

const info = async (name: string) => (await succeed('GET', 'user-info', { query: { accessKey: name } })).json

describe('add-user', () => {
  test('creates a user', async () => {
    const { accessKey } = await newUser.with()
    expect(await info(accessKey)).toEqual({ status: 'enabled', updatedAt: NO_TIME })
  })

  test('replaces the secret key of an existing user with immediate effect', async () => {
    const user = await newUser.with('readwrite')
    const bucket = await given.bucket()
    const encrypted = { secretKey: 'another-secret', status: 'enabled' }
    await succeed('PUT', 'add-user', { query: { accessKey: user.accessKey }, encrypted })
    const list = (secretKey: string) => request({ method: 'GET', bucket, credentials: { ...user, secretKey } })
    expect((await list(SECRET)).outcome).toBe('403 SignatureDoesNotMatch')
    expect((await list('another-secret')).status).toBe(200)
    expect(await info(user.accessKey)).toMatchObject({ policyName: 'readwrite' })
  })

  test.each([
    ['enabled', 'enabled'],
    ['on', 'enabled'],
    ['disabled', 'disabled'],
    ['', 'disabled'],
    ['perhaps', 'disabled'],
  ])('maps the status "%s" to %s', async (status, shown) => {
    const accessKey = uniqueName('user')
    await succeed('PUT', 'add-user', { query: { accessKey }, encrypted: { secretKey: SECRET, status } })
    expect(await info(accessKey)).toMatchObject({ status: shown })
  })

  test.each([
    'with space',
    'plus+plus',
    'sl/ash',
    'per%cent',
    "quo'te&<",
    'dou"ble',
    '<b>markup</b>',
    'back\\slash',
    'hash#?query',
    'dots..',
    'a@b.example',
    'semi;colon',
    'x'.repeat(100),
  ])('accepts the name %s, and its keys work', async (odd) => {
    const user = await newUser.named(`${odd}${uniqueName('')}`, 'readwrite')
    expect(await info(user.accessKey)).toMatchObject({ policyName: 'readwrite' })
    expect((await admin('GET', 'accountinfo', { as: user })).json).toMatchObject({ AccountName: user.accessKey })
  })

  test.each(['ünïcödé', '日本語', 'decomposed-e\u0301', 'right-to-left-\u202egnp', 'tab\tkey'])(
    'accepts the name %s, and its keys work',
    async (odd) => {
      const user = await newUser.named(`${odd}${uniqueName('')}`, 'readwrite')
      const { accessKey } = user
      expect((await admin('GET', 'accountinfo', { as: user })).json).toMatchObject({ AccountName: accessKey })
      expect((await succeed('GET', 'list-users')).json).toHaveProperty([accessKey, 'policyName'], 'readwrite')
      expect(await info(accessKey)).toMatchObject({ policyName: 'readwrite' })
    },
  )

  test.each(['ü'.repeat(100), '日'.repeat(70)])('accepts the name %s of at most 255 bytes', async (odd) => {
    const { accessKey } = await newUser.named(`${odd}${uniqueName('')}`)
    expect(await info(accessKey)).toMatchObject({ status: 'enabled' })
  })

  test('accepts a secret key of more than 40 characters', async () => {
    const accessKey = uniqueName('user')
    const secretKey = 's'.repeat(200)
    await succeed('PUT', 'add-user', { query: { accessKey }, encrypted: { secretKey, status: 'enabled' } })
    expect((await admin('GET', 'accountinfo', { as: { accessKey, secretKey } })).status).toBe(200)
  })

  test('changes the status of an existing user and keeps its policies, groups and keys', async () => {
    const user = await newUser.with('readonly')
    const group = await newGroup([user.accessKey])
    const service = await newServiceAccount(user)
    for (const status of ['disabled', 'enabled']) {
      await succeed('PUT', 'add-user', {
        query: { accessKey: user.accessKey },
        encrypted: { secretKey: SECRET, status },
      })
      expect(await info(user.accessKey)).toMatchObject({ policyName: 'readonly', memberOf: [group], status })
    }
    expect((await admin('GET', 'accountinfo', { as: user })).status).toBe(200)
    expect((await request({ method: 'GET', credentials: service })).status).toBe(200)
  })

  test.each([
    ['al', SECRET, 400, 'XMinioAdminInvalidAccessKey', '(access key length should be between 3 and 20)'],
    ['', SECRET, 400, 'XMinioAdminInvalidAccessKey', '(access key length should be between 3 and 20)'],
    ['a=b', SECRET, 400, 'XMinioAdminInvalidAccessKey', "(access key contains one of reserved characters '=' or ',')"],
    ['a,b', SECRET, 400, 'XMinioAdminInvalidAccessKey', "(access key contains one of reserved characters '=' or ',')"],
    ['long-enough', '1234567', 400, 'XMinioAdminInvalidSecretKey', '(secret key length should be between 8 and 40)'],
    [' leading', SECRET, 400, 'XMinioInvalidResource', 'begin or end with space characters'],
    ['trailing ', SECRET, 400, 'XMinioInvalidResource', 'begin or end with space characters'],
  ])('rejects the access key "%s" with the secret key "%s"', async (accessKey, secretKey, status, code, sentence) => {
    const response = await admin('PUT', 'add-user', {
      query: { accessKey },
      encrypted: { secretKey, status: 'enabled' },
    })
    expect(response.outcome).toBe(`${status} ${code}`)
    expect(response.message).toContain(sentence)
  })

  test.each(['.', '..', 'a/../b', './a'])('rejects the name %s, which is a relative path', async (accessKey) => {
    const encrypted = { secretKey: SECRET, status: 'enabled' }
    const response = await admin('PUT', 'add-user', { query: { accessKey }, encrypted })
    expect(response.outcome).toBe('400 XMinioInvalidResourceName')
  })

  test('rejects a name longer than 255 bytes', async () => {
    const query = { accessKey: 'x'.repeat(256) }
    const response = await admin('PUT', 'add-user', { query, encrypted: { secretKey: SECRET, status: 'enabled' } })
    expect(response.outcome).toBe('400 XMinioInvalidObjectName')
  })

  test('rejects the name of root and of a service account', async () => {
    const { accessKey } = await newServiceAccount(target.root)
    for (const name of [target.root.accessKey, accessKey]) {
      const encrypted = { secretKey: SECRET, status: 'enabled' }
      expect((await admin('PUT', 'add-user', { query: { accessKey: name }, encrypted })).refusal).toBe(
        '403 XMinioInvalidIAMCredentials: Credential is not allowed to be same as admin access key',
      )
    }
  })

  test.each([
    ['not JSON', { encrypted: '{' }],
    ['a number as the secret key', { encrypted: { secretKey: 12345678, status: 'enabled' } }],
    ['not encrypted', { plain: { secretKey: SECRET, status: 'enabled' } }],
    ['nothing', {}],
  ])('rejects a body: %s', async (_, body) => {
    const response = await admin('PUT', 'add-user', { query: { accessKey: uniqueName('user') }, ...body })
    expect(response.refusal).toBe('400 XMinioAdminConfigBadJSON: JSON configuration provided is of incorrect format')
  })

  test('does not attach policies', async () => {
    const query = { accessKey: uniqueName('user') }
    const encrypted = { secretKey: SECRET, status: 'enabled', policy: 'readwrite' }
    expect((await admin('PUT', 'add-user', { query, encrypted })).outcome).toBe(
      differs({ engine: '501 NotImplemented', minio: '200' }, 'MinIO accepts the policy and ignores it'),
    )
  })

  test('requires a name', async () => {
    expect((await admin('PUT', 'add-user')).refusal).toBe(UNKNOWN_CALL)
  })

  test('requires a permission', async () => {
    const plain = await newUser.with('readwrite')
    const encrypted = { secretKey: SECRET, status: 'enabled' }
    const response = await admin('PUT', 'add-user', { query: { accessKey: uniqueName('user') }, encrypted, as: plain })
    expect(response.refusal).toBe(ACCESS_DENIED)
  })
})

describe('The secret key of the caller', () => {
  const change = (as: { accessKey: string; secretKey: string }, name = as.accessKey) =>
    admin('PUT', 'add-user', {
      query: { accessKey: name },
      encrypted: { secretKey: 'another-secret', status: 'enabled' },
      as,
    })

  test('can be changed by a user with any policy', async () => {
    const user = await newUser.with('writeonly')
    expect((await change(user)).status).toBe(200)
    const now = { ...user, secretKey: 'another-secret' }
    expect((await admin('GET', 'accountinfo', { as: now })).status).toBe(200)
    expect((await admin('GET', 'accountinfo', { as: user })).outcome).toBe('403 SignatureDoesNotMatch')
  })

  test("can't be changed without a policy or with a Deny", async () => {
    expect((await change(await newUser.with())).refusal).toBe(ACCESS_DENIED)
    const denied = await newUser.allowed(allow(['s3:*'], '*'), { Effect: 'Deny', Action: ['admin:CreateUser'] })
    expect((await change(denied)).refusal).toBe(ACCESS_DENIED)
  })

  test('can be changed with a policy of a group only', async () => {
    const user = await newUser.with()
    await newGroup([user.accessKey], 'writeonly')
    expect((await change(user)).status).toBe(200)
  })

  test("can't be changed with a service account or temporary credentials", async () => {
    const user = await newUser.with('consoleAdmin')
    for (const derived of [await newServiceAccount(user), await assumeRole({}, user)]) {
      expect((await change(derived, user.accessKey)).refusal).toBe(
        '403 XMinioInvalidIAMCredentials: Credential is not allowed to be same as admin access key',
      )
    }
  })

  test('can be changed together with the status', async () => {
    const user = await newUser.with('readwrite')
    const encrypted = { secretKey: SECRET, status: 'disabled' }
    expect((await admin('PUT', 'add-user', { query: { accessKey: user.accessKey }, encrypted, as: user })).status).toBe(
      200,
    )
    expect(await info(user.accessKey)).toMatchObject({ status: 'disabled' })
  })
})

describe('user-info', () => {
  test('returns policies, groups and status', async () => {
    const { accessKey } = await newUser.with('readonly', 'diagnostics')
    const group = await newGroup([accessKey], 'writeonly')
    expect(await info(accessKey)).toEqual({
      policyName: 'readonly,diagnostics',
      status: 'enabled',
      memberOf: [group],
      updatedAt: expect.stringMatching(/^20\d\d-/),
    })
  })

  test.each([
    ['ghost', NO_SUCH_USER],
    ['', INVALID_ARGUMENT],
  ])('of "%s" is refused', async (accessKey, expected) => {
    expect((await admin('GET', 'user-info', { query: { accessKey } })).refusal).toBe(expected)
  })

  test("doesn't find root or service accounts", async () => {
    const { accessKey } = await newServiceAccount(target.root)
    const of = (name: string) => admin('GET', 'user-info', { query: { accessKey: name } })
    expect((await of(target.root.accessKey)).refusal).toBe(NO_SUCH_USER)
    expect((await of(accessKey)).refusal).toBe(NOT_ALLOWED)
  })

  test('needs no permission for the caller itself', async () => {
    const [one, other] = [await newUser.with('readonly'), await newUser.with('readonly')]
    const of = (name: string) => admin('GET', 'user-info', { query: { accessKey: name }, as: one })
    expect((await of(one.accessKey)).status).toBe(200)
    expect((await of(other.accessKey)).refusal).toBe(ACCESS_DENIED)
  })
})

describe('list-users', () => {
  test('lists users but not root or service accounts', async () => {
    const { accessKey } = await newUser.with('readonly')
    const service = await newServiceAccount({ accessKey, secretKey: SECRET })
    const { json } = await succeed('GET', 'list-users')
    expect(json).toMatchObject({ [accessKey]: { policyName: 'readonly', status: 'enabled' } })
    expect(Object.keys(json as object)).not.toContain(target.root.accessKey)
    expect(Object.keys(json as object)).not.toContain(service.accessKey)
  })

  test('lists the users with a policy on a given bucket', async () => {
    const bucket = await given.bucket()
    const policy = await newPolicy(document(allow(['s3:ListBucket'], bucket)))
    const other = await newPolicy(document(allow(['s3:ListBucket'], 'another')))
    const { accessKey } = await newUser.with(policy, other)
    const stranger = await newUser.with(other)
    const { json } = await succeed('GET', 'list-users', { query: { bucket } })
    expect(json).toMatchObject({ [accessKey]: { policyName: policy, status: 'enabled', updatedAt: NO_TIME } })
    expect(Object.keys(json as object)).not.toContain(stranger.accessKey)
  })

  test('lists, of a given bucket, the policies of groups of users with their own policies', async () => {
    const bucket = await given.bucket()
    const policy = await newPolicy(document(allow(['s3:ListBucket'], bucket)))
    const [own, none] = [await newUser.with('diagnostics'), await newUser.with()]
    await newGroup([own.accessKey, none.accessKey], policy)
    const { json } = await succeed('GET', 'list-users', { query: { bucket } })
    expect(json).toMatchObject({ [own.accessKey]: { policyName: expect.stringContaining(policy) } })
    expect(json).not.toHaveProperty([none.accessKey])
  })

  test('rejects an empty bucket name', async () => {
    expect((await admin('GET', 'list-users', { query: { bucket: '' } })).refusal).toBe(INVALID_ARGUMENT)
  })

  test('requires a permission', async () => {
    expect((await admin('GET', 'list-users', { as: await newUser.with('readwrite') })).refusal).toBe(ACCESS_DENIED)
  })
})

describe('set-user-status', () => {
  const set = (accessKey: string, status: string) => admin('PUT', 'set-user-status', { query: { accessKey, status } })

  test('disables a user immediately and enables it again', async () => {
    const user = await newUser.with('readwrite')
    expect((await set(user.accessKey, 'disabled')).status).toBe(200)
    expect((await admin('GET', 'accountinfo', { as: user })).refusal).toBe(
      '403 InvalidAccessKeyId: Your account is disabled; please contact your administrator.',
    )
    expect((await set(user.accessKey, 'enabled')).status).toBe(200)
    expect((await admin('GET', 'accountinfo', { as: user })).status).toBe(200)
  })

  test('keeps policies and groups', async () => {
    const { accessKey } = await newUser.with('readonly')
    const group = await newGroup([accessKey])
    await set(accessKey, 'disabled')
    expect(await info(accessKey)).toMatchObject({ policyName: 'readonly', memberOf: [group], status: 'disabled' })
  })

  test.each([
    ['ghost', 'enabled', NO_SUCH_USER],
    ['ghost', 'maybe', INVALID_ARGUMENT],
    ['', 'maybe', NO_SUCH_USER],
  ])('refuses "%s" and "%s"', async (accessKey, status, expected) => {
    expect((await set(accessKey, status)).refusal).toBe(expected)
  })

  test('rejects the caller itself and a service account', async () => {
    expect((await set(target.root.accessKey, 'disabled')).refusal).toBe(INVALID_ARGUMENT)
    const { accessKey } = await newServiceAccount(await newUser.with('readonly'))
    expect((await set(accessKey, 'disabled')).refusal).toBe(NOT_ALLOWED)
  })

  test('requires admin:EnableUser, also to disable a user', async () => {
    const user = await newUser.with()
    const enabler = await newUser.allowed({ Effect: 'Allow', Action: ['admin:EnableUser'] })
    const disabler = await newUser.allowed({ Effect: 'Allow', Action: ['admin:DisableUser'] })
    for (const status of ['disabled', 'enabled']) {
      const query = { accessKey: user.accessKey, status }
      expect((await admin('PUT', 'set-user-status', { query, as: enabler })).status).toBe(200)
      expect((await admin('PUT', 'set-user-status', { query, as: disabler })).refusal).toBe(ACCESS_DENIED)
    }
  })
})

describe('remove-user', () => {
  const remove = (accessKey: string, as = target.root) => admin('DELETE', 'remove-user', { query: { accessKey }, as })

  test('removes a user with its keys and memberships', async () => {
    const user = await newUser.with('readwrite')
    const service = await newServiceAccount(user)
    const group = await newGroup([user.accessKey])
    expect((await remove(user.accessKey)).status).toBe(200)
    for (const as of [user, service]) {
      expect((await admin('GET', 'accountinfo', { as })).outcome).toBe('403 InvalidAccessKeyId')
    }
    expect((await succeed('GET', 'group', { query: { group } })).json).toMatchObject({ members: [] })
    expect((await admin('GET', 'user-info', { query: { accessKey: user.accessKey } })).refusal).toBe(NO_SUCH_USER)
  })

  test.each(['sl/ash', 'ünïcödé 100%+"'])('removes a user named %s with its keys and memberships', async (odd) => {
    const { accessKey } = await newUser.named(`${odd}${uniqueName('')}`, 'readwrite')
    const key = { accessKey: uniqueName('').slice(-18), secretKey: SECRET }
    await succeed('PUT', 'add-service-account', { encrypted: { ...key, targetUser: accessKey } })
    const group = await newGroup([accessKey], 'readonly')
    expect(await info(accessKey)).toMatchObject({ memberOf: [group] })
    expect((await request({ method: 'GET', credentials: key })).status).toBe(200)
    expect((await remove(accessKey)).status).toBe(200)
    expect((await request({ method: 'GET', credentials: key })).outcome).toBe('403 InvalidAccessKeyId')
    expect((await succeed('GET', 'group', { query: { group } })).json).toMatchObject({ members: [] })
    expect((await succeed('GET', 'list-users')).json).not.toHaveProperty([accessKey])
  })

  test('detaches its policies: a new user with the same name has none', async () => {
    const user = await newUser.with('consoleAdmin')
    await remove(user.accessKey)
    await newUser.named(user.accessKey)
    expect((await admin('GET', 'accountinfo', { as: user })).json).toMatchObject({
      Policy: { Version: '', Statement: null },
      Buckets: null,
    })
  })

  test('revokes sessions permanently', async () => {
    const user = await newUser.with('readwrite')
    const session = await assumeRole({}, user)
    await remove(user.accessKey)
    const bucket = await given.bucket()
    const use = async () => (await request({ method: 'GET', bucket, credentials: session })).outcome
    expect(await use()).toEqual(
      `403 ${differs(
        { engine: 'InvalidAccessKeyId', minio: 'AccessDenied' },
        'MinIO keeps the session without permissions',
      )}`,
    )
    await newUser.named(user.accessKey)
    await attach(user.accessKey, ['readwrite'])
    expect(await use()).toEqual(
      differs(
        { engine: '403 InvalidAccessKeyId', minio: '200' },
        'in MinIO, the sessions of a removed user become valid again with the next user of that name',
      ),
    )
  })

  test.each([
    ['ghost', NO_SUCH_USER],
    ['', NO_SUCH_USER],
  ])('of "%s" is refused', async (accessKey, expected) => {
    expect((await remove(accessKey)).refusal).toBe(expected)
  })

  test("doesn't remove root, the caller itself or service accounts", async () => {
    const user = await newUser.with('consoleAdmin')
    const { accessKey } = await newServiceAccount(user)
    expect((await remove(target.root.accessKey)).refusal).toBe(NO_SUCH_USER)
    expect((await remove(user.accessKey, user)).refusal).toBe(NOT_ALLOWED)
    expect((await remove(accessKey)).refusal).toBe(NOT_ALLOWED)
  })

  test('requires a permission', async () => {
    const [one, other] = [await newUser.with('readwrite'), await newUser.with()]
    expect((await remove(other.accessKey, one)).refusal).toBe(ACCESS_DENIED)
  })

  test('treats names with surrounding spaces as unknown', async () => {
    expect((await remove(' ghost')).refusal).toBe(NO_SUCH_USER)
  })
})
