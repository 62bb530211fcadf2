/** Browser form uploads with a signed policy. */
import { randomBytes } from 'node:crypto'
import { queryText } from '@cooperage/testkit'
import { createChecksum, type PostConditionInput, parseTagging } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { BOUNDARY, type FormOptions, fieldsWithPolicy, formBody, postForm, sendForm, signedFields } from '../form.ts'
import { assumeRole } from '../sts/session.ts'
import { differs, given, ODD_KEYS, request, target, WRONG_CHECKSUM } from '../target.ts'

const bucket = await given.bucket()

const NO_SUCH_BUCKET = 'parity-no-such-bucket'
const ETAG = '"9a0364b9e99bb480dd25e1f0284c8555"'
const OK = '204'
/** The placeholder for the file name in a key. */
const FILE_NAME = ['$', '{filename}'].join('')

const get = (key: string) => request({ method: 'GET', bucket, key })
const set = (name: string, value: string) => ({
  change(fields: Record<string, string>) {
    fields[name] = value
  },
})
const without = (...names: string[]) => ({
  change(fields: Record<string, string>) {
    for (const name of names) delete fields[name]
  },
})

async function expectNothing(key: string): Promise<void> {
  expect((await request({ method: 'HEAD', bucket, key })).status).toBe(404)
}

