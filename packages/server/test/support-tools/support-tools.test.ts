/** Support tools on a server of one node, and what no real server can be brought to answer. */
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { aliceWithAnswers, Refusal } from '../scripted-storage.ts'

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
