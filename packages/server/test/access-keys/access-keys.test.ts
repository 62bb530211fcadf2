/** The access keys of the visitor and of other users (spec identity-and-settings 2 and 7), on the engine and on MinIO. */
import { accountsOf, allow, send, uniqueName } from '@cooperage/testkit'
import { type Credentials, encryptAdminPayload } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { visitorOf } from '../objects/scripted-visitor.ts'
import { withConsole } from '../running-console.ts'
import type { Visitor } from '../visitor.ts'

const given = await withConsole()
const KEYS = '/api/v1/service-accounts'
const DETAILS = '/api/v1/account/access-keys'
const SECRET = 'secret-of-a-key'
const policyOf = (...resources: string[]) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ ...allow(['s3:GetObject']), Resource: resources.map((one) => `arn:aws:s3:::${one}`) }],
  })
const READ_PHOTOS = policyOf('photos/*')
const MANY_PLACES = Array.from({ length: 90 }, (_, index) => `${'b'.repeat(40)}${index}/*`)
const inDays = (days: number) => new Date(Math.ceil(Date.now() / 1000) * 1000 + days * 86_400_000).toISOString()
const keyPath = (accessKey: string) => `/api/v1/access-keys/${encodeURIComponent(accessKey)}`
const newName = () =>
  uniqueName('')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(-16)

const accounts = accountsOf(given.storage)
const admin = await given.user()

const signedIn = async (...policies: string[]) => given.signedIn(await accounts.user(...policies))

const create = (user: Visitor, fields: object) => user.call('POST', KEYS, { json: fields })

test('an access key is created, listed and deleted', async () => {
  const user = await signedIn('readonly')
  expect((await user.get(KEYS)).json).toEqual([])

  const created = await create(user, { policy: '' })
  expect(created.status).toBe(201)
  const keys = created.json as Credentials
  expect(keys).toEqual({ accessKey: expect.stringMatching(/^.{20}$/), secretKey: expect.stringMatching(/^.{40}$/) })

  expect((await user.get(KEYS)).json).toEqual([keys.accessKey])
  expect((await user.get(DETAILS)).json).toEqual([
    { accessKey: keys.accessKey, name: '', description: '', enabled: true, expiry: '', restricted: false },
  ])
  expect(JSON.stringify(await user.get(DETAILS)), 'no list contains the secret').not.toContain(keys.secretKey)

  expect((await user.call('DELETE', `/api/v1/service-accounts/${keys.accessKey}`)).status).toBe(204)
  expect((await user.get(KEYS)).json).toEqual([])
})

test('name, description, expiry and policy are kept', async () => {
  const user = await signedIn('readonly')
  const expiry = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000).toISOString()
  const fields = { name: 'backup', description: 'Für die nächtliche Sicherung', expiry, policy: READ_PHOTOS }
  const { accessKey } = (await create(user, fields)).json as Credentials
  expect((await user.get(DETAILS)).json).toEqual([
    { accessKey, name: 'backup', description: fields.description, enabled: true, expiry, restricted: true },
  ])
})

test('every account lists and deletes its own keys only', async () => {
  const [one, other] = [await signedIn('readonly'), await signedIn('readonly')]
  const { accessKey } = (await create(one, {})).json as Credentials
  expect((await other.get(KEYS)).json).toEqual([])
  expect((await other.call('DELETE', `${KEYS}/${accessKey}`)).outcome).toBe('404 NoSuchServiceAccount')
  expect((await one.get(KEYS)).json).toEqual([accessKey])
})

test('an administrator creates, lists and deletes keys of a user', async () => {
  const owner = await accounts.user('readonly')
  const name = encodeURIComponent(owner.accessKey)
  expect((await admin.get(`/api/v1/user/service-accounts?name=${name}`)).json).toEqual([])

  const created = await create(admin, { targetUser: owner.accessKey, name: 'backup' })
  expect(created.status).toBe(201)
  const { accessKey } = created.json as Credentials
  expect((await admin.get(`/api/v1/user/service-accounts?name=${name}`)).json).toEqual([accessKey])
  expect((await admin.get(`/api/v1/user/access-keys?name=${name}`)).json).toMatchObject([{ accessKey, name: 'backup' }])
  expect((await admin.get(DETAILS)).json, 'it belongs to the user').not.toContainEqual(
    expect.objectContaining({ accessKey }),
  )

  expect((await admin.call('DELETE', `${KEYS}/${accessKey}`)).status).toBe(204)
  expect((await admin.get(`/api/v1/user/service-accounts?name=${name}`)).json).toEqual([])
})

