import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CANNED_POLICIES } from './canned.ts'
import { checkPolicy } from './check-policy.ts'
import type { PolicyRole } from './finding.ts'
import { policyFindings } from './findings.ts'

const S3 = 'arn:aws:s3:::'
const READ = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`${S3}photos/*`] }
const text = (...statements: unknown[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements }, undefined, 2)

/** A policy as AWS's tutorials and other servers write it. */
function example(name: string): string {
  return readFileSync(new URL(`../../test-vectors/policies/${name}.json`, import.meta.url), 'utf8')
}

/** Codes with the text that they mark. */
function found(source: string, role: PolicyRole = { kind: 'identity' }) {
  return policyFindings(source, role).map(({ code, severity, from, to, suggestion }) => ({
    code,
    severity,
    where: source.slice(from, to),
    ...(suggestion !== '' && { suggestion }),
  }))
}

describe('policyFindings', () => {
  test.each(Object.entries(CANNED_POLICIES))('reports only warnings for %s', (name, policy) => {
    const severities = found(JSON.stringify(policy)).map(({ severity }) => severity)
    expect(severities).toEqual(name === 'consoleAdmin' ? ['warning'] : [])
  })

  test('reports an unknown action with its position and a suggestion', () => {
    expect(found(text({ ...READ, Action: ['s3:GetObject', 's3:GetObjct'] }))).toEqual([
      { code: 'UnknownAction', severity: 'error', where: '"s3:GetObjct"', suggestion: 's3:GetObject' },
    ])
    expect(found(text({ ...READ, Action: 's3:Get*' }))).toEqual([])
    expect(found(text({ ...READ, Action: 'ec2:RunInstances' }))).toMatchObject([{ code: 'UnknownAction' }])
  })

  test('reports statements without effect, action or resource', () => {
    expect(found(text({ ...READ, Effect: undefined }))).toMatchObject([{ code: 'NoEffect', where: '{' }])
    expect(found(text({ ...READ, Effect: 'allow' }))).toMatchObject([{ code: 'BadEffect', where: '"allow"' }])
    expect(found(text({ ...READ, Action: undefined }))).toMatchObject([{ code: 'NoAction' }])
    expect(found(text({ ...READ, Resource: undefined }))).toMatchObject([{ code: 'NoResource' }])
    expect(found(text({ Effect: 'Allow', Action: 'admin:ServerInfo' }))).toEqual([])
  })

  test('reports an Allow that a Deny revokes', () => {
    const all = { Effect: 'Deny', Action: 's3:*', Resource: `${S3}*` }
    expect(found(text(READ, all))).toMatchObject([{ code: 'AlwaysDenied', severity: 'warning' }])
    expect(found(text(READ, { ...all, Condition: { Bool: { 'aws:SecureTransport': 'false' } } }))).toEqual([])
    expect(found(text(READ, { ...all, Resource: `${S3}docs/*` }))).toEqual([])
  })

  test.each([
    [{ Action: 's3:GetObject', Resource: `${S3}photos` }, '"s3:GetObject"'],
    [{ Action: 's3:ListAllMyBuckets', Resource: `${S3}photos` }, '"s3:ListAllMyBuckets"'],
    [{ Action: 's3:ListBucket', Resource: `${S3}photos/team/*` }, '"s3:ListBucket"'],
    [{ Action: 's3:GetObject', Resource: `${S3}Photos/*` }, `"${S3}Photos/*"`],
    [{ Action: 's3:GetObject', Resource: `${S3}ab/*` }, `"${S3}ab/*"`],
  ])('finds that %j can match nothing', (statement, where) => {
    expect(found(text({ Effect: 'Allow', ...statement }))).toEqual([
      { code: 'MatchesNothing', severity: 'warning', where },
    ])
  })

  test.each([
    { Action: ['s3:ListBucket'], Resource: [`${S3}photos/*`] },
    { Action: ['s3:GetObject'], Resource: [`${S3}\${aws:username}/*`] },
    { Action: ['s3:GetObject', 's3:ListBucket'], Resource: [`${S3}photos`, `${S3}photos/*`] },
    { Action: ['s3:*'], Resource: ['*'] },
    { Action: ['s3:GetObject'], NotResource: [`${S3}photos/*`] },
  ])('finds nothing in %j', (statement) => {
    expect(found(text({ Effect: 'Allow', ...statement }))).toEqual([])
  })

  test('reports invalid resources, and actions of two services in one statement', () => {
    expect(found(text({ ...READ, Resource: ['photos/*'] }))).toMatchObject([{ code: 'BadResource' }])
    expect(found(text({ ...READ, Resource: [`${S3}/photos`] }))).toMatchObject([{ code: 'BadResource' }])
    expect(found(text({ ...READ, Action: ['admin:ServerInfo', 's3:GetObject'] }))).toMatchObject([
      { code: 'MixedServices', where: '"s3:GetObject"' },
    ])
  })

  test('reports duplicate Sids and statements', () => {
    const put = { ...READ, Action: 's3:PutObject' }
    expect(found(text({ Sid: 'a', ...READ }, { Sid: 'a', ...put }))).toEqual([
      { code: 'DuplicateSid', severity: 'warning', where: '"a"' },
    ])
    expect(found(text(READ, { Sid: 'b', ...READ }))).toEqual([{ code: 'SameAsEarlier', severity: 'info', where: '{' }])
  })

  test('reports conditions that servers don’t support', () => {
    const when = (Condition: object) => found(text({ ...READ, Condition }))
    expect(when({ StringEqual: { 'aws:username': 'a' } })).toMatchObject([
      { code: 'UnknownOperator', where: '"StringEqual"', suggestion: 'StringEquals' },
    ])
    expect(when({ StringEquals: { 'aws:usrname': 'a' } })).toMatchObject([
      { code: 'UnknownConditionKey', suggestion: 'aws:username' },
    ])
    expect(when({ StringEquals: { 's3:prefix': 'a' } })).toMatchObject([
      { code: 'KeyNotForAction', suggestion: 's3:GetObject' },
    ])
    expect(when({ 'ForAnyValue:StringEquals': { 's3:ExistingObjectTag/team': ['a'] } })).toEqual([])
  })

  test('reports fields that servers ignore', () => {
    expect(found(text({ ...READ, Conditions: {} }))).toEqual([
      { code: 'UnknownField', severity: 'warning', where: '"Conditions"', suggestion: 'Condition' },
    ])
    expect(found(text({ ...READ, Principal: '*' }))).toMatchObject([{ code: 'PrincipalIgnored' }])
    expect(found(text({ effect: 'Allow', action: READ.Action, resource: READ.Resource }))).toEqual([])
  })

  test.each([
    ['{}', ['NoVersion', 'NoStatement']],
    ['{"Version": "2008-10-17", "Statement": []}', ['WrongVersion', 'NoStatement']],
    ['[]', ['NoVersion', 'NoStatement']],
    ['nonsense', ['NotJson']],
    ['', ['NotJson']],
    ['['.repeat(200) + ']'.repeat(200), ['NotJson']],
    [text(null), ['NoEffect', 'NoAction', 'NoResource']],
  ])('reads %s', (source, codes) => {
    expect(
      found(source)
        .map(({ code }) => code)
        .toSorted(),
    ).toEqual(codes.toSorted())
  })

  test('warns about what MinIO accepts but can’t return', () => {
    expect(found(text({ ...READ, Action: undefined, NotAction: 's3:GetObject' }))).toEqual([
      { code: 'NotActionLost', severity: 'warning', where: '"s3:GetObject"' },
    ])
  })

  test('warns about permissions that give root access', () => {
    for (const Action of ['admin:CreateServiceAccount', 'admin:*', '*']) {
      expect(found(text({ Effect: 'Allow', Action, Resource: [`${S3}*`] }))).toEqual([
        { code: 'RootPower', severity: 'warning', where: `"${Action}"` },
      ])
      expect(found(text({ Effect: 'Deny', Action, Resource: [`${S3}*`] }))).toEqual([])
    }
  })

  test('applies the rules of bucket policies', () => {
    const role = { kind: 'bucket', bucket: 'photos' } as const
    const open = { ...READ, Principal: { AWS: ['*'] } }
    expect(found(text(open), role)).toEqual([{ code: 'PublicPrincipal', severity: 'warning', where: '"*"' }])
    expect(found(text({ ...open, Principal: '*' }), role)).toMatchObject([{ code: 'PublicPrincipal', where: '"*"' }])
    expect(found(text({ ...open, Effect: 'Deny' }), role)).toEqual([
      { code: 'DeniesAnonymousOnly', severity: 'info', where: '"*"' },
    ])
    expect(found(text(READ), role)).toMatchObject([{ code: 'NoPrincipal' }])
    expect(found(text({ ...open, Resource: `${S3}docs/*` }), role)).toMatchObject([{ code: 'OtherBucket' }, {}])
    expect(found(text({ ...open, Action: 's3:ListBucket' }), role)).toMatchObject([
      { code: 'ResourceNotForAction', where: '"s3:ListBucket"', suggestion: `${S3}photos` },
      {},
    ])
  })

  test.each<[unknown, object[]]>([
    [{ AWS: 'arn:aws:iam::111122223333:user/backup' }, [{ code: 'PrincipalMatchesNobody', severity: 'warning' }]],
    [{ AWS: '111122223333' }, [{ code: 'PrincipalMatchesNobody' }]],
    [{ AWS: ['*', 'alice'] }, [{ code: 'PublicPrincipal' }, { code: 'PrincipalMatchesNobody', where: '"alice"' }]],
    [{ AWS: '' }, [{ code: 'PublicPrincipal' }]],
    [{ AWS: '**' }, [{ code: 'PublicPrincipal' }]],
    [
      { AWS: '*', Service: 's3.amazonaws.com' },
      [{ code: 'PublicPrincipal' }, { code: 'UnknownField', where: '"Service"' }],
    ],
    [{ Service: 'cloudfront.amazonaws.com' }, [{ code: 'BadPrincipal', severity: 'error' }]],
    [{ CanonicalUser: '79a59df900b949e55d96a1e698fbaced' }, [{ code: 'BadPrincipal' }]],
    ['arn:aws:iam::111122223333:user/backup', [{ code: 'BadPrincipal' }]],
    [['*'], [{ code: 'BadPrincipal' }]],
  ])('says what the principal %j of a bucket policy does', (Principal, findings) => {
    expect(found(text({ ...READ, Principal }), { kind: 'bucket', bucket: 'photos' })).toMatchObject(findings)
  })

  test.each<[string, object[]]>([
    ['deny-insecure', [{ code: 'DeniesAnonymousOnly', where: '"*"' }]],
    ['role-principal', [{ code: 'PrincipalMatchesNobody', where: '"arn:aws:iam::111122223333:role/reader"' }]],
    ['service-principal', [{ code: 'BadPrincipal', where: '{ "Service": "cloudfront.amazonaws.com" }' }]],
    ['user-principal', [{ code: 'PrincipalMatchesNobody', where: '"arn:aws:iam::111122223333:user/backup"' }]],
  ])('says what the bucket policy %s does not do here', (name, findings) => {
    expect(found(example(name), { kind: 'bucket', bucket: 'example-bucket' })).toMatchObject(findings)
  })

  test('marks the empty fields of a policy that RustFS exported', () => {
    expect(found(example('rustfs-export'))).toEqual([
      { code: 'EmptyField', severity: 'error', where: '"NotAction": []' },
      { code: 'EmptyField', severity: 'error', where: '"Condition": {}' },
    ])
  })

  test.each<[object, string, string]>([
    [{ NotAction: 's3:PutObject' }, 'ExclusiveFields', '"s3:PutObject"'],
    [{ NotResource: [`${S3}docs/*`] }, 'ExclusiveFields', `"${S3}docs/*"`],
    [{ NotAction: null }, 'EmptyField', '"NotAction": null'],
    [{ Sid: 1 }, 'WrongType', '1'],
    [{ Condition: [] }, 'WrongType', '[]'],
    [{ Condition: { StringEquals: 'a' } }, 'WrongType', '"a"'],
    [{ Condition: { IpAddress: { 'aws:SourceIp': 'office' } } }, 'BadCondition', '"office"'],
    [{ Condition: { Bool: { 'aws:username': 'true' } } }, 'BadCondition', '"true"'],
    [{ Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } } }, 'AwsConditionKey', '"aws:PrincipalOrgID"'],
    [{ Condition: { StringEquals: { 'aws:PrincipalTag/team': 'a' } } }, 'AwsConditionKey', '"aws:PrincipalTag/team"'],
    [{ Resource: 'arn:aws:s3:us-east-1:111122223333:accesspoint/a/object/*' }, 'BadResource', '"arn:aws:s3:us-east-1:'],
    [{ Resource: 'arn:minio:kms:::key' }, 'BadResource', '"arn:minio:kms:::key"'],
    [{ Action: 'kms:Status', Resource: `${S3}photos` }, 'BadResource', `"${S3}photos"`],
  ])('marks the field of %j that servers reject', (fields, code, where) => {
    const [finding] = found(text({ ...READ, ...fields })).filter(({ severity }) => severity === 'error')
    expect(finding).toMatchObject({ code, where: expect.stringContaining(where) })
  })

  test('marks a single statement without a list, and an ID that isn’t a text', () => {
    const source = JSON.stringify({ ID: 1, Version: '2012-10-17', Statement: READ })
    expect(found(source)).toMatchObject([
      { code: 'WrongType', where: '1' },
      { code: 'WrongType', where: '{' },
    ])
  })

  test.each<[string, PolicyRole]>([
    ['an account', { kind: 'identity' }],
    ['a bucket', { kind: 'bucket', bucket: 'photos' }],
  ])(
    'reports an error at a field exactly if a server rejects the policy of %s, with one change at a time',
    (_, role) => {
      const values = ['Allow', 's3:GetObject', `${S3}photos/*`, 's3:Nope', 'x', '', null, 1, [], ['s3:*'], {}, ['*']]
      const base = role.kind === 'bucket' ? { ...READ, Principal: '*' } : READ
      const fields = [
        'Effect',
        'Action',
        'Resource',
        'NotAction',
        'NotResource',
        'Condition',
        'Principal',
        'Sid',
        'Foo',
      ]
      for (const field of fields) {
        for (const value of [...values, undefined]) {
          const source = text({ ...base, [field]: value })
          const errors = found(source, role).filter(({ severity }) => severity === 'error')
          expect(errors.length > 0, source).toBe(!isTaken(source, role))
          expect(errors).not.toContainEqual(expect.objectContaining({ code: 'Refused' }))
        }
      }
    },
  )
})

