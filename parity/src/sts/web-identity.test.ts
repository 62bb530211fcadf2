/** Sign-in with ID tokens of an OpenID Connect provider; for the claims of a token see OpenID Connect Core 1.0. */
import {
  type IdentityProvider,
  startIdentityProvider,
  type TestResponse,
  type TokenOptions,
  texts,
  uniqueName,
} from '@cooperage/testkit'
import { type Credentials, parseAssumeRole, type TemporaryCredentials } from '@cooperage/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, allow, deny, document, succeed } from '../admin/iam-calls.ts'
import { type OwnServer, startOwnServer } from '../own-server.ts'
import { differs } from '../target.ts'

/** MinIO names a role by its client id alone. */
const ROLE = 'arn:minio:iam:::role/4jRjgbuOs4Lrizh3qdODiZbFyi0'

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

async function serverWith(provider: IdentityProvider, more = ''): Promise<OwnServer> {
  const server = await startOwnServer()
  const { configUrl, clientId, clientSecret } = provider
  const text = `identity_openid config_url=${configUrl} client_id=${clientId} client_secret=${clientSecret}${more}`
  const response = await server.setConfig(text)
  if (response.status !== 200) throw new Error(`the provider was rejected: ${response.text}`)
  await server.restart()
  return server
}

function signInAt(server: () => OwnServer, provider: () => IdentityProvider, common: Record<string, string> = {}) {
  const post = (form: Record<string, string>): Promise<TestResponse> =>
    server().request({
      method: 'POST',
      credentials: undefined,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        Action: 'AssumeRoleWithWebIdentity',
        Version: '2011-06-15',
        ...common,
        ...form,
      }).toString(),
    })
  const request = (
    claims: Record<string, unknown> = {},
    options: TokenOptions = {},
    form: Record<string, string> = {},
  ) => post({ WebIdentityToken: provider().token(claims, options), ...form })
  const signIn = async (...call: Parameters<typeof request>): Promise<TemporaryCredentials> => {
    const response = await request(...call)
    if (response.status !== 200) throw new Error(`sign-in returned ${response.status}: ${response.text}`)
    return parseAssumeRole(response.bytes, 'AssumeRoleWithWebIdentity')
  }
  return { post, request, signIn }
}

const refused = (message: string) => `400 InvalidParameterValue: ${message}`

