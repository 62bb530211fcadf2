import { statfsSync } from 'node:fs'
import { accountsOf, allow, waitUntil } from '@cooperage/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { startOwnServer } from '../own-server.ts'
import { differs } from '../target.ts'

const server = await startOwnServer()
afterAll(() => server.stop())

const json = (text: string) => JSON.parse(text)
const service = (query: Record<string, string>) => server.admin('service', { method: 'POST', query })

describe('service', () => {
  test.each(['restart', 'stop'])('reports what a %s would do in a dry run', async (action) => {
    const response = await service({ action, type: '2', 'dry-run': 'true' })
    expect([response.status, json(response.text)]).toEqual([
      200,
      { action, dryRun: true, results: [{ host: new URL(server.url).host }] },
    ])
  })

  test('responds with nothing to the older form of a restart', async () => {
    await server.restart(async () => {
      const response = await service({ action: 'restart' })
      expect([response.status, response.text]).toEqual([200, ''])
    })
  })

  test('rejects unknown actions', async () => {
    const response = await service({ action: 'ghost' })
    expect(response.refusal).toBe(
      '400 MalformedPOSTRequest: The body of your POST request is not well-formed multipart/form-data.',
    )
    expect((await server.admin('service', { method: 'POST' })).outcome).toBe('426 XMinioAdminVersionMismatch')
  })

  test('requires a permission', async () => {
    const response = await server.admin('service', {
      method: 'POST',
      query: { action: 'restart' },
      credentials: undefined,
    })
    expect(response.outcome).toBe('403 AccessDenied')
  })

  test('restarts without losing data', async () => {
    const bucket = await server.bucket()
    await server.request({ method: 'PUT', bucket, key: 'k', body: 'kept' })
    const { deploymentID } = json((await server.admin('info')).text)
    await server.restart()
    expect((await server.request({ method: 'GET', bucket, key: 'k' })).text).toBe('kept')
    const info = json((await server.admin('info')).text)
    expect(info.deploymentID).toBe(deploymentID)
    // MinIO omits an uptime below one second.
    expect(info.servers[0].uptime ?? 0).toBeLessThan(20)
  })
})

describe('service freeze', () => {
  const freeze = (action: 'freeze' | 'unfreeze') => service({ action, type: '2', 'dry-run': 'false' })

  test('blocks only S3 requests until as many unfreezes', async () => {
    const bucket = await server.bucket()
    const response = await freeze('freeze')
    expect([response.status, json(response.text)]).toMatchObject([200, { action: 'freeze', dryRun: false }])
    await freeze('freeze')
    let isThawed = false
    const held = server.request({ method: 'HEAD', bucket }).then(({ status }) => [status, isThawed])
    // The admin API still responds.
    for (let calls = 0; calls < 5; calls++) expect((await server.admin('storageinfo')).status).toBe(200)
    expect((await freeze('unfreeze')).status).toBe(200)
    for (let calls = 0; calls < 5; calls++) expect((await server.admin('storageinfo')).status).toBe(200)
    isThawed = true
    expect((await freeze('unfreeze')).status).toBe(200)
    expect(await held).toEqual([200, true])
    expect((await server.request({ method: 'HEAD', bucket })).status).toBe(200)
  })

  test('ignores an extra unfreeze', async () => {
    const bucket = await server.bucket()
    expect((await freeze('unfreeze')).status).toBe(200)
    await freeze('freeze')
    expect((await freeze('unfreeze')).status).toBe(200)
    expect((await server.request({ method: 'HEAD', bucket })).status).toBe(200)
  })

  test('ends with a restart', async () => {
    const bucket = await server.bucket()
    // A closed connection is not a response.
    const head = () => server.request({ method: 'HEAD', bucket }).catch(() => ({ status: 503 }))
    await freeze('freeze')
    // MinIO responds to a freeze before it freezes, so the first requests may get through.
    let asked = 0
    const untilHeld = async () => {
      for (;;) {
        asked += 1
        const { status } = await head()
        if (status !== 200) return status
      }
    }
    const held = untilHeld()
    await waitUntil('a request is held', async () => {
      const before = asked
      await server.admin('storageinfo')
      return asked === before
    })
    await server.restart()
    expect(await held).toBe(503)
    expect((await server.request({ method: 'HEAD', bucket })).status).toBe(200)
  })

  test('requires admin:ServiceFreeze', async () => {
    const accounts = accountsOf(server)
    const restarter = await accounts.allowed(allow(['admin:ServiceRestart']))
    for (const action of ['freeze', 'unfreeze']) {
      const query = { action, type: '2' }
      const response = await server.admin('service', { method: 'POST', query, credentials: restarter })
      expect(response.outcome).toBe('403 AccessDenied')
    }
  })
})

