import { expect, test } from 'vitest'
import { type AccountFacts, fittingInOneCall, MAX_NEW_ACCOUNTS_BYTES, type NewAccount } from './accounts.ts'
import { planAccounts } from './plan-accounts.ts'
import { translatePolicy } from './translate-policy.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')

type Statement = Record<string, unknown>
const S3: Statement = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::photos/*'] }
const DENY: Statement = { ...S3, Effect: 'Deny' }
const documentOf = (...Statement: Statement[]) => JSON.stringify({ Version: '2012-10-17', Statement })

type Given = {
  [K in 'groups' | 'users' | 'keys' | 'policies']?: Partial<AccountFacts[K][number]>[]
} & Partial<Pick<AccountFacts, 'api' | 'directory'>>

function facts({ api = 'admin', directory = [], ...given }: Given = {}): AccountFacts {
  const principal = { isEnabled: true, policies: [] }
  return {
    api,
    product: '',
    directory,
    policies: (given.policies ?? []).map((one) => ({ name: '', document: documentOf(S3), isBuiltIn: false, ...one })),
    groups: (given.groups ?? []).map((one) => ({ name: '', ...principal, ...one })),
    users: (given.users ?? []).map((one) => ({ name: '', ...principal, groups: [], ...one })),
    keys: (given.keys ?? []).map((one) => ({
      ...{ accessKey: '', parent: 'anna', isEnabled: true, name: '', description: '', expiry: '', policy: '' },
      ...one,
    })),
  }
}

/** `create`, `same`, or why it is skipped, with what is lost. */
function planned(source: Given, target: Given = {}): string[] {
  return planAccounts(facts(source), facts(target), NOW).map(({ kind, name, outcome, why, names, lost }) =>
    [kind, name, why || outcome, ...names, ...lost.map((one) => `-${one.what}`)].join(' '),
  )
}

test('what a server has already is the same or left alone', () => {
  const given: Given = {
    policies: [{ name: 'p' }],
    groups: [{ name: 'devs', policies: ['p'] }],
    users: [{ name: 'anna', policies: ['p'], groups: ['devs'] }],
    keys: [{ accessKey: 'KEY' }],
  }
  expect(planned(given)).toEqual(['policy p create', 'group devs create', 'user anna create', 'key KEY create'])
  expect(planned(given, given)).toEqual(['policy p same', 'group devs same', 'user anna same', 'key KEY same'])
  const other: Given = {
    policies: [{ name: 'p', document: documentOf(DENY) }],
    groups: [{ name: 'devs', isEnabled: false }],
    users: [{ name: 'anna', policies: ['other'] }, { name: 'KEY' }],
  }
  expect(planned(given, other)).toEqual([
    'policy p differs',
    'group devs differs',
    'user anna differs',
    'key KEY differs',
  ])
})

test.each<[string, Given, string[]]>([
  ['policies that servers have built in, unless they are attached', { policies: [{ name: 'p', isBuiltIn: true }] }, []],
  [
    'keys of root and of this console, and expired ones',
    {
      keys: [
        { accessKey: 'A', parent: 'root' },
        { accessKey: 'B', name: 'cooperage-sync' },
        { accessKey: 'C', expiry: '2026-05-31T00:00:00Z' },
      ],
    },
    ['key A parentMissing root', 'key B ofConsole', 'key C expired'],
  ],
  [
    'keys of disabled users',
    { users: [{ name: 'anna', isEnabled: false }], keys: [{ accessKey: 'A' }] },
    ['user anna create', 'key A parentDisabled anna'],
  ],
  ['names that it doesn’t accept', { users: [{ name: 'a=b' }] }, ['user a=b unfit']],
  ['what is of a directory', { directory: [{ name: 'cn=anna', policies: ['p'] }] }, ['directory cn=anna directory p']],
])('leaves out %s', (_, source, expected) => {
  expect(planned(source)).toEqual(expected)
})

