import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { PAGES } from '@cooperage/contract'
import { TEST_CERTIFICATES, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { consoleAt, SESSION_COOKIE, startConsole, withConsole } from './running-console.ts'
import { accountDocument, scriptedStorage, stsError, stsKeys } from './scripted-storage.ts'
import { visitor } from './visitor.ts'

const given = await withConsole()

test('signs in with valid keys and returns what the account may see', async () => {
  const user = given.stranger()
  const signedIn = await user.signIn(given.storage.root)
  expect(signedIn.status).toBe(201)
  expect(signedIn.json).toEqual({ sessionId: expect.stringMatching(/^[0-9a-f]{32}$/) })

  const session = await user.get('/api/v1/session')
  expect(session.status).toBe(200)
  expect(session.json).toMatchObject({
    status: 'ok',
    operator: false,
    // Root changes its password elsewhere, the cluster is one of Garage, and there is no other server to migrate or sync to.
    pages: PAGES.filter(
      ({ condition, path }) => condition === undefined && !['/cluster', '/migrate', '/sync'].includes(path),
    ).map(({ path }) => path),
    features:
      given.storage.kind === 'minio'
        ? ['admin', 'alerts', 'activity', 'batch-jobs', 'kms', 'site-replication', 'support-files']
        : ['admin', 'alerts', 'activity'],
    distributedMode: expect.any(Boolean),
    accountName: given.storage.root.accessKey,
    storage: given.storage.url,
    product: given.storage.kind === 'minio' ? 'MinIO' : 'Cooperage',
  })
  const { expiresAt } = session.json as { expiresAt: string }
  expect((Date.parse(expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(12, 1)
})

test('keeps the session in a cookie that scripts and other sites cannot use', async () => {
  const reply = await given.stranger().signIn(given.storage.root)
  const [cookie = ''] = reply.headers['set-cookie'] ?? []
  expect(cookie.split('; ').slice(1)).toEqual(['Max-Age=43200', 'Path=/', 'HttpOnly', 'SameSite=Strict'])
  expect(reply.text).not.toContain(given.storage.root.secretKey)
})

test('responds to a wrong secret and an unknown user with the same message', async () => {
  const wrong = await given.stranger().signIn({ ...given.storage.root, secretKey: 'wrong-secret' })
  const unknown = await given.stranger().signIn({ accessKey: uniqueName('nobody'), secretKey: 'wrong-secret' })
  expect(wrong.status).toBe(401)
  expect(unknown.status).toBe(401)
  const { requestId: _, ...said } = wrong.json as Record<string, unknown>
  expect(unknown.json).toMatchObject(said)
  expect(said).toMatchObject({ code: 'InvalidLogin' })
})

test('a console that runs the engine says so in the session, and where the keys of root are after any wrong password', async () => {
  const storagePublicUrl = new URL('https://s3.example.com')
  const own = await startConsole(given.storage.url, { runsEngine: true, storagePublicUrl })
  try {
    const user = visitor(own.url)
    await user.signIn(given.storage.root)
    expect((await user.get('/api/v1/session')).json).toMatchObject({
      features:
        given.storage.kind === 'minio'
          ? ['admin', 'alerts', 'activity', 'batch-jobs', 'kms', 'site-replication', 'support-files', 'engine']
          : ['admin', 'alerts', 'activity', 'engine'],
      storagePublic: 'https://s3.example.com',
    })

    for (const accessKey of [given.storage.root.accessKey, uniqueName('nobody')]) {
      const { status, json, text } = await visitor(own.url).signIn({ accessKey, secretKey: 'wrong-secret' })
      expect([status, json]).toEqual([401, expect.objectContaining({ code: 'InvalidEngineLogin' })])
      expect(text).toContain('root-credentials')
      // Strangers learn nothing about the machine.
      expect(text).not.toContain(own.dataDir)
    }
  } finally {
    await own.stop()
  }
})

test('rejects an unknown name in any script like any other', async () => {
  for (const accessKey of ['Zoë', '日本語', 'evil\u202Eadmin', 'a=b,c/d', 'two\nlines', '😀'.repeat(60)]) {
    const { status, json } = await given.stranger().signIn({ accessKey, secretKey: 'wrong-secret' })
    expect([accessKey, status, json]).toEqual([accessKey, 401, expect.objectContaining({ code: 'InvalidLogin' })])
  }
})

test.each([
  ['no cookie', undefined, 'NotLoggedIn'],
  ['garbage', `${SESSION_COOKIE}=garbage`, 'SessionEnded'],
  ['an empty one', `${SESSION_COOKIE}=`, 'SessionEnded'],
  [
    'a sealed one of another console',
    `${SESSION_COOKIE}=1-eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c`,
    'SessionEnded',
  ],
  ['one of 9 kB', `${SESSION_COOKIE}=1-${'x'.repeat(9_000)}`, 'SessionEnded'],
])('rejects %s with 401', async (_, cookie, code) => {
  const reply = await given.stranger().get('/api/v1/session', { headers: cookie === undefined ? {} : { cookie } })
  expect(reply.status).toBe(401)
  expect(reply.json).toMatchObject({ code })
})

test('rejects a cookie with one changed character, and removes it from the browser', async () => {
  const user = await given.user()
  const sealed = user.cookies.get(SESSION_COOKIE) ?? ''
  const at = sealed.length - 40
  user.cookies.set(SESSION_COOKIE, sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1))
  expect((await user.get('/api/v1/buckets')).status).toBe(401)
  expect(user.cookies.has(SESSION_COOKIE)).toBe(false)
})

test('reads the session only from the cookie', async () => {
  const user = await given.user()
  const sealed = user.cookies.get(SESSION_COOKIE) ?? ''
  const headers = { authorization: `Bearer ${sealed}` }
  expect((await user.get(`/api/v1/session?token=${sealed}`, { headers, anonymous: true })).status).toBe(401)
})

test('consoles on one host with different secrets have separate sessions in one browser', async () => {
  const other = await consoleAt(given.storage.url, { secret: 'another secret of a console' })
  const here = await given.user()
  const there = visitor(other.url, here.cookies)
  expect((await there.get('/api/v1/session')).json).toMatchObject({ code: 'NotLoggedIn' })
  await there.signIn(given.storage.root)
  expect((await there.call('POST', '/api/v1/logout')).status).toBe(200)
  expect((await here.get('/api/v1/session')).status).toBe(200)
})

test('sign-out revokes the session on the storage server, for copied cookies and other consoles with the same secret', async () => {
  const second = await consoleAt(given.storage.url)
  const user = await given.user()
  const thief = user.twin()
  const thiefElsewhere = user.twin(second.url)
  expect((await thiefElsewhere.get('/api/v1/session')).status).toBe(200)

  expect((await user.call('POST', '/api/v1/logout')).status).toBe(200)
  expect(user.cookies.size).toBe(0)

  for (const one of [thief, thiefElsewhere]) {
    for (const path of ['/api/v1/session', '/api/v1/buckets']) {
      expect((await one.twin().get(path)).outcome).toBe('401 SessionEnded')
    }
  }
})

test('sign-out of one session does not affect other sessions of the same user', async () => {
  const [first, other] = [await given.user(), await given.user()]
  await first.call('POST', '/api/v1/logout')
  expect((await other.get('/api/v1/session')).status).toBe(200)
})

test('a sign-in as someone else ends the session before it only if it says so and succeeds', async () => {
  const keys = { accessKey: uniqueName('carla'), secretKey: 'secret-of-carla' }
  const signIn = (user: ReturnType<typeof visitor>, json: object) => user.call('POST', '/api/v1/login', { json })
  const admin = await given.user()
  expect((await admin.call('POST', '/api/v1/users', { json: keys })).status).toBe(201)
  const json = { entityType: 'user', entityName: keys.accessKey }
  expect((await admin.call('PUT', '/api/v1/set-policy/readonly', { json })).status).toBe(204)
  const isOpen = async () => (await admin.twin().get('/api/v1/session')).status === 200

  const switched = admin.twin()
  expect((await signIn(switched, { ...keys, secretKey: 'wrong-secret', replaces: true })).status).toBe(401)
  expect((await signIn(admin.twin(), keys)).status).toBe(201)
  expect((await signIn(admin.twin(), { ...given.storage.root, replaces: true })).status).toBe(201)
  expect(await isOpen()).toBe(true)

  expect((await signIn(switched, { ...keys, replaces: true })).status).toBe(201)
  expect(await isOpen()).toBe(false)
  expect((await switched.get('/api/v1/session')).json).toMatchObject({ accountName: keys.accessKey })
})

test('sign-out works without a session, and only by POST', async () => {
  expect((await given.stranger().call('POST', '/api/v1/logout')).status).toBe(200)
  expect((await given.stranger().get('/api/v1/logout')).status).toBe(405)
})

test("a restart with the same secret doesn't sign users out", async () => {
  const first = await startConsole(given.storage.url)
  const user = visitor(first.url)
  await user.signIn(given.storage.root)
  await first.stop()
  const second = await consoleAt(given.storage.url)
  expect((await user.twin(second.url).get('/api/v1/session')).status).toBe(200)
})

test('a session expires after its hours, whatever the expiry of its keys', async () => {
  let now = Date.now()
  const server = await consoleAt(given.storage.url, { sessionHours: 1, now: () => now })
  const user = visitor(server.url)
  await user.signIn(given.storage.root)
  now += 59 * 60_000
  expect((await user.get('/api/v1/session')).status).toBe(200)
  now += 2 * 60_000
  expect((await user.get('/api/v1/session')).json).toMatchObject({ code: 'SessionEnded' })
})

test('returns which actions the account may take, in the requested order', async () => {
  const user = await given.user()
  const actions = [
    { id: 'create', action: 's3:CreateBucket' },
    { id: 'read', action: 's3:GetObject', bucket_name: 'any-bucket' },
  ]
  const reply = await user.call('POST', '/api/v1/has-permission', { json: { actions } })
  expect(reply.status).toBe(201)
  expect(reply.json).toEqual({
    permissions: [
      { id: 'create', can: true },
      { id: 'read', can: true },
    ],
  })
})

test.each([
  ['form', 'form'],
  ['sso', 'redirect'],
] as const)('with COOPERAGE_LOGIN=%s the page shows %s', async (login, loginStrategy) => {
  const server = await consoleAt(given.storage.url, { login })
  const reply = await visitor(server.url).get('/api/v1/login')
  expect(reply.json).toMatchObject({ loginStrategy, redirect: '', providers: [], acceptsAccessKey: login === 'form' })
  expect((await visitor(server.url).signIn(given.storage.root)).status).toBe(login === 'form' ? 201 : 403)
})

test('distinguishes a service account from a wrong secret', async () => {
  const storage = await scriptedStorage((request, response) => {
    if (request.method === 'POST') response.writeHead(403).end(stsError('AccessDenied'))
    else response.end(accountDocument({ Version: '2012-10-17', Statement: [] }))
  })
  const server = await consoleAt(storage.url)
  const reply = await visitor(server.url).signIn({ accessKey: 'service', secretKey: 'its-own-secret' })
  expect(reply.outcome).toBe('401 ServiceAccountLogin')
})

test('rejects an account without a policy, at sign-in and after it loses its policy', async () => {
  let policy: unknown = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }
  const storage = await scriptedStorage((request, response) => {
    response.end(request.method === 'POST' ? stsKeys() : accountDocument(policy))
  })
  const server = await consoleAt(storage.url)
  const user = visitor(server.url)
  expect((await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })).status).toBe(201)
  policy = { Version: '', Statement: null }
  expect((await user.get('/api/v1/session')).outcome).toBe('401 NoPolicy')
  expect(user.cookies.size).toBe(0)
  expect((await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })).outcome).toBe('401 NoPolicy')
})

