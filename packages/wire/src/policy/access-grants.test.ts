import { describe, expect, test } from 'vitest'
import {
  type AccessGrant,
  accessGrantsIn,
  GRANTED_ACCESS,
  grantPolicyName,
  grantPolicyOwner,
  withAccessGrants,
} from './access-grants.ts'
import { authorize } from './authorize.ts'
import { parsePolicy } from './document.ts'

const TEAM: AccessGrant = { bucket: 'photos', prefix: 'team/', isObject: false, access: 'read', actions: [], until: '' }
const NONE = new Set<number>()

describe('a grant', () => {
  test.each(GRANTED_ACCESS.flatMap((access) => ['', 'team/', 'a b/ü/'].map((prefix) => [access, prefix] as const)))(
    'of %s below “%s” is recognized, with and without an end',
    (access, prefix) => {
      for (const until of ['', '2027-01-01T00:00:00.000Z']) {
        const grant = { ...TEAM, prefix, access, until }
        expect(accessGrantsIn(withAccessGrants(undefined, [grant], NONE))).toEqual([{ ...grant, number: 1 }])
      }
    },
  )

  test.each<[string, Partial<AccessGrant>]>([
    ['chosen actions', { access: 'custom', actions: ['s3:GetObject', 's3:ListBucket'] }],
    ['only a list', { access: 'custom', actions: ['s3:ListBucketVersions'] }],
    ['a setting of a whole bucket', { prefix: '', access: 'custom', actions: ['s3:PutBucketPolicy'] }],
    ['an object', { prefix: 'team/a.txt', isObject: true }],
    ['chosen actions on an object', { prefix: 'a', isObject: true, access: 'custom', actions: ['s3:PutObject'] }],
  ])('of %s is recognized', (_, part) => {
    for (const until of ['', '2027-01-01T00:00:00.000Z']) {
      const grant = { ...TEAM, ...part, until }
      expect(accessGrantsIn(withAccessGrants(undefined, [grant], NONE))).toEqual([{ ...grant, number: 1 }])
    }
  })

  test('of chosen actions isn’t recognized with an action that can’t be granted there', () => {
    for (const action of ['s3:*', 's3:PutBucketPolicy', 'admin:*', 's3:ListAllMyBuckets']) {
      const grant: AccessGrant = { ...TEAM, access: 'custom', actions: [action] }
      expect([action, accessGrantsIn(withAccessGrants(undefined, [grant], NONE))]).toEqual([action, []])
    }
  })

  test('is recognized in the form in which servers return it', () => {
    const document = withAccessGrants(undefined, [TEAM], NONE)
    const asReturned = JSON.parse(JSON.stringify(document), (key, value) =>
      Array.isArray(value) && key !== 'Statement' ? (value.length === 1 ? value[0] : value.toReversed()) : value,
    )
    asReturned.Statement.reverse()
    expect(accessGrantsIn(asReturned)).toEqual([{ ...TEAM, number: 1 }])
  })

  test('that was changed by hand is kept, and isn’t taken for one', () => {
    const document = withAccessGrants(undefined, [TEAM], NONE) as { Statement: { Action: string[] }[] }
    document.Statement[0]?.Action.push('s3:PutObject')
    expect(accessGrantsIn(document)).toEqual([])
    expect(withAccessGrants(document, [], new Set([1]))).toEqual(document)
  })

  test.each([
    ['nothing', undefined],
    ['nonsense', 'nonsense'],
    ['no statement', { Version: '2012-10-17' }],
    ['a statement without a resource', { Statement: [{ Sid: 'Grant1Objects', Effect: 'Allow', Action: 's3:*' }] }],
    ['a statement that can’t be read', { Statement: [{ Sid: 'Grant1Objects', Effect: 3, Action: {} }] }],
    [
      'a wildcard in the prefix',
      { Statement: [{ Sid: 'Grant1Objects', Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::a/*/b*' }] },
    ],
  ])('isn’t found in %s', (_, document) => {
    expect(accessGrantsIn(document)).toEqual([])
  })
})

describe('a policy', () => {
  test('keeps other statements and other grants when one is replaced', () => {
    const other = { Sid: 'ByHand', Effect: 'Deny', Action: ['s3:*'], Resource: ['arn:aws:s3:::x/*'] }
    const first = withAccessGrants(
      { Version: '2012-10-17', Statement: [other] },
      [TEAM, { ...TEAM, prefix: 'b/' }],
      NONE,
    )
    const second = withAccessGrants(first, [{ ...TEAM, access: 'readWrite' }], new Set([1]))
    expect(accessGrantsIn(second)).toEqual([
      { ...TEAM, prefix: 'b/', number: 2 },
      { ...TEAM, access: 'readWrite', number: 3 },
    ])
    expect(second?.Statement).toEqual(expect.arrayContaining([other]))
  })

  test('has one grant for a place, and no two statements that differ in their name only', () => {
    const first = withAccessGrants(undefined, [TEAM, { ...TEAM, prefix: '' }], NONE)
    const second = withAccessGrants(
      first,
      GRANTED_ACCESS.map((access) => ({ ...TEAM, access })),
      NONE,
    )
    expect(accessGrantsIn(second).map(({ prefix, access }) => [prefix, access])).toEqual([
      ['', 'read'],
      ['team/', 'manage'],
    ])
    const { Statement = [] } = (second ?? {}) as { Statement?: object[] }
    const forms = Statement.map((one) => JSON.stringify({ ...one, Sid: '' }))
    expect(new Set(forms).size).toBe(forms.length)
  })

  test('is gone with its last grant', () => {
    const document = withAccessGrants(undefined, [TEAM], NONE)
    expect(withAccessGrants(document, [], new Set([1]))).toBeUndefined()
  })

  test('belongs to a user or group by its name', () => {
    for (const owner of [
      { kind: 'user', name: 'anna' },
      { kind: 'group', name: 'group-user-x' },
    ] as const) {
      expect(grantPolicyOwner(grantPolicyName(owner))).toEqual(owner)
    }
    expect(grantPolicyOwner('readwrite')).toBeUndefined()
    expect(grantPolicyOwner('access-of-user-')).toBeUndefined()
  })
})

test('each kind of access allows what its name says, in its place and until its end', () => {
  const may = (grant: AccessGrant, action: string, place: { object?: string; prefix?: string }, now = '2026-01-01') => {
    const policy = parsePolicy(withAccessGrants(undefined, [grant], NONE))
    const context = { 's3:prefix': place.prefix, 'aws:CurrentTime': `${now}T00:00:00Z` }
    const { object } = place
    const request = { action: `s3:${action}`, bucket: grant.bucket, ...(object !== undefined && { object }), context }
    return authorize({ identity: [{ name: 'p', policy }] }, request).decision === 'allow'
  }
  const inside = { object: 'team/a.txt' }
  const table = Object.fromEntries(
    GRANTED_ACCESS.map((access) => {
      const grant = { ...TEAM, access }
      const list = may(grant, 'ListBucket', { prefix: 'team/' })
      const rights = ['GetObject', 'PutObject', 'DeleteObject', 'PutObjectRetention']
      return [access, [list, ...rights.map((action) => may(grant, action, inside))]]
    }),
  )
  expect(table).toEqual({
    read: [true, true, false, false, false],
    write: [true, false, true, true, false],
    readWrite: [true, true, true, true, false],
    upload: [false, false, true, false, false],
    manage: [true, true, true, true, true],
  })
  for (const access of GRANTED_ACCESS) {
    const grant = { ...TEAM, access, until: '2026-06-01T00:00:00.000Z' }
    expect([access, may(grant, 'PutObject', { object: 'other/a.txt' })]).toEqual([access, false])
    expect([access, may(grant, 'ListBucket', { prefix: '' })]).toEqual([access, false])
    expect([access, may(grant, 'PutBucketPolicy', {})]).toEqual([access, false])
    expect([access, may(grant, 'PutObject', inside, '2026-06-02')]).toEqual([access, false])
  }
  expect(may({ ...TEAM, prefix: '', access: 'manage' }, 'PutBucketPolicy', {})).toBe(true)
  const chosen: AccessGrant = { ...TEAM, access: 'custom', actions: ['s3:DeleteObject', 's3:ListBucket'] }
  expect(may(chosen, 'DeleteObject', inside)).toBe(true)
  expect(may(chosen, 'GetObject', inside)).toBe(false)
  expect(may(chosen, 'ListBucket', { prefix: 'team/' })).toBe(true)
  expect(may(chosen, 'ListBucket', { prefix: '' })).toBe(false)
  const object: AccessGrant = { ...TEAM, prefix: 'team/a.txt', isObject: true }
  expect(may(object, 'GetObject', inside)).toBe(true)
  expect(may(object, 'GetObject', { object: 'team/a.txt.bak' })).toBe(false)
})
