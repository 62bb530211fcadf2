import { uniqueName } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { assumeRole } from '../sts/session.ts'
import { differs, given, request, target } from '../target.ts'
import {
  ACCESS_DENIED,
  admin,
  allow,
  document,
  NAME_INVALID,
  NOT_ALLOWED,
  newServiceAccount,
  newUser,
  succeed,
  UNKNOWN_CALL,
} from './iam-calls.ts'

const SERVICE_SECRET = 'secret-of-service'
const newKey = () =>
  uniqueName('')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(-18)
const add = (encrypted: unknown, as = target.root) => admin('PUT', 'add-service-account', { encrypted, as })
const info = (accessKey: string, as = target.root) => admin('GET', 'info-service-account', { query: { accessKey }, as })
const update = (accessKey: string, encrypted: unknown, as = target.root) =>
  admin('POST', 'update-service-account', { query: { accessKey }, encrypted, as })
const remove = (accessKey: string, as = target.root) =>
  admin('DELETE', 'delete-service-account', { query: { accessKey }, as })
/** Whole seconds, because MinIO keeps fractions sent with an update unchanged. */
const inHours = (hours: number) =>
  new Date(Math.floor(Date.now() / 1000) * 1000 + hours * 3_600_000).toISOString().replace('.000', '')

interface Described {
  parentUser: string
  accountStatus: string
  impliedPolicy: boolean
  policy: string
}

const described = async (accessKey: string) =>
  (await succeed('GET', 'info-service-account', { query: { accessKey } })).json as Described

const NOT_FOUND: string = '404 XMinioInvalidIAMCredentials: The specified service account is not found'