test('falls back to one hour if the storage server grants no longer session, and returns the expiry', async () => {
  const requests: string[] = []
  const storage = await scriptedStorage((request, response, body) => {
    if (request.method !== 'POST') {
      response.end(accountDocument({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }))
      return
    }
    const seconds = new URLSearchParams(body).get('DurationSeconds') ?? ''
    requests.push(seconds)
    if (seconds === '3600') response.end(stsKeys())
    else response.writeHead(400).end(stsError('InvalidParameterValue'))
  })
  const server = await consoleAt(storage.url)
  const user = visitor(server.url)
  await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  expect(requests).toEqual([String(36 * 3600), '3600'])
  const { expiresAt } = (await user.get('/api/v1/session')).json as { expiresAt: string }
  expect((Date.parse(expiresAt) - Date.now()) / 60_000).toBeCloseTo(60, 0)
})

test('reports that a storage server that is still starting cannot be reached yet', async () => {
  const requests: string[] = []
  const storage = await scriptedStorage(({ method }, response, body) => {
    if (method === 'POST') requests.push(body)
    response.writeHead(400).end(stsError('InvalidParameterValue', 'Server not initialized, please try again'))
  })
  const server = await consoleAt(storage.url)
  const reply = await visitor(server.url).signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  expect(reply.outcome).toBe('503 StorageUnreachable')
  expect(requests.length, 'not requests for a shorter session').toBe(1)
})