test('a key has the access key and secret key that were chosen', async () => {
  const accessKey = `a/ü+${newName().slice(-12)}`
  const created = await create(admin, { accessKey, secretKey: SECRET })
  expect([created.status, created.json]).toEqual([201, { accessKey, secretKey: SECRET }])
  expect((await admin.get(keyPath(accessKey))).json).toMatchObject({ accessKey, owner: given.storage.root.accessKey })
  expect((await admin.call('DELETE', `${KEYS}/${encodeURIComponent(accessKey)}`)).status).toBe(204)
  expect((await admin.get(keyPath(accessKey))).outcome).toBe('404 NoSuchServiceAccount')
})

test('an access key that is in use is refused', async () => {
  const accessKey = newName()
  const user = await accounts.named(newName(), 'readonly')
  await create(admin, { accessKey, secretKey: SECRET })
  for (const fields of [
    { accessKey },
    { accessKey, targetUser: user.accessKey },
    { accessKey: user.accessKey },
    { accessKey: user.accessKey, targetUser: user.accessKey },
    { accessKey: given.storage.root.accessKey },
  ]) {
    const refused = await create(admin, { ...fields, secretKey: SECRET })
    expect([refused.status, refused.json], JSON.stringify(fields)).toMatchObject([409, { code: 'AccessKeyTaken' }])
  }
})

test('a disabled user gets no key, and the error says why', async () => {
  const user = await accounts.user('readonly')
  await accounts.setStatus(user, 'disabled')
  expect((await create(admin, { targetUser: user.accessKey })).outcome).toBe('409 UserDisabled')
})

test('a key is changed field by field, and keeps its policy until that is changed', async () => {
  const owner = await accounts.user('readwrite')
  const { accessKey, secretKey } = (await create(admin, { targetUser: owner.accessKey, policy: READ_PHOTOS }))
    .json as Credentials
  const change = async (fields: object) => (await admin.call('PUT', keyPath(accessKey), { json: fields })).status
  const key = async () => (await admin.get(keyPath(accessKey))).json as Record<string, unknown>
  expect(await key()).toEqual({
    accessKey,
    name: '',
    description: '',
    enabled: true,
    expiry: '',
    restricted: true,
    owner: owner.accessKey,
    policy: expect.stringContaining('photos/*'),
  })

  const expiry = inDays(30)
  expect(await change({ name: 'backup', description: 'nightly', expiry })).toBe(204)
  expect(await key()).toMatchObject({ name: 'backup', description: 'nightly', expiry, restricted: true })
  expect(await change({ status: 'disabled' })).toBe(204)
  expect(await key()).toMatchObject({ enabled: false, name: 'backup', restricted: true, expiry })
  expect(await change({ status: 'enabled', expiry: '' })).toBe(204)
  expect(await key()).toMatchObject({ enabled: true, expiry: '', restricted: true })

  const lists = async (secret: string) =>
    (await send({ url: given.storage.url, method: 'GET', credentials: { accessKey, secretKey: secret } })).text
  expect(await change({ secretKey: SECRET })).toBe(204)
  expect(await lists(secretKey)).toContain('SignatureDoesNotMatch')
  expect(await lists(SECRET)).not.toContain('SignatureDoesNotMatch')

  expect(await change({ policy: policyOf('films/*') })).toBe(204)
  expect(await key()).toMatchObject({ policy: expect.stringContaining('films/*') })
  expect(await change({ policy: '' })).toBe(204)
  expect(await key()).toMatchObject({ policy: '', restricted: false })
})

let fixed: string | undefined
test.each([
  ['a secret key of 7 characters', { secretKey: '1234567' }, 'InvalidSecretKey'],
  ['an expiry in the past', { expiry: '2020-01-01T00:00:00Z' }, 'InvalidExpiry'],
  ['an expiry in two years', { expiry: inDays(730) }, 'InvalidExpiry'],
  ['a policy that is no JSON', { policy: '{' }, 'InvalidPolicy'],
  ['an unknown action', { policy: READ_PHOTOS.replace('GetObject', 'Nope') }, 'InvalidPolicy'],
  ['no name, which servers would keep', { name: '' }, 'InvalidInput'],
  ['no description, which servers would keep', { description: '' }, 'InvalidInput'],
])('a change to %s is refused', async (_what, fields, code) => {
  fixed ??= ((await create(admin, { name: 'backup', description: 'nightly' })).json as Credentials).accessKey
  expect((await admin.call('PUT', keyPath(fixed), { json: fields })).outcome).toBe(`400 ${code}`)
})