describe('add-service-account', () => {
  test('generates keys', async () => {
    const { json } = await succeed('PUT', 'add-service-account', { encrypted: {} })
    expect(json).toEqual({
      credentials: {
        accessKey: expect.stringMatching(/^[A-Z0-9]{20}$/),
        secretKey: expect.stringMatching(/^\S{40}$/),
        expiration: '1970-01-01T00:00:00Z',
      },
    })
  })

  test('accepts keys, name, description and an expiry', async () => {
    const user = await newUser.with('readonly')
    const accessKey = newKey()
    const expiration = inHours(1)
    const given = { accessKey, secretKey: SERVICE_SECRET, name: 'a-name_1', description: 'what it is for', expiration }
    const { json } = await succeed('PUT', 'add-service-account', {
      encrypted: { ...given, targetUser: user.accessKey },
    })
    expect(json).toEqual({ credentials: { accessKey, secretKey: SERVICE_SECRET, expiration } })
    expect(await described(accessKey)).toMatchObject({
      parentUser: user.accessKey,
      accountStatus: 'on',
      impliedPolicy: true,
      name: 'a-name_1',
      description: 'what it is for',
      expiration,
    })
  })

  test('accepts an embedded policy', async () => {
    const policy = document(allow(['s3:GetObject'], 'photos/*'))
    const { accessKey } = await newServiceAccount(await newUser.with('readwrite'), { policy })
    const { impliedPolicy, policy: shown } = await described(accessKey)
    expect([impliedPolicy, JSON.parse(shown)]).toEqual([false, policy])
  })

  test.each([null, {}, { foo: 1 }])('a policy of %j implies the permissions of the account', async (policy) => {
    const user = await newUser.with('writeonly')
    const { accessKey } = await newServiceAccount(user, { policy })
    const { impliedPolicy, policy: shown } = await described(accessKey)
    expect([impliedPolicy, JSON.parse(shown)]).toEqual([true, document(allow(['s3:PutObject'], '*'))])
  })

  test.each(['a=b', 'a/b', 'ünï', 'sp ace', 'per%'])('accepts the access key %s', async (odd) => {
    const accessKey = `${odd}${newKey()}`.slice(0, 18)
    await succeed('PUT', 'add-service-account', { encrypted: { accessKey, secretKey: SERVICE_SECRET } })
    expect(await described(accessKey)).toMatchObject({ parentUser: target.root.accessKey })
  })

  test.each<[string, object, string]>([
    [
      'a key without a secret',
      { accessKey: 'only-a-key' },
      '400 XMinioAdminNoSecretKey: No secret key was provided. (secret key must be specified if access key is specified)',
    ],
    [
      'a secret without a key',
      { secretKey: SERVICE_SECRET },
      '400 XMinioAdminNoAccessKey: No access key was provided. (access key must be specified if secret key is specified)',
    ],
    [
      'a key of two characters',
      { accessKey: 'ab', secretKey: SERVICE_SECRET },
      '400 XMinioAdminInvalidAccessKey: The access key is invalid. (access key length should be between 3 and 20)',
    ],
    [
      'a key of 21 characters',
      { accessKey: 'x'.repeat(21), secretKey: SERVICE_SECRET },
      '400 XMinioAdminInvalidAccessKey: The access key is invalid. (access key length should be between 3 and 20)',
    ],
    [
      'a secret of 7 characters',
      { accessKey: 'long-enough', secretKey: '1234567' },
      '400 XMinioAdminInvalidSecretKey: The secret key is invalid. (secret key length should be between 8 and 40)',
    ],
    [
      'a secret of 41 characters',
      { accessKey: 'long-enough', secretKey: 'x'.repeat(41) },
      '400 XMinioAdminInvalidSecretKey: The secret key is invalid. (secret key length should be between 8 and 40)',
    ],
    ['a key with a space before it', { accessKey: ' key', secretKey: SERVICE_SECRET }, NAME_INVALID],
    ['a name that begins with a digit', { name: '1bad' }, NAME_INVALID],
    ['a name of 33 characters', { name: 'x'.repeat(33) }, NAME_INVALID],
    ['a description of 257 bytes', { description: 'x'.repeat(257) }, NAME_INVALID],
    ['an expiry in the past', { expiration: inHours(-1) }, NAME_INVALID],
    [
      'an expiry in ten minutes',
      { expiration: new Date(Date.now() + 600_000).toISOString() },
      '500 InternalError: We encountered an internal error, please try again. (invalid service account expiration)',
    ],
    [
      'an expiry in two years',
      { expiration: inHours(2 * 365 * 24) },
      '500 InternalError: We encountered an internal error, please try again. (invalid service account expiration)',
    ],
    [
      'an unknown account',
      { targetUser: 'ghost' },
      '404 XMinioAdminNoSuchUser: Specified target user ghost does not exist',
    ],
    [
      'an unknown action',
      { policy: document(allow(['s3:Nope'], '*')) },
      "400 XMinioMalformedIAMPolicy: unsupported action 's3:Nope'",
    ],
    [
      'a policy of more than 4096 bytes',
      {
        policy: document(allow(['s3:GetObject'], ...Array.from({ length: 90 }, (_, at) => `${'b'.repeat(40)}${at}/*`))),
      },
      '400 XMinioIAMServiceAccountSessionPolicyTooLarge: Session policy should not exceed 2048 characters',
    ],
  ])('refuses %s', async (_, fields, expected) => {
    expect((await add(fields)).refusal).toBe(expected)
  })

  // The times are counted from when a test runs: those before it may take minutes on a busy machine.
  test.each<[string, () => object]>([
    ['a key of 3 characters', () => ({ accessKey: newKey().slice(-3), secretKey: SERVICE_SECRET })],
    ['a key of 20 characters', () => ({ accessKey: newKey().padStart(20, 'k'), secretKey: SERVICE_SECRET })],
    ['a secret of 8 characters', () => ({ accessKey: newKey(), secretKey: '12345678' })],
    ['a secret of 40 characters', () => ({ accessKey: newKey(), secretKey: 'x'.repeat(40) })],
    ['a name of 32 characters', () => ({ name: 'x'.repeat(32) })],
    ['a description of 256 bytes', () => ({ description: 'ü'.repeat(128) })],
    ['an expiry in 16 minutes', () => ({ expiration: inHours(16 / 60) })],
    ['an expiry in 364 days', () => ({ expiration: inHours(364 * 24) })],
  ])('accepts %s', async (_, fields) => {
    const response = await add(fields())
    expect(response.refusal).toBe('200')
    const { credentials } = response.json as { credentials: { accessKey: string; secretKey: string } }
    expect((await admin('GET', 'accountinfo', { as: credentials })).status).toBe(200)
  })

  test.each<[string, object]>([
    ['not JSON', { encrypted: '{' }],
    ['in clear', { plain: {} }],
    ['with an invalid expiry', { encrypted: { expiration: 'tomorrow' } }],
  ])('rejects a body %s', async (_, body) => {
    const response = await admin('PUT', 'add-service-account', body)
    expect(response.outcome).toBe('400 XMinioAdminConfigBadJSON')
    expect(response.message).toMatch(/^JSON configuration provided is of incorrect format/)
  })

  test('rejects access keys that already exist', async () => {
    const [user, other] = [await newUser.with('readonly'), await newUser.with('readonly')]
    const { accessKey } = await newServiceAccount(user)
    const taken = (more: object) => add({ accessKey, secretKey: SERVICE_SECRET, ...more })
    const refused = (sentence: string) =>
      `400 XMinioIAMServiceAccountNotAllowed: Specified service account action is not allowed: ${sentence}`
    expect((await taken({ targetUser: user.accessKey })).refusal).toBe(
      refused('the service account access key already taken'),
    )
    expect((await taken({ targetUser: other.accessKey })).refusal).toBe(
      refused('the service account access key is taken by another user'),
    )
    const short = await newUser.named(newKey())
    expect((await taken({ accessKey: short.accessKey })).refusal).toBe(
      refused('the service account access key is taken by another user'),
    )
    expect((await taken({ targetUser: short.accessKey, accessKey: short.accessKey })).refusal).toBe(NOT_ALLOWED)
    expect((await taken({ accessKey: target.root.accessKey })).refusal).toBe(
      '403 XMinioInvalidIAMCredentials: Credential is not allowed to be same as admin access key',
    )
  })

  test("needs no permission for the caller's own account, only some policy and no Deny", async () => {
    expect((await add({}, await newUser.with('writeonly'))).status).toBe(200)
    expect((await add({}, await newUser.with())).refusal).toBe(ACCESS_DENIED)
    const denied = await newUser.allowed(allow(['s3:*'], '*'), {
      Effect: 'Deny',
      Action: ['admin:CreateServiceAccount'],
    })
    expect((await add({}, denied)).refusal).toBe(ACCESS_DENIED)
  })

  test('requires a permission for another account', async () => {
    const [one, other] = [await newUser.with('readwrite'), await newUser.with('readwrite')]
    expect((await add({ targetUser: other.accessKey }, one)).refusal).toBe(ACCESS_DENIED)
    const may = await newUser.allowed({ Effect: 'Allow', Action: ['admin:CreateServiceAccount'] })
    expect((await add({ targetUser: other.accessKey }, may)).status).toBe(200)
  })

  test('has a lifetime that a policy can limit', async () => {
    const policy = {
      Effect: 'Deny' as const,
      Action: ['admin:CreateServiceAccount'],
      Condition: { NumericGreaterThan: { 'svc:DurationSeconds': ['7200'] } },
    }
    const user = await newUser.allowed(allow(['s3:*'], '*'), policy)
    expect((await add({ expiration: inHours(1) }, user)).status).toBe(200)
    expect((await add({ expiration: inHours(3) }, user)).refusal).toBe(ACCESS_DENIED)
  })

  test('created with derived keys belongs to their parent account', async () => {
    const user = await newUser.with('readwrite')
    const session = await assumeRole({}, user)
    for (const as of [await newServiceAccount(user), session]) {
      const { accessKey } = await newServiceAccount(as)
      expect(await described(accessKey)).toMatchObject({ parentUser: user.accessKey, impliedPolicy: true })
    }
  })

  test("can't be created with keys whose own policy does not allow it", async () => {
    const user = await newUser.with('readwrite')
    const policy = document(allow(['s3:*'], '*'))
    const narrow = await newServiceAccount(user, { policy })
    const session = await assumeRole({ policy: JSON.stringify(policy) }, user)
    expect((await add({}, narrow)).refusal).toBe(ACCESS_DENIED)
    expect((await add({}, session)).refusal).toBe(ACCESS_DENIED)
  })

  test("can't be created for a service account or a disabled user", async () => {
    const user = await newUser.with('readwrite')
    const { accessKey } = await newServiceAccount(user)
    expect((await add({ targetUser: accessKey })).refusal).toBe(
      '400 XMinioIAMServiceAccountNotAllowed: Specified service account action is not allowed: unable to create a service account for another service account',
    )
    await succeed('PUT', 'set-user-status', { query: { accessKey: user.accessKey, status: 'disabled' } })
    expect((await add({ targetUser: user.accessKey })).refusal).toBe(
      `404 XMinioAdminNoSuchUser: Specified target user ${user.accessKey} does not exist`,
    )
  })
})

