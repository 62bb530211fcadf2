/** Policy simulator: its results match what the storage server does, and name the deciding statement. */
import { accountsOf, allow, deny, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import type { Visitor } from '../visitor.ts'

const given = await withConsole()

interface Keys {
  accessKey: string
  secretKey: string
}

interface HandlerResult {
  decision: string
  isCertain: boolean
  action: string
  where: { kind: string; policy: string; attachedTo: string }
  statement: { number: number; sid: string; effect: string; text: string }
  policies: { source: object; statements: { number: number; mismatch: string; conditionKey: string }[] }[]
  assumed: { key: string; value: string }[]
  disabled: string
  unread: object[]
}

const root = await given.user()
const accounts = accountsOf(given.storage)
const photos = uniqueName('photos')
await root.call('POST', '/api/v1/buckets', { json: { name: photos } })
for (const key of ['team/plan.txt', 'private/plan.txt']) {
  const [folder = '', name = ''] = key.split('/')
  await root.call('POST', `/api/v1/buckets/${photos}/objects/upload?prefix=${folder}/`, {
    form: [{ name: '4', fileName: name, content: 'plan' }],
  })
}

const simulate = (body: object, by = root) => by.call('POST', '/api/v1/policy-simulator', { json: body })

async function explain(
  subject: object,
  action: string,
  resource = '',
  more: object = {},
  by = root,
): Promise<HandlerResult> {
  const { status, json, text } = await simulate({ subject, action, resource, ...more }, by)
  if (status !== 200) throw new Error(`unexpected response: ${status} ${text}`)
  return json as HandlerResult
}

const userNamed = ({ accessKey }: Keys) => ({ kind: 'user', name: accessKey })

describe('a user', () => {
  test('is allowed by a statement of its own policy, and denied by one of its group', async () => {
    const own = await accounts.policy(allow(['s3:ListBucket'], photos), {
      Sid: 'Read',
      ...allow(['s3:GetObject'], `${photos}/*`),
    })
    const user = await accounts.user(own)
    const denying = await accounts.policy({ Sid: 'Secrets', ...deny(['s3:*'], `${photos}/private/*`) })
    const group = await accounts.group([user], denying)

    const can = await explain(userNamed(user), 's3:GetObject', `${photos}/team/plan.txt`)
    expect(can).toMatchObject({
      decision: 'allow',
      isCertain: true,
      where: { kind: 'identity', policy: own, attachedTo: user.accessKey },
      statement: { number: 2, sid: 'Read', effect: 'Allow' },
      disabled: '',
      unread: [],
    })
    expect(JSON.parse(can.statement.text)).toMatchObject({ Sid: 'Read', Action: ['s3:GetObject'] })

    const cannot = await explain(userNamed(user), 's3:GetObject', `arn:aws:s3:::${photos}/private/plan.txt`)
    expect(cannot).toMatchObject({
      decision: 'deny',
      where: { kind: 'group', policy: denying, attachedTo: group },
      statement: { number: 1, sid: 'Secrets', effect: 'Deny' },
    })

    const missing = await explain(userNamed(user), 's3:PutObject', `${photos}/team/new.txt`)
    expect(missing).toMatchObject({
      decision: 'none',
      where: { kind: 'identity', policy: '' },
      statement: { number: 0 },
    })
    expect(
      missing.policies.map(({ source, statements }) => [source, statements.map(({ mismatch }) => mismatch)]),
    ).toEqual([
      [{ kind: 'identity', policy: own, attachedTo: user.accessKey }, ['action', 'action']],
      [{ kind: 'group', policy: denying, attachedTo: group }, ['resource']],
    ])
  })

  test('with a condition gets the condition', async () => {
    const user = await accounts.allowed({
      ...allow(['s3:ListBucket'], photos),
      Condition: { StringLike: { 's3:prefix': ['team/*'] } },
    })
    const without = await explain(userNamed(user), 's3:ListBucket', photos)
    expect(without.decision).toBe('none')
    expect(without.policies[0]?.statements[0]).toMatchObject({ mismatch: 'condition', conditionKey: 's3:prefix' })
    const conditions = [{ key: 's3:prefix', value: 'team/a' }]
    const given = await explain(userNamed(user), 's3:ListBucket', photos, { conditions })
    expect(given).toMatchObject({ decision: 'allow', assumed: expect.arrayContaining(conditions) })
    expect(given.assumed).toContainEqual({ key: 'aws:username', value: user.accessKey })
  })

  test('that is disabled, or in a disabled group, is denied everything', async () => {
    const user = await accounts.user('readwrite')
    await accounts.setStatus(user, 'disabled')
    expect(await explain(userNamed(user), 's3:GetObject', `${photos}/a`)).toMatchObject({
      decision: 'none',
      disabled: 'account',
    })
  })

  test('that does not exist is reported by name', async () => {
    const { status, json } = await simulate({
      subject: { kind: 'user', name: 'nobody' },
      action: 's3:CreateBucket',
      resource: 'b12',
    })
    expect([status, json]).toMatchObject([404, { message: 'The user nobody doesn’t exist.' }])
  })

  test('with a session policy may do what both allow', async () => {
    const user = await accounts.user('readwrite')
    const sessionPolicy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [allow(['s3:GetObject'], `${photos}/team/*`)],
    })
    const explained = (key: string) => explain(userNamed(user), 's3:GetObject', `${photos}/${key}`, { sessionPolicy })
    expect(await explained('team/plan.txt')).toMatchObject({ decision: 'allow', where: { policy: 'readwrite' } })
    expect(await explained('private/plan.txt')).toMatchObject({
      decision: 'none',
      where: { kind: 'session', policy: '' },
    })
  })
})