test('changing a key needs a permission, even for its owner, and an unknown key is reported', async () => {
  const user = await signedIn('readonly')
  const { accessKey } = (await create(user, {})).json as Credentials
  const refused = await user.call('PUT', keyPath(accessKey), { json: { status: 'disabled' } })
  expect([refused.status, refused.json]).toMatchObject([
    403,
    { message: expect.stringContaining('admin:UpdateServiceAccount') },
  ])
  expect((await admin.call('PUT', keyPath('nobody'), { json: {} })).outcome).toBe('404 NoSuchServiceAccount')
})

test('all keys of the server are listed with their owners', async () => {
  const owner = await accounts.user('readonly')
  const expiry = inDays(7)
  const { accessKey } = (await create(admin, { targetUser: owner.accessKey, expiry })).json as Credentials
  await accounts.setStatus(owner, 'disabled')
  expect((await admin.get('/api/v1/access-keys')).json).toContainEqual({
    accessKey,
    owner: owner.accessKey,
    ownerName: owner.accessKey,
    source: 'builtIn',
    expiry,
  })

  expect((await (await signedIn('readonly')).get('/api/v1/access-keys')).outcome).toBe('403 AccessDenied')
})

test('temporary credentials of a user are listed and revoked', async () => {
  const other = given.stranger()
  const owner = await accounts.user('readonly')
  await other.signIn(owner)
  const temporary = async () => {
    const keys = (await admin.get('/api/v1/access-keys?kind=temporary')).json as { owner: string }[]
    return keys.filter((key) => key.owner === owner.accessKey)
  }
  expect(await temporary()).toEqual([
    {
      accessKey: expect.any(String),
      owner: owner.accessKey,
      ownerName: owner.accessKey,
      source: 'builtIn',
      expiry: expect.stringMatching(/^20/),
    },
  ])

  const stranger = await signedIn('readonly')
  const json = { user: owner.accessKey }
  const refused = await stranger.call('POST', '/api/v1/access-keys/revoke-temporary', { json })
  expect(refused.outcome).toBe('403 AccessDenied')
  expect((await admin.call('POST', '/api/v1/access-keys/revoke-temporary', { json })).status).toBe(204)
  expect(await temporary()).toEqual([])
  expect((await other.get(KEYS)).status, 'the session has ended').toBe(401)
})

test('calls that an older server lacks are refused by name, and its keys are listed without details', async () => {
  const names = await encryptAdminPayload('temp-secret', Buffer.from('{"accounts":["B","A"]}'), { algorithm: 2 })
  const user = await visitorOf(({ path }, response) => {
    if (path.endsWith('list-service-accounts')) {
      response.end(names)
      return undefined
    }
    response.writeHead(426)
    return '{"Code":"XMinioAdminVersionMismatch","Message":"old"}'
  })
  expect((await user.get(KEYS)).json).toEqual(['A', 'B'])
  const json = { user: 'bob' }
  for (const refused of [
    await user.get('/api/v1/access-keys'),
    await user.get('/api/v1/access-keys?kind=temporary'),
    await user.call('POST', '/api/v1/access-keys/revoke-temporary', { json }),
  ]) {
    expect(refused.refusal).toMatch(/^501 NotInThisSetup: .*doesn’t support (listing|revoking)/)
  }
})

