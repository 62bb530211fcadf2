import { expect, test } from 'vitest'
import { ACCESS_KINDS } from './access-kinds.ts'
import { CANNED_POLICIES } from './canned.ts'
import { type PlacePolicy, type PlacePrincipal, placeAccess } from './place-access.ts'

const arn = (resources: string[]) => resources.map((resource) => `arn:aws:s3:::${resource}`)
const allow = (Action: string[], ...resources: string[]) => ({ Effect: 'Allow', Action, Resource: arn(resources) })
const deny = (Action: string[], ...resources: string[]) => ({ ...allow(Action, ...resources), Effect: 'Deny' })
const policy = (...statements: object[]): PlacePolicy => ({
  kind: 'identity',
  document: { Version: '2012-10-17', Statement: statements },
})
const canned = (name: keyof typeof CANNED_POLICIES) => policy(...CANNED_POLICIES[name].Statement)
const ALICE: PlacePrincipal = { kind: 'user', name: 'alice', groups: ['devs'], isDisabled: false, policies: [0] }
const DEVS: PlacePrincipal = { ...ALICE, kind: 'group', name: 'devs', groups: [] }

const PHOTOS = { bucket: 'photos', prefix: '' }
const TEAM = { bucket: 'photos', prefix: 'team/' }
/** The home of a user. */
const HOME = { bucket: 'homes', prefix: 'alice/' }

/** `list read? write!`: kinds of access, with a question mark for those that it has sometimes, and why. */
function access(place: typeof PHOTOS, policies: PlacePolicy[], principal: PlacePrincipal = ALICE): string {
  const { outcomeOf, outcomes } = placeAccess(place, policies, [
    { ...principal, policies: principal.policies.length > 0 ? policies.map((_, index) => index) : [] },
  ])
  const outcome = outcomes[outcomeOf[0] ?? -1]
  return ACCESS_KINDS.flatMap((kind) => {
    if (outcome === undefined) return ['no outcome']
    const { access, limits } = outcome[kind]
    return access === 'no' ? [] : access === 'always' ? [kind] : [`${kind}(${limits.join(' ')})`]
  }).join(' ')
}

const EVERYTHING = 'list read write delete settings'
const listing = (...prefixes: string[]) => ({
  ...allow(['s3:ListBucket'], 'photos'),
  Condition: { StringLike: { 's3:prefix': prefixes } },
})
const AT_HOME = { Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }
const OWN_HOME = `homes/\${aws:username}/*`

