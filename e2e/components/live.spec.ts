import type { WebSocketRoute } from '@playwright/test'
import { expect, test } from '../src/gallery.ts'

test('a live view runs, counts dropped messages, reconnects, ends, fails and is stopped', async ({ page, open }) => {
  // The gallery has no server: the component gets each kind of message and each way to end.
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket('**/ws/session', (socket) => void sockets.push(socket))
  const newest = async (count: number) => {
    await expect.poll(() => sockets.length).toBe(count)
    return sockets[count - 1] as WebSocketRoute
  }
  await page.clock.install()
  await open('live')
  const state = page.locator('output')
  const start = page.getByRole('button', { name: 'Start' })
  await expect(state).toHaveText('idle, not connected, 0 received, 0 dropped, failure: none')

  await start.click()
  const first = await newest(1)
  await expect(state).toContainText('running, connected')
  first.send('{"kind":"rights"}')
  first.send('{"kind":"dropped","count":3}')
  await expect(state).toContainText('1 received, 3 dropped')

  await first.close({ code: 1001 })
  await expect(state).toContainText('running, not connected')
  await page.clock.runFor(2_000)
  const second = await newest(2)
  await expect(state).toContainText('running, connected, 1 received, 3 dropped')
  await second.close({ code: 1000 })
  await expect(state).toContainText('ended, not connected')

  await start.click()
  await (await newest(3)).close({ code: 1011, reason: 'NoSuchBucket' })
  await expect(state).toContainText('failed, not connected, 1 received, 0 dropped, failure: NoSuchBucket')

  await start.click()
  const fourth = await newest(4)
  await expect(state).toContainText('running, connected')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(state).toContainText('idle, not connected')
  fourth.send('{"kind":"rights"}')
  await page.clock.runFor(120_000)
  await expect(state).toContainText('idle, not connected, 1 received')
  expect(sockets).toHaveLength(4)
})
