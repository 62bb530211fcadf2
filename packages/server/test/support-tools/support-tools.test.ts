/** Support tools on a server of one node, and what no real server can be brought to answer. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ObservedCalls } from '@cooperage/contract'
import { accountsOf, allow, send, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { accountDocument, aliceAt, aliceWithAnswers, Refusal, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { closeSocket, type OpenSocket, openSocket } from '../socket-visitor.ts'

const given = withConsole()

const LOCKS = '/api/v1/admin/locks'
const UNLOCK = `${LOCKS}/force-unlock`

test('locks need several nodes, and the page is there nevertheless', async () => {
  const user = await given.user()
  expect((await user.get('/api/v1/session')).json).toMatchObject({ pages: expect.arrayContaining(['/support-tools']) })
  const replies = [await user.get(LOCKS), await user.call('POST', UNLOCK, { json: { resource: 'photos/a' } })]
  for (const { status, json } of replies) {
    expect(status).toBe(501)
    expect(json).toMatchObject({
      code: 'NotInThisSetup',
      message: 'The storage server doesn’t support locks of a cluster, which need several nodes.',
    })
  }
})

test('locks are listed with what is odd about them, and those that too few nodes hold are stale', async () => {
  const lock = { id: '1', resource: 'photos/a', type: 'WRITE', owner: 'a:9000', source: '[x.go:1]', quorum: 2 }
  const user = await aliceWithAnswers({
    'GET top/locks': [
      { ...lock, time: '2026-11-30T14:17:37.342265776Z', elapsed: 61e9, serverlist: ['a:9000', 'b:9000'] },
      { ...lock, type: 'READ', time: 'soon', elapsed: -5, serverlist: ['a:9000'] },
      null,
      { resource: 7, serverlist: 'x' },
    ],
  })
  const held = { id: '1', resource: 'photos/a', owner: 'a:9000', source: '[x.go:1]', quorum: 2 }
  const nothing = { id: '', resource: '', owner: '', source: '', quorum: 0, held: 0, since: '', seconds: 0 }
  expect((await user.get(LOCKS)).json).toEqual({
    isCut: false,
    items: [
      { ...held, type: 'write', since: '2026-11-30T14:17:37.342Z', seconds: 61, held: 2, isStale: false },
      { ...held, type: 'read', since: '', seconds: 0, held: 1, isStale: true },
      { ...nothing, type: 'read', isStale: false },
      { ...nothing, type: 'read', isStale: false },
    ],
  })
})

test('no lock, more locks than are listed, and an answer without an end', async () => {
  const none = await aliceWithAnswers({ 'GET top/locks': 'null' })
  expect((await none.get(LOCKS)).json).toEqual({ items: [], isCut: false })
  const many = await aliceWithAnswers({ 'GET top/locks': Array(1_500).fill({ resource: 'photos/a' }) })
  expect((await many.get(LOCKS)).json).toMatchObject({ items: { length: 1_000 }, isCut: true })
  for (const answer of ['x'.repeat(9 * 1024 * 1024), 'not a list']) {
    const user = await aliceWithAnswers({ 'GET top/locks': answer })
    expect(await user.get(LOCKS)).toMatchObject({ status: 502, json: { code: 'StorageUnreadable' } })
  }
})

test('each permission that is lacking is named', async () => {
  const denied = new Refusal(403, 'AccessDenied')
  const user = await aliceWithAnswers({ 'GET top/locks': denied, 'POST force-unlock': denied })
  expect((await user.get(LOCKS)).json).toMatchObject({
    message: 'You don’t have permission to list locks (admin:TopLocksInfo on this server).',
  })
  const unlocked = await user.call('POST', UNLOCK, { json: { resource: 'photos/a' } })
  expect(unlocked.json).toMatchObject({
    message: 'You don’t have permission to release locks (admin:ForceUnlock on this server).',
  })
})

test.each([{}, { resource: '' }, { resource: 'a,b' }, { resource: 'x'.repeat(4097) }, { resource: 'a', more: 1 }])(
  'doesn’t release %j',
  async (json) => {
    const user = await given.user()
    expect((await user.call('POST', UNLOCK, { json })).status).toBe(400)
  },
)

const CALLS = '/ws/api-calls'
const last = ({ messages }: OpenSocket) => messages.at(-1) as ObservedCalls

test('calls are counted by operation for as long as is asked', async () => {
  const user = await given.user()
  const { url, root: credentials } = given.storage
  const bucket = uniqueName('calls')
  const view = await openSocket(user, `${CALLS}?seconds=4`)
  const isOver = view.closed.then(() => true)
  const counted = (api: string) => last(view)?.calls.find((one) => one.api === api)
  // A trace starts with a delay.
  for (let over = false; !over && counted('GetObject') === undefined; ) {
    await send({ url, credentials, method: 'GET', path: `/${bucket}/missing` })
    over = await Promise.race([isOver, delay(100, false)])
  }
  expect(await view.closed).toEqual({ code: 1000, reason: '' })
  expect(last(view)).toMatchObject({ isEnded: true, isCut: false, seconds: expect.any(Number) })
  expect(last(view).seconds).toBeGreaterThanOrEqual(4)
  const found = counted('GetObject')
  expect(found).toMatchObject({ serverErrors: 0 })
  expect(found?.clientErrors).toBe(found?.calls)
  expect(found?.totalMs).toBeGreaterThan(0)
}, 30_000)

test('counting needs the permission to trace, and sane seconds', async () => {
  const account = await accountsOf(given.storage).allowed(allow(['admin:TopLocksInfo']))
  const denied = await openSocket(await given.signedIn(account), CALLS)
  expect(await denied.closed).toEqual({ code: 1011, reason: 'AccessDenied' })
  const user = await given.user()
  for (const query of ['seconds=0', 'seconds=61', 'seconds=x', 'more=1']) {
    await expect(openSocket(user, `${CALLS}?${query}`)).rejects.toThrow('refused with 400')
  }
})

test('a trace of damaged and endless lines is counted as far as it can be, and ends with its view', async () => {
  let ended = 0
  const storage = await scriptedStorage(({ method, url = '' }, response) => {
    if (method === 'POST') return response.end(stsKeys())
    if (!url.includes('/trace?'))
      return response.end(accountDocument({ Version: '2012-10-17', Statement: [allow(['admin:*'])] }))
    response.on('close', () => ended++)
    const call = { funcname: 's3.GetObject', dur: 2e6, http: { response: { statuscode: 503 } } }
    response.write(
      `${JSON.stringify(call)}\n{"funcname":\n${JSON.stringify({ funcname: 7 })}\n \n${'x'.repeat(3_000_000)}`,
    )
  })
  const user = await aliceAt(storage)
  const view = await openSocket(user, `${CALLS}?seconds=60`)
  await expect.poll(() => view.messages.length, { timeout: 15_000 }).toBeGreaterThan(0)
  expect(last(view)).toMatchObject({
    total: 1,
    isEnded: false,
    calls: [{ api: 'GetObject', calls: 1, serverErrors: 1, totalMs: 2, longestMs: 2 }],
  })
  await closeSocket(view)
  await expect.poll(() => ended, { timeout: 15_000 }).toBe(1)
})