test.each<[string, object[], string]>([
  ['a policy for everything', [allow(['s3:*'], '*')], EVERYTHING],
  ['a policy for the bucket and its objects', [allow(['s3:*'], 'photos', 'photos/*')], EVERYTHING],
  ['a policy that ends with a star after the slash', [allow(['s3:*'], 'photos/*')], EVERYTHING],
  ['a policy for names that begin like it', [allow(['s3:*'], 'pho*')], EVERYTHING],
  ['the bucket alone', [allow(['s3:*'], 'photos')], 'list settings(actions)'],
  ['another bucket', [allow(['s3:*'], 'videos/*')], ''],
  ['a folder', [allow(['s3:GetObject', 's3:PutObject'], 'photos/team/*')], 'read(part) write(part)'],
  ['versions include the current one', [allow(['s3:GetObjectVersion'], 'photos/*')], 'read'],
  ['versions of the list', [allow(['s3:ListBucketVersions'], 'photos')], 'list(actions)'],
  ['what only helps', [allow(['s3:GetBucketLocation', 's3:DeleteObjectVersion'], '*')], ''],
  ['reading settings isn’t changing them', [allow(['s3:Get*'], 'photos/*')], 'read'],
  ['some settings', [allow(['s3:PutObjectTagging', 's3:PutBucketPolicy'], '*')], 'settings(actions)'],
  ['server administration', [allow(['admin:*'])], ''],
  ['the bare star, whatever its resources', [allow(['*'], 'videos')], EVERYTHING],
  ['a Deny of everything', [allow(['s3:*'], '*'), deny(['s3:*'], 'photos', 'photos/*')], ''],
  ['a Deny of an action', [allow(['s3:*'], '*'), deny(['s3:DeleteObject'], 'photos/*')], 'list read write settings'],
  [
    'a Deny of a part',
    [allow(['s3:*'], '*'), deny(['s3:GetObject'], 'photos/secret/*')],
    'list read(denied) write delete settings',
  ],
  ['a Deny of all that is allowed', [allow(['s3:GetObject'], 'photos/a/*'), deny(['s3:*'], 'photos/a/*')], ''],
  [
    'a Deny beside what is allowed',
    [allow(['s3:GetObject'], 'photos/a/*'), deny(['s3:*'], 'photos/b/*')],
    'read(part)',
  ],
  ['a Deny under a condition', [allow(['s3:GetObject'], '*'), { ...deny(['s3:*'], '*'), ...AT_HOME }], 'read(denied)'],
  ['a condition', [{ ...allow(['s3:GetObject'], 'photos/*'), ...AT_HOME }], 'read(conditions)'],
  [
    'a condition, and without it a part',
    [{ ...allow(['s3:GetObject'], 'photos/*'), ...AT_HOME }, allow(['s3:GetObject'], 'photos/a/*')],
    'read(conditions)',
  ],
  [
    'a condition on the user that holds',
    [{ ...allow(['s3:GetObject'], '*'), Condition: { StringEquals: { 'aws:username': 'alice' } } }],
    'read',
  ],
  [
    'a condition on the user that doesn’t hold',
    [{ ...allow(['s3:GetObject'], '*'), Condition: { StringEquals: { 'aws:username': 'bob' } } }],
    '',
  ],
  [
    'a Deny for the members of a group',
    [
      allow(['s3:GetObject'], '*'),
      { ...deny(['s3:*'], '*'), Condition: { 'ForAnyValue:StringEquals': { 'aws:groups': 'devs' } } },
    ],
    '',
  ],
  [
    'all but some actions',
    [{ Effect: 'Allow', NotAction: ['s3:Delete*'], Resource: arn(['*']) }],
    'list read write settings(actions)',
  ],
  ['all but this bucket', [{ Effect: 'Allow', Action: ['s3:*'], NotResource: arn(['photos', 'photos/*']) }], ''],
  ['all but another bucket', [{ Effect: 'Allow', Action: ['s3:GetObject'], NotResource: arn(['videos/*']) }], 'read'],
  [
    'all but a folder',
    [{ Effect: 'Allow', Action: ['s3:GetObject'], NotResource: arn(['photos/secret/*']) }],
    'read(part)',
  ],
  [
    'a Deny of all but a folder',
    [allow(['s3:GetObject'], '*'), { Effect: 'Deny', Action: ['s3:*'], NotResource: arn(['photos/open/*']) }],
    'read(denied)',
  ],
  ['a listing with the prefix of a folder', [listing('team/*')], 'list(conditions)'],
  ['a listing of the top', [listing('')], 'list'],
  [
    'a listing without a delimiter',
    [{ ...allow(['s3:ListBucket'], 'photos'), Condition: { StringEquals: { 's3:delimiter': '' } } }],
    'list(conditions)',
  ],
  ['no statement', [], ''],
])('in a bucket: %s', (_, statements, expected) => {
  expect(access(PHOTOS, [policy(...statements)])).toBe(expected)
})

test.each<[string, object[], string]>([
  ['the whole bucket', [allow(['s3:*'], 'photos/*')], EVERYTHING],
  ['the folder', [allow(['s3:*'], 'photos/team/*')], 'read write delete settings(actions)'],
  ['a folder inside it', [allow(['s3:GetObject'], 'photos/team/2026/*')], 'read(part)'],
  ['a folder beside it', [allow(['s3:GetObject'], 'photos/teams/*', 'photos/other/*')], ''],
  ['names that end alike', [allow(['s3:GetObject'], 'photos/*.jpg')], 'read(part)'],
  ['a Deny beside it', [allow(['s3:GetObject'], '*'), deny(['s3:*'], 'photos/other/*')], 'read'],
  ['a Deny inside it', [allow(['s3:GetObject'], '*'), deny(['s3:*'], 'photos/team/a/*')], 'read(denied)'],
  [
    'a Deny of all but it',
    [allow(['s3:GetObject'], '*'), { Effect: 'Deny', Action: ['s3:*'], NotResource: arn(['photos/team/*']) }],
    'read',
  ],
  ['a listing with its prefix', [listing('team/*')], 'list'],
  ['a listing with its prefix and without', [listing('team', 'team/', 'team/*')], 'list'],
  ['a listing of what is below', [listing('team/2026/*')], 'list(conditions)'],
  ['a listing of what is above', [listing('')], 'list(conditions)'],
  ['a listing of another folder', [listing('other/*')], ''],
  [
    'a Deny of listing anything else',
    [
      allow(['s3:ListBucket'], 'photos'),
      { ...deny(['s3:ListBucket'], 'photos'), Condition: { StringNotLike: { 's3:prefix': 'team/*' } } },
    ],
    'list',
  ],
  [
    'a Deny of listing it',
    [
      allow(['s3:ListBucket'], 'photos'),
      { ...deny(['s3:ListBucket'], 'photos'), Condition: { StringLike: { 's3:prefix': 'team/*' } } },
    ],
    'list(denied)',
  ],
])('in a folder: %s', (_, statements, expected) => {
  expect(access(TEAM, [policy(...statements)])).toBe(expected)
})