describe('A form', () => {
  test('becomes an object', async () => {
    const response = await postForm(bucket, { key: 'dir/first' })
    expect([response.status, response.text]).toEqual([204, ''])
    expect(response.headers.etag).toBe(ETAG)
    expect(response.headers.location).toBe(`${target.url}/${bucket}/dir/first`)
    const got = await get('dir/first')
    expect(got.text).toBe('content')
    expect(got.headers['content-type']).toBe('application/octet-stream')
  })

  test.each(ODD_KEYS)('may name the key %j', async (key) => {
    expect((await postForm(bucket, { key })).outcome).toBe(OK)
    expect((await get(key)).text).toBe('content')
  })

  test('can contain any byte, and its own boundary without the line break', async () => {
    const content = Buffer.concat([randomBytes(300_000), Buffer.from(`--${BOUNDARY}\r\n--`), randomBytes(100_000)])
    expect((await postForm(bucket, { key: 'bytes', file: { content } })).outcome).toBe(OK)
    expect((await get('bytes')).bytes.equals(content)).toBe(true)
  })

  test('may be large', async () => {
    const content = randomBytes(9_000_000)
    expect((await postForm(bucket, { key: 'large', file: { content } })).outcome).toBe(OK)
    expect((await get('large')).bytes.equals(content)).toBe(true)
  })

  test('can be empty', async () => {
    const response = await postForm(bucket, { key: 'nothing', file: { content: '' } })
    expect([response.status, response.headers.etag]).toEqual([204, '"d41d8cd98f00b204e9800998ecf8427e"'])
  })

  test('may begin its key with a slash, which is dropped', async () => {
    expect((await postForm(bucket, { key: '/slash' })).outcome).toBe(OK)
    expect((await get('slash')).status).toBe(200)
  })

  test('can take the key from the file name', async () => {
    const conditions: PostConditionInput[] = [['starts-with', '$key', 'named/']]
    const options = { key: `named/${FILE_NAME}`, conditions }
    expect((await postForm(bucket, { ...options, file: { name: 'ü b.txt' } })).outcome).toBe(OK)
    expect((await get('named/ü b.txt')).status).toBe(200)
    expect((await postForm(bucket, { ...options, file: { name: 'C:/docs/c.txt' } })).outcome).toBe(OK)
    expect((await get('named/c.txt')).status).toBe(200)
  })

  test('without the file name that its key refers to is rejected', async () => {
    const response = await postForm(bucket, {
      key: `unnamed/${FILE_NAME}`,
      conditions: [['starts-with', '$key', 'unnamed/']],
      file: { name: null },
    })
    expect(response.outcome).toBe(
      differs(
        { engine: '400 MalformedPOSTRequest', minio: OK },
        'MinIO inserts the key itself instead of the file name',
      ),
    )
  })

  test('needs no file name otherwise', async () => {
    expect((await postForm(bucket, { key: 'plain', file: { name: null } })).outcome).toBe(OK)
  })

  test('may name its fields in any case', async () => {
    const { key = '', ...fields } = signedFields(bucket, { key: 'case' })
    expect((await sendForm(bucket, formBody([['KEY', key], ...Object.entries(fields)]))).outcome).toBe(OK)
  })

  test('may have its boundary in quotes, and text before it', async () => {
    const body = formBody(Object.entries(signedFields(bucket, { key: 'quoted' })))
    const headers = { 'content-type': `multipart/form-data; boundary="${BOUNDARY}"` }
    expect((await sendForm(bucket, body, headers)).outcome).toBe(OK)
    expect((await sendForm(bucket, Buffer.concat([Buffer.from('preamble\r\n'), body]))).outcome).toBe(OK)
  })

  test('can name the bucket only in its path', async () => {
    expect((await postForm(bucket, { key: 'path', ...without('bucket') })).outcome).toBe(OK)
    expect((await postForm(bucket, { key: 'path', ...set('bucket', 'another') })).outcome).toBe(OK)
  })

  test('ends with its file: later fields are ignored', async () => {
    const body = formBody(Object.entries(signedFields(bucket, { key: 'end' }))).toString()
    const closing = `--${BOUNDARY}--\r\n`
    const more = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="x-amz-meta-late"\r\n\r\nlate\r\n${closing}`
    expect((await sendForm(bucket, body.slice(0, -closing.length) + more)).outcome).toBe(OK)
    const got = await get('end')
    expect([got.text, got.headers['x-amz-meta-late']]).toEqual(['content', undefined])
  })

  test('stores the metadata in its fields', async () => {
    const fields = {
      'Content-Type': 'image/png',
      'Cache-Control': 'no-cache',
      'Content-Disposition': 'attachment; filename="x"',
      'Content-Encoding': 'gzip',
      Expires: 'Wed, 01 Dec 2094 16:00:00 GMT',
      'x-amz-meta-colour': 'blue',
    }
    expect((await postForm(bucket, { key: 'fields', fields })).outcome).toBe(OK)
    expect((await request({ method: 'HEAD', bucket, key: 'fields' })).headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-cache',
      'content-disposition': 'attachment; filename="x"',
      'content-encoding': 'gzip',
      expires: 'Wed, 01 Dec 2094 16:00:00 GMT',
      'x-amz-meta-colour': 'blue',
    })
  })

  test('tags the object', async () => {
    const tagging = '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>'
    expect((await postForm(bucket, { key: 'tagged', fields: { tagging } })).outcome).toBe(OK)
    const got = await request({ method: 'GET', bucket, key: 'tagged', query: { tagging: '' } })
    expect(parseTagging(got.text, 'object')).toEqual({ a: 'b' })
    const refused = await postForm(bucket, { key: 'ill-tagged', fields: { tagging: 'a=b' } })
    expect(refused.outcome).toBe('400 MalformedPOSTRequest')
    await expectNothing('ill-tagged')
  })

  test('has at most 20 KiB of fields, as in S3', async () => {
    expect((await postForm(bucket, { key: 'long', fields: { 'x-ignore-long': 'x'.repeat(20 * 1024) } })).outcome).toBe(
      differs(
        { engine: '400 MaxPostPreDataLengthExceeded', minio: OK },
        'the sender of a form is known only after all fields are read',
      ),
    )
  })

  test('can contain fields to be ignored', async () => {
    expect((await postForm(bucket, { key: 'ignored', ...set('x-ignore-me', 'please') })).outcome).toBe(OK)
  })

  test('creates a version', async () => {
    const versioned = await given.bucket()
    await request({
      method: 'PUT',
      bucket: versioned,
      query: { versioning: '' },
      body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
    })
    const response = await postForm(versioned)
    expect(response.status).toBe(204)
    const head = await request({ method: 'HEAD', bucket: versioned, key: 'key' })
    expect(response.headers['x-amz-version-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers['x-amz-version-id']).toBe(head.headers['x-amz-version-id'])
  })
})

describe('The response to a form', () => {
  const postWithStatus = (key: string, status: string) =>
    postForm(bucket, { key, fields: { success_action_status: status } })

  test('is a document when 201 is requested', async () => {
    const response = await postWithStatus('answer 201', '201')
    expect(response.status).toBe(201)
    expect(response.headers['content-type']).toBe('application/xml')
    const location = `${target.url}/${bucket}/answer%20201`
    expect(response.headers.location).toBe(location)
    expect(response.text).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse><Bucket>${bucket}</Bucket><Key>answer 201</Key><ETag>${ETAG.replaceAll('"', '&#34;')}</ETag><Location>${location}</Location></PostResponse>`,
    )
  })

  test('is empty when 200 is requested', async () => {
    const response = await postWithStatus('answer-200', '200')
    expect([response.status, response.text, response.headers.etag]).toEqual([200, '', ETAG])
  })

  test('is the default one for any other status', async () => {
    expect((await postWithStatus('answer-other', '418')).status).toBe(204)
  })

  test('redirects as the form requests', async () => {
    const fields = { success_action_redirect: 'http://app.example/done?b=c#d' }
    const response = await postForm(bucket, { key: 'on', fields })
    expect(response.status).toBe(303)
    const search = queryText({ b: 'c', bucket, etag: ETAG, key: 'on' })
    expect(response.headers.location).toBe(`http://app.example/done?${search}#d`)
  })

  test('is an error when the form is invalid', async () => {
    const response = await postForm(bucket, { key: 'nowhere', fields: { success_action_redirect: 'http://[x' } })
    expect(response.outcome).toBe('400 MalformedPOSTRequest')
    await expectNothing('nowhere')
  })

  test.each(['javascript:alert(1)', 'done.html'])('redirects only to web pages: not to %j', async (redirect) => {
    expect((await postForm(bucket, { key: 'script', fields: { success_action_redirect: redirect } })).outcome).toBe(
      differs(
        { engine: '400 MalformedPOSTRequest', minio: '303' },
        'it must be an absolute page URL; the storage has no pages that a relative one could name',
      ),
    )
  })
})