describe('With policies in a claim', () => {
  let provider: IdentityProvider
  let server: OwnServer
  const { post, request, signIn } = signInAt(
    () => server,
    () => provider,
  )
  beforeAll(async () => {
    provider = await startIdentityProvider()
    server = await serverWith(provider)
  })
  afterAll(async () => {
    await server.stop()
    await provider.stop()
  })

  const bucketWith = async (key: string) => {
    const bucket = await server.bucket()
    await server.request({ method: 'PUT', bucket, key, body: 'x' })
    return bucket
  }
  const get = async (credentials: Credentials, bucket: string, key = 'k') =>
    (await server.request({ method: 'GET', bucket, key, credentials })).status

  test('a token yields credentials that expire with it', async () => {
    const bucket = await bucketWith('k')
    const response = await request({ policy: 'readonly', sub: 'person-1' })
    expect(texts(response.text, 'SubjectFromWebIdentityToken')).toEqual(['person-1'])
    const credentials = parseAssumeRole(response.bytes, 'AssumeRoleWithWebIdentity')
    expect(Math.abs(credentials.expiration - Date.now() - 3_600_000)).toBeLessThan(60_000)
    expect(await get(credentials, bucket)).toBe(200)
    expect((await server.request({ method: 'PUT', bucket, key: 'k', body: 'x', credentials })).status).toBe(403)
  })

  test.each<[string, number]>([
    ['900', 900_000],
    ['7200', 7_200_000],
  ])("accepts a duration of %s seconds, even beyond the token's expiry", async (seconds, life) => {
    const { expiration } = await signIn({ policy: 'readonly' }, {}, { DurationSeconds: seconds })
    expect(Math.abs(expiration - Date.now() - life)).toBeLessThan(60_000)
  })

  test.each(['899', '31536001', 'x'])('rejects a duration of %s seconds', async (seconds) => {
    const response = await request({ policy: 'readonly' }, {}, { DurationSeconds: seconds })
    expect(response.refusal).toBe(refused('invalid token expiry'))
  })

  test.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)('accepts a token signed with %s', async (algorithm) => {
    expect((await request({ policy: 'readonly' }, { algorithm })).status).toBe(200)
  })

  test('rejects a token signed with the client secret', async () => {
    expect((await request({ policy: 'consoleAdmin' }, { algorithm: 'HS256' })).outcome).toBe(
      differs(
        {
          engine: '400 InvalidParameterValue',
          minio: '200',
        },
        'anyone with the client secret, such as a console, could sign in as any user',
      ),
    )
  })

  test('rejects an unsigned token', async () => {
    expect((await request({ policy: 'consoleAdmin' }, { algorithm: 'none' })).refusal).toBe(
      refused("'none' signature type is not allowed"),
    )
  })

  test.each<[string, Record<string, unknown>, TokenOptions, string]>([
    ['forged', {}, { forged: true }, 'crypto/rsa: verification error'],
    ['signed by an unknown key', {}, { keyId: 'unknown' }, 'No public key found for kid unknown'],
    ['without a key ID', {}, { keyId: null }, 'Invalid kid value <nil>'],
    ['that has expired', { exp: inSeconds(-10) }, {}, 'Token is expired'],
    ['that is not yet valid', { nbf: inSeconds(600) }, {}, 'Token is not valid yet'],
    ['issued in the future', { iat: inSeconds(900) }, {}, 'Token used before issued'],
    [
      'for another client',
      { aud: 'other' },
      {},
      'STS JWT Token has `azp` claim invalid, `azp` must match configured OpenID Client ID',
    ],
    [
      'for nobody',
      { aud: undefined },
      {},
      'STS JWT Token has `aud` claim invalid, `aud` must match configured OpenID Client ID',
    ],
    ['without a subject', { sub: undefined }, {}, 'STS JWT Token has `sub` claim missing, `sub` claim is mandatory'],
    [
      'without policies',
      { policy: undefined },
      {},
      'policy claim missing from the JWT token, credentials will not be generated',
    ],
    [
      'with a number as policies',
      { policy: 5 },
      {},
      'policy claim missing from the JWT token, credentials will not be generated',
    ],
    [
      'with unknown policies',
      { policy: 'ghost' },
      {},
      'None of the given policies (`ghost`) are defined, credentials will not be generated',
    ],
    [
      'with an empty list of policies',
      { policy: '' },
      {},
      'None of the given policies (``) are defined, credentials will not be generated',
    ],
  ])('rejects a token %s', async (_, claims, options, message) => {
    expect((await request({ policy: 'readonly', ...claims }, options)).refusal).toBe(refused(message))
  })

  test('rejects a token of another issuer', async () => {
    expect((await request({ policy: 'readonly', iss: 'https://elsewhere.example' })).outcome).toBe(
      differs(
        {
          engine: '400 InvalidParameterValue',
          minio: '200',
        },
        "MinIO doesn't compare the token's issuer with the provider's",
      ),
    )
  })

  test('rejects a token that never expires', async () => {
    expect((await request({ policy: 'readonly', exp: undefined })).outcome).toBe(
      differs(
        {
          engine: '400 InvalidParameterValue',
          minio: '500 InternalError',
        },
        'the error is in the token, not in the server',
      ),
    )
  })

  test.each<Record<string, unknown>>([
    { aud: ['other', 'console'] },
    { aud: 'other', azp: 'console' },
    { policy: 'ghost,readonly' },
    { policy: ['ghost', 'readonly'] },
  ])('accepts a token with %j', async (claims) => {
    expect((await request({ policy: 'readonly', ...claims })).status).toBe(200)
  })

  test.each(['abc', ''])('rejects "%s", which is not a token', async (token) => {
    expect((await post({ WebIdentityToken: token })).refusal).toBe(
      refused('token contains an invalid number of segments'),
    )
  })

  test('ignores a role', async () => {
    expect((await request({ policy: 'readonly' }, {}, { RoleArn: 'arn:aws:iam::1:role/any' })).status).toBe(200)
  })

  test('an inline policy limits them', async () => {
    const bucket = await bucketWith('k')
    const Policy = JSON.stringify(document(allow(['s3:GetObject'], `${bucket}/open/*`)))
    expect(await get(await signIn({ policy: 'readwrite', sub: 'narrowed' }, {}, { Policy }), bucket)).toBe(403)
  })

  test('the account name is a hash of subject and issuer', async () => {
    const as = await signIn({ policy: 'readonly', sub: 'hashed' })
    const { json } = await admin('GET', 'accountinfo', { as, on: server })
    expect(json).toMatchObject({
      AccountName: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      Policy: { Statement: [{ Effect: 'Allow', Resource: ['arn:aws:s3:::*'] }] },
    })
  })

  test('the policies of the last sign-in apply to all sessions of a person', async () => {
    const bucket = await bucketWith('k')
    const first = await signIn({ policy: 'readonly', sub: 'changing' })
    expect(await get(first, bucket)).toBe(200)
    await signIn({ policy: 'writeonly', sub: 'changing' })
    expect(await get(first, bucket)).toBe(403)
  })

  test('policy conditions can use the claims', async () => {
    const bucket = await bucketWith('ann@example.org')
    const name = uniqueName('claims')
    const plain = document(allow(['s3:GetObject'], `${bucket}/\${jwt:email}`))
    await succeed('PUT', 'add-canned-policy', { query: { name }, plain, on: server })
    const credentials = await signIn({ policy: name, email: 'ann@example.org', sub: 'ann' })
    expect(await get(credentials, bucket, 'ann@example.org')).toBe(200)
    expect(await get(credentials, bucket, 'ben@example.org')).toBe(403)
  })

  test('a policy can limit the duration', async () => {
    const name = uniqueName('short')
    const statement = {
      ...deny(['sts:AssumeRoleWithWebIdentity']),
      Condition: { NumericGreaterThan: { 'sts:DurationSeconds': ['1800'] } },
    }
    const plain = document(allow(['s3:*'], '*'), { ...statement, Resource: [] })
    await succeed('PUT', 'add-canned-policy', { query: { name }, plain, on: server })
    expect((await request({ policy: name }, {}, { DurationSeconds: '900' })).status).toBe(200)
    expect((await request({ policy: name }, {}, { DurationSeconds: '3600' })).refusal).toBe(
      '403 AccessDenied: this user does not have enough permission',
    )
  })

  test('they can create service accounts, which outlive them and keep the claims', async () => {
    const bucket = await bucketWith('k')
    const as = await signIn({ policy: 'readonly', sub: 'with-keys' })
    const { json } = await succeed('PUT', 'add-service-account', { encrypted: {}, as, on: server })
    const { credentials } = json as { credentials: Credentials }
    expect(await get(credentials, bucket)).toBe(200)
    const info = await admin('GET', 'info-access-key', {
      query: { accessKey: credentials.accessKey },
      on: server,
    })
    expect(info.json).toMatchObject({ userType: 'Service Account', userProvider: 'openid' })
    const query = { listType: 'svcacc-only', all: 'true' }
    expect((await admin('GET', 'idp/openid/list-access-keys-bulk', { query, on: server })).json).toMatchObject([
      {
        configName: '_',
        users: expect.arrayContaining([
          expect.objectContaining({ ID: 'with-keys', serviceAccounts: [expect.anything()], stsKeys: null }),
        ]),
      },
    ])
  })

  test('signing out revokes them', async () => {
    const bucket = await bucketWith('k')
    const as = await signIn({ policy: 'readonly', sub: 'leaving' }, {}, { TokenRevokeType: 'session-1' })
    expect((await admin('POST', 'revoke-tokens/openid', { as, on: server })).status).toBe(204)
    expect((await server.request({ method: 'GET', bucket, key: 'k', credentials: as })).outcome).toBe(
      '403 InvalidAccessKeyId',
    )
  })

  test('the older name of the action accepts the same', async () => {
    const response = await post({
      Action: 'AssumeRoleWithClientGrants',
      Token: provider.token({ policy: 'readonly', sub: 'older' }),
    })
    expect([response.status, texts(response.text, 'SubjectFromToken')]).toEqual([200, ['older']])
  })

  test('accepts parameters in the query', async () => {
    const response = await server.request({
      method: 'POST',
      credentials: undefined,
      query: {
        Action: 'AssumeRoleWithWebIdentity',
        Version: '2011-06-15',
        WebIdentityToken: provider.token({ policy: 'readonly' }),
      },
    })
    expect(response.status).toBe(200)
  })

  test('picks up new provider keys and rejects the old ones', async () => {
    const old = provider.token({ policy: 'readonly' })
    provider.rotateKeys()
    await expect
      .poll(async () => (await request({ policy: 'readonly' })).status, { timeout: 15_000, interval: 500 })
      .toBe(200)
    expect((await post({ WebIdentityToken: old })).status).toBe(
      differs({ engine: 400, minio: 200 }, 'MinIO trusts every key that it has ever seen, even revoked ones'),
    )
  })
})

