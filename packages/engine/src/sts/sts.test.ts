import { parseStsError } from '@cooperage/wire'
import { afterAll, describe, expect, test } from 'vitest'
import { md5Base64, startTestEngine, type TestRequest } from '../test-engine.ts'

const REVOKE = '/minio/admin/v3/revoke-tokens/builtin'

const engine = await startTestEngine()
await engine.send('PUT', '/bkt')
await engine.send('PUT', '/bkt/a', { body: 'x' })
afterAll(() => engine.stop())

function sts(form: Record<string, string>, options: TestRequest = {}) {
  return engine.send('POST', '/', {
    body: new URLSearchParams({ Action: 'AssumeRole', Version: '2011-06-15', ...form }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    service: 'sts',
    ...options,
  })
}

function policy(...statements: object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements })
}

test('temporary credentials of root have the permissions of root', async () => {
  const as = await engine.assumeRole()
  expect(await engine.send('GET', '/', { as })).toMatchObject({ status: 200 })
  expect(await engine.send('PUT', '/bkt/b', { as, body: 'x' })).toMatchObject({ status: 200 })
  expect(await engine.send('GET', '/minio/admin/v3/info', { as })).toMatchObject({ status: 200 })
})

test('temporary credentials require their own session token', async () => {
  const { sessionToken, ...keys } = await engine.assumeRole()
  const { sessionToken: other } = await engine.assumeRole()
  expect(await engine.send('GET', '/', { as: keys })).toMatchObject({ status: 403, code: 'InvalidTokenId' })
  expect(await engine.send('GET', '/', { as: { ...keys, sessionToken: other ?? '' } })).toMatchObject({
    status: 403,
    code: 'InvalidTokenId',
  })
  expect(await engine.send('GET', '/', { as: { ...keys, sessionToken: `${sessionToken}x` } })).toMatchObject({
    code: 'InvalidTokenId',
  })
})

test('temporary credentials cannot be used to get others', async () => {
  const as = await engine.assumeRole()
  expect(await sts({}, { as })).toMatchObject({ status: 403, code: 'AccessDenied' })
})

test.each<[Record<string, string>, number, string]>([
  [{ DurationSeconds: '899' }, 400, 'InvalidParameterValue'],
  [{ DurationSeconds: 'x' }, 400, 'InvalidParameterValue'],
  [{ DurationSeconds: '31536001' }, 400, 'InvalidParameterValue'],
  [{ Version: '2012-01-01' }, 400, 'MissingParameter'],
  [{ Action: 'GetSessionToken' }, 400, 'InvalidParameterValue'],
  [{ Action: 'AssumeRoleWithWebIdentity' }, 400, 'InvalidParameterValue'],
  [{ Action: 'AssumeRoleWithLDAPIdentity' }, 400, 'MissingParameter'],
  [{ Action: 'AssumeRoleWithLDAPIdentity', LDAPUsername: 'u', LDAPPassword: 'p' }, 400, 'InvalidParameterValue'],
  [{ Policy: '{' }, 400, 'InvalidParameterValue'],
  [{ Policy: '{"Statement":[]}' }, 400, 'InvalidParameterValue'],
  [{ Policy: ' '.repeat(2049) }, 400, 'InvalidParameterValue'],
])('rejects the form %j with %i %s', async (form, status, code) => {
  const reply = await sts(form)
  expect(reply.status).toBe(status)
  expect(parseStsError(reply.text)).toMatchObject({ code })
})

test('reports every signature error as AccessDenied, with the reason in the message', async () => {
  const cases: [TestRequest, string][] = [
    [{ as: { accessKey: 'nobody', secretKey: 'nothing-here' } }, 'does not exist in our records'],
    [{ as: { accessKey: 'test-root', secretKey: 'wrong-secret' } }, 'does not match the signature'],
    [{ service: 's3' }, 'This endpoint belongs to "sts"'],
  ]
  for (const [options, message] of cases) {
    const reply = await sts({}, options)
    expect(reply.status).toBe(403)
    expect(parseStsError(reply.text)?.code).toBe('AccessDenied')
    expect(parseStsError(reply.text)?.message).toContain(message)
  }
})

