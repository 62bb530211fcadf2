import { expect, test } from 'vitest'
import { planImport } from './compare.ts'
import type { IamEntities, StoredServiceAccount } from './iam-entities.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')
const READ = { Version: '2012-10-17', Statement: [statement('s3:GetObject')] }
const WRITE = { Version: '2012-10-17', Statement: [statement('s3:PutObject')] }
const USER = { secretKey: 'a good secret', isEnabled: true }
const KEY: StoredServiceAccount = {
  parent: 'alice',
  secretKey: 'a good secret',
  isEnabled: true,
  name: '',
  description: '',
  expiresAt: 0,
  policy: null,
  claims: {},
}

function statement(action: string) {
  return { Effect: 'Allow', Action: [action], Resource: ['arn:aws:s3:::photos/*'] }
}

type Given = {
  [K in keyof IamEntities]?: Record<string, IamEntities[K] extends ReadonlyMap<string, infer E> ? E : never>
}

function entities(given: Given): IamEntities {
  const all: Record<keyof IamEntities, object> = {
    policies: {},
    users: {},
    groups: {},
    serviceAccounts: {},
    userPolicies: {},
    groupPolicies: {},
    stsPolicies: {},
    ...given,
  }
  const maps = Object.entries(all).map(([kind, named]) => [kind, new Map(Object.entries(named))])
  return Object.fromEntries(maps) as IamEntities
}

/** The entries of the plan, except those that are kept. */
function planned(backup: Given, present: Given = {}, account = 'admin', hasLdap = true) {
  return planImport(entities(backup), entities(present), { account, hasLdap, now: NOW }).filter(
    ({ change }) => change !== 'keep',
  )
}

const summary = (backup: Given, present?: Given) =>
  planned(backup, present).map(({ kind, name, change, skipReason, skipDetails }) =>
    [kind, name, change, ...(skipReason === '' ? [] : [skipReason, ...skipDetails])].join(' '),
  )

test('adds what the server lacks, in the order of an import', () => {
  const backup = {
    userPolicies: { alice: ['read'] },
    groupPolicies: { devs: ['read'] },
    groups: { devs: { members: ['alice'], isEnabled: true } },
    serviceAccounts: { KEY1: KEY },
    users: { bob: USER, alice: USER },
    policies: { read: READ },
    stsPolicies: { 'cn=carol,dc=example': ['read'] },
  }
  expect(summary(backup)).toEqual([
    'policies read add',
    'users alice add',
    'users bob add',
    'groups devs add',
    'serviceAccounts KEY1 add',
    'userPolicies alice add',
    'groupPolicies devs add',
    'stsPolicies cn=carol,dc=example add',
  ])
  expect(summary(backup, backup).every((line) => line.endsWith(' same'))).toBe(true)
})

test('keeps what only the server has', () => {
  const plan = planImport(entities({}), entities({ users: { alice: USER } }), {
    account: 'admin',
    hasLdap: true,
    now: NOW,
  })
  expect(plan).toMatchObject([{ kind: 'users', name: 'alice', change: 'keep' }])
})

test('a policy is compared by meaning, and shown in both forms', () => {
  const reordered = { Statement: READ.Statement, Version: READ.Version }
  const single = { ...READ, Statement: [{ ...READ.Statement[0], Action: 's3:GetObject' }] }
  expect(summary({ policies: { read: single } }, { policies: { read: READ } })).toEqual(['policies read same'])
  expect(planned({ policies: { read: WRITE } }, { policies: { read: reordered } })).toMatchObject([
    {
      change: 'change',
      differences: [
        {
          field: 'policy',
          before: [expect.stringContaining('s3:GetObject')],
          after: [expect.stringContaining('s3:PutObject')],
        },
      ],
    },
  ])
})

