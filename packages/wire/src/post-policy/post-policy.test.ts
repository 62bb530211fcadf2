import { describe, expect, test } from 'vitest'
import { formBoundary, formParts } from './form-data.ts'
import { checkPostForm, type FormFields, verifyPostForm } from './post-form.ts'
import { parsePostPolicy } from './post-policy.ts'
import { signPostPolicy } from './sign-post-policy.ts'

const credentials = { accessKey: 'AKIDEXAMPLE', secretKey: 'secret' }
const expiresAt = new Date('2030-01-01T00:00:00.000Z')
const now = Date.parse('2029-12-31T00:00:00Z')

const fieldsOf = (fields: Record<string, string>): FormFields =>
  new Map(Object.entries(fields).map(([name, value]) => [name, [value]]))

function signed(
  extra: Record<string, string> = {},
  conditions: Parameters<typeof signPostPolicy>[0]['conditions'] = [],
) {
  return { ...signPostPolicy({ bucket: 'b', conditions, expiresAt, credentials, now: new Date(now) }), ...extra }
}

const policyOf = (fields: Record<string, string>) =>
  parsePostPolicy(Buffer.from(fields.policy ?? '', 'base64').toString())

describe('A policy', () => {
  test('accepts both forms of a condition', () => {
    const text = JSON.stringify({
      expiration: '2030-01-01T00:00:00.000Z',
      conditions: [{ Bucket: 'b' }, ['starts-with', '$Key', 'dir/'], ['content-length-range', 1, '1048576']],
    })
    expect(parsePostPolicy(text)).toEqual({
      expiresAt: Date.parse('2030-01-01T00:00:00Z'),
      conditions: [
        { operator: 'eq', field: 'bucket', value: 'b' },
        { operator: 'starts-with', field: 'key', value: 'dir/' },
      ],
      lengthRange: { min: 1, max: 1_048_576 },
    })
  })

  const withCondition = (condition: unknown) =>
    JSON.stringify({ expiration: '2030-01-01T00:00:00Z', conditions: [condition] })

  test.each([
    '',
    'text',
    '[]',
    '{}',
    '{"expiration":"tomorrow","conditions":[]}',
    '{"expiration":"2030","conditions":[]}',
    '{"expiration":"2030-02-30T00:00:00Z","conditions":[]}',
    '{"expiration":"2030-01-01T00:00:00Z","conditions":{}}',
    '{"expiration":"2030-01-01T00:00:00Z","conditions":[],"more":1}',
    withCondition('x'),
    withCondition([]),
    withCondition(['eq', '$key']),
    withCondition(['eq', 'key', 'a']),
    withCondition(['eq', '$key', 1]),
    withCondition(['ends-with', '$key', 'a']),
    withCondition({ key: 1 }),
    withCondition(['content-length-range', 'one', 2]),
    withCondition(['content-length-range', 1.5, 2]),
  ])('is not %j', (text) => {
    expect(() => parsePostPolicy(text)).toThrow(
      expect.objectContaining({ code: 'PostPolicyInvalidKeyName', status: 403 }),
    )
  })
})