test.each([
  ['MinIO’s console', 'MinIO Console', [502, 'StorageIsConsole', '9000']],
  ['a website', 'Welcome', [502, 'StorageIsWebsite', '--storage']],
])('sign-in says that the address of the storage server is that of %s', async (_, title, [status, code, nextStep]) => {
  for (const rejection of [200, 400, 403, 404]) {
    const other = await scriptedStorage(({ method }, response) => {
      response.writeHead(method === 'POST' ? rejection : 200, { 'content-type': 'text/html' })
      response.end(`<title>${title}</title>`)
    })
    const server = await startConsole(other.url)
    const reply = await visitor(server.url).signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
    expect([reply.status, reply.json]).toMatchObject([
      status,
      { code, message: expect.stringContaining(String(nextStep)) },
    ])
    await server.stop()
    await other.stop()
  }
})

test('sign-in names the setting for the authority of a private certificate', async () => {
  const [{ cert, key }] = TEST_CERTIFICATES
  const storage = createServer({ cert, key }).listen(0, '127.0.0.1')
  await once(storage, 'listening')
  const server = await startConsole(`https://127.0.0.1:${(storage.address() as AddressInfo).port}`)
  const reply = await visitor(server.url).signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  expect(reply.refusal).toMatch(/^503 StorageUntrusted: .*COOPERAGE_CA_FILE/)
  await server.stop()
  storage.close()
})