test('a secret key is compared, and neither side is shown', () => {
  const plan = planned(
    { users: { alice: { ...USER, secretKey: 'the old secret' } } },
    { users: { alice: { secretKey: 'the new secret', isEnabled: false } } },
  )
  expect(plan).toMatchObject([
    {
      change: 'change',
      differences: [
        { field: 'secretKey', before: [], after: [] },
        { field: 'status', before: ['disabled'], after: ['enabled'] },
      ],
    },
  ])
  expect(JSON.stringify(plan)).not.toContain('the old secret')
  expect(JSON.stringify(plan)).not.toContain('the new secret')
})

test('a group gains the members of the backup, and keeps its own', () => {
  const present = { users: { alice: USER, bob: USER }, groups: { devs: { members: ['bob'], isEnabled: true } } }
  const backup = { groups: { devs: { members: ['alice'], isEnabled: true } } }
  expect(planned(backup, present)).toMatchObject([
    { change: 'change', differences: [{ field: 'members', before: ['bob'], after: ['alice', 'bob'] }] },
  ])
  const fewer = { groups: { devs: { members: [], isEnabled: true } } }
  expect(summary(fewer, present)).toEqual(['groups devs same'])
})

test('attached policies are replaced', () => {
  const present = { policies: { a: READ, b: READ }, users: { alice: USER }, userPolicies: { alice: ['a'] } }
  expect(planned({ userPolicies: { alice: ['b'] } }, present)).toMatchObject([
    { change: 'change', differences: [{ field: 'policies', before: ['a'], after: ['b'] }] },
  ])
})

test('every field of a service account is compared', () => {
  const present = { users: { alice: USER, bob: USER }, serviceAccounts: { KEY1: KEY } }
  const wanted: StoredServiceAccount = {
    parent: 'bob',
    secretKey: 'another secret',
    isEnabled: false,
    name: 'nightly',
    description: 'for the backup',
    expiresAt: NOW + 1000,
    policy: READ,
    claims: { sub: 'x' },
  }
  const fields = planned({ serviceAccounts: { KEY1: wanted } }, present)[0]?.differences.map(({ field }) => field)
  expect(fields).toEqual(['parent', 'secretKey', 'status', 'name', 'description', 'expiry', 'policy', 'claims'])
})

test.each<[string, Given, Given, string[]]>([
  [
    'an invalid policy',
    { policies: { p: { Version: '2012-10-17', Statement: [{ Effect: 'Perhaps' }] } } },
    {},
    ['policies p skip invalidPolicy invalid Effect Perhaps'],
  ],
  [
    'a policy without statements',
    { policies: { p: { Version: '2012-10-17', Statement: [] }, q: null } },
    {},
    ['policies p skip empty', 'policies q skip empty'],
  ],
  [
    'a policy that can’t be attached',
    { policies: { 'a,b': READ, ' c': READ, '': READ } },
    {},
    ['policies  skip name', 'policies  c skip name', 'policies a,b skip name'],
  ],
  [
    'a user with an unusable name or secret',
    { users: { 'a=b': USER, al: USER, carol: { ...USER, secretKey: 'short' } } },
    {},
    ['users a=b skip name', 'users al skip name', 'users carol skip secretKey'],
  ],
  ['root', { users: { admin: USER } }, {}, ['users admin skip root']],
  [
    'a user whose access key is a service account’s',
    { users: { KEY1: USER } },
    { serviceAccounts: { KEY1: KEY } },
    ['users KEY1 skip accessKeyTaken'],
  ],
  [
    'a service account whose access key is a user’s',
    { serviceAccounts: { alice: { ...KEY, parent: 'bob' } } },
    { users: { alice: USER, bob: USER } },
    ['serviceAccounts alice skip accessKeyTaken'],
  ],
  [
    'a service account without its user',
    { serviceAccounts: { KEY1: KEY } },
    {},
    ['serviceAccounts KEY1 skip unknownUser alice'],
  ],
  [
    'an expired service account',
    { serviceAccounts: { KEY1: { ...KEY, expiresAt: NOW - 1 } } },
    { users: { alice: USER } },
    ['serviceAccounts KEY1 skip expired'],
  ],
  [
    'a group with unknown members, and its policies',
    { groups: { devs: { members: ['alice', 'bob'], isEnabled: true } }, groupPolicies: { devs: ['read'] } },
    { policies: { read: READ }, users: { bob: USER } },
    ['groups devs skip unknownUser alice', 'groupPolicies devs skip unknownGroup devs'],
  ],
  [
    'policies of an unknown user, unknown policies, and none',
    { userPolicies: { alice: ['read'], bob: ['gone', 'read'], carol: [] } },
    { policies: { read: READ }, users: { bob: USER, carol: USER } },
    [
      'userPolicies alice skip unknownUser alice',
      'userPolicies bob skip unknownPolicy gone',
      'userPolicies carol skip empty',
    ],
  ],
])('%s is left out, with the reason', (_what, backup, present, expected) => {
  expect(summary(backup, present)).toEqual(expected)
})