function isTaken(source: string, { kind, bucket }: PolicyRole): boolean {
  try {
    checkPolicy(source, kind === 'bucket' ? 'bucket' : 'canned', bucket)
    return true
  } catch {
    return false
  }
}

describe('checks any policy quickly:', () => {
  const compact = (...statements: unknown[]) => JSON.stringify({ Version: '2012-10-17', Statement: statements })
  const many = (count: number, one: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => one(index))

  test.each<[string, string, PolicyRole?]>([
    [
      'many actions that reach nothing',
      compact({
        ...READ,
        Action: many(650, (index) => `s3:PutObj${'*'.repeat((index % 9) + 1)}`),
        Resource: many(300, (index) => `${S3}abc${index}`),
      }),
    ],
    [
      'many actions of a bucket policy that no resource concerns',
      compact({
        ...READ,
        Principal: '*',
        Action: many(500, (index) => `s3:PutObj${'*'.repeat((index % 9) + 1)}`),
        Resource: many(250, (index) => `${S3}abc${index}`),
      }),
      { kind: 'bucket', bucket: 'abc1' },
    ],
    [
      'many conditions',
      compact({
        ...READ,
        Action: many(1_000, () => 's3:G*'),
        Condition: {
          Null: Object.fromEntries(many(350, (index) => `s3:ExistingObjectTag/${index}`).map((key) => [key, '1'])),
        },
      }),
    ],
  ])('%s', (_, source, role = { kind: 'identity' }) => {
    expect(Buffer.byteLength(source)).toBeLessThanOrEqual(20 * 1024)
    const before = process.threadCpuUsage()
    policyFindings(source, role)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_000)
  })

  test('doesn’t check a policy above 20 KiB', () => {
    const source = text({ ...READ, Sid: 'x'.repeat(20 * 1024) })

    expect(policyFindings(source, { kind: 'identity' })).toEqual([
      {
        code: 'TooLong',
        severity: 'error',
        from: 0,
        to: source.length,
        detail: String(Buffer.byteLength(JSON.stringify(JSON.parse(source)))),
        suggestion: '',
      },
    ])
  })

  test('checks a policy that exceeds 20 KiB only because of its indentation', () => {
    const policy = {
      Version: '2012-10-17',
      Statement: [{ ...READ, Resource: Array(400).fill('arn:aws:s3:::photos/*') }],
    }
    const source = JSON.stringify(policy, undefined, 10)
    expect(Buffer.byteLength(source)).toBeGreaterThan(20 * 1024)

    expect(policyFindings(source, { kind: 'identity' })).not.toContainEqual(
      expect.objectContaining({ code: 'TooLong' }),
    )
  })
})
