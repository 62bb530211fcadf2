import { uniqueName } from '@cooperage/testkit'
import { CANNED_POLICIES } from '@cooperage/wire/policy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnServer, startOwnServer } from '../own-server.ts'
import { differs, given } from '../target.ts'
import {
  ACCESS_DENIED,
  admin,
  allow,
  deny,
  document,
  INVALID_ARGUMENT,
  NAME_INVALID,
  NO_SUCH_POLICY,
  newGroup,
  newPolicy,
  newUser,
  succeed,
  UNKNOWN_CALL,
} from './iam-calls.ts'

const add = (name: string, plain: unknown) => admin('PUT', 'add-canned-policy', { query: { name }, plain })
const remove = (name: string) => admin('DELETE', 'remove-canned-policy', { query: { name } })
const info = (name: string, more: Record<string, string> = {}) =>
  admin('GET', 'info-canned-policy', { query: { name, ...more } })

const READ = document(allow(['s3:GetObject'], '*'))

describe('add-canned-policy', () => {
  test('stores a policy', async () => {
    const name = uniqueName('policy')
    expect((await add(name, READ)).status).toBe(200)
    expect((await info(name)).json).toEqual(READ)
  })

  test('replaces an existing policy with immediate effect', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    const name = await newPolicy(READ)
    const user = await newUser.with(name)
    const account = async () => (await admin('GET', 'accountinfo', { as: user })).json
    expect(await account()).toMatchObject({ Policy: READ })
    const other = document(allow(['s3:PutObject'], 'x/*'))
    await add(name, other)
    expect(await account()).toMatchObject({ Policy: other })
  })

  test('turns single values into lists and removes duplicate statements', async () => {
    const name = uniqueName('policy')
    const statement = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::b/*' }
    await add(name, {
      ID: 'an id',
      Version: '2012-10-17',
      Statement: [
        { Sid: 'one', ...statement, Condition: { StringEquals: { 'aws:username': 'x' } } },
        statement,
        statement,
      ],
    })
    expect((await info(name)).json).toEqual({
      ID: 'an id',
      Version: '2012-10-17',
      Statement: [
        { Sid: 'one', ...allow(['s3:GetObject'], 'b/*'), Condition: { StringEquals: { 'aws:username': ['x'] } } },
        allow(['s3:GetObject'], 'b/*'),
      ],
    })
  })

  test.each([
    'with space',
    'sl/ash',
    'ünïcödé',
    'a=b',
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
    const name = `${odd}${uniqueName('')}`
    expect((await add(name, READ)).status).toBe(200)
    expect((await info(name)).json).toEqual(READ)
    expect(((await succeed('GET', 'list-canned-policies')).json as Record<string, object>)[name]).toEqual(READ)
  })

  test.each<[string, string]>([
    ['', INVALID_ARGUMENT],
    [' leading', NAME_INVALID],
    ['trailing ', NAME_INVALID],
    ['a,b', '400 PolicyInvalidName: Policy name may not contain comma'],
  ])('rejects the name "%s"', async (name, expected) => {
    expect((await add(name, READ)).refusal).toBe(expected)
  })

  test.each<[string, string]>([
    ['.', 'XMinioInvalidResourceName'],
    ['a/../b', 'XMinioInvalidResourceName'],
    ['x'.repeat(256), 'XMinioInvalidObjectName'],
  ])('rejects the name %s, which no folder can have', async (name, code) => {
    expect((await add(name, READ)).outcome).toBe(`400 ${code}`)
  })

  const malformed = (message: string): string => `400 XMinioMalformedIAMPolicy: ${message}`

  test.each<[unknown, string]>([
    ['{', malformed('unexpected EOF')],
    ['{}', '400 MalformedPolicy: The policy must contain a valid version string'],
    [{ Statement: [allow(['s3:*'], '*')] }, '400 MalformedPolicy: The policy must contain a valid version string'],
    [document(), INVALID_ARGUMENT],
    [{ Version: '2012-10-17' }, INVALID_ARGUMENT],
    [{ Version: '2008-10-17', Statement: [allow(['s3:*'], '*')] }, malformed("invalid version '2008-10-17'")],
    [document(allow(['s3:Nope'], '*')), malformed("unsupported action 's3:Nope'")],
    [document(allow(['admin:Nope'], '*')), malformed("unsupported action 'admin:Nope'")],
    [document({ Effect: 'Allow', Action: ['s3:*'] }), malformed('Resource must not be empty')],
    [document({ Effect: 'Allow', Action: ['s3:*'], Resource: ['nope'] }), malformed("invalid resource 'nope'")],
    [
      { Version: '2012-10-17', Statement: [{ ...allow(['s3:*'], '*'), Effect: 'Perhaps' }] },
      malformed('invalid Effect Perhaps'),
    ],
    [document(allow([], '*')), malformed('empty actions not allowed')],
    [
      document({ ...allow(['s3:*'], '*'), Condition: { Nope: { 's3:prefix': ['x'] } } }),
      malformed("invalid condition name 'Nope'"),
    ],
    [
      document({ ...allow(['s3:*'], '*'), Condition: { StringEquals: { 's3:nope': ['x'] } } }),
      malformed("invalid condition key 's3:nope'"),
    ],
  ])('rejects the policy %j', async (policy, expected) => {
    expect((await add(uniqueName('policy'), policy)).refusal).toBe(expected)
  })

  test('rejects an empty policy and one larger than 20 KiB', async () => {
    const name = uniqueName('policy')
    expect((await admin('PUT', 'add-canned-policy', { query: { name } })).outcome).toBe('411 MissingContentLength')
    expect((await add(name, document(allow(['s3:GetObject'], 'x'.repeat(21_000))))).outcome).toBe('400 EntityTooLarge')
    expect((await admin('PUT', 'add-canned-policy', { plain: READ })).refusal).toBe(UNKNOWN_CALL)
  })

  test('requires a permission', async () => {
    const as = await newUser.with('readwrite')
    const response = await admin('PUT', 'add-canned-policy', { query: { name: 'p' }, plain: READ, as })
    expect(response.refusal).toBe(ACCESS_DENIED)
  })
})

describe('info-canned-policy', () => {
  test('returns the timestamps on request', async () => {
    const name = await newPolicy(READ)
    expect((await info(name, { v: '2' })).json).toEqual({
      PolicyName: name,
      Policy: READ,
      CreateDate: expect.stringMatching(/^20\d\d-/),
      UpdateDate: expect.stringMatching(/^20\d\d-/),
    })
    expect((await info('readwrite', { v: '2' })).json).toEqual({
      PolicyName: 'readwrite',
      Policy: CANNED_POLICIES.readwrite,
    })
  })

  test('keeps the creation time when the policy is replaced', async () => {
    const name = await newPolicy(READ)
    const first = (await info(name, { v: '2' })).json as { CreateDate: string }
    await add(name, document(deny(['s3:GetObject'], '*')))
    expect((await info(name, { v: '2' })).json).toMatchObject({ CreateDate: first.CreateDate })
  })

  test.each<[string, string, string]>([
    ['ghost', '', NO_SUCH_POLICY],
    ['', '', '400 XMinioAdminInvalidRequest: Only a single policy may be specified here.'],
    ['readonly,readwrite', '', '400 XMinioAdminInvalidRequest: Only a single policy may be specified here.'],
    [
      'readonly',
      '3',
      "500 InternalError: We encountered an internal error, please try again. (invalid version parameter 'v' supplied)",
    ],
  ])('of "%s" in form "%s" is refused', async (name, v, expected) => {
    expect((await info(name, v === '' ? {} : { v })).refusal).toBe(expected)
  })

  test('requires a permission', async () => {
    const response = await admin('GET', 'info-canned-policy', {
      query: { name: 'readonly' },
      as: await newUser.with('readwrite'),
    })
    expect(response.refusal).toBe(ACCESS_DENIED)
  })
})

describe('list-canned-policies', () => {
  test.each(['consoleAdmin', 'readonly', 'writeonly', 'diagnostics'] as const)(
    'includes the built-in policy %s',
    async (name) => {
      const all = (await succeed('GET', 'list-canned-policies')).json as Record<string, { Statement: object[] }>
      // MinIO stores actions as a set, in no particular order.
      expect(sorted(all[name])).toEqual(sorted(CANNED_POLICIES[name]))
    },
  )

  test('lists the policies that concern a given bucket', async () => {
    const bucket = await given.bucket()
    const about = await newPolicy(document(allow(['s3:ListBucket'], bucket)))
    const below = await newPolicy(document(allow(['s3:GetObject'], `${bucket}/*`)))
    const names = Object.keys((await succeed('GET', 'list-canned-policies', { query: { bucket } })).json as object)
    expect(names).toEqual(expect.arrayContaining([about, 'consoleAdmin', 'readwrite']))
    expect(names).not.toContain(below)
  })

  test('requires a permission', async () => {
    const response = await admin('GET', 'list-canned-policies', { as: await newUser.with('readwrite') })
    expect(response.refusal).toBe(ACCESS_DENIED)
  })
})

describe('remove-canned-policy', () => {
  test('removes a policy', async () => {
    const name = await newPolicy(READ)
    expect((await remove(name)).status).toBe(200)
    expect((await info(name)).refusal).toBe(NO_SUCH_POLICY)
  })

  test('succeeds when there is no such policy', async () => {
    expect((await remove('ghost')).status).toBe(200)
  })

  test('requires a name', async () => {
    expect((await remove('')).refusal).toBe(INVALID_ARGUMENT)
    expect((await admin('DELETE', 'remove-canned-policy')).refusal).toBe(UNKNOWN_CALL)
  })

  test('keeps a policy that is attached to a user or group', async () => {
    const inUse: string = '400 XMinioIAMPolicyInUse: The policy cannot be removed, as it is in use'
    const [ofUser, ofGroup] = [await newPolicy(READ), await newPolicy(READ)]
    const user = await newUser.with(ofUser)
    await newGroup([], ofGroup)
    expect((await remove(ofUser)).refusal).toBe(inUse)
    expect((await remove(ofGroup)).refusal).toBe(inUse)
    await succeed('DELETE', 'remove-user', { query: { accessKey: user.accessKey } })
    expect((await remove(ofUser)).status).toBe(200)
  })

  test.each(['readwrite', 'consoleAdmin', 'diagnostics'])('keeps the built-in policy %s', async (name) => {
    expect((await remove(name)).refusal).toBe(
      `500 InternalError: We encountered an internal error, please try again. (inbuilt policy \`${name}\` not allowed to be deleted)`,
    )
  })

  test('requires a permission', async () => {
    const response = await admin('DELETE', 'remove-canned-policy', {
      query: { name: 'x' },
      as: await newUser.with('readwrite'),
    })
    expect(response.refusal).toBe(ACCESS_DENIED)
  })
})

describe('On a dedicated server', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer()
  })
  afterAll(() => server.stop())

  test('removing a changed built-in policy restores the original', async () => {
    const query = { name: 'writeonly' }
    const changed = document(allow(['s3:ListBucket'], '*'))
    const infoOf = async () => (await admin('GET', 'info-canned-policy', { query, on: server })).json
    await succeed('PUT', 'add-canned-policy', { query, plain: changed, on: server })
    expect(await infoOf()).toEqual(changed)
    await succeed('DELETE', 'remove-canned-policy', { query, on: server })
    // MinIO restores it when policies are listed.
    const { json } = await succeed('GET', 'list-canned-policies', { on: server })
    expect(json).toMatchObject({ writeonly: CANNED_POLICIES.writeonly })
    expect(await infoOf()).toEqual(CANNED_POLICIES.writeonly)
  })

  test('a policy with NotAction can be shown', async () => {
    const query = { name: 'exclusion' }
    const statement = { Effect: 'Allow' as const, NotAction: ['s3:DeleteObject'], Resource: ['arn:aws:s3:::*'] }
    await succeed('PUT', 'add-canned-policy', { query, plain: document(statement), on: server })
    const works = '200'
    const fails = '500 InternalError'
    const unreadable = "MinIO accepts a statement without Action and then can't list any policy"
    expect((await admin('GET', 'list-canned-policies', { on: server })).outcome).toBe(
      differs({ engine: works, minio: fails }, unreadable),
    )
  })
})

function sorted(policy: { Statement: { Action?: string[] }[] } | { Statement: object[] } | undefined): object[] {
  const statements: { Action?: string[] }[] = policy?.Statement ?? []
  return statements.map((statement) => ({ ...statement, Action: statement.Action?.toSorted() }))
}