describe('With a role', () => {
  let provider: IdentityProvider
  let server: OwnServer
  const { request, signIn } = signInAt(
    () => server,
    () => provider,
  )
  beforeAll(async () => {
    provider = await startIdentityProvider()
    server = await serverWith(provider, ' role_policy=readonly')
  })
  afterAll(async () => {
    await server.stop()
    await provider.stop()
  })

  test('everyone gets its policies, whatever the token claims', async () => {
    const bucket = await server.bucket()
    await server.request({ method: 'PUT', bucket, key: 'k', body: 'x' })
    const credentials = await signIn({ policy: 'consoleAdmin' }, {}, { RoleArn: ROLE })
    expect((await server.request({ method: 'GET', bucket, key: 'k', credentials })).status).toBe(200)
    expect((await server.request({ method: 'PUT', bucket, key: 'k', body: 'x', credentials })).status).toBe(403)
    expect((await admin('GET', 'accountinfo', { as: credentials, on: server })).json).toMatchObject({
      Policy: { Statement: [{ Effect: 'Allow', Resource: ['arn:aws:s3:::*'] }] },
    })
  })

  test.each([
    ['', 'Role arn:minio:iam:::role/dummy-internal does not exist'],
    [
      'arn:minio:iam:::role/ghost',
      'Error processing RoleArn parameter: RoleARN arn:minio:iam:::role/ghost is not defined.',
    ],
    ['ghost', 'Error processing RoleArn parameter: RoleARN parse err: invalid ARN string format'],
  ])('rejects the unknown role "%s"', async (role, message) => {
    expect((await request({}, {}, role === '' ? {} : { RoleArn: role })).refusal).toBe(refused(message))
  })

  test('administrators see the role but not the client secret', async () => {
    const list = await admin('GET', 'idp-config/openid', { on: server })
    expect(list.json).toEqual([{ type: 'openid', name: '_', enabled: true, roleARN: ROLE }])
    const { json } = await admin('GET', 'idp-config/openid/_', { on: server })
    const set = (key: string, value: string) => ({ key, value, isCfg: true, isEnv: false })
    expect(json).toEqual({
      type: 'openid',
      name: '_',
      info: [
        set('client_id', 'console'),
        set('config_url', provider.configUrl),
        set('enable', 'on'),
        { key: 'roleARN', value: ROLE, isCfg: false, isEnv: false },
        set('role_policy', 'readonly'),
      ],
    })
  })

  test('access keys created by the person have the role, too', async () => {
    const bucket = await server.bucket()
    await server.request({ method: 'PUT', bucket, key: 'k', body: 'x' })
    const as = await signIn({}, {}, { RoleArn: ROLE })
    const { json } = await succeed('PUT', 'add-service-account', { encrypted: {}, as, on: server })
    const { credentials } = json as { credentials: Credentials }
    expect((await server.request({ method: 'GET', bucket, key: 'k', credentials })).status).toBe(200)
    expect((await server.request({ method: 'PUT', bucket, key: 'k', body: 'x', credentials })).status).toBe(403)
  })
})
