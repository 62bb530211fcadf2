/** The console offers accounts of every kind exactly what the storage server allows. */
import { ADMIN_FEATURE, ALERTS_FEATURE, PAGES } from '@cooperage/contract'
import { accountsOf, allow, deny, uniqueName } from '@cooperage/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { withConsole } from './running-console.ts'
import type { Visitor } from './visitor.ts'

const given = await withConsole()
/** What the session has here: several servers, and servers of other kinds, have features of their own. */
const FEATURES = [ADMIN_FEATURE, ALERTS_FEATURE]
/** The pages that some permission of these services opens, in menu order. */
const pagesOf = (...services: string[]) =>
  PAGES.filter(({ actions, needs = FEATURES }) => {
    const isOfService = (action: string) => services.includes(action.slice(0, action.indexOf(':')))
    return needs.some((feature) => FEATURES.includes(feature)) && actions.some(isOfService)
  }).map(({ path }) => path)
const BUCKETS = ['/buckets', '/buckets/:bucket', '/buckets/:bucket/*']
const DASHBOARD = ['/dashboard', '/metrics']
const BROWSER = ['/object-browser', '/object-browser/:bucket', '/object-browser/:bucket/*', '/jobs']
/** Of an account that lists and reads, which doesn't include following changes. */
const READ_PAGES = [...BUCKETS, ...BROWSER]

interface SessionResponse {
  pages: string[]
  folders: { bucket: string; prefix: string }[]
  accountName: string
}

/** Each permission with the call that needs it. */
type Question = [action: string, bucket: string, call: (user: Visitor) => Promise<{ status: number; json: unknown }>]

const objects = (bucket: string) => `/api/v1/buckets/${bucket}/objects`
const file = (name: string) => [{ name: String(Buffer.byteLength('content')), fileName: name, content: 'content' }]
const upload = (user: Visitor, bucket: string, key: string) =>
  user.call('POST', `${objects(bucket)}/upload?prefix=${encodeURIComponent(key.slice(0, key.lastIndexOf('/') + 1))}`, {
    form: file(key.slice(key.lastIndexOf('/') + 1)),
  })

const accounts = accountsOf(given.storage)
const root = await given.user()
/** A bucket with `team/plan.txt` and `private/secret.txt`, and another one. */
const photos = uniqueName('photos')
const other = uniqueName('other')
for (const name of [photos, other]) await root.call('POST', '/api/v1/buckets', { json: { name } })
for (const [bucket, key] of [
  [photos, 'team/plan.txt'],
  [photos, 'private/secret.txt'],
  [other, 'k.txt'],
] as const) {
  const { status, text } = await upload(root, bucket, key)
  if (status >= 300) throw new Error(`no object: ${status} ${text}`)
}

async function sessionOf(user: Visitor): Promise<SessionResponse> {
  return (await user.get('/api/v1/session')).json as SessionResponse
}

async function can(user: Visitor, action: string, bucket: string): Promise<boolean> {
  const { json } = await user.call('POST', '/api/v1/has-permission', {
    json: { actions: [{ id: 'asked', action, bucket_name: bucket }] },
  })
  const { permissions } = json as { permissions: { can: boolean }[] }
  return permissions[0]?.can === true
}

const QUESTIONS = (): Record<string, Question> => ({
  list: ['s3:ListBucket', photos, (user) => user.get(objects(photos))],
  listTeam: ['s3:ListBucket', photos, (user) => user.get(`${objects(photos)}?prefix=team/`)],
  listOther: ['s3:ListBucket', other, (user) => user.get(objects(other))],
  read: ['s3:GetObject', photos, (user) => user.get(`${objects(photos)}/download?prefix=private/secret.txt`)],
  readTeam: ['s3:GetObject', `${photos}/team/`, (user) => user.get(`${objects(photos)}/download?prefix=team/plan.txt`)],
  readOther: ['s3:GetObject', other, (user) => user.get(`${objects(other)}/download?prefix=k.txt`)],
  write: ['s3:PutObject', photos, (user) => upload(user, photos, `private/${uniqueName('f')}`)],
  writeTeam: ['s3:PutObject', `${photos}/team/`, (user) => upload(user, photos, `team/${uniqueName('f')}`)],
  writeOther: ['s3:PutObject', other, (user) => upload(user, other, uniqueName('f'))],
  createBucket: [
    's3:CreateBucket',
    '',
    (user) => user.call('POST', '/api/v1/buckets', { json: { name: uniqueName('made') } }),
  ],
})

