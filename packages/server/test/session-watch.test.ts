/** The messages that a tab receives on /ws/session. */
import { accountsOf, allow, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { consoleAt, withConsole } from './running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from './scripted-storage.ts'
import { closeSocket, openSocket } from './socket-visitor.ts'
import { signedIn } from './visitor.ts'

const PATH = '/ws/session'
const given = await withConsole({ accountPollMs: 200 })
const accounts = () => accountsOf(given.storage)

test('reports immediately when the session expires', async () => {
  const user = await given.user()
  const socket = await openSocket(user, PATH)
  const { endsAt, endsInMs, isEnding } = await socket.until('session')
  const { expiresAt } = (await user.get('/api/v1/session')).json as { expiresAt: string }
  expect([endsAt, isEnding]).toEqual([expiresAt, false])
  expect(Number(endsInMs) / 3_600_000).toBeCloseTo(12, 1)
  await closeSocket(socket)
})

test('works below the base path of an operator', async () => {
  const user = await given.user()
  const socket = await openSocket(user, `/api/proxy/storage/tenant-1${PATH}`)
  expect(await socket.until('session')).toMatchObject({ kind: 'session' })
  await closeSocket(socket)
})

test('reports that the session is about to expire, and closes when it does', async () => {
  // The clock is stopped, otherwise a busy machine could be past the end before a socket is open.
  let now = Date.now()
  const server = await consoleAt(given.storage.url, { sessionHours: 1, now: () => now })
  const user = await signedIn(server.url, given.storage.root)
  now += 50 * 60_000 - 300
  const early = await openSocket(user, PATH)
  expect(await early.until('session')).toMatchObject({ isEnding: false })
  await expect.poll(() => early.messages.at(-1)).toMatchObject({ kind: 'session', isEnding: true })
  now += 10 * 60_000 - 400
  const late = await openSocket(user, PATH)
  expect(await late.until('session')).toMatchObject({ isEnding: true })
  expect(await late.until('lost')).toMatchObject({
    code: 'SessionEnded',
    message: 'Your session has ended. Sign in again to continue.',
  })
  expect(await late.closed).toEqual({ code: 4401, reason: 'SessionEnded' })
  await closeSocket(early)
})

test('notifies every tab of a session, and no other session, of its sign-out', async () => {
  // Accounts are checked too rarely to notice it that way.
  const server = await consoleAt(given.storage.url, { accountPollMs: 3_600_000 })
  const user = await signedIn(server.url, given.storage.root)
  const other = await signedIn(server.url, given.storage.root)
  const tabs = [await openSocket(user, PATH), await openSocket(user, PATH)]
  const elsewhere = await openSocket(other, PATH)
  await elsewhere.until('session')
  await user.call('POST', '/api/v1/logout')
  for (const tab of tabs) {
    expect(await tab.until('lost')).toMatchObject({ code: 'SessionEnded' })
    expect(await tab.closed).toEqual({ code: 4401, reason: 'SessionEnded' })
  }
  expect(elsewhere.messages.map((message) => (message as { kind: string }).kind)).toEqual(['session'])
  expect(elsewhere.socket.readyState).toBe(elsewhere.socket.OPEN)
  await closeSocket(elsewhere)
})

test('notices a sign-out at another console with the same secret', async () => {
  const second = await consoleAt(given.storage.url)
  const user = await given.user()
  const tab = await openSocket(user, PATH)
  await tab.until('session')
  await user.twin(second.url).call('POST', '/api/v1/logout')
  expect(await tab.until('lost')).toMatchObject({ code: 'SessionEnded' })
})

test.each<[string, (keys: { accessKey: string; secretKey: string }) => Promise<void>, string]>([
  ['is disabled', (keys) => accounts().setStatus(keys, 'disabled'), 'NoPolicy'],
  ['loses its policies', (keys) => accounts().setPolicies(keys), 'NoPolicy'],
  // MinIO still accepts the keys of a deleted user, without permissions; the engine rejects them.
  ['is deleted', (keys) => accounts().remove(keys), expect.stringMatching(/^(NoPolicy|SessionEnded)$/)],
])('signs out an account that %s during the session with the reason, even on an idle page', async (_, lose, code) => {
  const keys = await accounts().user('readwrite')
  const user = await given.signedIn(keys)
  const tab = await openSocket(user, PATH)
  await tab.until('session')
  await lose(keys)
  const lost = await tab.until('lost')
  expect(lost).toMatchObject({ code, message: expect.stringMatching(/ask an administrator|sign in again/i) })
  expect(await tab.closed).toEqual({ code: 4401, reason: lost.code })
})

test('reports changed permissions once per change', async () => {
  const keys = await accounts().user('readwrite')
  const user = await given.signedIn(keys)
  // Pages load this first; later changes are reported.
  await user.get('/api/v1/session')
  const tab = await openSocket(user, PATH)
  await tab.until('session')
  await accounts().setPolicies(keys, 'readonly')
  await tab.until('rights')
  await accounts().setPolicies(keys, await accounts().policy(allow(['s3:GetObject'], `${uniqueName('b')}/*`)))
  await expect.poll(() => tab.messages.filter((one) => (one as { kind: string }).kind === 'rights').length).toBe(2)
  await closeSocket(tab)
})

test('checks the account once for all tabs of a session, and stops after the last one closes', async () => {
  let looks = 0
  let otherLooks = 0
  const storage = await scriptedStorage((request, response) => {
    const isOther = request.headers.authorization?.includes('Credential=bob')
    if (request.method === 'POST') return response.end(stsKeys(isOther ? 'bob-temp' : 'alice-temp'))
    if (isOther) otherLooks += 1
    else looks += 1
    response.end(accountDocument({ Version: '', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }))
  })
  const server = await consoleAt(storage.url, { accountPollMs: 100 })
  const user = await signedIn(server.url, { accessKey: 'alice', secretKey: 'alice-secret' })
  const other = await signedIn(server.url, { accessKey: 'bob', secretKey: 'bob-secret' })
  const tabs = await Promise.all(Array.from({ length: 20 }, () => openSocket(user, PATH)))
  await Promise.all(tabs.map((tab) => tab.until('session')))
  looks = 0
  await expect.poll(() => looks).toBeGreaterThanOrEqual(3)
  const before = looks
  const began = performance.now()
  await expect.poll(() => looks).toBeGreaterThanOrEqual(before + 3)
  expect(looks - before).toBeLessThanOrEqual((performance.now() - began) / 100 + 2)
  await Promise.all(tabs.map(closeSocket))
  await expect.poll(() => server.log.filter((line) => line.includes('"msg":"socket"')).length).toBe(20)
  // The tab of another session shows that several check intervals have passed.
  const tab = await openSocket(other, PATH)
  await expect.poll(() => otherLooks).toBeGreaterThanOrEqual(3)
  const after = looks
  await expect.poll(() => otherLooks).toBeGreaterThanOrEqual(8)
  expect(looks).toBe(after)
  await closeSocket(tab)
})

test('stays open without false reports while the storage is busy, broken or down, and resumes afterwards', async () => {
  let mode: 'well' | 'busy' | 'garbage' | 'cut' = 'well'
  let policy: unknown = { Version: '', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }
  let looks = 0
  const storage = await scriptedStorage((request, response) => {
    looks += 1
    if (request.method === 'POST') response.end(stsKeys())
    else if (mode === 'well') response.end(accountDocument(policy))
    else if (mode === 'busy') response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    else if (mode === 'garbage') response.end('<html>')
    else if (mode === 'cut') request.socket.destroy()
  })
  const server = await consoleAt(storage.url, { accountPollMs: 50 })
  const tab = await openSocket(await signedIn(server.url, { accessKey: 'alice', secretKey: 'alice-secret' }), PATH)
  await tab.until('session')
  for (const outage of ['busy', 'garbage', 'cut'] as const) {
    mode = outage
    looks = 0
    await expect.poll(() => looks).toBeGreaterThan(2)
  }
  expect(tab.messages.length).toBe(1)
  expect(tab.socket.readyState).toBe(tab.socket.OPEN)
  mode = 'well'
  policy = { Version: '', Statement: null }
  expect(await tab.until('lost')).toMatchObject({ code: 'NoPolicy' })
})