test('a group may do what its policies allow', async () => {
  const group = await accounts.group([await accounts.user()], 'readonly')
  expect(await explain({ kind: 'group', name: group }, 's3:GetObject', `${photos}/a`)).toMatchObject({
    decision: 'allow',
    where: { kind: 'group', policy: 'readonly', attachedTo: group },
  })
  const { status, json } = await simulate({
    subject: { kind: 'group', name: 'none' },
    action: 's3:CreateBucket',
    resource: 'b12',
  })
  expect([status, json]).toMatchObject([404, { message: 'The group none doesn’t exist.' }])
})

test('a service account may do what its user may, and one of root is marked as uncertain', async () => {
  const user = await accounts.user('readonly')
  const keys = await accounts.serviceAccount(user)
  const ofUser = { kind: 'service-account', name: keys.accessKey }
  expect(await explain(ofUser, 's3:GetObject', `${photos}/a`)).toMatchObject({
    decision: 'allow',
    isCertain: true,
    where: { kind: 'identity', policy: 'readonly', attachedTo: user.accessKey },
  })
  const ofRoot = { kind: 'service-account', name: (await accounts.serviceAccount(given.storage.root)).accessKey }
  expect(await explain(ofRoot, 's3:GetObject', `${photos}/a`)).toMatchObject({ decision: 'allow', isCertain: true })
  const other = await given.signedIn(await accounts.user('consoleAdmin'))
  expect(await explain(ofRoot, 's3:GetObject', `${photos}/a`, {}, other)).toMatchObject({
    decision: 'allow',
    isCertain: false,
    where: { kind: 'owner', attachedTo: given.storage.root.accessKey },
    unread: [{ reason: 'unknownAccount' }],
  })
})

