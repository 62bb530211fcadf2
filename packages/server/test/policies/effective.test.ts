/** Effective permissions: what policies add up to, whatever they come through, and what the visitor couldn't read. */
import type { EffectivePermissions } from '@cooperage/contract'
import { accountsOf, allow, deny, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { startConsole, withConsole } from '../running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { testOn } from '../test-on.ts'
import { visitor } from '../visitor.ts'

const given = await withConsole()

interface Keys {
  accessKey: string
  secretKey: string
}

const root = await given.user()
const accounts = accountsOf(given.storage)

const getPermissions = (query: Record<string, string>, by = root) =>
  by.get(`/api/v1/effective-permissions?${new URLSearchParams(query)}`)

async function permissions(query: Record<string, string>, by = root): Promise<EffectivePermissions> {
  const { status, json, text } = await getPermissions(query, by)
  if (status !== 200) throw new Error(`no document: ${status} ${text}`)
  return json as EffectivePermissions
}

const ofUser = ({ accessKey }: Keys, by = root) => permissions({ kind: 'user', name: accessKey }, by)
const resourcesOf = ({ summary }: EffectivePermissions) =>
  summary.resources.map(({ resource, kinds, isNarrowed }) => `${resource}: ${kinds.join(' ')}${isNarrowed ? '!' : ''}`)

describe('A user', () => {
  test('has what its own policies and those of its groups allow, with what each is attached to', async () => {
    const [own, shared] = [
      await accounts.policy(allow(['s3:GetObject', 's3:DeleteObject'], `homes/\${aws:username}/*`)),
      await accounts.policy(allow(['s3:ListBucket'], 'photos'), deny(['s3:DeleteObject'], '*')),
    ]
    const user = await accounts.named(`with/slash % ${uniqueName('user')}`, own)
    const group = await accounts.group([user], shared)
    const found = await ofUser(user)
    expect(resourcesOf(found)).toEqual([`homes/${user.accessKey}/*: read!`, 'photos: list'])
    expect(found).toMatchObject({
      account: user.accessKey,
      groups: [group],
      accountKind: 'user',
      disabled: '',
      isCombined: false,
      unread: [],
      summary: { denials: [{ policy: 1, number: 2 }] },
      policies: [
        {
          source: { kind: 'identity', policy: own, attachedTo: user.accessKey },
          statements: [{ number: 1, effect: 'Allow', narrowedBy: [{ policy: 1, number: 2 }] }],
        },
        {
          source: { kind: 'group', policy: shared, attachedTo: group },
          statements: [{ effect: 'Allow' }, { number: 2, effect: 'Deny', actions: ['s3:DeleteObject'] }],
        },
      ],
    })
    expect(JSON.parse(found.policies[0]?.statements[0]?.text ?? '')).toMatchObject({ Effect: 'Allow' })
  })

  test('has what excluded resources, wildcards and conditions leave', async () => {
    const user = await accounts.allowed(
      { Effect: 'Allow', Action: ['s3:GetObject'], NotResource: ['arn:aws:s3:::secret/*'] },
      allow(['s3:Put*'], 'logs-*/in/*'),
      { ...allow(['s3:ListBucket'], 'photos'), Condition: { StringLike: { 's3:prefix': ['team/*'] } } },
    )
    const { summary, policies } = await ofUser(user)
    expect(summary.resources).toMatchObject([
      { resource: '*', except: ['secret/*'], kinds: ['read'] },
      { resource: 'logs-*/in/*', kinds: ['write', 'settings'] },
      { resource: 'photos', kinds: [], conditionalKinds: ['list'] },
    ])
    const conditions = policies[0]?.statements.find(({ applies }) => applies === 'sometimes')?.conditions
    expect(conditions).toEqual([{ operator: 'StringLike', key: 's3:prefix', values: ['team/*'] }])
  })

  test('that is disabled, or in a disabled group, has no permissions', async () => {
    const user = await accounts.user('readwrite')
    await accounts.setStatus(user, 'disabled')
    expect(await ofUser(user)).toMatchObject({ disabled: 'account', summary: { fullAccess: [], resources: [] } })

    const member = await accounts.user('readwrite')
    const group = await accounts.group([member])
    const disable = await root.call('PUT', `/api/v1/group?name=${group}`, {
      json: { members: [member.accessKey], status: 'disabled' },
    })
    expect(disable.status).toBe(200)
    const found = { disabled: 'group', disabledGroup: group, policies: [] }
    expect(await ofUser(member)).toMatchObject(found)
    expect(await permissions({ kind: 'group', name: group })).toMatchObject(found)
  })

  test('has no policy at all', async () => {
    const summary = { fullAccess: [], resources: [], administration: [], denials: [] }
    expect(await ofUser(await accounts.user())).toMatchObject({ summary, policies: [], unread: [] })
  })

  test('or a group that doesn’t exist is named', async () => {
    const responses = await Promise.all([
      getPermissions({ kind: 'user', name: 'nobody' }),
      getPermissions({ kind: 'group', name: 'none' }),
    ])
    expect(responses.map(({ status, json }) => [status, (json as { code: string }).code])).toEqual([
      [404, 'NoSuchUser'],
      [404, 'NoSuchGroup'],
    ])
    expect((await getPermissions({ kind: 'user' })).status).toBe(400)
  })
})

testOn.engine('a statement with NotAction allows every other action', async () => {
  const document = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', NotAction: ['s3:Delete*'], Resource: ['arn:aws:s3:::photos/*'] }],
  }
  const name = uniqueName('policy')
  await accounts.putPolicy(name, document)
  expect(resourcesOf(await ofUser(await accounts.user(name)))).toEqual(['photos/*: list read write settings'])
})

testOn.minio('a policy that MinIO can’t return is named', async () => {
  const name = uniqueName('policy')
  await accounts.putPolicy(name, {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', NotAction: ['s3:DeleteObject'], Resource: ['arn:aws:s3:::photos/*'] }],
  })
  const user = await accounts.user(name, 'readonly')
  try {
    const found = await ofUser(user)
    expect(found.unread).toEqual([
      { source: { kind: 'identity', policy: name, attachedTo: user.accessKey }, reason: 'unreadable', permission: '' },
    ])
    expect(resourcesOf(found)).toEqual(['*: read'])
  } finally {
    // While it exists, every list of policies fails.
    await accounts.remove(user)
    await root.call('DELETE', `/api/v1/policy?name=${name}`)
  }
})

test('root has everything, and isn’t a user', async () => {
  const found = await permissions({})
  expect(found).toMatchObject({
    account: given.storage.root.accessKey,
    accountKind: 'other',
    isCombined: true,
    summary: { fullAccess: [{ scope: 'storage', isNarrowed: false }, { scope: 'administration' }] },
  })
  expect(found.summary.administration.map(({ level }) => level)).toEqual(Array(15).fill('full'))
  const other = await given.signedIn(await accounts.user('consoleAdmin'))
  expect((await getPermissions({ kind: 'user', name: given.storage.root.accessKey }, other)).status).toBe(404)
})

describe('A visitor', () => {
  test('sees its own permissions without permission to read users or policies', async () => {
    const keys = await accounts.allowed(allow(['s3:GetObject'], 'photos/*'))
    await accounts.group([keys], 'readonly')
    const visitor = await given.signedIn(keys)
    const found = await permissions({}, visitor)
    expect(found).toMatchObject({
      account: keys.accessKey,
      accountKind: 'unknown',
      isCombined: true,
      unread: [{ source: { policy: '', attachedTo: keys.accessKey }, reason: 'denied', permission: 'admin:GetUser' }],
    })
    expect(resourcesOf(found)).toEqual(['*: read'])
    expect(await ofUser(keys, visitor)).toEqual(found)
  })

  test('a user who may read users sees the names of its policies, and the combined policy', async () => {
    const own = await accounts.policy({ Effect: 'Allow', Action: ['admin:GetUser'] })
    const keys = await accounts.user(own, 'readonly')
    const found = await permissions({}, await given.signedIn(keys))
    expect(found).toMatchObject({ accountKind: 'user', isCombined: true })
    expect(found.unread.map(({ source, permission }) => [source.policy, permission])).toEqual([
      [own, 'admin:GetPolicy'],
      ['readonly', 'admin:GetPolicy'],
    ])
    expect(resourcesOf(found)).toEqual(['*: read'])
  })

  test('a user who may read users but not policies or groups sees what is missing', async () => {
    const visitor = await given.signedIn(await accounts.allowed({ Effect: 'Allow', Action: ['admin:GetUser'] }))
    const user = await accounts.user('readonly')
    const group = await accounts.group([user], 'writeonly')
    expect(await ofUser(user, visitor)).toMatchObject({
      isCombined: false,
      policies: [],
      unread: [
        { source: { kind: 'identity', policy: 'readonly' }, reason: 'denied', permission: 'admin:GetPolicy' },
        { source: { kind: 'group', attachedTo: group }, reason: 'denied', permission: 'admin:GetGroup' },
      ],
    })
    const none = await given.signedIn(await accounts.user('readonly'))
    const { status, json } = await getPermissions({ kind: 'user', name: user.accessKey }, none)
    expect([status, json]).toMatchObject([403, { code: 'AccessDenied' }])
  })
})

test('a deleted policy is named, and the others count', async () => {
  // Servers keep policies that are attached, so a scripted one loses it between two calls.
  const storage = await scriptedStorage((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://storage')
    const documents: Record<string, string> = {
      '/': stsKeys(),
      accountinfo: accountDocument({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['admin:*'] }] }),
      'user-info': JSON.stringify({ policyName: 'gone,readonly', status: 'enabled', memberOf: [] }),
      readonly: JSON.stringify({ Version: '2012-10-17', Statement: [allow(['s3:GetObject'], '*')] }),
    }
    const name = pathname.split('/').at(-1) || '/'
    const document = documents[name === 'info-canned-policy' ? (searchParams.get('name') ?? '') : name]
    response.writeHead(document === undefined ? 404 : 200)
    response.end(document ?? JSON.stringify({ Code: 'XMinioAdminNoSuchPolicy', Message: 'none' }))
  })
  const server = await startConsole(storage.url)
  try {
    const admin = visitor(server.url)
    await admin.signIn({ accessKey: 'admin', secretKey: 'any-secret' })
    const found = await permissions({ kind: 'user', name: 'bob' }, admin)
    expect(found.unread).toEqual([
      { source: { kind: 'identity', policy: 'gone', attachedTo: 'bob' }, reason: 'missing', permission: '' },
    ])
    expect(resourcesOf(found)).toEqual(['*: read'])
  } finally {
    await server.stop()
    await storage.stop()
  }
})
