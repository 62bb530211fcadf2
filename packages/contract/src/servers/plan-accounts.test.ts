import { expect, test } from 'vitest'
import { type AccountFacts, fittingInOneCall, MAX_NEW_ACCOUNTS_BYTES, type NewAccount } from './accounts.ts'
import { planAccounts } from './plan-accounts.ts'
import { deniesAnything, translatePolicy } from './translate-policy.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')

type Statement = Record<string, unknown>
const S3: Statement = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::photos/*'] }
const DENY: Statement = { ...S3, Effect: 'Deny' }
const WITH_BUCKET = ['arn:aws:s3:::photos', 'arn:aws:s3:::photos/*']
const documentOf = (...Statement: Statement[]) => JSON.stringify({ Version: '2012-10-17', Statement })

type Given = {
  [K in 'groups' | 'users' | 'keys' | 'policies']?: Partial<AccountFacts[K][number]>[]
} & Partial<Pick<AccountFacts, 'api' | 'directory' | 'product'>>

function facts({ api = 'admin', product, directory = [], ...given }: Given = {}): AccountFacts {
  const principal = { isEnabled: true, policies: [] }
  return {
    api,
    product: product ?? (api === 'iam' ? 'Amazon S3' : 'MinIO'),
    directory,
    policies: (given.policies ?? []).map((one) => ({ name: '', document: documentOf(S3), isBuiltIn: false, ...one })),
    groups: (given.groups ?? []).map((one) => ({ name: '', ...principal, ...one })),
    users: (given.users ?? []).map((one) => ({ name: '', ...principal, groups: [], boundary: '', ...one })),
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
    'group off withoutDenial no',
    'user anna withoutDenial no',
    'user bert withoutDenial denied',
    'user cleo withoutDenial off',
  ])
  // A disabled group denies its members everything, until it is a disabled group at the target too.
  expect(planned(source, { groups: [{ name: 'off' }] }).slice(3)).toEqual([
    'group off differs',
    'user anna create',
    'user bert create',
    'user cleo withoutDenial off',
  ])
  expect(planned(source, { groups: [{ name: 'off', policies: ['no'], isEnabled: false }] }).slice(3)).toEqual([
    'group off same',
    'user anna create',
    'user bert create',
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

test('nobody gets another policy of the same name, or is created without it', () => {
  const source: Given = {
    policies: [{ name: 'readonly', isBuiltIn: true }, { name: 'p' }],
    groups: [{ name: 'devs', policies: ['p'] }],
    users: [
      { name: 'anna', policies: ['readonly'] },
      { name: 'bert', groups: ['devs'] },
    ],
  }
  const document = documentOf({ ...S3, Action: ['s3:*'] })
  const target: Given = { policies: ['readonly', 'p'].map((name) => ({ name, document, isBuiltIn: name !== 'p' })) }
  expect(planned(source, target)).toEqual([
    'policy readonly differs',
    'policy p differs',
    'group devs policyDiffers p',
    'user anna policyDiffers readonly',
    'user bert create -groups',
  ])
})

test('a key that can do more, or for longer, is another one', () => {
  const key = { accessKey: 'A', policy: documentOf(S3), expiry: '2027-01-01T00:00:00.500Z' }
  const source: Given = { users: [{ name: 'anna' }], keys: [key] }
  const there = (changed: Partial<AccountFacts['keys'][number]>) =>
    planned(source, { ...source, keys: [{ ...key, ...changed }] })[1]
  expect(there({ expiry: '2027-01-01T00:00:00Z', name: 'x' })).toBe('key A same')
  for (const changed of [{ policy: '' }, { expiry: '' }, { isEnabled: false }, { parent: 'b' }]) {
    expect([changed, there(changed)]).toEqual([changed, 'key A differs'])
  }
})

test('IAM has no statuses, no limited keys and no chosen ones', () => {
  const source: Given = {
    groups: [{ name: 'off', policies: ['p'], isEnabled: false }],
    users: [
      { name: 'anna' },
      { name: 'bert', isEnabled: false, policies: ['p'] },
      { name: 'cleo', groups: ['off'], policies: ['p'] },
      { name: 'ü' },
    ],
    keys: [
      { accessKey: 'A', name: 'label' },
      { accessKey: 'B', policy: documentOf(S3) },
      { accessKey: 'C', expiry: '2027-01-01T00:00:00Z' },
      { accessKey: 'D', parent: 'bert' },
      { accessKey: 'E', parent: 'cleo' },
    ],
  }
  expect(planned(source, { api: 'iam' })).toEqual([
    'group off create -policies -disabled',
    'user anna create -accessKey',
    'user bert create -policies -disabled',
    'user cleo create -policies -groups -disabled',
    'user ü unfit',
    'key A create -accessKey -label',
    'key B notExpressible policy',
    'key C notExpressible 2027-01-01T00:00:00Z',
    'key D parentDisabled bert',
    'key E parentDisabled cleo',
  ])
  const suspended = planAccounts(facts(source), facts({ api: 'iam' }), NOW).find(({ name }) => name === 'cleo')
  expect(suspended?.make).toEqual({
    ...{ kind: 'user', name: 'cleo', isEnabled: true },
    ...{ policies: [], groups: [], getsKey: false },
  })
  // Keys of IAM can't be recognized, so a second run creates none.
  expect(planned(source, { api: 'iam', users: [{ name: 'anna' }] })).toContain('key A userExists anna')
})

test('users with a permissions boundary are left out, with their keys', () => {
  const users = [{ name: 'anna', boundary: 'arn:aws:iam::1:policy/limit' }]
  for (const api of ['iam', 'admin'] as const) {
    expect(planned({ api: 'iam', users, keys: [{ accessKey: 'A' }] }, { api })).toEqual([
      'user anna boundary arn:aws:iam::1:policy/limit',
      'key A parentMissing anna',
    ])
  }
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

test('no policy gets a name that IAM’s inline policies have in the console, or those of AWS', () => {
  const names = ['user:bob/extra', 'group:devs/extra', 'aws:job-function/SystemAdministrator', 'team/x:y', 'a//b', '/a']
  const policies = names.map((name) => ({ name }))
  const users = [{ name: 'anna', policies: names }]
  expect(planned({ policies, users }, { api: 'iam' })).toEqual([
    ...names.map((name) => `policy ${name} unfit`),
    'user anna create -policies -accessKey',
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
    ...['user anna create -policies', 'user bert tooMany 1000', 'user cleo tooLong 256.0 KiB'],
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

test('a user of IAM whose keys are all disabled is disabled', () => {
  const source: Given = {
    api: 'iam',
    users: [{ name: 'anna' }, { name: 'bert' }],
    keys: [
      { accessKey: 'A', parent: 'anna', isEnabled: false },
      { accessKey: 'B', parent: 'bert', isEnabled: false },
      { accessKey: 'C', parent: 'bert' },
    ],
  }
  const made = planAccounts(facts(source), facts({ api: 'admin' }), NOW).flatMap(({ make }) => make ?? [])
  expect(made.filter(({ kind }) => kind === 'user')).toMatchObject([
    { name: 'anna', isEnabled: false },
    { name: 'bert', isEnabled: true },
  ])
})

test('a server without accounts gets nothing, and each is named', () => {
  const source: Given = { users: [{ name: 'anna' }], keys: [{ accessKey: 'A' }] }
  expect(planned(source, { api: 'none' })).toEqual(['user anna noAccounts', 'key A noAccounts'])
})

const MINIO = { api: 'admin', product: 'MinIO' } as const
const AWS = { api: 'iam', product: 'Amazon S3' } as const
const CEPH = { api: 'iam', product: 'Ceph' } as const
type Ends = readonly [from: typeof MINIO | typeof AWS, to: typeof MINIO | typeof AWS | typeof CEPH]
const TO_AWS: Ends = [MINIO, AWS]
const TO_MINIO: Ends = [AWS, MINIO]
const TO_CEPH: Ends = [AWS, CEPH]

const variable = (name: string) => '$'.concat('{', name, '}')
const ADMIN = { Effect: 'Allow', Action: ['admin:*', 'kms:Status'] }
const EVERYTHING: Statement = { ...S3, Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }
const condition = (operator: string, key: string) => ({ Condition: { [operator]: { [key]: 'a' } } })

function INVERTED(Effect: string): Statement {
  return { Effect, NotAction: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }
}

test.each<[string, Ends, Statement[], Statement[], string[]]>([
  ['administration', TO_AWS, [S3, ADMIN], [S3], ['admin:*', 'kms:Status']],
  ['everything of MinIO', TO_AWS, [{ ...S3, Action: '*' }], [{ ...S3, Action: ['s3:*'] }], []],
  [
    'a denial of everything',
    TO_AWS,
    [{ ...DENY, Action: ['*'] }],
    [{ ...DENY, Action: ['*'], Resource: WITH_BUCKET }],
    [],
  ],
  [
    'a denial of objects',
    TO_AWS,
    [{ ...DENY, Action: 's3:DeleteObject' }],
    [{ ...DENY, Action: ['s3:DeleteObject', 's3:DeleteObjectVersion'], Resource: WITH_BUCKET }],
    [],
  ],
  [
    'everything with objects only',
    TO_MINIO,
    [{ ...S3, Action: ['s3:*', 's3:ListBucket', 's3:GetObject', 's3:DeleteObject'], Resource: 'arn:aws:s3:::a/*' }],
    [{ ...S3, Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::a/*'] }],
    ['s3:*', 's3:ListBucket', 's3:DeleteObject'],
  ],
  [
    'everything with a bucket',
    TO_MINIO,
    [{ ...S3, Action: 's3:*', Resource: ['arn:aws:s3:::a', 'arn:aws:s3:::a/*'] }],
    [{ ...S3, Action: ['s3:*'], Resource: ['arn:aws:s3:::a', 'arn:aws:s3:::a/*'] }],
    [],
  ],
  ['a single value', TO_AWS, [{ ...S3, Action: 's3:GetObject' }], [S3], []],
  ['an inverted denial', TO_AWS, [INVERTED('Deny')], [INVERTED('Deny')], []],
  ['wildcards of services', TO_AWS, [S3, { ...S3, Action: ['*:*', 's?:*', '**'] }], [S3], ['*:*', 's?:*', '**']],
  ['actions that IAM takes for more', TO_AWS, [S3, { ...S3, Action: 's3:*B*' }], [S3], ['s3:*B*']],
  ['everything of AWS', TO_MINIO, [{ ...S3, Action: '*', Resource: '*' }], [EVERYTHING], []],
  ['a denial of everything', TO_MINIO, [{ ...DENY, Action: '*' }], [{ ...DENY, Action: ['s3:*'] }], []],
  ['other services', TO_MINIO, [{ ...S3, Action: ['s3:GetObject', 'iam:ListUsers'] }], [S3], ['iam:ListUsers']],
  [
    'what would be administration',
    TO_MINIO,
    [S3, { ...S3, Action: ['admin:*', 'kms:*', 'sts:*'], Resource: '*' }],
    [S3],
    ['admin:*', 'kms:*', 'sts:*'],
  ],
  ['a denial of other services', TO_MINIO, [S3, { ...DENY, Action: 'iam:*' }], [S3], ['iam:*']],
  ['what MinIO doesn’t have', TO_MINIO, [S3, { ...S3, Action: 's3:PutBucketAcl' }], [S3], ['s3:PutBucketAcl']],
  [
    'a denial of what MinIO has two actions for',
    TO_MINIO,
    [{ ...DENY, Action: ['s3:Delete*', 's3:List*'] }],
    [
      {
        ...DENY,
        Action: ['s3:Delete*', 's3:ForceDeleteBucket', 's3:List*', 's3:HeadBucket'],
      },
    ],
    [],
  ],
  ['other partitions', TO_MINIO, [{ ...S3, Resource: 'arn:aws-cn:s3:::photos/*' }], [S3], []],
  ['other resources', TO_MINIO, [{ ...S3, Resource: ['arn:aws:sqs:::q'] }, S3], [S3], ['arn:aws:sqs:::q']],
  ['a denial of others', TO_MINIO, [{ ...DENY, Resource: 'arn:aws:sqs:::q' }, S3], [S3], ['arn:aws:sqs:::q']],
  [
    'conditions and variables',
    TO_MINIO,
    [
      {
        ...S3,
        Resource: [`arn:aws:s3:::${variable('aws:username')}`],
        ...condition('ForAnyValue:StringLike', 's3:prefix'),
      },
    ],
    [
      {
        ...S3,
        Resource: [`arn:aws:s3:::${variable('aws:username')}`],
        ...condition('ForAnyValue:StringLike', 's3:prefix'),
      },
    ],
    [],
  ],
  ['everything of AWS', TO_CEPH, [{ ...S3, Action: '*', Resource: '*' }], [{ ...EVERYTHING, Resource: ['*'] }], []],
  ['other services', TO_CEPH, [S3, { ...S3, Action: 'iam:*', Resource: '*' }], [S3], ['iam:*']],
])('translates %s %#', (_, [from, to], before, after, dropped) => {
  const { document, ...rest } = translatePolicy(documentOf(...before), from, to)
  expect(rest).toEqual({ dropped, problem: [] })
  expect(JSON.parse(document)).toEqual(JSON.parse(documentOf(...after)))
})

test.each<[string, Ends, unknown, string[]]>([
  ['all but some actions', TO_AWS, INVERTED('Allow'), ['NotAction']],
  ['all but some actions', TO_MINIO, INVERTED('Allow'), ['NotAction']],
  ['all but some resources', TO_AWS, { ...S3, Resource: undefined, NotResource: ['x'] }, ['NotResource', 'Resource']],
  ['a principal', TO_MINIO, { ...DENY, Principal: '*' }, ['Principal']],
  ['a field that isn’t known', TO_MINIO, { ...DENY, action: 's3:*' }, ['action']],
  ['another effect', TO_AWS, { ...S3, Effect: 'allow' }, ['Effect']],
  ['what isn’t a statement', TO_AWS, null, ['Statement']],
  ['a statement without resources', TO_MINIO, { Effect: 'Allow', Action: 's3:*' }, ['Resource']],
  ['a statement without actions', TO_MINIO, { Effect: 'Deny', Resource: '*' }, ['Action']],
  ['a denial of any service', TO_MINIO, { ...DENY, Action: ['*:*', 's*'] }, ['*:*', 's*']],
  ['a denial of any service', TO_AWS, { ...DENY, Action: '*:*' }, ['*:*']],
  ['a denial in any partition', TO_MINIO, { ...DENY, Resource: 'arn:*:s3:::a/*' }, ['arn:*:s3:::a/*']],
  ['a denial of any ARN', TO_MINIO, { ...DENY, Resource: ['*a', 'arn:aws:s3:*'] }, ['*a', 'arn:aws:s3:*']],
  ['a denial in another case', TO_MINIO, { ...DENY, Action: ['s3:getobject', 's3:*T*'] }, ['s3:getobject', 's3:*T*']],
  ['a denial of what MinIO doesn’t have', TO_MINIO, { ...DENY, Action: 's3:PutBucketAcl' }, ['s3:PutBucketAcl']],
  ['a denial of all but nothing', TO_MINIO, { ...INVERTED('Deny'), NotAction: 'iam:*' }, ['NotAction', 'Action']],
  ['a denial of all but some actions', TO_MINIO, INVERTED('Deny'), ['NotAction']],
  [
    'a denial of all but some objects',
    TO_MINIO,
    { ...DENY, Resource: undefined, NotResource: 'arn:aws:s3:::a/*' },
    ['arn:aws:s3:::a/*'],
  ],
  ['a denial of versions', TO_MINIO, { ...DENY, Action: 's3:ListBucketVersions' }, ['s3:ListBucketVersions']],
  [
    'copied tags',
    TO_MINIO,
    { ...DENY, ...condition('StringEquals', 's3:ExistingObjectTag/a') },
    ['s3:ExistingObjectTag/a'],
  ],
  ...[TO_MINIO, TO_AWS].map((ends): [string, Ends, unknown, string[]] => [
    'none of several',
    ends,
    { ...S3, ...condition('ForAnyValue:StringNotEquals', 's3:prefix') },
    ['ForAnyValue:StringNotEquals'],
  ]),
  ['conditions of MinIO', TO_AWS, { ...S3, ...condition('StringEquals', 'jwt:sub') }, ['jwt:sub']],
  ['groups', TO_AWS, { ...S3, ...condition('StringEquals', 'aws:groups') }, ['aws:groups']],
  ['IDs of users', TO_AWS, { ...S3, ...condition('StringEquals', 'aws:userid') }, ['aws:userid']],
  ['variables', TO_AWS, { ...S3, Resource: `arn:aws:s3:::${variable('ldap:user')}` }, [variable('ldap:user')]],
  ['conditions of AWS', TO_MINIO, { ...S3, ...condition('Bool', 'aws:ViaAWSService') }, ['aws:ViaAWSService']],
  ['conditions of AWS', TO_CEPH, { ...S3, ...condition('Bool', 'aws:ViaAWSService') }, ['aws:ViaAWSService']],
  ['operators of AWS', TO_MINIO, { ...S3, ...condition('BoolIfExists', 'aws:SecureTransport') }, ['BoolIfExists']],
  ['variables of AWS', TO_MINIO, { ...S3, Resource: `arn:aws:s3:::${variable('a')}` }, [variable('a')]],
  ['what is no condition', TO_MINIO, { ...S3, Condition: { Bool: null } }, ['Condition']],
])('doesn’t translate %s %#', (_, [from, to], statement, problem) => {
  expect(translatePolicy(documentOf(statement as Statement), from, to)).toMatchObject({ document: '', problem })
})

test('only the version that has variables is translated', () => {
  const document = JSON.stringify({ Version: '2008-10-17', Statement: [S3] })
  expect(translatePolicy(document, AWS, MINIO)).toMatchObject({ document: '', problem: ['Version'] })
})

test('servers with MinIO’s API have the same policies, and servers of one product', () => {
  const same = { document: 'as it is', dropped: [], problem: [] }
  expect(translatePolicy('as it is', MINIO, { api: 'admin', product: 'RustFS' })).toEqual(same)
  expect(translatePolicy('as it is', AWS, AWS)).toEqual(same)
  const unnamed = { api: 'iam', product: 'S3' } as const
  expect(translatePolicy('as it is', unnamed, unnamed)).toMatchObject({ document: '', problem: ['JSON'] })
})

test('a policy that can’t be read may deny something', () => {
  for (const document of ['', '{}', '{"statement":[]}', '{"Statement":[null]}', documentOf(S3, DENY)]) {
    expect([document, deniesAnything(document)]).toEqual([document, true])
  }
  expect(deniesAnything(documentOf(S3))).toBe(false)
})