describe('Calls that one drive does not support are unknown calls', () => {
  test.each([
    ['POST', 'heal/'],
    ['POST', 'background-heal/status'],
    ['GET', 'pools/list'],
    ['GET', 'pools/status'],
    ['POST', 'pools/decommission'],
    ['POST', 'pools/cancel'],
    ['POST', 'rebalance/start'],
    ['GET', 'rebalance/status'],
    ['POST', 'rebalance/stop'],
    ['GET', 'top/locks'],
    ['POST', 'force-unlock'],
    ['POST', 'profiling/start'],
  ])('%s %s', async (method, call) => {
    const response = await server.admin(call, { method })
    expect(response.refusal).toBe(
      "426 XMinioAdminVersionMismatch: This 'admin' API is not supported by server in 'mode-server-xl-single'",
    )
  })

  test('as are calls that the engine does not support', async () => {
    expect((await server.admin('inspect-data')).outcome).toBe(
      differs(
        {
          engine: '426 XMinioAdminVersionMismatch',
          minio: '400 InvalidBucketName',
        },
        'raw files of the store are useless without its index',
      ),
    )
  })
})

describe('The storage is reported as a single drive', () => {
  const BACKEND = {
    Type: 2,
    GatewayOnline: false,
    OnlineDisks: null,
    OfflineDisks: null,
    StandardSCData: [1],
    StandardSCParities: null,
    RRSCData: [1],
    RRSCParities: null,
    TotalSets: [1],
    DrivesPerSet: [1],
    StandardSCParity: 0,
    RRSCParity: 0,
  }

  test('by storageinfo', async () => {
    const response = await server.admin('storageinfo')
    expect([response.status, json(response.text)]).toMatchObject([
      200,
      {
        Disks: [
          {
            state: 'ok',
            path: expect.stringContaining('/'),
            totalspace: expect.any(Number),
            availspace: expect.any(Number),
            used_inodes: expect.any(Number),
            free_inodes: expect.any(Number),
            local: true,
            pool_index: 0,
            set_index: 0,
            disk_index: 0,
          },
        ],
        Backend: BACKEND,
      },
    ])
    const [drive] = json(response.text).Disks
    // Without what the system reserves. Other programs write to the disk at the same time.
    const { blocks, bfree, bavail, bsize } = statfsSync(drive.path)
    expect(drive.totalspace / ((blocks - (bfree - bavail)) * bsize)).toBeCloseTo(1, 2)
    expect(drive.usedspace + drive.availspace).toBe(drive.totalspace)
  })

  test('by accountinfo', async () => {
    expect(json((await server.admin('accountinfo')).text).Server).toEqual(BACKEND)
  })

  test('by info', async () => {
    const info = json((await server.admin('info')).text)
    expect(info.backend).toEqual({
      backendType: 'Erasure',
      onlineDisks: 1,
      offlineDisks: 0,
      standardSCParity: 0,
      rrSCParity: 0,
      totalSets: [1],
      totalDrivesPerSet: [1],
    })
    expect(info.pools).toMatchObject({ 0: { 0: { id: 0, rawCapacity: expect.any(Number), healDisks: 0 } } })
  })
})

test('health reports that no other server can take over', async () => {
  const response = await server.request({
    method: 'GET',
    path: '/minio/health/cluster',
    query: { maintenance: 'true' },
    credentials: undefined,
  })
  expect(response.status).toBe(412)
})
