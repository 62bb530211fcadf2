/** A real MinIO with 20,000 objects, which gets a second pool: how they are moved between both, and what stops that. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool, Rebalance } from '@cooperage/contract'
import { SmallDisk, type StorageServer, send, startMinio } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { consoleAt } from '../running-console.ts'
import { signedIn } from '../visitor.ts'

const OBJECTS = 20_000
const DISK_MB = 2_000
/** Too large to be kept with its metadata. */
const LARGE = 512 * 1024
const LARGE_OBJECTS = 40
const DAMAGED = 3

test('20,000 objects are evened out and moved away, both are stopped, and what can’t be moved is counted', async () => {
  const full = await SmallDisk.mountUnlessForbidden(DISK_MB)
  if (full === undefined) return
  onTestFinished(() => full.unmount())
  const empty = await SmallDisk.mount(DISK_MB)
  onTestFinished(() => empty.unmount())
  // A pool that is added to a filled one: with both from the start, MinIO would spread the objects.
  const filled = await startMinio({ pools: [full.path], drives: 4 })
  try {
    await fill(filled)
  } finally {
    await filled.stop()
  }
  const storage = await startMinio({ pools: [full.path, empty.path], drives: 4 })
  onTestFinished(() => storage.stop())
  const server = await consoleAt(storage.url)
  const user = await signedIn(server.url, storage.root)

  const rebalance = async () => (await user.get('/api/v1/admin/rebalance')).json as Rebalance
  const start = async () => (await user.call('POST', '/api/v1/admin/rebalance')).status
  const pools = async () => ((await user.get('/api/v1/admin/pools')).json as { items: Pool[] }).items
  const movedFrom = async (pool: number) => (await pools())[pool]?.decommission
  const change = (call: string, pool = '') => user.call('POST', `/api/v1/admin/pools/${call}`, { json: { pool } })

  // Rebalance: its progress, and stopped halfway; rebalance.cluster.test.ts has its end.
  expect(await rebalance()).toEqual({ state: 'none', stoppedAt: '', pools: [] })
  expect(await start()).toBe(204)
  await expect.poll(async () => (await rebalance()).pools[0]?.objects, POLL).toBeGreaterThan(0)
  const running = await rebalance()
  expect([running.state, running.pools.map(({ state }) => state)]).toEqual(['running', ['running', 'idle']])
  expect((await user.call('POST', '/api/v1/admin/rebalance')).json).toMatchObject({ code: 'RebalanceRunning' })
  const [first] = await pools()
  expect((await change('decommission', first?.cmdline)).json).toMatchObject({ code: 'RebalanceRunning' })
  expect((await user.call('DELETE', '/api/v1/admin/rebalance')).status).toBe(204)
  await expect.poll(rebalance, POLL).toMatchObject({ state: 'stopped', stoppedAt: expect.stringMatching(/^20/) })
  expect((await rebalance()).pools[0]?.objects).toBeLessThan(OBJECTS / 2)

  // Decommission: its progress, canceled halfway, and to its end with what can't be read.
  for (let index = 0; index < LARGE_OBJECTS; index++) {
    await put(storage, `/photos/large-${index}`, Buffer.alloc(LARGE, 'x'))
  }
  expect((await change('decommission', first?.cmdline)).status).toBe(204)
  await expect.poll(async () => (await movedFrom(0))?.moved, POLL).toBeGreaterThan(0)
  expect(await movedFrom(0)).toMatchObject({ state: 'running', startedAt: expect.stringMatching(/^20/) })
  expect((await change('cancel', first?.cmdline)).status).toBe(204)
  const canceled = await movedFrom(0)
  expect(canceled?.state).toBe('canceled')
  expect(namesIn(full.path).length).toBeGreaterThan(LARGE_OBJECTS)

  const damaged = damage(full.path)
  // Servers refuse it until the pool accepts their settings again.
  await expect.poll(async () => (await change('decommission', first?.cmdline)).status, POLL).toBe(204)
  await expect.poll(async () => (await movedFrom(0))?.state, POLL).toBe('failed')
  expect(await movedFrom(0)).toMatchObject({ failed: DAMAGED, failedBytes: DAMAGED * LARGE })
  expect(namesIn(full.path).sort()).toEqual(damaged.sort())
  expect(namesIn(empty.path)).toHaveLength(OBJECTS + LARGE_OBJECTS - DAMAGED)
})

const POLL = { timeout: 240_000, interval: 20 }

/** Objects of one drive. */
function namesIn(pool: string): string[] {
  return readdirSync(join(pool, 'drive1', 'photos'))
}

async function fill(storage: StorageServer): Promise<void> {
  await put(storage, '/photos')
  let next = 0
  const writer = async () => {
    while (next < OBJECTS) await put(storage, `/photos/${next++}`, 'x'.repeat(8 * 1024))
  }
  await Promise.all(Array.from({ length: 16 }, writer))
}

/** Leaves too little of some objects of a pool to read them, whose names it returns. */
function damage(pool: string): string[] {
  // Both pools have as much space, so that each got some.
  const names = namesIn(pool)
    .filter((name) => name.startsWith('large'))
    .slice(0, DAMAGED)
  expect(names).toHaveLength(DAMAGED)
  for (const name of names) {
    for (const drive of [1, 2, 3]) {
      const folder = join(pool, `drive${drive}`, 'photos', name)
      const data = readdirSync(folder).find((entry) => entry !== 'xl.meta') ?? ''
      writeFileSync(join(folder, data, 'part.1'), 'damaged')
    }
  }
  return names
}

async function put({ url, root }: StorageServer, path: string, body: string | Uint8Array = ''): Promise<void> {
  const { status, text } = await send({ url, credentials: root, method: 'PUT', path, body })
  expect([status, text]).toEqual([200, ''])
}