describe('The policy of a form', () => {
  test.each<[string, FormOptions, string]>([
    [
      'has ended',
      { expiresAt: new Date(Date.now() - 1000) },
      'Access Denied. (Invalid according to Policy: Policy expired)',
    ],
    [
      'allows another key',
      { conditions: [{ key: 'allowed' }] },
      'Access Denied. (Invalid according to Policy: Policy Condition failed)',
    ],
    [
      'allows another prefix',
      { conditions: [['starts-with', '$key', 'allowed/']] },
      'Access Denied. (Invalid according to Policy: Policy Condition failed)',
    ],
    [
      'does not list a field',
      set('x-amz-meta-more', '1'),
      'Access Denied. (Each form field that you specify in a form must appear in the list of policy conditions. "X-Amz-Meta-More" not specified in the policy.)',
    ],
    [
      'requires another value',
      { fields: { 'x-amz-meta-a': 'b' }, ...set('x-amz-meta-a', 'c') },
      'Access Denied. (Invalid according to Policy: Policy Condition failed: [eq, $x-amz-meta-a, b])',
    ],
    [
      'requires a missing field',
      { fields: { 'x-amz-meta-a': 'b' }, ...without('x-amz-meta-a') },
      'Access Denied. (Invalid according to Policy: Policy Condition failed: [eq, $x-amz-meta-a, b])',
    ],
    [
      'has only a prefix of the bucket name',
      { conditions: [{ key: 'policy' }, ['starts-with', '$bucket', '']] },
      'Access Denied. (Invalid according to Policy: Policy Condition failed)',
    ],
    [
      'requires the missing algorithm',
      without('x-amz-algorithm'),
      'Access Denied. (Invalid according to Policy: Policy Condition failed)',
    ],
    [
      'requires the missing date',
      without('x-amz-date'),
      'Access Denied. (Invalid according to Policy: Policy Condition failed)',
    ],
  ])('is kept: it %s', async (_, options, message) => {
    expect((await postForm(bucket, { key: 'policy', ...options })).refusal).toBe(`403 AccessDenied: ${message}`)
    await expectNothing('policy')
  })

  test('can have conditions on any field, which are enforced', async () => {
    const response = await postForm(bucket, {
      key: 'of-anything',
      conditions: [{ key: 'of-anything' }, { 'content-language': 'de' }],
    })
    expect(response.outcome).toBe(
      differs(
        { engine: '403 AccessDenied', minio: OK },
        'MinIO ignores a condition on an unknown field; its signer meant it',
      ),
    )
  })

  test('does not allow duplicate fields', async () => {
    const fields = Object.entries(signedFields(bucket, { key: 'twice' }))
    expect((await sendForm(bucket, formBody([...fields, ['key', 'again']]))).refusal).toBe(
      '403 AccessDenied: Access Denied. (Invalid according to Policy: Policy Condition failed: [eq, $key, twice]. FormValues have multiple values: [twice, again])',
    )
  })

  test.each<[string, PostConditionInput, string]>([
    ['just large enough', ['content-length-range', 7, 7], '204'],
    ['too large', ['content-length-range', 0, 6], '400 EntityTooLarge'],
    ['too small', ['content-length-range', 8, 100], '400 EntityTooSmall'],
  ])('can limit the length: a file that is %s', async (name, range, outcome) => {
    const key = `limit ${name}`
    expect((await postForm(bucket, { key, conditions: [{ key }, range] })).outcome).toBe(outcome)
    if (outcome !== '204') await expectNothing(key)
  })

  test('aborts an upload as soon as it is too long', async () => {
    const response = await postForm(bucket, {
      key: 'endless',
      conditions: [{ key: 'endless' }, ['content-length-range', 0, 1000]],
      file: { content: randomBytes(3_000_000) },
    })
    expect(response.refusal).toBe('400 EntityTooLarge: Your proposed upload exceeds the maximum allowed object size.')
    await expectNothing('endless')
  })

  const EXPIRATION = '2094-12-01T16:00:00Z'
  const withConditions = (...conditions: unknown[]) => JSON.stringify({ expiration: EXPIRATION, conditions })
  test.each([
    ['text', 'hello'],
    ['empty', '{}'],
    ['without an expiration', '{"conditions":[]}'],
    ['with an invalid expiration', '{"expiration":"x","conditions":[]}'],
    ['with an unknown element', JSON.stringify({ expiration: EXPIRATION, conditions: [], more: 1 })],
    ['with an incomplete condition', withConditions(['eq', '$key'])],
    ['with a field without its dollar sign', withConditions(['eq', 'key', 'a'])],
    ['with an unknown condition', withConditions(['neq', '$key', 'a'])],
    ['with a number for a value', withConditions(['eq', '$key', 1])],
    ['with a number in an object', withConditions({ key: 1 })],
    ['with an invalid condition', withConditions('x')],
    ['with a length that is not a number', withConditions(['content-length-range', 'x', '7'])],
  ])('that cannot be parsed is rejected: %s', async (_, policy) => {
    const response = await sendForm(bucket, formBody(Object.entries(fieldsWithPolicy(bucket, 'unread', policy))))
    expect(response.outcome).toBe('403 PostPolicyInvalidKeyName')
  })

  test('must not be empty', async () => {
    expect((await sendForm(bucket, formBody(Object.entries(fieldsWithPolicy(bucket, 'unread', ''))))).outcome).toBe(
      differs({ engine: '403 PostPolicyInvalidKeyName', minio: OK }, 'an empty policy would allow everything forever'),
    )
  })
})