describe('info-service-account', () => {
  test("returns the account's policy for an implied policy", async () => {
    const { accessKey } = await newServiceAccount(await newUser.with('writeonly'))
    const { policy } = await described(accessKey)
    expect(policy).toBe(JSON.stringify(document(allow(['s3:PutObject'], '*')), null, 1))
  })

  test('returns no policy for a service account of root, which needs none', async () => {
    const { accessKey } = await newServiceAccount(target.root)
    expect(JSON.parse((await described(accessKey)).policy)).toEqual({ Version: '', Statement: null })
  })

  test("doesn't find an unknown access key and requires an access key", async () => {
    expect((await info('ghost')).refusal).toBe(
      '404 XMinioInvalidIAMCredentials: The specified service account is not found (Specified service account does not exist)',
    )
    expect((await info('')).refusal).toBe('400 InvalidRequest: Invalid Request')
    expect((await admin('GET', 'info-service-account')).refusal).toBe(UNKNOWN_CALL)
    expect((await info((await newUser.with()).accessKey)).refusal).toBe(
      '403 AccessDenied: Access Denied. (Authentication failed, check your access credentials)',
    )
  })

  test("needs no permission for the caller's own account", async () => {
    const [one, other] = [await newUser.with('readonly'), await newUser.with('readonly')]
    const own = await newServiceAccount(one)
    expect((await info(own.accessKey, one)).status).toBe(200)
    expect((await info(own.accessKey, own)).status).toBe(200)
    expect((await info(own.accessKey, other)).refusal).toBe(ACCESS_DENIED)
  })
})

