/** Signing in again in the same browser: sign-out also revokes what the replaced session created. */
import { accountsOf, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { consoleAt, withConsole } from './running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from './scripted-storage.ts'
import { openSocket } from './socket-visitor.ts'
import { type Visitor, visitor } from './visitor.ts'

const given = await withConsole({ accountPollMs: 3_600_000 })

async function withObject() {
  const { user, objects } = await given.userWithBucket()
  const form = [{ name: '6', fileName: 'deed.txt', content: 'signed' }]
  expect((await user.call('POST', `${objects}/upload`, { form })).status).toBe(200)
  return { user, objects }
}

const share = async (user: Visitor, objects: string) =>
  (await user.get(`${objects}/share?prefix=deed.txt`)).json as string

async function statusOf(link: string): Promise<number> {
  const response = await fetch(link)
  await response.body?.cancel()
  return response.status
}

const signOut = async (user: Visitor) => expect((await user.call('POST', '/api/v1/logout')).status).toBe(200)

test('links from before stay valid, and sign-out revokes them all', async () => {
  const { user, objects } = await withObject()
  const links = [await share(user, objects)]
  for (let round = 0; round < 2; round++) {
    expect((await user.signIn(given.storage.root)).status).toBe(201)
    links.push(await share(user, objects))
  }
  expect(await Promise.all(links.map(statusOf))).toEqual([200, 200, 200])
  await signOut(user)
  expect(await Promise.all(links.map(statusOf))).toEqual([403, 403, 403])
})

test('a copy of the earlier cookie is rejected after sign-out, and other sessions of the account continue', async () => {
  const [user, other] = [await given.user(), await given.user()]
  const copy = user.twin()
  await user.signIn(given.storage.root)
  expect((await copy.get('/api/v1/session')).status).toBe(200)
  await signOut(user)
  expect((await copy.get('/api/v1/buckets')).outcome).toBe('401 SessionEnded')
  expect((await other.get('/api/v1/session')).status).toBe(200)
})

test('tabs of the earlier session are notified of the sign-out immediately', async () => {
  const user = await given.user()
  const before = await openSocket(user, '/ws/session')
  await before.until('session')
  await user.signIn(given.storage.root)
  const after = await openSocket(user, '/ws/session')
  await after.until('session')
  await signOut(user)
  for (const tab of [before, after]) expect(await tab.until('lost')).toMatchObject({ code: 'SessionEnded' })
})

test('the expiry of the earlier session does not end the new one', async () => {
  // The clock is stopped, otherwise a busy machine could be past the end before the second sign-in.
  let now = Date.now()
  const server = await consoleAt(given.storage.url, { sessionHours: 1, now: () => now })
  const user = visitor(server.url)
  await user.signIn(given.storage.root)
  now += 60 * 60_000 - 4_000
  const before = await openSocket(user, '/ws/session')
  await user.signIn(given.storage.root)
  const after = await openSocket(user, '/ws/session')
  expect(await before.until('lost')).toMatchObject({ code: 'SessionEnded' })
  expect(await before.closed).toMatchObject({ code: 4401 })
  expect(after.socket.readyState).toBe(after.socket.OPEN)
  expect((await user.get('/api/v1/session')).status).toBe(200)
  await signOut(user)
})

test('another account that signs in neither takes over nor revokes the earlier session', async () => {
  const { user, objects } = await withObject()
  const link = await share(user, objects)
  expect((await user.signIn(await accountsOf(given.storage).user('readwrite'))).status).toBe(201)
  await signOut(user)
  expect(await statusOf(link)).toBe(200)
})

test('after sign-out a leftover cookie of the old session does not prevent a new sign-in', async () => {
  const user = await given.user()
  const kept = user.twin()
  await signOut(user)
  expect((await kept.signIn(given.storage.root)).status).toBe(201)
  expect((await kept.get('/api/v1/session')).status).toBe(200)
})

test('a planted cookie is replaced, and its author gains nothing', async () => {
  const accounts = accountsOf(given.storage)
  const attacker = visitor(given.server.url)
  await attacker.signIn(await accounts.user('readwrite'))
  const victim = attacker.twin()
  const planted = new Map(victim.cookies)
  const keys = await accounts.user('readwrite')
  expect((await victim.signIn(keys)).status).toBe(201)
  expect(victim.cookies).not.toEqual(planted)
  expect((await victim.get('/api/v1/session')).json).toMatchObject({ accountName: keys.accessKey })
  expect((await attacker.get('/api/v1/session')).json).not.toMatchObject({ accountName: keys.accessKey })
  await signOut(attacker)
  expect((await victim.get('/api/v1/session')).status).toBe(200)
})

test('rejects both sessions itself if the storage server cannot revoke keys', async () => {
  let keys = 0
  const storage = await scriptedStorage((request, response) => {
    if (request.url?.includes('revoke-tokens')) {
      response.writeHead(426).end('{"Code":"XMinioAdminVersionMismatch","Message":"old"}')
    } else if (request.method === 'POST') response.end(stsKeys().replace('temp-token', `token-${keys++}`))
    else response.end(accountDocument({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }))
  })
  const server = await consoleAt(storage.url)
  const alice = { accessKey: uniqueName('alice'), secretKey: 'alice-secret' }
  const user = visitor(server.url)
  await user.signIn(alice)
  const before = user.twin()
  await user.signIn(alice)
  const after = user.twin()
  await signOut(user)
  for (const one of [before, after]) expect((await one.get('/api/v1/session')).status).toBe(401)

  // Signing in over another account's session doesn't revoke it.
  await user.signIn(alice)
  const hers = user.twin()
  await user.signIn({ accessKey: uniqueName('bob'), secretKey: 'bob-secret' })
  await signOut(user)
  expect((await hers.get('/api/v1/session')).status).toBe(200)
})
