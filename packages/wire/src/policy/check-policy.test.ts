import { describe, expect, test } from 'vitest'
import { CANNED_POLICIES } from './canned.ts'
import { checkPolicy, type PolicyUse } from './check-policy.ts'

const VERSION = '2012-10-17'
const documentOf = (...statements: object[]) => JSON.stringify({ Version: VERSION, Statement: statements })
const account = (more: object) =>
  documentOf({ Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::*', ...more })
const forBucket = (more: object) =>
  documentOf({ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::photos/*', ...more })
const when = (condition: object, action = 's3:*') => account({ Action: action, Condition: condition })

/** The error of a rejected policy, or `accepted`. */
function outcome(text: string, use: PolicyUse): string {
  try {
    checkPolicy(text, use, 'photos')
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('checkPolicy', () => {
  test.each(Object.entries(CANNED_POLICIES))('accepts or rejects %s', (_, document) => {
    expect(checkPolicy(JSON.stringify(document), 'canned').document).toEqual(document)
  })

  test.each([
    ['unknown', { Action: 's3:Foo' }, "unsupported action 's3:Foo'"],
    ['a matching wildcard', { Action: 's3:Get*' }, 'accepted'],
    ['a wildcard of admin actions', { Action: 'admin:Create*' }, "unsupported action 'admin:Create*'"],
    ['two services', { Action: ['admin:*', 's3:*'] }, "unsupported admin action 's3:*'"],
    ['an unknown one of a KMS', { Action: ['kms:Status', 'kms:X'], Resource: [] }, "unsupported KMS action 'kms:X'"],
    ['the star and another', { Action: ['*', 's3:GetObject'] }, "unsupported STS action 's3:GetObject'"],
    ['none', { Action: [] }, 'empty actions not allowed'],
    ['absent', { Action: undefined }, 'Action must not be empty'],
    ['both', { NotAction: 's3:X' }, 'Action and NotAction cannot be specified in the same statement'],
    ['no text', { Action: [null, { b: [1, 'x'], a: true }] }, "unsupported action '<nil>'"],
    ['an object', { Action: { b: [1, 'x'], a: true } }, "unsupported action 'map[a:true b:[1 x]]'"],
    ['unknown in NotAction', { Action: undefined, NotAction: 's3:Foo' }, 'accepted'],
  ])('refuses actions of an account: %s', (_, more, expected) => {
    expect(outcome(account(more), 'canned')).toBe(expected)
  })

  test.each([
    ['absent', { Resource: undefined }, 'Resource must not be empty'],
    ['absent and not needed', { Action: 'admin:*', Resource: undefined }, 'accepted'],
    ['both', { NotResource: '*' }, 'Resource and NotResource cannot be specified in the same statement'],
    ['no ARN', { Resource: 'photos' }, "invalid resource 'photos'"],
    [
      'a slash in front',
      { Resource: 'arn:aws:s3:::/x' },
      "invalid resource 'arn:aws:s3:::/x' - starts with '/' will not match a bucket",
    ],
    ['of a KMS', { Resource: 'arn:minio:kms:::x' }, "resource 'arn:minio:kms:::x' type is not S3"],
    ['of S3 for a KMS', { Action: 'kms:*', Resource: 'arn:aws:s3:::x' }, "resource 'arn:aws:s3:::x' type is not KMS"],
    ['a path as key of a KMS', { Action: 'kms:*', Resource: 'arn:minio:kms:::a/b' }, 'invalid resource'],
    ['a star in front of a dot', { Resource: '*a.b' }, 'invalid resource'],
  ])('refuses resources of an account: %s', (_, more, expected) => {
    expect(outcome(account(more), 'canned')).toBe(expected)
  })

  test.each([
    ['another effect', { Effect: 'Perhaps' }, 'invalid Effect Perhaps'],
    ['no effect', { Effect: undefined }, 'invalid Effect '],
    ['no principal', { Principal: undefined, NotPrincipal: '*' }, 'invalid Principal {[]}'],
    ['nobody', { Principal: { AWS: [] } }, 'invalid Principal {[]}'],
    ['a name', { Principal: 'alice' }, "invalid principal 'alice'"],
    ['another bucket', { Resource: 'arn:aws:s3:::other/*' }, 'bucket name does not match'],
    ['a pattern that matches the bucket', { Resource: 'arn:aws:s3:::ph*s/x' }, 'accepted'],
    [
      'an object action on the bucket',
      { Resource: 'arn:aws:s3:::photos' },
      'unsupported Resource found [arn:aws:s3:::photos] for action s3:GetObject',
    ],
    [
      'a bucket action on objects',
      { Action: 's3:ListBucket' },
      'unsupported Resource found [arn:aws:s3:::photos/*] for action s3:ListBucket',
    ],
    ['an unknown action', { Action: 's3:Foo', Resource: 'arn:aws:s3:::photos' }, 'accepted'],
    ['an unknown field', { Foo: 1, constructor: 1, ['__proto__']: 1 }, 'accepted'],
  ])('treats bucket policies: %s', (_, more, expected) => {
    expect(outcome(forBucket(more), 'bucket')).toBe(expected)
  })

  test.each([
    [
      when({ StringEquals: { 's3:prefix': 'a' } }, 's3:GetObject'),
      "unsupported condition keys '[s3:prefix]' used for action 's3:GetObject'",
    ],
    [
      when({ StringEquals: { 's3:prefix': 'a' } }, 'admin:*'),
      "unsupported condition keys '[s3:prefix]' used for action 'admin:*'",
    ],
    [
      when({ StringEquals: { 's3:ExistingObjectTag/x': 'a' } }, 's3:PutObject'),
      "unsupported condition keys '[s3:ExistingObjectTag/x]' used for action 's3:PutObject'",
    ],
    [when({ StringEquals: { 's3:prefix': 'a' } }, 's3:List*'), 'accepted'],
    [when({}), 'condition must not be empty'],
    [when({ StringEquals: { 's3:Prefix': 'a' } }), "invalid condition key 's3:Prefix'"],
    [when({ StringEqualsIfExists: { 's3:prefix': 'a' } }), "invalid condition name 'StringEqualsIfExists'"],
    [when({ 'ForSome:StringEquals': { 's3:prefix': 'a' } }), "invalid condition name 'ForSome:StringEquals'"],
    [when({ 'a:b:c': { 's3:prefix': 'a' } }), "invalid condition name 'a:b:c'"],
    [when({ 'ForAllValues:NumericEquals': { 's3:max-keys': 5 } }), 'accepted'],
    [when({ NumericGreaterThanIfExists: { 's3:max-keys': 5 } }), 'accepted'],
    [when({ StringEquals: { 's3:prefix': [] } }), 'invalid value'],
    [when({ StringEquals: { 's3:prefix': ['a', 'a'] } }), "duplicate value found 'a'"],
    [when({ StringEquals: { 's3:prefix': [5.5] } }), "unknown json data '[53 46 53]'"],
    [when({ StringEquals: { 's3:prefix': 5 } }), 'value must be a string for StringEquals condition'],
    [when({ BinaryEquals: { 's3:prefix': 'a*' } }), 'illegal base64 data at input byte 1'],
    [when({ BinaryEquals: { 's3:prefix': 'YQ' } }), 'illegal base64 data at input byte 0'],
    [when({ Bool: { 'aws:username': true } }), 'only aws:SecureTransport key is allowed for Bool condition'],
    [when({ Bool: { 'aws:SecureTransport': [true, false] } }), 'only one value is allowed for boolean condition'],
    [when({ Bool: { 'aws:SecureTransport': 1 } }), 'value must be a boolean for boolean condition'],
    [when({ Null: { 's3:prefix': 'x' } }), 'value must be a boolean string for Null condition'],
    [when({ Null: { 's3:prefix': null } }), 'accepted'],
    [when({ NumericEquals: { 's3:max-keys': [1, 2] } }), 'only one value is allowed for NumericEquals condition'],
    [
      when({ NumericEquals: { 's3:max-keys': '1.5' } }),
      'value 1.5 must be a int for NumericEquals condition: strconv.Atoi: parsing "1.5": invalid syntax',
    ],
    [
      when({ NumericEquals: { 's3:max-keys': '99999999999999999999' } }),
      'value 99999999999999999999 must be a int for NumericEquals condition: strconv.Atoi: parsing "99999999999999999999": value out of range',
    ],
    [when({ IpAddress: { 'aws:SourceIp': '1.2.3' } }), 'value 1.2.3/32 must be CIDR string for IpAddress condition'],
    [when({ IpAddress: { 'aws:SourceIp': '::1' } }), 'accepted'],
    [when({ IpAddress: { 'aws:username': '1.2.3.4' } }), 'only aws:SourceIp key is allowed for IpAddress condition'],
    [
      when({ DateEquals: { 'aws:CurrentTime': '2026-01-01' } }),
      'value 2026-01-01 must be a time.Time string for DateEquals condition: parsing time "2026-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"',
    ],
    [
      when({ DateEquals: { 'aws:CurrentTime': '2026-02-30T00:00:00Z' } }),
      'value 2026-02-30T00:00:00Z must be a time.Time string for DateEquals condition: parsing time "2026-02-30T00:00:00Z": day out of range',
    ],
    [
      when({ StringEquals: { 's3:x-amz-server-side-encryption': 'x' } }),
      "invalid value 'x' for 's3:x-amz-server-side-encryption' for StringEquals condition",
    ],
    [when({ StringLike: { 's3:x-amz-server-side-encryption': 'x' } }), 'accepted'],
    [when({ StringLike: { 's3:x-amz-copy-source': '*/x' } }), 'Bucket name cannot be shorter than 3 characters'],
  ])('treats conditions: %s', (text, expected) => {
    expect(outcome(text, 'canned')).toBe(expected)
  })

  test.each([
    ['{', 'unexpected EOF'],
    [' ', 'EOF'],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
    ['[1 2]', "invalid character '2' after array element"],
    ['{"a":tru}', "invalid character '}' in literal true (expecting 'e')"],
    ['{"a":"\u0001"}', "invalid character '\\x01' in string literal"],
    ['{"a":"\\x"}', "invalid character 'x' in string escape code"],
    ['{"a":"\\u12g4"}', "invalid character 'g' in \\u hexadecimal character escape"],
    ['{"a":1.}', "invalid character '}' after decimal point in numeric literal"],
    ['{"a":1e}', "invalid character '}' in exponent of numeric literal"],
    ['{"a":-x}', "invalid character 'x' in numeric literal"],
    ["{'a'}", "invalid character '\\'' looking for beginning of object key string"],
    ['{"a":é}', "invalid character 'Ã' looking for beginning of value"],
    ['['.repeat(10_000), 'exceeded max depth'],
    ['5', 'The policy must be an object'],
    ['{"Version":"2008-10-17"}', "invalid version '2008-10-17'"],
    [`${account({})} and more`, 'accepted'],
    [account({}).toLowerCase().replaceAll('allow', 'Allow').replaceAll('getobject', 'GetObject'), 'accepted'],
  ])('reads %j', (text, expected) => {
    expect(outcome(text, 'canned')).toBe(expected)
  })

  const bad = account({ Effect: 'Perhaps' })
  const noVersion = JSON.stringify({ Statement: [] })
  const empty = documentOf()
  const long = (length: number) => account({ Resource: `arn:aws:s3:::${'x'.repeat(length)}` })
  test.each([
    ['canned', '', 411, 'MissingContentLength'],
    ['canned', bad, 400, 'XMinioMalformedIAMPolicy'],
    ['canned', noVersion, 400, 'MalformedPolicy'],
    ['canned', empty, 400, 'XMinioAdminInvalidArgument'],
    ['canned', long(20_480), 400, 'EntityTooLarge'],
    ['bucket', '', 411, 'MissingContentLength'],
    ['bucket', forBucket({ Effect: 'Perhaps' }), 400, 'MalformedPolicy'],
    ['bucket', noVersion, 400, 'MalformedPolicy'],
    ['bucket', long(20_480), 400, 'PolicyTooLarge'],
    ['session', bad, 400, 'InvalidParameterValue'],
    ['session', noVersion, 400, 'InvalidParameterValue'],
    ['session', long(2048), 400, 'InvalidParameterValue'],
    ['service-account', bad, 400, 'XMinioMalformedIAMPolicy'],
    ['service-account', long(4096), 400, 'XMinioIAMServiceAccountSessionPolicyTooLarge'],
  ] as const)('refuses for %s: %s', (use, text, status, code) => {
    expect(() => checkPolicy(text, use, 'photos')).toThrow(expect.objectContaining({ status, code }))
  })

  test.each([
    ['bucket', empty],
    ['session', empty],
    ['session', `${' '.repeat(5000)}${long(100)}`],
    ['service-account', noVersion],
    ['service-account', 'null'],
    ['service-account', long(3900)],
  ] as const)('accepts for %s: %s', (use, text) => {
    expect(outcome(text, use)).toBe('accepted')
  })

  test('normalizes the document', () => {
    const statement = {
      Sid: 's',
      effect: 'Deny',
      principal: '*',
      action: ['s3:GetObject', 's3:GetObject'],
      resource: 'arn:aws:s3:::photos/*',
      condition: { 'ForAnyValue:StringEquals': { 'aws:groups': 'a' }, Null: { 'aws:groups': 'false' } },
      more: 1,
    }

    const { document, policy } = checkPolicy(
      JSON.stringify({ id: 'i', Version: VERSION, Statement: [statement, { ...statement, Sid: 'other' }] }),
      'bucket',
      'photos',
    )

    expect(document).toEqual({
      ID: 'i',
      Version: VERSION,
      Statement: [
        {
          Sid: 's',
          Effect: 'Deny',
          Principal: { AWS: ['*'] },
          Action: ['s3:GetObject'],
          Resource: ['arn:aws:s3:::photos/*'],
          Condition: { 'ForAnyValue:StringEquals': { 'aws:groups': ['a'] }, Null: { 'aws:groups': [false] } },
        },
      ],
    })
    expect(policy.statements).toHaveLength(1)
  })

  test.each([
    ['Bool', 'aws:SecureTransport', true, 'Bool', ['true']],
    ['Null', 's3:prefix', 'T', 'Null', [true]],
    ['ForAllValues:NumericLessThan', 's3:max-keys', '+5', 'NumericLessThan', [5]],
    ['ForAnyValue:StringLike', 's3:prefix', ['a', 'b'], 'ForAnyValue:StringLike', ['a', 'b']],
    ['BinaryEquals', 's3:prefix', 'YQ==', 'BinaryEquals', ['YQ==']],
    ['IpAddress', 'aws:SourceIp', '10.1.1.1/8', 'IpAddress', ['10.0.0.0/8']],
    ['IpAddress', 'aws:SourceIp', '10.1.1.1', 'IpAddress', ['10.1.1.1/32']],
    ['IpAddress', 'aws:SourceIp', '2001:DB8:0::1/33', 'IpAddress', ['2001:db8::/33']],
    ['IpAddress', 'aws:SourceIp', '::ffff:127.0.0.1/128', 'IpAddress', ['127.0.0.1/32']],
    ['DateEquals', 'aws:CurrentTime', '2026-01-01T00:00:00.5+01:00', 'DateEquals', ['2026-01-01T00:00:00+01:00']],
    ['DateEquals', 'aws:CurrentTime', '2026-01-01T00:00:00+00:00', 'DateEquals', ['2026-01-01T00:00:00Z']],
  ])('writes the condition %s of %s %j as %s %j', (operator, key, given, name, values) => {
    const [statement] = checkPolicy(when({ [operator]: { [key]: given } }), 'canned').document.Statement

    expect(statement?.Condition).toEqual({ [name]: { [key]: values } })
  })

  test('drops the principal from the policy of an account', () => {
    expect(checkPolicy(account({ Principal: 'alice' }), 'canned').policy.statements[0]).not.toHaveProperty('principals')
  })

  test.each(['session', 'service-account'] as const)(
    'rejects a %s policy far above the limit without parsing it',
    (use) => {
      expect(() => checkPolicy('{'.repeat(20 * 1024 + 1), use)).toThrow(
        'Session policy should not exceed 2048 characters',
      )
    },
  )
})
