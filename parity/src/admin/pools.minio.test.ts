/** What the console's page of pools relies on, of a real MinIO with two pools, and with one whose drives are listed. */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { accountsOf, allow, send, startMinio, waitUntil } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'

const server = await startMinio({ pools: 2, drives: 4 })
afterAll(() => server.stop())

const NEVER = '0001-01-01T00:00:00Z'

const request = (method: string, call: string, query: Record<string, string> = {}, as = server.root, on = server) =>
  send({ url: on.url, credentials: as, method, path: `/minio/admin/v3/${call}`, query, region: '' })
const json = async (call: string, query: Record<string, string> = {}) =>
  JSON.parse((await request('GET', call, query)).text)
const commandLines = async () => ((await json('pools/list')) as { cmdline: string }[]).map(({ cmdline }) => cmdline)

test('each pool has its argument of the command line and its space', async () => {
  const [first, second] = (await json('pools/list')) as object[]
  const unused = { startTime: NEVER, startSize: 0, complete: false, failed: false, canceled: false }
  const pool = (id: number) => ({
    id,
    cmdline: expect.stringMatching(new RegExp(`/pool${id + 1}/drive\\{1\\.\\.\\.4\\}$`)),
    decommissionInfo: { ...unused, totalSize: expect.any(Number), currentSize: expect.any(Number) },
  })
  expect(first).toMatchObject(pool(0))
  expect(second).toMatchObject(pool(1))
})

test('drives name their pool and set, and what they did in the last minute', async () => {
  type Drive = { pool_index: number; set_index: number; metrics: { lastMinute?: object } }
  const info = async () =>
    (await json('info', { metrics: 'true' })) as { servers: [{ drives: Drive[] }]; backend: object }
  const { servers, backend } = await info()
  expect(backend).toMatchObject({ standardSCParity: 2, totalSets: [1, 1], totalDrivesPerSet: [4, 4] })
  expect(servers[0].drives.map(({ pool_index: pool }) => pool)).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
  expect(servers[0].drives.every(({ set_index: set }) => set === 0)).toBe(true)
  // Servers collect them for some seconds.
  const action = await waitUntil('a drive has done something', async () => {
    const { drives } = (await info()).servers[0]
    return drives.flatMap(({ metrics }) => Object.values(metrics.lastMinute ?? {}))[0]
  })
  expect(action).toEqual({ count: expect.any(Number), acc_time_ns: expect.any(Number) })
})

test('a decommission and a rebalance are refused by the codes that the console explains', async () => {
  const [, second = ''] = await commandLines()
  expect((await request('GET', 'rebalance/status')).outcome).toBe('404 XMinioAdminRebalanceNotStarted')
  for (const call of ['pools/decommission', 'pools/cancel']) {
    const refused = '400 XMinioAdminInvalidArgument'
    expect([call, (await request('POST', call, { pool: '/elsewhere/{1...4}' })).outcome]).toEqual([call, refused])
  }
  const idle = await request('POST', 'pools/cancel', { pool: second })
  expect(idle.outcome).toBe('500 InternalError')
  expect(idle.text).toContain('decommission is not in progress')
})

test('each call needs its permission', async () => {
  const accounts = accountsOf(server)
  const [viewer, mover, evener] = await Promise.all(
    ['admin:ServerInfo', 'admin:Decommission', 'admin:Rebalance'].map((action) => accounts.allowed(allow([action]))),
  )
  const pool = '/elsewhere/{1...4}'
  for (const [as, method, call, query, isAllowed] of [
    [viewer, 'GET', 'pools/list', {}, true],
    [mover, 'GET', 'pools/list', {}, true],
    [evener, 'GET', 'pools/list', {}, false],
    [mover, 'GET', 'info', { metrics: 'true' }, false],
    [viewer, 'POST', 'pools/decommission', { pool }, false],
    [mover, 'POST', 'pools/decommission', { pool }, true],
    [viewer, 'POST', 'pools/cancel', { pool }, false],
    [viewer, 'GET', 'rebalance/status', {}, false],
    [evener, 'GET', 'rebalance/status', {}, true],
    [mover, 'POST', 'rebalance/start', {}, false],
    [mover, 'POST', 'rebalance/stop', {}, false],
  ] as const) {
    const { status } = await request(method, call, query, as)
    expect([method, call, status !== 403]).toEqual([method, call, isAllowed])
  }
})

test('a rebalance of empty pools moves nothing, and is stopped', async () => {
  const { id } = JSON.parse((await request('POST', 'rebalance/start')).text)
  expect(id).toEqual(expect.any(String))
  const progress = { objects: 0, versions: 0, bytes: 0 }
  // They share a file system: what others write between two looks at its free space decides which one seems fuller.
  const status = expect.stringMatching(/^(None|Started|Completed)$/)
  const pools = [0, 1].map((index) => ({ id: index, status, used: expect.any(Number), progress }))
  expect(await json('rebalance/status')).toMatchObject({ stoppedAt: NEVER, pools })
  expect((await request('POST', 'rebalance/stop')).status).toBe(200)
  expect((await json('rebalance/status')).stoppedAt).not.toBe(NEVER)
})

test('a decommission moves all objects, and the pool gets no new ones', async () => {
  const put = (path: string, body = '') =>
    send({ url: server.url, credentials: server.root, method: 'PUT', path, body })
  await put('/photos')
  for (let index = 0; index < 40; index++) await put(`/photos/${index}`, 'x'.repeat(200))
  const [first = '', second = ''] = await commandLines()
  expect((await request('POST', 'pools/decommission', { pool: second })).status).toBe(200)
  expect((await request('POST', 'pools/decommission', { pool: first })).outcome).toBe(
    '400 XMinioDecommissionNotAllowed',
  )
  expect((await request('POST', 'rebalance/start')).outcome).toBe('400 XMinioRebalanceNotAllowed')
  const info = await waitUntil('the pool is decommissioned', async () => {
    const status = (await json('pools/list'))[1].decommissionInfo
    return status.complete || status.failed ? status : undefined
  })
  expect(info).toMatchObject({ complete: true, failed: false, objectsDecommissionedFailed: 0 })
  expect(info.objectsDecommissioned).toBeGreaterThan(0)
  expect(info.bytesDecommissioned).toBeGreaterThan(0)
  const held = (pool: number) => readdirSync(join(dirname(server.drives?.[pool * 4] ?? ''), 'drive1', 'photos')).length
  expect([held(0), held(1)]).toEqual([40, 0])
  await put('/photos/new', 'x')
  expect([held(0), held(1)]).toEqual([41, 0])
})

test('pools whose drives are listed one by one cannot be managed', async () => {
  const listed = await startMinio({ drives: 4 })
  try {
    for (const [method, call] of [
      ['GET', 'pools/list'],
      ['POST', 'rebalance/start'],
    ] as const) {
      const refused = (await request(method, call, {}, listed.root, listed)).outcome
      expect([call, refused]).toEqual([call, '501 NotImplemented'])
    }
    expect((await request('POST', 'pools/decommission', { pool: 'x' }, listed.root, listed)).status).toBe(501)
  } finally {
    await listed.stop()
  }
})
