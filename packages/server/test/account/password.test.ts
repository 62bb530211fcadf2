/** Changing your own password (spec identity-and-settings 5 and 7), on the engine and on MinIO. */
import { accountsOf, allow, deny, send } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { consoleAt, withConsole } from '../running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { signedIn, type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()
const NEW = 'a new secret of mine'

const accounts = accountsOf(given.storage)

const change = (user: Visitor, current: string, wanted = NEW) =>
  user.call('POST', '/api/v1/account/change-password', {
    json: { current_secret_key: current, new_secret_key: wanted },
  })

async function pagesOf(user: Visitor) {
  const { pages, passwordChange } = (await user.get('/api/v1/session')).json as {
    pages: string[]
    passwordChange: string
  }
  return { hasPage: pages.includes('/account/change-password'), passwordChange }
}

const canSignIn = async (keys: Credentials) => (await given.stranger().signIn(keys)).status === 201

test('the new password signs in, the old one no longer does, and the visitor stays signed in', async () => {
  const keys = await accounts.user('writeonly')
  const user = await given.signedIn(keys)
  const before = (await user.get('/api/v1/session')).json as { expiresAt: string }
  const changed = await change(user, keys.secretKey)
  expect([changed.status, changed.json]).toEqual([201, { sessionId: expect.stringMatching(/^\w{32}$/) }])

  expect(await canSignIn(keys)).toBe(false)
  expect(await canSignIn({ ...keys, secretKey: NEW })).toBe(true)
  const after = (await user.get('/api/v1/session')).json as { expiresAt: string }
  expect(Date.parse(after.expiresAt), 'in a new session').toBeGreaterThan(Date.parse(before.expiresAt))
})

test('other sessions and access keys of the user stay valid', async () => {
  const keys = await accounts.user('readwrite')
  const [user, elsewhere] = [await given.signedIn(keys), await given.signedIn(keys)]
  const key = (await user.call('POST', '/api/v1/service-accounts', { json: {} })).json as Credentials
  expect((await change(user, keys.secretKey)).status).toBe(201)
  expect((await elsewhere.get('/api/v1/buckets')).status).toBe(200)
  expect((await send({ url: given.storage.url, method: 'GET', credentials: key })).status).toBe(200)
})

test('signing out afterwards ends both sessions of this browser', async () => {
  const keys = await accounts.user('readwrite')
  const user = await given.signedIn(keys)
  const copy = user.twin()
  await change(user, keys.secretKey)
  await user.call('POST', '/api/v1/logout')
  expect((await copy.get('/api/v1/session')).status).toBe(401)
})

test('a wrong current password is refused, and the session continues', async () => {
  const keys = await accounts.user('readwrite')
  const user = await given.signedIn(keys)
  const refused = await change(user, 'not the password')
  expect(refused.refusal).toBe('403 WrongPassword: The current password is wrong. Your password wasn’t changed.')
  expect((await user.get('/api/v1/session')).status).toBe(200)
  expect(await canSignIn(keys)).toBe(true)
})

test('a new password of less than 8 characters is refused', async () => {
  const keys = await accounts.user('readwrite')
  const refused = await change(await given.signedIn(keys), keys.secretKey, '1234567')
  expect([refused.status, refused.json]).toMatchObject([
    400,
    { code: 'InvalidSecretKey', message: expect.stringContaining('it must have at least 8 characters') },
  ])
  expect(await canSignIn(keys)).toBe(true)
})

test.each(['x'.repeat(100), 'ünï©ode pässwört', '=,/ +%&"\'<b>'])('%j works as a password', async (wanted) => {
  const keys = await accounts.user('readwrite')
  expect((await change(await given.signedIn(keys), keys.secretKey, wanted)).status).toBe(201)
  expect(await canSignIn({ ...keys, secretKey: wanted })).toBe(true)
})

test('guessing the current password is slowed down together with guessing at sign-in', async () => {
  const now = Date.now()
  const server = await consoleAt(given.storage.url, { now: () => now })
  const keys = await accounts.user('readwrite')
  const user = await signedIn(server.url, keys)
  for (let attempt = 0; attempt < 10; attempt++) expect((await change(user, 'a guess')).status).toBe(403)
  expect((await change(user, keys.secretKey)).outcome).toBe('429 TooManyRequests')
  expect((await visitor(server.url).signIn(keys)).status).toBe(429)
  expect((await user.get('/api/v1/session')).status).toBe(200)
})

describe('The page to change the password', () => {
  test('is listed for a user with any policy', async () => {
    const user = await given.signedIn(await accounts.allowed(allow(['s3:GetObject'], 'photos/*')))
    expect(await pagesOf(user)).toEqual({ hasPage: true, passwordChange: 'here' })
  })

  test('is listed for a user who may not read users', async () => {
    const keys = await accounts.allowed(allow(['s3:*'], '*'), deny(['admin:GetUser']))
    const user = await given.signedIn(keys)
    expect(await pagesOf(user)).toEqual({ hasPage: true, passwordChange: 'here' })
    expect((await change(user, keys.secretKey)).status).toBe(201)
  })

  test('is not listed for root, and the call says where to change it', async () => {
    const user = await given.user()
    expect(await pagesOf(user)).toEqual({ hasPage: false, passwordChange: 'root' })
    expect((await change(user, given.storage.root.secretKey)).outcome).toBe('409 RootPassword')
  })

  test('is not listed where a policy denies the change, and the call names the action', async () => {
    const keys = await accounts.allowed(allow(['s3:*'], '*'), deny(['admin:CreateUser']))
    const user = await given.signedIn(keys)
    expect(await pagesOf(user)).toEqual({ hasPage: false, passwordChange: 'denied' })
    const refused = await change(user, keys.secretKey)
    expect([refused.status, refused.json]).toMatchObject([
      403,
      { code: 'AccessDenied', message: expect.stringContaining('(admin:CreateUser') },
    ])
    expect(await canSignIn(keys)).toBe(true)
  })
})

test('if no new session can be created after the change, the current one continues', async () => {
  let signIns = 0
  const storage = await scriptedStorage((request, response) => {
    if (request.method === 'PUT') response.end()
    else if (request.method === 'POST' && signIns++ > 0)
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    else if (request.method === 'POST') response.end(stsKeys())
    else response.end(accountDocument({ Version: '', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }))
  })
  const server = await consoleAt(storage.url)
  const user = await signedIn(server.url, { accessKey: 'alice', secretKey: 'alice-secret' })
  const cookies = new Map(user.cookies)
  expect((await change(user, 'alice-secret')).status).toBe(201)
  expect(user.cookies).toEqual(cookies)
  expect(server.log.join('')).toContain('no new session after a change of the password')
})
