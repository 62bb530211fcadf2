/** The policies of users and groups: the calls of core-console 7, on the engine and on MinIO. */
import { MAX_POLICY_BYTES, permissionError } from '@cooperage/contract'
import { accountsOf, allow, deny, uniqueName } from '@cooperage/testkit'
import { encryptAdminPayload } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { consoleAt, withConsole } from '../running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()
const SHOWN = (...statements: object[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements }, undefined, 2)
const READ = SHOWN(allow(['s3:GetObject', 's3:ListBucket'], 'photos', 'photos/*'))
const WRITE = SHOWN(allow(['s3:PutObject'], 'photos/*'))

const root = await given.user()
const accounts = accountsOf(given.storage)

const policyPath = (name: string) => `/api/v1/policy?name=${encodeURIComponent(name)}`
const holdersPath = (name: string, kind: 'users' | 'groups') => `/api/v1/policies/${encodeURIComponent(name)}/${kind}`
const save = (name: string, policy: string, more: object = {}, by = root) =>
  by.call('POST', '/api/v1/policies', { json: { name, policy, ...more } })
const stored = async (name: string) => ((await root.get(policyPath(name))).json as { policy?: string }).policy

describe.each(['plain', 'with space', 'sl/ash/es', 'ünïcödé-日本語', 'per%cent+plus&amp?#'])(
  'A policy named %s',
  (kind) => {
    test('is created, listed, read, changed and deleted', async () => {
      const name = `${kind}${uniqueName('-')}`
      const created = await save(name, JSON.stringify(JSON.parse(READ)))
      expect([created.status, created.json]).toEqual([201, { name, policy: READ }])

      const listed = (await root.get('/api/v1/policies')).json as { policies: object[]; total: number }
      expect(listed.policies).toContainEqual({ name, policy: READ })
      expect(listed.total).toBe(listed.policies.length)

      const details = await root.get(policyPath(name))
      expect(details.json).toEqual({ name, policy: READ, isBuiltIn: false, updatedAt: expect.stringMatching(/Z$/) })

      expect((await save(name, WRITE)).status).toBe(201)
      expect(await stored(name)).toBe(WRITE)

      expect((await root.call('DELETE', policyPath(name))).status).toBe(204)
      const gone = await root.get(policyPath(name))
      expect([gone.status, gone.json]).toMatchObject([404, { message: `The policy ${name} doesn’t exist.` }])
    })

    test('lists its users and groups, each sorted', async () => {
      const name = `${kind}${uniqueName('-')}`
      await save(name, READ)
      const users = [await accounts.user(name), await accounts.user(name)]
      const member = await accounts.user()
      const group = await accounts.group([member], name, 'readonly')
      const names = users.map(({ accessKey }) => accessKey).toSorted()

      expect((await root.get(holdersPath(name, 'users'))).json).toEqual(names)
      expect((await root.get(holdersPath(name, 'groups'))).json).toEqual([group])

      const inUse = await root.call('DELETE', policyPath(name))
      expect(inUse.refusal).toBe(
        `409 PolicyInUse: The policy ${name} is in use. Detach it from its users and groups first.`,
      )
    })
  },
)

test('an unattached policy has no users and groups', async () => {
  const name = uniqueName('lonely')
  await save(name, READ)
  expect((await root.get(holdersPath(name, 'users'))).json).toEqual([])
  expect((await root.get(holdersPath(name, 'groups'))).json).toEqual([])
})

test('the list is sorted by name, and limit returns the first ones', async () => {
  const { policies, total } = (await root.get('/api/v1/policies?limit=1000')).json as {
    policies: { name: string }[]
    total: number
  }
  const names = policies.map(({ name }) => name)
  expect(names).toEqual(names.toSorted())
  expect(names).toEqual(expect.arrayContaining(['consoleAdmin', 'readonly', 'readwrite', 'writeonly']))
  const two = (await root.get('/api/v1/policies?limit=2')).json as typeof given & { policies: object[]; total: number }
  expect([two.policies.length, two.total]).toEqual([2, total])
  expect((await root.get('/api/v1/policies?limit=0')).status).toBe(400)
})