describe('the preview of a policy', () => {
  const preview = async (user: Visitor, policy: string, of?: string) =>
    (await user.call('POST', '/api/v1/access-key-policy-preview', { json: { policy, ...(of && { user: of }) } })).json

  test('shows the effective permissions of a key, and what its account lacks', async () => {
    const user = await signedIn('readonly')
    const policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [allow(['s3:GetObject', 's3:DeleteObject'], 'photos/team/*')],
    })
    expect(await preview(user, policy)).toEqual({
      problem: '',
      bytes: policy.length,
      resources: [{ resource: 'photos/team/*', kinds: ['read'], lacking: ['delete'] }],
      administration: false,
      compared: 'narrower',
    })
  })

  test('warns of a policy that restricts nothing, for other users too', async () => {
    const owner = await accounts.user('readonly')
    const all = JSON.stringify({ Version: '2012-10-17', Statement: [allow(['s3:*'], '*')] })
    expect(await preview(admin, all, owner.accessKey)).toMatchObject({ compared: 'all' })
    expect(await preview(admin, READ_PHOTOS, owner.accessKey)).toMatchObject({ compared: 'narrower' })
    expect(await preview(await signedIn('readonly'), all, owner.accessKey)).toMatchObject({ compared: 'unknown' })
    expect(await preview(admin, READ_PHOTOS, 'nobody')).toMatchObject({ compared: 'unknown' })
  })

  test.each([
    ['{', 'JSON'],
    ['{}', 'no statement'],
    [READ_PHOTOS.replace('GetObject', 'Nope'), 's3:Nope'],
  ])('says why %s would be refused', async (policy, words) => {
    expect(await preview(admin, policy)).toMatchObject({ problem: expect.stringContaining(words) })
  })
})

test('an unknown user has no keys and gets none', async () => {
  for (const refused of [
    await admin.get('/api/v1/user/service-accounts?name=nobody'),
    await admin.get('/api/v1/user/access-keys?name=nobody'),
    await create(admin, { targetUser: 'nobody' }),
  ]) {
    expect(refused.outcome).toBe('404 NoSuchUser')
  }
})

test('keys of other users need a permission', async () => {
  const [user, other] = [await signedIn('readwrite'), await accounts.user('readonly')]
  for (const [refused, action] of [
    [await user.get(`/api/v1/user/access-keys?name=${other.accessKey}`), 'admin:ListServiceAccounts'],
    [await create(user, { targetUser: other.accessKey }), 'admin:CreateServiceAccount'],
  ] as const) {
    expect([refused.status, refused.json]).toMatchObject([403, { message: expect.stringContaining(action) }])
  }
})

test.each([
  ['a name with a space', { name: 'two words' }, 'InvalidInput', 'name'],
  ['a name of 33 characters', { name: 'a'.repeat(33) }, 'InvalidInput', 'name'],
  ['a description of 258 bytes', { description: 'ü'.repeat(129) }, 'InvalidInput', 'description'],
  ['an expiry in the past', { expiry: '2020-01-01T00:00:00Z' }, 'InvalidExpiry', 'future'],
  ['an expiry in two years', { expiry: inDays(730) }, 'InvalidExpiry', '365 days'],
  ['an expiry in ten minutes', { expiry: inDays(1 / 144) }, 'InvalidExpiry', '15 minutes'],
  ['a secret key without an access key', { secretKey: SECRET }, 'InvalidAccessKey', 'access key'],
  ['an access key without a secret key', { accessKey: 'only-a-key' }, 'InvalidSecretKey', 'secret key'],
  ['an access key of two characters', { accessKey: 'ab', secretKey: SECRET }, 'InvalidAccessKey', '3 to 20'],
  ['an access key that ends with a space', { accessKey: 'key ', secretKey: SECRET }, 'InvalidAccessKey', 'spaces'],
  ['a secret key of 7 characters', { accessKey: 'a-key', secretKey: '1234567' }, 'InvalidSecretKey', '8 to 40'],
  ['a policy without statements', { policy: '{}' }, 'InvalidPolicy', 'policy'],
  ['a policy above the limit of the server', { policy: policyOf(...MANY_PLACES) }, 'InvalidPolicy', 'policy'],
  ['an expiry that is no time', { expiry: 'tomorrow' }, 'InvalidInput', 'expiry'],
  ['a policy that is no JSON', { policy: '{' }, 'InvalidPolicy', 'policy'],
  [
    'a policy that the storage refuses',
    { policy: '{"Version":"2012-10-17","Statement":[{"Effect":"Perhaps"}]}' },
    'InvalidPolicy',
    'policy',
  ],
])('%s is refused, and nothing is created', async (_what, fields, code, word) => {
  const before = (await admin.get(KEYS)).json
  const refused = await create(admin, fields)
  expect([refused.status, refused.json]).toMatchObject([400, { code, message: expect.stringContaining(word) }])
  expect((await admin.get(KEYS)).json).toEqual(before)
})

test('the page is open to every account', async () => {
  const user = await signedIn(await accounts.policy(allow(['admin:ServerInfo'])))
  expect((await user.get('/api/v1/session')).json).toMatchObject({
    pages: expect.arrayContaining(['/account']),
  })
})