test('a bucket policy that isn’t stored yet decides about anonymous requests', async () => {
  const statement = { ...allow(['s3:GetObject'], `${photos}/team/*`), Sid: 'Public', Principal: { AWS: ['*'] } }
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  const draft = { kind: 'bucket-policy', policy, bucket: photos }
  expect(await explain(draft, 's3:GetObject', `${photos}/team/a`)).toMatchObject({
    ...{ decision: 'allow', where: { kind: 'bucket', attachedTo: photos }, statement: { sid: 'Public' } },
  })
  const ofAnna = policy.replace('"*"', '"arn:aws:iam:::user/anna"')
  const refused = await explain({ ...draft, policy: ofAnna }, 's3:GetObject', `${photos}/team/a`)
  expect([refused.decision, refused.policies[0]?.statements[0]?.mismatch]).toEqual(['none', 'principal'])
  // The policy of a bucket says nothing about another one, whatever it names.
  const elsewhere = await explain({ ...draft, bucket: uniqueName('other') }, 's3:GetObject', `${photos}/team/a`)
  expect([elsewhere.decision, elsewhere.policies]).toEqual(['none', []])
  const { json } = await simulate({ subject: { ...draft, policy: '{' }, action: 's3:GetObject', resource: 'a/b' })
  expect(json).toMatchObject({ code: 'InvalidPolicy' })
})

test('anonymous requests may do what the bucket policy allows', async () => {
  const open = {
    Version: '2012-10-17',
    Statement: [{ ...allow(['s3:GetObject'], `${photos}/team/*`), Principal: { AWS: ['*'] } }],
  }
  const anonymous = { kind: 'anonymous' }
  expect(await explain(anonymous, 's3:GetObject', `${photos}/team/a`)).toMatchObject({
    decision: 'none',
    where: { kind: 'bucket' },
  })
  const set = await root.call('PUT', `/api/v1/buckets/${photos}/set-policy`, {
    json: { access: 'CUSTOM', definition: JSON.stringify(open) },
  })
  expect(set.status).toBeLessThan(300)
  expect(await explain(anonymous, 's3:GetObject', `${photos}/team/a`)).toMatchObject({
    decision: 'allow',
    where: { kind: 'bucket', policy: '', attachedTo: photos },
    statement: { number: 1 },
  })
  expect((await explain(anonymous, 's3:GetObject', `${photos}/private/a`)).policies[0]?.statements[0]?.mismatch).toBe(
    'resource',
  )
  const nowhere = await simulate({ subject: anonymous, action: 's3:GetObject', resource: 'no-such-bucket-here/a' })
  expect(nowhere.outcome).toBe('404 NoSuchBucket')
})

test('simulates a pasted policy unchanged', async () => {
  const document = (policy: string) => ({ kind: 'document', policy })
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [allow(['s3:*'], '*'), deny(['s3:Delete*'], '*')] })
  expect(await explain(document(policy), 's3:DeleteObject', 'b/k')).toMatchObject({
    decision: 'deny',
    where: { kind: 'identity', policy: '', attachedTo: '' },
    statement: { number: 2 },
  })
  const broken = await simulate({ subject: document('{'), action: 's3:DeleteObject', resource: 'b/k' })
  expect(broken.outcome).toBe('400 InvalidPolicy')
})

test.each([
  ['s3:Get*', 'b/k', 's3:Get* isn’t a single action'],
  ['s3:Nope', 'b/k', 's3:Nope isn’t a single action'],
  ['s3:GetObject', 'b', 's3:GetObject needs an object, for example photos/2026/a.jpg'],
  ['s3:ListBucket', 'b/k', 's3:ListBucket needs a bucket without a key, for example photos'],
])('reports the invalid resource for %s on %s', async (action, resource, reason) => {
  const { status, json } = await simulate({ subject: { kind: 'me' }, action, resource })
  expect([status, json]).toMatchObject([400, { message: `The request isn’t valid: ${reason}.` }])
})