test.each<[string, string]>([
  ['{', 'unexpected EOF'],
  ['{}', 'The policy must contain a valid version string'],
  [SHOWN(), 'Invalid arguments specified'],
  [SHOWN(allow(['s3:Nope'], '*')), "unsupported action 's3:Nope'"],
  [SHOWN(allow(['s3:GetObject'])), 'Resource must not be empty'],
])('rejects an invalid policy with the message of the server: %s', async (policy, words) => {
  const reply = await save(uniqueName('bad'), policy)
  expect([reply.status, reply.json]).toMatchObject([
    400,
    {
      code: 'InvalidPolicy',
      message: 'The storage server doesn’t accept this policy.',
      detailedMessage: expect.stringContaining(words),
    },
  ])
})

test('rejects a policy that is too long before sending it', async () => {
  const reply = await save(uniqueName('long'), `${READ}${' '.repeat(20 * 1024)}`)
  expect([reply.status, reply.json]).toMatchObject([
    400,
    { code: 'InvalidPolicy', detailedMessage: expect.stringMatching(/^It has \d+ bytes; a policy may have 20480\.$/) },
  ])
})

test.each([
  ['', 'it is empty'],
  ['   ', 'it is empty'],
  ['a,b', 'it contains a comma'],
  [' a', 'it starts or ends with a space'],
])('rejects the name "%s": %s', async (name, reason) => {
  expect((await save(name, READ)).refusal).toBe(`400 InvalidPolicyName: This isn’t a valid policy name: ${reason}.`)
})

test('does not replace a policy that has changed since it was loaded', async () => {
  const name = uniqueName('seen')
  expect((await save(name, READ, { replaces: '' })).status).toBe(201)
  const exists = await save(name, WRITE, { replaces: '' })
  expect(exists.refusal).toBe(`409 PolicyExists: A policy named ${name} already exists. Choose another name.`)
  expect((await save(name, WRITE, { replaces: JSON.stringify(JSON.parse(READ)) })).status).toBe(201)
  const changed = await save(name, READ, { replaces: READ })
  expect(changed.refusal).toBe(
    `409 PolicyChanged: The policy ${name} changed while you were editing. Review the stored policy, then save again.`,
  )
  expect(await stored(name)).toBe(WRITE)
  await root.call('DELETE', policyPath(name))
  expect((await save(name, READ, { replaces: WRITE })).json).toMatchObject({ code: 'NoSuchPolicy' })
})

test('built-in policies are marked, and cannot be deleted', async () => {
  const details = await root.get(policyPath('readonly'))
  expect(details.json).toMatchObject({ name: 'readonly', isBuiltIn: true, updatedAt: '' })
  const reply = await root.call('DELETE', policyPath('diagnostics'))
  expect(reply.refusal).toBe('409 BuiltInPolicy: The policy diagnostics is built in and can’t be deleted.')
})

test.each<[string, string, (user: Visitor) => Promise<{ status: number; json: unknown }>]>([
  ['the list', 'admin:ListUserPolicies', (user) => user.get('/api/v1/policies')],
  ['one', 'admin:GetPolicy', (user) => user.get(policyPath('readonly'))],
  ['its users', 'admin:ListUserPolicies', (user) => user.get(holdersPath('readonly', 'users'))],
  ['its groups', 'admin:ListUserPolicies', (user) => user.get(holdersPath('readonly', 'groups'))],
  ['saving', 'admin:CreatePolicy', (user) => save('refused', READ, {}, user)],
  ['deleting', 'admin:DeletePolicy', (user) => user.call('DELETE', policyPath('refused'))],
])('names the missing permission for %s', async (_, action, send) => {
  const user = await given.signedIn(await accounts.user('readwrite'))
  const { status, json } = await send(user)
  expect([status, json]).toMatchObject([403, { message: permissionError(action) }])
})

