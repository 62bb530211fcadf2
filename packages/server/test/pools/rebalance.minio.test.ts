/** A rebalance of a real MinIO whose pools are on file systems of their own, one of them fuller than the other. */
import type { listPools, Rebalance, RouteResponse } from '@cooperage/contract'
import { SmallDisk, send, startMinio } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { startConsole } from '../running-console.ts'
import { visitor } from '../visitor.ts'

const MIB = 1024 * 1024
const OBJECTS = 60
const SIZE = MIB

test('objects move from the fuller pool to the emptier one, with what was moved and the end', async () => {
  const full = await SmallDisk.mountUnlessForbidden(300)
  if (full === undefined) return
  onTestFinished(() => full.unmount())
  const empty = await SmallDisk.mount(300)
  onTestFinished(() => empty.unmount())
  const storage = await startMinio({ pools: [full.path, empty.path], drives: 4 })
  onTestFinished(() => storage.stop())
  const server = await startConsole(storage.url)
  onTestFinished(() => server.stop())
  const { url, root } = storage
  const put = (path: string, body: string | Uint8Array = '') =>
    send({ url, credentials: root, method: 'PUT', path, body })

  // Objects go to the pool with more free space, so the other one is filled for a while.
  empty.fill(10 * MIB)
  await put('/photos')
  for (let index = 0; index < OBJECTS; index++) {
    expect((await put(`/photos/${index}`, Buffer.alloc(SIZE, index))).status).toBe(200)
  }
  empty.free()
  const user = visitor(server.url)
  await user.signIn(root)
  const isFreeSeen = async () => {
    const { items } = (await user.get('/api/v1/admin/pools')).json as RouteResponse<typeof listPools>
    return (items[1]?.freeBytes ?? 0) > (items[0]?.freeBytes ?? 0)
  }
  await expect.poll(isFreeSeen).toBe(true)

  const before = full.freeBytes
  expect((await user.call('POST', '/api/v1/admin/rebalance')).status).toBe(204)
  const status = async () => (await user.get('/api/v1/admin/rebalance')).json as Rebalance
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
})