describe('The signature of a form', () => {
  test.each<[string, FormOptions, string]>([
    ['the signature is another', set('x-amz-signature', '0'.repeat(64)), '403 SignatureDoesNotMatch'],
    ['the signature is missing', without('x-amz-signature'), '403 SignatureDoesNotMatch'],
    ['the policy is another', set('policy', Buffer.from('{}').toString('base64')), '403 SignatureDoesNotMatch'],
    ['the policy is missing', without('policy'), '403 SignatureDoesNotMatch'],
    ['the credential is missing', without('x-amz-credential'), '400 AuthorizationQueryParametersError'],
    ['the credential is nonsense', set('x-amz-credential', 'abc'), '400 AuthorizationQueryParametersError'],
    [
      'the credential is of another service',
      set('x-amz-credential', 'abc/20201010/us-east-1/sts/aws4_request'),
      '400 AuthorizationParametersError',
    ],
    [
      'the credential has another terminator',
      set('x-amz-credential', 'abc/20201010/us-east-1/s3/aws5_request'),
      '400 AuthorizationQueryParametersError',
    ],
    [
      'the key is unknown',
      { credentials: { accessKey: 'nobody-we-know', secretKey: 'nothing-we-know' } },
      '403 InvalidAccessKeyId',
    ],
    [
      'the secret is wrong',
      { credentials: { ...target.root, secretKey: 'not-the-secret' } },
      '403 SignatureDoesNotMatch',
    ],
    ['a session token was added', set('x-amz-security-token', 'token'), '403 InvalidTokenId'],
  ])('is rejected when %s', async (_, options, outcome) => {
    expect((await postForm(bucket, { key: 'signature', ...options })).outcome).toBe(outcome)
    await expectNothing('signature')
  })

  test('can be old: only the policy expiration limits it', async () => {
    const now = new Date(Date.now() - 9 * 24 * 3_600_000)
    expect((await postForm(bucket, { key: 'old', now })).outcome).toBe(OK)
  })

  test.each(['us-east-1', '', 'eu-west-9'])('may name the region "%s" where none is configured', async (region) => {
    expect((await postForm(bucket, { key: 'region', region })).outcome).toBe(OK)
  })

  test('can use temporary credentials with their session token', async () => {
    const credentials = await assumeRole()
    expect((await postForm(bucket, { key: 'temporary', credentials })).outcome).toBe(OK)
    const response = await postForm(bucket, { key: 'temporary-2', credentials, ...without('x-amz-security-token') })
    expect(response.outcome).toBe('403 InvalidTokenId')
    await expectNothing('temporary-2')
  })

  test('grants only what its signer may do', async () => {
    const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }] }
    const credentials = await assumeRole({ policy: JSON.stringify(policy) })
    expect((await postForm(bucket, { key: 'limited', credentials })).refusal).toBe('403 AccessDenied: Access Denied.')
    await expectNothing('limited')
  })

  test('of version 2 must match', async () => {
    const { policy = '' } = signedFields(bucket, { key: 'v2' })
    const fields = { key: 'v2', bucket, policy, AWSAccessKeyId: target.root.accessKey, signature: 'c2lnbmF0dXJl' }
    expect((await sendForm(bucket, formBody(Object.entries(fields)))).outcome).toBe('403 SignatureDoesNotMatch')
  })

  test('cannot be omitted, even with public write access', async () => {
    const open = await given.bucket()
    const statement = { Effect: 'Allow', Principal: '*', Action: 's3:PutObject', Resource: `arn:aws:s3:::${open}/*` }
    const body = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
    expect((await request({ method: 'PUT', bucket: open, query: { policy: '' }, body })).status).toBe(204)
    expect((await sendForm(open, formBody([['key', 'k']]))).outcome).toBe('400 AuthorizationQueryParametersError')
  })

  test('must be the only one', async () => {
    const body = formBody(Object.entries(signedFields(bucket, { key: 'one' })))
    expect((await sendForm(bucket, body, { authorization: 'Bearer token' })).refusal).toBe(
      '400 InvalidRequest: Invalid Request (request has multiple authentication types, please use one)',
    )
  })
})

