/** Pools of a real MinIO with two of them: who may see and move what, and how the server's refusals read. */
import type { listPools, PoolDrives, RouteResponse } from '@cooperage/contract'
import { accountsOf, allow, send } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole({}, { minio: { pools: 2, drives: 4 } })

type Pools = RouteResponse<typeof listPools>['items']
const poolsSeenBy = async (user: Awaited<ReturnType<typeof given.user>>) =>
  ((await user.get('/api/v1/admin/pools')).json as { items: Pools }).items

test('lists both pools and their drives', async () => {
  const user = await given.user()
  const session = (await user.get('/api/v1/session')).json as { pages: string[]; features: string[] }
  expect(session).toMatchObject({
    features: expect.arrayContaining(['heal']),
    pages: expect.arrayContaining(['/pools']),
  })
  const none = { state: 'none', startedAt: '', startBytes: 0, moved: 0, movedBytes: 0, failed: 0, failedBytes: 0 }
  expect(await poolsSeenBy(user)).toEqual(
    [0, 1].map((id) => ({
      id,
      cmdline: expect.stringMatching(/drive\{1\.\.\.4\}$/),
      totalBytes: expect.any(Number),
      freeBytes: expect.any(Number),
      decommission: none,
    })),
  )
  const { parity, nodes, items } = (await user.get('/api/v1/admin/pools/drives')).json as PoolDrives
  expect([parity, nodes.map(({ state }) => state)]).toEqual([2, ['online']])
  expect(items.map(({ state, pool, set }) => `${state} ${pool} ${set}`)).toEqual([
    ...Array(4).fill('ok 0 0'),
    ...Array(4).fill('ok 1 0'),
  ])
})

test('an account with one of the permissions sees and changes only that', async () => {
  const accounts = accountsOf(given.storage)
  const calls = [
    ['GET', '/api/v1/admin/pools', undefined],
    ['GET', '/api/v1/admin/pools/drives', undefined],
    ['POST', '/api/v1/admin/pools/decommission', { pool: '/elsewhere/{1...4}' }],
    ['POST', '/api/v1/admin/pools/cancel', { pool: '/elsewhere/{1...4}' }],
    ['GET', '/api/v1/admin/rebalance', undefined],
  ] as const
  const seen: Record<string, number[]> = {}
  for (const action of ['admin:ServerInfo', 'admin:Decommission', 'admin:Rebalance']) {
    const user = given.stranger()
    await user.signIn(await accounts.allowed(allow([action])))
    const { pages } = (await user.get('/api/v1/session')).json as { pages: string[] }
    expect(pages).toContain('/pools')
    seen[action] = []
    for (const [method, path, json] of calls) {
      const reply = await user.call(method, path, json && { json })
      seen[action].push(reply.status)
      if (reply.status === 403) expect(reply.json).toMatchObject({ message: expect.stringContaining('on this server') })
    }
  }
  expect(seen).toEqual({
    'admin:ServerInfo': [200, 200, 403, 403, 403],
    'admin:Decommission': [200, 403, 404, 404, 403],
    'admin:Rebalance': [403, 403, 403, 403, 200],
  })
})

test('a pool is decommissioned, and everything that collides with that is refused in the console’s words', async () => {
  const { url, root } = given.storage
  const put = (path: string, body = '') => send({ url, credentials: root, method: 'PUT', path, body })
  await put('/photos')
  for (let index = 0; index < 60; index++) await put(`/photos/${index}`, 'x'.repeat(50_000))
  const user = await given.user()
  const [first, second] = await poolsSeenBy(user)
  const move = (call: string, pool = '') => user.call('POST', `/api/v1/admin/pools/${call}`, { json: { pool } })
  expect((await move('cancel', second?.cmdline)).json).toMatchObject({ code: 'NoDecommission' })
  expect((await move('decommission', '/elsewhere/{1...4}')).json).toMatchObject({ code: 'NoSuchPool' })
  expect((await move('decommission', second?.cmdline)).status).toBe(204)
  expect((await move('decommission', first?.cmdline)).json).toMatchObject({ code: 'DecommissionRunning' })
  expect((await user.call('POST', '/api/v1/admin/rebalance')).json).toMatchObject({ code: 'DecommissionRunning' })
  await expect.poll(async () => (await poolsSeenBy(user))[1]?.decommission.state).toBe('complete')
  const [kept, left] = await poolsSeenBy(user)
  expect(kept?.decommission.state).toBe('none')
  expect(left?.decommission).toMatchObject({ failed: 0, failedBytes: 0, startedAt: expect.stringMatching(/^20/) })
  expect(left?.decommission.moved).toBeGreaterThan(0)
  expect(left?.decommission.startBytes).toBeGreaterThan(0)
})