describe('an inline policy', () => {
  test('narrows the permissions of root', async () => {
    const as = await engine.assumeRole({
      policy: policy({ Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::bkt/*' }),
    })
    const expected: [string, string, number][] = [
      ['GET', '/bkt/a', 200],
      ['GET', '/bkt/missing', 404],
      ['PUT', '/bkt/a', 403],
      ['DELETE', '/bkt/a', 403],
      ['GET', '/bkt', 403],
      ['GET', '/', 403],
      ['PUT', '/other', 403],
      ['GET', '/minio/admin/v3/info', 403],
      ['GET', '/minio/admin/v3/accountinfo', 200],
    ]
    for (const [method, path, status] of expected) {
      expect(await engine.send(method, path, { as }), `${method} ${path}`).toMatchObject({ status })
    }
  })

  test('denies in one statement what another allows', async () => {
    const as = await engine.assumeRole({
      policy: policy(
        { Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::*' },
        { Effect: 'Deny', Action: 's3:DeleteObject', Resource: 'arn:aws:s3:::bkt/a' },
      ),
    })
    expect(await engine.send('DELETE', '/bkt/a', { as })).toMatchObject({ status: 403, code: 'AccessDenied' })
    const body = '<Delete><Object><Key>a</Key></Object><Object><Key>never</Key></Object></Delete>'
    const reply = await engine.send('POST', '/bkt', {
      as,
      query: 'delete',
      body,
      headers: { 'content-md5': md5Base64(body) },
    })
    expect(reply.text).toMatch(/<Deleted><Key>never<\/Key><\/Deleted><Error><Code>AccessDenied/)
    expect(await engine.send('GET', '/bkt/a')).toMatchObject({ status: 200 })
  })

  test('is evaluated for the prefix of a listing and for each listed bucket', async () => {
    const as = await engine.assumeRole({
      policy: policy({
        Effect: 'Allow',
        Action: 's3:ListBucket',
        Resource: 'arn:aws:s3:::bkt',
        Condition: { StringLike: { 's3:prefix': 'home/*' } },
      }),
    })
    expect(await engine.send('GET', '/bkt', { as, query: 'list-type=2&prefix=home%2Fme' })).toMatchObject({
      status: 200,
    })
    expect(await engine.send('GET', '/bkt', { as, query: 'list-type=2' })).toMatchObject({ status: 403 })

    await engine.send('PUT', '/hidden')
    const some = await engine.assumeRole({
      policy: policy({ Effect: 'Allow', Action: 's3:ListBucket', Resource: 'arn:aws:s3:::bkt' }),
    })
    const { text } = await engine.send('GET', '/', { as: some })
    expect(text).toContain('<Name>bkt</Name>')
    expect(text).not.toContain('hidden')
  })

  test('applies after a restart', async () => {
    const as = await engine.assumeRole({
      policy: policy({ Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::bkt/*' }),
    })
    await engine.restart()
    expect(await engine.send('GET', '/bkt/a', { as })).toMatchObject({ status: 200 })
    expect(await engine.send('PUT', '/bkt/a', { as, body: 'x' })).toMatchObject({ status: 403 })
  })
})

describe('revocation', () => {
  const revoked = { status: 403, code: 'InvalidAccessKeyId' }

  test('invalidates the credentials of one sign-in immediately and permanently', async () => {
    const [mine, same, other] = await Promise.all([
      engine.assumeRole({ tokenRevokeType: 'session-1' }),
      engine.assumeRole({ tokenRevokeType: 'session-1' }),
      engine.assumeRole({ tokenRevokeType: 'session-2' }),
    ])
    expect(await engine.send('POST', REVOKE, { as: mine })).toMatchObject({ status: 204, text: '' })
    for (const as of [mine, same]) expect(await engine.send('GET', '/', { as })).toMatchObject(revoked)
    expect(await engine.send('GET', '/', { as: other })).toMatchObject({ status: 200 })

    await engine.restart()
    for (const as of [mine, same]) expect(await engine.send('GET', '/', { as })).toMatchObject(revoked)
    expect(await engine.send('GET', '/', { as: other })).toMatchObject({ status: 200 })
  })

  test('invalidates all credentials of an account with fullRevoke', async () => {
    const as = await engine.assumeRole()
    const other = await engine.assumeRole({ tokenRevokeType: 'any' })
    expect(await engine.send('POST', REVOKE, { as, query: 'fullRevoke=true' })).toMatchObject({ status: 204 })
    for (const keys of [as, other]) expect(await engine.send('GET', '/', { as: keys })).toMatchObject(revoked)
  })

  test('is allowed to credentials without other permissions, for their own account only', async () => {
    const as = await engine.assumeRole({
      tokenRevokeType: 'narrow',
      policy: policy({ Effect: 'Deny', Action: ['admin:*'] }),
    })
    expect(await engine.send('POST', REVOKE, { as, query: 'user=bob&tokenRevokeType=x' })).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    })
    expect(await engine.send('POST', REVOKE, { as })).toMatchObject({ status: 204 })
    expect(await engine.send('GET', '/bkt/a', { as })).toMatchObject(revoked)
  })

  test.each([
    ['', 400, 'InvalidArgument'],
    ['user=test-root', 400, 'InvalidRequest'],
    ['user=test-root&tokenRevokeType=a&fullRevoke=true', 400, 'InvalidRequest'],
    ['user=ghost&tokenRevokeType=a', 204, ''],
  ])('a request of root with "%s" returns %i %s', async (query, status, code) => {
    expect(await engine.send('POST', REVOKE, { query })).toMatchObject({ status, code })
  })

  test('supports no users of other providers', async () => {
    const path = REVOKE.replace('builtin', 'ldap')
    expect(await engine.send('POST', path, { query: 'user=x&tokenRevokeType=a' })).toMatchObject({
      status: 403,
      code: 'XMinioIAMActionNotAllowed',
    })
  })
})
