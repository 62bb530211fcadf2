import { expect, test } from 'vitest'
import { POLICY_ACTIONS } from './actions.ts'
import { ADMINISTRATION } from './administration.ts'
import type { AttachedPolicy } from './attached-policy.ts'
import { CANNED_POLICIES } from './canned.ts'
import { effectivePermissions } from './effective-permissions.ts'

const ALICE = { account: 'alice', groups: ['devs'] }
const arn = (resources: string[]) => resources.map((resource) => `arn:aws:s3:::${resource}`)
const allow = (Action: string[], ...resources: string[]) => ({ Effect: 'Allow', Action, Resource: arn(resources) })
const deny = (Action: string[], ...resources: string[]) => ({ ...allow(Action, ...resources), Effect: 'Deny' })
const attached = (...statements: object[]) => ({
  kind: 'identity' as const,
  name: 'p',
  attachedTo: 'alice',
  document: { Version: '2012-10-17', Statement: statements },
})
const ofGroup = (...statements: object[]) => ({
  ...attached(...statements),
  kind: 'group' as const,
  attachedTo: 'devs',
})

/** `photos/*: list read | write!`: kinds, those under conditions, and a mark if a Deny narrows it. */
function resources(policies: AttachedPolicy[], caller = ALICE): string[] {
  return effectivePermissions(policies, caller).summary.resources.map(
    ({ resource, except, kinds, conditionalKinds, isNarrowed }) =>
      `${resource}${except.map((one) => ` but ${one}`).join('')}: ${kinds.join(' ')}${
        conditionalKinds.length > 0 ? ` | ${conditionalKinds.join(' ')}` : ''
      }${isNarrowed ? '!' : ''}`,
  )
}

const EVERYTHING = 'list read write delete settings'
const ONLY_LISTED = { Condition: { StringLike: { 's3:prefix': ['team/*'] } } }

test.each<[string, object[], string[]]>([
  ['a bucket with its objects', [allow(['s3:*'], 'photos', 'photos/*')], [`photos/*: ${EVERYTHING}`]],
  ['the bucket alone', [allow(['s3:*'], 'photos')], ['photos: list settings']],
  ['a folder', [allow(['s3:GetObject', 's3:PutObject'], 'photos/team/*')], ['photos/team/*: read write']],
  ['reading versions includes reading', [allow(['s3:GetObjectVersion'], 'photos/*')], ['photos/*: read']],
  ['tags are settings', [allow(['s3:GetObjectTagging'], 'photos/*')], ['photos/*: settings']],
  ['what only helps gives nothing', [allow(['s3:GetBucketLocation', 's3:DeleteObjectVersion'], '*')], []],
  ['its own folder', [allow(['s3:GetObject'], `homes/\${aws:username}/*`)], ['homes/alice/*: read']],
  ['a variable that nothing fills', [allow(['s3:GetObject'], `homes/\${jwt:sub}/*`)], [`homes/\${jwt:sub}/*: read`]],
  ['wildcards in names of buckets', [allow(['s3:*'], 'logs-*')], [`logs-*: ${EVERYTHING}`]],
  ['objects of every bucket', [allow(['s3:*'], '*/public/*')], ['*/public/*: read write delete settings']],
  [
    'all but some actions',
    [{ Effect: 'Allow', NotAction: ['s3:Delete*', 's3:Put*'], Resource: arn(['photos/*']) }],
    ['photos/*: list read settings'],
  ],
  [
    'all but some resources',
    [{ Effect: 'Allow', Action: ['s3:GetObject'], NotResource: arn(['secret/*']) }],
    ['* but secret/*: read'],
  ],
  ['the bare star, whatever its resources', [{ ...allow(['*'], 'photos') }], [`*: ${EVERYTHING}`]],
  [
    'a condition on the request',
    [{ ...allow(['s3:ListBucket'], 'photos'), ...ONLY_LISTED }, allow(['s3:GetObject'], 'photos')],
    ['photos:  | list'],
  ],
  [
    'a condition that holds for this user',
    [{ ...allow(['s3:GetObject'], 'a/*'), Condition: { StringEquals: { 'aws:username': 'alice' } } }],
    ['a/*: read'],
  ],
  [
    'a condition that never holds for this user',
    [{ ...allow(['s3:GetObject'], 'a/*'), Condition: { StringEquals: { 'aws:username': 'bob' } } }],
    [],
  ],
  [
    'a Deny of the same',
    [allow(['s3:*'], 'photos/*'), deny(['s3:DeleteObject'], 'photos/*')],
    ['photos/*: list read write settings!'],
  ],
  ['a Deny of everything', [allow(['s3:*'], 'photos/*'), deny(['s3:*'], '*')], []],
  [
    'a Deny of a part',
    [allow(['s3:GetObject'], 'photos/*'), deny(['s3:GetObject'], 'photos/private/*')],
    ['photos/*: read!'],
  ],
  [
    'a Deny of everything else',
    [
      allow(['s3:GetObject'], 'photos/*', 'videos/*'),
      { Effect: 'Deny', Action: ['s3:*'], NotResource: arn(['photos/*']) },
    ],
    ['photos/*: read'],
  ],
  [
    'a Deny under a condition',
    [
      allow(['s3:GetObject'], 'photos/*'),
      { ...deny(['s3:*'], '*'), Condition: { Bool: { 'aws:SecureTransport': ['false'] } } },
    ],
    ['photos/*: read!'],
  ],
  [
    'a Deny for another user',
    [
      allow(['s3:GetObject'], 'photos/*'),
      { ...deny(['s3:*'], '*'), Condition: { StringEquals: { 'aws:username': 'bob' } } },
    ],
    ['photos/*: read'],
  ],
  [
    'a Deny of other actions',
    [allow(['s3:GetObject'], 'photos/*'), deny(['s3:PutObject'], 'photos/*')],
    ['photos/*: read'],
  ],
  [
    'what a broader pattern has already',
    [allow(['s3:*'], '*'), allow(['s3:GetObject'], 'photos/*')],
    [`*: ${EVERYTHING}`],
  ],
  [
    'what a broader pattern lacks',
    [allow(['s3:GetObject'], '*'), allow(['s3:PutObject'], 'photos/*')],
    ['*: read', 'photos/*: write'],
  ],
])('%s', (_, statements, expected) => {
  expect(resources([attached(...statements)])).toEqual(expected)
})