describe('update-service-account', () => {
  test('changes name, description, status, expiry and secret key', async () => {
    const user = await newUser.with('readonly')
    const service = await newServiceAccount(user, { name: 'before' })
    const newExpiration = inHours(2)
    const response = await update(service.accessKey, {
      newName: 'after',
      newDescription: 'text',
      newStatus: 'off',
      newExpiration,
    })
    expect(response.status).toBe(204)
    expect(await described(service.accessKey)).toMatchObject({
      name: 'after',
      description: 'text',
      accountStatus: 'off',
      expiration: newExpiration,
    })
    expect((await admin('GET', 'accountinfo', { as: service })).refusal).toBe(
      '403 InvalidAccessKeyId: Your account is disabled; please contact your administrator.',
    )
    await update(service.accessKey, { newStatus: 'on', newSecretKey: 'another-secret' })
    expect((await admin('GET', 'accountinfo', { as: service })).outcome).toBe('403 SignatureDoesNotMatch')
    const changed = { ...service, secretKey: 'another-secret' }
    expect((await admin('GET', 'accountinfo', { as: changed })).status).toBe(200)
  })

  test('removes an expiry', async () => {
    const { accessKey } = await newServiceAccount(target.root, { expiration: inHours(1) })
    expect((await update(accessKey, { newExpiration: '1970-01-01T00:00:00Z' })).status).toBe(204)
    expect(await described(accessKey)).not.toHaveProperty('expiration')
  })

  test('attaches and detaches a policy', async () => {
    const { accessKey } = await newServiceAccount(await newUser.with('readwrite'))
    const newPolicy = document(allow(['s3:GetObject'], '*'))
    await update(accessKey, { newPolicy })
    const { impliedPolicy, policy } = await described(accessKey)
    expect([impliedPolicy, JSON.parse(policy)]).toEqual([false, newPolicy])
    await update(accessKey, { newPolicy: {} })
    expect(await described(accessKey)).toMatchObject({ impliedPolicy: true })
  })

  test('keeps name and description that are empty in the update', async () => {
    const { accessKey } = await newServiceAccount(target.root, { name: 'kept', description: 'kept too' })
    expect((await update(accessKey, { newName: '', newDescription: '', newStatus: 'off' })).status).toBe(204)
    expect(await described(accessKey)).toMatchObject({ name: 'kept', description: 'kept too', accountStatus: 'off' })
  })

  test.each(['enabled', 'disabled'])('accepts the status %s', async (newStatus) => {
    const { accessKey } = await newServiceAccount(target.root)
    expect((await update(accessKey, { newStatus })).status).toBe(204)
    expect(await described(accessKey)).toMatchObject({ accountStatus: newStatus === 'enabled' ? 'on' : 'off' })
  })

  test('changes the keys of another account with the permission', async () => {
    const { accessKey } = await newServiceAccount(await newUser.with('readonly'))
    const may = await newUser.allowed({ Effect: 'Allow', Action: ['admin:UpdateServiceAccount'] })
    expect((await update(accessKey, { newDescription: 'text' }, may)).status).toBe(204)
    expect(await described(accessKey)).toMatchObject({ description: 'text' })
  })

  test('keeps the policy when only the name changes', async () => {
    const policy = document(allow(['s3:GetObject'], '*'))
    const { accessKey } = await newServiceAccount(await newUser.with('readwrite'), { policy })
    await update(accessKey, { newName: 'renamed' })
    expect((await described(accessKey)).impliedPolicy).toBe(
      differs(
        { engine: false, minio: true },
        'in MinIO, a change of the name gives the keys all permissions of their account',
      ),
    )
  })

  test.each<[object, string]>([
    [
      { newStatus: 'maybe' },
      '500 InternalError: We encountered an internal error, please try again. (unknown account status value)',
    ],
    [
      { newStatus: 'constructor' },
      '500 InternalError: We encountered an internal error, please try again. (unknown account status value)',
    ],
    [
      { newSecretKey: '1234567' },
      '400 XMinioAdminInvalidSecretKey: The secret key is invalid. (secret key length should be between 8 and 40)',
    ],
    [{ newName: '1x' }, NAME_INVALID],
    [{ newDescription: 'x'.repeat(257) }, NAME_INVALID],
    [{ newExpiration: inHours(-1) }, NAME_INVALID],
    [
      { newExpiration: inHours(0.1) },
      '500 InternalError: We encountered an internal error, please try again. (invalid service account expiration)',
    ],
    [
      { newExpiration: inHours(2 * 365 * 24) },
      '500 InternalError: We encountered an internal error, please try again. (invalid service account expiration)',
    ],
    [
      {
        newPolicy: document(
          allow(['s3:GetObject'], ...Array.from({ length: 90 }, (_, at) => `${'b'.repeat(40)}${at}/*`)),
        ),
      },
      '400 XMinioIAMServiceAccountSessionPolicyTooLarge: Session policy should not exceed 2048 characters',
    ],
    [{ newPolicy: document(allow(['s3:Nope'], '*')) }, "400 XMinioMalformedIAMPolicy: unsupported action 's3:Nope'"],
  ])('refuses %j', async (fields, expected) => {
    const { accessKey } = await newServiceAccount(target.root)
    expect((await update(accessKey, fields)).refusal).toBe(expected)
  })

  test("doesn't find an unknown access key and requires an access key and a body", async () => {
    expect((await update('ghost', {})).refusal).toBe(
      '404 XMinioInvalidIAMCredentials: The specified service account is not found (Specified service account does not exist)',
    )
    expect((await update('', {})).refusal).toBe('400 InvalidRequest: Invalid Request')
    const { accessKey } = await newServiceAccount(target.root)
    expect((await update(accessKey, '{')).outcome).toBe('400 XMinioAdminConfigBadJSON')
  })

  test("requires a permission, even for the caller's own keys", async () => {
    const user = await newUser.with('readwrite')
    const { accessKey } = await newServiceAccount(user)
    expect((await update(accessKey, { newName: 'mine' }, user)).refusal).toBe(ACCESS_DENIED)
  })
})

