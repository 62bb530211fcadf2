import { describe, expect, test } from 'vitest'
import { CANNED_POLICIES } from './canned.ts'
import { couldAllow, type PossibilityQuery } from './could-allow.ts'
import { parsePolicy } from './document.ts'
import { evaluate, type PolicyRequest } from './evaluate.ts'

const policyOf = (...statements: object[]) => parsePolicy({ Version: '2012-10-17', Statement: statements })
const allow = (action: string | string[], resource?: string | string[], more: object = {}) => ({
  Effect: 'Allow',
  Action: action,
  ...(resource === undefined ? {} : { Resource: resource }),
  ...more,
})
const deny = (action: string | string[], resource?: string | string[], more: object = {}) => ({
  ...allow(action, resource, more),
  Effect: 'Deny',
})
const S3 = 'arn:aws:s3:::'

describe('parsePolicy', () => {
  test('accepts single values and lists', () => {
    const one = parsePolicy(
      JSON.stringify({
        Version: 'v',
        Statement: { Effect: 'Allow', Action: 's3:*', Resource: `${S3}b`, Principal: '*' },
      }),
    )
    const many = parsePolicy({
      Version: 'v',
      Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: [`${S3}b`], Principal: { AWS: ['*'] } }],
    })

    expect(one).toEqual(many)
    expect(one.statements[0]).toMatchObject({ actions: ['s3:*'], resources: ['b'], principals: ['*'] })
  })

  test('parses the empty policy of an account', () => {
    expect(parsePolicy({ Version: '', Statement: null })).toEqual({ version: '', statements: [] })
  })

  test('parses qualifiers and IfExists', () => {
    const condition = { 'ForAnyValue:StringLikeIfExists': { 's3:prefix': 'a*' }, Bool: { 'aws:SecureTransport': true } }

    expect(policyOf(allow('s3:*', '*', { Condition: condition })).statements[0]?.conditions).toEqual([
      { operator: 'StringLike', ifExists: true, qualifier: 'ForAnyValue', key: 's3:prefix', values: ['a*'] },
      { operator: 'Bool', ifExists: false, key: 'aws:SecureTransport', values: ['true'] },
    ])
  })

  test.each([
    ['text that is no JSON', '{'],
    ['a list', []],
    ['nothing', null],
    ['an unknown effect', { Statement: [{ Effect: 'Maybe', Action: 's3:*' }] }],
    ['no action', { Statement: [{ Effect: 'Allow', Resource: '*' }] }],
    ['an action that is an object', { Statement: [{ Effect: 'Allow', Action: [{}] }] }],
    ['a condition that is a list', { Statement: [{ Effect: 'Allow', Action: 's3:*', Condition: [] }] }],
  ])('refuses %s', (_, source) => {
    expect(() => parsePolicy(source)).toThrow(expect.objectContaining({ code: 'MalformedPolicy', status: 400 }))
  })
})

