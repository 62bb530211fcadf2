/** The sessions of an account: listed, and ended together, on the engine and on MinIO. */
import { accountsOf, allow, deny, send } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { consoleAt, withConsole } from '../running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { openSocket } from '../socket-visitor.ts'
import { signedIn, type Visitor } from '../visitor.ts'

// Accounts are checked too seldom to find out by that.
const given = await withConsole({ accountPollMs: 3_600_000 })
const EVERYWHERE = '/api/v1/account/sign-out-everywhere'

const accounts = accountsOf(given.storage)

interface Listed {
  sessions: { accessKey: string; keysExpireAt: string; isCurrent: boolean }[]
  isComplete: boolean
}

const listed = async (user: Visitor) => (await user.get('/api/v1/account/sessions')).json as Listed

test('lists the sessions of the account, and marks the current one', async () => {
  const keys = await accounts.user('writeonly')
  const [one, other] = [await given.signedIn(keys), await given.signedIn(keys)]
  await given.signedIn(await accounts.user('writeonly'))
  const [ofOne, ofOther] = [await listed(one), await listed(other)]
  expect(ofOne).toMatchObject({ isComplete: true, sessions: { length: 2 } })
  const current = ({ sessions }: Listed) => sessions.filter(({ isCurrent }) => isCurrent)
  expect(current(ofOne)).toEqual([
    { accessKey: expect.stringMatching(/^\w+$/), keysExpireAt: expect.stringMatching(/Z$/), isCurrent: true },
  ])
  expect(current(ofOther)).not.toEqual(current(ofOne))
  expect(ofOther.sessions.map(({ accessKey }) => accessKey)).toEqual(ofOne.sessions.map(({ accessKey }) => accessKey))
})

test('a policy can deny the list', async () => {
  const user = await given.signedIn(await accounts.allowed(allow(['s3:*'], '*'), deny(['admin:ListServiceAccounts'])))
  const refused = await user.get('/api/v1/account/sessions')
  expect([refused.status, refused.json]).toMatchObject([
    403,
    { code: 'AccessDenied', message: expect.stringContaining('(admin:ListServiceAccounts') },
  ])
})

test.each([
  ['a user', () => accounts.user('readwrite')],
  [
    'a user who may not delete access keys',
    () => accounts.allowed(allow(['s3:*'], '*'), deny(['admin:RemoveServiceAccount'])),
  ],
  ['root', async () => given.storage.root],
])('%s signs out everywhere: sessions end at all consoles, access keys and other accounts stay', async (_, keysOf) => {
  const keys = await keysOf()
  const second = await consoleAt(given.storage.url, { secret: 'a console with another secret', accountPollMs: 200 })
  const [user, elsewhere] = [await given.signedIn(keys), await given.signedIn(keys)]
  const atSecond = await signedIn(second.url, keys)
  const stranger = await given.signedIn(await accounts.user('readwrite'))
  const key = (await user.call('POST', '/api/v1/service-accounts', { json: {} })).json as Credentials
  const tabs = [await openSocket(user, '/ws/session'), await openSocket(elsewhere, '/ws/session')]
  const tabAtSecond = await openSocket(atSecond, '/ws/session')
  await Promise.all([...tabs, tabAtSecond].map((tab) => tab.until('session')))
  const copy = user.twin()

  expect((await user.call('POST', EVERYWHERE)).status).toBe(204)
  expect(user.cookies.size, 'the cookie was removed').toBe(0)
  for (const tab of tabs) expect(await tab.until('lost'), 'immediately').toMatchObject({ code: 'SessionEnded' })
  expect(await tabAtSecond.until('lost'), 'at the next check').toMatchObject({ code: 'SessionEnded' })
  for (const one of [copy, elsewhere, atSecond]) {
    const { status, json } = await one.get('/api/v1/buckets')
    expect([status, json]).toMatchObject([401, { code: 'SessionEnded' }])
  }

  expect((await stranger.get('/api/v1/session')).status).toBe(200)
  expect((await send({ url: given.storage.url, method: 'GET', credentials: key })).status).toBe(200)
  expect((await user.signIn(keys)).status).toBe(201)
})

test('a storage server that cannot revoke keys is named, and the session continues', async () => {
  const storage = await scriptedStorage((request, response) => {
    if (/revoke-tokens|list-access-keys-bulk/.test(request.url ?? '')) {
      response.writeHead(426).end('{"Code":"XMinioAdminVersionMismatch","Message":"old"}')
    } else if (request.method === 'POST') response.end(stsKeys())
    else response.end(accountDocument({ Version: '', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }))
  })
  const server = await consoleAt(storage.url)
  const user = await signedIn(server.url, { accessKey: 'alice', secretKey: 'alice-secret' })
  const refused = await user.call('POST', EVERYWHERE)
  expect([refused.status, refused.json]).toMatchObject([
    409,
    { code: 'SignOutUnsupported', message: expect.stringContaining('can’t end the sessions') },
  ])
  expect((await user.get('/api/v1/session')).status).toBe(200)
  expect((await user.get('/api/v1/account/sessions')).json).toMatchObject({
    code: 'NotInThisSetup',
    message: expect.stringContaining('listing sessions'),
  })
})