describe('list-service-accounts', () => {
  const list = (query: Record<string, string> = {}, as = target.root) =>
    admin('GET', 'list-service-accounts', { query, as })

  test('lists those of an account', async () => {
    const user = await newUser.with('readonly')
    const implied = await newServiceAccount(user, { name: 'one', description: 'text', expiration: inHours(1) })
    const own = await newServiceAccount(user, { policy: document(allow(['s3:GetObject'], '*')) })
    const { json } = await list({ user: user.accessKey })
    const { accounts } = json as { accounts: object[] }
    expect(accounts).toHaveLength(2)
    expect(accounts).toEqual(
      expect.arrayContaining([
        {
          parentUser: user.accessKey,
          accountStatus: 'on',
          impliedPolicy: true,
          accessKey: implied.accessKey,
          name: 'one',
          description: 'text',
          expiration: expect.stringMatching(/^20\d\d-/),
        },
        {
          parentUser: user.accessKey,
          accountStatus: 'on',
          impliedPolicy: false,
          accessKey: own.accessKey,
          expiration: '1970-01-01T00:00:00Z',
        },
      ]),
    )
  })

  test("lists the caller's own, even with derived keys", async () => {
    const user = await newUser.with('readonly')
    const service = await newServiceAccount(user)
    for (const as of [user, service, await assumeRole({}, user)]) {
      expect((await list({}, as)).json).toMatchObject({ accounts: [{ accessKey: service.accessKey }] })
    }
  })

  test('returns null for an unknown user or one without service accounts', async () => {
    expect((await list({ user: 'ghost' })).json).toEqual({ accounts: null })
    expect((await list({}, await newUser.with())).json).toEqual({ accounts: null })
  })

  test.each(['sl/ash', 'with space', 'plus+plus', 'per%cent', 'dou"ble', 'ünïcödé', 'x'.repeat(100)])(
    'lists those of a user named %s',
    async (odd) => {
      const { accessKey: user } = await newUser.named(`${odd}${uniqueName('')}`, 'readonly')
      const { json } = await succeed('PUT', 'add-service-account', { encrypted: { targetUser: user } })
      const { accessKey } = (json as { credentials: Credentials }).credentials
      expect((await list({ user })).json).toMatchObject({ accounts: [{ parentUser: user, accessKey }] })
      expect(await described(accessKey)).toMatchObject({ parentUser: user })
    },
  )

  test('requires a permission for another account', async () => {
    const [one, other] = [await newUser.with('readwrite'), await newUser.with()]
    expect((await list({ user: other.accessKey }, one)).refusal).toBe(ACCESS_DENIED)
  })
})

