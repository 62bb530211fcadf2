/** A server with one drive has no pools. A scripted one answers what no real one can be brought to: odd and missing fields. */
import type { PoolDrives, Rebalance } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { aliceWithAnswers, Refusal } from '../scripted-storage.ts'

const given = await withConsole()

test('the page is there, and each call says that a server with one drive has no pools', async () => {
  const user = await given.user()
  const session = (await user.get('/api/v1/session')).json as { pages: string[]; features: string[] }
  expect(session.pages).toContain('/pools')
  expect(session.features).not.toContain('heal')
  const pools = 'pools: it has a single drive, or its drives aren’t given as a range such as /data{1...4}'
  const moving = 'decommissioning and rebalancing, which need several pools'
  for (const [method, path, json, feature] of [
    ['GET', '/api/v1/admin/pools', undefined, pools],
    ['POST', '/api/v1/admin/pools/decommission', { pool: '/data' }, moving],
    ['POST', '/api/v1/admin/pools/cancel', { pool: '/data' }, moving],
    ['GET', '/api/v1/admin/rebalance', undefined, moving],
    ['POST', '/api/v1/admin/rebalance', undefined, moving],
    ['DELETE', '/api/v1/admin/rebalance', undefined, moving],
  ] as const) {
    const reply = await user.call(method, path, json && { json })
    expect([path, reply.status]).toEqual([path, 501])
    expect(reply.json).toMatchObject({
      code: 'NotInThisSetup',
      message: `The storage server doesn’t support ${feature}.`,
    })
  }
  const drives = (await user.get('/api/v1/admin/pools/drives')).json as PoolDrives
  expect(drives.items).toEqual([expect.objectContaining({ state: 'ok', pool: 0, set: 0 })])
})

test.each([{}, { pool: '' }, { pool: 'x'.repeat(4097) }, { pool: 1 }, { pool: '/data', more: true }])(
  'refuses to decommission %j',
  async (json) => {
    const { status } = await (await given.user()).call('POST', '/api/v1/admin/pools/decommission', { json })
    expect(status).toBe(400)
  },
)

test('pools and drives with odd and missing fields are listed', async () => {
  const user = await aliceWithAnswers({
    'GET pools/list': [{ id: 1 }, null, { cmdline: 7, decommissionInfo: { startTime: 'soon', complete: 'yes' } }, 'x'],
    'GET info': {
      servers: [
        null,
        { endpoint: 'a:9000', state: 'odd', version: '1' },
        {
          endpoint: 'b:9000',
          drives: [
            { endpoint: 'http://b:9000/d1', state: 'on-fire', pool_index: -1 },
            { path: '/d2', pool_index: 'x', set_index: 1.5, metrics: { lastMinute: { ReadXL: null, DiskInfo: 3 } } },
            {
              path: '/d3',
              state: 'ok',
              pool_index: 3,
              set_index: 2,
              metrics: { lastMinute: { W: { count: 4, acc_time_ns: 6e6 } } },
            },
          ],
        },
      ],
    },
  })
  const nothing = { state: 'none', startedAt: '', startBytes: 0, moved: 0, movedBytes: 0, failed: 0, failedBytes: 0 }
  const unknown = { cmdline: '', totalBytes: 0, freeBytes: 0, decommission: nothing }
  expect((await user.get('/api/v1/admin/pools')).json).toEqual({
    items: [0, 0, 0, 1].map((id) => ({ id, ...unknown })),
  })
  const size = { isHealing: false, totalBytes: 0, usedBytes: 0, freeBytes: 0 }
  expect((await user.get('/api/v1/admin/pools/drives')).json).toEqual({
    parity: 0,
    nodes: [
      { endpoint: '', state: '', version: '' },
      { endpoint: 'a:9000', state: 'odd', version: '1' },
      { endpoint: 'b:9000', state: '', version: '' },
    ],
    items: [
      {
        ...size,
        node: 'b:9000',
        path: 'http://b:9000/d1',
        state: 'on-fire',
        pool: -1,
        set: -1,
        latencyMs: null,
        calls: 0,
      },
      { ...size, node: 'b:9000', path: '/d2', state: '', pool: -1, set: -1, latencyMs: null, calls: 0 },
      { ...size, node: 'b:9000', path: '/d3', state: 'ok', pool: 3, set: 2, latencyMs: 1.5, calls: 4 },
    ],
  })
})