describe('evaluate', () => {
  const decide = (statements: object[], request: PolicyRequest) => evaluate([policyOf(...statements)], request)
  const get = (object: string): PolicyRequest => ({ action: 's3:GetObject', bucket: 'photos', object })
  const list: PolicyRequest = { action: 's3:ListBucket', bucket: 'photos' }

  test('returns none if no statement applies', () => {
    expect(evaluate([], get('a'))).toBe('none')
    expect(decide([allow('s3:PutObject', '*')], get('a'))).toBe('none')
  })

  test('a Deny wins, in whatever policy and position', () => {
    const everything = policyOf(allow('s3:*', `${S3}*`))
    const secrets = policyOf(deny('s3:GetObject', `${S3}photos/secret/*`))

    expect(evaluate([everything, secrets], get('secret/a'))).toBe('deny')
    expect(evaluate([secrets, everything], get('a'))).toBe('allow')
  })

  test.each([
    [`${S3}photos/*`, get('a/b'), 'allow'],
    [`${S3}photos/a`, get('a'), 'allow'],
    [`${S3}photos/a`, get('a/'), 'allow'],
    [`${S3}photos/a`, get('ab'), 'none'],
    [`${S3}photos`, get('a'), 'none'],
    [`${S3}photos`, list, 'allow'],
    [`${S3}photos/*`, list, 'allow'],
    [`${S3}phot*`, list, 'allow'],
    [`${S3}photo?`, list, 'none'],
    [`${S3}photos/a/*`, list, 'none'],
    ['*', list, 'allow'],
    [`${S3}*`, { action: 's3:ListAllMyBuckets' }, 'allow'],
    [`${S3}photos`, { action: 's3:ListAllMyBuckets' }, 'none'],
  ] as const)('matches the resource %s as MinIO does', (resource, request, expected) => {
    expect(decide([allow('s3:*', resource)], request)).toBe(expected)
  })

  test('ignores the resources of admin actions', () => {
    const request = { action: 'admin:ServerInfo' }

    expect(decide([allow('admin:*')], request)).toBe('allow')
    expect(decide([allow('admin:ServerInfo', `${S3}photos`)], request)).toBe('allow')
    expect(decide([allow('s3:*', '*')], request)).toBe('none')
    expect(decide([allow('*', '*')], request)).toBe('allow')
  })

  test('matches keys of the KMS where they are named', () => {
    const request = { action: 'kms:KeyStatus', bucket: 'key-1' }

    expect(decide([allow('kms:*')], request)).toBe('allow')
    expect(decide([allow('kms:*', 'arn:minio:kms:::key-*')], request)).toBe('allow')
    expect(decide([allow('kms:*', 'arn:minio:kms:::other')], request)).toBe('none')
  })

  test('evaluates NotAction and NotResource', () => {
    expect(decide([{ Effect: 'Allow', NotAction: 's3:Delete*', Resource: '*' }], get('a'))).toBe('allow')
    expect(decide([{ Effect: 'Allow', NotAction: 's3:Get*', Resource: '*' }], get('a'))).toBe('none')
    expect(decide([{ Effect: 'Allow', Action: 's3:*', NotResource: `${S3}photos/*` }], get('a'))).toBe('none')
    expect(decide([{ Effect: 'Allow', Action: 's3:*', NotResource: `${S3}docs/*` }], get('a'))).toBe('allow')
  })

  test('the permission for versions includes current objects, as in MinIO', () => {
    expect(decide([allow('s3:GetObjectVersion', '*')], get('a'))).toBe('allow')
    expect(decide([allow('s3:ListBucket', '*')], { ...list, action: 's3:ListBucketVersions' })).toBe('allow')
    expect(decide([deny('s3:ListBucket', '*')], { ...list, action: 's3:ListBucketVersions' })).toBe('none')
  })

  test('compares the principals of bucket policies and names the bucket without a slash', () => {
    const statements = [allow('s3:*', `${S3}photos/*`, { Principal: { AWS: ['*'] } })]

    expect(decide(statements, get('a'))).toBe('allow')
    expect(decide(statements, list)).toBe('none')
    expect(decide([allow('s3:*', '*', { Principal: { AWS: ['alice'] } })], { ...get('a'), principal: 'bob' })).toBe(
      'none',
    )
  })

  test('fills variables with literal values', () => {
    const home = [allow('s3:*', `${S3}photos/\${aws:username}/*`)]

    expect(decide(home, { ...get('alice/a'), context: { username: 'alice' } })).toBe('allow')
    expect(decide(home, { ...get('bob/a'), context: { username: 'alice' } })).toBe('none')
    expect(decide(home, { ...get('bob/a'), context: { username: '*' } })).toBe('none')
    expect(decide(home, get('bob/a'))).toBe('none')
  })

  test.each([
    ['StringEquals', 's3:prefix', ['a', 'b'], { prefix: 'a' }, true],
    ['StringEquals', 's3:prefix', 'a', { prefix: 'A' }, false],
    ['StringEquals', 's3:prefix', 'a', {}, false],
    ['StringEqualsIfExists', 's3:prefix', 'a', {}, true],
    ['StringEqualsIfExists', 's3:prefix', 'a', { prefix: 'b' }, false],
    ['StringNotEquals', 's3:prefix', 'a', { prefix: 'b' }, true],
    ['StringNotEquals', 's3:prefix', 'a', {}, true],
    ['StringEqualsIgnoreCase', 's3:prefix', 'a', { prefix: 'A' }, true],
    ['StringNotEqualsIgnoreCase', 's3:prefix', 'a', { prefix: 'A' }, false],
    ['StringLike', 's3:prefix', `\${aws:username}/*`, { prefix: 'al/x', username: 'al' }, true],
    ['StringLike', 's3:prefix', 'home/*', { prefix: 'homes' }, false],
    ['StringNotLike', 's3:prefix', 'home/*', { prefix: 'homes' }, true],
    ['BinaryEquals', 's3:prefix', 'YQ==', { prefix: 'a' }, true],
    ['ForAllValues:StringEquals', 'aws:groups', ['a', 'b'], { groups: ['a', 'b'] }, true],
    ['ForAllValues:StringEquals', 'aws:groups', ['a'], { groups: ['a', 'b'] }, false],
    ['ForAllValues:StringEquals', 'aws:groups', ['a'], {}, true],
    ['ForAnyValue:StringEquals', 'aws:groups', ['a'], { groups: ['a', 'b'] }, true],
    ['ForAnyValue:StringLike', 'aws:groups', ['c*'], { groups: ['a', 'b'] }, false],
    ['IpAddress', 'aws:SourceIp', '192.168.0.0/16', { SourceIp: '192.168.7.1' }, true],
    ['IpAddress', 'aws:SourceIp', ['10.0.0.0/8', 'fd00::/8'], { SourceIp: 'fd00::1' }, true],
    ['IpAddress', 'aws:SourceIp', '192.168.0.0/16', { SourceIp: 'nowhere' }, false],
    ['NotIpAddress', 'aws:SourceIp', '192.168.0.0/16', { SourceIp: '10.0.0.1' }, true],
    ['Bool', 'aws:SecureTransport', 'true', { SecureTransport: 'true' }, true],
    ['Bool', 'aws:SecureTransport', true, { SecureTransport: 'false' }, false],
    ['Null', 's3:versionid', 'true', {}, true],
    ['Null', 's3:versionid', 'false', {}, false],
    ['Null', 's3:versionid', 'false', { versionid: 'v' }, true],
    ['NumericLessThanEquals', 's3:max-keys', '100', { 'max-keys': '100' }, true],
    ['NumericGreaterThan', 's3:max-keys', 100, { 'max-keys': '100' }, false],
    ['NumericGreaterThanIfExists', 's3:max-keys', '100', {}, true],
    ['NumericNotEquals', 's3:max-keys', '100', { 'max-keys': 'many' }, false],
    ['DateGreaterThan', 'aws:CurrentTime', '2026-01-01T00:00:00Z', { CurrentTime: '2026-11-21T00:00:00Z' }, true],
    ['DateLessThan', 'aws:CurrentTime', '2026-01-01T00:00:00Z', { CurrentTime: '2026-11-21T00:00:00Z' }, false],
    ['DateEquals', 'aws:CurrentTime', '2026-01-01T02:00:00+02:00', { CurrentTime: '2026-01-01T00:00:00Z' }, true],
    ['DateGreaterThan', 'aws:EpochTime', '2026-01-01T00:00:00Z', { EpochTime: '1795262400' }, false],
    ['StringEquals', 's3:ExistingObjectTag/Team', 'red', { 'ExistingObjectTag/Team': 'red' }, true],
    ['StringEquals', 's3:ExistingObjectTag/Team', 'red', { 'ExistingObjectTag/team': 'red' }, false],
    ['ForAllValues:StringNotEquals', 'aws:groups', ['a'], { groups: ['a', 'b'] }, true],
    ['ForAllValues:StringNotEquals', 'aws:groups', ['a', 'b'], { groups: ['a', 'b'] }, false],
    [
      'BinaryEquals',
      's3:prefix',
      Buffer.from(`\${aws:username}`).toString('base64'),
      { prefix: 'al', username: 'al' },
      true,
    ],
    ['StringEquals', 's3:prefix', `\${s3:delimiter}`, { prefix: '/', delimiter: '/' }, false],
    ['Bool', 'aws:SecureTransport', 'True', { SecureTransport: 'true' }, false],
    ['Null', 's3:versionid', '1', {}, true],
    ['Null', 's3:versionid', 'f', { versionid: '' }, true],
    ['IpAddress', 'aws:SourceIp', '::1', { SourceIp: '0:0:ffff::5' }, true],
    ['IpAddress', 'aws:SourceIp', '::1', { SourceIp: '127.0.0.1' }, false],
    ['IpAddress', 'aws:SourceIp', '::ffff:10.0.0.0/104', { SourceIp: '10.9.9.9' }, true],
    ['IpAddress', 'aws:SourceIp', '10.1.0.0/12', { SourceIp: '10.15.255.255' }, true],
    ['IpAddress', 'aws:SourceIp', '10.1.0.0/12', { SourceIp: '10.16.0.0' }, false],
    ['IpAddress', 'aws:SourceIp', '0.0.0.0/0', { SourceIp: '::1' }, false],
    ['IpAddress', 'aws:SourceIp', '2001:db8::/32', { SourceIp: '2001:db8:1:2:3:4:5.6.7.8' }, true],
  ])('condition %s on %s of %j given %j: %s', (operator, key, wanted, context, expected) => {
    const statement = allow('s3:*', '*', { Condition: { [operator]: { [key]: wanted } } })

    expect(decide([statement], { ...list, context })).toBe(expected ? 'allow' : 'none')
  })

  test.each([
    { ArnLike: { 'aws:SourceIp': '*' } },
    { StringLike: { 'aws:SourceArn': '*' } },
    { StringNotLike: { 'aws:SourceArn': 'x' } },
    { NumericNotEquals: { 's3:max-keys': 'many' } },
    { DateNotEquals: { 'aws:CurrentTime': 'yesterday' } },
    { NotIpAddress: { 'aws:SourceIp': '10.0.0.0/33' } },
    { Null: { 's3:prefix': 'perhaps' } },
  ])('an unknown condition counts against the request: %j', (condition) => {
    const more = { Condition: condition }

    expect(decide([allow('s3:*', '*', more)], list)).toBe('none')
    expect(decide([allow('s3:*', '*'), deny('s3:*', '*', more)], list)).toBe('deny')
  })

  test('the action * applies to every resource in the policy of an account, not in that of a bucket', () => {
    const star = allow('*', `${S3}docs/*`)

    expect(decide([star], get('a'))).toBe('allow')
    expect(decide([star], { action: 'admin:ServerInfo' })).toBe('allow')
    expect(decide([allow('s3:*', '*'), { ...star, Effect: 'Deny' }], get('a'))).toBe('deny')
    expect(decide([{ ...star, Principal: '*' }], get('a'))).toBe('none')
  })

  test('a leading star of a resource counts as an ARN prefix', () => {
    expect(decide([allow('s3:*', '*photos')], list)).toBe('allow')
    expect(decide([allow('s3:*', '*photos')], { ...list, bucket: 'my-photos' })).toBe('none')
    expect(decide([allow('s3:*', '**')], { ...list, bucket: 'my-photos' })).toBe('allow')
  })

  test('a resource also matches the normalized path literally', () => {
    expect(decide([allow('s3:*', `${S3}photos/a/b`)], get('a//b'))).toBe('allow')
    expect(decide([allow('s3:*', `${S3}photos/a?`)], get('a?/'))).toBe('allow')
    expect(decide([allow('s3:*', `${S3}photos/a?`)], get('ab/'))).toBe('none')
  })

  test.each([
    ['*', '', true],
    ['?', '', true],
    ['?x', '', true],
    ['x?', '', false],
    ['', '', true],
    ['alice', '', false],
  ])('the principal %j is %j: %s', (principal, account, expected) => {
    const statement = allow('s3:*', `${S3}photos/*`, { Principal: { AWS: [principal] } })

    expect(decide([statement], { ...get('a'), principal: account })).toBe(expected ? 'allow' : 'none')
  })
})