describe('A malformed form', () => {
  const MALFORMED = 'The body of your POST request is not well-formed multipart/form-data.'

  test('without a key is rejected', async () => {
    expect((await postForm(bucket, without('key'))).refusal).toBe(
      `400 MalformedPOSTRequest: ${MALFORMED} (The name of the uploaded key is missing)`,
    )
  })

  test('without a file is rejected', async () => {
    expect((await postForm(bucket, { file: null })).refusal).toBe(
      `400 MalformedPOSTRequest: ${MALFORMED} (The file or text content is missing)`,
    )
  })

  test('without a boundary is rejected', async () => {
    expect((await sendForm(bucket, 'x', { 'content-type': 'multipart/form-data' })).refusal).toBe(
      `400 MalformedPOSTRequest: ${MALFORMED} (no multipart boundary param in Content-Type)`,
    )
  })

  test('with other text is rejected', async () => {
    expect((await sendForm(bucket, 'nonsense')).outcome).toBe('400 MalformedPOSTRequest')
  })

  test('that ends early is rejected', async () => {
    const body = formBody(Object.entries(signedFields(bucket, { key: 'early' })))
    expect((await sendForm(bucket, body.subarray(0, -20))).refusal).toBe(
      `400 MalformedPOSTRequest: ${MALFORMED} (unexpected EOF)`,
    )
    await expectNothing('early')
  })

  test('without a body is rejected', async () => {
    expect((await sendForm(bucket, '')).refusal).toBe('400 EmptyRequestBody: Request body cannot be empty.')
  })

  test('with a field beyond a mebibyte is rejected', async () => {
    const options = set('x-ignore-long', 'x'.repeat(1_100_000))
    expect((await postForm(bucket, { key: 'field', ...options })).outcome).toBe(
      `400 ${differs(
        { engine: 'MaxPostPreDataLengthExceeded', minio: 'MalformedPOSTRequest' },
        'S3 has a separate code for fields that are too long',
      )}`,
    )
  })

  test('to a missing bucket is rejected', async () => {
    expect((await postForm(NO_SUCH_BUCKET)).outcome).toBe('404 NoSuchBucket')
  })

  test('to an object is rejected', async () => {
    const response = await request({
      method: 'POST',
      bucket,
      key: 'object',
      credentials: undefined,
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: formBody(Object.entries(signedFields(bucket, { key: 'object' }))),
    })
    expect(response.outcome).toBe('405 MethodNotAllowed')
  })

  test.each<[string, string, string]>([
    ['empty', '', 'XMinioInvalidObjectName'],
    ['with dots', '../a', 'XMinioInvalidObjectName'],
    ['too long', 'k/'.repeat(600), 'KeyTooLongError'],
  ])('with a key that is %s is rejected', async (_, key, code) => {
    expect((await postForm(bucket, { key })).outcome).toBe(`400 ${code}`)
  })
})