describe('A form', () => {
  const check = (fields: Record<string, string>) => checkPostForm(policyOf(fields), fieldsOf(fields), now)
  const violates = (reason: string) =>
    expect.objectContaining({ code: 'AccessDenied', status: 403, message: `Access Denied. (${reason})` })

  test('may contain what its policy allows', () => {
    check(signed({ key: 'dir/a', 'x-ignore-me': '1' }, [['starts-with', '$key', 'dir/']]))
    check(signed({ key: 'a', 'x-amz-meta-tag': 'x' }, [{ key: 'a' }, ['starts-with', '$x-amz-meta-tag', '']]))
  })

  test('is refused after its policy expires', () => {
    const fields = signed({ key: 'a' }, [{ key: 'a' }])
    expect(() => checkPostForm(policyOf(fields), fieldsOf(fields), expiresAt.getTime())).toThrow(
      violates('Invalid according to Policy: Policy expired'),
    )
  })

  test.each<[string, Record<string, string>, Parameters<typeof signed>[1], string]>([
    ['another value', { key: 'b' }, [{ key: 'a' }], 'Invalid according to Policy: Policy Condition failed'],
    [
      'another value of a header',
      { 'x-amz-meta-a': 'c' },
      [{ 'x-amz-meta-a': 'b' }],
      'Invalid according to Policy: Policy Condition failed: [eq, $x-amz-meta-a, b]',
    ],
    [
      'no value for a condition',
      {},
      [['starts-with', '$x-other', 'b']],
      'Invalid according to Policy: Policy Condition failed: [starts-with, $x-other, b]',
    ],
    [
      'a field without condition',
      { 'x-extra': '1' },
      [],
      'Each form field that you specify in a form must appear in the list of policy conditions. "X-Extra" not specified in the policy.',
    ],
    [
      'the start of what must be exact',
      {},
      [['starts-with', '$bucket', '']],
      'Invalid according to Policy: Policy Condition failed',
    ],
  ])('must not have %s', (_, extra, conditions, reason) => {
    expect(() => check(signed(extra, conditions))).toThrow(violates(reason))
  })

  test('must not repeat a field', () => {
    const fields = signed({ key: 'a' }, [{ key: 'a' }])
    const twice = new Map([...fieldsOf(fields), ['key', ['a', 'b']]])
    expect(() => checkPostForm(policyOf(fields), twice, now)).toThrow(
      violates(
        'Invalid according to Policy: Policy Condition failed: [eq, $key, a]. FormValues have multiple values: [a, b]',
      ),
    )
  })
})

describe('The signature of a form', () => {
  const lookup = (accessKey: string) => (accessKey === credentials.accessKey ? { secretKey: 'secret' } : undefined)
  const verify = (fields: Record<string, string>, secrets = lookup) =>
    verifyPostForm(fieldsOf(fields), { lookup: secrets })

  test('is that of its signer', () => {
    expect(verify(signed())).toBe(credentials.accessKey)
  })

  // The policy, key and date of the example in the S3 API reference, "Browser-based upload using HTTP POST".
  test('matches the published example', () => {
    const policy =
      'eyAiZXhwaXJhdGlvbiI6ICIyMDE1LTEyLTMwVDEyOjAwOjAwLjAwMFoiLA0KICAiY29uZGl0aW9ucyI6IFsNCiAgICB7ImJ1Y2tldCI6ICJzaWd2NGV4YW1wbGVidWNrZXQifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRrZXkiLCAidXNlci91c2VyMS8iXSwNCiAgICB7ImFjbCI6ICJwdWJsaWMtcmVhZCJ9LA0KICAgIHsic3VjY2Vzc19hY3Rpb25fcmVkaXJlY3QiOiAiaHR0cDovL3NpZ3Y0ZXhhbXBsZWJ1Y2tldC5zMy5hbWF6b25hd3MuY29tL3N1Y2Nlc3NmdWxfdXBsb2FkLmh0bWwifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRDb250ZW50LVR5cGUiLCAiaW1hZ2UvIl0sDQogICAgeyJ4LWFtei1tZXRhLXV1aWQiOiAiMTQzNjUxMjM2NTEyNzQifSwNCiAgICB7IngtYW16LXNlcnZlci1zaWRlLWVuY3J5cHRpb24iOiAiQUVTMjU2In0sDQogICAgWyJzdGFydHMtd2l0aCIsICIkeC1hbXotbWV0YS10YWciLCAiIl0sDQoNCiAgICB7IngtYW16LWNyZWRlbnRpYWwiOiAiQUtJQUlPU0ZPRE5ON0VYQU1QTEUvMjAxNTEyMjkvdXMtZWFzdC0xL3MzL2F3czRfcmVxdWVzdCJ9LA0KICAgIHsieC1hbXotYWxnb3JpdGhtIjogIkFXUzQtSE1BQy1TSEEyNTYifSwNCiAgICB7IngtYW16LWRhdGUiOiAiMjAxNTEyMjlUMDAwMDAwWiIgfQ0KICBdDQp9'
    const fields = {
      policy,
      'x-amz-credential': 'AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request',
      'x-amz-signature': '8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e',
    }
    const secretKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
    expect(verify(fields, () => ({ secretKey }))).toBe('AKIAIOSFODNN7EXAMPLE')
  })

  test.each<[string, Record<string, string>, string]>([
    ['the policy is another', { policy: 'e30=' }, 'SignatureDoesNotMatch'],
    ['the signature is another', { 'x-amz-signature': '0'.repeat(64) }, 'SignatureDoesNotMatch'],
    ['the signature is empty', { 'x-amz-signature': '' }, 'SignatureDoesNotMatch'],
    ['the credential is empty', { 'x-amz-credential': '' }, 'AuthorizationQueryParametersError'],
    ['the key is unknown', { 'x-amz-credential': 'nobody/20291231/us-east-1/s3/aws4_request' }, 'InvalidAccessKeyId'],
    ['a token was added', { 'x-amz-security-token': 'token' }, 'InvalidTokenId'],
    ['it is of version 2', { signature: 'abc', awsaccesskeyid: 'AKIDEXAMPLE' }, 'InvalidRequest'],
    ['it names a key of version 2', { awsaccesskeyid: 'AKIDEXAMPLE' }, 'InvalidRequest'],
  ])('is refused when %s', (_, change, code) => {
    expect(() => verify(signed(change))).toThrow(expect.objectContaining({ code }))
  })

  test('needs the token of temporary credentials', () => {
    const temporary = { ...credentials, sessionToken: 'token' }
    const fields = signPostPolicy({ bucket: 'b', conditions: [], expiresAt, credentials: temporary })
    const secrets = () => ({ secretKey: 'secret', sessionToken: 'token' })
    expect(verify(fields, secrets)).toBe(credentials.accessKey)
    const { 'x-amz-security-token': _, ...without } = fields
    expect(() => verify(without, secrets)).toThrow(expect.objectContaining({ code: 'InvalidTokenId' }))
  })
})

