/** A rebalance of a real MinIO whose pools are on file systems of their own, one of them fuller than the other. */
import type { Rebalance } from '@cooperage/contract'
import { SmallDisk, type StorageServer, send, startMinio } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { consoleAt } from '../running-console.ts'
import { visitor } from '../visitor.ts'

const MIB = 1024 * 1024
const OBJECTS = 60
const SIZE = MIB

test('objects move from the fuller pool to the emptier one, with what was moved and the end, and another rebalance is stopped', async () => {
  const full = await SmallDisk.mountUnlessForbidden(300)
  if (full === undefined) return
  onTestFinished(() => full.unmount())
  const empty = await SmallDisk.mount(300)
  onTestFinished(() => empty.unmount())
  // A pool that is added to a filled one: with both from the start, MinIO would spread the objects.
  const filled = await startMinio({ pools: [full.path], drives: 4 })
  try {
    await put(filled, '/photos')
    for (let index = 0; index < OBJECTS; index++) await put(filled, `/photos/${index}`, Buffer.alloc(SIZE, index))
  } finally {
    await filled.stop()
  }
  const storage = await startMinio({ pools: [full.path, empty.path], drives: 4 })
  onTestFinished(() => storage.stop())
  const server = await consoleAt(storage.url)
  const user = visitor(server.url)
  await user.signIn(storage.root)

  const status = async () => (await user.get('/api/v1/admin/rebalance')).json as Rebalance
  expect(await status()).toEqual({ state: 'none', stoppedAt: '', pools: [] })
  const before = full.freeBytes
  expect((await user.call('POST', '/api/v1/admin/rebalance')).status).toBe(204)
  const { pools } = await status()
  expect(pools.map(({ id, state }) => [id, state])).toEqual([
    [0, expect.stringMatching(/^(running|complete)$/)],
    [1, 'idle'],
  ])
  await expect.poll(async () => (await status()).state).toBe('complete')
  const [moved] = (await status()).pools
  expect(moved).toMatchObject({ state: 'complete', leftSeconds: null })
  expect(moved?.objects).toBeGreaterThan(0)
  expect(moved?.bytes).toBeGreaterThan(SIZE)
  expect(full.freeBytes).toBeGreaterThan(before)

  expect((await user.call('POST', '/api/v1/admin/rebalance')).status).toBe(204)
  expect((await user.call('DELETE', '/api/v1/admin/rebalance')).status).toBe(204)
  expect(await status()).toMatchObject({ state: 'stopped', stoppedAt: expect.stringMatching(/^20/) })
})

async function put({ url, root }: StorageServer, path: string, body: string | Uint8Array = ''): Promise<void> {
  const { status, text } = await send({ url, credentials: root, method: 'PUT', path, body })
  expect([status, text]).toEqual([200, ''])
}
