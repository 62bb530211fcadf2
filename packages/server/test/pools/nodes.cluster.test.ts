/** What the console says of a real MinIO of two nodes, of which one is gone or has another version, and of full drives. */
import type { BackgroundHeal, PoolDrives, SpeedMessage } from '@cooperage/contract'
import { SmallDisk, send, startMinio, startMinioCluster } from '@cooperage/testkit'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { consoleAt, startConsole } from '../running-console.ts'
import { openSocket } from '../socket-visitor.ts'
import { signedIn } from '../visitor.ts'

const cluster = await startMinioCluster()
const server = await startConsole(cluster.storage.url)
const user = await signedIn(server.url, cluster.storage.root)
afterAll(async () => {
  await server.stop()
  await cluster.storage.stop()
})

const ours = new URL(cluster.storage.url).host
const drives = async () => (await user.get('/api/v1/admin/pools/drives')).json as PoolDrives

test('the network between nodes is tested, with what each sent and received', async () => {
  const view = await openSocket(user, '/ws/speed-test?kind=network&seconds=10')
  expect(await view.closed).toEqual({ code: 1000, reason: '' })
  const { run } = view.messages.at(-1) as SpeedMessage
  expect(run?.measured.places).toHaveLength(2)
  for (const { write, read, error } of run?.measured.places ?? []) {
    expect(error).toBe('')
    expect(write).toBeGreaterThan(0)
    expect(read).toBeGreaterThan(0)
  }
})

test('a node that is gone is named by every page, in time, and what it can’t do is an error', async () => {
  const all = await drives()
  expect(all.nodes.map(({ state }) => state)).toEqual(['online', 'online'])
  await cluster.stopOther()
  const { nodes, items } = await drives()
  const gone = nodes.find(({ endpoint }) => endpoint !== ours)
  expect(gone).toMatchObject({ state: 'offline', version: '' })
  expect(items.map(({ node, state }) => [node === ours, state]).sort()).toEqual([
    [false, 'offline'],
    [false, 'offline'],
    [true, 'ok'],
    [true, 'ok'],
  ])
  expect((await user.get('/api/v1/admin/heal')).json as BackgroundHeal).toMatchObject({
    itemsScanned: null,
    offlineNodes: [gone?.endpoint],
    failedDrives: [{ state: 'offline' }, { state: 'offline' }],
  })
  for (const path of ['session', 'buckets', 'admin/pools', 'admin/info', 'admin/rebalance', 'admin/locks']) {
    const began = performance.now()
    expect([path, (await user.get(`/api/v1/${path}`)).status]).toEqual([path, 200])
    expect(performance.now() - began).toBeLessThan(15_000)
  }
  const created = await user.call('POST', '/api/v1/buckets', { json: { name: 'photos' } })
  expect(created.status).toBeGreaterThanOrEqual(500)
})

test('nodes of two versions are said to have them', async () => {
  cluster.startOtherVersion()
  await expect.poll(async () => (await drives()).nodes.map(({ state }) => state)).toEqual(['online', 'online'])
  const { nodes } = await drives()
  expect(nodes.find(({ endpoint }) => endpoint !== ours)?.version).toBe('2025-01-01T00:00:00Z')
  expect(nodes.find(({ endpoint }) => endpoint === ours)?.version).not.toBe('2025-01-01T00:00:00Z')
})

test('drives that another writer has filled have no space left, and an upload says so', async () => {
  const disk = await SmallDisk.mountUnlessForbidden(200)
  if (disk === undefined) return
  onTestFinished(() => disk.unmount())
  const storage = await startMinio({ pools: [disk.path], drives: 4 })
  onTestFinished(() => storage.stop())
  const other = await consoleAt(storage.url)
  const visitor = await signedIn(other.url, storage.root)
  expect((await visitor.call('POST', '/api/v1/buckets', { json: { name: 'photos' } })).status).toBe(201)
  disk.fill(1024 * 1024)
  const { items } = (await visitor.get('/api/v1/admin/pools/drives')).json as PoolDrives
  for (const { totalBytes, freeBytes } of items) expect(freeBytes / totalBytes).toBeLessThan(0.05)
  const form = [{ name: 'file', fileName: 'a.bin', content: 'x'.repeat(2_000_000) }]
  const refused = await visitor.call('POST', '/api/v1/buckets/photos/objects/upload', { form })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(refused.json).toMatchObject({ message: expect.stringMatching(/full|space/i) })
  disk.free()
  await expect
    .poll(
      async () =>
        (await send({ url: storage.url, credentials: storage.root, method: 'PUT', path: '/photos/a', body: 'x' }))
          .status,
    )
    .toBe(200)
})