test('a saved policy applies to its users immediately', async () => {
  const { bucket, objects } = await given.userWithBucket()
  const name = uniqueName('live')
  await save(name, SHOWN(allow(['s3:ListBucket'], bucket)))
  const user = await given.signedIn(await accounts.user(name))
  expect((await user.get(objects)).status).toBe(200)
  await save(name, SHOWN(allow(['s3:ListBucket'], bucket), deny(['s3:ListBucket'], '*')))
  expect((await user.get(objects)).status).toBe(403)
})

describe('data for the policy editor', () => {
  test('lists actions, keys and operators', async () => {
    const words = (await root.get('/api/v1/policy-catalogue')).json as {
      actions: { name: string; service: string; target: string; ownKeys: string[] }[]
      operators: string[]
    }
    const action = (name: string) => words.actions.find((one) => one.name === name)
    expect(action('s3:GetObject')).toMatchObject({ service: 's3', target: 'object' })
    expect(action('s3:ListBucket')).toMatchObject({
      target: 'bucket',
      ownKeys: ['s3:prefix', 's3:delimiter', 's3:max-keys'],
    })
    expect(action('admin:CreateUser')).toMatchObject({ service: 'admin', target: 'server' })
    expect(action('sts:AssumeRoleWithWebIdentity')).toMatchObject({ service: 'sts' })
    expect(action('kms:CreateKey')).toMatchObject({ service: 'kms' })
    expect(words.operators).toContain('StringLike')
  })

  test('reports problems with their position', async () => {
    const policy = SHOWN(allow(['s3:GetObjct'], 'photos/*'))
    const reply = await root.call('POST', '/api/v1/policy-check', { json: { policy } })
    const from = policy.indexOf('"s3:GetObjct"')
    expect(reply.json).toEqual({
      findings: [
        {
          code: 'UnknownAction',
          severity: 'error',
          from,
          to: from + '"s3:GetObjct"'.length,
          detail: 's3:GetObjct',
          suggestion: 's3:GetObject',
        },
      ],
    })
    const ofBucket = { policy: SHOWN({ ...allow(['s3:GetObject'], 'photos/*'), Principal: '*' }), bucket: 'photos' }
    expect((await root.call('POST', '/api/v1/policy-check', { json: ofBucket })).json).toMatchObject({
      findings: [{ code: 'PublicPrincipal' }],
    })
  })

  test('reports only the length of a policy that is too long', async () => {
    const withId = (length: number) => JSON.stringify({ ...JSON.parse(READ), ID: 'x'.repeat(length) })
    const ofBytes = (bytes: number) => withId(bytes - withId(0).length)
    const check = async (policy: string) => {
      const { json } = await root.call('POST', '/api/v1/policy-check', { json: { policy } })
      return json
    }
    expect(await check(ofBytes(MAX_POLICY_BYTES + 1))).toMatchObject({
      findings: [{ code: 'TooLong', severity: 'error', detail: String(MAX_POLICY_BYTES + 1) }],
    })
    expect(await check(ofBytes(MAX_POLICY_BYTES))).not.toMatchObject({ findings: [{ code: 'TooLong' }] })
  })
})

test('reads attachments account by account from a server without the call for them', async () => {
  const users = { alice: { policyName: 'mine', status: 'enabled' }, bob: { policyName: 'other', status: 'enabled' } }
  const sealed = await encryptAdminPayload('temp-secret', Buffer.from(JSON.stringify(users)), { algorithm: 2 })
  const storage = await scriptedStorage((request, response) => {
    const { url = '', method = '' } = request
    if (method === 'POST') response.end(stsKeys())
    else if (url.includes('accountinfo')) {
      response.end(accountDocument({ Version: '', Statement: [{ Effect: 'Allow', Action: ['admin:*'] }] }))
    } else if (url.includes('policy-entities')) {
      response.writeHead(426).end('{"Code":"XMinioAdminVersionMismatch","Message":"old"}')
    } else if (url.includes('list-users')) response.end(sealed)
    else if (url.includes('groups')) response.end('["devs","ops"]')
    else if (url.includes('group=devs')) response.end('{"name":"devs","status":"enabled","policy":"other,mine"}')
    else response.end('{"name":"ops","status":"enabled","policy":"other"}')
  })
  const server = await consoleAt(storage.url)
  const user = visitor(server.url)
  await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  expect((await user.get(holdersPath('mine', 'users'))).json).toEqual(['alice'])
  expect((await user.get(holdersPath('mine', 'groups'))).json).toEqual(['devs'])
})