describe('The signature of a form in version 2', () => {
  /** The output of boto3's `generate_presigned_post` with default settings and temporary credentials. */
  const BOTO3 = {
    awsaccesskeyid: 'rootkey',
    'x-amz-security-token': 'tok',
    policy:
      'eyJleHBpcmF0aW9uIjogIjIwMjYtMTEtMjNUMTQ6MTk6MTlaIiwgImNvbmRpdGlvbnMiOiBbeyJidWNrZXQiOiAiYmIxIn0sIFsic3RhcnRzLXdpdGgiLCAiJGtleSIsICJrLyJdLCB7IngtYW16LXNlY3VyaXR5LXRva2VuIjogInRvayJ9XX0=',
    signature: 'KdzYmyUBKfmz498iTgOI1gDBsds=',
  }
  const lookup = (accessKey: string) =>
    accessKey === 'rootkey' ? { secretKey: 'rootsecret1', sessionToken: 'tok' } : undefined
  const verify = (fields: Record<string, string>, acceptsSignatureV2 = true) =>
    verifyPostForm(fieldsOf(fields), { lookup, acceptsSignatureV2 })

  test('is that of its signer', () => {
    expect(verify(BOTO3)).toBe('rootkey')
  })

  test('is refused where only version 4 is accepted', () => {
    expect(() => verify(BOTO3, false)).toThrow(expect.objectContaining({ code: 'InvalidRequest', status: 400 }))
  })

  test('needs no condition on the signature fields', () => {
    const policy = parsePostPolicy(Buffer.from(BOTO3.policy, 'base64').toString())
    const fields = fieldsOf({ ...BOTO3, bucket: 'bb1', key: 'k/a' })
    expect(() => checkPostForm(policy, fields, policy.expiresAt - 1)).not.toThrow()
  })

  test.each<[string, Record<string, string>, string]>([
    ['the policy is another', { policy: 'e30=' }, 'SignatureDoesNotMatch'],
    // The low byte of U+0165 is the letter e; a lenient Base64 decoder would accept it.
    [
      'the policy has letters that look alike to a byte',
      { policy: BOTO3.policy.replace('e', '\u0165') },
      'SignatureDoesNotMatch',
    ],
    ['the signature is another', { signature: 'c2ln' }, 'SignatureDoesNotMatch'],
    ['the signature is empty', { signature: '' }, 'SignatureDoesNotMatch'],
    ['the key is unknown', { awsaccesskeyid: 'nobody' }, 'InvalidAccessKeyId'],
    ['the key is empty', { awsaccesskeyid: '' }, 'InvalidAccessKeyId'],
    ['the token is another', { 'x-amz-security-token': 'other' }, 'InvalidTokenId'],
  ])('is refused when %s', (_, change, code) => {
    expect(() => verify({ ...BOTO3, ...change })).toThrow(expect.objectContaining({ code }))
  })

  test.each<[keyof typeof BOTO3, string]>([
    ['policy', 'SignatureDoesNotMatch'],
    ['signature', 'AuthorizationQueryParametersError'],
    ['awsaccesskeyid', 'InvalidAccessKeyId'],
    ['x-amz-security-token', 'InvalidTokenId'],
  ])('is refused without the field %s', (name, code) => {
    const { [name]: _, ...others } = BOTO3
    expect(() => verify(others as Record<string, string>)).toThrow(expect.objectContaining({ code }))
  })
})