test('rejects a signed-out session itself if the storage server cannot revoke keys, even after a restart', async () => {
  const storage = await scriptedStorage((request, response) => {
    if (request.url?.includes('revoke-tokens')) {
      response.writeHead(426).end('{"Code":"XMinioAdminVersionMismatch","Message":"old"}')
    } else if (request.method === 'POST') response.end(stsKeys())
    else response.end(accountDocument({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }))
  })
  const server = await consoleAt(storage.url)
  const user = visitor(server.url)
  await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  const thief = user.twin()
  expect((await user.call('POST', '/api/v1/logout')).status).toBe(200)
  expect((await thief.twin().get('/api/v1/session')).status).toBe(401)
  const again = await consoleAt(storage.url, { dataDir: server.dataDir })
  expect((await thief.twin(again.url).get('/api/v1/session')).status).toBe(401)
})

test('splits a session that is too large for one cookie', async () => {
  const longToken = 'x'.repeat(6_000)
  const storage = await scriptedStorage((request, response) => {
    if (request.method === 'POST') response.end(stsKeys().replace('temp-token', longToken))
    else {
      const isKnown = request.headers['x-amz-security-token'] === longToken
      if (isKnown) response.end(accountDocument({ Version: '', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }))
      else response.writeHead(403).end('{"Code":"InvalidTokenId","Message":""}')
    }
  })
  const server = await consoleAt(storage.url)
  const user = visitor(server.url)
  const reply = await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  expect(reply.headers['set-cookie']?.length).toBeGreaterThan(1)
  for (const line of reply.headers['set-cookie'] ?? []) expect(line.length).toBeLessThan(4_096)
  expect((await user.get('/api/v1/session')).status).toBe(200)
  await user.call('POST', '/api/v1/logout')
  expect(user.cookies.size).toBe(0)
})

test('delays guesses, only for the guessed account and the guessing address', async () => {
  // The clock is stopped, otherwise the wait could be over on a busy machine.
  const now = Date.now()
  const server = await consoleAt(given.storage.url, { trustedProxies: ['loopback'], now: () => now })
  const guess = (accessKey: string, address: string) =>
    visitor(server.url).call('POST', '/api/v1/login', {
      json: { accessKey, secretKey: 'a guess' },
      headers: { 'x-forwarded-for': address },
    })
  const { accessKey } = given.storage.root
  for (let attempt = 0; attempt < 10; attempt++) expect((await guess(accessKey, '10.0.0.1')).status).toBe(401)
  const slowed = await guess(accessKey, '10.0.0.1')
  expect(slowed.outcome).toBe('429 TooManyRequests')
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0)
  expect((await guess('somebody-else', '10.0.0.1')).status).toBe(401)
  const honest = await visitor(server.url).call('POST', '/api/v1/login', {
    json: given.storage.root,
    headers: { 'x-forwarded-for': '10.0.0.2' },
  })
  expect(honest.status).toBe(201)
})

test('a disabled account is signed out with the reason instead of seeing an empty list', async () => {
  let policy: unknown = { Version: '', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }
  const storage = await scriptedStorage((request, response) => {
    if (request.method === 'POST') response.end(stsKeys())
    else if (request.url?.includes('accountinfo')) response.end(accountDocument(policy))
    else response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>inner</Message></Error>')
  })
  let later = 0
  const server = await consoleAt(storage.url, { now: () => Date.now() + later })
  const user = visitor(server.url)
  await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  expect((await user.get('/api/v1/buckets/photos/objects')).outcome).toBe('403 AccessDenied')
  policy = { Version: '', Statement: null }
  later = 5_000
  for (const path of ['/api/v1/buckets', '/api/v1/buckets/photos/objects']) {
    const disabled = user.twin()
    expect((await disabled.get(path)).outcome).toBe('401 NoPolicy')
    expect(disabled.cookies.size).toBe(0)
  }
})

test('a storage server with another time is named instead of wrong keys', async () => {
  const date = new Date(Date.now() - 3_600_000).toUTCString()
  const storage = await scriptedStorage((_request, response) => {
    response.writeHead(403, { date }).end(stsError('AccessDenied'))
  })
  const server = await consoleAt(storage.url)
  const { status, json } = await visitor(server.url).signIn({ accessKey: 'alice', secretKey: 'right-secret' })
  expect([status, json]).toMatchObject([503, { code: 'StorageClockSkew' }])
})