test.each([
  { pools: new Refusal(500, 'InternalError') },
  { pools: [{ cmdline: '/data', decommissionInfo: { complete: true } }] },
])('a decommission that was canceled is, whatever the server says of the pool afterwards: %j', async ({ pools }) => {
  let looks = 0
  const look = () => {
    looks++
    return pools
  }
  const user = await aliceWithAnswers({ 'POST pools/cancel': '', 'GET pools/list': look })
  expect((await user.call('POST', '/api/v1/admin/pools/cancel', { json: { pool: '/data' } })).status).toBe(204)
  expect(looks).toBe(1)
})

test('a rebalance with unknown states and impossible times is reported', async () => {
  const progress = { objects: 3, versions: 4, bytes: 5, elapsed: 61e9 }
  const user = await aliceWithAnswers({
    'GET rebalance/status': {
      stoppedAt: '0001-01-01T00:00:00Z',
      pools: [
        { id: 0, status: 'Started', used: 0.5, progress: { ...progress, eta: -9e18 } },
        { id: 1, status: 'constructor', used: 0.1 },
        { id: 2, status: 'None' },
        { id: 3, status: 'Started', progress: { ...progress, eta: 120e9 } },
      ],
    },
  })
  const idle = { used: 0, objects: 0, versions: 0, bytes: 0, elapsedSeconds: 0, leftSeconds: null }
  const moved = { objects: 3, versions: 4, bytes: 5, elapsedSeconds: 61 }
  expect((await user.get('/api/v1/admin/rebalance')).json as Rebalance).toEqual({
    state: 'running',
    stoppedAt: '',
    pools: [
      { id: 0, state: 'running', ...idle, ...moved, used: 0.5 },
      { id: 1, state: 'unknown', ...idle, used: 0.1 },
      { id: 2, state: 'idle', ...idle },
      { id: 3, state: 'running', ...idle, ...moved, leftSeconds: 120 },
    ],
  })
})

test('a rebalance that was stopped, failed or is complete is reported as such', async () => {
  const stateOf = async (stoppedAt: string, ...statuses: string[]) => {
    const user = await aliceWithAnswers({
      'GET rebalance/status': { stoppedAt, pools: statuses.map((status) => ({ status })) },
    })
    return ((await user.get('/api/v1/admin/rebalance')).json as Rebalance).state
  }
  expect(await stateOf('', 'Completed', 'None')).toBe('complete')
  expect(await stateOf('', 'Failed', 'None')).toBe('failed')
  expect(await stateOf('2026-01-01T00:00:00Z', 'Started')).toBe('stopped')
})

test.each<[string, string, Refusal, number, string]>([
  [
    'POST',
    'decommission',
    new Refusal(400, 'XMinioDecommissionNotAllowed', 'decommission is already in progress'),
    409,
    'DecommissionRunning',
  ],
  [
    'POST',
    'decommission',
    new Refusal(400, 'XMinioDecommissionNotAllowed', 'rebalance is already in progress'),
    409,
    'RebalanceRunning',
  ],
  ['POST', 'decommission', new Refusal(400, 'XMinioDecommissionNotAllowed', 'not today'), 409, 'DecommissionRefused'],
  ['POST', 'decommission', new Refusal(409, 'XMinioAdminRebalanceAlreadyStarted'), 409, 'RebalanceRunning'],
  ['POST', 'rebalance', new Refusal(400, 'XMinioRebalanceNotAllowed'), 409, 'DecommissionRunning'],
])('%s %s refused with %j', async (_, call, refusal, status, code) => {
  const user = await aliceWithAnswers({ 'POST pools/decommission': refusal, 'POST rebalance/start': refusal })
  const reply =
    call === 'rebalance'
      ? await user.call('POST', '/api/v1/admin/rebalance')
      : await user.call('POST', '/api/v1/admin/pools/decommission', { json: { pool: '/data{1...4}' } })
  expect(reply.outcome).toBe(`${status} ${code}`)
})