test('a policy with too many levels of nesting is refused by every call that accepts one', async () => {
  const bucket = uniqueName('bucket')
  await root.call('POST', '/api/v1/buckets', { json: { name: bucket } })
  const key = await root.call('POST', '/api/v1/service-accounts', { json: {} })
  const { accessKey } = key.json as { accessKey: string }
  const policy = `{"Version":"2012-10-17","Statement":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  const request = { action: 's3:GetObject', resource: 'a/b' }
  const calls: [method: string, path: string, json: object][] = [
    ['POST', '/api/v1/policies', { name: uniqueName('deep'), policy }],
    ['POST', '/api/v1/policies', { name: uniqueName('deep'), policy: READ, replaces: policy }],
    ['POST', '/api/v1/policy-check', { policy }],
    ['POST', '/api/v1/access-key-policy-preview', { policy }],
    ['POST', '/api/v1/policy-simulator', { ...request, subject: { kind: 'document', policy } }],
    ['POST', '/api/v1/policy-simulator', { ...request, subject: { kind: 'me' }, sessionPolicy: policy }],
    ['POST', '/api/v1/service-accounts', { policy }],
    ['PUT', `/api/v1/access-keys/${accessKey}`, { policy }],
    ['PUT', `/api/v1/buckets/${bucket}/set-policy`, { access: 'CUSTOM', definition: policy }],
  ]
  for (const [method, path, json] of calls) {
    const reply = await root.call(method, path, { json })
    const message = expect.stringContaining('levels of nesting')
    expect([path, reply.status, reply.json]).toMatchObject([path, 400, { code: 'InvalidInput', message }])
  }
})

test('A summary says what policies are, and to how many users and groups they are attached', async () => {
  const attached = await accounts.policy(allow(['s3:GetObject'], 'photos/*'))
  const [first, second] = [
    await accounts.named(uniqueName('one'), attached),
    await accounts.named(uniqueName('two'), attached),
  ]
  await accounts.group([first, second])
  const unattached = uniqueName('own')
  await save(unattached, READ)
  const names = [attached, unattached, 'readonly', 'access-of-user-nobody']
  const { status, json } = await root.call('POST', '/api/v1/policies/summaries', { json: { names } })
  expect(status).toBe(200)
  const { policies } = json as { policies: { name: string }[] }
  expect(policies).toHaveLength(4)
  expect(policies).toEqual(
    expect.arrayContaining([
      { name: attached, kind: 'own', users: 2, groups: 0 },
      { name: unattached, kind: 'own', users: 0, groups: 0 },
      expect.objectContaining({ name: 'readonly', kind: 'builtIn' }),
      { name: 'access-of-user-nobody', kind: 'granted', users: 0, groups: 0 },
    ]),
  )
  const saves = await root.call('POST', '/api/v1/policies/saves', {
    json: { names: [unattached, 'access-of-user-nobody'] },
  })
  const saved = (saves.json as { policies: { name: string; time: string; unread: unknown }[] }).policies
  const savedOf = (name: string) => saved.find((policy) => policy.name === name)
  expect(Date.parse(savedOf(unattached)?.time ?? '')).toBeGreaterThan(Date.now() - 600_000)
  expect(savedOf('access-of-user-nobody')).toMatchObject({ time: '', unread: { code: 'NoSuchPolicy' } })
})