type Name = keyof ReturnType<typeof QUESTIONS>
const EVERYTHING = ['list', 'listTeam', 'listOther', 'read', 'readTeam', 'readOther', 'write', 'writeTeam']
const ANYTHING: Name[] = [...EVERYTHING, 'writeOther', 'createBucket']

interface Kind {
  keys(): Promise<{ accessKey: string; secretKey: string }>
  pages: string[]
  /** What is offered; the storage server allows exactly this. */
  may: Name[]
  /** Offered because it depends on the request, although the storage server denies the requests of these tests. */
  offeredOnly?: Name[]
  folders?: () => { bucket: string; prefix: string }[]
}

const ofTeam = () => [
  { ...allow(['s3:ListBucket'], photos), Condition: { StringLike: { 's3:prefix': ['team/*'] } } },
  allow(['s3:GetObject', 's3:PutObject'], `${photos}/team/*`),
]

const KINDS: Record<string, Kind> = {
  root: { keys: async () => given.storage.root, pages: pagesOf('admin', 'kms', 's3'), may: ANYTHING },
  consoleAdmin: { keys: () => accounts.user('consoleAdmin'), pages: pagesOf('admin', 'kms', 's3'), may: ANYTHING },
  readwrite: { keys: () => accounts.user('readwrite'), pages: pagesOf('s3'), may: ANYTHING },
  readonly: { keys: () => accounts.user('readonly'), pages: READ_PAGES, may: ['read', 'readTeam', 'readOther'] },
  writeonly: { keys: () => accounts.user('writeonly'), pages: BROWSER, may: ['write', 'writeTeam', 'writeOther'] },
  diagnostics: {
    keys: () => accounts.user('diagnostics'),
    pages: [
      ...DASHBOARD,
      '/pools',
      '/logs',
      '/trace',
      '/alerts',
      '/activity',
      '/health-info',
      '/speed-tests',
      '/support-tools',
    ],
    may: [],
  },
  'several policies': {
    keys: () => accounts.user('readonly', 'writeonly'),
    pages: READ_PAGES,
    may: ['read', 'readTeam', 'readOther', 'write', 'writeTeam', 'writeOther'],
  },
  'a group with a policy': {
    keys: async () => {
      const member = await accounts.user()
      await accounts.group([member], 'readonly')
      return member
    },
    pages: READ_PAGES,
    may: ['read', 'readTeam', 'readOther'],
  },
  'one bucket': {
    keys: () => accounts.allowed(allow(['s3:*'], photos, `${photos}/*`)),
    pages: pagesOf('s3'),
    may: ['list', 'listTeam', 'read', 'readTeam', 'write', 'writeTeam'],
    // The account could create a bucket of that very name.
    offeredOnly: ['createBucket'],
    folders: () => [{ bucket: photos, prefix: '' }],
  },
  'one folder, by conditions': {
    keys: () => accounts.allowed(...ofTeam()),
    pages: READ_PAGES,
    may: ['listTeam', 'readTeam', 'writeTeam'],
    // For the bucket as a whole, one permitted folder is enough.
    offeredOnly: ['list', 'read', 'write'],
    folders: () => [{ bucket: photos, prefix: 'team/' }],
  },
  'one folder to put things into': {
    keys: () => accounts.allowed(allow(['s3:PutObject'], `${photos}/team/*`)),
    pages: BROWSER,
    may: ['writeTeam'],
    offeredOnly: ['write'],
    folders: () => [{ bucket: photos, prefix: 'team/' }],
  },
  'a deny of one bucket': {
    keys: () => accounts.allowed(allow(['s3:*'], '*'), deny(['s3:*'], photos, `${photos}/*`)),
    pages: pagesOf('s3'),
    may: ['listOther', 'readOther', 'writeOther', 'createBucket'],
  },
  'a deny of every writing': {
    keys: () => accounts.allowed(allow(['s3:*'], '*'), deny(['s3:Put*', 's3:CreateBucket'], '*')),
    pages: pagesOf('s3'),
    may: ['list', 'listTeam', 'listOther', 'read', 'readTeam', 'readOther'],
  },
  'a deny of everything': {
    keys: async () => {
      const member = await accounts.user('consoleAdmin')
      await accounts.group([member], await accounts.policy(deny(['s3:*'], '*')))
      return member
    },
    pages: pagesOf('admin', 'kms'),
    may: [],
  },
  'a condition that no request from here meets': {
    keys: () =>
      accounts.allowed({ ...allow(['s3:*'], '*'), Condition: { IpAddress: { 'aws:SourceIp': ['203.0.113.0/24'] } } }),
    pages: pagesOf('s3'),
    may: [],
    offeredOnly: ANYTHING,
  },
  'the right to read one policy': {
    keys: () => accounts.allowed(allow(['admin:GetPolicy'])),
    pages: ['/policies/:policyName'],
    may: [],
  },
  'the rights to list users, groups and policies, but not to change them': {
    keys: () =>
      accounts.allowed(
        allow(['admin:ListUsers', 'admin:GetUser', 'admin:ListGroups', 'admin:GetGroup', 'admin:ListUserPolicies']),
      ),
    pages: ['/users', '/users/:userName+', '/groups', '/groups/:groupName+', '/policies', '/policies/:policyName'],
    may: [],
  },
  'the right to list access keys, but not users': {
    keys: () => accounts.allowed(allow(['admin:ListServiceAccounts'])),
    pages: ['/jobs'],
    may: [],
  },
  'actions of administration only, without resources': {
    keys: () => accounts.allowed(allow(['admin:*'])),
    pages: pagesOf('admin'),
    may: [],
  },
}