test('a policy variable is filled for a user, and can be anybody for the members of a group', () => {
  const own = [policy(allow(['s3:GetObject'], OWN_HOME))]
  expect(access(HOME, own)).toBe('read')
  expect(access({ ...HOME, prefix: 'bob/' }, own)).toBe('')
  expect(access(HOME, own, DEVS)).toBe('read(part)')
  expect(access({ bucket: 'homes', prefix: '' }, own)).toBe('read(part)')
})

test('a disabled account has no access, nor has one without policies', () => {
  const all = [canned('consoleAdmin')]
  expect(access(PHOTOS, all)).toBe(EVERYTHING)
  expect(access(PHOTOS, all, { ...ALICE, isDisabled: true })).toBe('')
  expect(access(PHOTOS, all, { ...ALICE, policies: [] })).toBe('')
})

test('no policy limits root', () => {
  expect(access(PHOTOS, [policy(deny(['s3:*'], '*'))], { ...ALICE, kind: 'root', name: '' })).toBe(EVERYTHING)
})

test('a Deny of one policy revokes what another one allows, and each is named', () => {
  const { outcomes, statements, unreadable } = placeAccess(
    PHOTOS,
    [canned('readonly'), policy({ Effect: 'Permit' }, { ...deny(['s3:*'], 'photos/a/*'), Sid: 'secret' })],
    [{ ...ALICE, policies: [1, 0] }],
  )
  expect(outcomes[0]?.read).toEqual({ access: 'sometimes', limits: ['denied'], statements: [0, 1], further: 0 })
  expect(outcomes[0]?.write).toEqual({ access: 'no', limits: [], statements: [], further: 0 })
  expect(statements).toMatchObject([
    { policy: 0, number: 1, sid: '', effect: 'Allow' },
    { policy: 1, number: 2, sid: 'secret', effect: 'Deny' },
  ])
  expect(JSON.parse(statements[1]?.text ?? '')).toMatchObject({ Sid: 'secret', Resource: arn(['photos/a/*']) })
  expect(unreadable).toEqual([{ policy: 1, numbers: [1] }])
})

test('without access, the Deny is named that is to blame', () => {
  const { outcomes, statements } = placeAccess(
    PHOTOS,
    [policy(deny(['s3:GetObject'], 'photos/*')), canned('readwrite')],
    [{ ...ALICE, policies: [0, 1] }],
  )
  const { access, statements: deciding = [] } = outcomes[0]?.read ?? {}
  expect([access, deciding.map((index) => statements[index])]).toEqual([
    'no',
    [expect.objectContaining({ policy: 0, number: 1, effect: 'Deny' })],
  ])
})

test('where other actions are left, the Deny of the main one is named too', () => {
  const { outcomes, statements } = placeAccess(
    PHOTOS,
    [policy(deny(['s3:PutObject'], 'photos/*'), allow(['s3:*'], '*'))],
    [ALICE],
  )
  expect(outcomes[0]?.write).toMatchObject({ access: 'sometimes', limits: ['actions'] })
  expect(outcomes[0]?.write.statements.map((index) => statements[index]?.effect).sort()).toEqual(['Allow', 'Deny'])
})

test('names at most twenty statements for a kind', () => {
  const many = Array.from({ length: 50 }, (_, index) => allow(['s3:GetObject'], `photos/${index}/*`))
  const { outcomes, statements } = placeAccess(PHOTOS, [policy(...many)], [ALICE])
  expect(outcomes[0]?.read).toMatchObject({ access: 'sometimes', further: 30 })
  expect(statements).toHaveLength(20)
})

const ANYONE: PlacePrincipal = { kind: 'anonymous', name: '', groups: [], isDisabled: false, policies: [0] }
const ofBucket = (...statements: object[]): PlacePolicy => ({ ...policy(...statements), kind: 'bucket' })
const EVERYONE = { Principal: { AWS: ['*'] } }

test.each<[string, object[], string]>([
  ['objects', [{ ...allow(['s3:GetObject'], 'photos/*'), ...EVERYONE }], 'read'],
  ['the bucket', [{ ...allow(['s3:ListBucket'], 'photos'), ...EVERYONE }], 'list'],
  ['objects aren’t the bucket', [{ ...allow(['s3:ListBucket'], 'photos/*'), ...EVERYONE }], ''],
  ['another principal', [{ ...allow(['s3:GetObject'], 'photos/*'), Principal: { AWS: ['alice'] } }], ''],
  [
    'a Deny',
    [
      { ...allow(['s3:GetObject'], 'photos/*'), ...EVERYONE },
      { ...deny(['s3:*'], 'photos/*'), ...EVERYONE },
    ],
    '',
  ],
  [
    'a Deny for others',
    [
      { ...allow(['s3:GetObject'], 'photos/*'), ...EVERYONE },
      { ...deny(['s3:*'], 'photos/*'), Principal: { AWS: ['alice'] } },
    ],
    'read',
  ],
  [
    'a star as the action keeps to its resources',
    [{ ...allow(['*'], 'photos/team/*'), ...EVERYONE }],
    'read(part) write(part) delete(part) settings(part actions)',
  ],
])('a bucket policy for anonymous requests: %s', (_, statements, expected) => {
  expect(access(PHOTOS, [ofBucket(...statements)], ANYONE)).toBe(expected)
})

