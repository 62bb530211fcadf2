/** State and usage of the storage server (spec core-console 2 and 7, dashboard), on the engine and on MinIO. */
import { permissionError, type ServerInfo, type Usage } from '@cooperage/contract'
import { accountsOf, allow, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole()

test('returns counts, servers, drives and capacity', async () => {
  const admin = await given.user()
  await admin.call('POST', '/api/v1/buckets', { json: { name: uniqueName('bucket') } })
  const { status, json } = await admin.get('/api/v1/admin/info')
  const info = json as ServerInfo
  expect(status).toBe(200)
  expect(info).toMatchObject({
    buckets: expect.any(Number),
    usage: expect.any(Number),
    objects: expect.any(Number),
    mode: 'online',
  })
  expect(info.buckets, 'the new bucket is counted immediately').toBeGreaterThan(0)
  const [server] = info.servers
  expect(server).toMatchObject({ state: 'online', endpoint: expect.stringContaining(':') })
  const drives = info.servers.flatMap((one) => one.drives)
  expect(drives).toHaveLength(1)
  for (const drive of drives) expect(drive).toMatchObject({ state: 'ok', isHealing: false })
  const raw = drives.reduce((sum, { totalBytes }) => sum + totalBytes, 0)
  expect(info.usable.totalBytes / raw).toBeCloseTo((drives.length - info.parity) / drives.length)
  expect(info.usable.freeBytes).toBeLessThan(info.usable.totalBytes)
})

test('returns the largest buckets', async () => {
  const admin = await given.user()
  const usage = (await admin.get('/api/v1/admin/usage')).json as Usage
  expect(usage.others).toEqual({ buckets: expect.any(Number), size: expect.any(Number), objects: expect.any(Number) })
  expect(usage.buckets).toEqual(usage.buckets.toSorted((a, b) => b.size - a.size))
})

test('names the permission that is missing, and counts buckets without one to list them', async () => {
  const accounts = accountsOf(given.storage)
  const reader = given.stranger()
  await reader.signIn(await accounts.allowed(allow(['admin:ServerInfo'])))
  expect((await reader.get('/api/v1/admin/info')).status).toBe(200)
  const denied = await reader.get('/api/v1/admin/usage')
  expect([denied.status, denied.json]).toEqual([
    403,
    expect.objectContaining({ message: permissionError('admin:DataUsageInfo') }),
  ])
})
