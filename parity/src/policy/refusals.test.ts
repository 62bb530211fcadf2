/** Invalid policies are rejected wherever one is accepted, with the same code and message as MinIO. */

import { afterAll, describe, expect, test } from 'vitest'
import { differs } from '../target.ts'
import { PolicyServer } from './policy-server.ts'

const VERSION = '2012-10-17'
const BUCKET = 'photos'

const server = await PolicyServer.start()
await server.addBucket(BUCKET)
const user = await server.addUser('alice')
await server.attach('user', 'alice', [
  { Version: VERSION, Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }] },
])

afterAll(() => server.stop(), 60_000)

const documentOf = (...statements: object[]) => JSON.stringify({ Version: VERSION, Statement: statements })
const account = (more: object) =>
  documentOf({ Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::*', ...more })
const forBucket = (more: object) =>
  documentOf({ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${BUCKET}/*`, ...more })
const when = (condition: object) => account({ Action: 's3:*', Condition: condition })

const putBucketPolicy = (body: string) => server.request({ method: 'PUT', bucket: BUCKET, query: { policy: '' }, body })
const addCannedPolicy = (body: string) => server.admin('PUT add-canned-policy', { name: 'tried' }, body)
let serviceAccounts = 0
const addServiceAccount = (policy: string) =>
  server.addServiceAccount(user, { accessKey: `service-${++serviceAccounts}`, secretKey: 'secret-of-service' }, policy)

const OWN_WORDS = "MinIO's message names its internal types"

describe('PutBucketPolicy rejects', () => {
  test.each([
    ['another effect', { Effect: 'Perhaps' }, 'invalid Effect Perhaps'],
    ['no effect', { Effect: undefined }, 'invalid Effect '],
    ['no principal', { Principal: undefined }, 'invalid Principal {[]}'],
    ['NotPrincipal', { Principal: undefined, NotPrincipal: '*' }, 'invalid Principal {[]}'],
    ['nobody', { Principal: { AWS: [] } }, 'invalid Principal {[]}'],
    ['principals of another kind', { Principal: { CanonicalUser: '*' } }, 'invalid Principal {[]}'],
    ['a name', { Principal: 'alice' }, "invalid principal 'alice'"],
    ['no action', { Action: undefined }, 'Action must not be empty'],
    ['an empty list of actions', { Action: [] }, 'empty actions not allowed'],
    [
      'Action and NotAction',
      { NotAction: 's3:PutObject' },
      'Action and NotAction cannot be specified in the same statement',
    ],
    ['no resource', { Resource: undefined }, 'Resource must not be empty'],
    [
      'Resource and NotResource',
      { NotResource: `arn:aws:s3:::${BUCKET}/x` },
      'Resource and NotResource cannot be specified in the same statement',
    ],
    ['another bucket', { Resource: 'arn:aws:s3:::other/*' }, 'bucket name does not match'],
    ['no ARN', { Resource: 'photos/*' }, "invalid resource 'photos/*'"],
    [
      'a resource that begins with a slash',
      { Resource: 'arn:aws:s3:::/x' },
      "invalid resource 'arn:aws:s3:::/x' - starts with '/' will not match a bucket",
    ],
    [
      'an object action on the bucket',
      { Resource: `arn:aws:s3:::${BUCKET}` },
      `unsupported Resource found [arn:aws:s3:::${BUCKET}] for action s3:GetObject`,
    ],
    [
      'a bucket action on objects',
      { Action: 's3:ListBucket' },
      `unsupported Resource found [arn:aws:s3:::${BUCKET}/*] for action s3:ListBucket`,
    ],
    [
      'a prefix alone as resource',
      { Resource: 'arn:aws:s3:::' },
      'unsupported Resource found [*arn:aws:s3:::] for action s3:GetObject',
    ],
    [
      'a condition key that the action does not have',
      { Condition: { StringEquals: { 's3:prefix': 'x' } } },
      "unsupported condition keys '[s3:prefix]' used for action 's3:GetObject'",
    ],
    ['an unknown condition key', { Condition: { StringEquals: { 's3:foo': 'x' } } }, "invalid condition key 's3:foo'"],
    ['an unknown operator', { Condition: { ArnLike: { 's3:prefix': 'x' } } }, "invalid condition name 'ArnLike'"],
    ['empty conditions', { Condition: {} }, 'condition must not be empty'],
  ])('%s', async (_, more, message) => {
    expect((await putBucketPolicy(forBucket(more))).refusal).toBe(`400 MalformedPolicy: ${message}`)
  })

  test('an unknown version and a missing one', async () => {
    expect((await putBucketPolicy('{"Version":"2008-10-17","Statement":[]}')).refusal).toBe(
      "400 MalformedPolicy: invalid version '2008-10-17'",
    )
    expect((await putBucketPolicy('{"Statement":[]}')).refusal).toBe(
      '400 MalformedPolicy: The policy must contain a valid version string',
    )
  })

  test('an empty body and more than 20 KiB', async () => {
    expect((await putBucketPolicy('')).refusal).toBe(
      '411 MissingContentLength: You must provide the Content-Length HTTP header.',
    )
    expect((await putBucketPolicy(' '.repeat(20_481))).refusal).toBe(
      '400 PolicyTooLarge: Policy exceeds the maximum allowed document size.',
    )
  })

  test.each([
    ['{', 'unexpected EOF'],
    [' ', 'EOF'],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a":tru}', "invalid character '}' in literal true (expecting 'e')"],
  ])('invalid JSON: %j', async (text, message) => {
    expect((await putBucketPolicy(text)).refusal).toBe(`400 MalformedPolicy: ${message}`)
  })

  test.each([
    ['[]', 'The policy must be an object', 'json: cannot unmarshal array into Go value of type policy.subPolicy'],
    [
      '{"Version":5}',
      'Version must be a text',
      'json: cannot unmarshal number into Go struct field subPolicy.Version of type string',
    ],
    [
      '{"Statement":{}}',
      'Statement must be a list',
      'json: cannot unmarshal object into Go struct field subPolicy.Statement of type []policy.BPStatement',
    ],
  ])('JSON of the wrong shape: %s', async (text, ours, minios) => {
    const message = differs({ engine: ours, minio: minios }, OWN_WORDS)
    expect((await putBucketPolicy(text)).refusal).toBe(`400 MalformedPolicy: ${message}`)
  })

  test('neither unknown actions, nor unknown fields, nor text after the document', async () => {
    expect((await putBucketPolicy(forBucket({ Action: 's3:Foo', Resource: `arn:aws:s3:::${BUCKET}` }))).status).toBe(
      204,
    )
    expect((await putBucketPolicy(forBucket({ Foo: 1 }))).status).toBe(204)
    expect((await putBucketPolicy(`${forBucket({})} and more`)).status).toBe(204)
    expect((await putBucketPolicy(documentOf())).status).toBe(204)
  })
})

describe('add-canned-policy rejects', () => {
  test.each([
    ['an unknown action', account({ Action: 's3:Foo' }), "unsupported action 's3:Foo'"],
    ['an admin action with a wildcard', account({ Action: 'admin:Create*' }), "unsupported action 'admin:Create*'"],
    ['actions of two services', account({ Action: ['admin:*', 's3:*'] }), "unsupported admin action 's3:*'"],
    ['an unknown admin action', account({ Action: ['admin:*', 'admin:X'] }), "unsupported admin action 'admin:X'"],
    [
      'the star next to another action',
      account({ Action: ['*', 's3:GetObject'] }),
      "unsupported STS action 's3:GetObject'",
    ],
    ['an unknown KMS action', account({ Action: ['kms:*', 'kms:X'] }), "unsupported KMS action 'kms:X'"],
    ['no resource', account({ Resource: undefined }), 'Resource must not be empty'],
    [
      'a KMS key as the resource of an S3 action',
      account({ Resource: 'arn:minio:kms:::x' }),
      "resource 'arn:minio:kms:::x' type is not S3",
    ],
    [
      'a bucket as the resource of a KMS action',
      account({ Action: 'kms:Status', Resource: 'arn:aws:s3:::x' }),
      "resource 'arn:aws:s3:::x' type is not KMS",
    ],
    [
      'a path as the resource of a KMS action',
      account({ Action: 'kms:Status', Resource: 'arn:minio:kms:::a/b' }),
      'invalid resource',
    ],
    [
      'a condition key that admin actions do not have',
      account({ Action: 'admin:*', Condition: { StringEquals: { 's3:prefix': 'a' } } }),
      "unsupported condition keys '[s3:prefix]' used for action 'admin:*'",
    ],
    [
      'a condition key with the star',
      account({ Action: '*', Condition: { StringEquals: { 'aws:username': 'a' } } }),
      "unsupported condition keys '[aws:username]' used for action '*'",
    ],
    ['another version', '{"Version":"2008-10-17"}', "invalid version '2008-10-17'"],
  ])('%s', async (_, text, message) => {
    expect((await addCannedPolicy(text)).refusal).toBe(`400 XMinioMalformedIAMPolicy: ${message}`)
  })

  test.each([
    [when({ StringEqualsIfExists: { 's3:prefix': 'a' } }), "invalid condition name 'StringEqualsIfExists'"],
    [when({ 'ForSome:StringEquals': { 's3:prefix': 'a' } }), "invalid condition name 'ForSome:StringEquals'"],
    [when({ StringEquals: { 's3:Prefix': 'a' } }), "invalid condition key 's3:Prefix'"],
    [when({ StringEquals: { 's3:prefix': [] } }), 'invalid value'],
    [when({ StringEquals: { 's3:prefix': ['a', 'a'] } }), "duplicate value found 'a'"],
    [when({ StringEquals: { 's3:prefix': 5 } }), 'value must be a string for StringEquals condition'],
    [when({ BinaryEquals: { 's3:prefix': 'a*' } }), 'illegal base64 data at input byte 1'],
    [when({ BinaryEquals: { 's3:prefix': 'YQ' } }), 'illegal base64 data at input byte 0'],
    [when({ BinaryEquals: { 's3:prefix': 'YWJjYQ=' } }), 'illegal base64 data at input byte 7'],
    [when({ BinaryEquals: { 's3:prefix': 'YQ==x' } }), 'illegal base64 data at input byte 4'],
    [when({ BinaryEquals: { 's3:prefix': 'Y=' } }), 'illegal base64 data at input byte 1'],
    [when({ Bool: { 'aws:username': true } }), 'only aws:SecureTransport key is allowed for Bool condition'],
    [when({ Bool: { 'aws:SecureTransport': [true, false] } }), 'only one value is allowed for boolean condition'],
    [when({ Bool: { 'aws:SecureTransport': 'yes' } }), 'value must be a boolean string for boolean condition'],
    [when({ Null: { 's3:prefix': 1 } }), 'value must be a boolean for Null condition'],
    [when({ NumericEquals: { 's3:max-keys': [1, 2] } }), 'only one value is allowed for NumericEquals condition'],
    [when({ NumericEquals: { 's3:max-keys': true } }), 'value true must be a int for NumericEquals condition'],
    [
      when({ NumericEquals: { 's3:max-keys': 'x' } }),
      'value x must be a int for NumericEquals condition: strconv.Atoi: parsing "x": invalid syntax',
    ],
    [
      when({ NumericEquals: { 's3:max-keys': '99999999999999999999' } }),
      'value 99999999999999999999 must be a int for NumericEquals condition: strconv.Atoi: parsing "99999999999999999999": value out of range',
    ],
    [when({ IpAddress: { 'aws:SourceIp': '1.2.3' } }), 'value 1.2.3/32 must be CIDR string for IpAddress condition'],
    [
      when({ IpAddress: { 'aws:SourceIp': 5 } }),
      'value 5 must be string representation of CIDR for IpAddress condition',
    ],
    [
      when({ NotIpAddress: { 'aws:username': '1.2.3.4' } }),
      'only aws:SourceIp key is allowed for NotIpAddress condition',
    ],
    [
      when({ StringEquals: { 's3:x-amz-metadata-directive': 'x' } }),
      "invalid value 'x' for 's3:x-amz-metadata-directive' for StringEquals condition",
    ],
    [
      when({ StringNotEquals: { 's3:x-amz-content-sha256': '' } }),
      "invalid empty value for 's3:x-amz-content-sha256' for StringNotEquals condition",
    ],
    [
      when({ StringEquals: { 's3:x-amz-copy-source': 'b' } }),
      "invalid value 'b' for 's3:x-amz-copy-source' for StringEquals condition",
    ],
    [when({ StringEquals: { 's3:x-amz-copy-source': 'b/x' } }), 'Bucket name cannot be shorter than 3 characters'],
    [when({ StringEquals: { 's3:x-amz-copy-source': '/1.2.3.4/x' } }), 'Bucket name cannot be an ip address'],
    [when({ StringEquals: { 's3:x-amz-copy-source': 'abc..d/x' } }), 'Bucket name contains invalid characters'],
  ])('the condition in %s', async (text, message) => {
    expect((await addCannedPolicy(text)).refusal).toBe(`400 XMinioMalformedIAMPolicy: ${message}`)
  })

  test.each([
    ['yesterday', ' as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"'],
    ['2026-01-01', ' as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"'],
    ['2026-1-01T10:00:00Z', ' as "2006-01-02T15:04:05Z07:00": cannot parse "1-01T10:00:00Z" as "01"'],
    ['2026-01-01T10:00:00', ' as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"'],
    ['2026-13-01T00:00:00Z', ': month out of range'],
    ['2026-02-30T00:00:00Z', ': day out of range'],
    ['2026-01-01T24:00:00Z', ': hour out of range'],
    ['2026-01-01T10:60:00Z', ': minute out of range'],
    ['2026-01-01T10:00:00Zx', ': extra text: "x"'],
  ])('the time %s', async (time, fault) => {
    expect((await addCannedPolicy(when({ DateEquals: { 'aws:CurrentTime': time } }))).refusal).toBe(
      `400 XMinioMalformedIAMPolicy: value ${time} must be a time.Time string for DateEquals condition: parsing time "${time}"${fault}`,
    )
  })

  test('a policy without version, without statements, without text, and of more than 20 KiB', async () => {
    expect((await addCannedPolicy('{}')).refusal).toBe(
      '400 MalformedPolicy: The policy must contain a valid version string',
    )
    expect((await addCannedPolicy(documentOf())).refusal).toBe(
      '400 XMinioAdminInvalidArgument: Invalid arguments specified. (Invalid arguments specified)',
    )
    expect((await addCannedPolicy('')).refusal).toBe(
      '411 MissingContentLength: You must provide the Content-Length HTTP header.',
    )
    expect((await addCannedPolicy(' '.repeat(20_481))).refusal).toBe(
      '400 EntityTooLarge: Your proposed upload exceeds the maximum allowed object size.',
    )
  })

  test.each([
    ["{'a'}", "invalid character '\\'' looking for beginning of object key string"],
    ['{"a":"\u0001"}', "invalid character '\\x01' in string literal"],
    ['{"a":"\\u12g4"}', "invalid character 'g' in \\u hexadecimal character escape"],
    ['{"a":1e}', "invalid character '}' in exponent of numeric literal"],
    ['[1 2]', "invalid character '2' after array element"],
    ['{"a":é}', "invalid character 'Ã' looking for beginning of value"],
  ])('invalid JSON: %j', async (text, message) => {
    expect((await addCannedPolicy(text)).refusal).toBe(`400 XMinioMalformedIAMPolicy: ${message}`)
  })

  test('no condition that can be written in another form, and shows it in its own', async () => {
    const conditions = {
      Null: { 's3:prefix': 'T' },
      Bool: { 'aws:SecureTransport': false },
      'ForAllValues:NumericLessThan': { 's3:max-keys': '+5' },
      IpAddress: { 'aws:SourceIp': '2001:DB8:0::1/33' },
      NotIpAddress: { 'aws:SourceIp': '10.1.1.1/8' },
      DateEquals: { 'aws:CurrentTime': '2026-01-01T00:00:00.5+01:00' },
      DateLessThan: { 'aws:CurrentTime': '2026-01-01T00:00:00+00:00' },
    }
    expect((await addCannedPolicy(when(conditions))).status).toBe(200)
    const { text } = await server.admin('GET info-canned-policy', { name: 'tried' })
    expect(JSON.stringify(JSON.parse(text).Statement[0].Condition)).toBe(
      JSON.stringify({
        Bool: { 'aws:SecureTransport': ['false'] },
        DateEquals: { 'aws:CurrentTime': ['2026-01-01T00:00:00+01:00'] },
        DateLessThan: { 'aws:CurrentTime': ['2026-01-01T00:00:00Z'] },
        IpAddress: { 'aws:SourceIp': ['2001:db8::/33'] },
        NotIpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] },
        Null: { 's3:prefix': [true] },
        NumericLessThan: { 's3:max-keys': [5] },
      }),
    )
  })

  test('neither wildcards of S3 actions, nor admin actions without resource, nor a principal', async () => {
    expect((await addCannedPolicy(account({ Action: 's3:Get*' }))).status).toBe(200)
    expect((await addCannedPolicy(account({ Action: 'admin:*', Resource: undefined }))).status).toBe(200)
    expect((await addCannedPolicy(account({ Principal: 'alice' }))).status).toBe(200)
    expect((await addCannedPolicy(when({ NumericGreaterThanIfExists: { 's3:max-keys': 5 } }))).status).toBe(200)
  })
})

const long = (length: number) => account({ Resource: `arn:aws:s3:::${'x'.repeat(length)}` })
const TOO_LONG = 'Session policy should not exceed 2048 characters'

describe('AssumeRole refuses', () => {
  test.each([
    ['{', 'unexpected EOF'],
    ['{}', "Version cannot be empty expecting '2012-10-17'"],
    ['null', "Version cannot be empty expecting '2012-10-17'"],
    [account({ Effect: 'Perhaps' }), 'invalid Effect Perhaps'],
    [account({ Action: 's3:Foo' }), "unsupported action 's3:Foo'"],
    [long(2048), TOO_LONG],
  ])('the session policy %s', async (text, message) => {
    expect((await server.assumeRole(user, text)).refusal).toBe(`400 InvalidParameterValue: ${message}`)
  })

  test('no policy that is long only by blanks, and none without statements', async () => {
    expect((await server.assumeRole(user, ' '.repeat(3000) + long(10))).status).toBe(200)
    expect((await server.assumeRole(user, documentOf())).status).toBe(200)
  })
})

describe('add-service-account refuses', () => {
  test.each([
    [account({ Effect: 'Perhaps' }), 'XMinioMalformedIAMPolicy', 'invalid Effect Perhaps'],
    ['{"Version":"x"}', 'XMinioMalformedIAMPolicy', "invalid version 'x'"],
    [long(4096), 'XMinioIAMServiceAccountSessionPolicyTooLarge', TOO_LONG],
  ])('the policy %s', async (text, code, message) => {
    expect((await addServiceAccount(text)).refusal).toBe(`400 ${code}: ${message}`)
  })

  test('neither an empty document, nor one without a version, nor 3,900 characters', async () => {
    for (const text of ['null', '{}', documentOf(), `{"Statement":[]}`, long(3900)]) {
      expect((await addServiceAccount(text)).status, text).toBe(200)
    }
  })
})