describe('a visitor with few permissions', () => {
  test('can simulate its own account, from the combined policy of the server', async () => {
    const user = await given.signedIn(await accounts.user('readonly'))
    expect(await explain({ kind: 'me' }, 's3:GetObject', `${photos}/a`, {}, user)).toMatchObject({
      decision: 'allow',
      isCertain: true,
      where: { kind: 'identity', policy: '' },
    })
    expect((await explain({ kind: 'me' }, 's3:PutObject', `${photos}/a`, {}, user)).decision).toBe('none')
  })

  test('sees what it may not read, and that the result is uncertain', async () => {
    const member = await accounts.user('readonly')
    const group = await accounts.group([member], 'writeonly')
    const user = await given.signedIn(await accounts.allowed(allow(['admin:GetUser'])))
    expect(await explain(userNamed(member), 's3:GetObject', `${photos}/a`, {}, user)).toMatchObject({
      decision: 'none',
      isCertain: false,
      unread: [
        {
          source: { kind: 'identity', policy: 'readonly', attachedTo: member.accessKey },
          reason: 'denied',
          permission: 'admin:GetPolicy',
        },
        { source: { kind: 'group', policy: '', attachedTo: group }, reason: 'denied', permission: 'admin:GetGroup' },
      ],
    })
    const nothing = await given.signedIn(await accounts.user('readwrite'))
    const { status, json } = await simulate(
      { subject: userNamed(member), action: 's3:CreateBucket', resource: 'b12' },
      nothing,
    )
    expect([status, json]).toMatchObject([403, { message: expect.stringContaining('admin:GetUser') }])
    expect((await nothing.get('/api/v1/policy-simulator/subjects')).json).toMatchObject({
      users: [],
      groups: [],
      unread: expect.arrayContaining([
        { list: 'users', permission: 'admin:ListUsers' },
        { list: 'groups', permission: 'admin:ListGroups' },
      ]),
    })
  })
})

test('lists users, groups and own service accounts by name', async () => {
  const user = await accounts.user('readonly')
  const group = await accounts.group([user])
  const keys = await accounts.serviceAccount(given.storage.root)
  const { users, groups, serviceAccounts, unread } = (await root.get('/api/v1/policy-simulator/subjects'))
    .json as Record<string, string[]>
  expect(users).toContain(user.accessKey)
  expect(users).toEqual(users?.toSorted())
  expect(groups).toContain(group)
  expect(serviceAccounts).toContain(keys.accessKey)
  expect(unread).toEqual([])
})

test('agrees with the storage server', async () => {
  const kinds: Keys[] = [
    await accounts.user('readwrite'),
    await accounts.user('readonly'),
    await accounts.user('readonly', 'writeonly'),
    await accounts.allowed(allow(['s3:*'], '*'), deny(['s3:GetObject'], `${photos}/private/*`)),
    await accounts.allowed({
      ...allow(['s3:ListBucket'], photos),
      Condition: { StringLike: { 's3:prefix': ['team/*'] } },
    }),
    await accounts.allowed({ ...allow(['s3:*'], '*'), Condition: { StringEquals: { 'aws:username': ['someone'] } } }),
    // MinIO accepts NotAction, but its users can't use a console: MinIO can't return the policy.
    ...(given.storage.kind === 'engine'
      ? [await accounts.allowed({ Effect: 'Allow', NotAction: ['s3:PutObject'], Resource: ['arn:aws:s3:::*'] })]
      : []),
  ]
  const objects = `/api/v1/buckets/${photos}/objects`
  const questions: [
    string,
    string,
    { key: string; value: string }[],
    (user: Visitor) => Promise<{ status: number }>,
  ][] = [
    ['s3:GetObject', `${photos}/team/plan.txt`, [], (user) => user.get(`${objects}/download?prefix=team/plan.txt`)],
    [
      's3:GetObject',
      `${photos}/private/plan.txt`,
      [],
      (user) => user.get(`${objects}/download?prefix=private/plan.txt`),
    ],
    ['s3:ListBucket', photos, [{ key: 's3:prefix', value: 'team/' }], (user) => user.get(`${objects}?prefix=team/`)],
    [
      's3:PutObject',
      `${photos}/team/new.txt`,
      [],
      (user) =>
        user.call('POST', `${objects}/upload?prefix=team/`, {
          form: [{ name: '1', fileName: 'new.txt', content: 'a' }],
        }),
    ],
  ]
  for (const keys of kinds) {
    const user = await given.signedIn(keys)
    for (const [action, resource, conditions, call] of questions) {
      const { decision } = await explain(userNamed(keys), action, resource, { conditions })
      const { status } = await call(user)
      expect([action, resource, keys.accessKey, decision === 'allow']).toEqual([
        action,
        resource,
        keys.accessKey,
        status < 300,
      ])
    }
  }
})