test('a Deny of a group revokes what the user has directly', () => {
  const own = attached(allow(['s3:*'], 'photos/*'))
  expect(resources([own, ofGroup(deny(['s3:PutObject*', 's3:DeleteObject'], '*'))])).toEqual([
    'photos/*: list read settings!',
  ])
  const { summary, policies } = effectivePermissions([own, ofGroup(deny(['s3:*'], '*'))], ALICE)
  expect(summary).toMatchObject({ resources: [], denials: [{ policy: 1, number: 1 }] })
  expect(policies[0]?.statements[0]).toMatchObject({ access: [], narrowedBy: [{ policy: 1, number: 1 }] })
  expect(policies[1]?.statements[0]).toMatchObject({
    effect: 'Deny',
    access: [{ resource: '*', kinds: EVERYTHING.split(' ') }],
  })
})

test('the permissions of a group don’t depend on a user name', () => {
  const homes = ofGroup(allow(['s3:GetObject'], `homes/\${aws:username}/*`))
  expect(resources([homes], { account: '', groups: ['devs'] })).toEqual([`homes/\${aws:username}/*: read`])
})

test('full access is reported with its limits', () => {
  const fullAccess = (...policies: AttachedPolicy[]) =>
    effectivePermissions(policies, ALICE).summary.fullAccess.map(
      ({ scope, isConditional, isNarrowed }) => `${scope}${isConditional ? '?' : ''}${isNarrowed ? '!' : ''}`,
    )
  const admin = attached(...CANNED_POLICIES.consoleAdmin.Statement)
  expect(fullAccess(admin)).toEqual(['storage', 'administration'])
  expect(fullAccess(admin, ofGroup(deny(['s3:*'], 'secret/*')))).toEqual(['storage!', 'administration'])
  expect(fullAccess(admin, ofGroup(deny(['s3:DeleteBucket'], '*')))).toEqual(['administration'])
  const fromOffice = { Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } } }
  expect(fullAccess(attached({ ...allow(['s3:*'], '*'), ...fromOffice }))).toEqual(['storage?'])
})

test('administration is reported by area and level', () => {
  const areas = (...statements: object[]) =>
    effectivePermissions([attached(...statements)], ALICE).summary.administration.map(
      ({ area, level, isConditional }) => `${area} ${level}${isConditional ? '?' : ''}`,
    )
  const admin = (...Action: string[]) => ({ Effect: 'Allow', Action })
  expect(areas(admin('admin:*'), { Effect: 'Deny', Action: ['admin:DeleteUser'] })).toContain('users partial')
  expect(areas(admin('admin:ListUsers', 'admin:GetUser', 'admin:CreateUser'), admin('admin:ListTier'))).toEqual([
    'users partial',
    'tiers view',
  ])
  expect(areas(admin('kms:*'))).toEqual(['kms full'])
  expect(areas(allow(['s3:*'], '*'))).toEqual([])
  expect(areas({ Effect: 'Allow', NotAction: ['s3:*'], Resource: arn(['photos/*']) })).toEqual([])
})

test('every action of administrators is in one area', () => {
  const named = Object.values(ADMINISTRATION).flatMap(({ view, change }): string[] => [...view, ...change])
  const known: string[] = [...POLICY_ACTIONS.admin, ...POLICY_ACTIONS.kms].filter((action) => !action.includes('*'))
  expect(named.sort()).toEqual(known.sort())
})

test('reports a statement that can’t be interpreted, and evaluates the others', () => {
  const { policies, summary } = effectivePermissions(
    [attached({ Effect: 'Maybe' }, allow(['s3:GetObject'], 'a/*'))],
    ALICE,
  )
  expect(policies[0]).toMatchObject({ unreadable: [1], statements: [{ number: 2 }] })
  expect(summary.resources).toHaveLength(1)
})

test('accepts a single statement that isn’t in a list', () => {
  const policy = { ...attached(), document: { Version: '2012-10-17', Statement: allow(['s3:GetObject'], 'a/*') } }
  expect(resources([policy])).toEqual(['a/*: read'])
})

test('long policies take little processor time', () => {
  const statements = (count: number) =>
    Array.from({ length: count }, (_, index) => [
      allow(['s3:*'], `*a*${index}*${'x'.repeat(40)}*`),
      deny(['s3:*'], `*${index}*a*${'x'.repeat(40)}*`),
    ]).flat()
  const before = process.threadCpuUsage()
  for (const count of [80, 800]) {
    const found = resources([attached(...statements(count))])
    expect(found).toHaveLength(count)
    expect(found.every((one) => one.endsWith('!'))).toBe(true)
  }
  // 0.5 s. Unlike the time on the clock, it doesn't grow while other programs run.
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
})