test('accepts unknown accounts and groups of identity providers', () => {
  const backup = {
    serviceAccounts: {
      LDAPKEY: { ...KEY, parent: 'cn=carol,dc=example' },
      OPENIDKEY: { ...KEY, parent: 'a hash', claims: { sub: 'dave' } },
      ROOTKEY: { ...KEY, parent: 'admin' },
    },
    groupPolicies: { 'cn=devs,dc=example': ['read'] },
    stsPolicies: { 'cn=carol,dc=example': ['read'] },
  }
  expect(new Set(planned(backup, { policies: { read: READ } }).map(({ change }) => change))).toEqual(new Set(['add']))
})

test('leaves out what belongs to an LDAP directory if the server has none', () => {
  const backup = {
    serviceAccounts: { LDAPKEY: { ...KEY, parent: 'cn=carol,dc=example' }, OWNKEY: KEY },
    userPolicies: { 'cn=carol,dc=example': ['read'] },
    groupPolicies: { 'cn=ops,ou=groups,dc=example,dc=org': ['read'] },
    stsPolicies: { 'cn=carol,dc=example': ['read'], 'a hash': ['read'] },
  }
  const plan = planned(backup, { policies: { read: READ }, users: { alice: USER } }, 'admin', false)
  expect(plan.map(({ kind, name, change, skipReason }) => [kind, name, change, skipReason])).toEqual([
    ['serviceAccounts', 'LDAPKEY', 'skip', 'noLdap'],
    ['serviceAccounts', 'OWNKEY', 'add', ''],
    ['userPolicies', 'cn=carol,dc=example', 'skip', 'noLdap'],
    ['groupPolicies', 'cn=ops,ou=groups,dc=example,dc=org', 'skip', 'noLdap'],
    ['stsPolicies', 'a hash', 'add', ''],
    ['stsPolicies', 'cn=carol,dc=example', 'skip', 'noLdap'],
  ])
})

test('marks what affects the permissions of the session’s account', () => {
  const present = {
    policies: { mine: READ, ours: READ, theirs: READ },
    users: { me: USER, alice: USER },
    groups: { us: { members: ['me'], isEnabled: true } },
    userPolicies: { me: ['mine'], alice: ['theirs'] },
    groupPolicies: { us: ['ours'] },
  }
  const backup = {
    policies: { mine: WRITE, ours: WRITE, theirs: WRITE },
    users: { me: { ...USER, isEnabled: false }, alice: { ...USER, isEnabled: false } },
    groups: { us: { members: ['me'], isEnabled: false } },
    userPolicies: { me: ['theirs'], alice: ['mine'] },
    groupPolicies: { us: ['theirs'] },
  }
  const own = planned(backup, present, 'me').filter(({ isOwn }) => isOwn)
  expect(own.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'policies mine',
    'policies ours',
    'users me',
    'groups us',
    'userPolicies me',
    'groupPolicies us',
  ])
})