describe.each(Object.entries(KINDS))('an account with %s', (_, { keys, pages, may, offeredOnly = [], folders }) => {
  let user: Visitor
  let accessKey: string
  beforeAll(async () => {
    const signsIn = await keys()
    accessKey = signsIn.accessKey
    user = await given.signedIn(signsIn)
  })

  test('may open these pages and buckets', async () => {
    const session = await sessionOf(user)
    const isRoot = accessKey === given.storage.root.accessKey
    const ownPages = ['/account', ...(isRoot ? [] : ['/account/change-password']), '/license']
    expect(session).toMatchObject({ accountName: accessKey, pages: [...pages, ...ownPages] })
    expect(session.folders).toEqual(folders?.() ?? [])
  })

  test('is offered what the storage server allows, and errors name the permission', async () => {
    const offered: Name[] = []
    const allowed: Name[] = []
    for (const [name, [action, bucket, call]] of Object.entries(QUESTIONS())) {
      if (await can(user, action, bucket)) offered.push(name)
      const { status, json } = await call(user)
      if (status < 300) allowed.push(name)
      else {
        const { code, message } = json as { code: string; message: string }
        expect([name, status, code]).toEqual([name, 403, 'AccessDenied'])
        expect(message).toContain(`(${action} on ${bucket}`)
      }
    }
    expect(allowed.toSorted()).toEqual(may.toSorted())
    expect(offered.toSorted()).toEqual([...may, ...offeredOnly].toSorted())
  })
})

test('an account without a policy cannot sign in, and gets the reason', async () => {
  const reply = await given.stranger().signIn(await accounts.user())
  expect([reply.status, reply.json]).toMatchObject([
    401,
    { code: 'NoPolicy', message: expect.stringContaining('Ask an administrator') },
  ])
})

test('a service account cannot sign in, and gets the reason', async () => {
  const reply = await given.stranger().signIn(await accounts.serviceAccount(await accounts.user('readwrite')))
  expect(reply.outcome).toBe('401 ServiceAccountLogin')
})

test('a disabled account cannot sign in', async () => {
  const keys = await accounts.user('readwrite')
  await accounts.setStatus(keys, 'disabled')
  expect((await given.stranger().signIn(keys)).status).toBe(401)
})

describe.each<[string, (keys: { accessKey: string; secretKey: string }) => Promise<void>]>([
  ['is disabled', (keys) => accounts.setStatus(keys, 'disabled')],
  ['loses its policies', (keys) => accounts.setPolicies(keys)],
  ['is deleted', (keys) => accounts.remove(keys)],
])('an account that %s during the session', (_, lose) => {
  test('is signed out with the reason by every call, instead of seeing an empty list', async () => {
    const keys = await accounts.user('readwrite')
    const user = await given.signedIn(keys)
    await lose(keys)
    for (const path of ['/api/v1/session', '/api/v1/buckets', objects(photos)]) {
      const one = user.twin()
      const { status, json } = await one.get(path)
      expect([path, status]).toEqual([path, 401])
      expect(json).toMatchObject({
        // MinIO accepts the keys of a deleted user for a while, without permissions; the engine rejects them.
        code: expect.stringMatching(/^(NoPolicy|SessionEnded)$/),
        message: expect.stringMatching(/ask an administrator|sign in again/i),
      })
      expect(one.cookies.size).toBe(0)
    }
  })
})