/** Milliseconds of CPU time, which don't depend on what else the machine does. */
function costOf(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

test('10,000 users with 500 policies are evaluated within two seconds', () => {
  const policies = Array.from({ length: 500 }, (_, index) =>
    policy(
      allow(['s3:GetObject', 's3:PutObject'], `photos/${index}/*`),
      allow(['s3:ListBucket'], 'photos'),
      deny(['s3:DeleteObject'], `photos/${index}/*`),
      allow(['s3:*'], `bucket-${index}`, `bucket-${index}/*`),
    ),
  )
  const users = Array.from({ length: 10_000 }, (_, index): PlacePrincipal => {
    const set = index % 1_000
    return { ...ALICE, name: `user-${index}`, policies: [set % 500, (set * 7) % 500, (set * 13 + 1) % 500] }
  })
  const cost = costOf(() => {
    const { outcomes, outcomeOf } = placeAccess(PHOTOS, policies, users)
    expect(outcomeOf).toHaveLength(10_000)
    // One for each set of policies.
    expect(outcomes.length).toBeLessThanOrEqual(1_000)
  })
  expect(cost).toBeLessThan(2_000)
})

test('1,000 users whose access depends on their name are evaluated within two seconds', () => {
  const policies = [
    policy(allow(['s3:*'], OWN_HOME), allow(['s3:ListBucket'], 'homes')),
    ...Array.from({ length: 499 }, (_, index) => policy(allow(['s3:*'], `bucket-${index}/\${aws:username}/*`))),
  ]
  const users = Array.from(
    { length: 1_000 },
    (_, index): PlacePrincipal => ({
      ...ALICE,
      name: `user-${index}`,
      policies: [0, (index % 499) + 1],
    }),
  )
  const cost = costOf(() => {
    const { outcomes } = placeAccess({ bucket: 'homes', prefix: 'user-7/' }, policies, users)
    expect(outcomes).toHaveLength(2)
  })
  expect(cost).toBeLessThan(2_000)
})

test.each<[string, object[], string]>([
  ['whoever may read', [allow(['s3:GetObject'], 'photos/*')], 'always'],
  ['nobody without reading', [allow(['s3:PutObject', 's3:ListBucket'], '*')], 'no'],
  ['a part of what is read', [allow(['s3:GetObject'], 'photos/team/*')], 'sometimes'],
  ['nobody who may not create keys', [allow(['s3:*'], '*'), { Effect: 'Deny', Action: ['admin:*'] }], 'no'],
  [
    'sometimes if that depends on the address',
    [allow(['s3:*'], '*'), { Effect: 'Deny', Action: ['admin:CreateServiceAccount'], ...AT_HOME }],
    'sometimes',
  ],
  ['administration alone doesn’t', [{ Effect: 'Allow', Action: ['admin:*'] }], 'no'],
])('objects can be shared by %s', (_, statements, expected) => {
  const { outcomes, outcomeOf } = placeAccess(PHOTOS, [policy(...statements)], [ALICE])
  expect(outcomes[outcomeOf[0] ?? -1]?.share.access).toBe(expected)
})

test('anonymous requests create no links, and the Deny of keys is among the deciding statements', () => {
  const open = { ...allow(['s3:GetObject'], 'photos/*'), Principal: { AWS: ['*'] } }
  const ofBucket: PlacePolicy = { kind: 'bucket', document: { Version: '2012-10-17', Statement: [open] } }
  const ANONYMOUS: PlacePrincipal = { ...ALICE, kind: 'anonymous', name: '', groups: [] }
  const anonymous = placeAccess(PHOTOS, [ofBucket], [ANONYMOUS])
  expect([anonymous.outcomes[0]?.read.access, anonymous.outcomes[0]?.share.access]).toEqual(['always', 'no'])
  const forbidden = policy(allow(['s3:*'], '*'), { Effect: 'Deny', Action: ['admin:CreateServiceAccount'] })
  const { outcomes, statements } = placeAccess(PHOTOS, [forbidden], [ALICE])
  expect(outcomes[0]?.share.statements.map((index) => statements[index]?.number)).toEqual([2])
})