describe('The parts of a form', () => {
  const BODY =
    'preamble\r\n--XX\r\nContent-Disposition: form-data; name="key"\r\n\r\nvalue\r\n' +
    '--XX\r\ncontent-disposition: form-data; name="file"; filename="a%22\\b.txt"\r\nContent-Type: text/plain\r\n\r\n' +
    'one\r\n--X\r\nstill one\r\n--XX--'

  async function* cut(body: Buffer, length: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < body.length; at += length) {
      const chunk = Buffer.from(body.subarray(at, at + length))
      yield chunk
      chunk.fill(0)
    }
  }
  async function read(body: Buffer, length = body.length || 1) {
    const parts: { name: string; fileName: string | undefined; text: string }[] = []
    for await (const { name, fileName, content } of formParts(cut(body, length), 'XX')) {
      const pieces: Uint8Array[] = []
      for await (const piece of content) pieces.push(Buffer.from(piece))
      parts.push({ name, fileName, text: Buffer.concat(pieces).toString() })
    }
    return parts
  }

  test('are the same however the body is split', async () => {
    const body = Buffer.from(BODY)
    const whole = [
      { name: 'key', fileName: undefined, text: 'value' },
      { name: 'file', fileName: 'a"\\b.txt', text: 'one\r\n--X\r\nstill one' },
    ]
    for (let length = 1; length <= body.length; length++) expect(await read(body, length)).toEqual(whole)
  })

  test('are incomplete wherever the body ends too early', async () => {
    const body = Buffer.from(BODY)
    for (let length = 0; length < body.length - 1; length++) {
      await expect(read(body.subarray(0, length))).rejects.toMatchObject({ code: 'MalformedPOSTRequest', status: 400 })
    }
  })

  test.each([
    ['no disposition', '--XX\r\nContent-Type: text/plain\r\n\r\nx\r\n--XX--'],
    ['text behind a delimiter', '--XX nonsense\r\n\r\nx\r\n--XX--'],
    ['a name without end', '--XX\r\nContent-Disposition: form-data; name="f\r\n\r\nx\r\n--XX--'],
    ['a header without end', `--XX\r\n${'a'.repeat(20_000)}`],
  ])('are refused with %s', async (_, body) => {
    await expect(read(Buffer.from(body))).rejects.toMatchObject({ code: 'MalformedPOSTRequest' })
  })

  test('are separated by the boundary of the Content-Type', () => {
    expect(formBoundary('multipart/form-data; boundary=abc')).toBe('abc')
    expect(formBoundary('multipart/form-data; charset=utf-8; boundary="a b"')).toBe('a b')
    expect(() => formBoundary('multipart/form-data')).toThrow(expect.objectContaining({ code: 'MalformedPOSTRequest' }))
  })
})