test('nobody gets more permissions than before: who has a denial that isn’t taken is left out', () => {
  const source: Given = {
    policies: [{ name: 'p' }, { name: 'no', document: documentOf(DENY) }],
    groups: [
      { name: 'denied', policies: ['no'] },
      { name: 'off', policies: ['no'], isEnabled: false },
    ],
    users: [
      { name: 'anna', policies: ['p', 'no'] },
      { name: 'bert', policies: ['p'], groups: ['denied'] },
      { name: 'cleo', policies: ['p'], groups: ['off'] },
    ],
  }
  // Another policy of this name is there.
  expect(planned(source, { policies: [{ name: 'no' }] })).toEqual([
    'policy p create',
    'policy no differs',
    'group denied withoutDenial no',
    'group off create -policies',
    'user anna withoutDenial no',
    'user bert withoutDenial denied',
    'user cleo create',
  ])
  // Or a group of this name, to which the policy isn't attached.
  expect(planned(source, { groups: [{ name: 'denied' }] }).slice(2)).toEqual([
    'group denied differs',
    'group off create',
    'user anna create',
    'user bert withoutDenial denied',
    'user cleo create',
  ])
})

test('IAM has no statuses, no limited keys and no chosen ones', () => {
  const source: Given = {
    groups: [{ name: 'off', policies: ['p'], isEnabled: false }],
    users: [{ name: 'anna' }, { name: 'bert', isEnabled: false }, { name: 'ü' }],
    keys: [
      { accessKey: 'A', name: 'label' },
      { accessKey: 'B', policy: documentOf(S3) },
      { accessKey: 'C', expiry: '2027-01-01T00:00:00Z' },
      { accessKey: 'D', parent: 'bert' },
    ],
  }
  expect(planned(source, { api: 'iam' })).toEqual([
    'group off create -disabled',
    'user anna create -accessKey',
    'user bert create -disabled',
    'user ü unfit',
    'key A create -accessKey -label',
    'key B notExpressible policy',
    'key C notExpressible 2027-01-01T00:00:00Z',
    'key D parentDisabled bert',
  ])
  // Keys of IAM can't be recognized, so a second run creates none.
  expect(planned(source, { api: 'iam', users: [{ name: 'anna' }] })).toContain('key A userExists anna')
})

test('policies of IAM get names that MinIO has', () => {
  const policies = ['user:anna/extra', 'aws:ReadOnly', 'team/readonly', 'team-readonly'].map((name) => ({ name }))
  expect(planned({ api: 'iam', policies })).toEqual([
    'policy user:anna/extra create -name',
    'policy aws:ReadOnly create -name',
    'policy team/readonly create -name',
    'policy team-readonly nameTaken team-readonly',
  ])
  expect(planned({ api: 'iam', policies }, { api: 'iam' })).toEqual([
    'policy user:anna/extra create -name',
    'policy aws:ReadOnly create -name',
    'policy team/readonly create',
    'policy team-readonly create',
  ])
})

test('what no call accepts is left out by itself, with the limit', () => {
  const many = Array.from({ length: 1001 }, (_, at) => `group ${at}`)
  // Within all limits of one name each.
  const long = Array.from({ length: 1000 }, (_, at) => `${at} `.padEnd(1024, '中'))
  const of = (user: string) => ({ name: user })
  const source: Given = {
    policies: [{ name: 'p', document: documentOf({ ...S3, Resource: 'x'.repeat(64 * 1024) }) }, { name: 'q' }],
    groups: [...many, ...long].map(of),
    users: [
      { name: 'anna', policies: ['p', 'q'] },
      { name: 'bert', groups: many },
      { name: 'cleo', groups: long },
    ],
    keys: [{ accessKey: 'A', name: 'x'.repeat(257) }, { accessKey: 'B' }],
  }
  const lines = planned(source).filter((line) => !line.startsWith('group '))
  expect(lines).toEqual([
    ...['policy p tooLong 64.0 KiB', 'policy q create'],
    ...['user anna create -policies', 'user bert tooMany 1000', 'user cleo tooLong 2.0 MiB'],
    ...['key A tooLong 256 B', 'key B create'],
  ])
})