describe('The digests of a form', () => {
  const MD5 = 'mgNkuembtIDdJeHwKEyFVQ=='
  const ALGORITHMS = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'] as const

  test.each(ALGORITHMS)('are verified and stored: %s', async (algorithm) => {
    const running = createChecksum(algorithm)
    running.update(Buffer.from('content'))
    const name = `x-amz-checksum-${algorithm}`
    const value = running.base64()
    const response = await postForm(bucket, { key: algorithm, fields: { [name]: value } })
    expect(response.outcome).toBe(OK)
    expect([response.headers[name], response.headers['x-amz-checksum-type']]).toEqual([value, 'FULL_OBJECT'])
    const head = await request({
      method: 'HEAD',
      bucket,
      key: algorithm,
      headers: { 'x-amz-checksum-mode': 'ENABLED' },
    })
    expect(head.headers[name]).toBe(value)
  })

  test.each<[string, Record<string, string>, string]>([
    ['a wrong checksum', { 'x-amz-checksum-crc32': 'AAAAAA==' }, WRONG_CHECKSUM],
    ['an invalid checksum', { 'x-amz-checksum-crc32': 'x' }, 'MalformedPOSTRequest'],
    ['a wrong MD5', { 'content-md5': '1B2M2Y8AsgTpgAmY7PhCfg==' }, 'BadDigest'],
    ['an MD5 that is none', { 'content-md5': 'x' }, 'InvalidDigest'],
  ])('are compared: %s', async (_, fields, code) => {
    expect((await postForm(bucket, { key: 'digest', fields })).outcome).toBe(`400 ${code}`)
    await expectNothing('digest')
  })

  test('are accepted when correct', async () => {
    expect((await postForm(bucket, { key: 'md5', fields: { 'content-md5': MD5 } })).outcome).toBe(OK)
  })
})

describe('What a form cannot request', () => {
  const ACCEPTED_AND_IGNORED = 'MinIO accepts and ignores it'

  test.each<[string, string]>([
    ['x-amz-tagging', 'a=b'],
    ['x-amz-website-redirect-location', '/a'],
  ])('is rejected by name: %s', async (name, value) => {
    const response = await postForm(bucket, { key: 'asked', fields: { [name]: value } })
    expect(response.outcome).toBe(differs({ engine: '501 NotImplemented', minio: OK }, ACCEPTED_AND_IGNORED))
  })

  test('is a checksum with an unknown algorithm', async () => {
    const response = await postForm(bucket, { key: 'asked', fields: { 'x-amz-checksum-sha512': 'AAAA' } })
    expect(response.outcome).toBe(differs({ engine: '400 InvalidRequest', minio: OK }, ACCEPTED_AND_IGNORED))
  })

  test('is another storage class', async () => {
    const response = await postForm(bucket, { key: 'class', fields: { 'x-amz-storage-class': 'FOO' } })
    expect(response.outcome).toBe(differs({ engine: '400 InvalidStorageClass', minio: OK }, ACCEPTED_AND_IGNORED))
  })

  test('is encryption with KMS keys', async () => {
    const fields = { 'x-amz-server-side-encryption': 'aws:kms' }
    expect((await postForm(bucket, { key: 'sealed', fields })).outcome).toBe('501 NotImplemented')
  })
})