describe('couldAllow', () => {
  const could = (statements: object[], query: PossibilityQuery) => couldAllow([policyOf(...statements)], query)
  const listing = { actions: ['s3:ListBucket'] }

  test.each([
    ['readonly', 's3:GetObject', true],
    ['readonly', 's3:PutObject', false],
    ['readonly', 's3:ListBucket', false],
    ['readwrite', 's3:ListBucket', true],
    ['readwrite', 'admin:ServerInfo', false],
    ['writeonly', 's3:PutObject', true],
    ['writeonly', 's3:GetObject', false],
    ['diagnostics', 'admin:ServerInfo', true],
    ['diagnostics', 'admin:CreateUser', false],
    ['consoleAdmin', 'admin:CreateUser', true],
    ['consoleAdmin', 'kms:KeyStatus', true],
  ] as const)('%s and %s: %s', (name, action, expected) => {
    expect(couldAllow([parsePolicy(CANNED_POLICIES[name])], { actions: [action] })).toBe(expected)
  })

  test('is true if one of the actions could be allowed', () => {
    expect(could([allow('s3:GetObject', '*')], { actions: ['s3:ListBucket', 's3:GetObject'] })).toBe(true)
    expect(could([allow('s3:GetObject', '*')], { actions: [] })).toBe(false)
  })

  test('handles access to a single prefix of a bucket', () => {
    const home = [
      allow('s3:ListBucket', `${S3}photos`, { Condition: { StringLike: { 's3:prefix': ['alice/*'] } } }),
      allow(['s3:GetObject', 's3:PutObject'], `${S3}photos/alice/*`),
    ]

    expect(could(home, listing)).toBe(true)
    expect(could(home, { ...listing, resource: 'photos' })).toBe(true)
    expect(could(home, { ...listing, resource: 'photos/alice/' })).toBe(true)
    expect(could(home, { ...listing, resource: 'docs' })).toBe(false)
    expect(could(home, { actions: ['s3:PutObject'], resource: 'photos' })).toBe(true)
    expect(could(home, { actions: ['s3:PutObject'], resource: 'photos/alice/2026/' })).toBe(true)
    expect(could(home, { actions: ['s3:PutObject'], resource: 'photos/ali' })).toBe(true)
    expect(could(home, { actions: ['s3:PutObject'], resource: 'photos/bob/' })).toBe(false)
  })

  test('respects a Deny that certainly covers everything', () => {
    const everything = allow('s3:*', '*')

    expect(could([everything, deny('s3:ListBucket', '*')], listing)).toBe(false)
    expect(could([everything, deny('s3:*', `${S3}photos`)], { ...listing, resource: 'photos' })).toBe(false)
    expect(could([everything, deny('s3:*', `${S3}photos/*`)], { ...listing, resource: 'photos' })).toBe(false)
    expect(could([everything, deny('s3:*', `${S3}photos`)], listing)).toBe(true)
    expect(
      could([everything, deny('s3:GetObject', `${S3}photos/a/*`)], {
        actions: ['s3:GetObject'],
        resource: 'photos/a/b/',
      }),
    ).toBe(false)
    expect(
      could([everything, deny('s3:GetObject', `${S3}photos/a/*`)], { actions: ['s3:GetObject'], resource: 'photos' }),
    ).toBe(true)
    expect(
      could([allow('s3:GetObject', `${S3}photos/a/b/*`), deny('s3:GetObject', `${S3}photos/a/*`)], {
        actions: ['s3:GetObject'],
      }),
    ).toBe(false)
    expect(
      could([everything, { Effect: 'Deny', Action: 's3:*', NotResource: `${S3}photos*` }], {
        ...listing,
        resource: 'docs',
      }),
    ).toBe(false)
    expect(
      could([everything, { Effect: 'Deny', Action: 's3:*', NotResource: `${S3}photos*` }], {
        ...listing,
        resource: 'photos',
      }),
    ).toBe(true)
    expect(could([allow('admin:*'), deny('admin:CreateUser')], { actions: ['admin:CreateUser'] })).toBe(false)
  })

  test('ignores a Deny under a condition on the request', () => {
    const more = { Condition: { Bool: { 'aws:SecureTransport': 'false' } } }

    expect(could([allow('s3:*', '*'), deny('s3:*', '*', more)], listing)).toBe(true)
  })

  test('evaluates conditions on known values', () => {
    const onlyAlice = { Condition: { StringEquals: { 'aws:username': 'alice' } } }

    expect(could([allow('s3:*', '*', onlyAlice)], { ...listing, known: { username: 'bob' } })).toBe(false)
    expect(could([allow('s3:*', '*', onlyAlice)], { ...listing, known: { username: 'alice' } })).toBe(true)
    expect(could([allow('s3:*', '*', onlyAlice)], listing)).toBe(true)
    expect(
      could([allow('s3:*', '*'), deny('s3:*', '*', onlyAlice)], { ...listing, known: { username: 'alice' } }),
    ).toBe(false)
    expect(could([allow('s3:*', '*'), deny('s3:*', '*', onlyAlice)], { ...listing, known: { username: 'bob' } })).toBe(
      true,
    )
  })

  test('an unknown variable matches anything in an Allow and nothing in a Deny', () => {
    const home = `${S3}\${aws:username}/*`

    expect(could([allow('s3:*', home)], { ...listing, resource: 'photos' })).toBe(true)
    expect(could([allow('s3:*', home)], { ...listing, resource: 'photos', known: { username: 'alice' } })).toBe(false)
    expect(could([allow('s3:*', '*'), deny('s3:*', home)], { ...listing, resource: 'photos' })).toBe(true)
  })

  test('checks only Deny statements if no Allow is needed', () => {
    const query = { actions: ['admin:CreateServiceAccount'], unlessDenied: true }

    expect(could([], query)).toBe(true)
    expect(could([allow('s3:*', '*')], query)).toBe(true)
    expect(could([allow('admin:*'), deny('admin:CreateServiceAccount')], query)).toBe(false)
  })

  test('the action * applies to every resource', () => {
    const star = allow('*', `${S3}docs/*`)

    expect(could([star], { ...listing, resource: 'photos' })).toBe(true)
    expect(could([star], { actions: ['admin:CreateUser'] })).toBe(true)
    expect(could([allow('s3:*', '*'), { ...star, Effect: 'Deny' }], { ...listing, resource: 'photos' })).toBe(false)
  })

  test('compares object actions with objects', () => {
    const query = { actions: ['s3:RestoreObject'], resource: 'photos' }

    expect(could([allow('s3:*', `${S3}photos`)], query)).toBe(false)
    expect(could([allow('s3:*', `${S3}photos/*`)], query)).toBe(true)
    expect(could([allow('s3:PutObjectFanOut', `${S3}photos/a`)], { ...query, actions: ['s3:PutObjectFanOut'] })).toBe(
      true,
    )
  })

  test('never returns false for what evaluate allows', () => {
    const patterns = ['*', `${S3}b`, `${S3}b/*`, `${S3}b/x/*`, `${S3}b*`, `${S3}c/*`, `${S3}?/x/*`, '*b']
    const actions = ['s3:*', 's3:GetObject', 's3:ListBucket', 's3:Get*', '*']
    const statements = patterns.flatMap((resource) =>
      actions.flatMap((action) => [allow(action, resource), deny(action, resource)]),
    )
    const requests = ['s3:GetObject', 's3:ListBucket'].flatMap((action) =>
      ['b', 'c'].flatMap((bucket) =>
        (action === 's3:ListBucket' ? [''] : ['a', 'x/', 'x/y', '?/']).map((object) => ({ action, bucket, object })),
      ),
    )
    for (const first of statements) {
      for (const second of statements) {
        const policies = [policyOf(first, second)]
        for (const request of requests) {
          if (evaluate(policies, request) !== 'allow') continue
          const query = { actions: [request.action], resource: `${request.bucket}/${request.object}` }
          expect(couldAllow(policies, query), JSON.stringify([first, second, query])).toBe(true)
          expect(couldAllow(policies, { actions: [request.action] })).toBe(true)
        }
      }
    }
  })
})