test('one call accepts as many accounts as fit into it', () => {
  const policy = (length: number): NewAccount => ({ kind: 'policy', name: 'p', document: 'x'.repeat(length) })
  const times = (count: number, length: number) => Array.from({ length: count }, () => policy(length))
  expect([fittingInOneCall([]), fittingInOneCall(times(3, 10)), fittingInOneCall(times(1200, 10))]).toEqual([
    0, 3, 1000,
  ])
  const some = times(60, 64 * 1024 - 100)
  const count = fittingInOneCall(some)
  const bytes = (accounts: NewAccount[]) => Buffer.byteLength(JSON.stringify(accounts))
  expect(bytes(some.slice(0, count))).toBeLessThanOrEqual(MAX_NEW_ACCOUNTS_BYTES)
  expect(bytes(some.slice(0, count + 1))).toBeGreaterThan(MAX_NEW_ACCOUNTS_BYTES)
})

test('a server without accounts gets nothing, and each is named', () => {
  const source: Given = { users: [{ name: 'anna' }], keys: [{ accessKey: 'A' }] }
  expect(planned(source, { api: 'none' })).toEqual(['user anna noAccounts', 'key A noAccounts'])
})

const VARIABLE = '$'.concat('{ldap:username}')
const ADMIN = { Effect: 'Allow', Action: ['admin:*', 'kms:Status'] }

test.each<[string, 'iam' | 'admin', Statement[], Statement[], string[]]>([
  ['administration', 'iam', [S3, ADMIN], [S3], ['admin:*', 'kms:Status']],
  ['everything of MinIO', 'iam', [{ ...S3, Action: '*' }], [{ ...S3, Action: ['s3:*'] }], []],
  ['a denial of everything', 'iam', [{ ...DENY, Action: ['*'] }], [{ ...DENY, Action: ['*'] }], []],
  ['a single value', 'iam', [{ ...S3, Action: 's3:GetObject' }], [S3], []],
  ['everything of AWS', 'admin', [{ ...S3, Action: '*', Resource: '*' }], [EVERYTHING()], []],
  ['other services', 'admin', [{ ...S3, Action: ['s3:GetObject', 'iam:ListUsers'] }], [S3], ['iam:ListUsers']],
  ['other partitions', 'admin', [{ ...S3, Resource: 'arn:aws-cn:s3:::photos/*' }], [S3], []],
  ['other resources', 'admin', [{ ...S3, Resource: ['arn:aws:sqs:::q'] }, S3], [S3], ['arn:aws:sqs:::q']],
  ['an inverted denial', 'iam', [INVERTED('Deny')], [INVERTED('Deny')], []],
])('translates %s to %s', (_, to, before, after, dropped) => {
  const { document, ...rest } = translatePolicy(documentOf(...before), to === 'iam' ? 'admin' : 'iam', to)
  expect([JSON.parse(document), rest]).toEqual([JSON.parse(documentOf(...after)), { dropped, problem: [] }])
})

function EVERYTHING(): Statement {
  return { ...S3, Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }
}

function INVERTED(Effect: string): Statement {
  return { Effect, NotAction: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }
}

test.each<[string, 'iam' | 'admin', Statement, string[]]>([
  ['all but some actions', 'iam', INVERTED('Allow'), ['NotAction']],
  ['all but some actions', 'admin', INVERTED('Allow'), ['NotAction']],
  ['all but some resources', 'iam', { ...S3, Resource: undefined, NotResource: ['x'] }, ['NotResource']],
  ['a principal', 'admin', { ...DENY, Principal: '*' }, ['Principal']],
  ['conditions of MinIO', 'iam', { ...S3, Condition: { StringEquals: { 'jwt:sub': 'a' } } }, ['jwt:sub']],
  ['groups', 'iam', { ...S3, Condition: { StringEquals: { 'aws:groups': 'a' } } }, ['aws:groups']],
  ['what is no statement', 'iam', null as unknown as Statement, ['Statement']],
  ['variables', 'iam', { ...S3, Resource: [`arn:aws:s3:::${VARIABLE}/*`] }, [VARIABLE]],
])('doesn’t translate %s to %s', (_, to, statement, problem) => {
  const from = to === 'iam' ? 'admin' : 'iam'
  expect(translatePolicy(documentOf(statement), from, to)).toMatchObject({ document: '', problem })
})

test('the same kind of accounts has the same policies', () => {
  expect(translatePolicy('as it is', 'admin', 'admin')).toEqual({ document: 'as it is', dropped: [], problem: [] })
})
