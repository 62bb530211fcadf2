import { type Moto, startMoto } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleAt, type RunningConsole, startConsole } from '../running-console.ts'
import { signedIn, type Visitor, visitor } from '../visitor.ts'
import { callsOf } from './calls-of.ts'

const READ = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['*'] }] }

const EVERYTHING = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }] }

/** A server with S3 and AWS's IAM. */
describe('IAM', () => {
  let storage: Moto
  let server: RunningConsole
  let admin: Visitor
  beforeAll(async () => {
    storage = await startMoto({ hasPoliciesOfAws: true })
    server = await startConsole(storage.url)
    admin = await signedIn(server.url, storage.root)
  })
  afterAll(async () => {
    await server?.stop()
    await storage?.stop()
  })

  const { call, refused } = callsOf(() => admin)

  test('opens the pages of accounts, under the name of the user', async () => {
    const json = await call('GET', '/session')
    expect(json).toMatchObject({ accountName: 'root', displayName: 'root', features: ['iam'] })
    expect((json as { pages: string[] }).pages).toEqual([
      '/buckets',
      '/buckets/:bucket',
      '/buckets/:bucket/*',
      '/users',
      '/users/:userName+',
      '/groups',
      '/groups/:groupName+',
      '/policies',
      '/policies/:policyName',
      '/access-keys',
      '/object-browser',
      '/object-browser/:bucket',
      '/object-browser/:bucket/*',
      '/account',
    ])
  })

  test('checks policies by what AWS knows', async () => {
    const statement = {
      Effect: 'Allow',
      Action: 's3:GetObject',
      Resource: ['arn:aws-cn:s3:::photos/*', 'arn:aws-us-gov:s3:::photos/*'],
    }
    const codes = async (principals: object, more: object = {}) => {
      const Statement = [{ ...statement, ...principals, ...more }]
      const policy = JSON.stringify({ Version: '2012-10-17', Statement })
      const { findings } = (await call('POST', '/policy-check', { policy, bucket: 'photos' })) as {
        findings: { code: string }[]
      }
      return findings.map(({ code }) => code)
    }
    expect(await codes({ Principal: { AWS: 'arn:aws-cn:iam::111122223333:user/backup' } })).toEqual([])
    expect(await codes({ Principal: { Service: 'cloudfront.amazonaws.com' } })).toEqual([])
    const another = { Resource: ['arn:aws-us-gov:s3:::docs/*'] }
    expect(await codes({ Principal: { AWS: 'arn:aws-us-gov:iam::111122223333:root' } }, another)).toEqual([
      'OtherBucket',
    ])
    expect(await codes({ Principal: { AWS: '*' }, Conditions: {} })).toEqual(
      expect.arrayContaining(['PublicPrincipal', 'UnknownField']),
    )
  })

  test('creates users in groups, with policies and access keys', async () => {
    await call('POST', '/groups', { group: 'devs', members: [] })
    await call('POST', '/policies', { name: 'reading', policy: JSON.stringify(READ), replaces: '' })
    await call('POST', '/users', { accessKey: 'anna', secretKey: '', groups: ['devs'] })
    await call('PUT', '/set-policy', { entityType: 'user', entityName: 'anna', policies: ['reading'], replaces: [] })
    const key = await call('POST', '/service-accounts', { targetUser: 'anna' })
    expect(key).toEqual({ accessKey: expect.any(String), secretKey: expect.any(String) })
    const anna = { accessKey: 'anna', status: 'enabled', memberOf: ['devs'], policy: ['reading'], updatedAt: '' }
    expect(await call('GET', '/user?name=anna')).toEqual({ ...anna, source: 'builtIn' })
    expect(await call('GET', '/users')).toMatchObject({ users: expect.arrayContaining([anna]) })
    expect(await call('GET', '/group?name=devs')).toMatchObject({ members: ['anna'], status: 'enabled', policy: '' })
    expect(await call('GET', '/policies/reading/users')).toEqual(['anna'])
    const { accessKey } = key as Credentials
    expect(await call('GET', '/user/access-keys?name=anna')).toMatchObject([{ accessKey, enabled: true, expiry: '' }])
    expect(await call('GET', '/access-keys')).toEqual(
      expect.arrayContaining([expect.objectContaining({ accessKey, owner: 'anna' })]),
    )
    // The secret key is in the response that created it, and nowhere else.
    expect(server.log.join('')).not.toContain((key as Credentials).secretKey)
  })

  test('saves policies as new versions, and deletes them unless they are attached', async () => {
    const save = (policy: object, replaces: string) =>
      call('POST', '/policies', { name: 'team/versions', policy: JSON.stringify(policy), replaces })
    const policies = Array.from({ length: 7 }, (_, days) => ({
      ...READ,
      Statement: [{ ...READ.Statement[0], Resource: [`arn:aws:s3:::day-${days}/*`] }],
    }))
    let stored = ''
    for (const policy of policies) stored = ((await save(policy, stored)) as { policy: string }).policy
    const read = await call('GET', '/policy?name=team/versions')
    expect(read).toMatchObject({ name: 'team/versions', isBuiltIn: false, policy: stored })
    expect(stored).toContain('day-6')
    await storage.iam('CreateUser', { UserName: 'reader' })
    const attach = (policy: string[], replaces: string[]) =>
      call('PUT', '/set-policy', { entityType: 'user', entityName: 'reader', policies: policy, replaces })
    await attach(['team/versions'], [])
    expect(await refused('DELETE', '/policy?name=team/versions')).toBe('PolicyInUse')
    await attach([], ['team/versions'])
    await call('DELETE', '/policy?name=team/versions')
    expect(await refused('GET', '/policy?name=team/versions')).toBe('NoSuchPolicy')
    expect(await refused('POST', '/policies', { name: 'broken', policy: '{"Version":"1"}' })).toBe('InvalidPolicy')
  })

  test('lists inline policies under the name of their user, to edit and delete but not to detach', async () => {
    await storage.addUser('clara', ['s3:ListAllMyBuckets'])
    const name = 'user:clara/rights'
    expect(await call('GET', '/user?name=clara')).toMatchObject({ policy: [name] })
    const { policies } = (await call('GET', '/policies')) as { policies: { name: string }[] }
    expect(policies.map((policy) => policy.name)).toContain(name)
    const change = { entityType: 'user', entityName: 'clara', policies: ['reading'], replaces: [name] }
    expect(await refused('PUT', '/set-policy', change)).toBe('InlinePolicy')
    await call('PUT', '/set-policy', { ...change, policies: [name, 'reading'] })
    await call('POST', '/policies', { name, policy: JSON.stringify(READ) })
    expect(await call('GET', `/policy?name=${name}`)).toMatchObject({ policy: expect.stringContaining('GetObject') })
    expect(await call('GET', `/policies/${encodeURIComponent(name)}/users`)).toEqual(['clara'])
    await call('DELETE', `/policy?name=${name}`)
    expect(await call('GET', '/user?name=clara')).toMatchObject({ policy: ['reading'] })
  })

  test('shows and attaches policies of AWS, but changes none', async () => {
    const name = 'aws:AmazonS3ReadOnlyAccess'
    const names = await call('GET', '/policies-of-aws')
    expect(names).toContain(name)
    expect(names).toHaveLength(new Set(names as string[]).size)
    expect(await call('GET', `/policy?name=${name}`)).toMatchObject({ isBuiltIn: true })
    await call('POST', '/groups', { group: 'readers' })
    await call('PUT', '/set-policy', { entityType: 'group', entityName: 'readers', policies: [name], replaces: [] })
    expect(await call('GET', '/group?name=readers')).toMatchObject({ policy: name })
    expect(await call('GET', `/policies/${name}/groups`)).toEqual(['readers'])
    for (const [method, path, json] of [
      ['POST', '/policies', { name, policy: JSON.stringify(READ) }],
      ['DELETE', `/policy?name=${name}`, undefined],
    ] as const) {
      expect(await refused(method, path, json)).toBe('PolicyOfAws')
    }
  })

  test('grants access to a folder, and revokes it', async () => {
    await call('POST', '/users', { accessKey: 'gina', secretKey: '' })
    const to = { entityType: 'user', entityName: 'gina' }
    const grants = [{ bucket: 'photos', prefix: 'team/', access: 'read', until: '' }]
    const { before, change } = (await call('POST', '/access-grants/preview', { ...to, grants })) as {
      before: string
      change: unknown
    }
    const folder = expect.objectContaining({ resource: 'photos/team/*', kinds: ['read'] })
    expect(change).toMatchObject({ gained: { resources: expect.arrayContaining([folder]) } })
    await call('PUT', '/access-grants', { ...to, grants, previous: before })
    const listed = await call('GET', '/access-grants?bucket=photos&prefix=team/')
    expect(listed).toMatchObject({ grants: [{ ...to, ...grants[0], number: 1, isAttached: true }] })
    const revoked = { ...to, grants: [], removes: [1] }
    const { before: previous } = (await call('POST', '/access-grants/preview', revoked)) as { before: string }
    await call('PUT', '/access-grants', { ...revoked, previous })
    expect(await call('GET', '/user?name=gina')).toMatchObject({ policy: [] })
  })

  test('deletes groups and users with what IAM wants to be removed first', async () => {
    const { accessKey } = await storage.addUser('dora', ['s3:*'])
    await call('PUT', '/users-groups-bulk', { groups: ['readers'], users: ['dora'] })
    await call('PUT', '/set-policy', {
      entityType: 'user',
      entityName: 'dora',
      policies: ['reading', 'user:dora/rights'],
      replaces: ['user:dora/rights'],
    })
    expect(await refused('DELETE', '/group?name=readers')).toBe('GroupNotEmpty')
    await call('DELETE', '/user?name=dora')
    expect(await refused('GET', '/user?name=dora')).toBe('NoSuchUser')
    expect(await refused('GET', `/access-keys/${accessKey}`)).toBe('NoSuchServiceAccount')
    await call('DELETE', '/group?name=readers')
    expect(await refused('GET', '/group?name=readers')).toBe('NoSuchGroup')
    expect(await refused('DELETE', '/user?name=root')).toBe('OwnUser')
  })

  test('refuses unknown names and taken ones', async () => {
    expect(await refused('POST', '/users', { accessKey: 'anna', secretKey: '' })).toBe('UserExists')
    expect(await refused('POST', '/groups', { group: 'devs' })).toBe('GroupExists')
    expect(await refused('POST', '/groups', { group: 'other', members: ['nobody'] })).toBe('NoSuchUser')
    expect(await refused('GET', '/group?name=other')).toBe('NoSuchGroup')
    const attach = { entityType: 'user', entityName: 'anna', policies: ['none'], replaces: ['reading'] }
    expect(await refused('PUT', '/set-policy', attach)).toBe('NoSuchPolicy')
  })

  test('deactivates and deletes access keys', async () => {
    const { accessKey } = (await call('POST', '/service-accounts', { targetUser: 'clara' })) as Credentials
    await call('PUT', `/access-keys/${accessKey}`, { status: 'disabled' })
    expect(await call('GET', `/access-keys/${accessKey}`)).toMatchObject({ enabled: false, owner: 'clara', policy: '' })
    await call('PUT', `/access-keys/${accessKey}`, { status: 'enabled' })
    expect(await call('GET', `/access-keys/${accessKey}`)).toMatchObject({ enabled: true })
    await call('DELETE', `/service-accounts/${accessKey}`)
    expect(await refused('DELETE', `/service-accounts/${accessKey}`)).toBe('NoSuchServiceAccount')
    expect(await call('GET', '/account/access-keys')).toMatchObject([{ accessKey: storage.root.accessKey }])
  })

  test.each([
    ['disabled users', 'PUT', '/user?name=anna', { status: 'disabled' }],
    ['disabled groups', 'PUT', '/group?name=devs', { members: ['anna'], status: 'disabled' }],
    ['secret keys of users', 'POST', '/users', { accessKey: 'erik', secretKey: 'erik-secret' }],
    [
      'secret keys of users',
      'POST',
      '/account/change-user-password',
      { selectedUser: 'anna', newSecretKey: 'secret-1' },
    ],
    ['policies of access keys', 'POST', '/service-accounts', { policy: JSON.stringify(READ) }],
    ['access keys that expire', 'POST', '/service-accounts', { expiry: '2099-01-01T00:00:00Z' }],
    ['chosen access keys', 'POST', '/service-accounts', { accessKey: 'chosen-key', secretKey: 'chosen-secret' }],
    ['names of access keys', 'POST', '/service-accounts', { name: 'ci' }],
  ])('says that there are no %s', async (feature, method, path, json) => {
    const { status, json: error } = await admin.call(method, `/api/v1${path}`, { json })
    expect([status, error]).toEqual([501, expect.objectContaining({ message: expect.stringContaining(feature) })])
  })

  test('evaluates the policies of users and groups', async () => {
    await call('POST', '/policies', { name: 'group:devs/all', policy: JSON.stringify(EVERYTHING) })
    const simulated = await call('POST', '/policy-simulator', {
      subject: { kind: 'user', name: 'anna' },
      action: 's3:DeleteObject',
      resource: 'photos/a.jpg',
    })
    expect(simulated).toMatchObject({ decision: 'allow', where: { policy: 'group:devs/all' }, unread: [] })
    expect(await call('GET', '/effective-permissions')).toMatchObject({
      account: 'root',
      isCombined: false,
      policies: [{ source: { policy: 'user:root/rights' } }],
      unread: [],
    })
    const effective = await call('GET', '/effective-permissions?kind=user&name=anna')
    expect(effective).toMatchObject({ groups: ['devs'], summary: { fullAccess: [{ scope: 'storage' }] } })
    expect(await call('GET', '/exposure/policies')).toMatchObject({
      policies: expect.arrayContaining([expect.objectContaining({ name: 'group:devs/all', groups: ['devs'] })]),
    })
    await call('POST', '/buckets', { name: 'photos' })
    expect(await call('GET', '/bucket-users/photos')).toEqual(expect.arrayContaining(['anna']))
  })

  // The last one: it begins to refuse.
  test('opens for each user the pages that IAM lets it read, where the settings name IAM', async () => {
    const keys = {
      bob: await storage.addUser('bob', ['s3:*']),
      ella: await storage.addUser('ella', ['s3:*', 'iam:ListUsers', 'iam:GetUser']),
    }
    await storage.authorize()
    const another = await consoleAt(storage.url, { storageKind: 'iam' })
    const pagesOf = async (user: Visitor) => {
      const { json } = await user.get('/api/v1/session')
      const { pages } = json as { pages: string[] }
      return pages.filter((page) => ['/users', '/groups', '/policies', '/access-keys'].includes(page))
    }
    const bob = visitor(another.url)
    expect((await bob.signIn(keys.bob)).status).toBe(201)
    expect(await pagesOf(bob)).toEqual([])
    expect((await bob.get('/api/v1/users')).json).toMatchObject({
      code: 'AccessDenied',
      message: 'You don’t have permission to list users (iam:ListUsers on this server).',
      detailedMessage: expect.stringContaining('user/bob is not authorized'),
    })
    expect((await bob.get('/api/v1/effective-permissions')).json).toMatchObject({
      policies: [],
      unread: [{ reason: 'denied', permission: 'iam:GetUser' }],
    })
    const ella = visitor(another.url)
    await ella.signIn(keys.ella)
    expect(await pagesOf(ella)).toEqual(['/users', '/access-keys'])
    const wrong = await visitor(another.url).signIn({ ...keys.ella, secretKey: 'wrong-secret' })
    expect([wrong.status, wrong.json]).toEqual([401, expect.objectContaining({ code: 'InvalidLogin' })])
  })
})