describe('delete-service-account', () => {
  test('revokes the keys immediately', async () => {
    const service = await newServiceAccount(await newUser.with('readonly'))
    expect((await remove(service.accessKey)).status).toBe(204)
    expect((await admin('GET', 'accountinfo', { as: service })).outcome).toBe('403 InvalidAccessKeyId')
  })

  test("needs no permission for the caller's own account", async () => {
    const user = await newUser.with('readonly')
    const [one, other] = [await newServiceAccount(user), await newServiceAccount(user)]
    expect((await remove(one.accessKey, user)).status).toBe(204)
    expect((await remove(other.accessKey, other)).status).toBe(204)
  })

  test("doesn't find those of other accounts or unknown access keys", async () => {
    const service = await newServiceAccount(await newUser.with('readonly'))
    expect((await remove(service.accessKey, await newUser.with('readonly'))).refusal).toBe(NOT_FOUND)
    expect((await remove('ghost')).refusal).toBe(NOT_FOUND)
    expect((await remove('')).refusal).toBe('400 XMinioAdminInvalidArgument: Invalid arguments specified.')
    expect((await admin('DELETE', 'delete-service-account')).refusal).toBe(UNKNOWN_CALL)
  })

  test("doesn't delete users", async () => {
    const { accessKey } = await newUser.with()
    expect((await remove(accessKey)).outcome).toBe(
      differs(
        {
          engine: '404 XMinioInvalidIAMCredentials',
          minio: '204',
        },
        "MinIO reports success but doesn't delete the user's keys",
      ),
    )
  })
})

describe('The calls for service accounts, for temporary credentials', () => {
  test('list, describe, change and delete none', async () => {
    const user = await newUser.with('readwrite')
    const session = await assumeRole({}, user)
    const query = { user: user.accessKey }
    expect((await admin('GET', 'list-service-accounts', { query })).json).toEqual({ accounts: null })
    for (const response of [
      await info(session.accessKey),
      await update(session.accessKey, { newStatus: 'off' }),
      await remove(session.accessKey),
    ]) {
      expect(response.outcome).toBe('404 XMinioInvalidIAMCredentials')
    }
    expect((await request({ method: 'GET', credentials: session })).status).toBe(200)
  })
})

describe('A service account', () => {
  const actions = async (as: Credentials, bucket: string) => ({
    read: (await request({ method: 'GET', bucket, key: 'k', credentials: as })).status,
    write: (await request({ method: 'PUT', bucket, key: 'k', body: 'x', credentials: as })).status,
    list: (await request({ method: 'GET', bucket, credentials: as })).status,
  })

  test('has the permissions of its account', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    const service = await newServiceAccount(await newUser.with('readonly'))
    expect(await actions(service, bucket)).toEqual({ read: 200, write: 403, list: 403 })
  })

  test("is limited by its own policy and by its account's permissions", async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    const user = await newUser.with('readonly', 'writeonly')
    const narrow = await newServiceAccount(user, { policy: document(allow(['s3:GetObject'], `${bucket}/*`)) })
    const wide = await newServiceAccount(user, { policy: document(allow(['s3:*'], '*')) })
    expect(await actions(narrow, bucket)).toEqual({ read: 200, write: 403, list: 403 })
    expect(await actions(wide, bucket)).toEqual({ read: 200, write: 200, list: 403 })
  })

  test('of root is limited by its policy', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    const narrow = await newServiceAccount(target.root, { policy: document(allow(['s3:GetObject'], `${bucket}/*`)) })
    expect(await actions(narrow, bucket)).toEqual({ read: 200, write: 403, list: 403 })
    expect(await actions(await newServiceAccount(target.root), bucket)).toEqual({ read: 200, write: 200, list: 200 })
    expect((await admin('GET', 'list-users', { as: narrow })).outcome).toBe('403 AccessDenied')
  })

  test('loses its permissions when its account does', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    const user = await newUser.with('readwrite')
    const service = await newServiceAccount(user)
    const setStatus = (status: string) =>
      succeed('PUT', 'set-user-status', { query: { accessKey: user.accessKey, status } })
    await setStatus('disabled')
    expect((await request({ method: 'GET', bucket, key: 'k', credentials: service })).outcome).toBe('403 AccessDenied')
    await setStatus('enabled')
    expect((await request({ method: 'GET', bucket, key: 'k', credentials: service })).status).toBe(200)
    await succeed('DELETE', 'remove-user', { query: { accessKey: user.accessKey } })
    expect((await request({ method: 'GET', bucket, key: 'k', credentials: service })).outcome).toBe(
      '403 InvalidAccessKeyId',
    )
  })

  test.each(['session', 'service account'])('a %s of a disabled account can only see its own keys', async (kind) => {
    const user = await newUser.with('consoleAdmin')
    const as = kind === 'session' ? await assumeRole({}, user) : await newServiceAccount(user)
    const { accessKey } = await newServiceAccount(user)
    const setStatus = (status: string) =>
      succeed('PUT', 'set-user-status', { query: { accessKey: user.accessKey, status } })
    await setStatus('disabled')

    expect((await admin('GET', 'accountinfo', { as })).json).toMatchObject({
      AccountName: user.accessKey,
      Policy: { Version: '', Statement: null },
      Buckets: null,
    })
    expect((await admin('GET', 'list-service-accounts', { as })).status).toBe(200)
    for (const call of ['info', 'list-users', 'user-info', 'idp/builtin/policy-entities']) {
      const response = await admin('GET', call, {
        as,
        query: call === 'user-info' ? { accessKey: user.accessKey } : {},
      })
      expect([call, ...response.refusal]).toEqual([call, ...ACCESS_DENIED])
    }
    expect((await add({}, as)).refusal).toBe(ACCESS_DENIED)
    expect((await update(accessKey, { newDescription: 'x' }, as)).refusal).toBe(ACCESS_DENIED)
    await expect(assumeRole({}, as)).rejects.toThrow(/returned 403.*AccessDenied/s)

    expect((await remove(accessKey, as)).outcome).toBe(
      differs(
        { engine: '403 AccessDenied', minio: '204' },
        'keys deleted by a disabled account would stay lost when it is enabled again',
      ),
    )
    await setStatus('enabled')
    expect((await info(accessKey)).status).toBe(differs({ engine: 200, minio: 404 }, 'it was not deleted'))
  })

  test("can't start a session", async () => {
    const service = await newServiceAccount(await newUser.with('readwrite'))
    await expect(assumeRole({}, service)).rejects.toThrow(/returned 403.*AccessDenied/s)
  })

  test('appears as its account', async () => {
    const user = await newUser.with('readonly')
    const service = await newServiceAccount(user, { policy: document(allow(['s3:PutObject'], 'nothing/*')) })
    expect((await admin('GET', 'accountinfo', { as: service })).json).toMatchObject({
      AccountName: user.accessKey,
      Policy: { Statement: [{ Effect: 'Allow', Resource: ['arn:aws:s3:::*'] }] },
      Buckets: null,
    })
  })
})
